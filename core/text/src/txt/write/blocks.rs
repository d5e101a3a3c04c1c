//! Blocks as lines of text.

use super::Document;
use super::wrap::wrapped;
use transvase_base::error::Result;
use transvase_markup::prose::{every_leaf, is_one_listing};
use transvase_model::flow::{Block, Frame, GroupKind, Inline, List, Paragraph, Role};
use unicode_width::UnicodeWidthStr as _;

/// Blocks in one another beyond which they follow one another.
const MAX_DEPTH: usize = 24;
/// Columns that quotes, definitions and code stand in.
const INDENT: usize = 4;
/// Fewest columns that text is broken at, however far in it stands.
const NARROWEST: usize = 20;
/// A line across the text.
const RULE: &str = "────────";

impl<'a> Document<'a> {
    /// Blocks, one behind the other.
    pub(super) fn blocks(&mut self, blocks: &'a [Block]) -> Result<()> {
        if self.depth >= MAX_DEPTH {
            return self.flat(blocks);
        }
        self.depth += 1;
        let result = blocks.iter().enumerate().try_for_each(|(at, block)| {
            if at > 0 && are_lines(&blocks[at - 1], block) {
                self.lines.join();
            }
            self.block(block)
        });
        self.depth -= 1;
        result
    }

    /// Paragraphs that are nested too deep, one behind the other.
    fn flat(&mut self, blocks: &'a [Block]) -> Result<()> {
        self.dropped.nesting = true;
        for leaf in every_leaf(blocks) {
            self.context.checkpoint()?;
            if let Block::Paragraph(paragraph) = leaf {
                self.lines_of(paragraph, &mut Vec::new());
            }
        }
        Ok(())
    }

    fn block(&mut self, block: &'a Block) -> Result<()> {
        self.context.checkpoint()?;
        match block {
            Block::Paragraph(paragraph) => self.paragraph(paragraph)?,
            Block::List(list) => self.list(list)?,
            Block::Quote(blocks) => self.indented(INDENT, blocks)?,
            Block::Group(group) if group.kind == GroupKind::Definition => self.indented(INDENT, &group.blocks)?,
            Block::Group(group) => self.blocks(&group.blocks)?,
            Block::Table(table) => self.table(table)?,
            Block::Frame(frame) => self.blocks(&frame.blocks)?,
            Block::Rule => self.lines.block(RULE),
            Block::PageBreak | Block::ColumnBreak => {}
        }
        Ok(())
    }

    /// Blocks so many columns further in.
    fn indented(&mut self, columns: usize, blocks: &'a [Block]) -> Result<()> {
        self.hanging(&" ".repeat(columns), blocks)
    }

    /// Blocks behind a label, as far in as it is wide.
    pub(super) fn hanging(&mut self, label: &str, blocks: &'a [Block]) -> Result<()> {
        let width = label.width();
        self.lines.enter(label, &" ".repeat(width));
        self.indent += width;
        let result = self.blocks(blocks);
        self.indent -= width;
        self.lines.leave();
        result
    }

    /// A paragraph, and what is said in its drawings.
    fn paragraph(&mut self, paragraph: &'a Paragraph) -> Result<()> {
        let mut asides: Vec<&Frame> = Vec::new();
        self.lines_of(paragraph, &mut asides);
        asides.into_iter().try_for_each(|frame| self.blocks(&frame.blocks))
    }

    /// The lines of a paragraph.
    fn lines_of(&mut self, paragraph: &'a Paragraph, asides: &mut Vec<&'a Frame>) {
        let text = self.text(paragraph, asides);
        if !text.trim().is_empty() {
            let room = match paragraph.role {
                Role::Contents(level) => " ".repeat(2 * usize::from(level.saturating_sub(1).min(8))),
                _ => String::new(),
            };
            let width = match (self.wrap, paragraph.role) {
                (0, _) | (_, Role::Preformatted) => usize::MAX,
                (wrap, _) => wrap.saturating_sub(self.indent + room.len()).max(NARROWEST.min(wrap)),
            };
            for line in text.split('\n').flat_map(|line| wrapped(line, width)) {
                self.lines.line(&format!("{room}{line}"));
            }
            self.lines.end_block();
        }
    }

    fn list(&mut self, list: &'a List) -> Result<()> {
        let is_tight = list.items.iter().all(|item| {
            let is_line = |block: &Block| matches!(block, Block::Paragraph(_));
            matches!(&item.blocks[..], [] | [_]) && item.blocks.iter().all(is_line)
                || matches!(&item.blocks[..], [first, Block::List(_)] if is_line(first))
        });
        let mut number = list.start;
        for item in &list.items {
            self.context.checkpoint()?;
            number = item.number.unwrap_or(number);
            let label = self.numbers.enter(&list.marker, number).filter(|_| !begins_with_box(&item.blocks));
            self.item(&label.map(|label| label + " ").unwrap_or_default(), &item.blocks, is_tight)?;
            self.numbers.leave();
            if is_tight {
                self.lines.join();
            }
            number = number.saturating_add(1);
        }
        self.lines.end_block();
        Ok(())
    }

    fn item(&mut self, label: &str, blocks: &'a [Block], is_tight: bool) -> Result<()> {
        if let (true, [first, rest @ ..]) = (is_tight, blocks)
            && !rest.is_empty()
        {
            let width = label.width();
            self.lines.enter(label, &" ".repeat(width));
            self.indent += width;
            let first = self.blocks(std::slice::from_ref(first));
            self.lines.join();
            let result = first.and_then(|()| self.blocks(rest));
            self.indent -= width;
            self.lines.leave();
            return result;
        }
        self.hanging(label, blocks)
    }
}

/// Whether an item begins with a check box, which is its mark.
fn begins_with_box(blocks: &[Block]) -> bool {
    use transvase_model::flow::{Control, ControlKind};
    let Some(Block::Paragraph(paragraph)) = blocks.first() else { return false };
    let is_box = |inline: &Inline| {
        matches!(inline, Inline::Control { control: Control { kind: ControlKind::Checkbox(_), .. }, .. })
    };
    paragraph.content.first().is_some_and(is_box)
}

/// Whether a block is the line below another, rather than a block of its own: lines of code, entries of contents, what is
/// said of a term.
fn are_lines(above: &Block, below: &Block) -> bool {
    let role = |block: &Block| match block {
        Block::Paragraph(paragraph) => Some(paragraph.role),
        _ => None,
    };
    if let (Block::Paragraph(above), Block::Paragraph(below)) = (above, below)
        && is_one_listing(above, below)
    {
        return true;
    }
    match (role(above), role(below)) {
        (Some(Role::Contents(_)), Some(Role::Contents(_))) => true,
        (Some(Role::Term), Some(Role::Term)) => true,
        (Some(Role::Term), None) => matches!(below, Block::Group(group) if group.kind == GroupKind::Definition),
        _ => false,
    }
}
