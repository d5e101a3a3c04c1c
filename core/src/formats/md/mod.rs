//! Markdown: CommonMark with the extensions of GitHub (tables, task lists, strikethrough, footnotes, formulas in dollar
//! signs).
//!
//! Kept: all that Markdown has a word for, and in HTML tags what GitHub shows of them: tables with spans, raised and lowered
//! text, places that links lead to. Lost: how the text looks.

mod blocks;
mod delimiters;
mod escape;
mod front;
mod html;
mod inline;
mod list;
mod table;
#[cfg(test)]
mod tests;
mod tokens;
mod write;

use crate::format::{Confidence, FormatSpec, Write, Writer};
use crate::model::loss;
use crate::options::{OptionKind, OptionSpec};
use crate::parts::prose::{IMAGES, PAGE_BREAKS, RUNNING_HEADS};

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
    doc: "Begin with what the document says about itself, as YAML between lines of hyphens.",
};

pub(crate) static SPEC: FormatSpec = FormatSpec {
    id: "md",
    name: "Markdown",
    extensions: &["md", "markdown", "mkd"],
    media_types: &["text/markdown"],
    sniff: |_| Confidence::No,
    readers: &[],
    writers: &[Writer {
        cost: loss::LOOKS,
        options: &[&IMAGES, &PAGE_BREAKS, &RUNNING_HEADS, &MATH, &FRONT_MATTER],
        write: Write::Flow(write::write),
    }],
    shrinker: None,
    inspect: None,
    notes: "Written as GitHub's dialect of CommonMark. Keeps headings, lists, tables, code, links, notes, formulas (TeX) and \
            emphasis. Pictures go into an archive or into the text where asked for; drawings, colours and fonts are lost.",
};
