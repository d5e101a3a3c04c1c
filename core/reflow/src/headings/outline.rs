//! Headings by bookmarks: their titles, found again in the text.

use std::collections::{BTreeMap, BTreeSet};

use super::seen::Seen;
use super::tolerances::{MAX_CHARS, MAX_LINES, MIN_LETTERS};
use transvase_model::pages::OutlineItem;

/// Letters from which the beginning of a title stands for the whole: several titles may begin with a shorter one.
const MIN_PREFIX: usize = 10;

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
        para.folded().iter().filter(|text| !text.is_empty()).find_map(|text| self.find(para, text))
    }

    /// Whether paragraphs of a page, one below the other, are a title together.
    pub fn is_whole(&self, page: usize, text: &str) -> bool {
        let text = folded(text);
        near(page).iter().any(|page| self.0.contains_key(&(*page, text.clone())))
    }

    /// Takes the level of a title of a page, or of one without a page, that a paragraph is exactly.
    pub fn take(&mut self, page: usize, text: &str) -> Option<u8> {
        let text = folded(text);
        [page, usize::MAX].iter().find_map(|page| self.0.remove(&(*page, text.clone())))
    }

    /// Forgets the titles that paragraphs are.
    pub fn forget<'s>(&mut self, found: impl Iterator<Item = &'s Seen>) {
        let found: BTreeSet<String> = found.filter(|para| para.outlined.is_some()).flat_map(Seen::folded).collect();
        self.0.retain(|(_, title), _| !found.contains(title));
    }

    /// Whether a title of a page begins with a text and goes on.
    pub fn begins(&self, page: usize, text: &str) -> bool {
        let text = folded(text);
        let goes_on = |page: &usize| {
            let next = self.0.range((*page, text.clone())..).next();
            next.is_some_and(|((at, title), _)| at == page && title.len() > text.len() && title.starts_with(&text))
        };
        text.chars().count() >= MIN_LETTERS && near(page).iter().any(goes_on)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    fn find(&self, para: &Seen, text: &str) -> Option<u8> {
        let exact = near(para.page).iter().find_map(|page| self.0.get(&(*page, text.to_owned())));
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

impl Seen {
    /// Its text with its number and without it, as titles are compared.
    fn folded(&self) -> [String; 2] {
        let bare = folded(&self.text);
        let number = self.number.as_ref().map(|number| folded(&number.shown));
        [number.map_or_else(|| bare.clone(), |number| number + &bare), bare]
    }
}

/// The pages a title may be meant to stand on: its own, those beside it, and none.
fn near(page: usize) -> [usize; 4] {
    [page, page.saturating_sub(1), page + 1, usize::MAX]
}

/// Letters and digits alone, in lower case.
pub(super) fn folded(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_in_a_table_is_taken_once_on_its_page() {
        let item = |title: &str| OutlineItem { level: 2, title: title.into(), target: None };
        let mut titles = Titles::of(&[item("Table 1: Rates")]);
        assert_eq!(titles.take(3, "Rates"), None);
        assert_eq!(titles.take(3, "TABLE 1 Rates"), Some(2), "case and marks do not count");
        assert_eq!(titles.take(3, "Table 1: Rates"), None, "it has its paragraph");
    }
}
