//! Titles of sheets: pages that each hold one table below a title of their own, such as the timesheets of several
//! weeks. Most of a page is left free below, so that nothing goes on from one to the next; what tells them apart is
//! text.

use std::collections::BTreeSet;

use super::super::element::PageElement;
use super::super::page::PageElements;
use super::groups::Candidate;
use super::numbers::is_page_number_alone;
use crate::units::Pt;

/// Widest gap between a title and the table below it: two empty lines.
const TITLE_GAP: Pt = Pt(40.0);
/// How far down its page the table of a sheet ends at most, as a share of the height: below, it may go on.
const MAX_END: f32 = 0.7;

/// Gives the titles of sheets back to their pages, where they are not all the same.
pub(super) fn give_back(pages: &[PageElements], candidates: &mut [Candidate]) {
    let titles: Vec<usize> = (0..candidates.len()).filter(|at| is_title(pages, &candidates[*at])).collect();
    let texts: BTreeSet<&str> = titles.iter().map(|at| candidates[*at].text.as_str()).collect();
    if texts.len() > 1 {
        titles.into_iter().for_each(|at| candidates[at].taken = false);
    }
}

/// Whether what was taken for a head stands right above the table of a sheet.
fn is_title(pages: &[PageElements], head: &Candidate) -> bool {
    let Some(page) = pages.get(head.page) else { return false };
    let below = page.elements.iter().filter(|element| element.rect().top >= head.rect.bottom);
    let next = below.min_by(|a, b| a.rect().top.total_cmp(&b.rect().top));
    let Some(PageElement::Table(table)) = next else { return false };
    let sheet = table.rect.top - head.rect.bottom <= TITLE_GAP && table.rect.bottom <= MAX_END * page.size.height;
    head.taken && head.head && head.is_text && !head.artifact && sheet && !is_page_number_alone(&head.key)
}

#[cfg(test)]
mod tests {
    use super::super::super::element::Grid;
    use super::*;
    use crate::units::{Rect, Size};

    fn taken(titles: [&str; 2], bottom: f32) -> [bool; 2] {
        let page = || {
            let rect = Rect { left: 50.0, top: 60.0, right: 500.0, bottom };
            let size = Size { width: 600.0, height: 800.0 };
            PageElements {
                size,
                elements: vec![PageElement::Table(Grid { rect, ..Grid::default() })],
                ..PageElements::default()
            }
        };
        let title = |(page, text): (usize, &str)| Candidate {
            page,
            text: text.to_owned(),
            key: super::super::masked(text, &super::super::numbers::numbers(text)),
            rect: Rect { left: 50.0, top: 30.0, right: 100.0, bottom: 44.0 },
            is_text: true,
            head: true,
            taken: true,
            ..Candidate::default()
        };
        let mut candidates: Vec<Candidate> = titles.into_iter().enumerate().map(title).collect();
        give_back(&[page(), page()], &mut candidates);
        [candidates[0].taken, candidates[1].taken]
    }

    #[test]
    fn titles_of_sheets_that_differ_are_text() {
        assert_eq!(taken(["Week 1", "Week 2"], 300.0), [false; 2]);
        assert_eq!(taken(["Week 1", "Week 2"], 700.0), [true; 2], "the table may go on over the foot");
        assert_eq!(taken(["Time sheet", "Time sheet"], 300.0), [true; 2]);
        assert_eq!(taken(["Page 1", "Page 2"], 300.0), [true; 2]);
    }
}
