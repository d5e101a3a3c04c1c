//! The flow builder: chunks become blocks.

use unicode_bidi::{Direction, get_base_direction};

use transvase_base::context::{Context, Limit};
use transvase_base::error::Result;
use transvase_model::flow::{
    Align, Block, Group, GroupKind, Inline, List, ListItem, Marker, NumberFormat, Paragraph, ParagraphStyle, Role, Run,
    TextStyle,
};

use super::chunk::{Chunk, Line, TAB_COLUMNS, columns, is_wide};
use super::heading::Rank;
use super::items::{self, Mark, Sign};
use super::judge::{Document, Kind};

/// Space above paragraphs that empty lines part, in points.
const SPACE_PT: f32 = 8.0;
/// Indent of first lines, and of lines that are set in, in points.
const FIRST_PT: f32 = 18.0;
/// Width of a column of text that is set in, in points.
const COLUMN_PT: f32 = 5.0;
/// The widest such indent in columns.
const DEEPEST: usize = 30;
/// Sizes of headings by level, with the space above, in points.
const HEADINGS: [(f32, f32); 4] = [(18.0, 20.0), (15.0, 16.0), (13.0, 14.0), (12.0, 12.0)];
/// The measure that lines whose spaces count should fit in, in points: a page of A4 with margins of an inch.
const MEASURE_PT: f32 = 451.0;
/// Width of a letter of fixed pitch as a share of its size.
const PITCH: f32 = 0.6;
/// The largest and the smallest size of such letters, in points.
const LITERAL_PT: (f32, f32) = (9.5, 7.0);
/// Lists in lists.
const MAX_DEPTH: usize = 8;
/// Columns before lines that stand in the middle, at least, and by how much they may miss it.
const DEEP: usize = 8;
const UNEVEN: usize = 4;
/// How much shorter than the margin a line is that ends a paragraph.
const SHORT: usize = 12;

/// The blocks of a text.
///
/// # Errors
/// Limits, `TimedOut`, `Cancelled`.
pub(super) fn build(chunks: &[Chunk], document: &Document, context: &Context) -> Result<Vec<Block>> {
    let mut builder = Builder { document, context, blocks: Vec::new(), size: literal_size(chunks, document) };
    if document.literal {
        builder.program(chunks)?;
        return Ok(builder.blocks);
    }
    let ranks = ranks(document);
    for (chunk, kind) in chunks.iter().zip(&document.kinds) {
        context.charge(Limit::elements, 1)?;
        if chunk.new_page {
            builder.blocks.push(Block::PageBreak);
        }
        builder.chunk(&chunk.lines, *kind, &ranks)?;
    }
    Ok(builder.blocks)
}

/// The ranks of headings that the text has, from the top down.
fn ranks(document: &Document) -> Vec<Rank> {
    let rank = |kind: &Kind| if let Kind::Heading(rank) = kind { Some(*rank) } else { None };
    let mut ranks: Vec<Rank> = document.kinds.iter().filter_map(rank).collect();
    ranks.sort_unstable();
    ranks.dedup();
    ranks
}

/// A size at which nearly all lines whose spaces count have room.
fn literal_size(chunks: &[Chunk], document: &Document) -> f32 {
    let of_chunks = chunks.iter().zip(&document.kinds);
    let literal = of_chunks.filter(|(_, kind)| document.literal || **kind == Kind::Literal);
    let mut widths: Vec<usize> = literal.flat_map(|(chunk, _)| chunk.lines.iter().map(|line| line.width)).collect();
    widths.sort_unstable();
    let width = widths.get(widths.len().saturating_sub(1) * 19 / 20).copied().unwrap_or_default();
    (MEASURE_PT / (PITCH * width.max(1) as f32)).clamp(LITERAL_PT.1, LITERAL_PT.0)
}

struct Builder<'a> {
    document: &'a Document,
    context: &'a Context,
    blocks: Vec<Block>,
    /// Size of letters where spaces count.
    size: f32,
}

impl Builder<'_> {
    fn chunk(&mut self, lines: &[Line], kind: Kind, ranks: &[Rank]) -> Result<()> {
        match kind {
            Kind::Heading(rank) => self.heading(lines, rank, ranks)?,
            Kind::Rule => self.blocks.push(Block::Rule),
            Kind::Items => self.items(lines)?,
            Kind::Broken => self.broken(lines)?,
            Kind::Paragraphs => {
                for (index, line) in lines.iter().enumerate() {
                    self.context.charge(Limit::elements, 1)?;
                    let above = if index > 0 { SPACE_PT / 2.0 } else { SPACE_PT };
                    let style = ParagraphStyle { space_before: above, ..space(line.indent) };
                    self.blocks.push(paragraph(line.text().into(), style));
                }
            }
            Kind::Lines => {
                let block = self.lines(lines)?;
                self.blocks.push(block);
            }
            Kind::Literal => {
                let block = self.literal(lines);
                self.blocks.push(Block::Group(Group { kind: GroupKind::Code(None), blocks: vec![block] }));
            }
        }
        Ok(())
    }

    /// A heading, and what stands right below the line that underlines it.
    fn heading(&mut self, lines: &[Line], rank: Rank, ranks: &[Rank]) -> Result<()> {
        let underlined = matches!(rank, Rank::Double | Rank::Single);
        let (title, rest) = lines.split_at(if underlined { 1 } else { lines.len() });
        let level = ranks.iter().position(|known| *known == rank).unwrap_or_default().min(HEADINGS.len() - 1);
        let (size, above) = HEADINGS[level];
        let text = TextStyle { weight: 700, size: Some(size), ..TextStyle::default() };
        let style = ParagraphStyle {
            space_before: above,
            space_after: 4.0,
            keep_with_next: true,
            right_to_left: is_right_to_left(title[0].text()),
            ..ParagraphStyle::default()
        };
        let content = with_breaks(title.iter().map(|line| line.text().to_owned()), &text);
        let role = Role::Heading(level as u8 + 1);
        self.blocks.push(Block::Paragraph(Paragraph { role, style, content, ..Paragraph::default() }));
        let rest = rest.get(1..).unwrap_or_default();
        if rest.is_empty() {
            return Ok(());
        }
        let kind = if items::is_list(rest) { Kind::Items } else { Kind::Lines };
        let is_full = rest.len() > 1 && self.document.is_full(&rest[0], &rest[1], SHORT);
        self.chunk(rest, if is_full { Kind::Broken } else { kind }, ranks)
    }

    /// Sentences whose lines were broken at the margin: one paragraph, or several where first lines are set in or a short
    /// line ends one.
    fn broken(&mut self, lines: &[Line]) -> Result<()> {
        let flush = lines.iter().map(|line| line.indent).min().unwrap_or_default();
        let set_in = lines.iter().filter(|line| line.indent > flush).count();
        // First lines are set in where these are few; a single other one may hang out.
        let indented = set_in > 0 && set_in * 2 <= lines.len().max(2) && lines.len() > 1;
        let mut start = 0;
        for at in 1..=lines.len() {
            let ends = at == lines.len()
                || (indented && lines[at].indent > flush)
                || self.ends_paragraph(&lines[at - 1], &lines[at]);
            if !ends {
                continue;
            }
            self.context.charge(Limit::elements, 1)?;
            let piece = &lines[start..at];
            let mut style = space(flush);
            if indented && piece[0].indent > flush {
                style.indent_first = FIRST_PT;
                // The first of several keeps its distance from what is above.
                style.space_before = if start == 0 { SPACE_PT } else { 0.0 };
            }
            self.blocks.push(paragraph(joined(piece), style));
            start = at;
        }
        Ok(())
    }

    /// Whether a line ends a paragraph though no empty line follows it: it is short and ends a sentence.
    fn ends_paragraph(&self, line: &Line, next: &Line) -> bool {
        let end = line.text().trim_end_matches(['"', '\'', ')', '”', '’', '»', ']', '_', '*']);
        let ends = end.ends_with(['.', '!', '?', ':', '…', '。', '！', '？']);
        ends && !self.document.is_full(line, next, SHORT)
    }

    /// Whether a line stands in the middle of the others.
    fn is_centred(&self, line: &Line) -> bool {
        let room = |margin: usize| (margin + line.indent).saturating_sub(line.width) / 2;
        self.document.margin.is_some_and(|margin| line.indent >= DEEP && room(margin).abs_diff(line.indent) <= UNEVEN)
    }

    /// Lines that stay lines.
    fn lines(&self, lines: &[Line]) -> Result<Block> {
        self.context.charge(Limit::elements, lines.len() as u64)?;
        let flush = lines.iter().map(|line| line.indent).min().unwrap_or_default();
        let centred = lines.iter().all(|line| self.is_centred(line));
        // What is set in further than the others keeps its distance from them.
        let text = |line: &Line| {
            let columns = if centred { 0 } else { line.indent - flush };
            let further = "\u{A0}".repeat(columns.min(DEEPEST) * 2);
            format!("{further}{}", line.text())
        };
        let content = with_breaks(lines.iter().map(text), &TextStyle::default());
        let mut style = space(if centred { 0 } else { flush });
        style.align = Some(if centred { Align::Center } else { Align::Start });
        style.right_to_left = is_right_to_left(lines.first().map_or("", Line::text));
        Ok(Block::Paragraph(Paragraph { style, content, ..Paragraph::default() }))
    }

    /// Lines whose spaces count, in letters of one width.
    fn literal(&self, lines: &[Line]) -> Block {
        let content = with_breaks(lines.iter().map(|line| spaced(line.whole)), &self.fixed());
        let style = ParagraphStyle { space_before: SPACE_PT, ..ParagraphStyle::default() };
        Block::Paragraph(Paragraph { role: Role::Preformatted, style, content, ..Paragraph::default() })
    }

    fn fixed(&self) -> TextStyle {
        let family = Some("Courier New".into());
        TextStyle { family, monospace: true, size: Some(self.size), ..TextStyle::default() }
    }

    /// A text that is none but a program, a log or a table: each line is a paragraph.
    fn program(&mut self, chunks: &[Chunk]) -> Result<()> {
        let mut lines = Vec::new();
        for (index, chunk) in chunks.iter().enumerate() {
            if chunk.new_page {
                self.group(std::mem::take(&mut lines));
                self.blocks.push(Block::PageBreak);
            }
            let mut empty = if index > 0 && !chunk.new_page { chunk.empty_before } else { 0 };
            for line in &chunk.lines {
                self.context.charge(Limit::elements, 1 + empty as u64)?;
                self.context.tick(1)?;
                // Empty lines stand before the next one: a paragraph of nothing has no height.
                let mut content = vec![Inline::LineBreak; std::mem::take(&mut empty)];
                content.push(Inline::Text(Run { text: spaced(line.whole), style: self.fixed() }));
                lines.push(Block::Paragraph(Paragraph { role: Role::Preformatted, content, ..Paragraph::default() }));
            }
        }
        self.group(lines);
        Ok(())
    }

    fn group(&mut self, blocks: Vec<Block>) {
        if !blocks.is_empty() {
            self.blocks.push(Block::Group(Group { kind: GroupKind::Code(None), blocks }));
        }
    }

    /// Items, which go on a list that ends right before them.
    fn items(&mut self, lines: &[Line]) -> Result<()> {
        let Some(mut list) = self.list(lines, 0)? else {
            let block = self.lines(lines)?;
            self.blocks.push(block);
            return Ok(());
        };
        match self.blocks.last_mut() {
            Some(Block::List(before)) if goes_on(before, &list) => before.items.append(&mut list.items),
            _ => self.blocks.push(Block::List(list)),
        }
        Ok(())
    }

    fn list(&self, lines: &[Line], depth: usize) -> Result<Option<List>> {
        let Some((items, first)) = items::of_level(lines).zip(lines.first().and_then(items::mark)) else {
            return Ok(None);
        };
        let (marker, start) = marker(first);
        let mut list = List { marker, start, ..List::default() };
        for range in items {
            self.context.charge(Limit::elements, 1)?;
            list.items.push(self.item(&lines[range], depth)?);
        }
        Ok(Some(list))
    }

    /// An item: its text, with the lists below it.
    fn item(&self, lines: &[Line], depth: usize) -> Result<ListItem> {
        let Some((first, rest)) = lines.split_first() else { return Ok(ListItem::default()) };
        let length = items::mark(first).map_or(0, |mark| mark.length);
        let inner = rest.iter().position(|line| items::mark(line).is_some()).filter(|_| depth < MAX_DEPTH);
        let inner = inner.filter(|at| items::of_level(&rest[*at..]).is_some());
        let (own, below) = rest.split_at(inner.unwrap_or(rest.len()));
        let mut text: Vec<Line> = vec![first.after(length)];
        text.extend(own);
        let style = ParagraphStyle { space_before: 2.0, ..ParagraphStyle::default() };
        let mut blocks = vec![paragraph(joined(&text), style)];
        blocks.extend(self.list(below, depth + 1)?.map(Block::List));
        Ok(ListItem { number: None, blocks })
    }
}

/// Whether a list counts on where another ends.
fn goes_on(before: &List, list: &List) -> bool {
    let numbered = matches!(list.marker, Marker::Number { .. });
    before.marker == list.marker
        && (!numbered || u64::from(list.start) == u64::from(before.start) + before.items.len() as u64)
}

fn marker(mark: Mark) -> (Marker, u32) {
    match mark.sign {
        Sign::Bullet('-') => (Marker::Bullet('–'), 1),
        Sign::Bullet('*' | '+') => (Marker::Bullet('•'), 1),
        Sign::Bullet(sign) => (Marker::Bullet(sign), 1),
        Sign::Number(start, after) => {
            let (prefix, suffix) = (String::new(), after.to_string());
            (Marker::Number { format: NumberFormat::Decimal, parents: 0, prefix, suffix }, start)
        }
    }
}

/// The style of a paragraph that is set in by some columns.
fn space(indent: usize) -> ParagraphStyle {
    let indent_start = indent.min(DEEPEST) as f32 * COLUMN_PT;
    ParagraphStyle { space_before: SPACE_PT, indent_start, ..ParagraphStyle::default() }
}

fn paragraph(text: String, mut style: ParagraphStyle) -> Block {
    style.right_to_left = is_right_to_left(&text);
    let content = vec![Inline::Text(Run { text: text.replace('\t', " "), style: TextStyle::default() })];
    Block::Paragraph(Paragraph { style, content, ..Paragraph::default() })
}

/// Whether the first letter of a text runs from right to left (UAX #9, P2).
fn is_right_to_left(text: &str) -> bool {
    get_base_direction(text) == Direction::Rtl
}

fn with_breaks(lines: impl Iterator<Item = String>, style: &TextStyle) -> Vec<Inline> {
    let mut content = Vec::new();
    for (index, text) in lines.enumerate() {
        if index > 0 {
            content.push(Inline::LineBreak);
        }
        content.push(Inline::Text(Run { text, style: style.clone() }));
    }
    // Most lines stand alone, and a list has room for four inlines at first.
    content.shrink_to_fit();
    content
}

/// Lines as one text. Chinese and Japanese has no spaces between its words; a hyphen at the end of a line stays, and what
/// follows it in lower case goes on its word.
fn joined(lines: &[Line]) -> String {
    let mut out = String::new();
    for line in lines {
        let (last, first) = (out.chars().next_back(), line.text().chars().next());
        let apart = match (last, first) {
            (Some(last), Some(first)) if is_wide(last) && is_wide(first) => false,
            (Some('-'), Some(first)) if first.is_lowercase() => {
                !out.trim_end_matches('-').ends_with(char::is_alphabetic) || out.ends_with("--")
            }
            (last, _) => last.is_some(),
        };
        if apart {
            out.push(' ');
        }
        out.push_str(line.text());
    }
    out
}

/// A line with its tabs as the spaces up to their stops.
fn spaced(line: &str) -> String {
    let mut out = String::new();
    let mut column = 0;
    for (index, piece) in line.split('\t').enumerate() {
        if index > 0 {
            let room = TAB_COLUMNS - column % TAB_COLUMNS;
            out.extend(std::iter::repeat_n(' ', room));
            column += room;
        }
        out.push_str(piece);
        column += columns(piece);
    }
    out
}
