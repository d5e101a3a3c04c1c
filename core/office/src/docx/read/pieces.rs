//! The block assembler: blocks before they are put together, where paragraphs know what their neighbours must know of
//! them.

use std::rc::Rc;
use std::sync::Arc;

use super::framed::{self, FrameSpec};
use super::lists;
use crate::ooxml::Tree;
use transvase_model::flow::{Block, MarkerLook, PageSetup, Paragraph, Role};
use transvase_model::text::counting::mark::Mark;

/// Elements that stand around blocks, rows and cells and are nothing themselves.
const WRAPPERS: [&str; 9] =
    ["w:sdt", "w:sdtContent", "w:customXml", "w:ins", "w:moveTo", "w:del", "w:moveFrom", "w:smartTag", "w:body"];

/// Indent of a quotation that writers add to what is in it, in points.
const QUOTE_INDENT: f32 = 24.0;

/// The elements in another, with those in elements that only stand around them.
pub(super) fn flat(container: &Tree) -> Vec<&Tree> {
    flat_of(container.children().collect())
}

/// Elements, with those in elements that only stand around others instead of these.
pub(super) fn flat_of(trees: Vec<&Tree>) -> Vec<&Tree> {
    let mut found = Vec::new();
    let mut stack: Vec<&Tree> = trees.into_iter().rev().collect();
    while let Some(tree) = stack.pop() {
        if WRAPPERS.contains(&tree.tag()) {
            stack.extend(tree.children().rev());
        } else {
            found.push(tree);
        }
    }
    found
}

/// The elements of a tag in another, whatever stands around them.
pub(super) fn wrapped<'t>(container: &'t Tree, tag: &str) -> Vec<&'t Tree> {
    flat(container).into_iter().filter(|tree| tree.is(tag)).collect()
}

/// A block with what its neighbours must know.
#[derive(Debug)]
pub(super) struct Piece {
    pub block: Block,
    pub about: About,
}

/// What the neighbours of a paragraph must know of it.
#[derive(Debug, Default)]
pub(super) struct About {
    /// Its style.
    pub style: Option<Arc<str>>,
    /// Whether there is no space between it and others of its style.
    pub contextual: bool,
    /// Whether the spaces above and below it are automatic.
    pub automatic: (bool, bool),
    /// Its place in a list.
    pub item: Option<Item>,
    /// Whether it is another's words.
    pub quote: bool,
    /// The frame it stands in.
    pub frame: Option<Rc<FrameSpec>>,
}

/// A place in a list.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Item {
    /// The definition of the list: items of one count together.
    pub key: i64,
    /// Level from 0.
    pub level: u8,
    pub mark: Mark,
    pub number: u32,
    /// The number that its level begins with.
    pub start: u32,
    pub look: MarkerLook,
    /// Where its text stands.
    pub indent: f32,
    /// Name of the style of its paragraph.
    pub style: Option<Arc<str>>,
}

impl From<Block> for Piece {
    fn from(block: Block) -> Piece {
        Piece { block, about: About::default() }
    }
}

impl Piece {
    pub(super) fn paragraph(&self) -> Option<&Paragraph> {
        if let Block::Paragraph(paragraph) = &self.block { Some(paragraph) } else { None }
    }

    pub(super) fn paragraph_mut(&mut self) -> Option<&mut Paragraph> {
        if let Block::Paragraph(paragraph) = &mut self.block { Some(paragraph) } else { None }
    }

    /// Whether it is a paragraph without anything in it.
    pub(super) fn is_empty(&self) -> bool {
        self.paragraph().is_some_and(|paragraph| paragraph.role == Role::Spacer)
    }
}

/// Puts the pieces of a story on pages together; `adds` where the spaces of neighbours add up.
pub(super) fn settle(pieces: Vec<Piece>, adds: bool, page: &PageSetup) -> Vec<Block> {
    let mut pieces = framed::gather(pieces, adds, page);
    space(&mut pieces, adds);
    quotes(lists::gather(pieces))
}

/// Settles spaces that depend on neighbours (17.3.1.9 and 17.3.1.33).
fn space(pieces: &mut [Piece], adds: bool) {
    for at in 0..pieces.len() {
        let (before, after) = pieces.split_at_mut(at);
        let Some((piece, after)) = after.split_first_mut() else { return };
        let alike = |other: Option<&Piece>| {
            other.is_some_and(|other| other.paragraph().is_some() && other.about.style == piece.about.style)
        };
        let listed =
            |other: Option<&Piece>| piece.about.item.is_some() && other.is_some_and(|other| other.about.item.is_some());
        let (last, next) = (before.last(), after.first());
        let no_before =
            piece.about.contextual && alike(last) || piece.about.automatic.0 && (last.is_none() || listed(last));
        let no_after = piece.about.contextual && alike(next) || piece.about.automatic.1 && listed(next);
        let above = last.and_then(Piece::paragraph).map_or(0.0, |paragraph| paragraph.style.space_after);
        let Some(paragraph) = piece.paragraph_mut() else { continue };
        if no_before {
            paragraph.style.space_before = 0.0;
        }
        if no_after {
            paragraph.style.space_after = 0.0;
        }
        if adds && paragraph.style.space_before > 0.0 {
            paragraph.style.space_before += above;
        }
    }
}

/// Gathers the paragraphs of quotations that follow one another.
fn quotes(blocks: Vec<(Block, bool)>) -> Vec<Block> {
    let mut out: Vec<Block> = Vec::new();
    let mut is_open = false;
    for (block, is_quote) in blocks {
        if !is_quote {
            out.push(block);
        } else if let (true, Some(Block::Quote(inside))) = (is_open, out.last_mut()) {
            inside.push(outdented(block));
        } else {
            out.push(Block::Quote(vec![outdented(block)]));
        }
        is_open = is_quote;
    }
    out
}

/// A paragraph of a quotation, whose indents count from those of that.
fn outdented(mut block: Block) -> Block {
    if let Block::Paragraph(paragraph) = &mut block {
        paragraph.style.indent_start -= QUOTE_INDENT;
        paragraph.style.indent_end -= QUOTE_INDENT;
    }
    block
}
