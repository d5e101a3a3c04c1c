//! A worker process, seen from outside: started, watched, killed.

use std::io::{self, Read};
use std::os::fd::{AsFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, ChildStderr, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::signal::Signal;
use transvase::{Error, ErrorCode, ErrorDetails, FontRequest, Result};
use transvase_surface::fonts::{Fonts, Library};

use crate::job::{Done, Input, Job, Sandbox, Settings, Watch};
use crate::line::{Broken, Line};
use crate::wire::{self, Report, Request};

/// How long a worker may take to lock itself down on a machine that does a hundred other things.
const START: Duration = Duration::from_secs(20);

/// How long after its deadline a conversion is waited for. The worker notices the deadline itself,
/// except inside a single call of another library.
const GRACE: Duration = Duration::from_secs(1);

/// How long a process that has closed its socket may take to end.
const LAST_BREATH: Duration = Duration::from_secs(2);

/// Bytes of the input that are in memory at a time.
const CHUNK_BYTES: u64 = 256 << 10;

/// Bytes that are kept of what a process said before it died.
const WORDS_BYTES: u64 = 4 << 10;

/// A worker process. It is killed when this is dropped.
#[derive(Debug)]
pub struct Process {
    child: Child,
    socket: UnixStream,
    stderr: Option<ChildStderr>,
    memory_bytes: u64,
    niceness: u8,
    fonts: Fonts,
    resident_at_start: u64,
    /// Conversions it has been given.
    pub jobs: u64,
}

/// What came of a conversion.
pub enum Attempt {
    /// The worker answered, and is ready for the next.
    Answered(Result<Done>),
    /// The worker is of no more use; this is what to tell the caller.
    Ended(Error),
    /// Somebody else killed the worker before it answered: another one may be asked.
    Killed,
}

impl Process {
    /// Starts a worker, which locks itself down meanwhile.
    ///
    /// The thread that calls this must outlive the worker: on Linux its end is the worker's end.
    pub fn spawn(settings: &Settings) -> io::Result<Process> {
        let (socket, other_end) = UnixStream::pair()?;
        let mut command = Command::new(&settings.program);
        command.args(&settings.words).env_clear().current_dir("/");
        command.stdin(OwnedFd::from(other_end)).stdout(Stdio::null()).stderr(Stdio::piped());
        // A group of its own: Ctrl-C at a terminal is for the program, which ends its workers itself.
        let mut child = command.process_group(0).spawn()?;
        socket.set_nonblocking(true)?;
        let stderr = child.stderr.take();
        Ok(Process {
            child,
            socket,
            stderr,
            memory_bytes: settings.memory_bytes,
            niceness: settings.niceness,
            fonts: settings.fonts.clone(),
            resident_at_start: 0,
            jobs: 0,
        })
    }

    /// Waits until the worker is locked down.
    pub fn greet(&mut self) -> Result<Sandbox> {
        let mut patient = |_| true;
        let mut line = Line::new(&self.socket, &mut patient, Some(START));
        let setup = Request::Setup { memory_bytes: self.memory_bytes, niceness: self.niceness };
        let setup = wire::frame(&setup, 0);
        let ready = line.send(&setup).and_then(|()| line.receive(0));
        let equipped = match self.fonts.given.is_empty() {
            true => Ok(()),
            false => line.send(&wire::fonts_frame(&self.fonts.given)),
        };
        match (ready, equipped) {
            (Ok((Report::Ready(sandbox), _)), Ok(())) => {
                self.resident_at_start = self.resident_bytes();
                Ok(sandbox)
            }
            _ => {
                let message = format!("a worker process did not get ready: {}", self.last_words());
                Err(Error::new(ErrorCode::MissingResource, message.trim_end_matches([':', ' '])))
            }
        }
    }

    /// Its process id.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Whether an idle worker is still there: it has neither closed its socket nor spoken unasked.
    pub fn is_quiet(&self) -> bool {
        let mut polled = [PollFd::new(self.socket.as_fd(), PollFlags::POLLIN)];
        poll(&mut polled, PollTimeout::ZERO) == Ok(0)
    }

    /// Whether it has done what one worker is meant to do, or has grown beyond it.
    pub fn is_due(&self, settings: &Settings) -> bool {
        let growth = self.resident_bytes().saturating_sub(self.resident_at_start);
        self.jobs >= settings.recycle_jobs || growth >= settings.recycle_growth_bytes
    }

    /// Resident memory; 0 where the system does not say.
    fn resident_bytes(&self) -> u64 {
        let statm = std::fs::read_to_string(format!("/proc/{}/statm", self.id())).unwrap_or_default();
        let pages = statm.split(' ').nth(1).and_then(|pages| pages.parse::<u64>().ok());
        let page_bytes = nix::unistd::sysconf(nix::unistd::SysconfVar::PAGE_SIZE).ok().flatten();
        pages.unwrap_or(0) * page_bytes.unwrap_or(4096) as u64
    }

    /// Has the worker convert `input`, which has `input_bytes` bytes.
    pub fn convert(&mut self, job: &Job, input: &mut dyn Input, input_bytes: u64, watch: &mut Watch) -> Attempt {
        self.jobs += 1;
        let most = job.limits.output_bytes;
        let mut line = Line::new(&self.socket, watch, job.deadline.map(|time| time.saturating_add(GRACE)));
        let request = wire::frame(&Request::Convert(Box::new(job.clone())), input_bytes);
        let library = self.fonts.library.clone();
        let answer = send_all(&mut line, request, input).and_then(|()| answer(&mut line, most, library.as_deref()));
        match answer.map(read) {
            Ok(Some(result)) => Attempt::Answered(result),
            Ok(None) => Attempt::Ended(wire::defect("the answer of the worker process is malformed")),
            Err(broken) => self.explain(broken),
        }
    }

    /// What to make of a conversion that broke off.
    fn explain(&mut self, broken: Broken) -> Attempt {
        Attempt::Ended(match broken {
            Broken::Stopped => Error::new(ErrorCode::Cancelled, "the conversion was cancelled"),
            Broken::Late => Error::new(ErrorCode::TimedOut, "the conversion took longer than its time limit"),
            Broken::Input(error) => {
                Error::new(ErrorCode::Internal, "the input could not be read again").caused_by(error)
            }
            Broken::Nonsense(what) => wire::defect(what),
            Broken::Closed => return self.post_mortem(),
        })
    }

    /// Why a process died that nobody here has killed.
    fn post_mortem(&mut self) -> Attempt {
        let Some(status) = self.wait() else {
            return Attempt::Ended(wire::defect("the worker closed its socket and went on"));
        };
        let words = self.last_words();
        if words.contains("memory allocation of") {
            return Attempt::Ended(self.out_of_memory());
        }
        match status.signal().and_then(|number| Signal::try_from(number).ok()) {
            Some(Signal::SIGKILL) => Attempt::Killed,
            Some(signal) => Attempt::Ended(wire::defect(format!("the worker died of {signal}: {words}"))),
            None => Attempt::Ended(wire::defect(format!("the worker ended with {status}: {words}"))),
        }
    }

    fn out_of_memory(&self) -> Error {
        let limit = self.memory_bytes;
        let message = format!("the conversion needs more memory than the {limit} bytes it may have");
        let mut details = ErrorDetails::default();
        (details.which, details.limit) = (Some("memory".into()), Some(limit));
        Error::new(ErrorCode::LimitExceeded, message).with_details(details)
    }

    /// Waits a moment for a process that is about to end.
    fn wait(&mut self) -> Option<ExitStatus> {
        let began = Instant::now();
        while began.elapsed() < LAST_BREATH {
            match self.child.try_wait() {
                Ok(None) => std::thread::sleep(Duration::from_millis(1)),
                ended => return ended.ok().flatten(),
            }
        }
        None
    }

    /// What the process said on standard error before it ended; kills it where it has not.
    fn last_words(&mut self) -> String {
        self.end();
        let mut words = Vec::new();
        if let Some(stderr) = self.stderr.take() {
            // The process was the pipe's only writer and has ended: this cannot block.
            let _ = stderr.take(WORDS_BYTES).read_to_end(&mut words);
        }
        String::from_utf8_lossy(&words).trim().to_owned()
    }

    fn end(&mut self) {
        // Both fail only where the process has been waited for already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

/// Sends the request and, behind it, the file.
fn send_all(line: &mut Line, mut chunk: Vec<u8>, input: &mut dyn Input) -> Result<(), Broken> {
    loop {
        let read = Read::take(&mut *input, CHUNK_BYTES).read_to_end(&mut chunk).map_err(Broken::Input)?;
        line.send(&chunk)?;
        if read == 0 {
            return Ok(());
        }
        chunk.clear();
    }
}

/// The report that ends a conversion, which may ask for fonts before, once.
fn answer(line: &mut Line, most: u64, library: Option<&Library>) -> Result<(Report, Vec<u8>), Broken> {
    let (report, body) = line.receive(most)?;
    let Report::FontsWanted { characters, language, families } = report else { return Ok((report, body)) };
    let request = FontRequest::new(characters.chars().collect(), language).with_families(families);
    let found = library.map(|library| library.find(&request)).unwrap_or_default();
    line.send(&wire::fonts_frame(&found))?;
    line.receive(most)
}

/// The report that ends a conversion; `None` where it is none.
fn read((report, bytes): (Report, Vec<u8>)) -> Option<Result<Done>> {
    match report {
        Report::Done(text) => {
            let (format, source, warnings) = text.read()?;
            Some(Ok(Done { bytes, format, source, warnings }))
        }
        Report::Failed(text) => Some(Err(text.read())),
        Report::Ready(_) | Report::Progress(..) | Report::FontsWanted { .. } => None,
    }
}
