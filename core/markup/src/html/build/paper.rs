//! The pages that a document comes onto: what its sheets say of them, and of its body.

use transvase_model::flow::PageSetup;

use super::super::css::{Computed, Length, Side};
use super::Builder;

/// Size that running text has in books, which all lengths are changed in proportion to: what the option `font_size` is by
/// itself.
const BOOK_SIZE_PT: f32 = 11.0;

/// The pages of a document.
#[derive(Debug, Clone)]
pub(super) struct Pages {
    /// Those it has where its sheets say nothing.
    usual: PageSetup,
    /// Those that they ask for.
    own: Option<PageSetup>,
}

impl Builder<'_> {
    /// Says that the text comes onto pages: boxes are then built as they are seen there. `usual` are those pages, as far as
    /// style sheets do not ask for others.
    pub fn lay_out_on(&mut self, usual: PageSetup) {
        self.pages = Some(Pages { usual, own: None });
    }

    /// The pages that style sheets ask for, where they do.
    pub fn take_pages(&mut self) -> Option<PageSetup> {
        self.pages.as_mut().and_then(|pages| pages.own.take())
    }

    /// Whether style sheets ask for pages of their own, on which everything has the size that they say.
    pub(super) fn has_own_pages(&self) -> bool {
        self.pages.as_ref().is_some_and(|pages| pages.own.is_some())
    }

    /// Takes what sheets say of pages.
    pub(super) fn set_pages(&mut self, rule: impl FnOnce(&PageSetup) -> Option<PageSetup>) {
        if let Some(pages) = &mut self.pages {
            pages.own = pages.own.take().or_else(|| rule(&pages.usual));
        }
    }

    /// Takes the sides of the body as margins of its pages, and notes how wide text is there.
    pub(super) fn enter_body(&mut self, style: &Computed) {
        let Some(pages) = &mut self.pages else { return };
        let width = |page: &PageSetup| page.size.width - page.margins.left - page.margins.right;
        let Some(page) = &mut pages.own else {
            self.frames[0].width = width(&pages.usual) * style.text.size / BOOK_SIZE_PT;
            return;
        };
        let margins = &mut page.margins;
        margins.top += style.inset(Side::Top);
        margins.bottom += style.inset(Side::Bottom);
        let free = width(page) - style.inset(Side::Left) - style.inset(Side::Right);
        let (before, after) = body_sides(style, free);
        let margins = &mut page.margins;
        margins.left += style.inset(Side::Left) + before;
        margins.right += style.inset(Side::Right) + after;
        self.frames[0].width = width(page);
    }
}

/// What a body that is narrower than its page leaves free at its left and at its right.
fn body_sides(style: &Computed, free: f32) -> (f32, f32) {
    let points = |length: Length| match length {
        Length::Share(share) => Some(share * free),
        length => style.points(length),
    };
    let width = points(style.width).unwrap_or(free).min(points(style.max_width).unwrap_or(free));
    let rest = (free - width.max(free * 0.25)).max(0.0);
    match (style.margin[3], style.margin[1]) {
        (None, None) => (rest / 2.0, rest / 2.0),
        (None, Some(_)) => (rest, 0.0),
        _ => (0.0, rest),
    }
}
