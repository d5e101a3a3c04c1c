//! The direction of imports inside a crate, checked on the sources.
//!
//! Rooms stand in a row, left to right; each may use only what is to its left.

use std::collections::BTreeSet;

/// The rooms of a crate.
#[derive(Debug)]
pub struct Layers {
    /// Its sources, from the repository's root.
    pub folder: &'static str,
    /// The rooms, left to right; those of one group know each other. `*` stands for all that no group names, each of
    /// which stands alone: none knows another.
    pub groups: &'static [&'static [&'static str]],
}

/// The crates of the library. Which crate may use which is said by their manifests, and held by the compiler.
pub static CORE: &[Layers] = &[
    Layers {
        folder: "core/base/src",
        groups: &[
            &["error", "host", "memory", "units", "resources", "spelling"],
            &["context", "warning", "options"],
            &["fail_point"],
            &["*"],
            &["lib"],
        ],
    },
    Layers {
        folder: "core/model/src",
        groups: &[
            &[
                "color", "drawings", "flow", "gradient", "lib", "loss", "media", "metadata", "pages", "path", "raster",
                "rows",
            ],
            &["text"],
        ],
    },
    Layers { folder: "core/image/src", groups: &[&["sheet"], &["*"], &["lib"]] },
    Layers { folder: "core/office/src", groups: &[&["eq_field", "odf", "ooxml"], &["chart"], &["*"], &["lib"]] },
    Layers { folder: "core/text/src", groups: &[&["*"], &["lib"]] },
    REFLOW,
    Layers {
        folder: "core/src",
        groups: &[
            &["transforms"],
            &["formats"],
            &["detect", "guard", "input", "route", "fit"],
            &["convert", "converter", "lib"],
        ],
    },
];

/// The HTTP service.
pub static SERVER: Layers = Layers {
    folder: "server/src",
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

/// The way from a page to a document: text and lines first, then what pages show, what stands on a
/// page, blocks, the whole document, and the finished flow.
pub const REFLOW: Layers = Layers {
    folder: "core/reflow/src",
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
    /// The room a module is in.
    fn room<'m>(module: &[&'m str]) -> &'m str {
        module.first().copied().unwrap_or("lib")
    }

    fn group_with(&self, name: &str) -> Option<usize> {
        self.groups.iter().position(|group| group.contains(&name))
    }

    /// Place of a room from the left; `None` for a room nobody planned.
    fn rank(&self, room: &str) -> Option<usize> {
        self.group_with(room).or_else(|| self.group_with("*"))
    }

    /// Whether code in the room `from` may use the room `to`.
    fn may_use(&self, from: &str, to: &str) -> bool {
        let (Some(left), Some(right)) = (self.rank(from), self.rank(to)) else { return false };
        from == to || right < left || (right == left && !self.groups[left].contains(&"*"))
    }

    /// What `source`, the file of `module` (its path without `.rs`, as in `docx/read`), may not use and does.
    pub fn violations(&self, module: &str, source: &str) -> Vec<String> {
        let parts: Vec<&str> = module.split('/').filter(|part| !["mod", "lib"].contains(part)).collect();
        let here = Self::room(&parts);
        if self.rank(here).is_none() {
            return vec![format!("{module}: {here} is not a room of {}", self.folder)];
        }
        let used: BTreeSet<String> = uses(&parts, source).iter().map(|path| self.target(path)).collect();
        let bad = used.into_iter().filter(|to| !self.may_use(here, to));
        bad.map(|to| format!("{module}: {here} must not use {to}")).collect()
    }

    /// The room a path from the crate's root lands in. A name that is no room is an item of `lib`.
    fn target(&self, path: &[String]) -> String {
        let is_room =
            |name: &str| self.group_with(name).is_some() || self.group_with("*").is_some() && is_module_name(name);
        path.first().filter(|name| is_room(name)).map_or_else(|| "lib".to_owned(), Clone::clone)
    }
}

fn is_module_name(name: &str) -> bool {
    name.starts_with(|letter: char| letter.is_ascii_lowercase())
}

/// Every path of `source` that starts at `crate` or `super`, from the crate's root.
pub(crate) fn uses(module: &[&str], source: &str) -> Vec<Vec<String>> {
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
            branches(&words, at + 1, &base, &mut paths);
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

/// The id that the `FormatSpec` of a source names; `None` where there is none in it.
pub fn spec_id(source: &str) -> Option<&str> {
    let (_, spec) = source.split_once("static SPEC: FormatSpec")?;
    spec.split_once("id: \"")?.1.split('"').next()
}
