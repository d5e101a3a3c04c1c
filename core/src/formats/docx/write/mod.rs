//! The writer.
//!
//! An emitter of our own: the document streams into the archive as its blocks are walked, styles carry what most paragraphs
//! look like, and direct formatting only what differs.

mod bucket;
mod changes;
mod comments;
mod control;
mod document;
mod drawing;
mod field;
mod fonts;
mod frame;
mod gradient;
mod grid;
mod image;
mod lettering;
mod list;
mod look;
mod math;
mod named;
mod notes;
mod numbering;
mod outline;
mod package;
mod paragraph;
mod properties;
mod ruby;
mod run;
mod running;
mod section;
mod settings;
mod styles;
mod survey;
mod table;
mod tally;
mod template;
#[cfg(test)]
mod tests;
mod watermark;

pub(super) use package::write;
pub(super) use template::TEMPLATE;

/// Nesting of quotes, lists, tables and links beyond which text is written without it.
const MAX_DEPTH: usize = 40;
