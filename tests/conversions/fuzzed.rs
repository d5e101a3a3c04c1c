//! Inputs that coverage-guided fuzzing kept: each still ends in a result or an error with a code.
//!
//! They are in `fuzz/corpus`, in a folder for each subject of the program of `fuzz/`; `cargo xtask fuzz --keep` finds more.

use std::path::{Path, PathBuf};
use std::time::Duration;

use transvase::{Converter, ErrorCode};
use transvase_tests::{files_below, root, samples};

/// What makes whole files of parts of files.
#[path = "../../fuzz/src/parts.rs"]
mod parts;

/// How long a conversion may take; most take a hundredth of a second.
const DEADLINE: Duration = Duration::from_mins(1);

#[test]
fn kept_inputs_do_no_harm() {
    let kept = files_below(&root().join("fuzz/corpus"));
    assert!(kept.len() > 500, "{} inputs", kept.len());
    let harm: Vec<String> =
        kept.iter().filter_map(|path| harm(path).map(|what| format!("{}: {what}", path.display()))).collect();
    assert!(harm.is_empty(), "{}", harm.join("\n"));
}

/// What is wrong with how the conversion of an input ends.
fn harm(path: &Path) -> Option<String> {
    let subject = path.parent()?.file_name()?.to_str()?;
    let bytes = std::fs::read(path).unwrap();
    let converted = match parts::PARTS.iter().find(|part| part.name == subject) {
        Some(part) => {
            let bytes = (part.wrap)(&bytes);
            match part.to {
                Some(to) => end(&samples::quick(to), &bytes),
                None => transvase::inspect(&bytes).map(drop),
            }
        }
        None => {
            let routes = transvase::routes();
            let names =
                |route: &&transvase::Route| format!("{}-{}", route.source().id(), route.target().id()) == subject;
            let route = routes.iter().find(names).unwrap_or_else(|| panic!("there is no subject {subject}"));
            end(&samples::quick(route.target()).source(route.source()), &bytes)
        }
    };
    let error = converted.err()?;
    let is_harm = matches!(error.code(), ErrorCode::Internal | ErrorCode::TimedOut | ErrorCode::OutOfMemory);
    is_harm.then(|| error.to_string())
}

fn end(converter: &Converter, bytes: &[u8]) -> transvase::Result<()> {
    converter.clone().deadline(DEADLINE).convert(bytes).map(drop)
}

/// The samples of the tests, where `TRANSVASE_SAMPLES` names a folder for them: seeds of fuzzing.
#[test]
fn samples_are_written() {
    let Some(folder) = std::env::var_os("TRANSVASE_SAMPLES").map(PathBuf::from) else {
        println!("skipped: samples as seeds of fuzzing: TRANSVASE_SAMPLES is not set");
        return;
    };
    for sample in samples::all() {
        std::fs::write(folder.join(&sample.name), &sample.bytes).unwrap();
    }
    // Documents that scripts of ours made.
    for path in files_below(&root().join("tests/golden/documents")) {
        let name = path.file_name().unwrap();
        if path.extension().is_some_and(|end| end != "txt" && end != "truth") {
            std::fs::copy(&path, folder.join(name)).unwrap();
        }
    }
}
