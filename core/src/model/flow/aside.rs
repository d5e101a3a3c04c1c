//! What stands beside the text: notes and remarks.

use super::Block;

/// A footnote or endnote.
#[derive(Debug, Clone, PartialEq)]
pub struct Note {
    /// Where it is printed.
    pub kind: NoteKind,
    /// A mark of its own, such as an asterisk; `None` is counted.
    pub mark: Option<String>,
    /// Its text, without the mark.
    pub blocks: Vec<Block>,
}

/// Where notes are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoteKind {
    /// At the foot of the page.
    Foot,
    /// At the end of the document.
    End,
}

/// A remark on the text.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Comment {
    /// Who made it.
    pub author: Option<String>,
    /// When, ISO 8601.
    pub date: Option<String>,
    /// What it says.
    pub blocks: Vec<Block>,
}
