//! JSON: a document as data, for programs that look at what is in it.
//!
//! The types in `schema` are the only description: they are what is written and read, and `docs/document.schema.json` is
//! made from them. With the option `chunks` the text is cut into pieces for retrieval instead, one JSON object to the line.

mod chunks;
mod columns;
mod drawing;
mod looks;
mod math;
mod measure;
mod read;
mod schema;
#[cfg(test)]
mod tests;
mod write;

use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::options::{OptionKind, OptionSpec};
use transvase_format::{Confidence, Facts, FormatSpec, Read, Reader, Write, Writer, Written};
use transvase_markup::prose::{self, HIDDEN, IMAGES, RUNNING_HEADS};
use transvase_model::flow::Flow;
use transvase_model::loss;

/// Bytes at the beginning in which a document says that it is one.
const SNIFFED: usize = 1024;

/// Whether people can read it.
static PRETTY: OptionSpec = OptionSpec {
    key: "pretty",
    kind: OptionKind::Flag,
    unit: "",
    default: "false",
    doc: "Write indented JSON on many lines instead of one. Chunks stay one per line.",
};

/// Whether lines have boxes.
static LINES: OptionSpec = OptionSpec {
    key: "lines",
    kind: OptionKind::Flag,
    unit: "",
    default: "false",
    doc: "Write to JSON the position of each line of a paragraph, not only that of the paragraph.",
};

/// How long chunks are.
static CHUNKS: OptionSpec = OptionSpec {
    key: "chunks",
    kind: OptionKind::Integer { min: 200, max: 1_000_000 },
    unit: "characters",
    default: "",
    doc: "Write JSON as chunks of at most so many characters, one object to the line (JSON Lines, application/jsonl), each \
          with the headings above it and where it stood.",
};

/// The record of JSON.
pub static SPEC: FormatSpec = FormatSpec {
    id: "json",
    name: "JSON",
    extensions: &["json"],
    media_types: &["application/json"],
    sniff,
    readers: &[Reader { cost: loss::NOTHING, options: &[], read: Read::Flow(read::read) }],
    writers: &[Writer {
        cost: loss::LOOKS,
        options: &[&IMAGES, &PRETTY, &LINES, &CHUNKS, &RUNNING_HEADS, &HIDDEN],
        write: Write::Flow(write),
    }],
    shrinker: None,
    inspect: Some(inspect),
    notes: "The document as data, by docs/document.schema.json: text, structure, formatting, and, where the source has \
            pages, the position of everything on them. What is written can be read back. Text that is not visible is \
            kept and marked with the reason, unless the option hidden says otherwise. Pictures are described, and \
            stored if the option images says so; font files are lost. With the option chunks the result is JSON Lines \
            (application/jsonl) for retrieval, which cannot be read back.",
};

/// A JSON object that says early on that it is a document of ours.
fn sniff(bytes: &[u8]) -> Confidence {
    let head = &bytes[..bytes.len().min(SNIFFED)];
    let bare: Vec<u8> = without_mark(head).iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect();
    let name = format!("\"format\":\"{}\"", schema::FORMAT);
    if bare.starts_with(b"{") && bare.windows(name.len()).any(|part| part == name.as_bytes()) {
        Confidence::Certain
    } else {
        Confidence::No
    }
}

/// The bytes behind a byte order mark.
fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes)
}

fn write(mut flow: Flow, context: &Context) -> Result<Written> {
    if let Some(most) = context.options().integer(&CHUNKS) {
        return chunks::write(flow, most as usize, context).map(Written::File);
    }
    prose::settle_charts(&mut flow, context);
    if context.options().is_given(&RUNNING_HEADS) {
        prose::settle_running(&mut flow, context);
    } else {
        prose::say_page_words(&mut flow);
    }
    if context.options().is_given(&HIDDEN) {
        prose::settle_hidden(&mut flow, context);
    } else {
        // Text that nobody sees is marked as that: see `schema::Font`.
        flow.show_unseen();
    }
    write::write(&flow, context)
}

fn inspect(bytes: &[u8], context: &Context) -> Result<Facts> {
    let document = read::outline(bytes, context)?;
    let pages = Some(document.pages.len() as u32).filter(|pages| *pages > 0);
    Ok(Facts { pages, metadata: read::metadata(document.metadata), ..Facts::default() })
}
