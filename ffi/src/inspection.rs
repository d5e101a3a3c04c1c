//! The inspection handle: what a file is, without converting it.

use std::ffi::{CString, c_char};

use transvase::Format;

use crate::catalogue;
use crate::error::{Error, c_string};
use crate::guard::{self, nth};
use crate::pointer::{Bytes, Slot, Text};
use crate::status::Status;

/// What a file is. Its strings live as long as it does.
pub struct Inspection {
    format: Format,
    bytes: u64,
    pages: u32,
    pixels: (u32, u32),
    encrypted: bool,
    title: Option<CString>,
    authors: Vec<CString>,
    subject: Option<CString>,
    keywords: Vec<CString>,
    publisher: Option<CString>,
    language: Option<CString>,
    identifier: Option<CString>,
    date: Option<CString>,
    producer: Option<CString>,
}

impl From<transvase::Inspection> for Inspection {
    fn from(found: transvase::Inspection) -> Self {
        let transvase::Inspection { format, bytes, facts, .. } = found;
        let (said, text) = (facts.metadata, |text: Option<String>| text.map(c_string));
        Inspection {
            format,
            bytes,
            pages: facts.pages.unwrap_or(0),
            pixels: facts.pixels.unwrap_or((0, 0)),
            encrypted: facts.encrypted,
            title: text(said.title),
            authors: said.authors.iter().map(c_string).collect(),
            subject: text(said.subject),
            keywords: said.keywords.iter().map(c_string).collect(),
            publisher: text(said.publisher),
            language: text(said.language),
            identifier: text(said.identifier),
            date: text(said.date),
            producer: text(said.producer),
        }
    }
}

/// Says what the `len` bytes at `input` are: format, pages, dimensions, metadata, encryption.
///
/// `password` may be NULL; of an encrypted file that gets none little more is said than that it is
/// encrypted. On success `*inspection` is to be freed with `tvase_inspection_free`; on failure it is NULL
/// and `*error`, unless `error` is NULL, is to be freed with `tvase_error_free`.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_inspect(
    input: Bytes,
    len: usize,
    password: Text,
    inspection: Slot<Inspection>,
    error: Slot<Error>,
) -> Status {
    guard::status(&error, || {
        inspection.awaits("inspection")?;
        transvase_surface::panics::silence();
        let (bytes, password) = (input.slice("input", len)?, password.optional("password")?);
        let found = transvase::inspect_with(bytes, password, transvase::Limits::default())?;
        inspection.put(Some(found.into()));
        Ok(())
    })
}

/// Frees an inspection and its strings. NULL is accepted.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_inspection_free(inspection: Option<Box<Inspection>>) {
    guard::answer((), || drop(inspection));
}

/// Id of the format, as in "pdf".
#[unsafe(no_mangle)]
pub extern "C" fn tvase_inspection_format(inspection: Option<&Inspection>) -> *const c_char {
    guard::text(|| inspection.and_then(|inspection| catalogue::id(inspection.format)))
}

/// The file's size in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_inspection_bytes(inspection: Option<&Inspection>) -> u64 {
    guard::answer(0, || inspection.map_or(0, |inspection| inspection.bytes))
}

/// Number of pages; 0 where the format has none or the file does not say.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_inspection_pages(inspection: Option<&Inspection>) -> u32 {
    guard::answer(0, || inspection.map_or(0, |inspection| inspection.pages))
}

/// Width of an image in pixels, as it is shown; 0 of other files.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_inspection_width_px(inspection: Option<&Inspection>) -> u32 {
    guard::answer(0, || inspection.map_or(0, |inspection| inspection.pixels.0))
}

/// Height of an image in pixels, as it is shown; 0 of other files.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_inspection_height_px(inspection: Option<&Inspection>) -> u32 {
    guard::answer(0, || inspection.map_or(0, |inspection| inspection.pixels.1))
}

/// Whether a password was used to protect the file.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_inspection_encrypted(inspection: Option<&Inspection>) -> bool {
    guard::answer(false, || inspection.is_some_and(|inspection| inspection.encrypted))
}

/// The document's title; NULL, as the others below, where the file does not say.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_inspection_title(inspection: Option<&Inspection>) -> *const c_char {
    said(inspection, |inspection| &inspection.title)
}

/// An author, counted from 0; NULL behind the last.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_inspection_author(inspection: Option<&Inspection>, index: usize) -> *const c_char {
    nth(inspection, |inspection| &inspection.authors, index)
}

/// What the document is about.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_inspection_subject(inspection: Option<&Inspection>) -> *const c_char {
    said(inspection, |inspection| &inspection.subject)
}

/// A keyword, counted from 0; NULL behind the last.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_inspection_keyword(inspection: Option<&Inspection>, index: usize) -> *const c_char {
    nth(inspection, |inspection| &inspection.keywords, index)
}

/// Who published it.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_inspection_publisher(inspection: Option<&Inspection>) -> *const c_char {
    said(inspection, |inspection| &inspection.publisher)
}

/// Its main language as a BCP 47 tag, as in "en-GB".
#[unsafe(no_mangle)]
pub extern "C" fn tvase_inspection_language(inspection: Option<&Inspection>) -> *const c_char {
    said(inspection, |inspection| &inspection.language)
}

/// Its ISBN, DOI or another identifier.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_inspection_identifier(inspection: Option<&Inspection>) -> *const c_char {
    said(inspection, |inspection| &inspection.identifier)
}

/// Its date, as the file writes it or, where that can be made of it, in the form of ISO 8601.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_inspection_date(inspection: Option<&Inspection>) -> *const c_char {
    said(inspection, |inspection| &inspection.date)
}

/// The program that made the file.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_inspection_producer(inspection: Option<&Inspection>) -> *const c_char {
    said(inspection, |inspection| &inspection.producer)
}

fn said(inspection: Option<&Inspection>, of: impl Fn(&Inspection) -> &Option<CString>) -> *const c_char {
    guard::text(|| inspection.and_then(|inspection| of(inspection).as_deref()))
}
