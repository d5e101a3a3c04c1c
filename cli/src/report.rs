//! Reports of results: short lines on standard error, or one JSON object.

use std::collections::BTreeMap;
use std::io::{self, IsTerminal, Write, stderr, stdout};
use std::path::{Path, PathBuf};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};
use transvase::{Format, Place, Route, Warning, WarningCode};
use transvase_surface::sizes::grouped;

use crate::args::{WorkArgs, is_standard};
use crate::failure::{Failure, Outcome};

/// Lines of warnings before the rest is only counted.
const WARNING_LINES: usize = 12;
/// Runs of pages named in one line.
const PAGE_RUNS: usize = 8;

/// A conversion that went well: what is known once the result is in its place.
#[derive(Debug)]
pub struct Done {
    /// Where the inputs came from: one, unless they were joined.
    pub inputs: Vec<PathBuf>,
    /// Where the result went: one file, unless its pages are files of their own.
    pub outputs: Vec<PathBuf>,
    /// The size of the inputs together.
    pub input_bytes: u64,
    /// The result's size.
    pub bytes: u64,
    /// The result's format.
    pub format: Format,
    /// What could not be carried over.
    pub warnings: Vec<Warning>,
    /// The steps that were taken.
    pub route: Route,
}

/// What became of an input that did not fail.
#[derive(Debug)]
pub enum Ended {
    /// It was converted.
    Converted(Done),
    /// Nothing was done: this is what would be.
    Planned {
        /// What would be converted.
        inputs: Vec<PathBuf>,
        /// What would be written.
        output: PathBuf,
    },
    /// It was left alone: its output is there already.
    Skipped {
        /// Where the input came from.
        input: PathBuf,
        /// What is there.
        output: PathBuf,
    },
}

/// Reports the one result of a command.
///
/// # Errors
/// `Output` where the report cannot be printed.
pub fn success(ended: &Ended, args: &WorkArgs, output_is_standard: bool) -> Result<(), Failure> {
    if args.json {
        let text = ended_json(ended);
        if !output_is_standard {
            return print_json(&text);
        }
        say(text);
    }
    if !args.quiet && !args.json {
        tell(None, ended);
        if let Ended::Converted(done) = ended
            && stderr().is_terminal()
            && !output_is_standard
        {
            say(summary(done));
        }
    }
    Ok(())
}

/// Tells people what became of an input, where there is something to tell.
pub fn tell(input: Option<&Path>, ended: &Ended) {
    match ended {
        Ended::Converted(done) => print_warnings(input, &done.warnings),
        Ended::Planned { inputs, output } => {
            let inputs: Vec<String> = inputs.iter().map(|input| input.display().to_string()).collect();
            say(format_args!("{} -> {}", inputs.join(" + "), output.display()));
        }
        Ended::Skipped { input, output } => {
            say(format_args!("skipped {}: {} already exists", input.display(), output.display()));
        }
    }
}

fn summary(done: &Done) -> String {
    let (before, after) = (grouped(done.input_bytes), grouped(done.bytes));
    let inputs = if done.inputs.len() > 1 { "the inputs have" } else { "the input has" };
    let outputs = match done.outputs.as_slice() {
        [first, .., last] => format!("{} to {}", first.display(), last.display()),
        outputs => outputs.iter().map(|output| output.display().to_string()).collect(),
    };
    format!("{outputs}: {after} bytes ({inputs} {before})")
}

/// Reports a failure; the JSON object goes to standard output, unless that belongs to the result.
pub fn failure(input: Option<&Path>, output: Option<&Path>, failure: &Failure, json: bool) -> Outcome {
    let text = || failed_json(input, output, failure);
    match json {
        true if output.is_some_and(is_standard) => say(text()),
        true if print_json(&text()).is_ok() => {}
        _ => say_failure(&sentence(input, failure), failure),
    }
    Err(failure.status())
}

/// Tells people of the failure of one of many inputs.
pub fn tell_failure(input: &Path, failure: &Failure) {
    let text = sentence(Some(input), failure);
    let place = format!("{}", input.display());
    let is_named = text.starts_with(&place);
    say_failure(&if is_named { text } else { format!("{place}: {text}") }, failure);
}

/// One sentence, and a hint on a second line.
fn say_failure(sentence: &str, failure: &Failure) {
    say(format_args!("error: {sentence}"));
    if let Some(hint) = failure.hint() {
        say(format_args!("hint: {hint}"));
    }
}

/// The failure in a sentence that names the input: the library, which knows no names, calls it so.
fn sentence(input: Option<&Path>, failure: &Failure) -> String {
    let message = failure.message();
    let named = input.filter(|input| !is_standard(input));
    match named.zip(message.strip_prefix("the input ")) {
        Some((input, rest)) => format!("{} {rest}", input.display()),
        None => message,
    }
}

/// The losses, those of one kind on one line.
fn print_warnings(input: Option<&Path>, warnings: &[Warning]) {
    let place = input.map(|path| format!("{}: ", path.display())).unwrap_or_default();
    let lines = warning_lines(warnings);
    for line in lines.iter().take(WARNING_LINES) {
        say(format_args!("warning: {place}{line}"));
    }
    if lines.len() > WARNING_LINES {
        say(format_args!("warning: {place}and {} more; --json lists them all", lines.len() - WARNING_LINES));
    }
}

/// One line for each kind of message, with its pages. Messages that differ in their figures alone
/// are of one kind: the first stands for them.
fn warning_lines(warnings: &[Warning]) -> Vec<String> {
    let mut groups: BTreeMap<(WarningCode, String), Vec<&Warning>> = BTreeMap::new();
    for warning in warnings {
        let without_figures = warning.message.replace(|letter: char| letter.is_ascii_digit(), "");
        groups.entry((warning.code, without_figures)).or_default().push(warning);
    }
    groups.values().map(|group| warning_line(group)).collect()
}

fn warning_line(group: &[&Warning]) -> String {
    let Some(first) = group.first() else { return String::new() };
    let alike = group.iter().all(|warning| warning.message == first.message);
    let more = if alike { "" } else { ", and more of the kind" };
    let places: Vec<&Place> = group.iter().map(|warning| &warning.place).collect();
    format!("{}{more}{}", first.message, places_words(&places))
}

/// ` (pages 1-3, 7)`, or the parts by name; empty for the document as a whole.
fn places_words(places: &[&Place]) -> String {
    let pages: Vec<u32> = places.iter().filter_map(|place| page_of(place)).collect();
    let parts = places.iter().filter_map(|place| match place {
        Place::Part(name) => Some(name.as_str()),
        _ => None,
    });
    let mut words: Vec<String> = parts.take(3).map(str::to_owned).collect();
    match pages.as_slice() {
        [] => {}
        [page] => words.push(format!("page {page}")),
        _ => words.push(format!("pages {}", ranges(&pages))),
    }
    if words.is_empty() { String::new() } else { format!(" ({})", words.join(", ")) }
}

fn page_of(place: &Place) -> Option<u32> {
    match place {
        Place::Page(number) => Some(*number),
        _ => None,
    }
}

/// `1-3, 7` for 1, 2, 3, 7.
fn ranges(pages: &[u32]) -> String {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for page in pages {
        match runs.last_mut() {
            Some((_, last)) if *page <= last.saturating_add(1) => *last = *page,
            _ => runs.push((*page, *page)),
        }
    }
    let words = runs.iter().take(PAGE_RUNS).map(|run| match run {
        (first, last) if first == last => first.to_string(),
        (first, last) => format!("{first}-{last}"),
    });
    let mut words: Vec<String> = words.collect();
    if runs.len() > PAGE_RUNS {
        words.push("and others".into());
    }
    words.join(", ")
}

/// A path in a report: its text or, as JSON has no other, its bytes in base64 where it is none.
pub fn path_json(path: &Path) -> Value {
    match path.to_str() {
        Some(text) => text.into(),
        None => json!({ "bytes": STANDARD.encode(path.as_os_str().as_encoded_bytes()) }),
    }
}

/// The report of a conversion. `input` and `output` are the first; `inputs` are all, where several were joined, and
/// `outputs`, where pages became files of their own.
fn done_json(done: &Done) -> Value {
    let inputs: Vec<_> = done.inputs.iter().map(|input| path_json(input)).collect();
    let outputs: Vec<_> = done.outputs.iter().map(|output| path_json(output)).collect();
    let warnings = done.warnings.iter().map(|warning| {
        json!({
            "code": warning.code.name(),
            "place": warning.place.to_string(),
            "page": page_of(&warning.place),
            "message": warning.message,
        })
    });
    let mut report = json!({
        "input": inputs.first(),
        "output": outputs.first(),
        "format": done.format.id(),
        "input_bytes": done.input_bytes,
        "bytes": done.bytes,
        "route": done.route.explain(),
        "warnings": warnings.collect::<Vec<_>>(),
    });
    for (key, paths) in [("inputs", inputs), ("outputs", outputs)] {
        if let Some(members) = report.as_object_mut().filter(|_| paths.len() > 1) {
            members.insert(key.into(), json!(paths));
        }
    }
    report
}

/// The report of an input that did not fail.
pub fn ended_json(ended: &Ended) -> Value {
    match ended {
        Ended::Converted(done) => done_json(done),
        Ended::Planned { inputs, output } => json!({
            "inputs": inputs.iter().map(|input| path_json(input)).collect::<Vec<_>>(),
            "output": path_json(output),
            "planned": true,
        }),
        Ended::Skipped { input, output } => json!({
            "input": path_json(input),
            "output": path_json(output),
            "skipped": true,
        }),
    }
}

/// The report of a failure.
pub fn failed_json(input: Option<&Path>, output: Option<&Path>, failure: &Failure) -> Value {
    json!({
        "input": input.map(path_json),
        "output": output.map(path_json),
        "error": failure.json(),
    })
}

/// Prints one line of JSON on standard output.
///
/// # Errors
/// As [`print_text`].
pub fn print_json(value: &Value) -> Result<(), Failure> {
    print_text(&format!("{value}\n"))
}

/// Prints on standard output. A reader that has gone away, as `head` does, has seen enough: that is no
/// failure.
///
/// # Errors
/// `Output` where it cannot be printed, as on a full disk.
pub fn print_text(text: &str) -> Result<(), Failure> {
    match print_all(text) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(unprinted(&error)),
        _ => Ok(()),
    }
}

/// Prints on standard output, for somebody who must have read it to the end.
///
/// # Errors
/// The system's.
pub fn print_all(text: &str) -> io::Result<()> {
    let mut out = stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Standard output could not be written.
pub fn unprinted(error: &io::Error) -> Failure {
    Failure::writing(Path::new("standard output"), error)
}

/// Says a line on standard error. Where even that fails there is nobody left to tell.
pub fn say(line: impl std::fmt::Display) {
    // In one piece: what other programs say to the same terminal does not come between.
    let _ = stderr().write_all(format!("{line}\n").as_bytes());
}

/// Says something on standard error that goes on in the same line.
pub fn say_without_end(words: impl std::fmt::Display) {
    let mut out = stderr();
    let _ = write!(out, "{words}").and_then(|()| out.flush());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warnings_of_one_kind_share_a_line() {
        let scanned = |page| Warning::on_page(page, WarningCode::ScannedPage, "the page is a picture");
        let mut warnings: Vec<_> = [1, 2, 3, 7].map(scanned).into();
        warnings.push(Warning::new(WarningCode::MetadataDropped, "the title was left out"));
        warnings.extend((1..=30).step_by(3).map(|page| {
            Warning::on_page(page, WarningCode::TextUnmapped, format!("{page} characters have no Unicode value"))
        }));
        assert_eq!(
            warning_lines(&warnings),
            [
                "the page is a picture (pages 1-3, 7)",
                "1 characters have no Unicode value, and more of the kind (pages 1, 4, 7, 10, 13, 16, 19, 22, and others)",
                "the title was left out",
            ]
        );
    }
}
