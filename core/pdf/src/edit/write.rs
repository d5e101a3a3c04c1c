//! The PDF file writer: a document as one revision, objects numbered from 1 in their order.
//!
//! Either with a table of cross-references (ISO 32000-2, 7.5.4), or with small objects packed together in object
//! streams (7.5.7) and the table in a stream as well (7.5.8), which needs version 1.5 of the standard.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::Write;

use md5::{Digest, Md5};

use super::document::Document;
use super::filter;
use super::object::{Dictionary, Id, Object, Stream};
use super::syntax::{self, Style};
use transvase_base::context::{Context, Limit};
use transvase_base::error::Result;

/// How a file is laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Layout {
    /// Each object for itself, for readers of any version.
    Plain,
    /// Objects that are no streams packed together.
    Packed,
}

/// Objects in one object stream at most: a reader unpacks them all to get at one.
const PACK_OBJECTS: usize = 500;

/// Bytes of objects in one object stream at most, before packing, but for the last one.
const PACK_BYTES: usize = 128 << 10;

/// The id of the object that says how a file is encrypted, which documents do not have.
const PROTECTION: Id = Id { number: u32::MAX, generation: u16::MAX };

/// Writes a document. Objects that nothing leads to are left out.
///
/// # Errors
/// `LimitExceeded` for `output_bytes`, `TimedOut` or `Cancelled`.
pub(crate) fn write(document: &Document, layout: Layout, packer: filter::Packer, context: &Context) -> Result<Vec<u8>> {
    let order = Order::of(document, layout);
    File { document, order, layout, packer, context, out: Vec::new(), places: BTreeMap::new() }.write()
}

/// The identifier of a file by its content (14.4).
pub(super) fn identifier(content: &[u8]) -> Vec<u8> {
    Md5::digest(content).to_vec()
}

/// Which objects are written, and under what numbers.
struct Order {
    numbers: BTreeMap<Id, u32>,
    /// Objects that are packed together, in the order of their numbers.
    packed: Vec<Id>,
    /// Those for themselves.
    alone: Vec<Id>,
}

impl Order {
    fn of(document: &Document, layout: Layout) -> Order {
        let is_packed = |id: &Id| {
            let is_open = document.protection.is_none() || Some(*id) != document.root;
            layout == Layout::Packed && is_open && document.object(*id).as_stream().is_none()
        };
        let there = document.objects.iter().filter(|(_, object)| !object.is_null()).map(|(id, _)| *id);
        let (packed, alone): (Vec<Id>, Vec<Id>) = there.partition(is_packed);
        let numbers = packed.iter().chain(&alone).copied().zip(1..).collect();
        Order { numbers, packed, alone }
    }
}

/// Where an object lies.
#[derive(Clone, Copy)]
enum Place {
    /// At this byte of the file.
    At(usize),
    /// In this object stream, as the how manieth.
    In(u32, usize),
}

struct File<'d> {
    document: &'d Document,
    order: Order,
    layout: Layout,
    packer: filter::Packer,
    context: &'d Context,
    out: Vec<u8>,
    places: BTreeMap<u32, Place>,
}

/// How values of one object are written.
struct Within<'f> {
    file: &'f File<'f>,
    /// The object's number, where its strings are encrypted.
    number: Option<u32>,
}

impl Style for Within<'_> {
    fn number(&self, of: Id) -> Option<u32> {
        self.file.order.numbers.get(&of).copied()
    }

    fn string<'s>(&self, plain: &'s [u8]) -> Cow<'s, [u8]> {
        match (&self.file.document.protection, self.number) {
            (Some(lock), Some(number)) => lock.string(number, plain).into(),
            _ => plain.into(),
        }
    }
}

impl File<'_> {
    fn write(mut self) -> Result<Vec<u8>> {
        self.header();
        for id in std::mem::take(&mut self.order.alone) {
            self.context.tick(1)?;
            self.object_alone(id)?;
        }
        let mut last = self.order.numbers.len() as u32;
        if self.layout == Layout::Packed {
            last = self.object_streams(last)?;
        }
        if let Some(protection) = &self.document.protection {
            last += 1;
            self.places.insert(last, Place::At(self.out.len()));
            self.order.numbers.insert(PROTECTION, last);
            let mut text = Vec::new();
            syntax::dictionary(protection.entries(), None, &Within { file: &self, number: None }, &mut text);
            self.enclose(last, &text);
        }
        let trailer = self.trailer();
        match self.layout {
            Layout::Plain => self.table(&trailer, last),
            Layout::Packed => self.table_stream(trailer, last)?,
        }
        Ok(self.out)
    }

    fn header(&mut self) {
        let (major, minor) = match self.layout {
            Layout::Packed => self.document.version.max((1, 5)),
            Layout::Plain => self.document.version,
        };
        self.out.extend_from_slice(format!("%PDF-{major}.{minor}\n").as_bytes());
        // Bytes that tell programs that this is no text (7.5.2).
        self.out.extend_from_slice(b"%\xE2\xE3\xCF\xD3\n");
    }

    fn object_alone(&mut self, id: Id) -> Result<()> {
        let Some(number) = self.order.numbers.get(&id).copied() else { return Ok(()) };
        self.places.insert(number, Place::At(self.out.len()));
        let document = self.document;
        match document.object(id) {
            Object::Stream(stream) => self.stream(number, stream)?,
            object => {
                let mut text = Vec::new();
                syntax::write(object, &Within { file: self, number: Some(number) }, &mut text);
                self.enclose(number, &text);
            }
        }
        self.context.check(Limit::output_bytes, self.out.len() as u64)
    }

    /// Writes what is the text of an object.
    fn enclose(&mut self, number: u32, text: &[u8]) {
        self.out.extend_from_slice(format!("{number} 0 obj\n").as_bytes());
        self.out.extend_from_slice(text);
        self.out.extend_from_slice(b"\nendobj\n");
    }

    fn stream(&mut self, number: u32, stream: &Stream) -> Result<()> {
        let document = self.document;
        let data: Cow<'_, [u8]> = match &document.protection {
            Some(lock) if !has_own_filter(document, &stream.dictionary) => lock.stream(number, stream),
            _ => Cow::Borrowed(&stream.data),
        };
        self.context.room(data.len())?;
        let mut text = Vec::new();
        syntax::dictionary(
            &stream.dictionary,
            Some(data.len()),
            &Within { file: self, number: Some(number) },
            &mut text,
        );
        text.extend_from_slice(b"stream\n");
        text.extend_from_slice(&data);
        text.extend_from_slice(b"\nendstream");
        self.enclose(number, &text);
        Ok(())
    }

    /// Packs objects together; gives the number of the last object.
    fn object_streams(&mut self, mut last: u32) -> Result<u32> {
        let packed = std::mem::take(&mut self.order.packed);
        let mut rest = packed.iter().copied().zip(1..).peekable();
        while rest.peek().is_some() {
            last += 1;
            let (mut index, mut text, mut count) = (Vec::new(), Vec::new(), 0);
            while count < PACK_OBJECTS && text.len() < PACK_BYTES {
                let Some((id, number)) = rest.next() else { break };
                self.context.tick(1)?;
                // Writing to memory does not fail.
                let _ = write!(index, "{number} {} ", text.len());
                self.places.insert(number, Place::In(last, count));
                syntax::write(self.document.object(id), &Within { file: self, number: None }, &mut text);
                text.push(b'\n');
                count += 1;
            }
            let entries = Dictionary::default().with("Type", Object::name("ObjStm"));
            let entries = entries.with("N", count as i64).with("First", index.len() as i64);
            index.append(&mut text);
            let stream = self.packer.flate(Stream::new(entries, index), self.context)?;
            self.places.insert(last, Place::At(self.out.len()));
            self.stream(last, &stream)?;
        }
        Ok(last)
    }

    /// The entries of the trailer but those that say where objects are. The second identifier is made of the content
    /// (14.4).
    fn trailer(&self) -> Dictionary {
        let mut trailer = Dictionary::default();
        for (key, id) in [("Root", self.document.root), ("Info", self.document.info)] {
            trailer.set(key, id.map_or(Object::Null, Object::Reference));
        }
        if self.document.protection.is_some() {
            trailer.set("Encrypt", PROTECTION);
        }
        if let Some([first, _]) = &self.document.identifiers {
            let second = identifier(&self.out);
            trailer.set("ID", vec![Object::String(first.clone()), Object::String(second)]);
        }
        trailer
    }

    fn table(&mut self, trailer: &Dictionary, last: u32) {
        let at = self.out.len();
        let mut text = format!("xref\n0 {}\n0000000000 65535 f \n", last + 1).into_bytes();
        for place in self.places.values() {
            let at = if let Place::At(at) = place { *at } else { 0 };
            // Writing to memory does not fail.
            let _ = writeln!(text, "{at:010} 00000 n ");
        }
        text.extend_from_slice(b"trailer\n");
        self.out.append(&mut text);
        let mut entries = Vec::new();
        let trailer = trailer.clone().with("Size", i64::from(last) + 1);
        self.trailer_text(&trailer, &mut entries);
        self.out.extend_from_slice(&entries);
        self.end(at);
    }

    fn trailer_text(&self, trailer: &Dictionary, out: &mut Vec<u8>) {
        syntax::dictionary(trailer, None, &Within { file: self, number: None }, out);
    }

    /// Writes the table as a stream, whose rows are packed by their differences.
    fn table_stream(&mut self, trailer: Dictionary, last: u32) -> Result<()> {
        let (number, at) = (last + 1, self.out.len());
        self.places.insert(number, Place::At(at));
        let bytes_of = |value: usize| (1..8).find(|bytes| value >> (8 * bytes) == 0).unwrap_or(8);
        let within =
            self.places.values().filter_map(|place| if let Place::In(_, index) = place { Some(*index) } else { None });
        let widths = [1, bytes_of(at.max(number as usize)), bytes_of(within.max().unwrap_or(0))];
        let mut rows = vec![0; widths.iter().sum()];
        for place in self.places.values() {
            let row = match place {
                Place::At(at) => [1, *at, 0],
                Place::In(stream, index) => [2, *stream as usize, *index],
            };
            for (value, width) in row.into_iter().zip(widths) {
                rows.extend_from_slice(&value.to_be_bytes()[size_of::<usize>() - width..]);
            }
        }
        let entries = trailer.with("Type", Object::name("XRef")).with("Size", i64::from(number) + 1);
        let entries = entries.with("W", widths.map(|width| Object::Integer(width as i64)).to_vec());
        let row = widths.iter().sum();
        let stream = self.packer.table(Stream::new(entries, rows), row, self.context)?;
        let mut text = Vec::new();
        let within = Within { file: self, number: None };
        syntax::dictionary(&stream.dictionary, Some(stream.data.len()), &within, &mut text);
        text.extend_from_slice(b"stream\n");
        text.extend_from_slice(&stream.data);
        text.extend_from_slice(b"\nendstream");
        self.enclose(number, &text);
        self.end(at);
        Ok(())
    }

    fn end(&mut self, table: usize) {
        self.out.extend_from_slice(format!("\nstartxref\n{table}\n%%EOF\n").as_bytes());
    }
}

/// Whether a stream says itself how it is encrypted. Only those are kept so that say it is not.
fn has_own_filter(document: &Document, entries: &Dictionary) -> bool {
    let first = match document.get(entries, "Filter") {
        Object::Array(names) => names.first().map(|name| document.resolve(name)),
        name => Some(name),
    };
    first.is_some_and(|name| name.is_name("Crypt"))
}
