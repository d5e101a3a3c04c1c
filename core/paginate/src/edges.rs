//! Borders and shading of paragraphs, cells and frames.

use super::drawn::filled;
use super::place::Place;
use super::rules::{draw, thickness};
use super::strip::Strip;
use transvase_base::units::Rect;
use transvase_model::flow::{Block, Border, Borders, Edges, Paragraph, ParagraphStyle};

/// Room between lines and text where nobody says: a point above and below, four at the sides (as Word has them).
const USUAL_ROOM: Edges = Edges { top: 1.0, right: 4.0, bottom: 1.0, left: 4.0 };

/// Whether the box around a paragraph goes on in the paragraphs beside it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Joined {
    /// In the one above.
    pub above: bool,
    /// In the one below.
    pub below: bool,
}

impl Joined {
    /// How the box of a block stands to its neighbours: boxes alike are one (ECMA-376 part 1, 17.3.1.24).
    pub(super) fn of(before: Option<&Block>, block: &Block, after: Option<&Block>) -> Joined {
        let Block::Paragraph(own) = block else { return Joined::default() };
        if !is_boxed(&own.style) || own.style.own_box {
            return Joined::default();
        }
        let alike = |other: Option<&Block>| matches!(other, Some(Block::Paragraph(other)) if are_one(own, other));
        Joined { above: alike(before), below: alike(after) && !breaks(after) }
    }
}

fn is_boxed(style: &ParagraphStyle) -> bool {
    style.borders != Borders::default() || style.background.is_some()
}

fn breaks(block: Option<&Block>) -> bool {
    matches!(block, Some(Block::Paragraph(paragraph)) if paragraph.style.page_break_before)
}

fn are_one(one: &Paragraph, other: &Paragraph) -> bool {
    let (a, b) = (&one.style, &other.style);
    let indents = |style: &ParagraphStyle| (style.indent_start + style.indent_first.min(0.0), style.indent_end);
    let look = |style: &ParagraphStyle| (style.borders, style.border_room, style.background, style.own_box);
    (look(a), indents(a)) == (look(b), indents(b))
}

/// Puts lines and colour around the lines of a paragraph, which come `gap` below what is above them.
pub(super) fn surround(strips: &mut [Strip], style: &ParagraphStyle, place: &Place, joined: Joined, gap: f32) {
    if !is_boxed(style) || strips.is_empty() {
        return;
    }
    let borders = style.borders;
    let usual = if borders == Borders::default() { Edges::default() } else { USUAL_ROOM };
    let room = style.border_room.unwrap_or(usual);
    let (left, right) = (place.left - room.left, place.left + place.width + room.right);
    let last = strips.len() - 1;
    for (at, strip) in strips.iter_mut().enumerate() {
        let (begins, ends) = (at == 0 && !joined.above, at == last && !joined.below);
        if begins {
            lower(strip, room.top + width(borders.top));
        }
        if ends {
            strip.height += room.bottom + width(borders.bottom);
            strip.slack = 0.0;
        }
        let above = if at == 0 && joined.above { gap } else { 0.0 };
        // A hair lower than the line, so that no gap shows between it and the next.
        let bottom = strip.height + if ends { 0.0 } else { 0.25 };
        let area = Rect { left, top: -above, right, bottom };
        if let Some(color) = style.background {
            strip.items.insert(0, filled(&area, color));
        }
        let drawn = Borders { top: borders.top.filter(|_| begins), bottom: borders.bottom.filter(|_| ends), ..borders };
        draw(&drawn, &area, &mut strip.items);
    }
}

fn width(border: Option<Border>) -> f32 {
    border.map_or(0.0, |border| thickness(&border))
}

/// Moves what a strip shows down, which makes it as much higher.
fn lower(strip: &mut Strip, by: f32) {
    let moved = super::strip::shifted(std::mem::take(strip), 0.0, by);
    let base = if moved.base > 0.0 { moved.base + by } else { 0.0 };
    *strip = Strip { height: moved.height + by, base, ..moved };
}
