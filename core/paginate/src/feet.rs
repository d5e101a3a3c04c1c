//! What is set aside from the text that names it: footnotes at the foot of pages, comments in their margins.

use super::blocks::lay_out;
use super::column::alone;
use super::drawn::filled;
use super::layout::Layout;
use super::place::Place;
use super::remarks;
use super::strip::{Strip, stacked};
use super::structure::Structure;
use transvase_base::error::Result;
use transvase_base::units::Rect;
use transvase_model::flow::{Align, Block, Color};
use transvase_model::pages::{Item, StructKind};

/// Room that the line above the notes of a page takes, in points.
pub(super) const LINE_ROOM: f32 = 8.0;
/// Thickness of that line in points.
const LINE: f32 = 0.5;

/// Length of that line in points: two inches, as office programs have it.
const LINE_LENGTH: f32 = 144.0;

/// The strips of a note that the text names; none where it was named before.
pub(super) fn set(layout: &mut Layout, note: usize) -> Result<Vec<Strip>> {
    let blocks: Option<Vec<Block>> = layout.foot_notes.get_mut(note).and_then(Option::take);
    let Some(blocks) = blocks else { return Ok(Vec::new()) };
    let node = layout.structure.add(StructKind::Note, Structure::ROOT, None);
    let place = Place { left: 0.0, width: layout.column.width, node, depth: 1, align: Align::Start };
    alone(layout, |layout, stream| lay_out(layout, &blocks, &place, stream))
}

/// A comment for the margin, from its upper left corner; none where it was set before.
pub(super) fn set_remark(layout: &mut Layout, remark: usize) -> Result<Option<Strip>> {
    let Some(comment) = layout.remarks.get_mut(remark).and_then(Option::take) else { return Ok(None) };
    let whole = remarks::width(layout.margin);
    let (left, width) = remarks::inner(whole);
    let node = layout.structure.add(StructKind::Note, Structure::ROOT, None);
    let place = Place { left, width, node, depth: 1, align: Align::Start };
    let blocks = remarks::plain(comment);
    let text = stacked(alone(layout, |layout, stream| lay_out(layout, &blocks, &place, stream))?);
    Ok(Some(remarks::grounded(text, whole)))
}

/// The line above the notes of a column, as long as that where the first one goes on from the column before.
pub(super) fn line(left: f32, width: f32, top: f32, goes_on: bool) -> Item {
    let y = top + LINE_ROOM * 0.4;
    let length = if goes_on { width } else { LINE_LENGTH.min(width) };
    filled(&Rect { left, top: y, right: left + length, bottom: y + LINE }, Color::BLACK)
}

/// How many of some notes, one below the other, find room in a height.
pub(super) fn fitting(notes: &[Strip], room: f32) -> usize {
    let mut height = 0.0;
    let fits = |note: &&Strip| {
        height += note.above + note.height;
        height <= room + 0.01
    };
    notes.iter().take_while(fits).count()
}
