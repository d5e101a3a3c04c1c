//! Captions: "Figure 3: …", "Table 2. …", the words beside a figure or table.

use super::super::block::{Block, Para};
use super::super::text::caption::label;
use transvase_base::units::Pt;
use transvase_model::flow::Role;

/// Widest gap between a caption and its figure or table: two empty lines.
const CAPTION_GAP: Pt = Pt(40.0);
/// Largest caption that stands by itself, as a multiple of the running text's size: larger is a heading.
const MAX_SIZE: f32 = 1.15;
/// The same for one beside what it is of.
const MAX_SIZE_BESIDE: f32 = 1.6;
/// Characters of the longest caption: some explain their figure in a quarter of a page.
const MAX_CHARS: usize = 1_500;

/// Marks the captions of a column.
pub(super) fn mark(column: &mut [Block], body_size: f32) {
    for at in 0..column.len() {
        let Some(Block::Text(para)) = column.get(at) else { continue };
        let Some(surely) = opening(para, body_size) else { continue };
        let (top, bottom) = (para.top(), para.bottom());
        let shown = |block: Option<&Block>| block.filter(|block| is_shown(block)).map(Block::extent);
        let above =
            shown(at.checked_sub(1).and_then(|at| column.get(at))).is_some_and(|(_, end)| top - end < CAPTION_GAP);
        let below = shown(column.get(at + 1)).is_some_and(|(start, _)| start - bottom < CAPTION_GAP);
        if !(surely || above || below) {
            continue;
        }
        if let Some(Block::Text(para)) = column.get_mut(at) {
            para.meaning.role = Role::Caption;
            para.meaning.keep |= below && !above;
        }
    }
}

fn is_shown(block: &Block) -> bool {
    matches!(block, Block::Table(..) | Block::Picture(_))
}

/// Whether a paragraph opens as a caption does; whether it surely is one wherever it stands.
fn opening(para: &Para, body_size: f32) -> Option<bool> {
    if !para.is_body() || para.place.is_some() || para.size() > MAX_SIZE_BESIDE * body_size {
        return None;
    }
    let line = para.lines.first()?.text();
    let (core, number, mut words) = label(&line)?;
    if para.text().chars().count() > MAX_CHARS {
        return None;
    }
    let next = words.next();
    let parted = core.len() < number.len() || next.is_some_and(|next| matches!(next, "-" | "–" | "—" | ":" | "|"));
    let capital = next.is_none_or(|next| next.chars().next().is_some_and(|c| !c.is_lowercase()));
    let listed = line.contains("....") || line.contains('\t') && line.ends_with(|c: char| c.is_ascii_digit());
    match (listed, parted, capital) {
        (true, ..) => None,
        (_, true, true) => Some(para.size() <= MAX_SIZE * body_size),
        (_, _, true) => Some(false),
        _ => None,
    }
}
