//! The FB2 writer: description, text, notes and pictures (FictionBook 2.1; the schemas of its authors).

mod binaries;
mod blocks;
mod cells;
mod description;
pub(super) mod genres;
mod inline;
mod places;
mod sections;
#[cfg(test)]
mod tests;

use binaries::Binaries;
use places::Places;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::hash;
use transvase_container::xml::XmlWriter;
use transvase_format::Written;
use transvase_markup::prose::{self, Dropped, NoteMarks, Numbers};
use transvase_model::flow::{Block, Flow};

/// Namespace of books.
const FICTION_BOOK: &str = "http://www.gribuser.ru/xml/fictionbook/2.0";
/// Namespace of links.
const XLINK: &str = "http://www.w3.org/1999/xlink";

/// Writes the document as FB2.
pub(super) fn write(mut flow: Flow, context: &Context) -> Result<Written> {
    prose::prepare(&mut flow, context);
    prose::spell_out(&mut flow, false);
    let mut book = Book::new(&flow, context);
    let mut text = XmlWriter::part(Vec::new());
    book.body(&mut text)?;
    book.notes(&mut text)?;
    let cover = match flow.cover {
        Some(cover) => book.binaries.id(cover, &flow.media, context)?,
        None => None,
    };
    let text = text.finish()?;
    let mut xml = XmlWriter::new(Vec::new());
    xml.open("FictionBook", &[("xmlns", FICTION_BOOK), ("xmlns:l", XLINK)]);
    xml.raw("\n");
    description::write(&mut xml, &flow, &hash::grouped(hash::fnv1a(&text)), cover.as_deref());
    let mut bytes = xml.finish()?;
    bytes.extend(text);
    bytes.extend(book.binaries.written(&flow.media)?);
    bytes.extend_from_slice(b"</FictionBook>\n");
    book.dropped.warn(None, context);
    Ok(Written::File(bytes))
}

/// A book that is being written.
struct Book<'a> {
    flow: &'a Flow,
    context: &'a Context,
    marks: NoteMarks,
    places: Places,
    binaries: Binaries,
    numbers: Numbers,
    dropped: Dropped,
    /// Whether its paragraphs follow one another closely.
    is_close: bool,
    /// Words in drawings, which stand behind the paragraph at hand.
    drawn: Vec<&'a [Block]>,
    /// Blocks in one another here.
    depth: usize,
}

impl<'a> Book<'a> {
    fn new(flow: &'a Flow, context: &'a Context) -> Book<'a> {
        let marks = NoteMarks::of(flow);
        Book {
            flow,
            context,
            places: Places::of(flow, &marks),
            marks,
            binaries: Binaries::default(),
            numbers: Numbers::default(),
            dropped: Dropped { remarks: flow.comments.len(), ..Dropped::default() },
            is_close: sections::is_close(flow),
            drawn: Vec::new(),
            depth: 0,
        }
    }
}

/// The id of a note.
fn note_id(note: usize) -> String {
    format!("note-{}", note + 1)
}

/// The mark of a note as books show it: numbers and letters between brackets.
fn shown_mark(mark: &str) -> String {
    if mark.chars().all(char::is_alphanumeric) { format!("[{mark}]") } else { mark.to_owned() }
}
