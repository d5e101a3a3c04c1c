//! Incremental updates (ISO 32000-1, 7.5.6): objects of a document put in the place of others at the end of a copy of
//! the file.

use std::io::Write as _;

use hayro::hayro_syntax::Pdf;
use hayro::hayro_syntax::object::{Array, Dict, MaybeRef, Object, ObjectIdentifier};
use memchr::memmem;

use super::super::read::open;
use transvase_base::context::Context;
use transvase_base::error::Result;

/// Nesting of objects that are written.
const MAX_DEPTH: usize = 16;

/// Entries of a dictionary or array that are written.
const MAX_ENTRIES: usize = 100_000;

/// Number of the first object that is new. Files have fewer objects than this, and no more are said to be there.
const FIRST_NEW: u32 = 8_000_000;

/// What takes the place of objects.
#[derive(Debug, Default)]
pub(super) struct Edits {
    objects: Vec<(ObjectIdentifier, Vec<u8>)>,
    new: u32,
}

impl Edits {
    /// Whether nothing changes.
    pub fn is_empty(&self) -> bool {
        self.objects.is_empty()
    }

    /// Puts `body` in the place of an object.
    pub fn replace(&mut self, id: ObjectIdentifier, body: Vec<u8>) {
        if self.objects.iter().all(|(known, _)| *known != id) {
            self.objects.push((id, body));
        }
    }

    /// Adds an object.
    pub fn add(&mut self, body: Vec<u8>) -> ObjectIdentifier {
        let id = ObjectIdentifier::new(FIRST_NEW + self.new, 0);
        self.new += 1;
        self.objects.push((id, body));
        id
    }

    /// The document with these changes.
    ///
    /// # Errors
    /// As the opening of a file.
    pub fn made(&self, pdf: &Pdf, context: &Context) -> Result<Pdf> {
        let mut bytes = pdf.data().as_ref().to_vec();
        let before = start_of_table(&bytes);
        let mut table = String::from("xref\n");
        for (id, body) in &self.objects {
            bytes.push(b'\n');
            table.extend([format!("{} 1\n{:010} {:05} n \n", id.obj_number, bytes.len(), id.gen_number)]);
            bytes.extend_from_slice(format!("{} {} obj\n", id.obj_number, id.gen_number).as_bytes());
            bytes.extend_from_slice(body);
            bytes.extend_from_slice(b"\nendobj\n");
        }
        // Without a table the objects are looked for, and the last one counts.
        if let Some(before) = before {
            let root = pdf.xref().root_id();
            let (place, size) = (bytes.len(), FIRST_NEW + self.new);
            let root = format!("{} {} R", root.obj_number, root.gen_number);
            let trailer = format!("trailer\n<</Size {size} /Root {root} /Prev {before}>>\nstartxref\n{place}\n%%EOF\n");
            bytes.extend_from_slice(table.as_bytes());
            bytes.extend_from_slice(trailer.as_bytes());
        }
        open::open(&bytes, context)
    }
}

/// Where the last table of cross-references is said to be.
fn start_of_table(bytes: &[u8]) -> Option<u64> {
    let at = memmem::rfind(bytes, b"startxref")? + b"startxref".len();
    let digits = bytes.get(at..)?.trim_ascii_start();
    let end = digits.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(digits.len());
    std::str::from_utf8(digits.get(..end)?).ok()?.parse().ok()
}

/// A stream with these entries, written as they are, beside its length.
pub(super) fn stream(entries: &[u8], data: &[u8]) -> Vec<u8> {
    let mut out = b"<<".to_vec();
    out.extend_from_slice(entries);
    out.extend_from_slice(format!(" /Length {}>>\nstream\n", data.len()).as_bytes());
    out.extend_from_slice(data);
    out.extend_from_slice(b"\nendstream");
    out
}

/// The entries of a dictionary but those under `without`, as a file has them.
pub(super) fn entries(dict: &Dict<'_>, without: &[&[u8]]) -> Vec<u8> {
    let mut out = Vec::new();
    write_entries(dict, without, 0, &mut out);
    out
}

fn write_entries(dict: &Dict<'_>, without: &[&[u8]], depth: usize, out: &mut Vec<u8>) {
    for (name, value) in dict.entries().take(MAX_ENTRIES) {
        if !without.contains(&name.as_ref()) {
            write_name(name.as_ref(), out);
            out.push(b' ');
            write_value(value, depth + 1, out);
        }
    }
}

fn write_value(value: MaybeRef<Object<'_>>, depth: usize, out: &mut Vec<u8>) {
    match value {
        MaybeRef::Ref(id) => out.extend_from_slice(format!("{} {} R ", id.obj_number, id.gen_number).as_bytes()),
        MaybeRef::NotRef(object) => write_object(&object, depth, out),
    }
}

fn write_object(object: &Object<'_>, depth: usize, out: &mut Vec<u8>) {
    match object {
        _ if depth > MAX_DEPTH => out.extend_from_slice(b"null "),
        Object::Boolean(value) => out.extend_from_slice(if *value { b"true " } else { b"false " }),
        // Writing to memory never fails.
        Object::Number(number) => drop(write!(out, "{} ", number.as_f64())),
        Object::String(text) => {
            out.push(b'<');
            text.as_bytes().iter().for_each(|byte| drop(write!(out, "{byte:02X}")));
            out.push(b'>');
        }
        Object::Name(name) => {
            write_name(name.as_ref(), out);
            out.push(b' ');
        }
        Object::Dict(dict) => {
            out.extend_from_slice(b"<<");
            write_entries(dict, &[], depth, out);
            out.extend_from_slice(b">>");
        }
        Object::Array(array) => write_array(array, depth, out),
        Object::Null(_) | Object::Stream(_) => out.extend_from_slice(b"null "),
    }
}

fn write_array(array: &Array<'_>, depth: usize, out: &mut Vec<u8>) {
    out.push(b'[');
    for value in array.raw_iter().take(MAX_ENTRIES) {
        write_value(value, depth + 1, out);
    }
    out.push(b']');
}

fn write_name(name: &[u8], out: &mut Vec<u8>) {
    out.push(b'/');
    for byte in name {
        match byte {
            byte if byte.is_ascii_alphanumeric() || b"-_.+*".contains(byte) => out.push(*byte),
            byte => drop(write!(out, "#{byte:02X}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use hayro::hayro_syntax::object::FromBytes;

    use super::*;

    #[test]
    fn what_is_written_reads_back() {
        let text = b"<</A /B#20C /D [1 -2.5 true null (x)] /E 7 0 R /F <</G <00FF>>> /H 9>>";
        let dict = Dict::from_bytes(text).unwrap();
        let written = entries(&dict, &[b"H"]);
        let again = Dict::from_bytes(&[b"<<", written.as_slice(), b">>"].concat()).map(|dict| entries(&dict, &[]));
        assert_eq!(again.as_deref(), Some(written.as_slice()));
        let text = String::from_utf8(written).unwrap();
        assert!(text.contains("/E 7 0 R") && text.contains("/A /B#20C") && text.contains("<00FF>"), "{text}");
        assert!(!text.contains("/H"), "{text}");
    }

    #[test]
    fn the_last_table_is_found() {
        assert_eq!(start_of_table(b"startxref\n5\n%%EOF\nstartxref\r\n 42\n%%EOF"), Some(42));
        assert_eq!(start_of_table(b"startxref\nx"), None);
        assert_eq!(start_of_table(b"none"), None);
    }
}
