//! `cargo xtask measure sizes`: what is handed out is built, and what it weighs is written into
//! `README.md`. Copies stay in `target/sizes`, where the test `docs` holds the page against them.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::commands::{self, build_dist, cargo, dist_binary, root, target_folder};

const USAGE: &str = "\
cargo xtask measure sizes [NAME...]

Builds what the table of sizes in README.md lists and writes down what it weighs; with names, in quotes where they
have spaces, those rows only.";

/// The marks around the table.
const BEGIN: &str = "<!-- sizes: taken by `cargo xtask measure sizes` -->\n";
const END: &str = "<!-- end of sizes -->";

/// What is handed out: its name in the table, and how the file comes about. What is whole comes after what has a
/// part left out, so that it is what lies in the target folder in the end.
const ARTEFACTS: &[(&str, fn() -> Result<PathBuf, String>)] = &[
    ("command line without the service", || {
        let words = ["build", "--quiet", "--locked", "--profile", "dist", "--package", "transvase-cli"];
        commands::run(cargo(&words).arg("--no-default-features")).map(|()| dist_binary())
    }),
    ("command line", || build_dist().map(|()| dist_binary())),
    ("shared library without fonts", || shared_library(&["--no-default-features"])),
    ("shared library", || shared_library(&[])),
    ("Python wheel", wheel),
];

/// Builds, weighs and writes.
pub fn run(names: &[&str]) -> Result<(), String> {
    if let Some(name) = names.iter().find(|name| !ARTEFACTS.iter().any(|(known, _)| known == *name)) {
        return Err(format!("there is no row {name:?}\n{USAGE}"));
    }
    let path = root().join("README.md");
    let mut page = fs::read_to_string(&path).map_err(|error| format!("{}: {error}", path.display()))?;
    for (name, build) in ARTEFACTS.iter().filter(|(name, _)| names.is_empty() || names.contains(name)) {
        let size = kept(name, &build()?)?;
        println!("{name}: {size} bytes");
        page = weighed(&page, name, size)?;
    }
    fs::write(&path, page).map_err(|error| format!("{}: {error}", path.display()))
}

/// The shared library as `cargo xtask cinstall` builds it.
fn shared_library(words: &[&str]) -> Result<PathBuf, String> {
    let build =
        ["rustc", "--quiet", "--locked", "--profile", "dist", "--package", "transvase-ffi", "--lib", "--crate-type"];
    commands::run(cargo(&build).arg("cdylib,staticlib").args(words))?;
    let name = if cfg!(target_os = "macos") { "libtransvase_ffi.dylib" } else { "libtransvase_ffi.so" };
    Ok(target_folder().join("dist").join(name))
}

fn wheel() -> Result<PathBuf, String> {
    let folder = target_folder().join("wheel");
    // An older version's would lie beside the new one.
    let _ = fs::remove_dir_all(&folder);
    let mut pip = Command::new("python3");
    pip.args(["-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir"]).arg(&folder).arg(root().join("python"));
    commands::run(pip.env("CARGO_TARGET_DIR", target_folder()))?;
    let mut files = fs::read_dir(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    files.find_map(|file| Some(file.ok()?.path())).ok_or_else(|| "pip has built no wheel".into())
}

/// Copies a file to where the tests look for it; its size in bytes.
fn kept(name: &str, file: &Path) -> Result<u64, String> {
    let folder = target_folder().join("sizes");
    let place = folder.join(name.replace(' ', "-"));
    let copied = fs::create_dir_all(&folder).and_then(|()| fs::copy(file, &place));
    copied.map_err(|error| format!("{} to {}: {error}", file.display(), place.display()))
}

/// The page with the size of one row, in megabytes, in place of the one that stands there.
fn weighed(page: &str, name: &str, size: u64) -> Result<String, String> {
    let (before, rest) = page.split_once(BEGIN).ok_or("README.md has no mark where its sizes begin")?;
    let (table, after) = rest.split_once(END).ok_or("README.md has no mark where its sizes end")?;
    let start = format!("| {name} | ");
    if !table.lines().any(|line| line.starts_with(&start)) {
        return Err(format!("README.md has no row {name:?} among its sizes"));
    }
    let mut new = String::new();
    for line in table.lines() {
        let _ = match line.starts_with(&start) {
            true => writeln!(new, "{start}{:.1} |", size as f64 / 1e6),
            false => writeln!(new, "{line}"),
        };
    }
    Ok(format!("{before}{BEGIN}{new}{END}{after}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_row_is_written_and_all_else_stays() {
        let page = format!(
            "before\n{BEGIN}| a | MB |\n|---|---|\n| one | 1.0 |\n| one more | 2.0 |\n{END}\nafter | one | 9 |\n"
        );
        let written = weighed(&page, "one", 38_860_000).unwrap_or_default();
        assert_eq!(written, page.replace("| one | 1.0 |", "| one | 38.9 |"));
        assert!(weighed(&page, "none", 1).is_err() && weighed("no marks", "one", 1).is_err());
    }

    #[test]
    fn every_artefact_has_a_row_in_the_readme() {
        let page = fs::read_to_string(root().join("README.md")).unwrap_or_default();
        for (name, _) in ARTEFACTS {
            assert!(weighed(&page, name, 1).is_ok(), "{name}");
        }
    }
}
