//! Markdown: CommonMark with the extensions of GitHub (tables, task lists, strikethrough, footnotes, alerts, formulas in
//! dollar signs), lists of definitions and fields before the text.
//!
//! Read: all of that, and HTML in the text as the reader of HTML takes it. Pictures beside the text are asked for; nothing
//! is fetched from elsewhere.
//!
//! Written: all that Markdown has a word for, and in HTML tags what GitHub shows of them: tables with spans, raised and
//! lowered text, places that links lead to. Lost: how the text looks.

mod read;
mod signs;
mod write;

use transvase_base::charset::ENCODING;
use transvase_base::options::{OptionKind, OptionSpec};
use transvase_format::{FormatSpec, Read, Reader, Write, Writer};
use transvase_markup::prose::{HIDDEN, IMAGES, PAGE_BREAKS, RUNNING_HEADS};
use transvase_model::loss;

/// How formulas are written.
static MATH: OptionSpec = OptionSpec {
    key: "math",
    kind: OptionKind::Choice(&["tex", "text"]),
    unit: "",
    default: "tex",
    doc: "How formulas are written: as TeX between dollar signs, or as text in one line.",
};

/// Whether the metadata stand before the text.
static FRONT_MATTER: OptionSpec = OptionSpec {
    key: "front_matter",
    kind: OptionKind::Flag,
    unit: "",
    default: "false",
    doc: "Begin with the document's metadata as YAML front matter, between lines of hyphens.",
};

/// The record of Markdown.
pub static SPEC: FormatSpec = FormatSpec {
    id: "md",
    name: "Markdown",
    extensions: &["md", "markdown", "mkd"],
    media_types: &["text/markdown"],
    sniff: signs::sniff,
    readers: &[Reader { cost: loss::LOOKS, options: &[&ENCODING], read: Read::Flow(read::read) }],
    writers: &[Writer {
        cost: loss::LOOKS,
        options: &[&IMAGES, &PAGE_BREAKS, &RUNNING_HEADS, &HIDDEN, &MATH, &FRONT_MATTER],
        write: Write::Flow(write::write),
    }],
    shrinker: None,
    inspect: Some(read::inspect),
    notes: "Read as CommonMark with GitHub's extensions and embedded HTML. Pictures are read where they are handed in; \
            nothing is downloaded. Written as GitHub Flavored Markdown: headings, lists, tables, code, links, notes, \
            formulas (TeX) and emphasis are kept. Pictures go into an archive or into the text if asked for; drawings, \
            colours and fonts are lost.",
};
