//! Notes, comments and tracked changes: what stands beside the text.

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

/// The numbers of the first notes that are counted: of a part of a longer document they need not be 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct FirstNotes {
    /// Of the footnotes.
    pub foot: u32,
    /// Of the endnotes.
    pub end: u32,
}

impl Default for FirstNotes {
    fn default() -> Self {
        FirstNotes { foot: 1, end: 1 }
    }
}

impl FirstNotes {
    /// The number of the first note of a kind.
    pub fn of(self, kind: NoteKind) -> u32 {
        match kind {
            NoteKind::Foot => self.foot,
            NoteKind::End => self.end,
        }
    }
}

/// A change of the text that is proposed and neither taken nor refused yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// What is changed.
    pub kind: ChangeKind,
    /// Who made it.
    pub author: Option<String>,
    /// When, ISO 8601.
    pub date: Option<String>,
}

/// What a change does to the text it is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ChangeKind {
    /// The text is new.
    Inserted,
    /// The text is to go.
    Deleted,
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

/// Letters that initials have at most.
const MAX_INITIALS: usize = 4;

/// The first letters of the words of a name.
pub fn initials(name: &str) -> String {
    name.split_whitespace().filter_map(|word| word.chars().next()).take(MAX_INITIALS).collect()
}
