//! The checks of the HTTP service that come from other worlds: schemathesis, linters and a generated
//! client against its description, a browser against its dashboard.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::commands::{self, release_binary, root, target_folder};
use crate::python::Environment;
use crate::steps::Tally;

/// Runs schemathesis over `/openapi.json` of a running service, and what others make of that document.
pub fn contract() -> Result<Tally, String> {
    let mut tally = run_contract(false)?;
    if commands::is_installed("python3") {
        tally.add(described()?);
    }
    Ok(tally)
}

/// Linters, and a client that is made from the description.
fn described() -> Result<Tally, String> {
    let mut script = contract_environment()?.command("python");
    script.arg(root().join("tests/schemathesis/describe.py")).env("TRANSVASE_BIN", release_binary());
    let output = script.stderr(Stdio::inherit()).output().map_err(|error| format!("the description: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    print!("{}", indented(&text));
    Ok(read_outcomes(&text, output.status.success()))
}

/// The same with 10,000 cases.
pub fn soak() -> Result<(), String> {
    let tally = run_contract(true)?;
    if tally.failed == 0 { Ok(()) } else { Err("the service breaks its own description, see above".into()) }
}

fn run_contract(is_long: bool) -> Result<Tally, String> {
    if !commands::is_installed("python3") {
        return Ok(Tally::skip("schemathesis: python3 is not installed"));
    }
    let environment = contract_environment()?;
    let mut script = environment.command("python");
    script.arg(root().join("tests/schemathesis/run.py")).env("TRANSVASE_BIN", release_binary());
    if is_long {
        script.env("TRANSVASE_SOAK", "1");
    }
    let output = script.stderr(Stdio::inherit()).output().map_err(|error| format!("schemathesis: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    print!("{}", indented(&text));
    Ok(Tally {
        passed: u64::from(output.status.success()),
        failed: u64::from(!output.status.success()),
        skipped: vec![],
    })
}

/// Where schemathesis lives; the dashboard's sample in Python runs there too.
fn contract_environment() -> Result<Environment, String> {
    let environment = Environment::in_folder("venv-contract")?;
    environment.install(&root().join("tests/schemathesis/requirements.txt"))?;
    Ok(environment)
}

/// Runs the tests of the dashboard in a real browser.
pub fn browser() -> Result<Tally, String> {
    if !commands::is_installed("npm") {
        return Ok(Tally::skip("the dashboard in a browser: npm is not installed"));
    }
    if !commands::is_installed("chromium") {
        return Ok(Tally::skip("the dashboard in a browser: chromium is not installed"));
    }
    let folder = installed_tests()?;
    let mut node = Command::new("node");
    // One browser at a time: two cores are soon busy.
    node.args(["--test", "--test-reporter", "tap", "--test-concurrency", "1"]).current_dir(&folder);
    node.env("TRANSVASE_BIN", release_binary()).env("TRANSVASE_ROOT", root());
    if let Ok(environment) = contract_environment() {
        node.env("TRANSVASE_PYTHON", environment.program("python"));
    }
    commands::tally_of(&mut node, read_tap)
}

/// A copy of the browser's tests below the target folder, with the packages they need.
fn installed_tests() -> Result<PathBuf, String> {
    let (from, to) = (root().join("tests/browser"), target_folder().join("browser"));
    std::fs::create_dir_all(&to).map_err(|error| format!("{}: {error}", to.display()))?;
    let entries = std::fs::read_dir(&from).map_err(|error| format!("{}: {error}", from.display()))?;
    for file in entries.flatten().map(|entry| entry.path()).filter(|path| path.is_file()) {
        std::fs::copy(&file, to.join(name_of(&file))).map_err(|error| format!("{}: {error}", file.display()))?;
    }
    commands::run(Command::new("npm").args(["ci", "--silent", "--ignore-scripts"]).current_dir(&to))?;
    Ok(to)
}

fn name_of(file: &Path) -> &std::ffi::OsStr {
    file.file_name().unwrap_or_default()
}

fn indented(text: &str) -> String {
    text.lines().map(|line| format!("   {line}\n")).collect()
}

/// Reads lines that begin with `passed: `, `failed: ` or `skipped: `; a script that fails without saying
/// where has failed once.
fn read_outcomes(text: &str, is_success: bool) -> Tally {
    let count = |word: &str| text.lines().filter(|line| line.starts_with(word)).count() as u64;
    let skipped = text.lines().filter_map(|line| line.strip_prefix("skipped: ")).map(str::to_owned).collect();
    Tally { passed: count("passed: "), failed: count("failed: ").max(u64::from(!is_success)), skipped }
}

/// Reads the counts at the end of the Test Anything Protocol as node prints them.
fn read_tap(text: &str) -> Tally {
    let number = |word: &str| {
        let line = text.lines().rev().find_map(|line| line.strip_prefix("# ")?.strip_prefix(word));
        line.and_then(|rest| rest.trim().parse().ok()).unwrap_or(0)
    };
    let skipped = text.lines().filter_map(|line| line.trim().split_once(" # SKIP")).map(|(test, why)| {
        let name = test.split_once(" - ").map_or(test, |(_, name)| name);
        format!("the dashboard: {name}: {}", why.trim())
    });
    Tally { passed: number("pass "), failed: number("fail "), skipped: skipped.collect() }
}

#[cfg(test)]
mod tests {
    use super::{read_outcomes, read_tap};

    #[test]
    fn outcomes_are_read() {
        let tally =
            read_outcomes("passed: redocly\nwhat it says\nfailed: spectral\nskipped: a client: no pip\n", false);
        assert_eq!((tally.passed, tally.failed, tally.skipped), (1, 1, vec!["a client: no pip".to_owned()]));
        assert_eq!(read_outcomes("Traceback", false).failed, 1);
        assert_eq!(read_outcomes("passed: redocly", true).failed, 0);
    }

    #[test]
    fn tap_counts_are_read() {
        let text = "ok 1 - signs in\nok 2 - signs out # SKIP no browser\n1..3\n# tests 3\n# suites 0\n# pass 1\n# fail 1\n# cancelled 0\n# skipped 1\n";
        let tally = read_tap(text);
        assert_eq!((tally.passed, tally.failed), (1, 1));
        assert_eq!(tally.skipped, ["the dashboard: signs out: no browser"]);
    }
}
