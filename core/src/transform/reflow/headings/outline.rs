//! The bookmarks' titles, found again in the text.

use std::collections::BTreeMap;

use super::seen::{MAX_CHARS, Seen};
use crate::model::pages::OutlineItem;

/// Letters from which the beginning of a title stands for the whole.
const MIN_PREFIX: usize = 10;
/// Letters from which a line may be the beginning of a title.
const MIN_BEGINNING: usize = 4;
/// Lines of a paragraph that is a title.
const MAX_LINES: usize = 4;

/// The titles by page, folded for comparison; those without a page under `usize::MAX`.
#[derive(Debug, Default)]
pub(super) struct Titles(BTreeMap<(usize, String), u8>);

impl Titles {
    /// The titles of bookmarks.
    pub fn of(outline: &[OutlineItem]) -> Titles {
        let mut titles = BTreeMap::new();
        for item in outline {
            let page = item.target.map_or(usize::MAX, |target| target.page);
            let title = folded(&item.title);
            if !title.is_empty() {
                titles.entry((page, title)).or_insert(item.level);
            }
        }
        Titles(titles)
    }

    /// The level of a paragraph that is a title on its page.
    pub fn level(&self, para: &Seen) -> Option<u8> {
        if self.0.is_empty() || !para.free || para.chars > MAX_CHARS || para.lines > MAX_LINES {
            return None;
        }
        let bare = folded(&para.text);
        if bare.is_empty() {
            return None;
        }
        let number = para.number.as_ref().map(|number| folded(&number.shown));
        let full = number.map_or_else(|| bare.clone(), |number| number + &bare);
        [full, bare].iter().find_map(|text| self.find(para, text))
    }

    /// Whether paragraphs of a page, one below the other, are a title together.
    pub fn is_whole(&self, page: usize, text: &str) -> bool {
        self.0.contains_key(&(page, folded(text)))
    }

    /// Whether a title of a page begins with a text and goes on.
    pub fn begins(&self, page: usize, text: &str) -> bool {
        let text = folded(text);
        let next = self.0.range((page, text.clone())..).next();
        text.chars().count() >= MIN_BEGINNING
            && next.is_some_and(|((at, title), _)| *at == page && title.len() > text.len() && title.starts_with(&text))
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn find(&self, para: &Seen, text: &str) -> Option<u8> {
        let pages = [para.page, para.page.saturating_sub(1), para.page + 1, usize::MAX];
        let exact = pages.iter().find_map(|page| self.0.get(&(*page, text.to_owned())));
        exact.or_else(|| self.beginning(para, text)).copied()
    }

    /// A title that begins with the words of a paragraph, the rest standing elsewhere.
    fn beginning(&self, para: &Seen, text: &str) -> Option<&u8> {
        if !para.candidate || text.chars().count() < MIN_PREFIX {
            return None;
        }
        let ((page, title), level) = self.0.range((para.page, text.to_owned())..).next()?;
        (*page == para.page && title.starts_with(text)).then_some(level)
    }
}

/// Letters and digits alone, in lower case.
pub(super) fn folded(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}
