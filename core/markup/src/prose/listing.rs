//! Code listings: paragraphs of code that are one block.

use crate::prose::words;
use transvase_model::flow::{Block, Inline, Paragraph, Role, each_run, inlines};
use transvase_model::text::fixed_pitch::is_statement;

/// Lines of a listing to one that is a statement by itself: others are names, values and remarks.
const LINES_TO_A_STATEMENT: usize = 3;

/// Makes listings of lines in fixed pitch that programs write as plain paragraphs, one behind the other: two lines or
/// more, every third of which is a statement.
pub(super) fn gather(blocks: &mut [Block]) {
    for group in blocks.chunk_by_mut(|above, below| is_line(above) && is_line(below)) {
        let group = within_empty_lines(group);
        if group.iter().all(is_line) && is_program(group) {
            group.iter_mut().for_each(|block| {
                let Block::Paragraph(paragraph) = block else { return };
                paragraph.role = Role::Preformatted;
            });
        }
    }
}

/// What stands between the empty lines at both ends.
fn within_empty_lines(blocks: &mut [Block]) -> &mut [Block] {
    let is_written = |block: &Block| !is_line(block) || lines(block).next().is_some();
    let first = blocks.iter().position(is_written).unwrap_or(blocks.len());
    let behind = blocks.iter().rposition(is_written).map_or(first, |last| last + 1);
    &mut blocks[first..behind]
}

fn is_program(blocks: &[Block]) -> bool {
    let lines: Vec<String> = blocks.iter().flat_map(lines).collect();
    let statements = lines.iter().filter(|line| is_statement(line)).count();
    lines.len() >= 2 && statements * LINES_TO_A_STATEMENT >= lines.len()
}

/// Whether a block is a plain paragraph whose letters all have fixed pitch by their look, or an empty one.
fn is_line(block: &Block) -> bool {
    let Block::Paragraph(paragraph) = block else { return false };
    let is_text =
        |inline: &Inline| matches!(inline, Inline::Text(_) | Inline::LineBreak | Inline::Tab | Inline::Anchor(_));
    let mut is_fixed = true;
    each_run(&paragraph.content, &mut |run| is_fixed &= run.style.monospace || run.text.trim().is_empty());
    paragraph.role == Role::Body && paragraph.label.is_none() && is_fixed && paragraph.content.iter().all(is_text)
}

/// The lines of a paragraph that are not empty.
fn lines(block: &Block) -> impl Iterator<Item = String> {
    let text = match block {
        Block::Paragraph(paragraph) => words(&paragraph.content, '\n'),
        _ => String::new(),
    };
    let lines: Vec<String> = text.lines().filter(|line| !line.trim().is_empty()).map(str::to_owned).collect();
    lines.into_iter()
}

/// Whether two paragraphs, one behind the other, are lines of one listing. Programs write a paragraph for each line;
/// one of several lines that has room around it is a listing by itself.
pub fn is_one_listing(above: &Paragraph, below: &Paragraph) -> bool {
    let is_code = |paragraph: &Paragraph| paragraph.role == Role::Preformatted;
    let has_lines =
        |paragraph: &Paragraph| inlines(&paragraph.content).any(|inline| matches!(inline, Inline::LineBreak));
    let is_apart = above.style.space_after + below.style.space_before > 0.0;
    is_code(above) && is_code(below) && !(is_apart && (has_lines(above) || has_lines(below)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_model::flow::{ParagraphStyle, Run, TextStyle};

    #[test]
    fn lines_of_a_program_are_a_listing_and_names_in_fixed_pitch_are_none() {
        let line = |text: &str, monospace| {
            let style = TextStyle { monospace, ..TextStyle::default() };
            let content = vec![Inline::Text(Run { text: text.into(), style })];
            Block::Paragraph(Paragraph { content, ..Paragraph::default() })
        };
        let listing = |lines: &[(&str, bool)]| -> Vec<bool> {
            let mut blocks: Vec<Block> = lines.iter().map(|(text, monospace)| line(text, *monospace)).collect();
            gather(&mut blocks);
            let is_code =
                |block: &Block| matches!(block, Block::Paragraph(paragraph) if paragraph.role == Role::Preformatted);
            blocks.iter().map(is_code).collect()
        };
        let program =
            [("It counts:", false), ("", false), ("for x in list {", true), ("    x", true), ("", false), ("}", true)];
        assert_eq!(listing(&program), [false, false, true, true, true, true]);
        assert_eq!(listing(&[("alpha", true), ("beta", true), ("gamma;", false)]), [false; 3]);
        assert_eq!(listing(&[("let x = 3;", true)]), [false], "a single line is a word of the text");
    }

    #[test]
    fn lines_with_room_around_them_are_listings() {
        let code = |lines: usize, space_after| {
            let style = ParagraphStyle { space_after, ..ParagraphStyle::default() };
            let content = vec![Inline::LineBreak; lines];
            Paragraph { role: Role::Preformatted, style, content, ..Paragraph::default() }
        };
        assert!(is_one_listing(&code(0, 8.0), &code(0, 0.0)) && is_one_listing(&code(2, 0.0), &code(1, 0.0)));
        assert!(!is_one_listing(&code(0, 8.0), &code(1, 0.0)) && !is_one_listing(&code(1, 8.0), &code(0, 0.0)));
        assert!(!is_one_listing(&code(0, 0.0), &Paragraph::default()));
    }
}
