//! The pool's end of a worker's socket: frames out and in, with somebody asked at every pulse whether to go on.

use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::AsFd;
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use transvase::PULSE;

use crate::job::Watch;
use crate::wire::{self, PREFIX_BYTES, Prefix, Report};

/// Why there was no answer.
#[derive(Debug)]
pub enum Broken {
    /// The watch said so.
    Stopped,
    /// The time is over.
    Late,
    /// The worker's end is closed.
    Closed,
    /// The worker says what no worker says.
    Nonsense(&'static str),
    /// The file could not be read.
    Input(io::Error),
}

/// One request and its answer on a socket that does not block.
pub struct Line<'a, 'w> {
    socket: &'a UnixStream,
    watch: &'a mut Watch<'w>,
    end: Option<Instant>,
    last_pulse: Instant,
}

impl<'a, 'w> Line<'a, 'w> {
    /// A line that is given up after `time`, or when `watch` says so.
    pub fn new(socket: &'a UnixStream, watch: &'a mut Watch<'w>, time: Option<Duration>) -> Self {
        let now = Instant::now();
        Line { socket, watch, end: time.and_then(|time| now.checked_add(time)), last_pulse: now }
    }

    /// Sends all of `bytes`.
    pub fn send(&mut self, mut bytes: &[u8]) -> Result<(), Broken> {
        while !bytes.is_empty() {
            match self.socket.write(bytes) {
                Ok(sent) => bytes = &bytes[sent..],
                Err(error) => self.after(&error, PollFlags::POLLOUT)?,
            }
            self.pulse()?;
        }
        Ok(())
    }

    /// The next report that is not of progress, and its body of at most `most` bytes.
    pub fn receive(&mut self, most: u64) -> Result<(Report, Vec<u8>), Broken> {
        loop {
            match self.report(most)? {
                (Report::Progress(name, done, total), _) => {
                    let stage = wire::stage(&name).ok_or(Broken::Nonsense("the worker names a stage there is not"))?;
                    self.ask(Some((stage, done, total)))?;
                }
                last => return Ok(last),
            }
        }
    }

    fn report(&mut self, most: u64) -> Result<(Report, Vec<u8>), Broken> {
        let mut prefix = [0; PREFIX_BYTES];
        self.fill(&mut prefix)?;
        let prefix = Prefix::read(prefix).filter(|prefix| prefix.body <= most);
        let prefix = prefix.ok_or(Broken::Nonsense("the worker's answer is longer than allowed"))?;
        let mut header = vec![0; prefix.header];
        self.fill(&mut header)?;
        // Zeroed pages cost nothing until they are filled, so a length that lies costs nothing.
        let mut body = vec![0; prefix.body as usize];
        self.fill(&mut body)?;
        let report = wire::header(&header).ok_or(Broken::Nonsense("the answer of the worker process is malformed"))?;
        Ok((report, body))
    }

    /// Reads until `bytes` is full.
    fn fill(&mut self, mut bytes: &mut [u8]) -> Result<(), Broken> {
        while !bytes.is_empty() {
            match self.socket.read(bytes) {
                Ok(0) => return Err(Broken::Closed),
                Ok(read) => bytes = &mut bytes[read..],
                Err(error) => self.after(&error, PollFlags::POLLIN)?,
            }
            self.pulse()?;
        }
        Ok(())
    }

    /// Waits where the socket is not ready; any other failure is its end.
    fn after(&self, error: &io::Error, until: PollFlags) -> Result<(), Broken> {
        match error.kind() {
            ErrorKind::Interrupted => Ok(()),
            ErrorKind::WouldBlock => {
                let rest = PULSE.saturating_sub(self.last_pulse.elapsed());
                let time = PollTimeout::try_from(rest + Duration::from_millis(1)).unwrap_or(PollTimeout::ZERO);
                // An interrupted wait is only a short one.
                let _ = poll(&mut [PollFd::new(self.socket.as_fd(), until)], time);
                Ok(())
            }
            _ => Err(Broken::Closed),
        }
    }

    /// Looks at watch and clock, once in a while.
    fn pulse(&mut self) -> Result<(), Broken> {
        let now = Instant::now();
        if now.duration_since(self.last_pulse) < PULSE {
            return Ok(());
        }
        self.last_pulse = now;
        if self.end.is_some_and(|end| now >= end) {
            return Err(Broken::Late);
        }
        self.ask(None)
    }

    fn ask(&mut self, news: Option<(transvase::Stage, u64, u64)>) -> Result<(), Broken> {
        if (self.watch)(news) { Ok(()) } else { Err(Broken::Stopped) }
    }
}
