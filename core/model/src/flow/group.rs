//! Groups: blocks that belong together.

use std::sync::Arc;

use super::Block;

/// Blocks that belong together, such as a figure with its caption. How they look is said by the blocks themselves, as if
/// they stood alone: a writer that has no word for a group takes it apart with [`Flow::ungroup`](super::Flow::ungroup).
#[derive(Debug, Clone, PartialEq)]
pub struct Group {
    /// What they are together.
    pub kind: GroupKind,
    /// The blocks, in reading order.
    pub blocks: Vec<Block>,
}

/// What blocks are together.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum GroupKind {
    /// A picture, table, formula or listing with its caption, whose paragraphs are of
    /// [`Role::Caption`](super::Role::Caption).
    Figure,
    /// Paragraphs of code, with the name of the language it is written in where that is known.
    Code(Option<Arc<str>>),
    /// Terms, which are paragraphs of [`Role::Term`](super::Role::Term), and a [`GroupKind::Definition`] after each or
    /// after several.
    Definitions,
    /// What is said of the terms before it.
    Definition,
    /// A part of the document.
    Division(Division),
}

/// A part of a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Division {
    /// How it stands to what is around it.
    pub kind: DivisionKind,
    /// What it is in a book, such as `chapter` or `glossary` (EPUB 3 Structural Semantics Vocabulary).
    pub epub_type: Option<Arc<str>>,
}

/// How a part of a document stands to what is around it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum DivisionKind {
    /// Neither of the others.
    #[default]
    Plain,
    /// A stretch of the text with one subject.
    Section,
    /// Complete in itself.
    Article,
    /// Beside the text, which is whole without it.
    Aside,
    /// Links to other places.
    Navigation,
}
