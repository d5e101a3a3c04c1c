//! From the words of the command line to the settings of a conversion.

use std::path::Path;
use std::time::Duration;

use transvase::{Error, Format, Limits, Result};
use transvase_surface::{formats, options};
use transvase_worker::Job;

use crate::args::ConvertArgs;

/// Threads a conversion gets where the caller names no number.
pub fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

/// The deadline; `None` means no end.
pub fn timeout(args: &ConvertArgs) -> Result<Option<Duration>> {
    match Duration::try_from_secs_f64(args.timeout) {
        Ok(Duration::ZERO) => Ok(None),
        Ok(time) => Ok(Some(time)),
        Err(_) => Err(Error::option("timeout", format!("{} is not a number of seconds", args.timeout))),
    }
}

/// The target of one output: `--to`, or the output's extension.
pub fn target(args: &ConvertArgs, output: &Path) -> Result<Format> {
    formats::target(args.to.as_deref(), output).map_err(|error| match error.hint_text() {
        Some(_) => error,
        None => error.hint("name the format with --to"),
    })
}

/// The conversion of `input` to `to` that the command line asks for.
pub fn job(args: &ConvertArgs, input: &Path, to: Format, threads: usize) -> Result<Job> {
    // What the command line says of threads comes later and counts.
    let mut options = vec![("threads".to_owned(), threads.to_string())];
    let (limits, deadline) = (limits(args)?, timeout(args)?);
    if let Some(word) = &args.from {
        formats::source(word)?;
    }
    options.extend(pairs(args)?);
    let hint = formats::of_path(input).map(|format| format.id().to_owned());
    Ok(Job { to: to.id().into(), from: args.from.clone(), hint, options, limits, deadline })
}

/// The limits, with what `--limit` changes.
pub fn limits(args: &ConvertArgs) -> Result<Limits> {
    let mut limits = Limits::default();
    for text in &args.limits {
        let (key, value) = split(text, "limit")?;
        limits.set(key, options::limit(key, value)?)?;
    }
    Ok(limits)
}

/// Every option the command line sets, as the rows of the option table take it.
fn pairs(args: &ConvertArgs) -> Result<Vec<(String, String)>> {
    let texts = [
        ("max_bytes", &args.max_bytes),
        ("quality", &args.quality),
        ("effort", &args.effort),
        ("pages", &args.pages),
        ("password", &args.password),
        ("threads", &args.threads),
    ];
    let flags = [("best_effort", args.best_effort), ("lossless", args.lossless)];
    let texts = texts.into_iter().filter_map(|(key, value)| value.as_ref().map(|value| (key, value.as_str())));
    let flags = flags.into_iter().filter(|(_, set)| *set).map(|(key, _)| (key, "true"));
    let free = args.options.iter().map(|text| split(text, "option")).collect::<Result<Vec<_>>>()?;
    texts.chain(flags).chain(free).map(|(key, value)| Ok((key.to_owned(), options::in_bytes(key, value)?))).collect()
}

fn split<'a>(text: &'a str, flag: &str) -> Result<(&'a str, &'a str)> {
    text.split_once('=')
        .map(|(key, value)| (key.trim(), value))
        .ok_or_else(|| Error::option(flag, format!("{text:?} is not of the form key=value")))
}
