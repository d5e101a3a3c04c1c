//! Files of our own writer, read without looking into what no step touches.
//!
//! A tagged file has an object for each paragraph and more. Their text is kept, and its references are followed when it
//! is written: that takes a third of the time and memory that values do.

use std::ops::Range;

use hayro_syntax::object::{Dict, FromBytes};
use memchr::memmem;

use super::document::Document;
use super::load::{Loader, identifiers, version};
use super::object::{Id, Object, Stream};
use super::tokens::number;
use transvase_base::context::Context;
use transvase_base::error::Result;

/// Length of a row of a table of cross-references (ISO 32000-2, 7.5.4).
const ROW: usize = 20;

/// Reads a file with one table of cross-references, whose objects lie one after the other; `None` for any other. Streams
/// and the catalogue are read, the rest is text.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`.
pub(super) fn load(file: &[u8], context: &Context) -> Result<Option<Document>> {
    let Some(table) = Table::find(file) else { return Ok(None) };
    let mut loader = Loader::new(context);
    let mut document = Document {
        root: table.trailer.get_ref(b"Root").and_then(|root| loader.reach(root.into())),
        info: table.trailer.get_ref(b"Info").and_then(|info| loader.reach(info.into())),
        identifiers: identifiers(&table.trailer),
        version: version(file),
        ..Document::default()
    };
    for (number, range) in table.objects {
        context.tick(1)?;
        let id = Id { number, generation: 0 };
        let Some(text) = file.get(range).and_then(|text| body(text, number)) else { return Ok(None) };
        let is_read = Some(id) == document.root || text.ends_with(b"endstream");
        let object = if is_read { value(text, &mut loader)? } else { Some(Object::Written(text.into())) };
        let Some(object) = object else { return Ok(None) };
        document.objects.insert(id, object);
    }
    Ok(document.root.is_some().then_some(document))
}

/// Where objects lie.
struct Table<'f> {
    trailer: Dict<'f>,
    /// Their numbers, each with the bytes up to the next one.
    objects: Vec<(u32, Range<usize>)>,
}

impl<'f> Table<'f> {
    fn find(file: &'f [u8]) -> Option<Table<'f>> {
        let start = memmem::rfind(file, b"startxref")?;
        let at: usize = number(file.get(start..)?.strip_prefix(b"startxref")?)?;
        let text = file.get(at..start)?.strip_prefix(b"xref\n0 ")?;
        let rows = text.get(1 + text.iter().position(|byte| *byte == b'\n')?..)?;
        let count: usize = number(text)?;
        let (rows, trailer) = rows.split_at_checked(count.checked_mul(ROW)?)?;
        let trailer = Dict::from_bytes(trailer.strip_prefix(b"trailer")?.trim_ascii_start())?;
        let places = rows.chunks_exact(ROW).zip(0..).filter(|(row, _)| row[17] == b'n');
        let mut places: Vec<(usize, u32)> =
            places.map(|(row, object)| Some((number(row)?, object))).collect::<Option<_>>()?;
        places.sort_unstable();
        let ends = places.iter().skip(1).map(|(place, _)| *place).chain([at]);
        let objects = places.iter().zip(ends).map(|((place, object), end)| (*object, *place..end)).collect();
        Some(Table { trailer, objects })
    }
}

/// What stands between the words that begin and end an object.
fn body(text: &[u8], number: u32) -> Option<&[u8]> {
    let text = text.strip_prefix(format!("{number} 0 obj").as_bytes())?;
    Some(text.trim_ascii_end().strip_suffix(b"endobj")?.trim_ascii())
}

/// A dictionary or a stream; `None` for anything else.
fn value(text: &[u8], loader: &mut Loader<'_>) -> Result<Option<Object>> {
    let Some(dict) = Dict::from_bytes(text) else { return Ok(None) };
    let mut dictionary = loader.dictionary(&dict, 0)?;
    let Some(packed) = text.strip_suffix(b"\nendstream") else { return Ok(Some(Object::Dictionary(dictionary))) };
    let length = dictionary.remove("Length").and_then(|length| length.as_integer()?.try_into().ok());
    let start = length.and_then(|length: usize| packed.len().checked_sub(length));
    Ok(start.map(|start| Object::Stream(Stream { dictionary, data: packed[start..].into() })))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_streams_and_the_catalogue_are_looked_into() {
        let file = "%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n\n2 0 obj\n<< /Kids [3 0 R] >>\nendobj\n\n\
                    3 0 obj\n<< /Length 9 >>\nstream\nendobj 1 \nendstream\nendobj\n\n";
        let places: Vec<usize> = ["1 0 obj", "2 0 obj", "3 0 obj"].map(|word| file.find(word).unwrap()).into();
        let rows: String = places.iter().map(|place| format!("{place:010} 00000 n\r\n")).collect();
        let table = format!(
            "xref\n0 4\n0000000000 65535 f\r\n{rows}trailer\n<< /Size 4 /Root 1 0 R >>\nstartxref\n{}\n%%EOF",
            file.len()
        );
        let context = Context::default();
        let document = load(format!("{file}{table}").as_bytes(), &context).unwrap().unwrap();
        let id = |number| Id { number, generation: 0 };
        assert_eq!(document.root, Some(id(1)));
        assert!(document.catalog().is_some());
        assert_eq!(*document.object(id(2)), Object::Written(b"<< /Kids [3 0 R] >>"[..].into()));
        assert_eq!(&*document.stream(id(3)).unwrap().data, b"endobj 1 ");
        assert!(load(file.as_bytes(), &context).unwrap().is_none(), "no table");
        assert!(load(format!("{file}x{table}").as_bytes(), &context).unwrap().is_none(), "a table elsewhere");
    }
}
