//! What the repository claims of itself in words, to be held against the tables and against what was built.

use crate::reference::read;

/// Every place that says in one sentence what this is.
pub const PLACES: [&str; 12] = [
    "README.md",
    "cli/src/args.rs",
    "core/Cargo.toml",
    "core/src/lib.rs",
    "ffi/Cargo.toml",
    "ffi/cbindgen.toml",
    "include/transvase.hpp",
    "python/README.md",
    "python/pyproject.toml",
    "python/transvase/__init__.py",
    "server/src/api/openapi/mod.rs",
    "xtask/src/cinstall.rs",
];

/// Kinds of files as people speak of them, each with what stands in the media types of its formats.
const KINDS: [(&str, &[&str]); 6] = [
    ("documents", &["pdf", "word", "opendocument.text", "rtf", "html", "markdown"]),
    ("e-books", &["ebook", "epub", "fictionbook"]),
    ("images", &["image/"]),
    ("sheets", &["sheet", "excel", "csv"]),
    ("slides", &["presentation", "powerpoint"]),
    ("sound", &["audio/"]),
];

/// What a sentence says is converted, and what it says is compressed.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Claim {
    /// Kinds of files.
    pub converts: Vec<String>,
    /// Names of formats.
    pub compresses: Vec<String>,
}

impl Claim {
    /// The first sentence of a text that says what is converted.
    pub fn of(text: &str) -> Option<Self> {
        // Comments of several languages, and the ends of their lines.
        let plain = text.replace(['*', '#'], " ").replace("//!", " ").replace("///", " ");
        let plain = plain.split_whitespace().collect::<Vec<_>>().join(" ");
        let (_, sentence) = plain.split_once("onverts ")?;
        let sentence = &sentence[..sentence.find(['.', ':', '"', '\\']).unwrap_or(sentence.len())];
        let (converts, compresses) = sentence.split_once(", and compresses ").unwrap_or((sentence, ""));
        let listed = |words: &str, ends: [&str; 3]| {
            let end = ends.iter().filter_map(|end| words.find(end)).min().unwrap_or(words.len());
            let words = words[..end].replace(" and ", ", ");
            words.split(", ").filter(|word| !word.is_empty()).map(str::to_owned).collect()
        };
        Some(Claim {
            converts: listed(converts, [" in process", " inside ", " within "]),
            compresses: listed(compresses, [" under ", " in ", " within "]),
        })
    }

    /// The words that nothing in the tables stands behind.
    pub fn unfounded(&self) -> Vec<&str> {
        let converts = self.converts.iter().filter(|kind| !is_converted(kind));
        let compresses = self.compresses.iter().filter(|name| !is_compressed(name));
        converts.chain(compresses).map(String::as_str).collect()
    }
}

/// Whether there is a route from a format of this kind.
fn is_converted(kind: &str) -> bool {
    let marks = KINDS.iter().find(|(known, _)| *known == kind).map_or(&[][..], |(_, marks)| marks);
    transvase::routes().iter().any(|route| {
        let mut types = route.source().spec().media_types.iter();
        types.any(|media_type| marks.iter().any(|mark| media_type.contains(mark)))
    })
}

fn is_compressed(name: &str) -> bool {
    transvase::formats().any(|spec| spec.name == name && spec.is_compressed())
}

/// The rows of the README's table of sizes: the name of a file, and its size in megabytes.
///
/// # Panics
/// Where the table has lost its marks, or a row is none.
pub fn sizes() -> Vec<(String, f64)> {
    let page = read("README.md");
    let (_, rest) = page.split_once("<!-- sizes: ").expect("README.md has a mark where its sizes begin");
    let (table, _) = rest.split_once("<!-- end of sizes -->").expect("README.md has a mark where its sizes end");
    let rows = table.lines().skip(3).map(|row| {
        let cells: Vec<&str> = row.trim_matches('|').split('|').map(str::trim).collect();
        let size = cells.get(1).and_then(|cell| cell.parse().ok());
        (cells[0].to_owned(), size.unwrap_or_else(|| panic!("{row:?} has no size")))
    });
    rows.collect()
}

/// Whether a `.dockerignore` of plain patterns (`name`, `**/name` and `**/*.ending`) leaves a path out.
pub fn is_left_out(patterns: &str, path: &str) -> bool {
    let parts: Vec<&str> = path.split('/').collect();
    let mut lines = patterns.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.any(|line| match line.strip_prefix("**/") {
        None => parts[0] == line,
        Some(name) => match name.strip_prefix('*') {
            Some(ending) => path.ends_with(ending),
            None => parts.contains(&name),
        },
    })
}
