//! Conversion settings from the words of the command line.

use std::path::Path;
use std::time::Duration;

use transvase::{Error, ErrorCode, ErrorDetails, Format, Limits, Result};
use transvase_surface::{formats, options};
use transvase_worker::Job;

use crate::args::{Goal, WorkArgs};
use crate::sources::Source;

/// Threads a conversion gets where the caller names no number.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// The deadline; `None` means no end.
fn timeout(args: &WorkArgs) -> Result<Option<Duration>> {
    match Duration::try_from_secs_f64(args.timeout) {
        Ok(Duration::ZERO) => Ok(None),
        Ok(time) => Ok(Some(time)),
        Err(_) => Err(Error::option("timeout", format!("{} is not a number of seconds", args.timeout))),
    }
}

/// The target of one output, where that is known before the input is; the input's own format is not.
pub fn target(args: &WorkArgs, output: Option<&Path>) -> Result<Option<Format>> {
    let target = match (&args.goal, output) {
        (Goal::Named(word), _) => transvase::target(word),
        // What comes in an archive is the parts of a PDF that is cut, or else pictures of pages or frames.
        (Goal::ByName, Some(output)) if formats::of_path(output) == Some(Format::ZIP) => {
            Ok(if is_cut(args) { Format::PDF } else { Format::PNG })
        }
        (Goal::ByName, Some(output)) => formats::target(None, output),
        (Goal::Own, _) | (Goal::ByName, None) => return Ok(None),
    };
    target.map(Some).map_err(|error| match error.hint_text() {
        Some(_) => error,
        None => error.hint("name the format with --to"),
    })
}

/// The own format of the first input, which the result will have.
pub fn own_format(args: &WorkArgs, inputs: &[Source]) -> Result<Format> {
    match (args.from.as_deref(), inputs) {
        (Some(word), _) => formats::source(word),
        // What is wrong with bytes that are of no format is said when they are converted.
        (None, [Source { path, bytes }, ..]) => {
            transvase::detect(bytes).or_else(|| formats::of_path(path)).map_or_else(|| transvase::identify(bytes), Ok)
        }
        (None, []) => transvase::identify(&[]),
    }
}

/// Whether the options ask for several files from one.
fn is_cut(args: &WorkArgs) -> bool {
    args.options.iter().filter_map(|text| text.split_once('=')).any(|(key, _)| key.trim() == "split")
}

/// Refuses an output whose name says another format than the result has.
pub fn check_name(args: &WorkArgs, target: Format, output: &Path) -> Result<()> {
    let result = if target == Format::PDF && is_cut(args) { Format::ZIP } else { target };
    match formats::of_path(output).filter(|named| ![target, result].contains(named)) {
        None => Ok(()),
        Some(named) => {
            let (named, target) = (named.spec().name, target.spec().name);
            let message = format!("{} is named as {named}, but what is compressed stays {target}", output.display());
            Err(Error::new(ErrorCode::InvalidOption, message).hint("transvase convert changes the format"))
        }
    }
}

/// The conversion to `to` that the command line asks for.
pub fn job(args: &WorkArgs, to: Format, threads: usize) -> Result<Job> {
    // What the command line says of threads comes later and counts.
    let mut options = vec![("threads".to_owned(), threads.to_string())];
    let (limits, deadline) = (limits(args)?, timeout(args)?);
    if let Some(word) = &args.from {
        formats::source(word)?;
    }
    options.extend(pairs(args)?);
    Ok(Job { to: to.id().into(), from: args.from.clone(), options, limits, deadline, ..Job::default() })
}

/// Refuses words that no conversion could be made with, before any input is read.
pub fn check(args: &WorkArgs) -> Result<()> {
    let job = job(args, Format::PNG, 1)?;
    for (key, value) in &job.options {
        transvase::option_spec(key)?.parse(value)?;
    }
    Ok(())
}

/// The limits, with what `--limit` changes.
pub fn limits(args: &WorkArgs) -> Result<Limits> {
    let mut limits = Limits::default();
    for text in &args.limits {
        let (key, value) = split(text, "limit", "KEY=VALUE")?;
        // First whether there is such a limit: a number does not mend a key.
        limits.set(key, 0)?;
        limits.set(key, options::limit(key, value)?)?;
    }
    Ok(limits)
}

/// Every option the command line sets, as the rows of the option table take it.
fn pairs(args: &WorkArgs) -> Result<Vec<(String, String)>> {
    let texts = [
        ("max_bytes", &args.max_bytes),
        ("quality", &args.quality),
        ("effort", &args.effort),
        ("pages", &args.pages),
        ("password", &args.password.password),
        ("threads", &args.threads),
    ];
    let flags = [("best_effort", args.best_effort), ("lossless", args.lossless)];
    let texts = texts.into_iter().filter_map(|(key, value)| value.as_ref().map(|value| (key, value.as_str())));
    let flags = flags.into_iter().filter(|(_, set)| *set).map(|(key, _)| (key, "true"));
    let free = args.options.iter().map(|text| split(text, "option", "KEY=VALUE")).collect::<Result<Vec<_>>>()?;
    texts.chain(flags).chain(free).map(|(key, value)| Ok((key.to_owned(), options::in_bytes(key, value)?))).collect()
}

/// The name and the file of a word of `--resource`.
pub fn resource(text: &str) -> Result<(&str, &Path)> {
    split(text, "resource", "NAME=FILE").map(|(name, file)| (name, Path::new(file)))
}

fn split<'a>(text: &'a str, flag: &str, form: &str) -> Result<(&'a str, &'a str)> {
    let pair = text.split_once('=').map(|(key, value)| (key.trim(), value));
    pair.ok_or_else(|| {
        let mut details = ErrorDetails::default();
        details.which = Some(flag.into());
        let message = format!("--{flag} takes {form}, and {text:?} is not of that form");
        Error::new(ErrorCode::InvalidOption, message).with_details(details)
    })
}
