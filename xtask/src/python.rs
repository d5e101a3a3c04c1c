//! The tests of the Python package, in an environment of their own below the target folder.

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::commands::{self, root, target_folder};
use crate::steps::Tally;
use crate::{fonts, test};

/// Builds the package into a virtual environment and runs its tests there.
pub fn check() -> Result<Tally, String> {
    if !commands::is_installed("python3") {
        return Ok(Tally::skip("the Python package: python3 is not installed"));
    }
    let environment = Environment::ready()?;
    environment.build()?;
    environment.test(&[], "0")
}

/// The long run: 10,000 conversions without growth, and the PDFs of the corpus as other viewers show them.
pub fn soak() -> Result<(), String> {
    let environment = Environment::ready()?;
    environment.build()?;
    let tally = environment.test(&["tests/test_memory.py", "tests/test_looks.py"], "1")?;
    if tally.failed == 0 { Ok(()) } else { Err("memory grows or pages look otherwise, see above".into()) }
}

/// Builds the wheels that are handed out into `target/wheels`: the package, with the fonts for Chinese, Japanese
/// and Korean where `cargo xtask fonts` has gathered them, and the package of the fonts themselves.
pub fn wheels() -> Result<(), String> {
    let environment = Environment::in_folder("wheel-venv")?;
    commands::run(environment.command("python").args(["-m", "pip", "install", "--quiet", "maturin>=1.9,<2"]))?;
    let wheels = target_folder().join("wheels");
    let mut words = vec!["build", "--quiet", "--profile", "dist", "--locked"];
    let cjk = fonts::features_there().into_iter().find(|feature| *feature == "fonts-cjk");
    words.extend(cjk.iter().flat_map(|feature| ["--features", *feature]));
    commands::run(environment.command("maturin").args(words).arg("--out").arg(&wheels))?;
    fonts::fill(&package().join("fonts/transvase_fonts/data"))?;
    let words = ["-m", "pip", "wheel", "--quiet", "--no-deps", "./fonts", "--wheel-dir"];
    commands::run(environment.command("python").args(words).arg(&wheels))
}

/// A virtual environment with everything the tests need.
pub struct Environment {
    folder: PathBuf,
    tools: PathBuf,
}

impl Environment {
    /// The environment of the package's own tests.
    fn ready() -> Result<Self, String> {
        let environment = Environment::in_folder("venv")?;
        environment.install(&package().join("requirements-test.txt"))?;
        environment.type_checker()?;
        Ok(environment)
    }

    /// The environment in a folder below the target folder, made where there is none.
    pub fn in_folder(name: &str) -> Result<Self, String> {
        let environment = Environment { folder: target_folder().join(name), tools: target_folder().join("npm") };
        if !environment.program("python").exists() {
            commands::run(Command::new("python3").args(["-m", "venv"]).arg(&environment.folder))?;
        }
        Ok(environment)
    }

    /// Installs what is missing of a list of requirements.
    pub fn install(&self, requirements: &Path) -> Result<(), String> {
        let mut pip = Command::new(self.program("python"));
        pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--requirement"]).arg(requirements);
        commands::run(&mut pip)
    }

    /// pyright, which the npm registry has.
    fn type_checker(&self) -> Result<(), String> {
        if self.tools.join("node_modules/.bin/pyright").exists() || !commands::is_installed("npm") {
            return Ok(());
        }
        commands::run(Command::new("npm").args(["install", "--silent", "--prefix"]).arg(&self.tools).arg("pyright"))
    }

    /// The place of a program of the environment.
    pub fn program(&self, name: &str) -> PathBuf {
        self.folder.join(if cfg!(windows) { "Scripts" } else { "bin" }).join(name)
    }

    /// A program of the environment, with the environment's programs and tools before all others.
    pub fn command(&self, name: &str) -> Command {
        let mut places = vec![self.program(""), self.tools.join("node_modules/.bin")];
        places.extend(std::env::var_os("PATH").iter().flat_map(std::env::split_paths));
        let mut command = Command::new(self.program(name));
        command.current_dir(package()).env("VIRTUAL_ENV", &self.folder).env_remove("PYTHONHOME");
        // Absolute places that were joined with the system's separator join again.
        command.env("PATH", std::env::join_paths(places).unwrap_or_default());
        command
    }

    /// Puts the native half, built with all that is tested, where the package looks for it, and the package where the
    /// environment does: what `maturin develop` would do, for which everything would be built once more.
    fn build(&self) -> Result<(), String> {
        commands::run(&mut test::build_all())?;
        let built = target_folder().join("debug").join(format!("{DLL_PREFIX}_native{DLL_SUFFIX}"));
        let native = package().join("transvase").join(if cfg!(windows) { "_native.pyd" } else { "_native.abi3.so" });
        // Never over a library that something has open.
        let _ = fs::remove_file(&native);
        fs::copy(&built, &native).map_err(|error| format!("{}: {error}", built.display()))?;
        let link = "import os, sysconfig; place = os.path.join(sysconfig.get_path('purelib'), 'transvase.pth'); \
                    open(place, 'w').write(os.getcwd())";
        commands::run(self.command("python").args(["-c", link]))
    }

    fn test(&self, words: &[&str], soak: &str) -> Result<Tally, String> {
        let mut pytest = self.command("pytest");
        pytest.args(["--quiet", "-rfEs", "--color=no", "--durations=5"]).args(words).env("TRANSVASE_SOAK", soak);
        commands::tally_of(&mut pytest, read)
    }
}

fn package() -> PathBuf {
    Path::new(&root()).join("python")
}

/// Reads pytest's short summary: the last line's counts, and what was skipped and why.
fn read(text: &str) -> Tally {
    let mut tally = Tally::default();
    for line in text.lines() {
        if let Some(skipped) = line.strip_prefix("SKIPPED [") {
            let why = skipped.split_once("] ").map_or(skipped, |(_, why)| why);
            tally.skipped.push(format!("python: {why}"));
        }
    }
    let last = text.lines().rev().find(|line| line.contains(" passed") || line.contains(" failed")).unwrap_or("");
    for part in last.trim_matches('=').split(',') {
        let mut words = part.split_whitespace();
        let number = words.next().and_then(|word| word.parse::<u64>().ok()).unwrap_or(0);
        match words.next() {
            Some("passed") => tally.passed += number,
            Some("failed" | "errors" | "error") => tally.failed += number,
            _ => {}
        }
    }
    tally
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn pytest_lines_are_counted() {
        let text = "...s.F\nSKIPPED [1] tests/test_types.py:35: pyright is no Python package\n\
                    2 failed, 41 passed, 1 skipped, 3 warnings in 12.34s\n";
        let tally = read(text);
        assert_eq!((tally.passed, tally.failed), (41, 2));
        assert_eq!(tally.skipped, ["python: tests/test_types.py:35: pyright is no Python package"]);
    }
}
