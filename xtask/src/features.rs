//! Builds of the core with fewer formats than all: each has what it needs and nothing else.

use crate::commands::{self, cargo};
use crate::steps::Tally;

/// Sets of features that are built, with crates that must not be among theirs, and how many there may be.
const SETS: &[(&str, &[&str], usize)] = &[
    ("jpeg", &["hayro-syntax", "hayro-interpret", "krilla", "parley", "zip", "html5ever", "skrifa"], 45),
    ("pdf-read,docx", &["krilla", "parley", "html5ever"], 160),
    ("mobi,pdf-write", &["hayro-syntax", "hayro-interpret", "zip"], 180),
];

/// Builds each set.
pub fn check() -> Result<Tally, String> {
    let mut tally = Tally::default();
    for (features, foreign, most) in SETS {
        let set = ["--locked", "--package", "transvase", "--no-default-features", "--features", features];
        let crates = crates(&set)?;
        println!("   {features}: {} crates", crates.len());
        if crates.len() > *most {
            return Err(format!("{features}: {} crates, {most} at most", crates.len()));
        }
        if let Some(name) = crates.iter().find(|name| foreign.iter().any(|other| name.starts_with(other))) {
            return Err(format!("{features}: links {name}"));
        }
        commands::run(cargo(&["check", "--quiet", "--lib"]).args(set))?;
        tally.passed += 1;
    }
    Ok(tally)
}

/// The names of what a set links or builds with, each once.
fn crates(set: &[&str]) -> Result<Vec<String>, String> {
    let words = ["tree", "--quiet", "--edges", "normal,build", "--prefix", "none", "--format", "{p}"];
    let output = cargo(&words).args(set).output().map_err(|error| format!("cargo tree: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let mut names: Vec<String> =
        text.lines().map(|line| line.split(' ').take(2).collect::<Vec<_>>().join(" ")).collect();
    names.sort();
    names.dedup();
    if names.is_empty() { Err(format!("cargo tree says nothing about {set:?}")) } else { Ok(names) }
}
