//! The DOCX writer.
//!
//! An emitter of our own: the document streams into the archive as its blocks are walked, styles carry what most paragraphs
//! look like, and direct formatting only what differs.

mod blocks;
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
mod graphic;
mod grid;
mod image;
mod lettering;
mod list;
mod look;
mod main_part;
mod math;
mod named;
mod namespaces;
mod note_text;
mod notes;
mod numbering;
mod outline;
mod package;
mod page;
mod paragraph;
mod properties;
mod ruby;
mod run;
mod running;
mod section;
mod setting;
mod settings;
mod shared;
mod style_names;
mod styles;
mod survey;
mod table;
mod tally;
mod template;
#[cfg(test)]
mod tests;
mod text_look;
mod watermark;

pub(super) use package::write;
pub(super) use template::TEMPLATE;

/// Nesting of quotes, lists, tables and links beyond which text is written without it.
const MAX_DEPTH: usize = 40;
