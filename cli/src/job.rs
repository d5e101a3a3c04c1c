//! One conversion: read the input, convert, write the result.

use std::io;
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use transvase::{CancelToken, Error, ErrorCode, Limits, Output, PULSE};
use transvase_surface::files::{self, Unread};
use transvase_worker::{Job, Pool};

use crate::args::{self, ConvertArgs, is_standard};
use crate::failure::{Failure, Outcome};
use crate::isolated;
use crate::output::Destination;
use crate::progress::{State, Watch};
use crate::report::{self, Done};
use crate::settings;

/// How long after its deadline or a cancel a conversion is waited for. The library notices both
/// within its own loops; inside a single call of another library it cannot.
const GRACE: Duration = Duration::from_secs(2);

/// Converts the one input of the command line.
pub fn run_one(args: &ConvertArgs, cancel: &CancelToken) -> Outcome {
    let [input, output] = args.files.as_slice() else {
        args::usage_error("convert takes one input and one output; many inputs need --out-dir DIR");
    };
    let result = convert_one(args, input, output, cancel);
    let to_standard_output = is_standard(output);
    match result {
        Ok(done) => {
            report::success(&done, args, to_standard_output);
            Ok(())
        }
        Err(failure) if to_standard_output => report::failure_beside_output(input, output, &failure, args.json),
        Err(failure) => report::failure(Some(input), Some(output), &failure, args.json),
    }
}

fn convert_one(args: &ConvertArgs, input: &Path, output: &Path, cancel: &CancelToken) -> Result<Done, Failure> {
    let target = settings::target(args, output)?;
    let job = settings::job(args, input, target, settings::cores())?;
    let destination = Destination::new(output)?;
    let bytes = read(input, &settings::limits(args)?, cancel)?;
    let pool = isolated::pool(args, 1)?;
    let mut watch = Watch::new(args.quiet);
    let input_bytes = bytes.len() as u64;
    let result = run(&job, bytes, pool.as_ref(), cancel, |state| watch.draw(state));
    drop(watch);
    let result = result?;
    destination.write(&result.bytes, args.force)?;
    Ok(done(input, output, input_bytes, result))
}

/// What is reported of a result that has been written.
pub fn done(input: &Path, output: &Path, input_bytes: u64, result: Output) -> Done {
    Done {
        input: input.to_owned(),
        output: output.to_owned(),
        input_bytes,
        bytes: result.bytes.len() as u64,
        format: result.format,
        warnings: result.warnings,
        route: result.route,
    }
}

/// Reads a file or standard input, never more than the limit allows.
///
/// # Errors
/// `NoInput`, `LimitExceeded` where the input is too large, `Cancelled` while it is waited for.
pub fn read(path: &Path, limits: &Limits, cancel: &CancelToken) -> Result<Vec<u8>, Failure> {
    let (place, most) = (path.to_owned(), limits.input_bytes);
    // A pipe may never end: it is read on a thread that can be left behind.
    let receiver = on_thread(move || read_whole(&place, most));
    let read = wait(&receiver, cancel, Duration::ZERO, None, || ())?;
    read.map_err(|unread| match unread {
        Unread::System(error) => Failure::reading(path, &error),
        Unread::TooLarge(error) => error.into(),
    })
}

fn read_whole(path: &Path, input_bytes: u64) -> Result<Vec<u8>, Unread> {
    if is_standard(path) {
        files::read_up_to(io::stdin().lock(), 0, input_bytes)
    } else {
        files::read(path, input_bytes)
    }
}

/// Converts `bytes` in a worker of `pool`, or in this process where there is none. `pulse` is called
/// again and again meanwhile.
///
/// # Errors
/// What the library says; `TimedOut` or `Cancelled` where it does not answer in time.
pub fn run(
    job: &Job,
    bytes: Vec<u8>,
    pool: Option<&Pool>,
    cancel: &CancelToken,
    pulse: impl FnMut(&State),
) -> Result<Output, Failure> {
    match pool {
        Some(pool) => Ok(isolated::run(job, &bytes, pool, cancel, pulse)?),
        None => run_here(job, bytes, cancel, pulse),
    }
}

/// Runs on a thread of its own, so that a call that does not return cannot keep the program from
/// ending.
fn run_here(job: &Job, bytes: Vec<u8>, cancel: &CancelToken, mut pulse: impl FnMut(&State)) -> Result<Output, Failure> {
    let state = State::default();
    let reports = state.clone();
    let converter = job.converter()?.cancel(cancel.clone());
    let converter = converter.progress(move |stage, done, total| reports.set(stage, done, total));
    let receiver = on_thread(move || converter.convert(&bytes));
    Ok(wait(&receiver, cancel, GRACE, job.deadline, || pulse(&state))??)
}

fn on_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Receiver<T> {
    let (sender, receiver) = channel();
    std::thread::spawn(move || {
        // Nobody is left to tell when the receiver has given up.
        let _ = sender.send(work());
    });
    receiver
}

/// Waits for a thread, but no longer than `grace` after a cancel or the deadline.
fn wait<T>(
    receiver: &Receiver<T>,
    cancel: &CancelToken,
    grace: Duration,
    deadline: Option<Duration>,
    mut pulse: impl FnMut(),
) -> Result<T, Failure> {
    let began = Instant::now();
    let mut cancelled_at: Option<Instant> = None;
    loop {
        match receiver.recv_timeout(PULSE) {
            Ok(result) => return Ok(result),
            Err(RecvTimeoutError::Disconnected) => {
                return Err(Error::new(ErrorCode::Internal, "the conversion ended without a word").into());
            }
            Err(RecvTimeoutError::Timeout) => pulse(),
        }
        if cancel.is_cancelled() && cancelled_at.get_or_insert_with(Instant::now).elapsed() >= grace {
            return Err(Error::new(ErrorCode::Cancelled, "the conversion was cancelled").into());
        }
        if deadline.is_some_and(|deadline| began.elapsed() > deadline + grace) {
            let message = "the conversion ran past its deadline and could not be stopped";
            return Err(Error::new(ErrorCode::TimedOut, message).into());
        }
    }
}
