//! Plain text to blocks. Its lines are all there is to go by: empty ones part it, and whether the others are sentences
//! broken at a margin, verses, items, columns or a program is told by their looks. Where that is not clear, lines stay
//! as they are; words always do.
//!
//! A text is cut into [chunks](chunk) between empty lines, each is [judged](judge), and what it is becomes [blocks](build).

mod build;
mod chunk;
mod clean;
mod heading;
mod items;
mod judge;
#[cfg(test)]
mod tests;

pub use clean::cleaned;

use judge::Document;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::warning::{Warning, WarningCode};
use transvase_base::wording::counted;
use transvase_model::flow::Block;

/// The blocks of a text.
///
/// # Errors
/// Limits, `TimedOut`, `Cancelled`.
pub fn blocks(text: &str, context: &Context) -> Result<Vec<Block>> {
    let (text, dropped) = cleaned(text);
    if dropped > 0 {
        let message = counted(dropped, "control [character was|characters were] left out");
        context.warn(Warning::new(WarningCode::TextUnmapped, message));
    }
    let chunks = chunk::cut(&text, context)?;
    let document = Document::of(&chunks, context)?;
    build::build(&chunks, &document, context)
}
