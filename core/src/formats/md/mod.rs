//! Markdown: CommonMark with the extensions of GitHub (tables, task lists, strikethrough, footnotes, alerts, formulas in
//! dollar signs), lists of definitions and fields before the text.
//!
//! Read: all of that, and HTML in the text as the reader of HTML takes it. Pictures beside the text are asked for; nothing
//! is fetched from elsewhere.

mod read;
mod signs;

use crate::format::{FormatSpec, Read, Reader};
use crate::model::loss;
use crate::parts::charset::ENCODING;

pub(crate) static SPEC: FormatSpec = FormatSpec {
    id: "md",
    name: "Markdown",
    extensions: &["md", "markdown", "mkd"],
    media_types: &["text/markdown"],
    sniff: signs::sniff,
    readers: &[Reader { cost: loss::LOOKS, options: &[&ENCODING], read: Read::Flow(read::read) }],
    writers: &[],
    shrinker: None,
    inspect: Some(read::inspect),
    notes: "Read as CommonMark with GitHub's extensions, HTML in it included. Pictures beside the text are taken where they \
            are handed in; those elsewhere are not fetched.",
};
