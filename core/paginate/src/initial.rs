//! Drop caps: a large initial over several lines, which the text of its paragraph runs around.

use super::layout::Layout;
use super::line::Line;
use super::lines::shape;
use super::place::Place;
use super::place_line::place_line;
use super::seat::{Leading, Seat};
use super::strip::{Stream, Strip, shifted};
use super::text::Text;
use transvase_base::units::Rect;
use transvase_model::flow::{Align, DropCap, Inline, Paragraph};

/// Room between an initial and the text, as a share of the size of the text.
const GAP: f32 = 0.15;

/// Height of capitals as a share of the size: that of most faces for text.
const CAPITALS: f32 = 0.65;

/// Most lines that an initial is high.
const MOST_LINES: f32 = 20.0;

/// How many lines an initial is high.
fn lines_of(cap: &DropCap) -> f32 {
    f32::from(cap.lines).clamp(1.0, MOST_LINES)
}

/// An initial as a paragraph of its own, beside text of a size whose base lines are as far apart as `line` says: it reaches
/// from the top of the capitals of the first line to the base line of the last.
pub(super) fn alone(cap: &DropCap, (size, line): (f32, f32), scale: f32) -> Paragraph {
    let height = (lines_of(cap) - 1.0) * line + CAPITALS * size;
    let mut run = cap.run.clone();
    run.style.size = Some(height / CAPITALS / scale.max(0.01));
    Paragraph { content: vec![Inline::Text(run)], ..Paragraph::default() }
}

/// Puts an initial beside the first lines of its paragraph; `text` is what [`alone`] became.
pub(super) fn put(
    layout: &mut Layout,
    (cap, text): (&DropCap, Text),
    (size, line): (f32, f32),
    place: &Place,
    stream: &mut Stream,
) {
    let lines = lines_of(cap);
    let shaped = shape(layout, &text, false);
    let initial = Line::whole(text, shaped);
    let width = initial.shaped.advance(0..initial.visible).min(place.width / 2.0);
    let seat = Seat {
        left: place.left,
        width,
        align: Align::Start,
        line_height: 1.0,
        leading: Leading::Even,
        right_to_left: false,
        size,
    };
    let strip = place_line(layout, &initial, &seat);
    let base = strip.base;
    stream.label(shifted(strip, 0.0, (lines - 1.0) * line - base).items, 0.0);
    let top = stream.bottom() + stream.gap();
    let right = place.left + width + GAP * size;
    layout.floats.add(Rect { left: f32::MIN, top, right, bottom: top + lines * line - 0.1 });
    stream.anchor(Strip { reach: lines * line, ..Strip::default() });
}
