//! Ruby: small letters above others that say how these are read (W3C, "Requirements for Japanese
//! Text Layout", 3.3).

use super::layout::Layout;
use super::line::Line;
use super::place_line::place_line;
use super::seat::{Leading, Seat};
use super::strip::shifted;
use super::text::{Look, Text};
use transvase_font::shaping::Shaped;
use transvase_model::flow::Align;
use transvase_model::pages::Item;

/// Size of the small letters as a share of the size below them.
const SIZE: f32 = 0.5;

/// Height of their base line above that of the text, as a share of its size.
const RISE: f32 = 0.95;

/// Height above the base line that a line with ruby needs, as a share of the size.
pub(super) const HEIGHT: f32 = RISE + 0.45;

/// The small letters above some text as a line of their own; `None` where there are none.
fn line(layout: &mut Layout, text: &Text, look: &Look) -> Option<Line> {
    let words = text.rubies.get(look.ruby? as usize)?.clone();
    let small = Look { size: look.size * SIZE, line_size: look.size * SIZE, rise: 0.0, ruby: None, ..*look };
    let small =
        Look { background: None, underline: false, strike: false, border: None, emphasis: None, link: None, ..small };
    let mut text = Text::default();
    words.chars().filter(|c| !c.is_control()).for_each(|character| text.push(character, character, small));
    let shaped = layout.shape(&text, false);
    Some(Line::whole(text, shaped))
}

/// Widths of the small letters above each piece of a text, by index of the piece.
pub(super) fn widths(layout: &mut Layout, text: &Text) -> Vec<(usize, f32)> {
    let annotated = text.pieces.iter().enumerate().filter(|(_, piece)| piece.look.ruby.is_some());
    let width = |(index, piece): (usize, &super::text::Piece)| {
        let line = line(layout, text, &piece.look)?;
        Some((index, line.shaped.advance(0..line.visible)))
    };
    annotated.filter_map(width).collect()
}

/// Spreads the clusters of each piece as far as the letters above it ask for, and keeps the piece in
/// one line.
pub(super) fn settle(shaped: &mut Shaped, widths: &[(usize, f32)]) {
    for (piece, width) in widths {
        let of_piece = |at: &usize| usize::from(shaped.clusters[*at].span) == *piece;
        let clusters: Vec<usize> = (0..shaped.clusters.len()).filter(of_piece).collect();
        let natural: f32 = clusters.iter().map(|at| shaped.clusters[*at].advance).sum();
        let room = ((width - natural) / clusters.len().max(1) as f32).max(0.0);
        for (index, at) in clusters.into_iter().enumerate() {
            let cluster = &mut shaped.clusters[at];
            cluster.advance += room;
            if index > 0 {
                (cluster.break_before, cluster.grapheme) = (false, false);
            }
            let glyphs = cluster.glyphs.start as usize..cluster.glyphs.end as usize;
            shaped.glyphs[glyphs].iter_mut().for_each(|glyph| glyph.x += room / 2.0);
        }
    }
}

/// The small letters above text that reaches from `left` to `right` on a base line.
pub(super) fn items(layout: &mut Layout, text: &Text, look: &Look, (left, right): (f32, f32), base: f32) -> Vec<Item> {
    let Some(line) = line(layout, text, look) else { return Vec::new() };
    let seat = Seat {
        left,
        width: right - left,
        align: Align::Center,
        line_height: 1.0,
        leading: Leading::Even,
        right_to_left: false,
        size: look.size * SIZE,
    };
    let strip = place_line(layout, &line, &seat);
    let up = base - look.size * RISE - strip.base;
    shifted(strip, 0.0, up).items
}
