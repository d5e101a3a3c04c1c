//! Sections: a heading begins one, as deep as those around it. A section holds either sections or text.

use super::blocks::{Piece, PieceKind};
use super::{Book, note_id, shown_mark};
use transvase_base::error::Result;
use transvase_container::xml::XmlWriter;
use transvase_markup::prose::is_written;
use transvase_model::flow::{Block, Division, Flow, Group, GroupKind, Paragraph, Role, leaves};

/// Parts of the text in one another that are looked into for headings.
const MAX_DEPTH: usize = 24;

/// Room in points that parts paragraphs in a text whose paragraphs follow one another closely, and the most that these
/// have.
const PARTING: f32 = 5.0;
const CLOSE: f32 = 2.0;

/// A stretch of text below a heading.
#[derive(Debug, Default)]
struct Section<'a> {
    /// The heading, in one or more paragraphs.
    title: Vec<&'a Paragraph>,
    /// Mottos that stand before the text.
    epigraphs: Vec<&'a [Block]>,
    /// Its text.
    blocks: Vec<&'a Block>,
    /// The sections in it.
    sections: Vec<Section<'a>>,
}

impl<'a> Book<'a> {
    /// The text of the book.
    pub(super) fn body(&mut self, xml: &mut XmlWriter<Vec<u8>>) -> Result<()> {
        let root = sections(self.flow.sections.iter().flat_map(|section| &section.blocks));
        xml.open("body", &[]);
        xml.raw("\n");
        self.head(&root, xml)?;
        if !root.blocks.is_empty() || root.sections.is_empty() {
            let text = Section { blocks: root.blocks, ..Section::default() };
            self.section(&text, root.sections.is_empty(), xml)?;
        }
        root.sections.iter().try_for_each(|section| self.section(section, true, xml))?;
        xml.close("body");
        xml.raw("\n");
        Ok(())
    }

    /// The notes, each in a section of its own.
    pub(super) fn notes(&mut self, xml: &mut XmlWriter<Vec<u8>>) -> Result<()> {
        let order = [self.marks.named(), self.marks.unnamed()].concat();
        if order.is_empty() {
            return Ok(());
        }
        xml.open("body", &[("name", "notes")]);
        xml.raw("\n");
        for note in order {
            let Some(said) = self.flow.notes.get(note) else { continue };
            let mark = shown_mark(self.marks.mark(note).unwrap_or_default());
            xml.open("section", &[("id", &note_id(note))]);
            xml.raw("\n");
            xml.element("title", &[], |xml| xml.leaf("p", &[], mark.trim_matches(['[', ']'])));
            xml.raw("\n");
            let pieces = self.pieces(&said.blocks)?;
            arrange(pieces, true, xml);
            xml.close("section");
            xml.raw("\n");
        }
        xml.close("body");
        xml.raw("\n");
        Ok(())
    }

    /// A section; one that would be empty is left out unless it `must` be there.
    fn section(&mut self, section: &Section<'a>, must: bool, xml: &mut XmlWriter<Vec<u8>>) -> Result<()> {
        self.context.checkpoint()?;
        let id = self.places.take(section.title.iter().copied());
        let mut head = XmlWriter::part(Vec::new());
        self.head(section, &mut head)?;
        let mut pieces = Vec::new();
        let mut above = None;
        for block in &section.blocks {
            if self.is_close && above.is_some_and(|above| gap(above, block) > PARTING) {
                pieces.push(Piece::empty());
            }
            above = Some(*block);
            self.add(block, &mut pieces)?;
        }
        let has_text = pieces.iter().any(|piece| piece.kind != PieceKind::Empty);
        if !must && !has_text {
            return Ok(());
        }
        let id: Vec<(&str, &str)> = id.iter().map(|id| ("id", id.as_str())).collect();
        xml.open("section", &id);
        xml.raw("\n");
        xml.raw(&String::from_utf8_lossy(&head.finish()?));
        if section.sections.is_empty() {
            arrange(pieces, true, xml);
        } else if has_text {
            xml.open("section", &[]);
            xml.raw("\n");
            arrange(pieces, true, xml);
            xml.close("section");
            xml.raw("\n");
        }
        section.sections.iter().try_for_each(|inner| self.section(inner, true, xml))?;
        xml.close("section");
        xml.raw("\n");
        Ok(())
    }

    /// What stands before the text of a section.
    fn head(&mut self, section: &Section<'a>, xml: &mut XmlWriter<Vec<u8>>) -> Result<()> {
        let mut lines = Vec::new();
        for paragraph in &section.title {
            self.lines("p", None, paragraph, paragraph.role, &mut lines)?;
        }
        if !lines.is_empty() {
            xml.open("title", &[]);
            arrange(lines, false, xml);
            xml.close("title");
            xml.raw("\n");
        }
        for epigraph in &section.epigraphs {
            let pieces = self.quoted(epigraph)?;
            if !pieces.is_empty() {
                xml.open("epigraph", &[]);
                xml.raw("\n");
                arrange(pieces, false, xml);
                xml.close("epigraph");
                xml.raw("\n");
            }
        }
        Ok(())
    }
}

/// Writes pieces as a section may have them: it begins with a picture at most, and holds something (the schema's
/// `sectionType`). Room stands between text alone.
pub(super) fn arrange(pieces: Vec<Piece>, is_section: bool, xml: &mut XmlWriter<Vec<u8>>) {
    let is_room = |piece: &Piece| piece.kind == PieceKind::Empty;
    let end = pieces.iter().rposition(|piece| !is_room(piece)).map_or(0, |at| at + 1);
    let mut last = PieceKind::Empty;
    let mut written = 0;
    for piece in pieces.into_iter().take(end) {
        if is_room(&piece) && last == PieceKind::Empty {
            continue;
        }
        if is_section && written == 1 && last == PieceKind::Image && piece.kind == PieceKind::Image {
            xml.raw("<empty-line/>\n");
        }
        xml.raw(&piece.markup);
        xml.raw("\n");
        last = piece.kind;
        written += 1;
    }
    if is_section && (written == 0 || (written == 1 && last == PieceKind::Image)) {
        xml.raw("<empty-line/>\n");
    }
}

/// The sections of a text, in one that stands for all of it.
fn sections<'a>(blocks: impl Iterator<Item = &'a Block>) -> Section<'a> {
    // The sections around the text at hand, from the outermost, each with its level.
    let mut around: Vec<(u8, Section<'a>)> = vec![(0, Section::default())];
    for block in opened(blocks) {
        let is_root = around.len() == 1;
        let Some((_, current)) = around.last_mut() else { break };
        let is_new = current.blocks.is_empty() && current.sections.is_empty();
        let is_titled = !current.title.is_empty();
        match block {
            Block::Paragraph(paragraph) if is_root && is_new && begins_book(paragraph, is_titled) => {
                current.title.push(paragraph);
            }
            Block::Paragraph(paragraph) if is_written(paragraph) && level(paragraph.role).is_some() => {
                let level = level(paragraph.role).unwrap_or(1);
                close(&mut around, level);
                around.push((level, Section { title: vec![paragraph], ..Section::default() }));
            }
            Block::Group(Group { blocks, .. }) if is_epigraph(block) && is_new => current.epigraphs.push(blocks),
            other => current.blocks.push(other),
        }
    }
    close(&mut around, 1);
    around.pop().map(|(_, root)| root).unwrap_or_default()
}

/// Whether a paragraph belongs to the title of the book, which may have one already.
fn begins_book(paragraph: &Paragraph, is_titled: bool) -> bool {
    let role = if is_titled { Role::Subtitle } else { Role::Title };
    paragraph.role == role && is_written(paragraph)
}

/// Whether the paragraphs of a text follow one another closely, as those of most books and the lines of poems do: what
/// stands apart in it does so on purpose.
pub(super) fn is_close(flow: &Flow) -> bool {
    let blocks = leaves(flow.sections.iter().flat_map(|section| &section.blocks));
    let pairs = blocks.iter().zip(blocks.iter().skip(1));
    let bodies = pairs.filter(|(above, below)| is_body(above) && is_body(below));
    let (close, all) =
        bodies.fold((0, 0), |(close, all), (above, below)| (close + usize::from(gap(above, below) < CLOSE), all + 1));
    close * 2 > all
}

fn is_body(block: &Block) -> bool {
    matches!(block, Block::Paragraph(paragraph) if paragraph.role == Role::Body && is_written(paragraph))
}

/// Room between two paragraphs of running text; none between others.
fn gap(above: &Block, below: &Block) -> f32 {
    match (above, below) {
        (Block::Paragraph(one), Block::Paragraph(other)) if is_body(above) && is_body(below) => {
            one.style.space_after.max(other.style.space_before)
        }
        _ => 0.0,
    }
}

/// Ends the sections that are not above one of a level.
fn close(around: &mut Vec<(u8, Section<'_>)>, level: u8) {
    while around.len() > 1 && around.last().is_some_and(|(own, _)| *own >= level) {
        let Some((_, section)) = around.pop() else { return };
        if let Some((_, above)) = around.last_mut() {
            above.sections.push(section);
        }
    }
}

fn level(role: Role) -> Option<u8> {
    match role {
        Role::Title => Some(1),
        Role::Heading(level) => Some(level.max(1)),
        _ => None,
    }
}

/// Blocks, and in the place of parts of the text what lies in them.
fn opened<'a>(blocks: impl Iterator<Item = &'a Block>) -> Vec<&'a Block> {
    let mut found = Vec::new();
    let mut rest: Vec<(usize, &Block)> = blocks.map(|block| (0, block)).collect();
    rest.reverse();
    while let Some((depth, block)) = rest.pop() {
        match block {
            Block::Group(Group { kind: GroupKind::Division(_), blocks })
                if depth < MAX_DEPTH && !is_epigraph(block) =>
            {
                rest.extend(blocks.iter().rev().map(|inner| (depth + 1, inner)));
            }
            other => found.push(other),
        }
    }
    found
}

/// Whether a block is a motto.
fn is_epigraph(block: &Block) -> bool {
    let Block::Group(Group { kind: GroupKind::Division(Division { epub_type, .. }), .. }) = block else { return false };
    epub_type.as_deref() == Some("epigraph")
}
