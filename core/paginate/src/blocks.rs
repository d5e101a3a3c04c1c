//! Block layout: blocks become strips, with quotes and rules.

use std::borrow::Cow;

use super::column::force;
use super::drawn::filled;
use super::edges::Joined;
use super::frames::{anchored_frame, anchored_table};
use super::layout::Layout;
use super::lists::lay_out_list;
use super::paragraph::lay_out_paragraph;
use super::place::{MAX_DEPTH, Place};
use super::strip::{Force, Stream, Strip};
use transvase_base::error::Result;
use transvase_base::units::Rect;
use transvase_model::flow::{Block, Color, Inline, Paragraph, Run, each_run, each_run_mut, inlines, leaves, walk_mut};
use transvase_model::pages::StructKind;

/// Least contrast with the paper that words have which stood on another ground.
const LEAST_CONTRAST: f32 = 2.0;

/// Indent of quotes, as a multiple of the body size.
const QUOTE_INDENT: f32 = 1.8;

/// Space above and below quotes, as a multiple of the body size.
const QUOTE_SPACE: f32 = 0.5;
/// Space around rules, likewise.
const RULE_SPACE: f32 = 0.9;

/// Lays out the document's blocks, one after the other.
pub(super) fn lay_out(layout: &mut Layout, blocks: &[Block], place: &Place, stream: &mut Stream) -> Result<()> {
    let mut at = 0;
    while let Some(block) = blocks.get(at) {
        let before = at.checked_sub(1).and_then(|before| blocks.get(before));
        at += 1;
        if layout.setup.as_source {
            layout.joined = Joined::of(before, block, blocks.get(at));
            if matches!(block, Block::Paragraph(_)) {
                while let Some(Block::Frame(frame)) = blocks.get(at) {
                    layout.beside.push(frame.clone());
                    at += 1;
                }
            }
        }
        lay_out_block(layout, block, place, stream)?;
    }
    Ok(())
}

/// Lays out one block.
pub(super) fn lay_out_block(layout: &mut Layout, block: &Block, place: &Place, stream: &mut Stream) -> Result<()> {
    layout.context.tick(1)?;
    let is_leaf = matches!(block, Block::Paragraph(_) | Block::Rule | Block::PageBreak | Block::ColumnBreak);
    if place.depth >= MAX_DEPTH && !is_leaf {
        layout.flattened = true;
        for leaf in leaves([block]) {
            lay_out_leaf(layout, leaf, place, stream)?;
        }
        return Ok(());
    }
    match block {
        Block::List(list) => lay_out_list(layout, list, place, stream),
        Block::Quote(blocks) => lay_out_quote(layout, blocks, place, stream),
        Block::Frame(frame) if layout.setup.as_source => {
            anchored_frame(layout, frame, place)?.put(layout, place, stream);
            Ok(())
        }
        Block::Frame(frame) => {
            lay_out(layout, &on_paper(&frame.blocks), &Place { depth: place.depth + 1, ..*place }, stream)
        }
        Block::Group(group) => lay_out(layout, &group.blocks, &Place { depth: place.depth + 1, ..*place }, stream),
        Block::Table(table) if table.placement.is_some() && layout.setup.as_source => {
            anchored_table(layout, table, place, stream)
        }
        Block::Table(table) => super::table::lay_out_table(layout, table, place, stream),
        leaf => lay_out_leaf(layout, leaf, place, stream),
    }
}

fn lay_out_leaf(layout: &mut Layout, block: &Block, place: &Place, stream: &mut Stream) -> Result<()> {
    match block {
        Block::Paragraph(paragraph) => {
            lay_out_paragraph(layout, paragraph, place, stream)?;
            if !layout.setup.as_source {
                lay_out_words(layout, paragraph, place, stream)?;
            }
        }
        Block::Rule => lay_out_rule(layout, place, stream),
        Block::PageBreak => break_text(layout, Force::Page, stream),
        Block::ColumnBreak => break_text(layout, Force::Column, stream),
        Block::List(_) | Block::Quote(_) | Block::Group(_) | Block::Table(_) | Block::Frame(_) => {}
    }
    Ok(())
}

/// Goes on behind a break in the text. Word leaves out the space above the paragraph that follows; where a paragraph says
/// that it begins a page, it stays.
fn break_text(layout: &mut Layout, kind: Force, stream: &mut Stream) {
    force(layout, kind, stream);
    if layout.setup.as_source && !layout.setup.leads_above {
        stream.flush_top();
    }
}

/// Blocks that stood on a ground of their own, so that they are seen on white paper.
fn on_paper(blocks: &[Block]) -> Cow<'_, [Block]> {
    let is_pale = |run: &Run| run.style.color.is_some_and(|color| color.contrast(Color::WHITE) < LEAST_CONTRAST);
    let paragraphs = leaves(blocks).into_iter().filter_map(|block| match block {
        Block::Paragraph(paragraph) => Some(&paragraph.content),
        _ => None,
    });
    let mut some_pale = false;
    paragraphs.for_each(|content| each_run(content, &mut |run| some_pale |= is_pale(run)));
    if !some_pale {
        return blocks.into();
    }
    let mut blocks = blocks.to_vec();
    let _ = walk_mut::<()>(&mut blocks, &mut |paragraph| {
        each_run_mut(&mut paragraph.content, &mut |run| {
            if is_pale(run) {
                run.style.color = None;
            }
        });
        Ok(())
    });
    blocks.into()
}

/// Lays out the words of the drawings in a paragraph below it.
fn lay_out_words(layout: &mut Layout, paragraph: &Paragraph, place: &Place, stream: &mut Stream) -> Result<()> {
    if place.depth >= MAX_DEPTH {
        return Ok(());
    }
    let inner = Place { depth: place.depth + 1, ..*place };
    for inline in inlines(&paragraph.content) {
        if let Inline::Drawing(drawing) = inline {
            drawing.texts.iter().try_for_each(|text| lay_out(layout, &on_paper(&text.blocks), &inner, stream))?;
        }
    }
    Ok(())
}

fn lay_out_quote(layout: &mut Layout, blocks: &[Block], place: &Place, stream: &mut Stream) -> Result<()> {
    let size = layout.size;
    let node = layout.structure.add(StructKind::Quote, place.node, None);
    let inner = place.inset(QUOTE_INDENT * size, QUOTE_INDENT * size, size, false);
    stream.space(QUOTE_SPACE * size);
    lay_out(layout, blocks, &Place { node, depth: place.depth + 1, ..inner }, stream)?;
    stream.space(QUOTE_SPACE * size);
    Ok(())
}

fn lay_out_rule(layout: &mut Layout, place: &Place, stream: &mut Stream) {
    let size = layout.size;
    stream.space(RULE_SPACE * size);
    let rect = Rect { left: place.left, top: 0.0, right: place.left + place.width, bottom: 0.5 };
    let gray = Color { r: 0x80, g: 0x80, b: 0x80 };
    stream.push(Strip { height: 0.5, items: vec![filled(&rect, gray)], ..Strip::default() });
    stream.space(RULE_SPACE * size);
}
