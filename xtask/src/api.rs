//! What the core offers, item by item, as `core/public-api.txt` has it: a change of it is seen in review, and not
//! only by those it breaks.

use std::collections::{BTreeMap, BTreeSet};
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

/// The crates whose items `transvase` hands on.
const HANDED_ON: [&str; 3] = ["transvase_base", "transvase_format", "transvase_model"];

/// A line for each public item, under the name by which users have it; traits that every type gets by itself are left out.
fn offered() -> Result<String, String> {
    // The whole workspace, as the step `rustdoc` has it: what is compiled for that serves this too.
    let words = ["doc", "--quiet", "--locked", "--workspace", "--no-deps", "--lib"];
    let mut command = cargo(&words);
    command.env("RUSTDOC", root().join("xtask/rustdoc.sh"));
    commands::run(command.env("RUSTDOCFLAGS", "-Zunstable-options --output-format json"))?;
    let (own, inner) = (items("transvase")?, HANDED_ON.iter().map(|name| items(name)).collect::<Result<Vec<_>, _>>()?);
    let names: BTreeSet<&str> = own.iter().filter_map(|line| line.strip_prefix("pub use transvase::")).collect();
    let inner = inner.concat();
    let known = places(&inner, &names);
    let handed_on = inner.iter().filter(|line| known.iter().any(|(place, _)| is_of(line, place)));
    let own = own.iter().filter(|line| !line.starts_with("pub use "));
    let mut lines: Vec<String> = own.chain(handed_on).map(|line| renamed(line, &known)).collect();
    lines.dedup();
    Ok(lines.iter().map(|line| format!("{line}\n")).collect())
}

/// The public items of a crate.
fn items(name: &str) -> Result<Vec<String>, String> {
    let described = Builder::from_rustdoc_json(target_folder().join(format!("doc/{name}.json")))
        .omit_blanket_impls(true)
        .omit_auto_trait_impls(true)
        .omit_auto_derived_impls(true)
        .build();
    let items = described.map_err(|error| format!("what rustdoc says of {name} cannot be read: {error}"))?;
    Ok(items.items().map(ToString::to_string).collect())
}

/// Where the items of these names are defined, each with its name: the path that a line begins its definition with. Of two
/// of one name it is that of the crate that comes first.
fn places<'a>(lines: &[String], names: &BTreeSet<&'a str>) -> Vec<(String, &'a str)> {
    const KINDS: [&str; 8] = ["struct", "enum", "type", "trait", "fn", "static", "const", "mod"];
    let mut places: BTreeMap<&str, String> = BTreeMap::new();
    for line in lines {
        let mut words = line.split(' ').skip_while(|word| !KINDS.contains(word)).skip(1);
        let Some(path) = words.next().map(path_of) else { continue };
        let name = path.rsplit("::").next().unwrap_or_default();
        // An item of a module, not of a type.
        let is_free = path.split("::").skip(1).filter(|part| part.starts_with(char::is_uppercase)).count() <= 1;
        if let Some(name) = names.get(name).filter(|_| is_free) {
            places.entry(name).or_insert_with(|| path.to_owned());
        }
    }
    places.into_iter().map(|(name, place)| (place, name)).collect()
}

/// The path that a text begins with.
fn path_of(text: &str) -> &str {
    let end = text.find(|sign: char| !(sign.is_alphanumeric() || sign == '_' || sign == ':'));
    text[..end.unwrap_or(text.len())].trim_end_matches(':')
}

/// Whether a line defines an item at a place, or something of it: a variant, a field, a method, an implementation.
fn is_of(line: &str, place: &str) -> bool {
    let subject = line.split_once(" for ").filter(|_| line.starts_with("impl")).map_or(line, |(_, of)| of);
    let first = HANDED_ON.iter().filter_map(|name| subject.find(&format!("{name}::"))).min();
    let path = first.map(|at| path_of(&subject[at..]));
    path.is_some_and(|path| path.strip_prefix(place).is_some_and(|rest| rest.is_empty() || rest.starts_with("::")))
}

/// A line with the names that users have in place of the paths that lead there, from a module below too.
fn renamed(line: &str, known: &[(String, &str)]) -> String {
    let (mut text, mut rest) = (String::new(), line);
    while let Some(at) = HANDED_ON.iter().filter_map(|name| rest.find(&format!("{name}::"))).min() {
        let path = path_of(&rest[at..]);
        text.push_str(&rest[..at]);
        text.push_str(&short(path, known).unwrap_or_else(|| path.to_owned()));
        rest = &rest[at + path.len()..];
    }
    text + rest
}

/// The name of what a path leads to, with what follows it; `None` where users have no name for it.
fn short(path: &str, known: &[(String, &str)]) -> Option<String> {
    known.iter().find_map(|(place, name)| {
        let (module, _) = place.rsplit_once("::")?;
        let inside = path.strip_prefix(module)?;
        let at = inside.find(&format!("::{name}"))?;
        let (modules, rest) = (&inside[..at], &inside[at + 2 + name.len()..]);
        let is_it = !modules.contains(char::is_uppercase) && (rest.is_empty() || rest.starts_with("::"));
        is_it.then(|| format!("transvase::{name}{rest}"))
    })
}
