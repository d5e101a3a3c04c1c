//! Plain text in UTF-8, for people to read: no marks of any language.
//!
//! Kept: the words in reading order, tables in columns, lists with their labels, notes at the end. Lost: all else.

mod blocks;
mod table;
#[cfg(test)]
mod tests;
mod text;
mod wrap;
mod write;

use crate::format::{Confidence, FormatSpec, Write, Writer};
use crate::model::loss;
use crate::options::{OptionKind, OptionSpec};
use crate::parts::prose::{PAGE_BREAKS, RUNNING_HEADS};

/// Width of the lines.
static WRAP: OptionSpec = OptionSpec {
    key: "wrap",
    kind: OptionKind::Integer { min: 0, max: 1000 },
    unit: "columns",
    default: "0",
    doc: "Width that lines of text are broken at; 0 gives each paragraph one line.",
};

pub(crate) static SPEC: FormatSpec = FormatSpec {
    id: "txt",
    name: "Plain text",
    extensions: &["txt", "text"],
    media_types: &["text/plain"],
    sniff: |_| Confidence::No,
    readers: &[],
    writers: &[Writer {
        cost: loss::STRUCTURE,
        options: &[&PAGE_BREAKS, &RUNNING_HEADS, &WRAP],
        write: Write::Flow(write::write),
    }],
    shrinker: None,
    inspect: None,
    notes: "Written in UTF-8 with a blank line between paragraphs, tables in columns and notes at the end. Keeps the words, \
            nothing of how they look; pictures are lost.",
};
