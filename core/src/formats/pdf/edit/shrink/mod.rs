//! PDF made smaller: steps over the objects of a document, each of which leaves alone what it does not make smaller.

mod share;
mod streams;
mod trim;

use super::document::Document;
use super::filter::Packer;
use super::write::{self, Layout};
use super::{load, standard};
use crate::context::Context;
use crate::error::Result;
use crate::format::{Ladder, Rung};
use crate::options::{EFFORT, LOSSLESS, QUALITY};

/// How much a result may differ from its source.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Level {
    /// No sample of a picture and no outline of a glyph changes.
    pub lossless: bool,
    /// Quality of pictures, from 1 to 100, where the caller or a ladder asks for one.
    pub quality: Option<u64>,
    /// How much time to spend, from 0 to 9.
    pub effort: u64,
}

impl Level {
    /// What the options ask for.
    fn of(context: &Context) -> Level {
        let options = context.options();
        Level {
            lossless: options.flag(&LOSSLESS),
            quality: options.integer(&QUALITY),
            effort: options.integer(&EFFORT).unwrap_or(5),
        }
    }
}

/// Makes a file smaller at the level of the options. One that is signed comes back as it is, unless its signatures may
/// be dropped.
///
/// # Errors
/// As for reading, and a limit.
pub(in crate::formats::pdf) fn compress(bytes: &[u8], context: &Context) -> Result<Vec<u8>> {
    let document = load(bytes, context)?;
    shrink(document, Level::of(context), context)
}

/// The steps, in their order.
fn shrink(mut document: Document, level: Level, context: &Context) -> Result<Vec<u8>> {
    let packer = Packer::of_effort(level.effort);
    let is_early = standard::is_early(&document, context)?;
    trim::trim(&mut document, context)?;
    share::share(&mut document, context)?;
    streams::pack(&mut document, packer, is_early, context)?;
    share::share(&mut document, context)?;
    let layout = if is_early { Layout::Plain } else { Layout::Packed };
    write::write(&document, layout, packer, context)
}

/// Opens the ladder for results under a byte limit.
///
/// # Errors
/// As for reading, and a limit.
pub(in crate::formats::pdf) fn ladder(bytes: &[u8], _max_bytes: u64, context: &Context) -> Result<Box<dyn Ladder>> {
    Ok(Box::new(PdfLadder { document: load(bytes, context)?, level: Level::of(context) }))
}

/// A document at every size it can have.
struct PdfLadder {
    document: Document,
    level: Level,
}

impl Ladder for PdfLadder {
    fn is_lossy(&self) -> bool {
        false
    }

    fn lossless(&mut self, context: &Context) -> Result<Option<Vec<u8>>> {
        shrink(self.document.clone(), Level { lossless: true, ..self.level }, context).map(Some)
    }

    fn estimate(&mut self, rung: Rung, context: &Context) -> Result<u64> {
        Ok(self.encode(rung, context)?.len() as u64)
    }

    fn encode(&mut self, _rung: Rung, context: &Context) -> Result<Vec<u8>> {
        shrink(self.document.clone(), Level { lossless: true, ..self.level }, context)
    }
}
