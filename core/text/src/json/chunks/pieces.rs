//! Segmentation for chunks: a document as pieces of text, in reading order, which are cut only where a piece is too
//! long.

use std::collections::{BTreeSet, VecDeque};

use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::Rect;
use transvase_markup::prose::{Dropped, NoteMarks, Numbers, texts};
use transvase_model::flow::{
    self, Block, Flow, GroupKind, Inline, List, ListItem, Paragraph, PlaceId, Role, Row, Table, inlines,
};

use super::super::columns::Columns;
use super::super::write::SOFT_HYPHEN;
use super::around;

/// What a piece is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A heading of a level.
    Heading(u8),
    Text,
    List,
    Code,
    Table,
}

/// A piece of text.
#[derive(Debug)]
pub(super) struct Piece {
    pub kind: Kind,
    /// Its text; of a table its rows, one to the line.
    pub text: String,
    /// Whether it goes on from the piece before on the next line, with no empty one between.
    pub goes_on: bool,
    /// Rows of a table that are repeated where it is cut.
    pub head: usize,
    /// Boxes of its lines, each with its page; of a table, one of each line of `text`, or of the whole.
    pub boxes: Vec<(u32, Rect)>,
}

/// The pieces of a document.
pub(super) fn pieces(flow: &Flow, context: &Context) -> Result<Vec<Piece>> {
    let mut walk = Walk {
        flow,
        context,
        notes: NoteMarks::of(flow),
        numbers: Numbers::default(),
        pieces: Vec::new(),
        indent: 0,
        called: VecDeque::new(),
        said: BTreeSet::new(),
        is_saying: false,
        label: None,
        dropped: Dropped { remarks: flow.comments.len(), ..Dropped::default() },
    };
    for section in &flow.sections {
        walk.blocks(&section.blocks)?;
    }
    walk.say_others()?;
    walk.dropped.warn(None, context);
    Ok(walk.pieces)
}

struct Walk<'f> {
    flow: &'f Flow,
    context: &'f Context,
    /// The marks of notes.
    notes: NoteMarks,
    numbers: Numbers,
    pieces: Vec<Piece>,
    /// Lists around.
    indent: usize,
    /// Notes that were called and not said yet.
    called: VecDeque<usize>,
    /// Notes that were said.
    said: BTreeSet<usize>,
    /// Whether a note is being said: those it calls wait for its end.
    is_saying: bool,
    /// What stands before the next paragraph of an item.
    label: Option<String>,
    dropped: Dropped,
}

impl Walk<'_> {
    /// Recursion is as deep as blocks lie in one another, which whoever builds them bounds.
    fn blocks(&mut self, blocks: &[Block]) -> Result<()> {
        for block in blocks {
            self.context.checkpoint()?;
            match block {
                Block::Paragraph(paragraph) => self.paragraph(paragraph)?,
                Block::List(list) => self.list(list)?,
                Block::Table(table) => self.table(table),
                Block::Group(group) if matches!(group.kind, GroupKind::Code(_)) => self.code(&group.blocks)?,
                other => {
                    for inside in other.children() {
                        self.blocks(inside)?;
                    }
                }
            }
            if self.indent == 0 {
                self.say_notes()?;
            }
        }
        Ok(())
    }

    fn paragraph(&mut self, paragraph: &Paragraph) -> Result<()> {
        let kind = match paragraph.role {
            Role::Title => Kind::Heading(1),
            Role::Heading(level) => Kind::Heading(level.max(1)),
            Role::Preformatted => Kind::Code,
            _ if self.indent > 0 => Kind::List,
            _ => Kind::Text,
        };
        let mut text = self.text(paragraph);
        if let Some(label) = self.numbers.label(paragraph) {
            text = format!("{label} {text}");
        }
        let text = if kind == Kind::Code { text.trim_end() } else { text.trim() };
        let goes_on = self.indent > 0;
        if !text.is_empty() {
            let text = match (kind, self.label.take()) {
                (Kind::Heading(level), _) => format!("{} {text}", "#".repeat(level.into())),
                (_, Some(label)) => format!("{}{label}{text}", self.margin(1)),
                _ => format!("{}{text}", self.margin(0)),
            };
            let boxes = self.boxes(paragraph.place);
            self.pieces.push(Piece { kind, text, goes_on, head: 0, boxes });
        }
        self.drawn(&paragraph.content)
    }

    /// Room before a line of a list that lies in others, or goes on below its label.
    fn margin(&self, own: usize) -> String {
        "  ".repeat(self.indent.saturating_sub(own))
    }

    /// Words in drawings stand behind the paragraph.
    fn drawn(&mut self, content: &[Inline]) -> Result<()> {
        inlines(content).flat_map(texts).try_for_each(|blocks| self.blocks(blocks))
    }

    /// The text of a paragraph. Notes that are called are noted.
    fn text(&mut self, paragraph: &Paragraph) -> String {
        let mut text = paragraph.drop_cap.as_ref().map(|cap| cap.run.text.clone()).unwrap_or_default();
        let mut stack = vec![paragraph.content.iter()];
        while let Some(top) = stack.last_mut() {
            let Some(inline) = top.next() else {
                stack.pop();
                continue;
            };
            match inline {
                Inline::LineBreak => text.push('\n'),
                Inline::Tab => text.push('\t'),
                Inline::Note(note) => {
                    if let Some(label) = self.notes.mark(*note) {
                        text.extend(["[", label, "]"]);
                        self.called.push_back(*note);
                    }
                }
                Inline::Image(image) => self.picture(image.alt.as_deref(), &mut text),
                Inline::Drawing(drawing) => {
                    self.dropped.drawings += usize::from(!drawing.shapes.is_empty());
                    for _ in &drawing.images {
                        self.picture(drawing.alt.as_deref(), &mut text);
                    }
                }
                other => {
                    text.push_str(other.run().map_or("", |run| &run.text));
                    stack.extend(other.children().map(<[Inline]>::iter));
                }
            }
        }
        text.replace(SOFT_HYPHEN, "")
    }

    /// A picture is the words for those who do not see it.
    fn picture(&mut self, alt: Option<&str>, text: &mut String) {
        self.dropped.images += 1;
        if let Some(alt) = alt.map(str::trim).filter(|alt| !alt.is_empty()) {
            text.extend(["[", alt, "]"]);
        }
    }

    /// Says the notes that were called, behind what called them.
    fn say_notes(&mut self) -> Result<()> {
        if std::mem::replace(&mut self.is_saying, true) {
            return Ok(());
        }
        while let Some(note) = self.called.pop_front() {
            // A note may call itself.
            let Some(said) = self.flow.notes.get(note).filter(|_| self.said.insert(note)) else { continue };
            self.label = self.notes.mark(note).map(|label| format!("[{label}] "));
            let before = self.pieces.len();
            self.blocks(&said.blocks)?;
            self.label = None;
            if let Some(first) = self.pieces.get_mut(before) {
                first.goes_on = true;
            }
        }
        self.is_saying = false;
        Ok(())
    }

    /// Says the notes that nothing called, behind all else.
    fn say_others(&mut self) -> Result<()> {
        let others = (0..self.flow.notes.len()).filter(|note| !self.said.contains(note));
        self.called = others.collect();
        self.say_notes()
    }

    fn list(&mut self, list: &List) -> Result<()> {
        let (mut number, first) = (list.start, self.pieces.len());
        self.indent += 1;
        for item in &list.items {
            self.item(list, item, &mut number)?;
        }
        self.indent -= 1;
        if self.indent == 0
            && let Some(first) = self.pieces.get_mut(first)
        {
            first.goes_on = false;
        }
        Ok(())
    }

    fn item(&mut self, list: &List, item: &ListItem, number: &mut u32) -> Result<()> {
        let own = item.number.unwrap_or(*number);
        *number = own.saturating_add(1);
        let label = self.numbers.enter(&list.marker, own).unwrap_or_default();
        self.label = Some(match list.marker {
            flow::Marker::Bullet(_) => "- ".into(),
            flow::Marker::None => String::new(),
            flow::Marker::Number { .. } => format!("{label} "),
        });
        self.blocks(&item.blocks)?;
        self.label = None;
        self.numbers.leave();
        Ok(())
    }

    /// Lines of code are one piece.
    fn code(&mut self, blocks: &[Block]) -> Result<()> {
        let first = self.pieces.len();
        self.blocks(blocks)?;
        let rest = self.pieces.split_off(first);
        for mut piece in rest {
            match self.pieces.get_mut(first..).and_then(<[Piece]>::last_mut) {
                Some(last) if last.kind == Kind::Code && piece.kind == Kind::Code => {
                    last.text = format!("{}\n{}", last.text, piece.text);
                    last.boxes.append(&mut piece.boxes);
                }
                _ => self.pieces.push(piece),
            }
        }
        Ok(())
    }

    fn table(&mut self, table: &Table) {
        let mut columns = Columns::default();
        let (mut rows, mut boxes) = (Vec::new(), Vec::new());
        for (at, row) in table.rows.iter().enumerate() {
            let mut cells = Vec::new();
            for cell in &row.cells {
                let column = columns.place(at, cell.row_span, cell.column_span);
                cells.resize(cells.len().max(column as usize), String::new());
                cells.push(self.cell(&cell.blocks));
            }
            cells.resize(cells.len().max(table.columns.len()), String::new());
            rows.push(format!("| {} |", cells.join(" | ")));
            boxes.extend(self.row_box(row));
        }
        let heads = table.rows.iter().take_while(|row| row.header).count();
        // A row without a place leaves those of the whole table.
        if boxes.len() != rows.len() {
            boxes = self.boxes(table.place);
        } else if heads > 0 {
            boxes.insert(heads, boxes[heads - 1]);
        }
        if heads > 0 {
            rows.insert(heads, format!("|{}", " --- |".repeat(table.columns.len().max(1))));
        }
        let (head, goes_on) = (if heads > 0 { heads + 1 } else { 0 }, self.label.take().is_some());
        self.pieces.push(Piece { kind: Kind::Table, text: rows.join("\n"), goes_on, head, boxes });
    }

    /// Where the text of a row stood, if that was on one page.
    fn row_box(&self, row: &Row) -> Option<(u32, Rect)> {
        let leaves = flow::leaves(row.cells.iter().flat_map(|cell| &cell.blocks));
        let places = leaves.into_iter().filter_map(|leaf| match leaf {
            Block::Paragraph(paragraph) => paragraph.place,
            _ => None,
        });
        let boxes: Vec<_> = places.flat_map(|place| self.boxes(Some(place))).collect();
        match around(&boxes).as_slice() {
            [only] => Some(*only),
            _ => None,
        }
    }

    /// The text of a cell on one line.
    fn cell(&mut self, blocks: &[Block]) -> String {
        let mut words = Vec::new();
        for leaf in flow::leaves(blocks) {
            if let Block::Paragraph(paragraph) = leaf {
                words.push(self.text(paragraph));
            }
        }
        words.join(" ").split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
    }

    /// The boxes of the lines of something, or of all of it where lines are not known.
    fn boxes(&self, place: Option<PlaceId>) -> Vec<(u32, Rect)> {
        let place = place.and_then(|PlaceId(id)| self.flow.places.get(id as usize));
        let boxes = |stretch: &flow::Stretch| {
            let lines: Vec<Rect> = if stretch.lines.is_empty() { vec![stretch.rect] } else { stretch.lines.clone() };
            lines.into_iter().map(|line| (stretch.page, line)).collect::<Vec<_>>()
        };
        place.map(|place| place.stretches.iter().flat_map(boxes).collect()).unwrap_or_default()
    }
}
