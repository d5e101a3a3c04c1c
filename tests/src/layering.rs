//! The direction of imports inside a crate, checked on the sources.
//!
//! Rooms stand in a row, left to right; each may use only what is to its left.

use std::collections::BTreeSet;

/// The rooms of a crate.
#[derive(Debug)]
pub struct Layers {
    /// Its sources, from the repository's root.
    pub folder: &'static str,
    /// The path of the folder's module below the crate's root; empty for a whole crate. What is outside is no matter of
    /// these rooms.
    pub module: &'static [&'static str],
    /// The rooms, left to right; those of one group know each other. `formats/*` are the folders of a
    /// room that stand alone: none knows another.
    pub groups: &'static [&'static [&'static str]],
}

/// The core.
pub static CORE: Layers = Layers {
    folder: "core/src",
    module: &[],
    groups: &[
        &["error", "host", "memory", "units", "resources", "spelling"],
        &["context", "warning", "options"],
        &["model", "fail_point"],
        &["parts"],
        &["format"],
        &["formats/*", "transform/*", "transform"],
        &["formats"],
        &["detect", "guard", "input", "route", "fit"],
        &["convert", "converter", "lib"],
    ],
};

/// What formats share, by what it is about.
pub static PARTS: Layers = Layers {
    folder: "core/src/parts",
    module: &["parts"],
    groups: &[&["base"], &["text"], &["container"], &["codec"], &["font"], &["markup"], &["office", "page"], &["lib"]],
};

/// The HTTP service.
pub static SERVER: Layers = Layers {
    folder: "server/src",
    module: &[],
    groups: &[
        &["config", "problem"],
        &["auth", "parcel", "places", "queue", "store"],
        &["engine"],
        &["depot"],
        &["state"],
        &["http"],
        &["api"],
        &["jobs"],
        &["dashboard"],
        &["service", "lib"],
    ],
};

/// The way from a page to a document, within one transform: text and lines first, then what pages show, what stands on a
/// page, blocks, the whole document, and the finished flow.
pub static REFLOW: Layers = Layers {
    folder: "core/src/transform/reflow",
    module: &["transform", "reflow"],
    groups: &[
        // Plain facts of a page: rules and grounds, areas of links, its size.
        &["caps", "color", "links", "paper", "sets", "size_class", "vector"],
        // Text.
        &["text"],
        &["blank_lines", "bullet", "marker", "sketch"],
        // What stands on a page, and its order.
        &["areas", "element"],
        &["check_box", "form_fields", "reading_order", "row_borders"],
        &["graphics"],
        // Blocks.
        &["block", "text_wrap"],
        &["displacement", "formula", "page_blocks"],
        &["anchors", "callout", "figure_row", "fixed_layout", "headings", "join", "leading", "list", "roles", "toc"],
        // Pages as a whole.
        &["paragraph", "table"],
        &["inline", "page", "tables"],
        // The document.
        &["copyfit", "floats", "headers_footers", "line_numbers", "notes"],
        &["page_margins", "places", "tagged"],
        &["section"],
        // The finished flow.
        &["emit"],
        &["exact"],
        &["lib"],
    ],
};

impl Layers {
    /// The room a module is in: `model`, `formats/pdf`, `formats` (the registry), `lib`.
    fn room(&self, module: &[&str]) -> String {
        match module {
            [] | ["lib"] => "lib".into(),
            [first, _, ..] if self.rank_of(&format!("{first}/*")).is_some() => module[..2].join("/"),
            [first, ..] => (*first).to_owned(),
        }
    }

    fn rank_of(&self, name: &str) -> Option<usize> {
        self.groups.iter().position(|group| group.contains(&name))
    }

    /// Place of a room from the left; `None` for a room nobody planned.
    fn rank(&self, room: &str) -> Option<usize> {
        match room.split_once('/') {
            Some((first, _)) => self.rank_of(&format!("{first}/*")),
            None => self.rank_of(room),
        }
    }

    /// Whether code in the room `from` may use the room `to`.
    fn may_use(&self, from: &str, to: &str) -> bool {
        let (Some(left), Some(right)) = (self.rank(from), self.rank(to)) else { return false };
        // A table in the group of its folders, as the transforms have one, belongs to each of them.
        let own_table = |a: &str, b: &str| left == right && b.split_once('/').is_some_and(|(first, _)| first == a);
        let stands_alone = self.groups[left].iter().any(|name| name.ends_with("/*"));
        from == to || right < left || (right == left && !stands_alone) || own_table(from, to) || own_table(to, from)
    }

    /// What `source`, the file of `module` (its path without `.rs`, as in `formats/pdf/read`), may not
    /// use and does.
    pub fn violations(&self, module: &str, source: &str) -> Vec<String> {
        let parts: Vec<&str> = module.split('/').filter(|part| *part != "mod").collect();
        let here = self.room(&parts);
        if self.rank(&here).is_none() {
            return vec![format!("{module}: {here} is not a room of {}", self.folder)];
        }
        let paths = uses(&parts, source);
        let used: BTreeSet<String> =
            paths.iter().filter_map(|path| self.inside(path)).map(|path| self.target(path)).collect();
        let bad = used.into_iter().filter(|to| !self.may_use(&here, to));
        bad.map(|to| format!("{module}: {here} must not use {to}")).collect()
    }

    /// A path from the folder's own module; `None` for one that leads elsewhere.
    fn inside<'p>(&self, path: &'p Path) -> Option<&'p [String]> {
        match path {
            Path::Own(path) => Some(path),
            Path::OfCrate(path) => {
                let own = path.iter().zip(self.module).take_while(|(word, known)| word == known).count();
                (own == self.module.len()).then(|| &path[own..])
            }
        }
    }

    /// The room a path from the crate's root lands in. A name that is no room is an item of `lib`.
    fn target(&self, path: &[String]) -> String {
        let parts: Vec<&str> = path.iter().map(String::as_str).collect();
        match parts.as_slice() {
            // Items of the registry and of the transforms' table, as opposed to their sub-modules.
            [table, item, ..] if self.rank_of(&format!("{table}/*")).is_some() && !is_module_name(item) => {
                (*table).to_owned()
            }
            [first, ..] if self.rank(first).is_some() || self.rank_of(&format!("{first}/*")).is_some() => {
                self.room(&parts)
            }
            _ => "lib".into(),
        }
    }
}

fn is_module_name(name: &str) -> bool {
    name.starts_with(|letter: char| letter.is_ascii_lowercase())
}

/// A path in a source.
pub(crate) enum Path {
    /// From the root of the crate.
    OfCrate(Vec<String>),
    /// From the folder that is looked at, relative to the module it stands in.
    Own(Vec<String>),
}

impl Path {
    /// Its names, wherever it starts.
    pub(crate) fn into_words(self) -> Vec<String> {
        match self {
            Path::OfCrate(words) | Path::Own(words) => words,
        }
    }
}

/// Every path of `source` that starts at `crate` or `super`.
pub(crate) fn uses(module: &[&str], source: &str) -> Vec<Path> {
    let words = words(&code(source));
    let mut paths = Vec::new();
    for (index, word) in words.iter().enumerate() {
        let after_path = index > 0 && words[index - 1] == "::";
        if after_path || !(word == "crate" || word == "super") {
            continue;
        }
        let mut base: Vec<String> = module.iter().map(|part| (*part).to_owned()).collect();
        let mut at = index;
        if word == "crate" {
            base.clear();
            at += 1;
        }
        while words.get(at).is_some_and(|word| word == "super") {
            base.pop();
            at += 1;
            if words.get(at + 1).is_some_and(|word| word == "super") {
                at += 1;
            }
        }
        if words.get(at).is_some_and(|word| word == "::") {
            let mut found = Vec::new();
            branches(&words, at + 1, &base, &mut found);
            let kind = if word == "crate" { Path::OfCrate } else { Path::Own };
            paths.extend(found.into_iter().map(kind));
        }
    }
    paths
}

/// Follows a path, or every branch of a `{...}` group, and returns where it ends.
pub(crate) fn branches(words: &[String], mut at: usize, base: &[String], paths: &mut Vec<Vec<String>>) -> usize {
    let mut path = base.to_vec();
    while let Some(word) = words.get(at) {
        if word == "{" {
            at += 1;
            while words.get(at).is_some_and(|word| word != "}") {
                let next = if words[at] == "," { at } else { branches(words, at, &path, paths) };
                // Never stand still: a sign that belongs to no path is passed over.
                at = next.max(at + 1);
            }
            return at + 1;
        }
        if !word.starts_with(|letter: char| letter.is_alphabetic() || letter == '_') && word != "*" {
            break;
        }
        if word != "self" {
            path.push(word.clone());
        }
        at += 1;
        if words.get(at).is_none_or(|word| word != "::") {
            break;
        }
        at += 1;
    }
    if words.get(at).is_some_and(|word| word == "as") {
        at += 2;
    }
    paths.push(path);
    at
}

/// `source` without comments, strings and its tests.
pub(crate) fn code(source: &str) -> String {
    let source = source.split("#[cfg(test)]\nmod ").next().unwrap_or(source);
    let mut code = String::new();
    let mut rest = source;
    while let Some(letter) = rest.chars().next() {
        let skipped = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            rest.find("*/").map_or(rest.len(), |end| end + 2)
        } else if letter == '"' {
            string_len(rest)
        } else if rest.starts_with("'\"'") {
            3
        } else {
            code.push(letter);
            letter.len_utf8()
        };
        rest = &rest[skipped..];
    }
    code
}

fn string_len(text: &str) -> usize {
    let mut escaped = false;
    for (index, letter) in text.char_indices().skip(1) {
        match letter {
            '"' if !escaped => return index + 1,
            '\\' => escaped = !escaped,
            _ => escaped = false,
        }
    }
    text.len()
}

/// Names, `::` and single signs.
pub(crate) fn words(code: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut rest = code;
    while let Some(letter) = rest.chars().next() {
        let len = if letter.is_alphanumeric() || letter == '_' {
            rest.find(|letter: char| !letter.is_alphanumeric() && letter != '_').unwrap_or(rest.len())
        } else if rest.starts_with("::") {
            2
        } else {
            letter.len_utf8()
        };
        if !letter.is_whitespace() {
            words.push(rest[..len].to_owned());
        }
        rest = &rest[len..];
    }
    words
}

/// The `mod` lines and the rows of the registry's source.
pub fn registry(source: &str) -> (BTreeSet<String>, BTreeSet<String>) {
    let code = code(source);
    let modules = code.lines().filter_map(|line| line.trim().strip_prefix("mod ")?.strip_suffix(';'));
    let table = code.split("registry! {").nth(1).and_then(|rest| rest.split('}').next()).unwrap_or_default();
    let rows = table.lines().filter(|line| !line.trim().starts_with('#'));
    let rows = rows.filter_map(|line| line.trim().split_once('=').map(|(_, id)| id.trim_matches([' ', ','])));
    (modules.map(str::to_owned).collect(), rows.map(str::to_owned).collect())
}
