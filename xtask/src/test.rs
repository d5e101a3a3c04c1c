//! `cargo xtask test`: every check of the repository, the ones `.ci/run` runs.

use std::io::{BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::commands::{self, build_release, cargo, corpus, has_cargo, release_binary, shared_cargo, target_folder};
use crate::steps::{self, Step, Tally};
use crate::{api, cinstall, dependencies, features, fuzz, python, service, wasm};

/// The compiler whose lints and formatting are held to the letter. Others differ from release to
/// release: with them both are shown, and do not count.
pub const LINT_COMPILER: &str = "1.95";

/// The Python package is built against an interpreter.
const PYTHON: &str = "transvase-python";

/// Conversions of changed samples in the long campaign.
const MUTANTS: &str = "1000000";

/// The checks, in the order of the cheapest first.
#[rustfmt::skip]
const STEPS: &[Step] = &[
    Step { name: "format", about: "rustfmt changes nothing", check: format },
    Step { name: "dependencies", about: "licences, bans and sources of deny.toml", check: dependencies::check },
    Step { name: "lint", about: "clippy, every target", check: lint },
    Step { name: "features", about: "builds with fewer formats than all", check: features::check },
    Step { name: "release", about: "release build of the command line", check: release },
    Step { name: "test", about: "unit, documentation and surface tests", check: tests },
    Step { name: "wasm", about: "the core under Node, byte for byte as native", check: wasm::check },
    Step { name: "python", about: "the Python package: tests, types, engines", check: python::check },
    Step { name: "contract", about: "the HTTP service against its own description", check: service::contract },
    Step { name: "browser", about: "the dashboard in a real browser", check: service::browser },
    Step { name: "api", about: "the public items are those of core/public-api.txt", check: api::check },
    Step { name: "rustdoc", about: "cargo doc without warnings", check: rustdoc },
];

/// Runs the steps named, or all.
pub fn run(names: &[&str]) -> Result<(), String> {
    if let Some(name) = names.iter().find(|name| !STEPS.iter().any(|step| step.name == **name)) {
        let known: Vec<_> = STEPS.iter().map(|step| step.name).collect();
        return Err(format!("there is no step {name:?}; the steps are {}", known.join(", ")));
    }
    let chosen: Vec<&Step> = STEPS.iter().filter(|step| names.is_empty() || names.contains(&step.name)).collect();
    steps::run(&chosen)
}

/// The long campaigns: hostile input, and 10,000 conversions without growth in C and Python.
pub fn soak() -> Result<(), String> {
    build_release()?;
    commands::run(with_places(&mut one_test("conversions", "hostile::")).env("TRANSVASE_HOSTILE", "full"))?;
    fuzz::soak()?;
    build_tests()?;
    let optimised = ["--release", "--test", "mutants", "--", "--nocapture"];
    commands::run(with_places(&mut workspace("test", &optimised)).env("TRANSVASE_MUTANTS", MUTANTS))?;
    commands::run(with_places(&mut one_test("c_library", "")).env("TRANSVASE_SOAK", "1"))?;
    for name in ["kill", "service_load"] {
        commands::run(with_places(&mut one_test(name, "")).env("TRANSVASE_SOAK", "1"))?;
    }
    service::soak()?;
    python::soak()
}

/// Writes the reference pages.
pub fn docs() -> Result<(), String> {
    commands::run(one_test("repository", "docs::").env("TRANSVASE_DOCS", "write"))?;
    let schemas = ["test", "--quiet", "--locked", "-p", "transvase-text", "--lib", "json::tests::schema"];
    commands::run(shared_cargo(&schemas).env("TRANSVASE_DOCS", "write"))
}

/// Writes the C header.
pub fn header() -> Result<(), String> {
    commands::run(one_test("header", "").env("TRANSVASE_DOCS", "write"))?;
    commands::run(one_test("abi", "").env("TRANSVASE_DOCS", "write"))
}

/// The tests of one program of `tests/` whose names have `part` in them. The whole workspace is named, so that its
/// dependencies are built with the same features as for all tests, and thus only once.
pub fn one_test(program: &str, part: &str) -> Command {
    workspace("test", &["--test", program, "--", "--nocapture", "--test-threads", "1", part])
}

/// A cargo command over all packages that tests are built of: the same packages and features each time, so that what
/// all of them need is built once.
fn workspace(command: &str, words: &[&str]) -> Command {
    let mut command = shared_cargo(&[command, "--quiet", "--locked", "--workspace"]);
    if commands::is_installed("python3") {
        // An extension does not link the interpreter that loads it.
        command.args(["--features", "transvase-python/fail-points"]).env("PYO3_BUILD_EXTENSION_MODULE", "1");
    } else {
        command.args(["--exclude", PYTHON]);
    }
    command.args(words);
    command
}

/// A cargo command that builds every library, program and test: in one go, since a program alone would be built of
/// libraries without what the tests ask of them, and thus all once more.
pub fn build_all() -> Command {
    workspace("build", &["--lib", "--bins", "--tests"])
}

fn format() -> Result<Tally, String> {
    if !has_cargo("fmt") {
        return Ok(Tally::skip("rustfmt is not installed"));
    }
    lenient(commands::run(&mut cargo(&["fmt", "--all", "--check"])))
}

/// Builds everything and counts what is found on the way.
fn lint() -> Result<Tally, String> {
    if !has_cargo("clippy") {
        return Ok(Tally::skip("clippy is not installed"));
    }
    let found = findings(&mut build_all())?;
    let mut tally = Tally::default();
    if !commands::is_installed("python3") {
        tally.skipped.push("lints of the Python package: python3 is not installed".into());
    }
    let outcome = if found == 0 { Ok(()) } else { Err(format!("{found} findings")) };
    tally.add(lenient(outcome)?);
    Ok(tally)
}

/// How many findings a build has to tell. Cargo keeps them: they are told of what was built before, too.
fn findings(build: &mut Command) -> Result<usize, String> {
    let output = build.args(["--message-format", "short"]).output().map_err(|error| format!("{build:?}: {error}"))?;
    let said = String::from_utf8_lossy(&output.stderr);
    print!("{said}");
    let found = said.lines().filter(|line| line.contains(": warning: ")).count();
    if output.status.success() { Ok(found) } else { Err(format!("{build:?}: {}", output.status)) }
}

/// A failure of a check whose outcome depends on the compiler's version.
fn lenient(outcome: Result<(), String>) -> Result<Tally, String> {
    let version = commands::rustc_version().unwrap_or_default();
    match outcome {
        Ok(()) => Ok(Tally::pass()),
        Err(message) if version == LINT_COMPILER => Err(message),
        Err(_) => Ok(Tally::skip(format!("findings above: they count with Rust {LINT_COMPILER}, this is {version}"))),
    }
}

fn release() -> Result<Tally, String> {
    build_release()?;
    let size = std::fs::metadata(release_binary()).map_or(0, |file| file.len());
    println!("   the binary has {:.1} MB", size as f64 / 1e6);
    Ok(Tally::pass())
}

fn rustdoc() -> Result<Tally, String> {
    let words = ["doc", "--quiet", "--locked", "--workspace", "--no-deps"];
    commands::run(cargo(&words).env("RUSTDOCFLAGS", "-D warnings")).map(|()| Tally::pass())
}

/// Builds every test and the command line beside them, which can be made to fail on request, and installs
/// the C library that was built with them where its tests look for it.
fn build_tests() -> Result<(), String> {
    commands::run(&mut build_all())?;
    if cfg!(unix) { cinstall::install_built(&target_folder().join("debug/deps"), &c_prefix()) } else { Ok(()) }
}

/// Where the C library is installed for its tests.
fn c_prefix() -> PathBuf {
    target_folder().join("c-prefix")
}

/// Every test of the workspace. What a test says it skips is gathered from its output.
fn tests() -> Result<Tally, String> {
    build_tests()?;
    let mut command = workspace("test", &["--no-fail-fast", "--", "--show-output"]);
    // The same cases of property tests each time: what fails here fails again. `cargo test` alone draws others.
    command.env("PROPTEST_RNG_SEED", "7");
    with_places(&mut command).stdout(Stdio::piped());
    let mut child = command.spawn().map_err(|error| format!("cargo test: {error}"))?;
    let lines = child.stdout.take().map(|out| BufReader::new(out).lines()).ok_or("cargo test has no output")?;
    let mut tally = Tally::default();
    if corpus().is_none() {
        tally.skipped.push("corpus tests: TRANSVASE_CORPUS is not set and ../shared/corpus is not there".into());
    }
    for line in lines.map_while(Result::ok) {
        read_line(&line, &mut tally);
    }
    let status = child.wait().map_err(|error| format!("cargo test: {error}"))?;
    if !status.success() && tally.failed == 0 {
        // A test that does not compile has no result line.
        tally.failed = 1;
    }
    Ok(tally)
}

/// Reads one line of libtest's output: counts, what is skipped, and what a person wants to see.
fn read_line(line: &str, tally: &mut Tally) {
    if let Some(counts) = line.strip_prefix("test result: ") {
        tally.passed += count(counts, " passed");
        tally.failed += count(counts, " failed");
    } else if let Some(what) = line.trim().strip_prefix("skipped: ") {
        if !tally.skipped.iter().any(|known| known == what) {
            tally.skipped.push(what.to_owned());
        }
    } else if is_telling(line) {
        println!("   {line}");
    }
}

fn is_telling(line: &str) -> bool {
    let starts = ["---- ", "thread '", "error", "assertion", "  left:", " right:", "measured: "];
    starts.iter().any(|start| line.starts_with(start)) && !line.ends_with(" stdout ----")
        || line.contains("panicked at")
}

/// The number before `word`.
fn count(counts: &str, word: &str) -> u64 {
    let before = counts.find(word).map_or("", |end| &counts[..end]);
    before.rsplit([' ', ';', '.']).next().and_then(|number| number.parse().ok()).unwrap_or(0)
}

/// Where the tests find the release command line and the corpus.
pub fn with_places(command: &mut Command) -> &mut Command {
    command.env("TRANSVASE_BIN", release_binary()).env("TRANSVASE_PREFIX", c_prefix());
    match corpus() {
        Some(place) => command.env("TRANSVASE_CORPUS", place),
        None => command.env_remove("TRANSVASE_CORPUS"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn libtest_lines_are_counted() {
        let mut tally = Tally::default();
        read_line("test result: ok. 41 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out", &mut tally);
        read_line("test result: FAILED. 1 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out", &mut tally);
        read_line("skipped: no corpus", &mut tally);
        read_line("skipped: no corpus", &mut tally);
        assert_eq!(tally, Tally { passed: 42, failed: 2, skipped: vec!["no corpus".into()] });
    }
}
