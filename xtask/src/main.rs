//! The repository's own chores: `cargo xtask test | soak | measure | docs`.

#![forbid(unsafe_code)]

mod api;
mod baseline;
mod bombs;
mod cinstall;
mod commands;
mod dependencies;
mod documents;
mod features;
mod fonts;
mod fuzz;
mod idle;
mod measure;
mod python;
mod score;
mod service;
mod sizes;
mod spdx;
mod steps;
mod test;
mod wasm;

use std::process::ExitCode;

const USAGE: &str = "\
cargo xtask test [STEP...]     everything .ci/run runs; with names, those steps only
cargo xtask soak               the long campaigns: hostile input, an hour of fuzzing, memory that must not grow, a service under kills and load
cargo xtask fuzz --minutes N   coverage-guided fuzzing of every route, and of parts of files
cargo xtask bombs [OPTIONS]    small hostile files of every format that is read, each converted under limits on time and memory
cargo xtask measure [OPTIONS]  time and memory of the headline conversions, held against benches/baseline.toml by --check
cargo xtask measure documents  time and memory of PDF to DOCX on long documents of the corpus
cargo xtask measure service    start and idle memory of the HTTP service
cargo xtask measure sizes      what the released files weigh, written into README.md
cargo xtask score              what PDF to DOCX keeps of the corpus: words, and scores against the documents PDFs were made from
cargo xtask cinstall           install the C library (without words: how)
cargo xtask fonts              gather the faces of the features fonts-cjk and fonts-world, which release builds then have
cargo xtask wheels             build the Python packages, the one of the fonts among them
cargo xtask golden             hold the documents of tests/golden against what is written down (--accept: write it anew)
cargo xtask api                write the listing of the core's public items
cargo xtask docs               write the reference pages that are made from the code
cargo xtask header             write the C header that is made from the code";

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let result = match words.as_slice() {
        ["test", steps @ ..] => test::run(steps),
        ["soak"] => test::soak(),
        ["fuzz", options @ ..] => fuzz::run(options),
        ["bombs", options @ ..] => bombs::run(options),
        ["measure", "service"] => idle::run(),
        ["measure", "sizes", names @ ..] => sizes::run(names),
        ["measure", "documents", options @ ..] => documents::run(options),
        ["measure", options @ ..] => measure::run(options),
        ["score"] => score::run(),
        ["cinstall", options @ ..] => cinstall::run(options),
        ["fonts"] => fonts::run(),
        ["wheels"] => python::wheels(),
        ["golden", options @ ..] => golden(options),
        ["api"] => api::write(),
        ["docs"] => test::docs(),
        ["header"] => test::header(),
        _ => Err(USAGE.into()),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the test of the golden documents; told to accept, it writes down what they become.
fn golden(options: &[&str]) -> Result<(), String> {
    let accept = match options {
        [] => "",
        ["--accept"] => "accept",
        _ => return Err("usage: cargo xtask golden [--accept]".into()),
    };
    commands::run(test::one_test("conversions", "golden::").env("TRANSVASE_GOLDEN", accept))
}
