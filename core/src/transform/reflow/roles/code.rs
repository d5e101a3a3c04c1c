//! Code: lines of fixed pitch that end where they were meant to.

use super::super::block::{Block, Para};
use super::super::section::PageBlocks;
use super::paras;
use crate::model::flow::Role;

/// Share of the measure that a line of code leaves free, as prose does not.
const FREE: f32 = 0.12;
/// Advance of a letter of fixed pitch, as a share of the size, where it cannot be measured.
const PITCH: f32 = 0.6;
/// Widest indent written as spaces.
const MAX_INDENT: usize = 60;

/// Whether most of a document is set in a fixed pitch.
pub(super) fn is_body(pages: &[PageBlocks]) -> bool {
    let (mut fixed, mut all) = (0, 0);
    for word in paras(pages).flat_map(|para| &para.lines).flat_map(|line| &line.words) {
        all += word.len();
        fixed += if word.style.monospace { word.len() } else { 0 };
    }
    fixed * 3 > all * 2
}

/// Marks the code of a column.
pub(super) fn mark(column: &mut [Block]) {
    for block in column {
        let Block::Text(para) = block else { continue };
        if is_code(para) {
            para.role = Role::Preformatted;
            keep_lines(para);
        }
    }
}

fn is_code(para: &Para) -> bool {
    let mut words = para.lines.iter().flat_map(|line| &line.words);
    let Some((_, before)) = para.lines.split_last() else { return false };
    let room = FREE * para.frame.width();
    para.role == Role::Body
        && para.place.is_none()
        && !para.rtl
        && words.all(|word| word.style.monospace)
        && (before.is_empty() || before.iter().any(|line| para.frame.right - line.rect.right > room))
}

/// Each line ends where it ends, and begins where it begins.
fn keep_lines(para: &mut Para) {
    let left = para.lines.iter().map(|line| line.rect.left).fold(f32::INFINITY, f32::min);
    let count = para.lines.len();
    para.breaks = (1..=count).map(|at| at < count).collect();
    for line in &mut para.lines {
        let size = line.size;
        let Some(first) = line.words.first_mut() else { continue };
        let advance = if first.len() > 2 { first.rect.width() / first.len() as f32 } else { PITCH * size };
        let spaces = ((first.rect.left - left) / advance.max(0.2 * size).max(0.1)).round();
        if spaces >= 1.0 {
            first.text.insert_str(0, &" ".repeat((spaces as usize).min(MAX_INDENT)));
        }
    }
    // The spaces stand for the indents.
    (para.indent_first, para.indent_end) = (0.0, 0.0);
    para.indent_start = (left - para.frame.left).max(0.0);
}
