//! Circles of imports between the files of a crate: whoever reads one file of a circle has to know them all.

use std::collections::{BTreeMap, BTreeSet};

use crate::layering::{branches, code, uses, words};

/// The files that each file imports, by module path.
type Imports = BTreeMap<String, BTreeSet<String>>;

/// The circles of more than one file, the largest first. `sources` are module paths, as in `docx/read` or
/// `docx/mod`, with their texts. What a file takes from a `mod` it lies below makes no circle: that is what a room
/// shares.
pub fn circles(sources: &[(String, String)]) -> Vec<BTreeSet<String>> {
    let imports = imports(sources);
    let reached: BTreeMap<&String, BTreeSet<&String>> =
        imports.keys().map(|file| (file, reached(file, &imports))).collect();
    let circle = |file: &String| -> BTreeSet<String> {
        let both = reached[file].iter().filter(|other| reached[**other].contains(file));
        both.map(|other| (*other).clone()).collect()
    };
    let found: BTreeSet<BTreeSet<String>> = imports.keys().map(circle).filter(|circle| circle.len() > 1).collect();
    let mut found: Vec<_> = found.into_iter().collect();
    found.sort_by_key(|circle| std::cmp::Reverse(circle.len()));
    found
}

fn reached<'a>(file: &'a String, imports: &'a Imports) -> BTreeSet<&'a String> {
    let (mut seen, mut open) = (BTreeSet::new(), vec![file]);
    while let Some(file) = open.pop() {
        open.extend(imports.get(file).into_iter().flatten().filter(|next| seen.insert(*next)));
    }
    seen
}

fn imports(sources: &[(String, String)]) -> Imports {
    let file = |module: &str| module.strip_suffix("/mod").unwrap_or(module).to_owned();
    let files: BTreeSet<String> = sources.iter().map(|(module, _)| file(module)).collect();
    let of = |(module, source): &(String, String)| {
        let here = file(module);
        let targets = paths(&here, source, &files).into_iter().filter_map(|path| longest(&path, &files));
        let is_own = |other: &String| *other == here || here.starts_with(&format!("{other}/"));
        (here.clone(), targets.filter(|other| !is_own(other)).collect())
    };
    sources.iter().map(of).collect()
}

/// The file that a path lands in.
fn longest(path: &[String], files: &BTreeSet<String>) -> Option<String> {
    (1..=path.len()).rev().map(|length| path[..length].join("/")).find(|module| files.contains(module))
}

/// Paths from the crate's root, those included that begin with a module of one's own.
fn paths(here: &str, source: &str, files: &BTreeSet<String>) -> Vec<Vec<String>> {
    let parts: Vec<&str> = here.split('/').collect();
    let mut found = uses(&parts, source);
    let (words, base) = (words(&code(source)), parts.iter().map(|part| (*part).to_owned()).collect::<Vec<_>>());
    for (at, word) in words.iter().enumerate() {
        let begins = at == 0 || words[at - 1] != "::";
        let leads_on = words.get(at + 1).is_some_and(|next| next == "::");
        if begins && leads_on && files.contains(&format!("{here}/{word}")) {
            branches(&words, at, &base, &mut found);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_circle_is_seen_and_a_shared_mod_is_none() {
        let source = |module: &str, text: &str| (module.to_owned(), text.to_owned());
        let sources = [
            source("room/mod", "mod a; mod b; use a::A; pub struct Shared;"),
            source("room/a", "use super::{Shared, b::B};"),
            source("room/b", "fn f() { crate::other::g(); }"),
            source("other", "use crate::room::a::A;"),
            source("alone", "use crate::other;"),
        ];
        let files = ["other", "room/a", "room/b"].map(str::to_owned);
        assert_eq!(circles(&sources), [BTreeSet::from(files)]);
        assert!(circles(&sources[..3]).is_empty());
    }
}
