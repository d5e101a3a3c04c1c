//! Pictures and drawings: which paths and labels make one figure (`region`, `curve_regions`, `figure`), what it is
//! in the document: shapes (the room `sketch`), a picture (`flatten`) or one out of the flow (`float`), or a ground
//! behind text (`background`, `rounded_boxes`); and the images of a page (`picture`), those on a scan among them
//! (`scan`, `ocr_layer`), some of which stand in lines of text (`inline_image`).

pub(super) mod background;
pub(super) mod curve_regions;
pub(super) mod figure;
pub(super) mod flatten;
pub(super) mod float;
pub(super) mod inline_image;
pub(super) mod ocr_layer;
pub(super) mod ocr_order;
pub(super) mod picture;
pub(super) mod region;
pub(super) mod rounded_boxes;
pub(super) mod scan;
pub(super) mod tolerances;

use super::caps;
use super::text::line::Line;
use transvase_base::units::Rect;

/// The lines of text whose middle lies in a region, of as many as are looked at.
fn lines_in<'l>(region: &Rect, lines: &'l [Line]) -> impl Iterator<Item = &'l Line> {
    lines.iter().take(caps::MOST).filter(|line| region.contains(line.rect.center()))
}

/// Takes the lines of text out whose middle lies in a region.
fn take_lines(region: &Rect, lines: &mut Vec<Line>) -> Vec<Line> {
    lines.extract_if(.., |line| region.contains(line.rect.center())).collect()
}
