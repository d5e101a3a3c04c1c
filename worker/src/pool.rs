//! The pool of worker processes that are kept ready.
//!
//! One thread, the keeper, starts every worker: on Linux a worker lives no longer than the thread that
//! started it, so that nothing is left when the program is killed. Whoever converts takes an idle
//! worker and brings it back; a worker that is due is replaced before it goes.

use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use transvase::{Error, ErrorCode, PULSE, Result};

use crate::job::{Done, Input, Job, Sandbox, Settings, Watch};
use crate::process::{Attempt, Process};

/// How often the keeper looks whether an idle worker has died, and tries again what failed.
const ROUND: Duration = Duration::from_millis(500);

/// Workers found dead by one conversion before it gives up: on this system they do not live.
const DEAD_IN_A_ROW: usize = 16;

/// Worker processes kept ready. Shared by reference; every method may be called from many threads.
#[derive(Debug)]
pub struct Pool {
    shared: Arc<Shared>,
    keeper: Mutex<Option<JoinHandle<()>>>,
    sandbox: Sandbox,
}

#[derive(Debug)]
struct Shared {
    settings: Settings,
    staff: Mutex<Staff>,
    /// A worker has become idle.
    free: Condvar,
    /// A worker is to be replaced, or the pool ends.
    call: Condvar,
}

/// The workers there are.
#[derive(Debug, Default)]
struct Staff {
    idle: Vec<Process>,
    /// Ids of the ready ones, idle or not.
    ready: BTreeSet<u32>,
    /// Ids of those that go as soon as another has come.
    due: BTreeSet<u32>,
    /// Why the last start of a worker failed, until one succeeds.
    trouble: Option<String>,
    closed: bool,
}

impl Pool {
    /// Starts the workers, all at once, and waits until each is locked down.
    ///
    /// # Errors
    /// `MissingResource` where a process cannot be started, or a layer is missing and required.
    pub fn start(settings: Settings) -> Result<Pool> {
        let staff = Mutex::default();
        let shared = Arc::new(Shared { settings, staff, free: Condvar::new(), call: Condvar::new() });
        let (sender, first) = channel();
        let keeper = Arc::clone(&shared);
        let keeper = std::thread::Builder::new().name("worker-keeper".into()).spawn(move || keeper.keep(&sender));
        let keeper = keeper.map_err(|error| no_worker(&error))?;
        // The keeper sends before anything else; a panic of its would end the channel.
        let sandbox = first.recv().unwrap_or_else(|error| Err(no_worker(&error)));
        let pool = Pool { shared, keeper: Mutex::new(Some(keeper)), sandbox: sandbox? };
        pool.check_sandbox()?;
        Ok(pool)
    }

    fn check_sandbox(&self) -> Result<()> {
        if !self.shared.settings.require_sandbox || self.sandbox.missing.is_empty() {
            return Ok(());
        }
        let message = format!("the sandbox is not complete: {}", self.sandbox.missing.join("; "));
        Err(Error::new(ErrorCode::MissingResource, message)
            .hint("use Linux 5.13 or later, or do not require the sandbox"))
    }

    /// What the workers have locked down.
    pub fn sandbox(&self) -> Sandbox {
        self.sandbox.clone()
    }

    /// Process ids of the workers there are now.
    pub fn processes(&self) -> Vec<u32> {
        self.shared.staff().ready.iter().copied().collect()
    }

    /// Converts `input`, from its beginning to its end, in a worker, waiting for a free one. It has the bytes of all
    /// files of the job.
    ///
    /// # Errors
    /// Any code of [`transvase::ERRORS`]: what the conversion says; `Cancelled` where `watch` says so or
    /// the pool is stopped; `TimedOut` at the deadline; `LimitExceeded` (memory) or `Internal` where the
    /// worker died of the file; `OutOfMemory` where there is no worker, or one was killed twice.
    pub fn convert(&self, job: &Job, input: &mut dyn Input, watch: &mut Watch) -> Result<Done> {
        self.convert_behind(job, input, watch, &AtomicBool::new(false))
    }

    /// As [`Pool::convert`]; as soon as `behind` is true, the worker steps back behind the others, and is replaced after
    /// this conversion.
    ///
    /// # Errors
    /// As [`Pool::convert`].
    pub fn convert_behind(
        &self,
        job: &Job,
        input: &mut dyn Input,
        watch: &mut Watch,
        behind: &AtomicBool,
    ) -> Result<Done> {
        let unreadable = |error| Error::new(ErrorCode::Internal, "the input could not be read").caused_by(error);
        let input_bytes = input.seek(std::io::SeekFrom::End(0)).map_err(unreadable)?;
        if input_bytes > job.limits.input_bytes {
            return Err(Error::limit("input_bytes", job.limits.input_bytes, input_bytes));
        }
        let mut watch = |news| !self.shared.staff().closed && watch(news);
        for _ in 0..2 {
            input.rewind().map_err(unreadable)?;
            if let Some(result) = self.shared.attempt(job, (&mut *input, input_bytes), &mut watch, behind)? {
                return result;
            }
        }
        Err(Error::new(
            ErrorCode::OutOfMemory,
            "the conversion was killed twice, probably because the system ran out of memory",
        ))
    }

    /// Ends every worker; what they are converting ends with `Cancelled`.
    pub fn stop(&self) {
        self.shared.staff().closed = true;
        self.shared.call.notify_all();
        self.shared.free.notify_all();
        let keeper = self.keeper.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(keeper) = keeper {
            // A panic of the keeper's has been counted where it matters: nothing starts any more.
            let _ = keeper.join();
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Shared {
    fn staff(&self) -> MutexGuard<'_, Staff> {
        self.staff.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// One worker's try; `None` where it was killed by somebody else.
    fn attempt(
        &self,
        job: &Job,
        (input, input_bytes): (&mut dyn Input, u64),
        watch: &mut Watch,
        behind: &AtomicBool,
    ) -> Result<Option<Result<Done>>> {
        let mut process = self.take(watch)?;
        let (id, mut is_behind) = (process.id(), false);
        let mut watch = |news| {
            if !is_behind && behind.load(Ordering::Relaxed) {
                is_behind = true;
                step_back(id);
            }
            watch(news)
        };
        let attempt = process.convert(job, input, input_bytes, &mut watch);
        if is_behind {
            // Nobody may step forward again.
            self.staff().due.insert(id);
        }
        let usable = match &attempt {
            Attempt::Answered(Ok(_)) => true,
            // A defect may have left anything behind.
            Attempt::Answered(Err(error)) => error.code() != ErrorCode::Internal,
            Attempt::Ended(_) | Attempt::Killed => false,
        };
        if usable {
            self.bring_back(process);
        } else {
            self.dismiss(process);
        }
        match attempt {
            Attempt::Answered(result) => Ok(Some(result)),
            Attempt::Ended(error) => Err(error),
            Attempt::Killed => Ok(None),
        }
    }

    /// An idle worker, as soon as there is one.
    fn take(&self, watch: &mut Watch) -> Result<Process> {
        let mut dead = 0;
        let mut staff = self.staff();
        loop {
            let found = staff.idle.pop();
            match found {
                Some(process) if process.is_quiet() => return Ok(process),
                Some(process) => {
                    drop(staff);
                    self.dismiss(process);
                    dead += 1;
                    if dead == DEAD_IN_A_ROW {
                        return Err(Error::new(ErrorCode::OutOfMemory, "worker processes end as soon as they start"));
                    }
                }
                None if staff.ready.is_empty() && staff.trouble.is_some() => {
                    return Err(Error::new(ErrorCode::OutOfMemory, staff.trouble.clone().unwrap_or_default()));
                }
                None => {
                    let waited = self.free.wait_timeout(staff, PULSE).unwrap_or_else(PoisonError::into_inner);
                    drop(waited);
                    if !watch(None) {
                        return Err(Error::new(ErrorCode::Cancelled, "the conversion was cancelled before it began"));
                    }
                }
            }
            staff = self.staff();
        }
    }

    /// Takes a worker back that has done well.
    fn bring_back(&self, process: Process) {
        let is_due = process.is_due(&self.settings);
        let mut staff = self.staff();
        if is_due {
            staff.due.insert(process.id());
        }
        if staff.due.contains(&process.id()) {
            self.call.notify_all();
        }
        staff.idle.push(process);
        let leaving = staff.spare(&self.settings);
        self.free.notify_one();
        drop(staff);
        drop(leaving);
    }

    /// Ends a worker and has another come.
    fn dismiss(&self, process: Process) {
        self.staff().forget(process.id());
        self.call.notify_all();
        // The end of a large process takes a while: others must not wait for it.
        drop(process);
    }

    /// The keeper's life.
    fn keep(&self, first: &Sender<Result<Sandbox>>) {
        let sandbox = self.hire(self.settings.workers);
        let is_pool = sandbox.is_ok();
        // Whoever started this waits for it; without a first staff there is no pool to keep.
        let _ = first.send(sandbox);
        if !is_pool {
            return;
        }
        let mut failed = false;
        loop {
            let mut staff = self.staff();
            let dead = staff.take_dead();
            let wanted = staff.wanted(&self.settings);
            if staff.closed {
                break;
            }
            if wanted == 0 || failed {
                failed = false;
                drop(self.call.wait_timeout(staff, ROUND).unwrap_or_else(PoisonError::into_inner));
                continue;
            }
            drop(staff);
            drop(dead);
            failed = self.hire_again(wanted);
        }
        let idle = self.staff().close();
        drop(idle);
    }

    /// Starts workers and notes what is wrong where that fails; whether it failed.
    fn hire_again(&self, count: usize) -> bool {
        let Err(error) = self.hire(count) else { return false };
        self.staff().trouble = Some(error.to_string());
        self.free.notify_all();
        true
    }

    /// Starts `count` workers at once; each is idle as soon as it is ready.
    fn hire(&self, count: usize) -> Result<Sandbox> {
        let mut started = Vec::new();
        for _ in 0..count {
            started.push(Process::spawn(&self.settings).map_err(|error| no_worker(&error))?);
        }
        let mut sandbox = Sandbox::default();
        for mut process in started {
            sandbox = process.greet()?;
            self.welcome(process);
        }
        Ok(sandbox)
    }

    fn welcome(&self, process: Process) {
        let mut staff = self.staff();
        staff.trouble = None;
        staff.ready.insert(process.id());
        staff.idle.push(process);
        let leaving = staff.spare(&self.settings);
        self.free.notify_one();
        drop(staff);
        drop(leaving);
    }
}

/// Puts a worker behind the others: at this niceness it gets a third of what one of 5 gets. That the system refuses costs
/// only time.
fn step_back(id: u32) {
    const BEHIND: i32 = 10;
    let id = i32::try_from(id).ok().and_then(rustix::process::Pid::from_raw);
    let _ = rustix::process::setpriority_process(id, BEHIND);
}

impl Staff {
    /// The end: nobody comes any more, and the idle ones go.
    fn close(&mut self) -> Vec<Process> {
        self.closed = true;
        self.ready.clear();
        self.due.clear();
        std::mem::take(&mut self.idle)
    }

    fn forget(&mut self, id: u32) {
        self.ready.remove(&id);
        self.due.remove(&id);
    }

    /// Workers to be started, those included that replace one that is due.
    fn wanted(&self, settings: &Settings) -> usize {
        (settings.workers + self.due.len()).saturating_sub(self.ready.len())
    }

    /// Takes out an idle worker that is due, where there are enough without it.
    fn spare(&mut self, settings: &Settings) -> Option<Process> {
        if self.ready.len() <= settings.workers && !self.closed {
            return None;
        }
        let place = self.idle.iter().position(|process| self.closed || self.due.contains(&process.id()))?;
        let process = self.idle.remove(place);
        self.forget(process.id());
        Some(process)
    }

    /// Takes out the idle workers that have died.
    fn take_dead(&mut self) -> Vec<Process> {
        let (alive, dead) = std::mem::take(&mut self.idle).into_iter().partition(Process::is_quiet);
        self.idle = alive;
        let dead: Vec<Process> = dead;
        dead.iter().for_each(|process| self.forget(process.id()));
        dead
    }
}

fn no_worker(why: &dyn std::fmt::Display) -> Error {
    Error::new(ErrorCode::MissingResource, format!("no worker process could be started: {why}"))
}
