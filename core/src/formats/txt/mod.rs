//! Plain text, in any encoding.
//!
//! Read: paragraphs, and with care headings, lists and what is set in columns; every word as it is. What looks like a
//! program, a log or a table stays line by line.

mod read;

use crate::format::{FormatSpec, Read, Reader};
use crate::model::loss;
use crate::parts::charset::ENCODING;

pub(crate) static SPEC: FormatSpec = FormatSpec {
    id: "txt",
    name: "Plain text",
    extensions: &["txt", "text"],
    media_types: &["text/plain"],
    sniff: read::sniff,
    readers: &[Reader { cost: loss::STRUCTURE, options: &[&ENCODING], read: Read::Flow(read::read) }],
    writers: &[],
    shrinker: None,
    inspect: None,
    notes: "Read in any encoding, which its bytes tell or the caller. Keeps every word; paragraphs, headings and lists are \
            guessed with care, and what is set in columns stays so.",
};
