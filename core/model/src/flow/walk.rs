//! Visitors: walks over blocks and runs, in the one place that knows what lies in what.

use super::{Block, Flow, Group, Inline, Paragraph, Run};

impl Flow {
    /// Calls `visit` for the blocks of each story: the sections, what runs at the edges of their pages, notes, remarks.
    pub fn each_story_mut(&mut self, visit: &mut dyn FnMut(&mut Vec<Block>)) {
        for section in &mut self.sections {
            visit(&mut section.blocks);
            for text in section.header.iter_mut().chain(&mut section.footer) {
                std::iter::once(&mut text.default).chain(&mut text.first).chain(&mut text.even).for_each(&mut *visit);
            }
        }
        self.page_words.iter_mut().flat_map(|page| [&mut page.head, &mut page.foot]).for_each(&mut *visit);
        self.notes.iter_mut().for_each(|note| visit(&mut note.blocks));
        self.comments.iter_mut().for_each(|comment| visit(&mut comment.blocks));
    }

    /// Calls `visit` for each stretch of blocks, those that lie in others after these, however deep they lie.
    pub fn each_stretch_mut(&mut self, visit: &mut dyn FnMut(&mut Vec<Block>)) {
        self.each_story_mut(&mut |story| {
            let mut open = vec![story];
            while let Some(blocks) = open.pop() {
                visit(blocks);
                open.extend(blocks.iter_mut().flat_map(Block::children_mut));
            }
        });
    }
}

impl Block {
    /// The stretches of blocks that lie in it, in reading order; none of a leaf.
    pub fn children(&self) -> Vec<&[Block]> {
        match self {
            Block::Quote(blocks) | Block::Group(Group { blocks, .. }) => vec![blocks],
            Block::Frame(frame) => vec![&frame.blocks],
            Block::List(list) => list.items.iter().map(|item| item.blocks.as_slice()).collect(),
            Block::Table(table) => {
                let cells = table.rows.iter().flat_map(|row| &row.cells);
                cells.map(|cell| cell.blocks.as_slice()).collect()
            }
            Block::Paragraph(_) | Block::Rule | Block::PageBreak | Block::ColumnBreak => Vec::new(),
        }
    }

    /// As [`Block::children`], to be changed.
    pub fn children_mut(&mut self) -> Vec<&mut Vec<Block>> {
        match self {
            Block::Quote(blocks) | Block::Group(Group { blocks, .. }) => vec![blocks],
            Block::Frame(frame) => vec![&mut frame.blocks],
            Block::List(list) => list.items.iter_mut().map(|item| &mut item.blocks).collect(),
            Block::Table(table) => {
                let cells = table.rows.iter_mut().flat_map(|row| &mut row.cells);
                cells.map(|cell| &mut cell.blocks).collect()
            }
            Block::Paragraph(_) | Block::Rule | Block::PageBreak | Block::ColumnBreak => Vec::new(),
        }
    }
}

/// The blocks that hold no others, in reading order, at any depth and without recursion. An empty list or table
/// is none of them.
pub fn leaves<'b>(blocks: impl IntoIterator<Item = &'b Block>) -> Vec<&'b Block> {
    let mut found = Vec::new();
    for block in blocks {
        gather(block, &mut found);
    }
    found
}

fn gather<'b>(block: &'b Block, found: &mut Vec<&'b Block>) {
    let mut stack: Vec<std::slice::Iter<'b, Block>> = vec![std::slice::from_ref(block).iter()];
    while let Some(top) = stack.last_mut() {
        match top.next() {
            Some(leaf @ (Block::Paragraph(_) | Block::Rule | Block::PageBreak | Block::ColumnBreak)) => {
                found.push(leaf);
            }
            Some(block) => stack.extend(block.children().into_iter().rev().map(<[Block]>::iter)),
            None => {
                stack.pop();
            }
        }
    }
}

/// Letters that take about as long to set as an inline.
const LETTERS: usize = 32;

/// What a copy of these blocks comes to, in elements: blocks, cells, inlines, and long text.
pub fn weight(blocks: &[Block]) -> u64 {
    let mut stack = vec![blocks];
    let mut weight = 0;
    while let Some(blocks) = stack.pop() {
        for block in blocks {
            weight += 1;
            if let Block::Paragraph(paragraph) = block {
                let letters = |inline: &Inline| inline.run().map_or(0, |run| run.text.len());
                weight += inlines(&paragraph.content).map(|inline| 1 + (letters(inline) / LETTERS) as u64).sum::<u64>();
            }
            let inside = block.children();
            weight += inside.len() as u64;
            stack.extend(inside);
        }
    }
    weight
}

/// Calls `visit` for each paragraph in reading order. Recursion is as deep as blocks lie in one another, which
/// whoever builds them bounds.
///
/// # Errors
/// Whatever `visit` says.
pub fn walk_mut<E>(blocks: &mut [Block], visit: &mut dyn FnMut(&mut Paragraph) -> Result<(), E>) -> Result<(), E> {
    for block in blocks {
        if let Block::Paragraph(paragraph) = block {
            visit(paragraph)?;
        }
        for inside in block.children_mut() {
            walk_mut(inside, visit)?;
        }
    }
    Ok(())
}

/// Calls `visit` for each inline, before those inside it, in reading order; words and values in drawings included. Recursion is
/// as deep as blocks lie in one another, which whoever builds them bounds.
pub fn each_inline_mut(blocks: &mut [Block], visit: &mut dyn FnMut(&mut Inline)) {
    for block in blocks {
        if let Block::Paragraph(paragraph) = block {
            inlines_mut(&mut paragraph.content, visit);
        }
        for inside in block.children_mut() {
            each_inline_mut(inside, visit);
        }
    }
}

fn inlines_mut(content: &mut [Inline], visit: &mut dyn FnMut(&mut Inline)) {
    for inline in content {
        visit(inline);
        if let Inline::Drawing(drawing) = inline {
            drawing.stretches_mut().for_each(|blocks| each_inline_mut(blocks, visit));
        }
        inline.children_mut().into_iter().for_each(|inside| inlines_mut(inside, visit));
    }
}

/// Inlines in reading order, each before those inside it; words in drawings are not among them.
pub fn inlines(content: &[Inline]) -> impl Iterator<Item = &Inline> {
    let mut stack = vec![content.iter()];
    std::iter::from_fn(move || {
        loop {
            if let Some(inline) = stack.last_mut()?.next() {
                stack.extend(inline.children().map(<[Inline]>::iter));
                return Some(inline);
            }
            stack.pop();
        }
    })
}

/// Calls `visit` for each run of text in reading order, those in links, controls and remarks included.
pub fn each_run<'c>(content: &'c [Inline], visit: &mut dyn FnMut(&'c Run)) {
    for inline in inlines(content) {
        if let Inline::Text(run) = inline {
            visit(run);
        }
    }
}

/// As [`each_run`], to be changed, in no certain order.
pub fn each_run_mut(content: &mut [Inline], visit: &mut dyn FnMut(&mut Run)) {
    let mut stack = vec![content];
    while let Some(inlines) = stack.pop() {
        for inline in inlines {
            match inline {
                Inline::Text(run) => visit(run),
                other => stack.extend(other.children_mut().map(Vec::as_mut_slice)),
            }
        }
    }
}

/// Whether most paragraphs of these blocks run from right to left. Those without a letter, such as
/// numbers in cells, do not speak against it.
pub fn runs_right_to_left<'b>(blocks: impl IntoIterator<Item = &'b Block>) -> bool {
    let mut balance = 0_i64;
    for block in leaves(blocks) {
        let Block::Paragraph(paragraph) = block else { continue };
        if paragraph.style.right_to_left {
            balance += 1;
        } else if has_letter(paragraph) {
            balance -= 1;
        }
    }
    balance > 0
}

fn has_letter(paragraph: &Paragraph) -> bool {
    inlines(&paragraph.content).filter_map(Inline::run).any(|run| run.text.contains(char::is_alphabetic))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::flow::{ParagraphStyle, Run, TextStyle};

    #[test]
    fn most_paragraphs_with_letters_decide() {
        let paragraph = |text: &str, right_to_left| {
            let style = ParagraphStyle { right_to_left, ..ParagraphStyle::default() };
            let content = vec![Inline::Text(Run { text: text.into(), style: TextStyle::default() })];
            Block::Paragraph(Paragraph { style, content, ..Paragraph::default() })
        };
        let hebrew = || paragraph("א", true);
        assert!(runs_right_to_left(&[Block::Quote(vec![hebrew()]), paragraph("12", false), paragraph("13", false)]));
        assert!(!runs_right_to_left(&[hebrew(), paragraph("a", false)]));
        assert!(!runs_right_to_left(&[Block::Rule]));
    }
}
