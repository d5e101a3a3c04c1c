//! Block content: blocks one after the other, and what ends them.

use super::numbering::Counter;
use super::section::measure;
use super::{MAX_DEPTH, Writer};
use transvase_base::error::Result;
use transvase_codec::picture_size::Extent;
use transvase_markup::prose;
use transvase_model::flow::{
    Align, Block, Inline, InlineImage, List, Marker, Origin, PageSetup, Paragraph, ParagraphStyle, leaves,
};
use transvase_model::media::MediaId;
use transvase_model::text::counting::names;

/// Indent of each level of quotation at both sides in twips.
const QUOTE_INDENT: i32 = 480;
/// Indent of each level of a list in twips.
const LIST_INDENT: i32 = 720;
/// How far the marks of its items hang out: a quarter of an inch.
pub(super) const HANGING: i32 = 360;

/// A break before a paragraph.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Break {
    Page,
    Column,
}

/// What blocks stand in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Body,
    Quote,
    Running,
    Note,
    Comment,
}

/// Where blocks stand.
#[derive(Debug, Clone, Copy)]
pub(super) struct Scope {
    pub place: Place,
    /// Tables around.
    pub table: usize,
    /// Indents that quotes and lists add, in twips.
    pub start: i32,
    pub end: i32,
    pub depth: usize,
    /// The list whose item the blocks are in.
    pub list: Option<Counter>,
    /// Width and height in points that a picture may take.
    pub room: Extent,
}

impl Scope {
    /// The scope of a story with this room.
    pub(super) fn of(place: Place, room: Extent) -> Scope {
        Scope { place, table: 0, start: 0, end: 0, depth: 0, list: None, room }
    }

    fn inner(self) -> Scope {
        Scope { depth: self.depth + 1, ..self }
    }
}

/// The mark of a paragraph: its text, and its place in the lists.
#[derive(Debug, Clone)]
pub(super) struct Mark {
    pub text: String,
    pub counter: Counter,
    /// Whether the paragraph stands as its mark says.
    pub hangs: bool,
}

impl Writer<'_> {
    pub(super) fn blocks(&mut self, blocks: &[Block], scope: Scope) -> Result<()> {
        if scope.depth > MAX_DEPTH {
            return self.flattened(blocks, scope);
        }
        let mut blocks = blocks.iter().peekable();
        while let Some(block) = blocks.next() {
            while matches!(block, Block::Paragraph(_))
                && !self.in_shape
                && let Some(Block::Frame(frame)) = blocks.next_if(|next| is_hung(next))
            {
                self.frames.push(frame.clone());
            }
            self.block(block, scope)?;
        }
        Ok(())
    }

    fn block(&mut self, block: &Block, scope: Scope) -> Result<()> {
        self.context.tick(1)?;
        let is_text = scope.table == 0 && matches!(scope.place, Place::Body | Place::Quote) && !self.in_shape;
        match block {
            Block::Paragraph(paragraph) => self.paragraph(paragraph, scope, None),
            Block::List(list) => self.list(list, scope),
            Block::Group(group) => self.blocks(&group.blocks, scope.inner()),
            Block::Quote(blocks) => {
                let (start, end) = (scope.start + QUOTE_INDENT, scope.end + QUOTE_INDENT);
                self.blocks(blocks, Scope { place: Place::Quote, start, end, ..scope.inner() })
            }
            Block::Table(table) => self.table(table, scope.inner()),
            Block::Frame(frame) if !self.in_shape => {
                self.frames.push(frame.clone());
                Ok(())
            }
            Block::Frame(frame) => self.blocks(&frame.blocks, scope.inner()),
            Block::Rule => self.rule(scope),
            Block::PageBreak if is_text => {
                self.pending = Some(Break::Page);
                Ok(())
            }
            Block::ColumnBreak if is_text => {
                self.pending = self.pending.or(Some(Break::Column));
                Ok(())
            }
            Block::PageBreak | Block::ColumnBreak => Ok(()),
        }
    }

    /// A list; one without marks is its items, one after the other.
    fn list(&mut self, list: &List, scope: Scope) -> Result<()> {
        if list.marker == Marker::None {
            return list.items.iter().try_for_each(|item| self.blocks(&item.blocks, scope.inner()));
        }
        if let Some(spelled) = prose::spelled_list(list, names::is_of_office) {
            return self.list(&spelled, scope);
        }
        let mut counter = self.numbering.begin(list, scope.list);
        let mut number = list.start;
        for item in &list.items {
            self.context.tick(1)?;
            number = item.number.unwrap_or(number);
            let text = self.numbering.item(&mut counter, number);
            number = number.saturating_add(1);
            let (first, rest) = match item.blocks.split_first() {
                Some((Block::Paragraph(first), rest)) => (Some(first), rest),
                _ => (None, item.blocks.as_slice()),
            };
            let hangs = first.is_some_and(|first| first.style.indent_first != 0.0);
            let start = if hangs { scope.start } else { scope.start + LIST_INDENT };
            let inner = Scope { start, ..scope.inner() };
            let empty = Paragraph::default();
            self.paragraph(first.unwrap_or(&empty), inner, Some(Mark { text, counter, hangs: !hangs }))?;
            self.blocks(rest, Scope { list: Some(counter), ..inner })?;
        }
        Ok(())
    }

    /// The cover on a page of its own.
    pub(super) fn cover(&mut self, cover: Option<MediaId>, page: &PageSetup) -> Result<()> {
        let Some(media) = cover else { return Ok(()) };
        let style = ParagraphStyle { align: Some(Align::Center), ..ParagraphStyle::default() };
        let content = vec![Inline::Image(InlineImage::new(media))];
        let paragraph = Paragraph { style, content, ..Paragraph::default() };
        self.paragraph(&paragraph, Scope::of(Place::Body, measure(page)), None)?;
        self.pending = Some(Break::Page);
        Ok(())
    }

    /// An empty paragraph with a line below it.
    fn rule(&mut self, scope: Scope) -> Result<()> {
        self.begin_paragraph(scope);
        let indents = format!("\\li{}\\ri{}", scope.start, scope.end);
        self.put(format_args!("\\pard\\plain {}{indents}\\sa120\\brdrb\\brdrs\\brdrw15\\brsp20 ", table_words(scope)));
        self.break_before();
        self.hang_frames(scope)?;
        self.open = true;
        Ok(())
    }

    /// Ends the paragraph that is open, so that another may begin.
    pub(super) fn begin_paragraph(&mut self, scope: Scope) {
        let _ = scope;
        if std::mem::take(&mut self.open) {
            self.out.push_str("\\par\n");
        }
        self.after_table = false;
    }

    /// The break that the paragraph at hand begins with.
    pub(super) fn break_before(&mut self) {
        match self.pending.take() {
            Some(Break::Page) => self.out.push_str("\\pagebb "),
            Some(Break::Column) => self.out.push_str("\\column "),
            None => {}
        }
    }

    /// A paragraph that takes hardly any room.
    pub(super) fn separator(&mut self) {
        if std::mem::take(&mut self.open) {
            self.out.push_str("\\par\n");
        }
        self.out.push_str("\\pard\\plain\\sl-20\\slmult0\\fs2 ");
        self.break_before();
        (self.open, self.after_table) = (true, false);
    }

    /// Ends a story of its own with what its last paragraph ends with.
    pub(super) fn end_story(&mut self, ending: &str, scope: Scope) -> Result<()> {
        self.pending = None;
        if self.after_table || !self.open || !self.frames.is_empty() {
            self.separator();
            self.hang_frames(scope)?;
        }
        self.open = false;
        self.out.push_str(ending);
        Ok(())
    }

    /// What is nested too deep: its paragraphs, one after the other.
    fn flattened(&mut self, blocks: &[Block], scope: Scope) -> Result<()> {
        self.losses.deep = true;
        for block in leaves(blocks) {
            self.context.tick(1)?;
            if let Block::Paragraph(paragraph) = block {
                self.paragraph(paragraph, scope, None)?;
            }
        }
        Ok(())
    }
}

/// Whether a block is a frame whose place counts from the paragraph before it.
fn is_hung(block: &Block) -> bool {
    matches!(block, Block::Frame(frame) if frame.origin == Origin::Paragraph)
}

/// What paragraphs in tables say.
pub(super) fn table_words(scope: Scope) -> String {
    match scope.table {
        0 => String::new(),
        1 => "\\intbl ".to_owned(),
        depth => format!("\\intbl\\itap{depth} "),
    }
}
