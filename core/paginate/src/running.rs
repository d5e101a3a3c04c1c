//! Running heads and feet: which page has which, the room they take from the text, and their place on the paper.

use super::blocks::lay_out;
use super::column::alone;
use super::layout::Layout;
use super::leaf::{Leaf, Side, facing};
use super::place::{Cursor, Place};
use super::rules;
use super::strip::{Strip, shifted, stacked, untagged};
use super::structure::Structure;
use super::styled::Styled;
use transvase_base::context::Limit;
use transvase_base::error::Result;
use transvase_base::units::{Rect, Size};
use transvase_model::flow::{
    Align, Edges, FieldKind, Inline, NumberFormat, PageSetup, RunningText, Section, each_inline_mut, weight,
};
use transvase_model::text::counting;

/// Share of the paper that heads, or feet, may take from the text.
const MOST: f32 = 0.4;

/// What stands at the head and foot of the pages of a section.
#[derive(Debug, Clone, Default)]
pub(super) struct Running {
    page: PageSetup,
    head: RunningText,
    foot: RunningText,
    /// How its pages are numbered.
    pub format: Option<NumberFormat>,
}

/// What the fields of a page show.
#[derive(Debug, Clone, Copy)]
pub(super) struct Counts<'c> {
    /// How the page is numbered.
    pub format: Option<NumberFormat>,
    /// Its number.
    pub number: u32,
    /// How many pages there are, and how many of its section.
    pub pages: (u32, u32),
    /// The words of paragraphs of styles, by the page they stand on.
    pub styled: &'c Styled,
    /// Index of the page.
    pub page: usize,
}

impl Running {
    /// Those of a section on its paper. What it does not say is as in the section before.
    pub(super) fn of(section: &Section, page: &PageSetup, before: Option<&Running>) -> Running {
        let head = section.header.clone().or_else(|| before.map(|before| before.head.clone()));
        let foot = section.footer.clone().or_else(|| before.map(|before| before.foot.clone()));
        let before = before.and_then(|before| before.format);
        Running {
            page: page.clone(),
            head: head.unwrap_or_default(),
            foot: foot.unwrap_or_default(),
            format: section.numbers.map(|numbers| numbers.format).or(before),
        }
    }

    /// Margins of the text on pages of a side: text at the edges that is higher than its margin pushes them in.
    pub(super) fn margins(&self, layout: &mut Layout, side: Side) -> Result<Edges> {
        let styled = Styled::default();
        let counts = Counts { format: self.format, number: 1, pages: (1, 1), styled: &styled, page: 0 };
        let most = self.page.size.height * MOST;
        let mut margins = self.page.margins;
        if let Some(head) = self.strip(layout, &self.head, side, counts)? {
            margins.top = margins.top.max((self.head_distance() + head.height).min(most));
        }
        if let Some(foot) = self.strip(layout, &self.foot, side, counts)? {
            margins.bottom = margins.bottom.max((self.foot_distance() + foot.height).min(most));
        }
        Ok(margins)
    }

    /// Sets head and foot of a page.
    pub(super) fn set(&self, layout: &mut Layout, leaf: &mut Leaf, counts: Counts<'_>) -> Result<()> {
        let left = facing(self.page.margins, self.page.mirrored && leaf.shown.is_multiple_of(2)).left;
        if let Some(head) = self.strip(layout, &self.head, leaf.side, counts)? {
            leaf.add(shifted(head, left, self.head_distance()));
        }
        if let Some(foot) = self.strip(layout, &self.foot, leaf.side, counts)? {
            let top = self.page.size.height - self.foot_distance() - foot.height;
            leaf.add(shifted(foot, left, top));
        }
        Ok(())
    }

    /// Draws the lines around a page of the section.
    pub(super) fn frame(&self, leaf: &mut Leaf) {
        let Some(borders) = &self.page.borders else { return };
        let Size { width, height } = self.page.size;
        let room = borders.room;
        let area = if borders.from_text {
            let margins = facing(self.page.margins, self.page.mirrored && leaf.shown.is_multiple_of(2));
            let top = if self.head.default.is_empty() { margins.top } else { self.head_distance() };
            let bottom = if self.foot.default.is_empty() { margins.bottom } else { self.foot_distance() };
            let (left, right) = (margins.left - room.left, width - margins.right + room.right);
            Rect { left, top: top - room.top, right, bottom: height - bottom + room.bottom }
        } else {
            Rect { left: room.left, top: room.top, right: width - room.right, bottom: height - room.bottom }
        };
        rules::draw(&borders.lines, &area, &mut leaf.under);
    }

    fn head_distance(&self) -> f32 {
        distance(self.page.header_distance, self.page.margins.top)
    }

    fn foot_distance(&self) -> f32 {
        distance(self.page.footer_distance, self.page.margins.bottom)
    }

    /// A running text for one page; `None` where there is none. Nothing of it belongs to the structure of the document.
    fn strip(&self, layout: &mut Layout, text: &RunningText, side: Side, counts: Counts<'_>) -> Result<Option<Strip>> {
        // Only of heads is it known beforehand where on the paper they begin.
        let top = std::ptr::eq(text, &raw const self.head).then(|| self.head_distance());
        let blocks = match side {
            Side::First => text.first.as_ref(),
            Side::Even => text.even.as_ref(),
            Side::Odd => None,
        };
        let mut blocks = blocks.unwrap_or(&text.default).clone();
        if blocks.is_empty() {
            return Ok(None);
        }
        // Set anew for each page: a long one on thousands of them is what a file of a few kilobytes may ask for.
        layout.context.charge(Limit::elements, weight(&blocks))?;
        each_inline_mut(&mut blocks, &mut |inline| counts.fill_in(inline));
        let Size { width, height } = self.page.size;
        let measure = (width - self.page.margins.left - self.page.margins.right).max(1.0);
        let column = std::mem::replace(&mut layout.column, Size { width: measure, height: height * MOST });
        let grid = std::mem::replace(&mut layout.grid, self.page.grid);
        // It runs across the paper whatever the text does.
        let is_vertical = std::mem::take(&mut layout.is_vertical);
        let mark = layout.mark();
        let place = Place { left: 0.0, width: measure, node: Structure::ROOT, depth: 0, align: Align::Start };
        let strips = alone(layout, |layout, stream| {
            layout.cursor = top.map(|top| Cursor { left: self.page.margins.left, top });
            lay_out(layout, &blocks, &place, stream)
        });
        layout.back_to(mark);
        (layout.column, layout.grid, layout.is_vertical) = (column, grid, is_vertical);
        Ok(Some(untagged(stacked(strips?))))
    }
}

/// Distance of a running text from the edge of the paper: half of the margin where nobody says (as LibreOffice and Word
/// have it in new documents).
fn distance(given: Option<f32>, margin: f32) -> f32 {
    given.filter(|distance| distance.is_finite() && *distance >= 0.0).unwrap_or(margin / 2.0)
}

impl Counts<'_> {
    /// Shows in a field what it computes here.
    fn fill_in(self, inline: &mut Inline) {
        let Inline::Field(field) = inline else { return };
        let format = self.format.unwrap_or(NumberFormat::Decimal);
        match &field.kind {
            FieldKind::PageNumber(own) => field.run.text = counting::written(own.unwrap_or(format), self.number),
            FieldKind::PageCount => field.run.text = self.pages.0.to_string(),
            FieldKind::SectionPages => field.run.text = self.pages.1.to_string(),
            FieldKind::Styled(style) => {
                if let Some(words) = self.styled.near(self.page, style) {
                    words.clone_into(&mut field.run.text);
                }
            }
            FieldKind::PageOf(_) => {}
        }
    }
}
