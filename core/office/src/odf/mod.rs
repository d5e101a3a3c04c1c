//! OpenDocument (OASIS ODF 1.3): packages and flat files, styles, and the text that documents, sheets and slides share.

mod geometry;
mod list_style;
mod look;
mod measure;
pub(crate) mod metadata;
pub(crate) mod package;
mod page_layout;
mod paragraph_style;
mod styles;
mod text;
mod text_style;
mod tree;

pub(crate) use list_style::number_format;
pub(crate) use look::facts;
pub(crate) use page_layout::{Layout, Rooms, columns, line_numbers};
pub(crate) use styles::{Properties, Scope, Styles};
pub(crate) use text::TextReader;
pub(crate) use text_style::{Kind, language};
pub(crate) use tree::Element;
