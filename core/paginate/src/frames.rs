//! Frames, and drawings with their words: blocks that are laid out by themselves and painted at one place.

use super::anchored::Anchored;
use super::blocks::lay_out;
use super::column::alone;
use super::drawn::{drawing_items, filled, turn};
use super::layout::Layout;
use super::place::Place;
use super::rules;
use super::strip::{Stream, Strip, mapped, shifted, stacked};
use super::table::lay_out_table;
use transvase_base::error::Result;
use transvase_base::units::{Affine, Point, Rect, Size};
use transvase_model::flow::{Align, Drawing, Edges, Frame, Placement, Table};
use transvase_model::pages::NodeId;

/// Room that is left for the text of a frame, in points.
const LEAST_WIDTH: f32 = 18.0;

/// Room that text leaves at the sides of a frame, in points: an eighth of an inch, as in Word.
const FRAME_ROOM: f32 = 9.0;

/// Room in points that text needs beside a table: an inch. A table that leaves less has none beside it.
const LEAST_BESIDE: f32 = 72.0;

/// A drawing with its words in their places, from the origin.
pub(super) fn drawing_strip(
    layout: &mut Layout,
    drawing: &Drawing,
    scale: f32,
    node: NodeId,
    depth: usize,
) -> Result<Strip> {
    let items = drawing_items(drawing, scale, &Affine::scale(scale, scale), Some(node));
    let mut strip = Strip { items, height: drawing.size.height * scale, ..Strip::default() };
    for text in &drawing.texts {
        let place = Place { left: 0.0, width: drawing.size.width, node, depth, align: Align::Start };
        let words = frame_strip(layout, text, &place)?;
        let Rect { left, top, .. } = text.rect;
        strip.absorb(shifted(words, left * scale, 0.0), top * scale);
    }
    Ok(strip)
}

/// A frame with its text, from the origin. One without a width of its own is as wide as its place.
fn frame_strip(layout: &mut Layout, frame: &Frame, place: &Place) -> Result<Strip> {
    let rect = &frame.rect;
    let width = if rect.width() > 0.0 { rect.width() } else { place.width };
    let Edges { top, right, bottom, left } = frame.padding;
    let inner = (width - left - right).max(LEAST_WIDTH.min(width)).max(1.0);
    let place = Place { left, width: inner, depth: place.depth + 1, align: Align::Start, ..*place };
    let text = stacked(alone(layout, |layout, stream| lay_out(layout, &frame.blocks, &place, stream))?);
    let height = rect.height().max(text.height + top + bottom);
    let area = Rect { left: 0.0, top: 0.0, right: width, bottom: height };
    let mut strip = Strip { height, ..Strip::default() };
    strip.items.extend(frame.background.map(|color| filled(&area, color)));
    rules::draw(&frame.borders, &area, &mut strip.items);
    strip.absorb(text, top);
    if frame.rotation != 0.0 && frame.rotation.is_finite() {
        let middle = Point { x: width / 2.0, y: rect.height().max(1.0) / 2.0 };
        let map = turn(frame.rotation, middle);
        strip.items.iter_mut().chain(&mut strip.under).for_each(|item| mapped(item, &map));
    }
    Ok(strip)
}

/// A table at its own place with text beside it; in the column where no text would find room there, and where it is higher
/// than a page can hold.
pub(super) fn anchored_table(layout: &mut Layout, table: &Table, place: &Place, stream: &mut Stream) -> Result<()> {
    let width: f32 = table.columns.iter().sum();
    let placement = table.placement.as_deref().copied();
    let Some(placement) = placement.filter(|_| width > 0.0 && width + LEAST_BESIDE <= place.width) else {
        return lay_out_table(layout, table, place, stream);
    };
    let mark = layout.mark();
    let inner = Place { left: 0.0, width, depth: place.depth + 1, ..*place };
    let plain = Table { placement: None, indent: 0.0, align: None, ..table.clone() };
    let strip = stacked(alone(layout, |layout, stream| lay_out_table(layout, &plain, &inner, stream))?);
    if strip.height > layout.column.height {
        layout.back_to(mark);
        return lay_out_table(layout, table, place, stream);
    }
    let size = Size { width, height: strip.height };
    Anchored { placement, size, strip }.put(layout, place, stream);
    Ok(())
}

/// A frame with its text, at its own place.
pub(super) fn anchored_frame(layout: &mut Layout, frame: &Frame, place: &Place) -> Result<Anchored> {
    let strip = frame_strip(layout, frame, place)?;
    let Rect { left: x, top: y, .. } = frame.rect;
    let placement = Placement { x, y, origin: frame.origin, wrap: frame.wrap, room: FRAME_ROOM, raised: false };
    let width = if frame.rect.width() > 0.0 { frame.rect.width() } else { place.width };
    Ok(Anchored { placement, size: Size { width, height: strip.height }, strip })
}
