//! Bookmarks: links and the places they lead to.

use std::collections::BTreeMap;

use crate::flow::Anchor;
use transvase_base::uri;

/// Longest name of a bookmark Word takes.
const MAX_NAME: usize = 40;
/// Longest link Word opens.
const MAX_URI: usize = 2_079;

/// Names and numbers of the bookmarks.
#[derive(Debug, Default)]
pub struct Bookmarks {
    by_anchor: BTreeMap<Anchor, Bookmark>,
}

/// A bookmark.
#[derive(Debug, Clone)]
pub struct Bookmark {
    /// Its name, as links have it.
    pub name: String,
    /// Its number, which no other of the document has.
    pub id: usize,
    /// Whether its place in the text has been written.
    pub placed: bool,
}

impl Bookmarks {
    /// A bookmark for each anchor: a letter or underscore, then letters, digits and underscores, at
    /// most 40, unique whatever the case.
    pub fn of(anchors: &[Anchor]) -> Self {
        let mut taken = BTreeMap::new();
        let mut by_anchor = BTreeMap::new();
        for (id, anchor) in anchors.iter().enumerate() {
            let name = unique(&bookmark_name(anchor), &mut taken);
            by_anchor.insert(anchor.clone(), Bookmark { name, id, placed: false });
        }
        Bookmarks { by_anchor }
    }

    /// The name links to `anchor` use.
    pub fn name(&self, anchor: &Anchor) -> Option<&str> {
        self.by_anchor.get(anchor).map(|bookmark| bookmark.name.as_str())
    }

    /// The bookmark to write at the place of `anchor`: the first time only.
    pub fn place(&mut self, anchor: &Anchor) -> Option<Bookmark> {
        let bookmark = self.by_anchor.get_mut(anchor).filter(|bookmark| !bookmark.placed)?;
        bookmark.placed = true;
        Some(bookmark.clone())
    }
}

fn bookmark_name(anchor: &str) -> String {
    let mut name: String = anchor.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        name.insert(0, 'b');
    }
    name.truncate(MAX_NAME);
    name
}

/// The name, or the name with the next free number; `taken` counts the uses of each name.
fn unique(name: &str, taken: &mut BTreeMap<String, usize>) -> String {
    let mut candidate = name.to_owned();
    while taken.contains_key(&candidate.to_ascii_lowercase()) {
        let uses = taken.entry(name.to_ascii_lowercase()).or_default();
        *uses += 1;
        let suffix = format!("_{uses}");
        let stem = name.get(..MAX_NAME - suffix.len()).unwrap_or(name);
        candidate = format!("{stem}{suffix}");
    }
    taken.insert(candidate.to_ascii_lowercase(), 0);
    candidate
}

/// The URI as Word takes it; `None` where it is too long, or leads nowhere.
pub fn clean_uri(uri: &str) -> Option<String> {
    uri::clean(uri).filter(|clean| clean.len() <= MAX_URI)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn bookmark_names_are_what_word_takes() {
        let long = "x".repeat(60);
        let anchors: Vec<Anchor> = ["12 a", "12_a", "Fußnote", &long, &format!("{long}y")].map(Anchor::from).into();
        let bookmarks = Bookmarks::of(&anchors);
        let names: BTreeSet<_> = anchors.iter().map(|anchor| bookmarks.name(anchor).unwrap().to_lowercase()).collect();
        assert_eq!(names.len(), anchors.len(), "{names:?}");
        for name in names {
            assert!(name.len() <= MAX_NAME && name.starts_with(|c: char| c.is_ascii_alphabetic()), "{name}");
            assert!(name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'), "{name}");
        }
    }

    #[test]
    fn many_alike_names_stay_quick_and_apart() {
        let anchors: Vec<Anchor> =
            (0..20_000).map(|n| Anchor::from("é".repeat(50) + &"ü".repeat(n % 3) + &n.to_string())).collect();
        let bookmarks = Bookmarks::of(&anchors);
        let names: BTreeSet<_> = anchors.iter().map(|anchor| bookmarks.name(anchor)).collect();
        assert_eq!(names.len(), anchors.len());
    }
}
