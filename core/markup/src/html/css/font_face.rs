//! `@font-face` (CSS Fonts 4, 4): the font files that go with a document.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::declaration::{self, Families, Weight, unquoted};
use super::syntax::declarations;

/// Weight from which a face is the bold one of its family.
const BOLD: u16 = 600;

/// One face of a family of the document's own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FontFace {
    /// The family as the sheet writes it.
    pub family: Arc<str>,
    pub bold: bool,
    pub italic: bool,
    /// References to its file, in order of preference.
    pub sources: Vec<String>,
    /// Number of the sheet that tells of it, where the references start from.
    pub sheet: usize,
}

/// The face a block of descriptors tells of; `None` where it has no name or no file.
pub(super) fn parse(block: &str) -> Option<FontFace> {
    let mut face = FontFace { family: "".into(), bold: false, italic: false, sources: Vec::new(), sheet: 0 };
    for (name, value) in declarations(block) {
        let word = value.trim().to_ascii_lowercase();
        match name.as_str() {
            "font-family" => face.family = unquoted(value).into(),
            // A variable face gives a range; its lowest weight says what it is by itself.
            "font-weight" => face.bold = word.split_whitespace().next().is_some_and(is_bold),
            "font-style" => face.italic = declaration::italic(&word).unwrap_or(false),
            "src" => face.sources.extend(urls(value)),
            _ => {}
        }
    }
    (!face.family.is_empty() && !face.sources.is_empty()).then_some(face)
}

fn is_bold(word: &str) -> bool {
    matches!(declaration::weight(word), Some(Weight::Absolute(BOLD..) | Weight::Bolder))
}

/// What the `url()` of a list name; `local()` fonts are not the document's.
fn urls(value: &str) -> impl Iterator<Item = String> {
    let mut rest = value;
    std::iter::from_fn(move || {
        let start = rest.find("url(")? + "url(".len();
        let end = start + rest[start..].find(')')?;
        let url = unquoted(&rest[start..end]).to_owned();
        rest = &rest[end..];
        Some(url)
    })
}

/// The families whose files are at hand, by their names in lower case.
#[derive(Debug, Default)]
pub(crate) struct OwnFamilies(BTreeMap<String, Arc<str>>);

impl OwnFamilies {
    /// Adds a family.
    pub fn add(&mut self, family: &Arc<str>) {
        self.0.insert(family.to_lowercase(), family.clone());
    }

    /// The family a list means and whether it is fixed-pitch: the first that is the document's own, or else
    /// the one that office programs have. `None` where there is neither.
    pub fn resolve(&self, list: &Families) -> Option<(Option<Arc<str>>, bool)> {
        let own = list.names.iter().find_map(|name| self.0.get(&**name).cloned());
        match (own, &list.known) {
            (Some(own), _) => Some((Some(own), false)),
            (None, Some(known)) => Some((known.family.clone(), known.monospace)),
            (None, None) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faces_have_a_name_and_a_file() {
        let face = parse(
            "font-family: 'My Face'; font-weight: bold; font-style: italic;
             src: local(My Face), url(\"a;b.otf\") format('opentype'), url(c.ttf)",
        );
        let face = face.unwrap();
        assert_eq!((&*face.family, face.bold, face.italic), ("My Face", true, true));
        assert_eq!(face.sources, ["a;b.otf", "c.ttf"]);
        assert_eq!(parse("src: url(a.ttf)"), None);
        assert_eq!(parse("font-family: x; src: local(x)"), None);
        assert_eq!(parse("font-family: x; src: url(a"), None);
        assert!(!parse("font-family: x; src: url(a); font-weight: 100 900").unwrap().bold);
    }
}
