//! What is said about a result: short lines on standard error, or one JSON object.

use std::collections::BTreeMap;
use std::io::{IsTerminal, Write, stderr, stdout};
use std::path::{Path, PathBuf};

use serde_json::{Value, json};
use transvase::{Format, Place, Route, Warning, WarningCode};
use transvase_surface::sizes::grouped;

use crate::args::ConvertArgs;
use crate::failure::{Failure, Outcome};

/// Lines of warnings before the rest is only counted.
const WARNING_LINES: usize = 12;
/// Runs of pages named in one line.
const PAGE_RUNS: usize = 8;

/// A conversion that went well: what is known once the result is in its place.
#[derive(Debug)]
pub struct Done {
    /// Where the input came from.
    pub input: PathBuf,
    /// Where the result went.
    pub output: PathBuf,
    /// The input's size.
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

/// Reports a success.
pub fn success(done: &Done, args: &ConvertArgs, output_is_standard: bool) {
    if args.json {
        let text = done_json(done);
        if output_is_standard {
            eprintln!("{text}");
        } else {
            print_json(&text);
        }
    } else if !args.quiet {
        print_warnings(None, &done.warnings);
        if stderr().is_terminal() && !output_is_standard {
            eprintln!("{}", summary(done));
        }
    }
}

fn summary(done: &Done) -> String {
    let (before, after) = (done.input_bytes, done.bytes);
    format!("{}: {} bytes (the input has {})", done.output.display(), grouped(after), grouped(before))
}

/// Reports a failure; the JSON object goes to standard output.
pub fn failure(input: Option<&Path>, output: Option<&Path>, failure: &Failure, json: bool) -> Outcome {
    if json {
        print_json(&failed_json(input, output, failure));
    } else {
        print_failure(None, failure);
    }
    Err(failure.status())
}

/// Reports a failure where standard output belongs to the result.
pub fn failure_beside_output(input: &Path, output: &Path, failure: &Failure, json: bool) -> Outcome {
    if json {
        eprintln!("{}", failed_json(Some(input), Some(output), failure));
    } else {
        print_failure(None, failure);
    }
    Err(failure.status())
}

/// One sentence, and a hint on a second line.
pub fn print_failure(input: Option<&Path>, failure: &Failure) {
    let place = input.map(|path| format!("{}: ", path.display())).unwrap_or_default();
    eprintln!("error: {place}{}", failure.message());
    if let Some(hint) = failure.hint() {
        eprintln!("hint: {hint}");
    }
}

/// The losses, those of one kind on one line.
pub fn print_warnings(input: Option<&Path>, warnings: &[Warning]) {
    let place = input.map(|path| format!("{}: ", path.display())).unwrap_or_default();
    let lines = warning_lines(warnings);
    for line in lines.iter().take(WARNING_LINES) {
        eprintln!("warning: {place}{line}");
    }
    if lines.len() > WARNING_LINES {
        eprintln!("warning: {place}and {} more; --json lists them all", lines.len() - WARNING_LINES);
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

/// The report of a success.
pub fn done_json(done: &Done) -> Value {
    let warnings = done.warnings.iter().map(|warning| {
        json!({
            "code": warning.code.name(),
            "place": warning.place.to_string(),
            "page": page_of(&warning.place),
            "message": warning.message,
        })
    });
    json!({
        "input": done.input.to_string_lossy(),
        "output": done.output.to_string_lossy(),
        "format": done.format.id(),
        "input_bytes": done.input_bytes,
        "bytes": done.bytes,
        "route": done.route.explain(),
        "warnings": warnings.collect::<Vec<_>>(),
    })
}

/// The report of a failure.
pub fn failed_json(input: Option<&Path>, output: Option<&Path>, failure: &Failure) -> Value {
    json!({
        "input": input.map(|path| path.to_string_lossy()),
        "output": output.map(|path| path.to_string_lossy()),
        "error": failure.json(),
    })
}

/// Prints one line of JSON on standard output.
pub fn print_json(value: &Value) {
    print_text(&format!("{value}\n"));
}

/// Prints on standard output. A reader that has gone away, as `head` does, is no error of ours.
pub fn print_text(text: &str) {
    let mut out = stdout().lock();
    let _ = out.write_all(text.as_bytes()).and_then(|()| out.flush());
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
