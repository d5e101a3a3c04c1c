//! HTML: one file for a browser, well-formed XML too (HTML, 13; the polyglot subset).

#[cfg(test)]
mod tests;
mod write;

use crate::format::{Confidence, FormatSpec, Write, Writer};
use crate::model::loss;
use crate::parts::prose::{IMAGES, PAGE_BREAKS, RUNNING_HEADS};

pub(crate) static SPEC: FormatSpec = FormatSpec {
    id: "html",
    name: "HTML",
    extensions: &["html", "htm", "xhtml"],
    media_types: &["text/html", "application/xhtml+xml"],
    sniff: |_| Confidence::No,
    readers: &[],
    writers: &[Writer {
        cost: loss::LOOKS,
        options: &[&IMAGES, &PAGE_BREAKS, &RUNNING_HEADS],
        write: Write::Flow(write::write),
    }],
    shrinker: None,
    inspect: None,
    notes: "One page for a browser. Keeps text, headings, lists, tables, images, drawings, formulas, links, notes and \
            contents as elements, and looks as classes. Pages, columns and places on paper are gone; running heads are \
            left out where nothing else is asked for, remarks always.",
};
