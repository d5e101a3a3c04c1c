//! One conversion: read the inputs, convert, write the result.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use transvase::{CancelToken, Error, ErrorCode, Format, Limits, Output, PULSE, Route};
use transvase_surface::files::{self, Unread};
use transvase_surface::fonts::Fonts;
use transvase_surface::formats;
use transvase_worker::Job;

use crate::args::{self, Goal, WorkArgs, is_standard};
use crate::engine::Engine;
use crate::failure::{Failure, Outcome};
use crate::inputs::{self, Input};
use crate::output::Destination;
use crate::progress::{State, Watch};
use crate::report::{self, Done, Ended};
use crate::resources::{self, Resources};
use crate::sources::{Source, Sources};
use crate::{isolated, names, numbered, password, settings};

/// How long after its deadline or a cancel a conversion is waited for. The library notices both
/// within its own loops; inside a single call of another library it cannot.
const GRACE: Duration = Duration::from_secs(2);

/// Converts the one input of the command line, or joins its inputs.
pub fn run_one(args: &WorkArgs, cancel: &CancelToken) -> Outcome {
    let (words, output) = ends(args);
    let first = words.first().or(args.files_from.as_ref()).map_or(Path::new("-"), PathBuf::as_path);
    let ended = convert_one(args, words, output, cancel).or_else(|failure| pass_over(args, first, failure));
    let reported = ended.and_then(|ended| report::success(&ended, args, output.is_some_and(is_standard)));
    // Of several inputs the library itself names the one that it means.
    let sole = (words.len() == 1).then_some(first);
    reported.or_else(|failure| report::failure(sole, output, &failure, args.json))
}

/// The words that name inputs, and the output where it has a name: what comes from standard input goes to
/// standard output.
fn ends(args: &WorkArgs) -> (&[PathBuf], Option<&Path>) {
    let command = args.command();
    match parted(args) {
        (_, None) if args.goal == Goal::ByName => {
            args::usage_error_of(command, "name the output, or the format with --to to write beside the input")
        }
        ([_, _, ..], _) if !args.join => {
            let many = if args.goal == Goal::Own { "--out-dir DIR" } else { "--out-dir DIR or --join" };
            let message = format!("{command} takes one input and one output; many inputs need {many}");
            args::usage_error_of(command, &message)
        }
        (inputs, _) if inputs.iter().chain(&args.files_from).filter(|name| is_standard(name)).count() > 1 => {
            args::usage_error_of(command, "standard input (-) can be used only once")
        }
        (inputs, None) if inputs.first().is_some_and(|first| is_standard(first)) => (inputs, Some(Path::new("-"))),
        known => known,
    }
}

/// The inputs among the words, and the last one where it names the output.
fn parted(args: &WorkArgs) -> (&[PathBuf], Option<&Path>) {
    if let Some(output) = &args.output {
        return (args.files.as_slice(), Some(output.as_path()));
    }
    match args.files.split_last() {
        Some((last, inputs)) if names_output(args, last, inputs) => (inputs, Some(last.as_path())),
        _ => (args.files.as_slice(), None),
    }
}

/// Whether the words are inputs that become a file each beside themselves: there are several, which are there already, and
/// the last of them is named as something else than the command would write.
pub fn lie_beside(args: &WorkArgs) -> bool {
    let [inputs @ .., last] = args.files.as_slice() else { return false };
    let named = formats::of_path(last);
    let are_inputs = match &args.goal {
        Goal::Named(word) => named.is_some() && named != Format::find(word),
        // Of two files the second may be a result of before.
        Goal::Own => inputs.len() > 1,
        Goal::ByName => false,
    };
    let is_one_result = args.join || args.output.is_some() || args.recursive || args.files_from.is_some();
    // One that is named twice is to be replaced.
    let is_last_new = !inputs.is_empty() && !inputs.contains(last);
    is_last_new && !is_one_result && are_inputs && args.files.iter().all(|file| file.is_file())
}

/// Takes a directory that is named last, as copying takes it, for the place of all results.
pub fn take_directory(args: &mut WorkArgs) {
    let is_place = args.out_dir.is_none() && args.output.is_none() && !args.join && !args.recursive;
    let is_told = args.goal != Goal::ByName && (args.files.len() > 1 || args.files_from.is_some());
    if is_place && is_told && args.files.last().is_some_and(|last| last.is_dir()) {
        args.out_dir = args.files.pop();
    }
}

/// Whether the last word names the output: others must name inputs. It is one itself where files are joined and
/// --to says that their result has another format, and where it is a directory to be gone through.
fn names_output(args: &WorkArgs, last: &Path, inputs: &[PathBuf]) -> bool {
    let is_other = match &args.goal {
        Goal::Named(word) if args.join => formats::of_path(last).zip(Format::find(word)).is_some_and(|(a, b)| a != b),
        _ => false,
    };
    let is_searched = args.recursive && last.is_dir();
    (!inputs.is_empty() || args.files_from.is_some()) && !is_other && !is_searched
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

fn convert_one(
    args: &WorkArgs,
    words: &[PathBuf],
    named: Option<&Path>,
    cancel: &CancelToken,
) -> Result<Ended, Failure> {
    settings::check(args)?;
    if let Some(directory) = named.filter(|named| args.goal == Goal::ByName && named.is_dir()) {
        let place = directory.display();
        let message = format!("{place} is a directory, which does not say what the result is: add --to FORMAT");
        return Err(Failure::Output(message));
    }
    let target = settings::target(args, named)?;
    let inputs = inputs::all(args, words, target, None)?;
    let Some(first) = inputs.first().map(|input| input.path.as_path()) else {
        return Err(Failure::Input("no inputs were found in the list or the directories".into()));
    };
    let find = |target: Format| -> Result<(PathBuf, Destination), Failure> {
        let output = named.map_or_else(|| names::beside(first, target), Path::to_owned);
        let destination = Destination::new(&output, args.force)?.in_known_folder()?.for_format(target, args.force)?;
        Ok((output, destination))
    };
    // What can be said of the output before the input is read is said then.
    let early = target.map(|target| Ok::<_, Failure>((target, find(target)?))).transpose()?;
    if let Some(named) = named.filter(|_| early.is_none()) {
        Destination::new(named, args.force)?;
    }
    let sources = sources(&inputs, &resources::given(args)?, &settings::limits(args)?, cancel)?;
    let (target, place) = match early {
        Some(known) => known,
        None => {
            let target = settings::own_format(args, &sources.inputs)?;
            named.map_or(Ok(()), |named| settings::check_name(args, target, named))?;
            (target, find(target)?)
        }
    };
    if args.dry_run {
        return planned(&sources, target, place.0);
    }
    let job = settings::job(args, target, settings::cores())?;
    let result = run_watched(args, &job, &sources, cancel)?;
    let written = put(&result, target, place, sources.paths(), args.force)?;
    Ok(Ended::Converted(done(&sources, written, result)))
}

/// What would be done, where it could be.
///
/// # Errors
/// `UnsupportedRoute` where an input does not become the target.
pub fn planned(sources: &Sources, target: Format, output: PathBuf) -> Result<Ended, Failure> {
    for from in sources.inputs.iter().filter_map(|source| transvase::detect(&source.bytes)) {
        Route::between(from, target)?;
    }
    Ok(Ended::Planned { inputs: sources.paths().map(Path::to_owned).collect(), output })
}

/// What was written of a result.
#[derive(Debug)]
pub struct Written {
    outputs: Vec<PathBuf>,
    format: Format,
    bytes: u64,
}

/// Writes a result to its place. Several pages, frames or parts are files of their own, unless an archive is named or
/// they go to a stream.
///
/// # Errors
/// `Exists`, `Output`.
pub fn put<'p>(
    result: &Output,
    target: Format,
    (output, destination): (PathBuf, Destination),
    inputs: impl Iterator<Item = &'p Path> + Clone,
    force: bool,
) -> Result<Written, Failure> {
    let is_archive_named = formats::of_path(&output) == Some(Format::ZIP);
    let is_split = result.format == Format::ZIP && target != Format::ZIP && !is_archive_named;
    if is_split
        && destination.is_file()
        && let Some(files) = numbered::unpacked(&result.bytes, target)
    {
        let bytes = files.iter().map(|file| file.len() as u64).sum();
        return Ok(Written { outputs: numbered::write(&files, &output, inputs, force)?, format: target, bytes });
    }
    let (output, destination) = if result.format != target || is_archive_named {
        destination.named_for(output, result.format, inputs, force)?
    } else if numbered::has_place(&output) && destination.is_file() {
        let output = numbered::name(&output, 1, 1);
        let destination = Destination::new(&output, force)?;
        (output, destination)
    } else {
        (output, destination)
    };
    destination.write(&result.bytes)?;
    Ok(Written { outputs: vec![output], format: result.format, bytes: result.bytes.len() as u64 })
}

/// Converts under a bar of progress, and asks for a password where one is needed.
fn run_watched(args: &WorkArgs, job: &Job, sources: &Arc<Sources>, cancel: &CancelToken) -> Result<Output, Failure> {
    let engine = Engine::start(args, 1)?;
    let name = match sources.inputs.as_slice() {
        [input] => input.path.as_path(),
        _ => Path::new("the inputs"),
    };
    password::asking(name, args.password.password.as_deref(), cancel, |password| {
        let mut job = job.clone();
        job.options.extend(password.map(|text| ("password".to_owned(), text.to_owned())));
        let mut watch = Watch::new(args.quiet);
        run(&job, sources, &engine, cancel, |state| watch.draw(state))
    })
}

/// What is reported of a result that has been written.
pub fn done(sources: &Sources, written: Written, result: Output) -> Done {
    let Written { outputs, format, bytes } = written;
    Done {
        inputs: sources.paths().map(Path::to_owned).collect(),
        outputs,
        input_bytes: sources.input_bytes(),
        bytes,
        format,
        warnings: result.warnings,
        route: result.route,
    }
}

/// Reads what a conversion starts from. Its inputs have together no more bytes than the limit allows.
///
/// # Errors
/// As [`read`].
pub fn sources(
    inputs: &[Input],
    resources: &Resources,
    limits: &Limits,
    cancel: &CancelToken,
) -> Result<Arc<Sources>, Failure> {
    let mut sources = Sources { inputs: Vec::new(), resources: Arc::clone(resources) };
    for Input { path, .. } in inputs {
        let bytes = read(path, limits, cancel)?;
        files::check_size(sources.input_bytes() + bytes.len() as u64, limits.input_bytes)?;
        sources.inputs.push(Source { path: path.clone(), bytes });
    }
    Ok(Arc::new(sources))
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
    read.map_err(|unread| Failure::unread(path, unread))
}

fn read_whole(path: &Path, input_bytes: u64) -> Result<Vec<u8>, Unread> {
    if is_standard(path) {
        files::read_up_to(io::stdin().lock(), 0, input_bytes)
    } else {
        files::read(path, input_bytes)
    }
}

/// Converts `sources` to one file. `pulse` is called again and again meanwhile.
///
/// # Errors
/// What the library says; `TimedOut` or `Cancelled` where it does not answer in time.
pub fn run(
    job: &Job,
    sources: &Arc<Sources>,
    engine: &Engine,
    cancel: &CancelToken,
    pulse: impl FnMut(&State),
) -> Result<Output, Failure> {
    match engine {
        Engine::Workers(pool) => Ok(isolated::run(job, sources, pool, cancel, pulse)?),
        Engine::Here(fonts) => run_here(job, sources, fonts, cancel, pulse),
    }
}

/// Runs on a thread of its own, so that a call that does not return cannot keep the program from
/// ending.
fn run_here(
    job: &Job,
    sources: &Arc<Sources>,
    fonts: &Fonts,
    cancel: &CancelToken,
    mut pulse: impl FnMut(&State),
) -> Result<Output, Failure> {
    if job.to == Format::PDF.id() {
        // Thousands of pages are packed one after another, each with a buffer of 380 kB. Elsewhere it is not worth its
        // price: PDF to DOCX takes a tenth more.
        transvase_memory::give_back_large_blocks();
    }
    let state = State::default();
    let reports = state.clone();
    let converter = fonts.hand_to(job.converter()?).cancel(cancel.clone());
    let converter = converter.progress(move |stage, done, total| reports.set(stage, done, total));
    let (sources, most_bytes) = (Arc::clone(sources), job.limits.input_bytes);
    let receiver = on_thread(move || sources.convert(converter, most_bytes));
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
                return Err(Error::new(ErrorCode::Internal, "the conversion ended without an answer").into());
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
