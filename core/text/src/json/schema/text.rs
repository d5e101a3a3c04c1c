//! Plain text of runs and blocks: said beside them, and held against them when they are read.

use super::{Block, Paragraph, Run};

/// The text of runs, but for what a change `deletes`.
pub(in crate::json) fn text_of_runs(runs: &[Run], deletes: &dyn Fn(u32) -> bool) -> String {
    let mut text = String::new();
    let mut stack = vec![runs.iter()];
    while let Some(top) = stack.last_mut() {
        match top.next() {
            Some(run) if run.role.changes.iter().any(|change| deletes(*change)) => {}
            Some(run) => {
                text.push_str(&run.text);
                stack.push(run.role.runs.iter());
            }
            None => {
                stack.pop();
            }
        }
    }
    text
}

/// The text of blocks, a paragraph to the line.
pub(in crate::json) fn text_of(blocks: &[Block]) -> String {
    let mut lines = Vec::new();
    let mut stack = vec![blocks.iter()];
    while let Some(top) = stack.last_mut() {
        match top.next() {
            Some(block) => {
                lines.extend(block.lines());
                stack.extend(block.children().into_iter().rev().map(<[Block]>::iter));
            }
            None => {
                stack.pop();
            }
        }
    }
    lines.join("\n")
}

impl Block {
    /// The text it says itself.
    fn lines(&self) -> Vec<&str> {
        match self {
            Block::Table(table) => {
                table.rows.iter().flat_map(|row| &row.cells).map(|cell| cell.text.as_str()).collect()
            }
            Block::Code(code) => vec![&code.text],
            Block::Paragraph(paragraph)
            | Block::Heading(paragraph)
            | Block::Title(paragraph)
            | Block::Subtitle(paragraph)
            | Block::Caption(paragraph)
            | Block::Preformatted(paragraph)
            | Block::Contents(paragraph)
            | Block::Term(paragraph)
            | Block::Spacer(paragraph) => vec![&paragraph.text],
            _ => Vec::new(),
        }
    }

    /// The blocks in it, where it does not say their text itself.
    fn children(&self) -> Vec<&[Block]> {
        match self {
            Block::Quote(inside) | Block::Figure(inside) | Block::Definitions(inside) | Block::Definition(inside) => {
                vec![&inside.blocks]
            }
            Block::Division(division) => vec![&division.blocks],
            Block::Frame(frame) => vec![&frame.blocks],
            Block::List(list) => list.items.iter().map(|item| item.blocks.as_slice()).collect(),
            _ => Vec::new(),
        }
    }

    /// Whether it is running text of which there is nothing to say but its words.
    pub(in crate::json) fn is_text_alone(&self) -> bool {
        matches!(self, Block::Paragraph(paragraph)
            if *paragraph == Paragraph { text: paragraph.text.clone(), ..Paragraph::default() })
    }
}
