//! Plain text: read in any encoding, written in UTF-8.
//!
//! Read: paragraphs, and with care headings, lists and what is set in columns; every word as it is. What looks like a
//! program, a log or a table stays line by line.
//!
//! Written: the words in reading order for people to read, without marks of any language: tables in columns, lists with
//! their labels, notes at the end. Lost: all else.

mod read;
mod write;

use transvase_base::charset::ENCODING;
use transvase_base::options::{OptionKind, OptionSpec};
use transvase_format::{FormatSpec, Read, Reader, Write, Writer};
use transvase_markup::prose::{HIDDEN, PAGE_BREAKS, RUNNING_HEADS};
use transvase_model::loss;

/// Width of the lines.
static WRAP: OptionSpec = OptionSpec {
    key: "wrap",
    kind: OptionKind::Integer { min: 0, max: 1000 },
    unit: "columns",
    default: "0",
    doc: "Width that lines of text are broken at; 0 gives each paragraph one line.",
};

/// The record of Plain text.
pub static SPEC: FormatSpec = FormatSpec {
    id: "txt",
    name: "Plain text",
    extensions: &["txt", "text"],
    media_types: &["text/plain"],
    sniff: read::sniff,
    readers: &[Reader { cost: loss::STRUCTURE, options: &[&ENCODING], read: Read::Flow(read::read) }],
    writers: &[Writer {
        cost: loss::STRUCTURE,
        options: &[&PAGE_BREAKS, &RUNNING_HEADS, &HIDDEN, &WRAP],
        write: Write::Flow(write::write),
    }],
    shrinker: None,
    inspect: None,
    notes: "Read in any encoding, which is detected unless it is given. All words are kept; paragraphs, headings and \
            lists are recognised where that is clear, and text set in columns stays as it is. Written as UTF-8, with a \
            blank line between paragraphs, tables in columns and notes at the end. Formatting and pictures are lost.",
};
