//! Every file of the corpus ends in a result or a typed error.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use transvase::{Converter, ErrorCode, Format, Limits};
use transvase_tests::samples::is_seen_as;
use transvase_tests::{corpus, files_below};

/// Small enough for a test run; the whole corpus is far below.
const INPUT_LIMIT: u64 = 8 << 20;

#[test]
fn every_file_converts_or_says_why_not() {
    let Some(corpus) = corpus("conversions of the corpus") else { return };
    let limits = Limits { input_bytes: INPUT_LIMIT, ..Limits::default() };
    let routes = transvase::routes();
    let (mut converted, mut refused, mut findings) = (0, 0, Vec::new());
    for (at, path) in files_below(&corpus).into_iter().enumerate() {
        let bytes = std::fs::read(&path).unwrap();
        let Some(source) = transvase::detect(&bytes) else { continue };
        let targets: Vec<Format> =
            routes.iter().filter(|route| route.source() == source).map(transvase::Route::target).collect();
        // Each file to two targets, which take turns: all of them would take an hour.
        let turn = |step: usize| targets.get((at + step) % targets.len().max(1)).copied();
        let other = turn(targets.len() / 2).filter(|other| Some(*other) != turn(0));
        for target in turn(0).into_iter().chain(other) {
            let deadline = std::time::Duration::from_mins(2);
            match Converter::new(target).limits(limits.clone()).deadline(deadline).convert(&bytes) {
                Ok(output) if is_seen_as(&output.bytes, target) => converted += 1,
                Ok(_) => findings.push(format!("{} to {target}: the result is something else", path.display())),
                Err(error) if error.code() == ErrorCode::Internal => {
                    findings.push(format!("{} to {target}: {error} {:?}", path.display(), error.cause()));
                }
                Err(_) => refused += 1,
            }
        }
    }
    println!("measured: {converted} converted, {refused} refused");
    assert!(findings.is_empty(), "{}", findings.join("\n"));
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
