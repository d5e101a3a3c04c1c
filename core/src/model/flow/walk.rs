//! Walks over blocks.

use super::{Block, Inline, Paragraph};

/// The blocks that hold no others, in reading order, at any depth and without recursion.
pub(crate) fn leaves<'b>(blocks: impl IntoIterator<Item = &'b Block>) -> Vec<&'b Block> {
    let mut found = Vec::new();
    for block in blocks {
        gather(block, &mut found);
    }
    found
}

fn gather<'b>(block: &'b Block, found: &mut Vec<&'b Block>) {
    let mut stack: Vec<std::slice::Iter<'b, Block>> = vec![std::slice::from_ref(block).iter()];
    while let Some(top) = stack.last_mut() {
        let Some(block) = top.next() else {
            stack.pop();
            continue;
        };
        match block {
            Block::Quote(inner) => stack.push(inner.iter()),
            Block::Frame(frame) => stack.push(frame.blocks.iter()),
            Block::List(list) => stack.extend(list.items.iter().rev().map(|item| item.blocks.iter())),
            Block::Table(table) => {
                let cells = table.rows.iter().rev().flat_map(|row| row.cells.iter().rev());
                stack.extend(cells.map(|cell| cell.blocks.iter()));
            }
            leaf => found.push(leaf),
        }
    }
}

/// Whether most paragraphs of these blocks run from right to left. Those without a letter, such as
/// numbers in cells, do not speak against it.
pub(crate) fn runs_right_to_left<'b>(blocks: impl IntoIterator<Item = &'b Block>) -> bool {
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
    let mut stack: Vec<&[Inline]> = vec![&paragraph.content];
    while let Some(inlines) = stack.pop() {
        for inline in inlines {
            if inline.run().is_some_and(|run| run.text.contains(char::is_alphabetic)) {
                return true;
            }
            stack.extend(inline.children());
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::flow::{ParagraphStyle, Run, TextStyle};

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
