//! The reference pages are in step with the code, and what the repository says of itself is so.

use std::path::PathBuf;

use transvase_tests::claims::{Claim, PLACES, is_left_out, sizes};
use transvase_tests::reference::{pages, read};
use transvase_tests::{files_below, python, root};

/// How far a size may be from what was measured, as a part of it. Every change of the code moves them.
const TOLERANCE: f64 = 0.1;

/// With `TRANSVASE_DOCS=write` in the environment the pages are written instead.
#[test]
fn reference_pages_are_in_step_with_the_code() {
    let write = std::env::var_os("TRANSVASE_DOCS").is_some_and(|word| word == "write");
    for (name, text) in pages().into_iter().chain(python::files()) {
        if write {
            std::fs::write(root().join(name), text).expect("the repository can be written");
        } else {
            assert!(read(name) == text, "{name} is not what the code says; write it with `cargo xtask docs`");
        }
    }
}

#[test]
fn nothing_is_claimed_that_is_not_there() {
    for name in PLACES {
        let claim = Claim::of(&read(name)).unwrap_or_else(|| panic!("{name} does not say what is converted"));
        assert!(!claim.converts.is_empty(), "{name}");
        assert!(claim.unfounded().is_empty(), "{name} claims {:?}", claim.unfounded());
    }
}

#[test]
fn a_claim_is_read_whatever_surrounds_it() {
    let words = |list: &[&str]| list.iter().map(|word| (*word).to_owned()).collect::<Vec<_>>();
    let header = "/*\n * Transvase: converts documents, sheets and images in process, and compresses JPEG and PDF\n * under a limit. It";
    let claim = Claim::of(header).expect("there is a claim");
    assert_eq!(claim.converts, words(&["documents", "sheets", "images"]));
    assert_eq!(claim.compresses, words(&["JPEG", "PDF"]));
    let invented = Claim::of("//! Converts images and dreams: bytes in.").expect("there is a claim");
    assert_eq!(invented.unfounded(), ["dreams"]);
    assert!(invented.compresses.is_empty());
}

/// A file that is not built here is named among what is skipped.
#[test]
fn sizes_in_the_readme_are_those_of_what_was_built() {
    let kept = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).with_file_name("sizes");
    assert!(sizes().iter().any(|(name, _)| name == "command line"), "{:?}", sizes());
    if !cfg!(all(target_os = "linux", target_arch = "x86_64")) {
        println!("skipped: sizes in README.md: they are those of Linux on x86-64");
        return;
    }
    for (name, said) in sizes() {
        let file = kept.join(name.replace(' ', "-"));
        if !file.is_file() {
            println!("skipped: size of the {name}: `cargo xtask measure sizes` has not built it here");
            continue;
        }
        let size = std::fs::metadata(file).expect("it is a file").len() as f64 / 1e6;
        let far = (said - size).abs() > TOLERANCE * size;
        assert!(!far, "README.md: {name} {said} MB, but it has {size:.1}; take it with `cargo xtask measure sizes`");
    }
}

#[test]
fn the_readme_names_the_oldest_compiler_that_cargo_takes() {
    let manifest = read("Cargo.toml");
    let version = manifest.lines().find_map(|line| line.strip_prefix("rust-version = ")).expect("there is a version");
    let sentence = format!("It builds with Rust {} or later", version.trim_matches('"'));
    assert!(read("README.md").contains(&sentence), "README.md does not say {sentence:?}");
}

#[test]
fn an_image_is_built_from_the_sources_and_from_nothing_else() {
    let patterns = read(".dockerignore");
    for folder in ["", "python/", "fuzz/", "benches/truth/"] {
        for line in read(&format!("{folder}.gitignore")).lines() {
            let built = format!("{folder}{}", line.trim_end_matches('/').replace('*', "x"));
            assert!(is_left_out(&patterns, &built), ".dockerignore lets {built} pass");
        }
    }
    assert!(is_left_out(&patterns, ".git/config") && is_left_out(&patterns, "tests/browser/node_modules/x.js"));
    for folder in ["core", "surface", "worker", "server", "cli", "ffi", "python", "xtask", "tests", "benches"] {
        for name in ["Cargo.toml", "src"] {
            let place = root().join(folder).join(name);
            let files = if place.is_dir() { files_below(&place) } else { vec![place] };
            for file in files.iter().filter_map(|file| file.strip_prefix(root()).ok()) {
                assert!(!is_left_out(&patterns, &file.to_string_lossy()), "{} is left out", file.display());
            }
        }
    }
    assert!(!is_left_out(&patterns, "Cargo.lock") && read("examples/service/Dockerfile").contains("--locked"));
}
