//! Comments in the margin: what reviewers say of the text, beside the line that it is about.

use super::drawn::filled;
use super::strip::Strip;
use transvase_base::units::Rect;
use transvase_model::flow::{
    Block, Color, Comment, Inline, Paragraph, ParagraphStyle, Run, TextStyle, each_run_mut, walk_mut,
};

/// Size of their text in points.
const SIZE: f32 = 7.0;
/// Distance from the text and from the edge of the paper in points.
pub(super) const GAP: f32 = 8.0;
/// The least width in points; it reaches into the text where the margin is narrower.
const LEAST_WIDTH: f32 = 54.0;
/// Room around their text in points, and thickness of the line at their side.
const ROOM: f32 = 3.0;
const EDGE_WIDTH: f32 = 1.0;

/// Colour behind a comment, that of the line at its side, and that behind what it is about.
const GROUND: Color = Color { r: 0xFD, g: 0xF3, b: 0xE8 };
const EDGE: Color = Color { r: 0xD9, g: 0x82, b: 0x2B };
pub(super) const MARKED: Color = Color { r: 0xFB, g: 0xE2, b: 0xC8 };

/// Width of comments beside a margin.
pub(super) fn width(margin: f32) -> f32 {
    (margin - 2.0 * GAP).max(LEAST_WIDTH)
}

/// Where the text of a comment of some width stands in it, from its left edge: its left end, and its width.
pub(super) fn inner(width: f32) -> (f32, f32) {
    (ROOM + EDGE_WIDTH, width - 2.0 * ROOM - EDGE_WIDTH)
}

/// The text of a comment on its ground, from its upper left corner.
pub(super) fn grounded(text: Strip, width: f32) -> Strip {
    let height = text.height + 2.0 * ROOM;
    let area = |right: f32| Rect { left: 0.0, top: 0.0, right, bottom: height };
    let items = vec![filled(&area(width), GROUND), filled(&area(EDGE_WIDTH), EDGE)];
    let mut strip = Strip { items, height, ..Strip::default() };
    strip.absorb(text, ROOM);
    strip
}

/// The words of a comment behind the name of who made it, as small as there is room for.
pub(super) fn plain(comment: Comment) -> Vec<Block> {
    let mut blocks = comment.blocks;
    let author = comment.author.map(|author| {
        let style = TextStyle { weight: 700, ..TextStyle::default() };
        Inline::Text(Run { text: format!("{author}: "), style })
    });
    match blocks.first_mut() {
        Some(Block::Paragraph(paragraph)) => paragraph.content.splice(0..0, author).for_each(drop),
        _ => blocks
            .insert(0, Block::Paragraph(Paragraph { content: author.into_iter().collect(), ..Paragraph::default() })),
    }
    let _ = walk_mut::<()>(&mut blocks, &mut |paragraph| {
        paragraph.style = ParagraphStyle { line_height: Some(1.2), ..ParagraphStyle::default() };
        each_run_mut(&mut paragraph.content, &mut |run| run.style.size = Some(SIZE));
        Ok(())
    });
    blocks
}
