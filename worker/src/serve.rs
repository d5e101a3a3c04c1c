//! The worker's main loop: lock down, then one conversion after another.

use std::io::{self, Read, Write};
use std::os::fd::{AsFd, RawFd};
use std::os::unix::net::UnixStream;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use transvase::{FontFile, FontRequest, PULSE, Result, Stage};

use crate::confine;
use crate::job::{Files, Job};
use crate::wire::{self, PREFIX_BYTES, Prefix, Report, Request};

/// The life of a worker process: locks itself down, then converts what comes over standard input, a
/// socket, until that closes. A program's `main` calls it where the words of
/// [`Settings`](crate::Settings) say so, before it has
/// opened a file or started a thread.
pub fn run() -> ExitCode {
    transvase_surface::panics::silence();
    match live() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("the worker cannot go on: {error}");
            ExitCode::FAILURE
        }
    }
}

fn live() -> io::Result<()> {
    close_inherited();
    let socket = Arc::new(UnixStream::from(io::stdin().as_fd().try_clone_to_owned()?));
    let Some((Request::Setup { memory_bytes, niceness }, _)) = next_request(&socket)? else {
        return Err(io::Error::other("a worker is started by its pool alone"));
    };
    // Where a system does not let it step back, it stays where it is.
    let _ = rustix::process::nice(niceness.into());
    let sandbox = confine::lock_down(memory_bytes);
    send(&socket, &Report::Ready(sandbox), &[])?;
    let mut fonts = Vec::new();
    while let Some((request, body)) = next_request(&socket)? {
        match request {
            Request::Convert(job) => {
                let files = job.files(&body).map_err(io::Error::other)?;
                let (report, bytes) = wire::last_report(convert(&job, &files, &fonts, &socket));
                send(&socket, &report, &bytes)?;
            }
            Request::Fonts(texts) => fonts = wire::fonts(&texts, &body).unwrap_or_default(),
            Request::Setup { .. } => return Err(io::Error::other("a worker is set up once")),
        }
    }
    Ok(())
}

/// Closes every file but the standard ones: what a program was started with, or opened carelessly, is
/// not for its workers.
fn close_inherited() {
    let place = if cfg!(target_os = "linux") { "/proc/self/fd" } else { "/dev/fd" };
    let names = std::fs::read_dir(place).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.file_name()));
    let numbers: Vec<RawFd> = names.filter_map(|name| name.to_str()?.parse().ok()).collect();
    for number in numbers.into_iter().filter(|number| *number > 2) {
        // The one that the listing itself was read from is closed already.
        let _ = nix::unistd::close(number);
    }
}

/// The next frame with its body; `None` where the pool has gone.
fn next_request(mut socket: &UnixStream) -> io::Result<Option<(Request, Vec<u8>)>> {
    let mut prefix = [0; PREFIX_BYTES];
    if socket.read(&mut prefix[..1])? == 0 {
        return Ok(None);
    }
    socket.read_exact(&mut prefix[1..])?;
    let prefix = Prefix::read(prefix).ok_or_else(|| io::Error::other("a frame's header is too long"))?;
    let mut header = vec![0; prefix.header];
    socket.read_exact(&mut header)?;
    let mut body = vec![0; prefix.body as usize];
    socket.read_exact(&mut body)?;
    let request = wire::header(&header).ok_or_else(|| io::Error::other("a frame's header cannot be read"))?;
    Ok(Some((request, body)))
}

fn send(mut socket: &UnixStream, report: &Report, body: &[u8]) -> io::Result<()> {
    socket.write_all(&wire::frame(report, body.len() as u64))?;
    socket.write_all(body)
}

fn convert(job: &Job, files: &Files, fonts: &[FontFile], socket: &Arc<UnixStream>) -> Result<transvase::Output> {
    let (reports, other_end) = (Arc::new(Reports::new(Arc::clone(socket))), Arc::clone(socket));
    let asker = Arc::clone(&reports);
    let converter = job.converter()?.watched(move |stage, done, total| reports.tell(stage, done, total));
    let converter = converter.fonts(fonts.iter().cloned()).font_finder(move |request| asker.ask_for_fonts(request));
    files.convert(converter.attended(move || !is_closed(&other_end)))
}

/// What a conversion says to the pool before its end: reports of progress, thinned out, and its wish for
/// fonts.
struct Reports {
    socket: Arc<UnixStream>,
    last: Mutex<Option<Instant>>,
}

impl Reports {
    fn new(socket: Arc<UnixStream>) -> Self {
        Reports { socket, last: Mutex::new(None) }
    }

    /// Sends a report unless the last one was just now; false where nobody listens any more.
    fn tell(&self, stage: Stage, done: u64, total: u64) -> bool {
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if last.is_some_and(|last| last.elapsed() < PULSE) {
            return true;
        }
        *last = Some(Instant::now());
        send(&self.socket, &Report::Progress(stage.name().into(), done, total), &[]).is_ok()
    }

    /// Asks the pool for fonts, which a worker may not look for itself, and waits for them.
    fn ask_for_fonts(&self, request: &FontRequest) -> Vec<FontFile> {
        // No report may come between.
        let _turn = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let characters = request.characters.iter().collect();
        let wanted =
            Report::FontsWanted { characters, language: request.language.clone(), families: request.families.clone() };
        let answer = send(&self.socket, &wanted, &[]).and_then(|()| next_request(&self.socket));
        match answer {
            Ok(Some((Request::Fonts(texts), body))) => wire::fonts(&texts, &body).unwrap_or_default(),
            // The pool has gone: the conversion is about to be told.
            _ => Vec::new(),
        }
    }
}

/// Whether the pool has gone.
fn is_closed(socket: &UnixStream) -> bool {
    let mut polled = [PollFd::new(socket.as_fd(), PollFlags::empty())];
    let seen = poll(&mut polled, PollTimeout::ZERO).is_ok_and(|count| count > 0);
    seen && polled[0].revents().is_some_and(|events| events.contains(PollFlags::POLLHUP))
}
