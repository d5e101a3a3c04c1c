//! Page geometry: the page of a document that states none, and the room that text has.

use transvase_base::units::{PT_PER_INCH, Size};
use transvase_model::flow::{Edges, PageSetup};

/// A4 with margins of an inch.
pub(super) fn default_page() -> PageSetup {
    let margins = Edges { top: PT_PER_INCH, right: PT_PER_INCH, bottom: PT_PER_INCH, left: PT_PER_INCH };
    PageSetup { size: Size::A4, margins, ..PageSetup::default() }
}

/// Width and height in points that text can fill: of the narrowest column, on one page.
pub(super) fn measure(page: &PageSetup) -> (f32, f32) {
    let width = page.size.width - page.margins.left - page.margins.right;
    let narrowest = page.columns.iter().map(|column| column.width).filter(|width| *width > 0.0).fold(width, f32::min);
    let height = page.size.height - page.margins.top - page.margins.bottom;
    (narrowest.max(PT_PER_INCH / 2.0), height.max(PT_PER_INCH / 2.0))
}
