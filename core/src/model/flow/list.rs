//! Lists and how their items are marked.

use std::sync::Arc;

use super::{Block, Color};

/// A list.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct List {
    /// How items are marked.
    pub marker: Marker,
    /// How the markers look.
    pub look: MarkerLook,
    /// Number of the first item, in numbered lists.
    pub start: u32,
    /// Lists of one sequence count on where the one before stopped, in numbered lists; `None` is a
    /// sequence of its own.
    pub sequence: Option<u32>,
    /// The items.
    pub items: Vec<ListItem>,
    /// Name of its style in the source.
    pub style: Option<Arc<str>>,
}

/// An item of a list.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ListItem {
    /// A number that differs from counting on, in numbered lists.
    pub number: Option<u32>,
    /// The item's text.
    pub blocks: Vec<Block>,
}

/// How markers look where they differ from the text of their items.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct MarkerLook {
    /// Their colour.
    pub color: Option<Color>,
    /// Whether they are bold.
    pub bold: Option<bool>,
}

/// How list items are marked.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Marker {
    /// A bullet, by its character.
    Bullet(char),
    /// Counted.
    Number {
        /// How the count is written.
        format: NumberFormat,
        /// Levels above whose numbers stand before this one, each followed by a dot: 2 in 1.2.3.
        parents: u8,
        /// What stands before it, such as `(`.
        prefix: String,
        /// What stands after it, such as `.`.
        suffix: String,
    },
    /// Not marked.
    #[default]
    None,
}

/// How a count is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NumberFormat {
    /// 1, 2, 3.
    Decimal,
    /// a, b, c.
    LowerAlpha,
    /// A, B, C.
    UpperAlpha,
    /// i, ii, iii.
    LowerRoman,
    /// I, II, III.
    UpperRoman,
    /// ①, ②, ③.
    Circled,
    /// 가, 나, 다.
    Ganada,
    /// 一, 二, 三.
    Chinese,
}
