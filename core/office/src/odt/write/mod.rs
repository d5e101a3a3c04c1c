//! The ODT writer: styles carry what most paragraphs look like, automatic styles what differs.

mod automatic;
mod change;
mod document;
mod drawing;
mod files;
mod formula;
mod frame;
mod image;
mod inline;
mod lengths;
mod list;
mod list_styles;
mod look;
mod note;
mod package;
mod pages;
mod paragraph;
mod shared;
mod styles;
mod survey;
mod table;
#[cfg(test)]
mod tests;

pub(super) use package::write;

/// Nesting of quotes, lists, tables and links beyond which text is written without it.
const MAX_DEPTH: usize = 40;
