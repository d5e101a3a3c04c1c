//! Programs this one runs, and where things are.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::fonts;
use crate::steps::Tally;

/// The repository's root.
pub fn root() -> PathBuf {
    // The package lies one folder below the root.
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map_or_else(PathBuf::new, Path::to_path_buf)
}

/// A cargo command in the root, with the lock file as it is.
pub fn cargo(words: &[&str]) -> Command {
    let mut command = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    command.args(words).current_dir(root());
    forget_package(&mut command);
    command
}

/// Takes from a command what cargo says of this package to what it runs. Build scripts look at it (that of `ring` does),
/// and cargo would build what depends on them once for itself and once for us.
fn forget_package(command: &mut Command) {
    let is_of_package = |name: &str| ["CARGO_PKG_", "CARGO_MANIFEST_"].iter().any(|start| name.starts_with(start));
    for (name, _) in std::env::vars_os().filter(|(name, _)| name.to_str().is_some_and(is_of_package)) {
        command.env_remove(name);
    }
}

/// As [`cargo`], for what lints, tests and the Python package share: one set of artefacts. Clippy's driver is the compiler
/// of our own crates where it is installed, so that its findings cost no second pass over all of them.
pub fn shared_cargo(words: &[&str]) -> Command {
    let mut command = cargo(words);
    if has_cargo("clippy") {
        command.env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver");
    }
    command
}

/// Whether a cargo subcommand is installed.
pub fn has_cargo(subcommand: &str) -> bool {
    cargo(&[subcommand, "--version"]).output().is_ok_and(|output| output.status.success())
}

/// The version of the compiler, as in `1.95`.
pub fn rustc_version() -> Option<String> {
    let output = Command::new("rustc").arg("--version").output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let version = text.split_whitespace().nth(1)?;
    let mut parts = version.split('.');
    Some(format!("{}.{}", parts.next()?, parts.next()?))
}

/// Whether a program can be started.
pub fn is_installed(program: &str) -> bool {
    Command::new(program).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// Where cargo builds.
pub fn target_folder() -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// The release build of the command line.
pub fn release_binary() -> PathBuf {
    target_folder().join("release").join(format!("transvase{}", std::env::consts::EXE_SUFFIX))
}

/// Builds the release command line, with the fonts that `cargo xtask fonts` has gathered.
pub fn build_release() -> Result<(), String> {
    build_command_line("release")
}

/// The command line as it is handed out.
pub fn dist_binary() -> PathBuf {
    target_folder().join("dist").join(format!("transvase{}", std::env::consts::EXE_SUFFIX))
}

/// Builds the command line as it is handed out, with the fonts that `cargo xtask fonts` has gathered.
pub fn build_dist() -> Result<(), String> {
    build_command_line("dist")
}

fn build_command_line(profile: &str) -> Result<(), String> {
    let features = fonts::features_there().join(",");
    let words = ["build", "--quiet", "--locked", "--package", "transvase-cli", "--profile", profile, "--features"];
    run(cargo(&words).arg(features))
}

/// Runs a command to its end.
pub fn run(command: &mut Command) -> Result<(), String> {
    let status = command.status().map_err(|error| format!("{command:?}: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{command:?}: {status}")) }
}

/// Runs a test runner of another world to its end and reads its tally off what it prints; all of that is
/// shown where it failed.
pub fn tally_of(command: &mut Command, read: impl Fn(&str) -> Tally) -> Result<Tally, String> {
    let output = command.stderr(Stdio::inherit()).output().map_err(|error| format!("{command:?}: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let mut tally = read(&text);
    if !output.status.success() {
        println!("{text}");
        tally.failed = tally.failed.max(1);
    }
    Ok(tally)
}

/// The corpus of real files, where it is: `TRANSVASE_CORPUS`, or beside the repository.
pub fn corpus() -> Option<PathBuf> {
    let named = std::env::var_os("TRANSVASE_CORPUS").map(PathBuf::from);
    let place = named.unwrap_or_else(|| root().join("../shared/corpus"));
    place.canonicalize().ok().filter(|place| place.is_dir())
}
