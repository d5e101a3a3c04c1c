//! Lists of Markdown.

use super::Document;
use super::blocks::as_paragraph;
use super::inline::{Around, check_box};
use super::tokens::{Line, Seat};
use transvase_base::error::Result;
use transvase_model::flow::{Block, List, ListItem, Marker, NumberFormat, Paragraph};

/// The largest number that a list item can have (CommonMark 0.31.2, 5.2).
const MAX_NUMBER: u32 = 999_999_999;

/// What stands before the items of a list: lists side by side differ in it, or they would be one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ListStyle {
    /// A bullet, by its sign.
    Bullet(char),
    /// A number, by what ends it.
    Number(char),
}

impl ListStyle {
    fn of(marker: &Marker) -> ListStyle {
        match marker {
            Marker::Number { format: NumberFormat::Decimal, parents: 0, prefix, suffix } if prefix.is_empty() => {
                match suffix.trim() {
                    ")" => ListStyle::Number(')'),
                    "." | "" => ListStyle::Number('.'),
                    _ => ListStyle::Bullet('-'),
                }
            }
            _ => ListStyle::Bullet('-'),
        }
    }

    /// The other of the two styles of its kind.
    fn other(self) -> ListStyle {
        match self {
            ListStyle::Bullet('-') => ListStyle::Bullet('*'),
            ListStyle::Bullet(_) => ListStyle::Bullet('-'),
            ListStyle::Number('.') => ListStyle::Number(')'),
            ListStyle::Number(_) => ListStyle::Number('.'),
        }
    }
}

impl<'a> Document<'a> {
    /// A list behind another one of a style, where there is one; its own style.
    pub(super) fn list(&mut self, list: &'a List, last: Option<ListStyle>) -> Result<Option<ListStyle>> {
        let mut style = ListStyle::of(&list.marker);
        if last == Some(style) {
            style = style.other();
        }
        let is_tight = list.items.iter().all(|item| is_tight(&item.blocks));
        let mut number = list.start;
        for (at, item) in list.items.iter().enumerate() {
            self.context.checkpoint()?;
            if let Some(own) = item.number.filter(|own| *own != number) {
                number = own;
                if at > 0 && matches!(style, ListStyle::Number(_)) {
                    // Numbers are those of the first item and what follows it, whatever is written.
                    style = style.other();
                    self.lines.end_block();
                }
            }
            let label = self.numbers.enter(&list.marker, number);
            let label = label.filter(|_| matches!(list.marker, Marker::Number { .. }));
            self.item(item, style, number, label, is_tight)?;
            self.numbers.leave();
            if is_tight {
                self.lines.join();
            }
            number = number.saturating_add(1);
        }
        self.lines.end_block();
        Ok(list.items.first().map(|_| style).or(last))
    }

    fn item(
        &mut self,
        item: &'a ListItem,
        style: ListStyle,
        number: u32,
        label: Option<String>,
        is_tight: bool,
    ) -> Result<()> {
        let (mark, label) = match style {
            ListStyle::Number(end) if number <= MAX_NUMBER => (format!("{number}{end} "), None),
            ListStyle::Number(_) => (format!("{MAX_NUMBER}. "), None),
            ListStyle::Bullet(bullet) => (format!("{bullet} "), label),
        };
        self.lines.enter(&mark, &" ".repeat(mark.len()));
        let rest = match item.blocks.split_first() {
            Some((first, rest)) if as_paragraph(first).is_some_and(|p| p.role.is_running_text()) => {
                if let Some(paragraph) = as_paragraph(first) {
                    self.first_paragraph(paragraph, label)?;
                }
                rest
            }
            _ => {
                if let Some(label) = label {
                    self.lines.block(&label);
                }
                &item.blocks
            }
        };
        if is_tight {
            self.lines.join();
        }
        self.blocks(rest)?;
        self.lines.leave();
        Ok(())
    }

    /// The paragraph that an item begins with: its check box and a label that is no mark of Markdown stand before it.
    fn first_paragraph(&mut self, paragraph: &'a Paragraph, label: Option<String>) -> Result<()> {
        let content = &paragraph.content;
        let mut asides = Vec::new();
        let (task, content) = match content.split_first().map(|(first, rest)| (check_box(first), rest)) {
            Some((Some(set), rest)) => (if set { "[x] " } else { "[ ] " }, rest),
            _ => ("", content.as_slice()),
        };
        let mut line = Line::default();
        if let Some(label) = label {
            line.text(&label);
            line.space();
        }
        self.begin(paragraph, &mut line);
        self.content(content, paragraph.role, Around::default(), &mut line, &mut asides);
        if line.is_empty() && !task.is_empty() {
            self.lines.block(task.trim_end());
        }
        self.write(line, Seat::Paragraph, task);
        self.asides(asides)
    }
}

/// Whether an item needs no blank lines: a paragraph, with a list below it that can follow it at once.
fn is_tight(blocks: &[Block]) -> bool {
    match blocks {
        [] => true,
        [first] => as_paragraph(first).is_some_and(is_plain),
        [first, Block::List(list)] => as_paragraph(first).is_some_and(is_plain) && follows(list),
        _ => false,
    }
}

fn is_plain(paragraph: &Paragraph) -> bool {
    paragraph.role.is_running_text()
}

/// Whether a list can follow a paragraph without a blank line: one that begins with another number than 1, or with an
/// empty item, would be part of the paragraph (CommonMark 0.31.2, 5.2).
fn follows(list: &List) -> bool {
    list.items.first().is_some_and(|item| {
        let number = item.number.unwrap_or(list.start);
        let has_text = item.blocks.first().and_then(as_paragraph).is_some_and(|p| !p.content.is_empty());
        has_text && (number == 1 || matches!(ListStyle::of(&list.marker), ListStyle::Bullet(_)))
    })
}
