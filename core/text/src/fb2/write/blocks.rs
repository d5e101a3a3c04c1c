//! Blocks of text: paragraphs, lists as paragraphs with their labels, quotes, tables.

use super::Book;
use transvase_base::error::Result;
use transvase_container::xml::XmlWriter;
use transvase_markup::prose::{every_leaf, is_picture, is_written};
use transvase_model::flow::{Block, Group, GroupKind, Inline, List, Marker, Paragraph, Role};

/// Blocks in one another beyond which they follow one another.
const MAX_DEPTH: usize = 24;
/// What stands before an item for each list around its own.
const INDENT: &str = "\u{2003}";
/// What stands where the source has a rule.
const RULE: &str = "<subtitle>* * *</subtitle>";
/// Letters that a line of verse has at most.
const LONGEST_VERSE: usize = 80;
/// The bullet of items whose own is of no use elsewhere.
const BULLET: char = '•';

/// An element of the text.
#[derive(Debug)]
pub(super) struct Piece {
    pub kind: PieceKind,
    pub markup: String,
}

/// What an element is to the schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PieceKind {
    /// A block of text.
    Text,
    /// A picture that stands alone.
    Image,
    /// Room.
    Empty,
}

impl Piece {
    fn text(markup: String) -> Piece {
        Piece { kind: PieceKind::Text, markup }
    }

    /// Room.
    pub(super) fn empty() -> Piece {
        Piece { kind: PieceKind::Empty, markup: "<empty-line/>".into() }
    }
}

/// Where blocks stand.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Seat {
    /// In a quote, which holds neither quotes nor pictures.
    quoted: bool,
    /// In so many lists.
    lists: usize,
}

impl<'a> Book<'a> {
    /// Blocks one behind the other.
    pub(super) fn pieces(&mut self, blocks: &'a [Block]) -> Result<Vec<Piece>> {
        let mut pieces = Vec::new();
        blocks.iter().try_for_each(|block| self.add(block, &mut pieces))?;
        Ok(pieces)
    }

    /// Blocks of a quote.
    pub(super) fn quoted(&mut self, blocks: &'a [Block]) -> Result<Vec<Piece>> {
        let mut pieces = Vec::new();
        self.blocks(blocks, Seat { quoted: true, lists: 0 }, &mut pieces)?;
        Ok(pieces)
    }

    /// Adds a block of a section.
    pub(super) fn add(&mut self, block: &'a Block, pieces: &mut Vec<Piece>) -> Result<()> {
        self.block(block, Seat::default(), pieces)
    }

    fn blocks(&mut self, blocks: &'a [Block], seat: Seat, pieces: &mut Vec<Piece>) -> Result<()> {
        if self.depth >= MAX_DEPTH {
            return self.flat(blocks, seat, pieces);
        }
        self.depth += 1;
        let result = blocks.iter().try_for_each(|block| self.block(block, seat, pieces));
        self.depth -= 1;
        result
    }

    /// Paragraphs that are nested too deep, one behind the other.
    fn flat(&mut self, blocks: &'a [Block], seat: Seat, pieces: &mut Vec<Piece>) -> Result<()> {
        self.dropped.nesting = true;
        for leaf in every_leaf(blocks) {
            self.context.checkpoint()?;
            if let Block::Paragraph(paragraph) = leaf {
                self.paragraph(paragraph, None, seat, pieces)?;
                self.drawn.clear();
            }
        }
        Ok(())
    }

    fn block(&mut self, block: &'a Block, seat: Seat, pieces: &mut Vec<Piece>) -> Result<()> {
        self.context.checkpoint()?;
        match block {
            Block::Paragraph(paragraph) => self.told(paragraph, None, seat, pieces),
            Block::List(list) => self.list(list, seat, pieces),
            Block::Quote(blocks) => self.quote(blocks, seat, pieces),
            Block::Group(Group { kind: GroupKind::Definition, blocks }) => self.quote(blocks, seat, pieces),
            Block::Group(group) => self.blocks(&group.blocks, seat, pieces),
            Block::Table(table) => {
                let markup = self.table(table)?;
                pieces.extend(markup.map(Piece::text));
                self.asides(seat, pieces)
            }
            Block::Frame(frame) => self.blocks(&frame.blocks, seat, pieces),
            Block::Rule if seat.quoted => {
                pieces.push(Piece::empty());
                Ok(())
            }
            Block::Rule => {
                pieces.push(Piece::text(RULE.into()));
                Ok(())
            }
            Block::PageBreak | Block::ColumnBreak => Ok(()),
        }
    }

    /// A paragraph, and what is said in its drawings.
    fn told(
        &mut self,
        paragraph: &'a Paragraph,
        label: Option<&str>,
        seat: Seat,
        pieces: &mut Vec<Piece>,
    ) -> Result<()> {
        self.paragraph(paragraph, label, seat, pieces)?;
        self.asides(seat, pieces)
    }

    /// What was said in drawings.
    fn asides(&mut self, seat: Seat, pieces: &mut Vec<Piece>) -> Result<()> {
        for blocks in std::mem::take(&mut self.drawn) {
            self.blocks(blocks, seat, pieces)?;
        }
        Ok(())
    }

    fn paragraph(
        &mut self,
        paragraph: &'a Paragraph,
        label: Option<&str>,
        seat: Seat,
        pieces: &mut Vec<Piece>,
    ) -> Result<()> {
        if !is_written(paragraph) && label.is_none() {
            self.places.keep(paragraph);
            pieces.push(Piece::empty());
            return Ok(());
        }
        if is_picture(paragraph) && label.is_none() && !seat.quoted {
            return self.pictures(paragraph, pieces);
        }
        let name = match paragraph.role {
            Role::Heading(_) | Role::Title | Role::Subtitle if label.is_none() => "subtitle",
            _ => "p",
        };
        if seat.quoted && is_verse(paragraph) && label.is_none() {
            let mut lines = Vec::new();
            self.lines("v", None, paragraph, paragraph.role, &mut lines)?;
            let lines: String =
                lines.into_iter().filter(|line| line.kind == PieceKind::Text).map(|line| line.markup).collect();
            if !lines.is_empty() {
                // A poem has no id of its own; its first line has it.
                pieces.push(Piece::text(format!("<poem><stanza>{lines}</stanza></poem>")));
            }
            return Ok(());
        }
        self.lines(name, label, paragraph, paragraph.role, pieces)
    }

    /// The lines of a paragraph, each an element of its own.
    pub(super) fn lines(
        &mut self,
        name: &'static str,
        label: Option<&str>,
        paragraph: &'a Paragraph,
        role: Role,
        pieces: &mut Vec<Piece>,
    ) -> Result<()> {
        let mut id = self.places.take([paragraph]);
        let mut label = label;
        for line in paragraph.content.split(|inline| matches!(inline, Inline::LineBreak)) {
            let mut inside = XmlWriter::part(Vec::new());
            if let Some(label) = label {
                inside.text(label);
            }
            let is_empty = label.take().is_none() & !self.line(&mut inside, line, role)?;
            if is_empty {
                pieces.push(Piece::empty());
                continue;
            }
            let mut xml = XmlWriter::part(Vec::new());
            let id = id.take();
            let attributes: Vec<(&str, &str)> = id.iter().map(|id| ("id", id.as_str())).collect();
            let inside = String::from_utf8_lossy(&inside.finish()?).into_owned();
            xml.element(name, &attributes, |xml| xml.raw(&inside));
            pieces.push(Piece::text(String::from_utf8_lossy(&xml.finish()?).into_owned()));
        }
        Ok(())
    }

    /// Pictures that stand alone.
    fn pictures(&mut self, paragraph: &'a Paragraph, pieces: &mut Vec<Piece>) -> Result<()> {
        let mut id = self.places.take([paragraph]);
        for inline in &paragraph.content {
            for (media, alt) in self.shown(inline) {
                let mut xml = XmlWriter::part(Vec::new());
                match self.binaries.id(media, &self.flow.media, self.context)? {
                    Some(name) => {
                        let href = format!("#{name}");
                        let own = id.take();
                        let said = [("l:href", Some(href.as_str())), ("alt", alt), ("id", own.as_deref())];
                        let said: Vec<(&str, &str)> =
                            said.iter().filter_map(|(key, value)| Some((*key, (*value)?))).collect();
                        xml.empty("image", &said);
                        let markup = String::from_utf8_lossy(&xml.finish()?).into_owned();
                        pieces.push(Piece { kind: PieceKind::Image, markup });
                    }
                    None => {
                        if let Some(alt) = alt {
                            xml.leaf("p", &[], &format!("[{alt}]"));
                            pieces.push(Piece::text(String::from_utf8_lossy(&xml.finish()?).into_owned()));
                        }
                    }
                }
            }
        }
        Ok(())
    }

    fn list(&mut self, list: &'a List, seat: Seat, pieces: &mut Vec<Piece>) -> Result<()> {
        let mut number = list.start;
        for item in &list.items {
            self.context.checkpoint()?;
            number = item.number.unwrap_or(number);
            let label = self.numbers.enter(&bulleted(&list.marker), number);
            let label = label.filter(|_| !super::inline::begins_with_box(&item.blocks));
            let label = INDENT.repeat(seat.lists.min(MAX_DEPTH)) + &label.map(|label| label + " ").unwrap_or_default();
            self.item(&label, &item.blocks, Seat { lists: seat.lists + 1, ..seat }, pieces)?;
            self.numbers.leave();
            number = number.saturating_add(1);
        }
        Ok(())
    }

    /// An item: its label stands before its first paragraph, or alone where it begins with something else.
    fn item(&mut self, label: &str, blocks: &'a [Block], seat: Seat, pieces: &mut Vec<Piece>) -> Result<()> {
        let said = Some(label).filter(|label| !label.is_empty());
        match blocks.split_first() {
            Some((Block::Paragraph(first), rest)) if first.role.is_running_text() => {
                self.told(first, said, seat, pieces)?;
                self.blocks(rest, seat, pieces)
            }
            _ => {
                if !label.trim().is_empty() {
                    let mut xml = XmlWriter::part(Vec::new());
                    xml.leaf("p", &[], label.trim_end());
                    pieces.push(Piece::text(String::from_utf8_lossy(&xml.finish()?).into_owned()));
                }
                self.blocks(blocks, seat, pieces)
            }
        }
    }

    /// A quote; one in another is part of it.
    fn quote(&mut self, blocks: &'a [Block], seat: Seat, pieces: &mut Vec<Piece>) -> Result<()> {
        if seat.quoted {
            return self.blocks(blocks, seat, pieces);
        }
        let mut inside = Vec::new();
        self.blocks(blocks, Seat { quoted: true, ..seat }, &mut inside)?;
        if inside.iter().all(|piece| piece.kind == PieceKind::Empty) {
            return Ok(());
        }
        let mut xml = XmlWriter::part(Vec::new());
        xml.open("cite", &[]);
        xml.raw("\n");
        super::sections::arrange(inside, false, &mut xml);
        xml.close("cite");
        pieces.push(Piece::text(String::from_utf8_lossy(&xml.finish()?).into_owned()));
        Ok(())
    }
}

/// A marker whose bullet is a sign that people know.
pub(super) fn bulleted(marker: &Marker) -> Marker {
    match marker {
        // What a symbol font had there is not known.
        Marker::Bullet(sign) if matches!(sign, '\u{E000}'..='\u{F8FF}') || sign.is_control() => Marker::Bullet(BULLET),
        other => other.clone(),
    }
}

/// Whether a paragraph is a stanza: several short lines.
fn is_verse(paragraph: &Paragraph) -> bool {
    let is_short = |line: &[Inline]| {
        let letters: usize =
            transvase_model::flow::inlines(line).filter_map(Inline::run).map(|run| run.text.chars().count()).sum();
        letters <= LONGEST_VERSE
    };
    let mut lines = paragraph.content.split(|inline| matches!(inline, Inline::LineBreak));
    paragraph.role == Role::Body
        && paragraph.content.iter().any(|inline| matches!(inline, Inline::LineBreak))
        && lines.all(is_short)
}
