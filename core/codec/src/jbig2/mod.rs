//! A decoder of JBIG2 (ITU-T T.88) as PDF files embed it. What it costs is bounded by the limits of the conversion:
//! the sizes of symbols and how often they are drawn stand in packed data, where no look at headers finds them.

mod arithmetic;
mod bitmap;
mod budget;
mod coding;
mod dictionary;
mod document;
mod encode;
mod generic;
mod halftone;
mod huffman;
mod integer;
mod mmr;
mod page;
mod reader;
mod refinement;
mod region;
mod segment;
mod symbol;
mod template;
mod text;

#[cfg(test)]
mod tests;

pub use bitmap::Bitmap;
pub use encode::encode;

use budget::Budget;
use document::Document;

use transvase_base::context::Context;
use transvase_base::error;

/// Why decoding ended early.
#[derive(Debug)]
enum Fault {
    /// The data is damaged, uses what no image in a PDF may, or takes far more work than its size can want.
    Malformed,
    /// The conversion is to end.
    Stopped(error::Error),
}

/// The outcome of a step of decoding.
type Result<T> = std::result::Result<T, Fault>;

/// Decodes an image: its data, and the segments it shares with others. Damaged data gives the page as far as it got;
/// `None` where there is no page or it costs too much.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`.
pub fn decode(data: &[u8], globals: &[u8], context: &Context) -> error::Result<Option<Bitmap>> {
    let mut document = Document::default();
    let mut budget = Budget::new(context);
    for segments in [globals, data] {
        // Damage in the shared segments shows once something refers to them.
        if let Err(Fault::Stopped(error)) = document.read(segments, &mut budget) {
            return Err(error);
        }
    }
    Ok(if budget.is_spent() { None } else { document.finish() })
}
