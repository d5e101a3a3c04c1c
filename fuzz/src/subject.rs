//! What is fuzzed: every route there is, and parts of files.

use std::sync::OnceLock;
use std::time::Duration;

use transvase::{Converter, ErrorCode, Limits, Output, Result, Route};

use crate::checks;
use crate::parts::{PARTS, Part};

/// An input of one run is small; what takes longer than this has no limit to its work. libFuzzer's own
/// `-timeout` is longer.
const DEADLINE: Duration = Duration::from_secs(10);

/// One input in so many is converted again with two threads: which ones depends on the input alone.
const THREADED_SHARE: usize = 16;

/// Something with a name.
enum Subject {
    Route(Route),
    Part(&'static Part),
}

static CHOSEN: OnceLock<Subject> = OnceLock::new();

/// A format that is registered is fuzzed: its routes are listed here without another line.
fn all() -> Vec<(String, Subject)> {
    let name = |route: &Route| format!("{}-{}", route.source().id(), route.target().id());
    let routes = transvase::routes().into_iter().map(|route| (name(&route), Subject::Route(route)));
    routes.chain(PARTS.iter().map(|part| (part.name.to_owned(), Subject::Part(part)))).collect()
}

/// Chooses by the environment, or lists what there is and ends.
pub fn choose() {
    let wanted = std::env::var("TRANSVASE_FUZZ").unwrap_or_default();
    let mut all = all();
    match all.iter().position(|(name, _)| *name == wanted) {
        Some(at) => {
            let _ = CHOSEN.set(all.swap_remove(at).1);
        }
        None => {
            all.iter().for_each(|(name, _)| println!("{name}"));
            std::process::exit(if wanted.is_empty() { 0 } else { 1 });
        }
    }
}

/// Converts an input to the subject's target.
pub fn try_on(data: &[u8]) {
    match CHOSEN.get() {
        Some(Subject::Route(route)) => {
            try_route(data, data.len() % THREADED_SHARE == 0, |threads| {
                Converter::new(route.target()).source(route.source()).threads(threads)
            });
        }
        Some(Subject::Part(part)) => match part.to {
            Some(to) => try_route(&(part.wrap)(data), false, |threads| Converter::new(to).threads(threads)),
            None => look((part.wrap)(data).as_slice()),
        },
        None => {}
    }
}

fn try_route(file: &[u8], with_threads: bool, converter: impl Fn(usize) -> Converter) {
    let first = convert(file, converter(1));
    if let Ok(output) = &first {
        checks::check(output);
    }
    if with_threads {
        match (&first, convert(file, converter(2))) {
            (Ok(one), Ok(two)) => {
                assert!(one.bytes == two.bytes, "the bytes depend on the number of threads");
                assert_eq!(one.warnings, two.warnings, "the warnings depend on the number of threads");
            }
            (one, two) => assert_eq!(one.is_ok(), two.is_ok(), "success depends on the number of threads"),
        }
    }
}

fn convert(file: &[u8], converter: Converter) -> Result<Output> {
    let result = converter.limits(limits()).deadline(DEADLINE).convert(file);
    accept(result.as_ref().err());
    result
}

/// Inspects a file of a format that is only looked at.
fn look(file: &[u8]) {
    let found = transvase::inspect_with(file, None, limits());
    accept(found.as_ref().err());
}

fn accept(error: Option<&transvase::Error>) {
    let defects = [ErrorCode::Internal, ErrorCode::TimedOut, ErrorCode::OutOfMemory];
    if let Some(error) = error {
        assert!(!defects.contains(&error.code()), "{error}");
    }
}

/// Limits that leave room for every honest input of this size, and end the bombs soon.
fn limits() -> Limits {
    Limits {
        unpacked_bytes: 64 << 20,
        stream_bytes: 16 << 20,
        image_pixels: 4_000_000,
        job_pixels: 16_000_000,
        pages: 200,
        pdf_operators: 1_000_000,
        ..Limits::default()
    }
}
