//! Footnotes by links from the mark in the text to the note: many programs write them, LaTeX among them.

use super::super::areas;
use super::super::text::word::Word;
use super::ABOVE_NOTE;
use transvase_base::units::Rect;
use transvase_model::pages::{Destination, LinkTarget, Page};

/// Where the links of a document lead, by the numbers words name them by.
#[derive(Debug, Default)]
pub(super) struct Aims(Vec<Option<Destination>>);

/// A line that links may lead to.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place {
    /// Index of its page.
    pub page: usize,
    /// Its letters.
    pub rect: Rect,
}

/// What the link of a word says of a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Aim {
    /// It leads there.
    Here,
    /// It leads to another page.
    Elsewhere,
    /// There is none, or it leads near.
    Unknown,
}

impl Aims {
    /// The links of all pages.
    pub fn of(pages: &[Page]) -> Aims {
        let mut aims = Vec::new();
        for page in pages {
            let end = aims.len() + areas::count(page);
            aims.extend(page.links.iter().map(|link| match &link.target {
                LinkTarget::Internal(destination) => Some(*destination),
                LinkTarget::External(_) => None,
            }));
            aims.resize(end, None);
        }
        Aims(aims)
    }

    /// What the link of a word says of a place.
    pub fn of_word(&self, word: &Word, place: &Place) -> Aim {
        let target = word.link.and_then(|link| self.0.get(link)).copied().flatten();
        match target {
            Some(Destination { page, .. }) if page != place.page => Aim::Elsewhere,
            Some(Destination { at, .. }) if (place.rect.top - ABOVE_NOTE..=place.rect.bottom).contains(&at.y) => {
                Aim::Here
            }
            _ => Aim::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_base::units::Point;
    use transvase_model::pages::Link;

    #[test]
    fn a_link_leads_to_the_line_below_its_place() {
        let link = |page, y| {
            let target = LinkTarget::Internal(Destination { page, at: Point { x: 70.0, y } });
            Link { areas: Vec::new(), target, node: None }
        };
        let pages = [Page { links: vec![link(0, 700.0), link(0, 300.0), link(1, 700.0)], ..Page::default() }];
        let place = Place { page: 0, rect: Rect { left: 72.0, top: 706.0, right: 200.0, bottom: 718.0 } };
        let aim = |link| Aims::of(&pages).of_word(&Word { link, ..Word::default() }, &place);
        assert_eq!([aim(Some(0)), aim(Some(1)), aim(Some(2))], [Aim::Here, Aim::Unknown, Aim::Elsewhere]);
        assert_eq!([aim(Some(7)), aim(None)], [Aim::Unknown; 2]);
    }
}
