//! HTML and XHTML, the language of web pages.
//!
//! Kept: text, styles, tables, images, links, notes, forms as they are filled in, metadata. Lost: scripts, positions,
//! sound and video. Nothing outside of the file and of what lies beside it is fetched.

mod metadata;
mod page;
mod read;
mod sniff;
#[cfg(test)]
mod tests;

use crate::context::Context;
use crate::error::Result;
use crate::format::{Facts, FormatSpec, Read, Reader};
use crate::model::loss;

pub(crate) static SPEC: FormatSpec = FormatSpec {
    id: "html",
    name: "HTML",
    extensions: &["html", "htm", "xhtml", "xht"],
    media_types: &["text/html", "application/xhtml+xml"],
    sniff: sniff::sniff,
    readers: &[Reader { cost: loss::LOOKS, options: &[], read: Read::Flow(read::read) }],
    writers: &[],
    shrinker: None,
    inspect: Some(inspect),
    notes: "Read: keeps text, styles, tables, images, links, notes, forms and metadata. Pictures and style sheets are \
            taken from the file itself and from what is handed in beside it; nothing is fetched. Scripts, sound and \
            positions are lost.",
};

fn inspect(bytes: &[u8], context: &Context) -> Result<Facts> {
    let tree = read::tree(bytes, context)?;
    Ok(Facts { metadata: metadata::read(&tree), ..Facts::default() })
}
