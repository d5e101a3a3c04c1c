//! What the core offers, item by item, as `core/public-api.txt` has it: a change of it is seen in review, and not
//! only by those it breaks.

use std::collections::BTreeSet;
use std::fs;

use public_api::Builder;

use crate::commands::{self, cargo, root, target_folder};
use crate::steps::Tally;
use crate::test::LINT_COMPILER;

/// The listing.
const LISTING: &str = "core/public-api.txt";

/// Holds the listing against what the sources offer. Its form, and that of what is read for it, differ from
/// compiler to compiler.
pub fn check() -> Result<Tally, String> {
    let version = commands::rustc_version().unwrap_or_default();
    if version != LINT_COMPILER {
        return Ok(Tally::skip(format!("public items: listed by Rust {LINT_COMPILER}, this is {version}")));
    }
    let offered = offered()?;
    let listed = fs::read_to_string(root().join(LISTING)).unwrap_or_default();
    let lines = [only_in(&listed, &offered, "-"), only_in(&offered, &listed, "+")].concat();
    if lines.is_empty() {
        println!("   {} items", offered.lines().count());
        return Ok(Tally::pass());
    }
    Err(format!("what the core offers has changed; if that is meant, cargo xtask api\n{}", lines.join("\n")))
}

/// The lines of one text that another has not, with a mark.
fn only_in(text: &str, other: &str, mark: &str) -> Vec<String> {
    let known: BTreeSet<&str> = other.lines().collect();
    text.lines().filter(|line| !known.contains(line)).map(|line| format!("{mark} {line}")).collect()
}

/// Writes the listing.
pub fn write() -> Result<(), String> {
    fs::write(root().join(LISTING), offered()?).map_err(|error| format!("{LISTING}: {error}"))
}

/// A line for each public item; traits that every type gets by itself are left out.
fn offered() -> Result<String, String> {
    // The whole workspace, as the step `rustdoc` has it: what is compiled for that serves this too.
    let words = ["doc", "--quiet", "--locked", "--workspace", "--no-deps", "--lib"];
    let mut command = cargo(&words);
    command.env("RUSTDOC", root().join("xtask/rustdoc.sh"));
    commands::run(command.env("RUSTDOCFLAGS", "-Zunstable-options --output-format json"))?;
    let described = Builder::from_rustdoc_json(target_folder().join("doc/transvase.json"))
        .omit_blanket_impls(true)
        .omit_auto_trait_impls(true)
        .omit_auto_derived_impls(true)
        .build();
    let items = described.map_err(|error| format!("what rustdoc says cannot be read: {error}"))?;
    Ok(items.items().map(|item| format!("{item}\n")).collect())
}
