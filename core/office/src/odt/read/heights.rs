//! Header and footer heights: pages whose header grows with running text push their text down.

use transvase_model::flow::{Block, Borders, Inline, Paragraph, Table, inlines};

/// Width of a letter as a share of its size.
const LETTER: f32 = 0.5;
/// Distance of lines as a multiple of the size, where nothing is said.
const LINE: f32 = 1.17;
/// Size of letters where nothing is said.
const SIZE: f32 = 12.0;
/// Largest height that is believed.
const MOST: f32 = 400.0;

/// About how high blocks are in a column of some width, in points.
pub(super) fn of(blocks: &[Block], measure: f32) -> f32 {
    let mut height = 0.0;
    for block in blocks {
        height += match block {
            Block::Paragraph(paragraph) => of_paragraph(paragraph, measure),
            Block::Table(table) => of_table(table, measure),
            Block::Frame(_) => 0.0,
            other => other.children().into_iter().map(|inside| of(inside, measure)).sum(),
        };
    }
    height.min(MOST)
}

fn of_paragraph(paragraph: &Paragraph, measure: f32) -> f32 {
    let (mut size, mut width, mut lines, mut picture) = (0.0_f32, 0.0_f32, 1.0_f32, 0.0_f32);
    for inline in inlines(&paragraph.content) {
        match inline {
            Inline::LineBreak => lines += 1.0,
            Inline::Image(image) if image.placement.is_none() => {
                picture = picture.max(image.height.unwrap_or_default());
            }
            other => {
                let Some(run) = other.run() else { continue };
                let own = run.style.size.unwrap_or(SIZE);
                size = size.max(own);
                width += run.text.chars().count() as f32 * own * LETTER;
            }
        }
    }
    let size = if size > 0.0 { size } else { SIZE };
    let distance = paragraph.style.line_distance.unwrap_or(size * paragraph.style.line_height.unwrap_or(LINE));
    lines += (width / measure.max(1.0)).floor();
    (lines * distance).max(picture) + paragraph.style.space_before + paragraph.style.space_after
}

fn of_table(table: &Table, measure: f32) -> f32 {
    let row = |row: &transvase_model::flow::Row| {
        let share = measure / row.cells.len().max(1) as f32;
        row.cells.iter().map(|cell| of(&cell.blocks, share)).fold(row.height, f32::max)
    };
    table.rows.iter().map(row).sum()
}

/// Whether blocks show nothing.
pub(super) fn is_blank(blocks: &[Block]) -> bool {
    blocks.iter().all(|block| match block {
        Block::Paragraph(paragraph) => {
            let silent = |inline: &Inline| match inline {
                Inline::Text(run) => run.text.trim().is_empty(),
                Inline::Tab | Inline::LineBreak | Inline::Anchor(_) => true,
                _ => false,
            };
            paragraph.content.iter().all(silent) && paragraph.style.borders == Borders::default()
        }
        _ => false,
    })
}
