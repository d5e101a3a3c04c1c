//! PDF (ISO 32000): positioned pages.
//!
//! Reading keeps text, lines and areas, images, links, bookmarks and metadata at their places.
//! Writing gives tagged PDF 1.7 with embedded subsets of the fonts.

#![forbid(unsafe_code)]
// A build with few formats leaves some of it unused.
#![cfg_attr(not(all(feature = "edit", feature = "write")), allow(dead_code, unused_imports, unused_variables))]

#[cfg(feature = "edit")]
mod edit;
#[cfg(feature = "read")]
mod read;
#[cfg(feature = "render")]
mod render;
#[cfg(feature = "write")]
mod write;

use transvase_base::options::{PAGES, PASSWORD};
use transvase_container::about;
use transvase_format::{Confidence, FormatSpec, Read, Reader, Write, Writer};
use transvase_model::loss;

/// The record of PDF.
pub static SPEC: FormatSpec = FormatSpec {
    id: "pdf",
    name: "PDF",
    extensions: &["pdf"],
    media_types: &["application/pdf", "application/x-pdf"],
    sniff,
    readers: &[
        #[cfg(feature = "read")]
        Reader {
            cost: loss::NOTHING,
            options: &[&PAGES, &PASSWORD, &read::EMBED_FONTS],
            read: Read::Pages(read::read),
        },
        #[cfg(feature = "render")]
        Reader {
            cost: loss::WORDS,
            options: &[
                &PAGES,
                &PASSWORD,
                &transvase_base::options::DPI,
                &transvase_format::paper::WIDTH_PX,
                &render::TRANSPARENT,
            ],
            read: Read::Raster(render::read),
        },
        #[cfg(feature = "render")]
        Reader { cost: loss::STRUCTURE, options: &[&PAGES, &PASSWORD], read: Read::Drawings(render::drawings) },
    ],
    writers: &[
        #[cfg(feature = "write")]
        Writer { cost: loss::NOTHING, options: &[&write::PDF_STANDARD], write: Write::Pages(write::write) },
    ],
    #[cfg(feature = "edit")]
    shrinker: Some(edit::SHRINKER),
    #[cfg(not(feature = "edit"))]
    shrinker: None,
    #[cfg(feature = "read")]
    inspect: Some(read::inspect),
    #[cfg(not(feature = "read"))]
    inspect: None,
    notes: "Reading keeps text, lines and areas, images, links, bookmarks, structure tags, form fields, comments and \
            metadata, and marks text that is not visible. Scripts, attachments, audio and video are lost. Written as \
            tagged PDF 1.7 with embedded font subsets; JPEG data and opaque PNG data stay as they are, 1-bit pictures \
            become JBIG2. A PDF is compressed, and its pages are selected, reordered, rotated, merged or split, and \
            passwords are set or removed, without converting it anew: links, bookmarks, named destinations, page \
            labels, form fields, tags, layers and attachments stay with their pages. A signed file is changed only \
            with signatures=drop.",
};

/// Bytes before the header that readers forgive (ISO 32000-1, annex H.3.4.1).
const HEADER_WINDOW: usize = 1_024;

/// Bytes of `%PDF-1.7` with the line break behind it, and some blanks.
const LONGEST_HEADER: usize = 12;

fn sniff(bytes: &[u8]) -> Confidence {
    let head = bytes.get(..HEADER_WINDOW.min(bytes.len())).unwrap_or_default();
    let has_object = || bytes.windows(6).any(|word| word == b"endobj");
    let tail = &bytes[bytes.len().saturating_sub(HEADER_WINDOW)..];
    let has_end = || tail.windows(5).any(|word| word == b"%%EOF");
    let is_text = || about::is_text(bytes);
    match head.windows(5).position(|window| window == b"%PDF-") {
        Some(0) if !is_text() || has_object() => Confidence::Certain,
        // It is cut behind its header, or a text about such files.
        Some(0) if ends_with_header(head) => Confidence::Maybe,
        Some(0) => Confidence::Unlikely,
        Some(at) if is_text() && !(begins_line(head, at) && has_object() && has_end()) => Confidence::Unlikely,
        None if !lacks_a_header(bytes) => Confidence::No,
        // A text may quote a whole file: then its name decides.
        _ if is_text() => Confidence::Maybe,
        _ => Confidence::Likely,
    }
}

/// Whether the line that begins with the word of the header has nothing else but a version.
fn ends_with_header(head: &[u8]) -> bool {
    head.len() <= LONGEST_HEADER || head.iter().take(LONGEST_HEADER).any(|byte| matches!(byte, b'\n' | b'\r'))
}

/// Whether a place in a text is the beginning of a line; a byte order mark may stand before the first.
fn begins_line(text: &[u8], at: usize) -> bool {
    let before = &text[..at];
    let before = before.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(before);
    before.last().is_none_or(|byte| matches!(byte, b'\n' | b'\r'))
}

/// Whether a file that does not name a version begins as a PDF nevertheless, with a word of the header or, after remarks,
/// with an object, and goes on as one: readers open such files.
fn lacks_a_header(bytes: &[u8]) -> bool {
    let is_remark = |line: &&[u8]| line.trim_ascii().is_empty() || line.starts_with(b"%") && !line.starts_with(b"%PDF");
    let mut lines = bytes.split_inclusive(|byte| matches!(byte, b'\n' | b'\r')).take(MAX_REMARKS);
    let Some(first) = lines.find(|line| !is_remark(line)) else { return false };
    let is_begun = first.starts_with(b"%PDF") || starts_object(first);
    is_begun && bytes.windows(6).any(|word| word == b"endobj")
}

/// Lines before the first object that are looked over.
const MAX_REMARKS: usize = 64;

/// Whether a line starts with the numbers of an object and the word for one (ISO 32000-2, 7.3.10).
fn starts_object(line: &[u8]) -> bool {
    let after_number = |bytes: &[u8]| bytes.iter().position(|byte| !byte.is_ascii_digit()).filter(|digits| *digits > 0);
    let line = line.trim_ascii_start();
    let Some(generation) = after_number(line).map(|end| line[end..].trim_ascii_start()) else { return false };
    let word = after_number(generation).map(|end| generation[end..].trim_ascii_start());
    let behind = word.and_then(|word| word.strip_prefix(b"obj"));
    behind.is_some_and(|behind| !behind.first().is_some_and(u8::is_ascii_alphanumeric))
}
