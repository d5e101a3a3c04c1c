//! Leading (line pitch): paragraphs of one size share one, so that their style carries it.
//!
//! What is measured differs by fractions of a point from paragraph to paragraph, and a line that
//! stands alone tells nothing of its pitch.

use std::collections::BTreeMap;

use super::block::{Block, LONE_PITCH, Para};
use super::page_blocks::PageBlocks;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::{Em, Pt, TWIPS_PER_PT};

/// Distance from the usual pitch within which a pitch was meant to be that one: what is measured differs by that much.
const SAME_PITCH: Pt = Pt(0.3);
/// Largest pitch of lines that stand alone, whose least is their size: further apart they have a space between them.
const MOST: Em = Em(1.5);
/// Pitches are counted and written in twentieths of a point.
pub(super) const TWIP: f32 = 1.0 / TWIPS_PER_PT;
/// Least and largest pitch in twips: office programs have no lines higher than 22 inches.
const PITCHES: (f32, f32) = (1.0, 31_680.0);
/// Least and largest size of letters in half-points.
const SIZES: (f32, f32) = (2.0, 4_000.0);

/// Lines by size, in half-points, and pitch, in twips.
type Counts = BTreeMap<(u32, u32), usize>;

/// Gives paragraphs the usual pitch of their size.
pub(super) fn settle(pages: &mut [PageBlocks], context: &Context) -> Result<()> {
    let mut counts = Counts::new();
    for column in pages.iter().flat_map(|page| &page.parts).flat_map(|part| &part.columns) {
        context.tick(column.len() as u64)?;
        column.iter().for_each(|block| count(block, &mut counts));
        column.windows(2).for_each(|pair| count_alone(pair, &mut counts));
    }
    let mut usual: BTreeMap<u32, (usize, f32)> = BTreeMap::new();
    for ((size, pitch), lines) in counts {
        let best = usual.entry(size).or_default();
        if lines > best.0 {
            *best = (lines, pitch as f32 * TWIP);
        }
    }
    for column in pages.iter_mut().flat_map(|page| &mut page.parts).flat_map(|part| &mut part.columns) {
        context.tick(column.len() as u64)?;
        set(column, &usual);
    }
    Ok(())
}

fn count(block: &Block, counts: &mut Counts) {
    match block {
        Block::Text(para) if para.lines.len() > 1 => {
            *counts.entry((size(para), twips(para.pitch))).or_default() += para.lines.len() - 1;
        }
        Block::Table(table) => table.blocks().for_each(|block| count(block, counts)),
        _ => {}
    }
}

/// Lines one below the other that are paragraphs of their own, as those of tables of contents are, tell
/// a pitch together.
fn count_alone(pair: &[Block], counts: &mut Counts) {
    let [Block::Text(above), Block::Text(below)] = pair else { return };
    let ([first], [second]) = (&above.lines[..], &below.lines[..]) else { return };
    let distance = second.baseline - first.baseline;
    let apart = above.place.is_some() || below.place.is_some() || size(above) != size(below);
    if !apart && (first.size..MOST * first.size).contains(&distance) {
        *counts.entry((size(above), twips(distance))).or_default() += 1;
    }
}

fn set(blocks: &mut [Block], usual: &BTreeMap<u32, (usize, f32)>) {
    let mut above = f32::NEG_INFINITY;
    for block in blocks {
        match block {
            Block::Text(para) => {
                if let Some((_, pitch)) = usual.get(&size(para))
                    && takes(para, *pitch, above)
                {
                    para.pitch = *pitch;
                }
                hold(para);
                para.pitch = twips(para.pitch) as f32 * TWIP;
                above = para.lines.last().map_or(above, |line| line.baseline);
            }
            Block::Table(table) => {
                table.cells.iter_mut().for_each(|cell| set(&mut cell.blocks, usual));
                above = f32::NEG_INFINITY;
            }
            Block::Picture(_) | Block::Rule(_) => above = f32::NEG_INFINITY,
        }
    }
}

/// Whether a paragraph may have a pitch: its own is nearly that, or it is a line that has room.
fn takes(para: &Para, pitch: f32, above: f32) -> bool {
    let Some(first) = para.lines.first().filter(|_| para.place.is_none()) else { return false };
    let alone = para.lines.len() == 1
        && !para.frame.in_cell
        && !first.is_formula()
        && pitch < MOST * first.size
        && first.baseline - above >= pitch - SAME_PITCH;
    alone || (para.pitch - pitch).abs() <= SAME_PITCH
}

/// Makes the line of a paragraph that is one line as high as the largest of its words needs.
pub(super) fn hold(para: &mut Para) {
    let [line] = &para.lines[..] else { return };
    let largest = line.words.iter().map(|word| word.size).fold(0.0, f32::max);
    if !para.frame.in_cell && largest > para.pitch {
        para.pitch = LONE_PITCH * largest;
    }
}

fn size(para: &Para) -> u32 {
    half_points(para.size())
}

/// A size in half-points, as office programs have it.
pub(super) fn half_points(size: f32) -> u32 {
    (size * 2.0).round().clamp(SIZES.0, SIZES.1) as u32
}

fn twips(pitch: f32) -> u32 {
    (pitch / TWIP).round().clamp(PITCHES.0, PITCHES.1) as u32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::line::Line;

    fn para(top: f32, lines: usize, pitch: f32) -> Block {
        let line = |at: usize| Line { baseline: top + at as f32 * pitch, size: 10.0, ..Line::default() };
        Block::Text(Para { lines: (0..lines).map(line).collect(), pitch, ..Para::default() })
    }

    fn pitches(blocks: &[Block]) -> Vec<f32> {
        blocks.iter().filter_map(|block| if let Block::Text(para) = block { Some(para.pitch) } else { None }).collect()
    }

    #[test]
    fn lines_that_stand_alone_tell_their_pitch_together() {
        let mut counts = Counts::new();
        let blocks: Vec<Block> = [100.0, 113.5, 127.0, 160.0].map(|top| para(top, 1, 11.5)).to_vec();
        blocks.windows(2).for_each(|pair| count_alone(pair, &mut counts));
        assert_eq!(counts.into_iter().collect::<Vec<_>>(), [((20, 270), 2)]);
    }

    #[test]
    fn paragraphs_of_a_size_share_the_usual_pitch() {
        let blocks = vec![para(100.0, 5, 12.0), para(200.0, 2, 12.2), para(300.0, 1, 11.5), para(400.0, 3, 15.0)];
        let part = crate::page_blocks::ColumnSet { columns: vec![blocks], ..Default::default() };
        let frame = crate::block::ColumnExtent::default();
        let size = transvase_base::units::Size { width: 600.0, height: 800.0 };
        let mut pages = [PageBlocks { index: 0, size, frame, side: None, parts: vec![part], foot: 0.0 }];
        settle(&mut pages, &Context::default()).unwrap();
        // Nearly the usual one, and a line that tells none; double spacing was meant.
        assert_eq!(pitches(&pages[0].parts[0].columns[0]), [12.0, 12.0, 12.0, 15.0]);
    }
}
