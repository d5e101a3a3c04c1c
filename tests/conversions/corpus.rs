//! Every file of the corpus ends in a result or a typed error.

use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use transvase::{ErrorCode, Format, Limits};
use transvase_tests::samples::{is_seen_as, quick, targets_in_turn};
use transvase_tests::{corpus, files_below, two_at_a_time};

/// Small enough for a test run; the whole corpus is far below.
const INPUT_LIMIT: u64 = 8 << 20;

/// How long one conversion may take in a run of all tests. What takes longer is stopped, which is an end too.
const DEADLINE: Duration = Duration::from_secs(20);

/// Converts every file to one of the formats it can become, which take turns: all of them would take hours.
#[test]
fn every_file_converts_or_says_why_not() {
    let Some(corpus) = corpus("conversions of the corpus") else { return };
    let (converted, refused, findings) = (AtomicUsize::new(0), AtomicUsize::new(0), Mutex::new(Vec::new()));
    let count = |number: &AtomicUsize| {
        number.fetch_add(1, Ordering::Relaxed);
    };
    two_at_a_time(files_below(&corpus).into_iter().enumerate(), |(at, path)| match outcome(&path, at) {
        None => {}
        Some(Ok(true)) => count(&converted),
        Some(Ok(false)) => count(&refused),
        Some(Err(finding)) => findings.lock().unwrap().push(format!("{}: {finding}", path.display())),
    });
    println!("measured: {} converted, {} refused", converted.into_inner(), refused.into_inner());
    let findings = findings.into_inner().unwrap();
    assert!(findings.is_empty(), "{}", findings.join("\n"));
}

/// Whether a file could be converted to the format whose turn it is; an error says what must not happen.
fn outcome(path: &Path, at: usize) -> Option<Result<bool, String>> {
    let limits = Limits { input_bytes: INPUT_LIMIT, ..Limits::default() };
    let bytes = std::fs::read(path).unwrap();
    let target = *targets_in_turn(&bytes, at, 1).first()?;
    Some(match quick(target).limits(limits).deadline(DEADLINE).convert(&bytes) {
        // Several pages make several pictures: one zip.
        Ok(output) if output.format == Format::ZIP && output.bytes.starts_with(b"PK") => Ok(true),
        Ok(output) if is_seen_as(&output.bytes, target) => Ok(true),
        Ok(_) => Err(format!("to {target}: the result is something else")),
        Err(error) if error.code() == ErrorCode::Internal => Err(format!("to {target}: {error} {:?}", error.cause())),
        Err(_) => Ok(false),
    })
}

#[test]
fn inspection_never_fails_without_a_code() {
    let Some(corpus) = corpus("inspection of the corpus") else { return };
    for path in files_below(&corpus) {
        if let Err(error) = transvase::inspect(&std::fs::read(&path).unwrap()) {
            assert_ne!(error.code(), ErrorCode::Internal, "{}: {error}", path.display());
        }
    }
}

#[test]
fn extensions_and_bytes_agree() {
    let Some(corpus) = corpus("detection in the corpus") else { return };
    for path in files_below(&corpus) {
        let named = path.extension().and_then(|extension| extension.to_str()).and_then(Format::find);
        let seen = transvase::detect(&std::fs::read(&path).unwrap());
        let sound = !path.components().any(|part| ["damaged", "robust"].map(Some).contains(&part.as_os_str().to_str()));
        // What a text is, its name says best.
        let is_text = |format: Format| ["fb2", "html", "ipynb", "json", "md", "txt"].contains(&format.id());
        if let (Some(named), Some(seen), true) = (named, seen, sound) {
            assert!(named == seen || (is_text(named) && is_text(seen)), "{} is {seen}", path.display());
        }
    }
}
