//! Converts the rows of an array, one by one or several at a time, and hands on the results in their
//! order.
//!
//! The caller's thread alone asks the interpreter for signals, every 50 ms: between rows, and inside a
//! long one. The threads beside it hear of an end from a flag. Only so many rows may be ahead of the
//! one that is waited for, so one slow row does not fill the memory with the results behind it.

use std::collections::VecDeque;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, Scope};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use transvase::{Converter, Error, ErrorCode, Output, PULSE};

use super::blobs::Blobs;
use crate::cancel::CancelToken;
use crate::errors::guarded;

/// Rows each thread may be ahead of the one that is waited for.
const ROWS_AHEAD: usize = 8;

/// What became of a row; `None` for a null.
pub type Outcome = Option<transvase::Result<Output>>;

/// Converts each row and gives the outcomes to `sink` in the order of the rows, until it refuses one
/// or a signal's handler raises an exception. To be called without the interpreter's lock.
///
/// # Errors
/// What `sink` or the signal's handler raised.
pub fn convert_rows(
    blobs: &Blobs,
    converter: &Converter,
    threads: usize,
    watch: &Arc<Watch>,
    sink: &mut dyn FnMut(Outcome) -> PyResult<()>,
) -> PyResult<()> {
    if threads.min(blobs.len()) > 1 {
        side_by_side(blobs, converter, threads, watch, sink)
    } else {
        one_by_one(blobs, converter, watch, sink)
    }
}

fn one_by_one(
    blobs: &Blobs,
    converter: &Converter,
    watch: &Arc<Watch>,
    sink: &mut dyn FnMut(Outcome) -> PyResult<()>,
) -> PyResult<()> {
    let hook = Arc::clone(watch);
    let converter = converter.clone().attended(move || hook.keep_going());
    for row in 0..blobs.len() {
        watch.look()?;
        let outcome = convert_row(blobs, row, &converter);
        watch.interrupted()?;
        sink(outcome)?;
    }
    Ok(())
}

fn side_by_side(
    blobs: &Blobs,
    converter: &Converter,
    threads: usize,
    watch: &Arc<Watch>,
    sink: &mut dyn FnMut(Outcome) -> PyResult<()>,
) -> PyResult<()> {
    let queue = Arc::new(Queue::new(blobs.len(), threads * ROWS_AHEAD));
    let hook = Arc::clone(&queue);
    let attended = converter.clone().attended(move || !hook.is_stopped());
    thread::scope(|scope| {
        let _stop = StopAtEnd(&queue);
        let started = (0..threads.min(blobs.len()))
            .map_while(|_| start(scope, || queue.serve(|row| convert_row(blobs, row, &attended))))
            .count();
        if started == 0 {
            return one_by_one(blobs, converter, watch, sink);
        }
        collect(blobs.len(), &queue, watch, sink)
    })
}

/// Starts a thread whose panics stay off standard error; `None` where the system has none left.
fn start<'scope>(scope: &'scope Scope<'scope, '_>, work: impl FnOnce() + Send + 'scope) -> Option<()> {
    thread::Builder::new().name(transvase::THREAD_NAME.into()).spawn_scoped(scope, work).ok().map(|_| ())
}

fn collect(rows: usize, queue: &Queue, watch: &Watch, sink: &mut dyn FnMut(Outcome) -> PyResult<()>) -> PyResult<()> {
    let mut taken = 0;
    while taken < rows {
        watch.look()?;
        if let Some(outcome) = queue.take(PULSE) {
            sink(outcome)?;
            taken += 1;
        }
    }
    Ok(())
}

/// Converts one row. A panic outside the core's own guard becomes the row's error as well: it must not
/// end the thread, whose rows somebody waits for.
fn convert_row(blobs: &Blobs, row: usize, converter: &Converter) -> Outcome {
    let bytes = blobs.get(row)?;
    Some(catch_unwind(AssertUnwindSafe(|| converter.convert(bytes))).unwrap_or_else(|_| {
        Err(Error::new(ErrorCode::Internal, "the library failed on this input: this is a bug")
            .hint("please report it with the input"))
    }))
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Looks after one call: at signals, whose handler's exception is kept, and at the caller's token.
pub struct Watch {
    cancel: Option<CancelToken>,
    last_look: Mutex<Instant>,
    raised: Mutex<Option<PyErr>>,
}

impl Watch {
    /// A watch over a call that `cancel` ends.
    pub fn new(cancel: Option<CancelToken>) -> Self {
        Watch { cancel, last_look: Mutex::new(Instant::now()), raised: Mutex::new(None) }
    }

    /// Looks now; false once a handler has raised an exception or the interpreter is going down. A
    /// parent's token that was used takes the core's along, which every row here holds.
    fn keep_going(&self) -> bool {
        *locked(&self.last_look) = Instant::now();
        self.cancel.as_ref().inspect(|cancel| drop(cancel.own()));
        match Python::try_attach(|py| guarded(py, || py.check_signals())) {
            Some(Ok(())) => true,
            Some(Err(error)) => {
                *locked(&self.raised) = Some(error);
                false
            }
            None => false,
        }
    }

    /// Looks if the last look is long ago, and gives the exception of a handler.
    fn look(&self) -> PyResult<()> {
        if locked(&self.last_look).elapsed() >= PULSE {
            self.keep_going();
        }
        self.interrupted()
    }

    fn interrupted(&self) -> PyResult<()> {
        locked(&self.raised).take().map_or(Ok(()), Err)
    }
}

/// Rows given out to threads, and their outcomes in order.
struct Queue {
    state: Mutex<State>,
    /// An outcome has come that is waited for.
    ready: Condvar,
    /// A row may be begun, or all is over.
    room: Condvar,
    rows: usize,
    ahead: usize,
    stopped: AtomicBool,
}

/// Rows below `first` were taken, those from there to `next` were begun.
struct State {
    first: usize,
    next: usize,
    /// From `first` on; `None` where a row is not done yet.
    outcomes: VecDeque<Option<Outcome>>,
}

impl Queue {
    fn new(rows: usize, ahead: usize) -> Self {
        Queue {
            state: Mutex::new(State { first: 0, next: 0, outcomes: VecDeque::with_capacity(ahead) }),
            ready: Condvar::new(),
            room: Condvar::new(),
            rows,
            ahead,
            stopped: AtomicBool::new(false),
        }
    }

    fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }

    fn stop(&self) {
        // Under the lock, so that no thread is between its look at the flag and its wait.
        let _state = locked(&self.state);
        self.stopped.store(true, Ordering::Relaxed);
        self.room.notify_all();
    }

    /// Does rows until none is left.
    fn serve(&self, work: impl Fn(usize) -> Outcome) {
        while let Some(row) = self.begin() {
            self.put(row, work(row));
        }
    }

    /// The next row to do, once it is not too far ahead; `None` at the end.
    fn begin(&self) -> Option<usize> {
        let too_far = |state: &mut State| !self.is_stopped() && state.next >= state.first + self.ahead;
        let mut state = self.room.wait_while(locked(&self.state), too_far).unwrap_or_else(PoisonError::into_inner);
        if self.is_stopped() || state.next == self.rows {
            return None;
        }
        state.next += 1;
        state.outcomes.push_back(None);
        Some(state.next - 1)
    }

    fn put(&self, row: usize, outcome: Outcome) {
        let mut state = locked(&self.state);
        let place = row - state.first;
        state.outcomes[place] = Some(outcome);
        if place == 0 {
            self.ready.notify_one();
        }
    }

    /// The outcome of the first row not taken yet; `None` if it does not come within `wait`.
    fn take(&self, wait: Duration) -> Option<Outcome> {
        let not_yet = |state: &mut State| !matches!(state.outcomes.front(), Some(Some(_)));
        let waited = self.ready.wait_timeout_while(locked(&self.state), wait, not_yet);
        let (mut state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        if not_yet(&mut state) {
            return None;
        }
        state.first += 1;
        self.room.notify_one();
        state.outcomes.pop_front().flatten()
    }
}

/// Stops the threads of a queue however their caller ends: the scope waits for them.
struct StopAtEnd<'a>(&'a Queue);

impl Drop for StopAtEnd<'_> {
    fn drop(&mut self) {
        self.0.stop();
    }
}
