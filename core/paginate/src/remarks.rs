//! Comments in the margin: what reviewers say of the text, beside the line that it is about.

use super::blocks::lay_out;
use super::column::alone;
use super::drawn::filled;
use super::layout::Layout;
use super::place::Place;
use super::strip::{Strip, shifted, stacked};
use super::structure::Structure;
use transvase_base::error::Result;
use transvase_base::units::Rect;
use transvase_model::flow::{
    Align, Block, Color, Comment, Inline, Paragraph, ParagraphStyle, Run, TextStyle, each_run_mut, walk_mut,
};
use transvase_model::pages::StructKind;

/// Size of their text in points.
const SIZE: f32 = 7.0;
/// Distance from the text and from the edge of the paper in points.
pub(super) const GAP: f32 = 8.0;
/// The least width in points; it reaches into the text where the margin is narrower.
const LEAST_WIDTH: f32 = 54.0;
/// Room around their text in points.
const ROOM: f32 = 3.0;

/// Colour behind a comment, that of the line at its side, and that behind what it is about.
const GROUND: Color = Color { r: 0xFD, g: 0xF3, b: 0xE8 };
const EDGE: Color = Color { r: 0xD9, g: 0x82, b: 0x2B };
pub(super) const MARKED: Color = Color { r: 0xFB, g: 0xE2, b: 0xC8 };

/// A comment as a strip, from its upper left corner; none where it was set before.
pub(super) fn set(layout: &mut Layout, remark: usize) -> Result<Option<Strip>> {
    let Some(comment) = layout.remarks.get_mut(remark).and_then(Option::take) else { return Ok(None) };
    let width = (layout.margin - 2.0 * GAP).max(LEAST_WIDTH);
    let node = layout.structure.add(StructKind::Note, Structure::ROOT, None);
    let place = Place { left: ROOM + 1.0, width: width - 2.0 * ROOM - 1.0, node, depth: 1, align: Align::Start };
    let blocks = plain(comment);
    let text = stacked(alone(layout, |layout, stream| lay_out(layout, &blocks, &place, stream))?);
    let height = text.height + 2.0 * ROOM;
    let area = |right: f32| Rect { left: 0.0, top: 0.0, right, bottom: height };
    let items = vec![filled(&area(width), GROUND), filled(&area(1.0), EDGE)];
    let mut strip = Strip { items, height, ..Strip::default() };
    strip.absorb(shifted(text, 0.0, 0.0), ROOM);
    Ok(Some(strip))
}

/// The words of a comment behind the name of who made it, as small as there is room for.
fn plain(comment: Comment) -> Vec<Block> {
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
