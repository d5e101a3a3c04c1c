//! One conversion: read the input, convert, write the result.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use transvase::{CancelToken, Error, ErrorCode, Format, Limits, Output, PULSE};
use transvase_surface::files::{self, Unread};
use transvase_surface::fonts::Fonts;
use transvase_worker::Job;

use crate::args::{self, Goal, WorkArgs, is_standard};
use crate::engine::Engine;
use crate::failure::{Failure, Outcome};
use crate::output::Destination;
use crate::progress::{State, Watch};
use crate::report::{self, Done, Ended};
use crate::{isolated, names, password, settings};

/// How long after its deadline or a cancel a conversion is waited for. The library notices both
/// within its own loops; inside a single call of another library it cannot.
const GRACE: Duration = Duration::from_secs(2);

/// Converts the one input of the command line.
pub fn run_one(args: &WorkArgs, cancel: &CancelToken) -> Outcome {
    let (input, output) = ends(args);
    let ended = convert_one(args, input, output, cancel).or_else(|failure| pass_over(args, input, failure));
    let reported = ended.and_then(|ended| report::success(&ended, args, output.is_some_and(is_standard)));
    reported.or_else(|failure| report::failure(Some(input), output, &failure, args.json))
}

/// The input, and the output where it has a name: what comes from standard input goes to standard output.
fn ends(args: &WorkArgs) -> (&Path, Option<&Path>) {
    match args.files.as_slice() {
        [input, output] => (input, Some(output)),
        [_] if args.goal == Goal::ByName => {
            args::usage_error_of("convert", "name the output, or with --to the format of a file beside the input")
        }
        [input] if is_standard(input) => (input, Some(input)),
        [input] => (input, None),
        _ => {
            let message = format!("{} takes one input and one output; many inputs need --out-dir DIR", args.command());
            args::usage_error_of(args.command(), &message)
        }
    }
}

/// An output that exists is no failure where such inputs are to be left alone.
///
/// # Errors
/// `failure`, where it is another.
pub fn pass_over(args: &WorkArgs, input: &Path, failure: Failure) -> Result<Ended, Failure> {
    match failure {
        Failure::Exists(output) if args.skip_existing => Ok(Ended::Skipped { input: input.to_owned(), output }),
        other => Err(other),
    }
}

fn convert_one(args: &WorkArgs, input: &Path, named: Option<&Path>, cancel: &CancelToken) -> Result<Ended, Failure> {
    settings::check(args)?;
    let place = |target: Format| -> Result<(PathBuf, Destination), Failure> {
        let output = named.map_or_else(|| names::beside(input, target), Path::to_owned);
        let destination = Destination::new(&output, args.force)?.in_known_folder()?.for_format(target, args.force)?;
        Ok((output, destination))
    };
    // What can be said of the output before the input is read is said then.
    let early = settings::target(args, named)?.map(|target| Ok::<_, Failure>((target, place(target)?))).transpose()?;
    if let Some(named) = named.filter(|_| early.is_none()) {
        Destination::new(named, args.force)?;
    }
    let bytes = Arc::new(read(input, &settings::limits(args)?, cancel)?);
    let (target, (output, destination)) = match early {
        Some(known) => known,
        None => {
            let target = settings::own_format(args, input, &bytes)?;
            named.map_or(Ok(()), |named| settings::check_name(target, named))?;
            (target, place(target)?)
        }
    };
    let job = settings::job(args, input, target, settings::cores())?;
    let result = run_watched(args, &job, input, &bytes, cancel)?;
    destination.write(&result.bytes)?;
    Ok(Ended::Converted(done(input, &output, bytes.len() as u64, result)))
}

/// Converts under a bar of progress, and asks for a password where one is needed.
fn run_watched(
    args: &WorkArgs,
    job: &Job,
    input: &Path,
    bytes: &Arc<Vec<u8>>,
    cancel: &CancelToken,
) -> Result<Output, Failure> {
    let engine = Engine::start(args, 1)?;
    password::asking(input, args.password.password.as_deref(), cancel, |password| {
        let mut job = job.clone();
        job.options.extend(password.map(|text| ("password".to_owned(), text.to_owned())));
        let mut watch = Watch::new(args.quiet);
        run(&job, Arc::clone(bytes), &engine, cancel, |state| watch.draw(state))
    })
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

/// Converts `bytes`. `pulse` is called again and again meanwhile.
///
/// # Errors
/// What the library says; `TimedOut` or `Cancelled` where it does not answer in time.
pub fn run(
    job: &Job,
    bytes: Arc<Vec<u8>>,
    engine: &Engine,
    cancel: &CancelToken,
    pulse: impl FnMut(&State),
) -> Result<Output, Failure> {
    match engine {
        Engine::Workers(pool) => Ok(isolated::run(job, &bytes, pool, cancel, pulse)?),
        Engine::Here(fonts) => run_here(job, bytes, fonts, cancel, pulse),
    }
}

/// Runs on a thread of its own, so that a call that does not return cannot keep the program from
/// ending.
fn run_here(
    job: &Job,
    bytes: Arc<Vec<u8>>,
    fonts: &Fonts,
    cancel: &CancelToken,
    mut pulse: impl FnMut(&State),
) -> Result<Output, Failure> {
    let state = State::default();
    let reports = state.clone();
    let converter = fonts.hand_to(job.converter()?).cancel(cancel.clone());
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
