//! The DOCX reader: the parts beside the text first, then the text, block by block.

mod chunk;
mod controls;
mod counting;
mod drawing;
mod fields;
mod fonts;
mod framed;
mod layout;
mod line;
mod lists;
mod math;
mod merge;
mod notes;
mod numbering;
mod open;
mod paragraph;
mod picture;
mod pieces;
mod roles;
mod run;
mod sections;
mod settings;
mod styles;
mod table;
mod table_style;
#[cfg(test)]
pub(super) mod tests;
mod text;
mod values;

pub(super) use open::read;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use counting::Counters;
use fields::Sequences;
use layout::Layout;
use line::Open;
use notes::Stories;
use numbering::Numbering;
use pieces::{Piece, flat_of, settle};
use run::{RunBase, holds_text, letters};
use sections::Edge;
use settings::{NoteNumbers, Settings};
use styles::Styles;
use text::TextProperties;

use crate::ooxml::{Parts, Relations, Theme, Tree};
use transvase_base::context::{Context, Limit};
use transvase_base::error::Result;
use transvase_base::warning::WarningCode;
use transvase_markup::prose::NoteCounter;
use transvase_model::flow::{
    Anchor, Block, Change, Comment, DropCap, FirstNotes, HiddenWords, Inline, Note, PageSetup, Paragraph, Role, Run,
    TextStyle,
};
use transvase_model::media::{MediaId, MediaStore};
use transvase_model::text::counting::mark::Headings;

/// Cells and boxes that may lie in one another; what lies deeper is read as paragraphs of plain text.
const MAX_DEPTH: usize = 20;

/// What a table says of the paragraphs in a cell.
#[derive(Debug, Clone, Default)]
pub(super) struct TableBase {
    layout: Layout,
    text: TextProperties,
}

/// A document while it is read.
pub(super) struct Reading<'c> {
    pub(super) context: &'c Context,
    parts: Parts<'c>,
    pub(super) theme: Theme,
    settings: Settings,
    styles: Styles,
    numbering: Numbering,
    counters: Counters,
    /// The language that most of the text is in.
    language: Option<String>,

    /// What the text has come to.
    pub(super) media: MediaStore,
    pictures: BTreeMap<String, Option<MediaId>>,
    footnotes: Stories,
    endnotes: Stories,
    notes: Vec<Note>,
    /// How the notes of the section at hand are counted, and the counts of footnotes and endnotes.
    note_numbers: [NoteNumbers; 2],
    /// The numbers of the first notes, as the first section has them.
    first_notes: Option<FirstNotes>,
    note_counters: [NoteCounter; 2],
    sequences: Sequences,
    remarks: Stories,
    comments: Vec<Comment>,
    changes: Vec<Change>,
    anchors: BTreeSet<Anchor>,
    heads: BTreeMap<String, Rc<Vec<Block>>>,
    header: Edge,
    footer: Edge,
    labels: Headings,
    hidden_words: HiddenWords,
    losses: BTreeMap<&'static str, (WarningCode, usize)>,
    flattened: bool,
    /// Documents that this one lies within, and those that lie in it so far.
    within: usize,
    chunks: usize,

    /// The pages of the section that is being read.
    pub(super) page: PageSetup,
    /// The relationships of the part that is being read.
    relations: Rc<Relations>,
    /// Width of the text where it stands.
    measure: f32,
    depth: usize,
    in_main_story: bool,
    /// Blocks that belong to the paragraph that is being read, such as frames; they come behind it.
    pub(super) behind: Vec<Block>,
    /// What is open from the paragraph before.
    open: Vec<Open>,
    /// Text of a paragraph whose end is to go.
    carried: Vec<Inline>,
    /// Places that no paragraph holds yet.
    anchors_waiting: Vec<Anchor>,
    /// A large initial of the next paragraph.
    initial: Option<DropCap>,
    table_base: Option<Rc<TableBase>>,
    run_base: RunBase,
    /// Whether a tab of the paragraph leads to the end or the middle of the line.
    tab_to_edge: bool,
    tab_to_middle: bool,
}

/// What belongs to one story, put aside while another is read.
struct Aside {
    relations: Rc<Relations>,
    depth: usize,
    in_main_story: bool,
    behind: Vec<Block>,
    open: Vec<Open>,
    carried: Vec<Inline>,
    anchors_waiting: Vec<Anchor>,
    initial: Option<DropCap>,
    table_base: Option<Rc<TableBase>>,
    run_base: RunBase,
    labels: Headings,
}

impl Reading<'_> {
    /// The blocks in an element, such as a cell or the content of a box.
    pub(super) fn blocks(&mut self, container: &Tree) -> Result<Vec<Block>> {
        self.inner_story(container, container.children().collect())
    }

    /// The blocks that an element among text is.
    pub(super) fn block_within(&mut self, tree: &Tree) -> Result<Vec<Block>> {
        self.inner_story(tree, vec![tree])
    }

    fn inner_story(&mut self, container: &Tree, trees: Vec<&Tree>) -> Result<Vec<Block>> {
        if self.depth >= MAX_DEPTH {
            self.flattened = true;
            return self.plain(container);
        }
        let open = std::mem::take(&mut self.open);
        let carried = std::mem::take(&mut self.carried);
        let anchors = std::mem::take(&mut self.anchors_waiting);
        let initial = self.initial.take();
        let blocks = self.story(trees);
        (self.open, self.carried, self.anchors_waiting, self.initial) = (open, carried, anchors, initial);
        blocks
    }

    /// The blocks that elements are.
    fn story(&mut self, trees: Vec<&Tree>) -> Result<Vec<Block>> {
        self.depth += 1;
        let mut pieces = Vec::new();
        for trees in flat_of(trees).chunk_by(|one, other| is_of_line(one) && is_of_line(other)) {
            self.context.tick(trees.len() as u64)?;
            self.context.charge(Limit::elements, 1)?;
            match trees {
                [tree] if !is_of_line(tree) => self.block(tree, &mut pieces)?,
                // Text without a paragraph around it is one.
                _ => self.paragraph(&Tree::around("w:p", trees), &mut pieces)?,
            }
        }
        self.end(&mut pieces);
        self.depth -= 1;
        Ok(settle(pieces, self.settings.spaces_add, &self.page))
    }

    fn block(&mut self, tree: &Tree, pieces: &mut Vec<Piece>) -> Result<()> {
        match tree.tag() {
            "w:p" => self.paragraph(tree, pieces)?,
            "w:tbl" => {
                let table = self.table(tree)?;
                pieces.extend(table.map(|table| Block::Table(table).into()));
            }
            "w:bookmarkStart" => {
                let anchor = self.bookmark(tree);
                self.anchors_waiting.extend(
                    anchor.and_then(|inline| if let Inline::Anchor(anchor) = inline { Some(anchor) } else { None }),
                );
            }
            "w:commentRangeStart" => {
                let comment = self.comment(tree)?;
                self.open.extend(comment.map(Open::Comment));
            }
            "w:commentRangeEnd" => {
                let comment = self.comment(tree)?;
                self.open.retain(|open| !matches!(open, Open::Comment(known) if Some(*known) == comment));
            }
            "m:oMath" | "m:oMathPara" => {
                let formulas = math::read(self, tree, &TextStyle::default())?;
                let content = formulas.into_iter().map(|formula| Inline::Formula(Box::new(formula))).collect();
                pieces.push(Block::Paragraph(Paragraph { content, ..Paragraph::default() }).into());
            }
            "w:altChunk" => {
                let blocks = self.chunk(tree)?;
                pieces.extend(blocks.into_iter().map(Piece::from));
            }
            _ if holds_text(tree) => {
                let inside: Vec<&Tree> = tree.children().collect();
                self.paragraph(&Tree::around("w:p", &inside), pieces)?;
            }
            _ => {}
        }
        Ok(())
    }

    /// The end of a story: what waits for a paragraph gets one, or the last one.
    fn end(&mut self, pieces: &mut Vec<Piece>) {
        let content = std::mem::take(&mut self.carried);
        let initial = self.initial.take();
        if !content.is_empty() || initial.is_some() {
            let own = initial.map(|initial| Inline::Text(initial.run));
            let content = own.into_iter().chain(content).collect();
            pieces.push(Block::Paragraph(Paragraph { content, ..Paragraph::default() }).into());
        }
        let anchors: Vec<Inline> = self.anchors_waiting.drain(..).map(Inline::Anchor).collect();
        if let Some(last) = pieces.iter_mut().rev().find_map(Piece::paragraph_mut) {
            last.content.extend(anchors);
        }
    }

    /// The paragraphs in an element, however deep they lie, as plain text.
    fn plain(&mut self, container: &Tree) -> Result<Vec<Block>> {
        let mut texts: Vec<String> = Vec::new();
        for tree in container.descendants() {
            self.context.tick(1)?;
            match (tree.tag(), texts.last_mut()) {
                ("w:p", _) => texts.push(String::new()),
                ("w:t", Some(text)) => text.push_str(&letters(tree)),
                ("w:tab" | "w:br", Some(text)) => text.push(' '),
                _ => {}
            }
        }
        let texts = texts.into_iter().filter(|text| !text.is_empty());
        let run = |text| Inline::Text(Run { text, style: TextStyle::default() });
        let paragraph = |text| Paragraph { role: Role::Body, content: vec![run(text)], ..Paragraph::default() };
        Ok(texts.map(|text| Block::Paragraph(paragraph(text))).collect())
    }

    /// Reads another story, such as that of a note, and comes back to this one.
    fn aside<T>(&mut self, relations: Rc<Relations>, read: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        let depth = self.depth;
        let outer = Aside {
            relations: std::mem::replace(&mut self.relations, relations),
            depth,
            in_main_story: std::mem::replace(&mut self.in_main_story, false),
            behind: std::mem::take(&mut self.behind),
            open: std::mem::take(&mut self.open),
            carried: std::mem::take(&mut self.carried),
            anchors_waiting: std::mem::take(&mut self.anchors_waiting),
            initial: self.initial.take(),
            table_base: self.table_base.take(),
            run_base: std::mem::take(&mut self.run_base),
            labels: std::mem::take(&mut self.labels),
        };
        let result = read(self);
        let Aside {
            relations,
            depth,
            in_main_story,
            behind,
            open,
            carried,
            anchors_waiting,
            initial,
            table_base,
            run_base,
            labels,
        } = outer;
        (self.relations, self.depth, self.in_main_story, self.behind, self.open) =
            (relations, depth, in_main_story, behind, open);
        (self.carried, self.anchors_waiting, self.initial) = (carried, anchors_waiting, initial);
        (self.table_base, self.run_base, self.labels) = (table_base, run_base, labels);
        result
    }

    /// Notes that something of drawings could not be carried over; it is told once, with its number.
    #[allow(dead_code, reason = "drawings tell what they lose")]
    pub(super) fn lose(&mut self, what: &'static str) {
        self.lose_as(WarningCode::DrawingDropped, what);
    }

    /// As [`Reading::lose`], as a loss of some kind.
    pub(super) fn lose_as(&mut self, code: WarningCode, what: &'static str) {
        self.losses.entry(what).or_insert((code, 0)).1 += 1;
    }
}

/// Whether an element stands in paragraphs only.
fn is_of_line(tree: &Tree) -> bool {
    matches!(tree.tag(), "w:r" | "w:hyperlink" | "w:fldSimple" | "w:dir" | "w:bdo")
}
