//! Plain text, as `PalmDOC` files without markup hold it.

use crate::context::{Context, Limit};
use crate::error::Result;
use crate::model::flow::{Block, Inline, Paragraph, Run, TextStyle};

/// Whether a text is HTML by its look.
pub(super) fn is_html(text: &str) -> bool {
    let head: String = text.chars().take(4_096).collect::<String>().to_ascii_lowercase();
    ["<html", "<body", "<p>", "<p ", "<h1", "<div", "<br"].iter().any(|tag| head.contains(tag))
}

/// The paragraphs of a text. Where many lines are empty, those part the paragraphs and other line
/// ends are only where the lines were broken; else every line is a paragraph.
///
/// # Errors
/// Limits, `TimedOut`, `Cancelled`.
pub(super) fn blocks(text: &str, context: &Context) -> Result<Vec<Block>> {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let lines: Vec<&str> = text.split('\n').map(str::trim_end).collect();
    let empty = lines.iter().filter(|line| line.is_empty()).count();
    let joined = empty * 20 > lines.len();
    let mut blocks = Vec::new();
    let mut words = String::new();
    let mut lines_left_out = 0;
    for line in lines.iter().chain(&[""]) {
        context.tick(1)?;
        if joined && !line.is_empty() {
            if !words.is_empty() {
                words.push(' ');
            }
            words.push_str(line.trim_start());
            continue;
        }
        let paragraph = if joined { std::mem::take(&mut words) } else { line.trim().to_owned() };
        if paragraph.is_empty() {
            lines_left_out += 1;
            continue;
        }
        context.charge(Limit::elements, 1)?;
        blocks.push(paragraph_block(paragraph, joined || lines_left_out > 0));
        lines_left_out = 0;
    }
    Ok(blocks)
}

/// A paragraph, set off from the one before by space or by its indent.
fn paragraph_block(text: String, spaced: bool) -> Block {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    let mut paragraph =
        Paragraph { content: vec![Inline::Text(Run { text, style: TextStyle::default() })], ..Paragraph::default() };
    if spaced {
        paragraph.style.space_before = 9.0;
    } else {
        paragraph.style.indent_first = 18.0;
    }
    Block::Paragraph(paragraph)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(text: &str) -> Vec<String> {
        let run = |block: Block| match block {
            Block::Paragraph(Paragraph { content, .. }) => match content.into_iter().next() {
                Some(Inline::Text(run)) => run.text,
                _ => String::new(),
            },
            _ => String::new(),
        };
        blocks(text, &Context::default()).unwrap().into_iter().map(run).collect()
    }

    #[test]
    fn empty_lines_part_paragraphs_where_there_are_any() {
        assert_eq!(texts("one\ntwo\n\nthree"), ["one two", "three"]);
        assert_eq!(texts("one\r\ntwo\rthree"), ["one", "two", "three"]);
        assert!(texts("\n\n").is_empty());
    }
}
