//! PDF made smaller: steps over the objects of a document, each of which leaves alone what it does not make smaller.

mod share;
mod streams;
mod trim;

use super::document::Document;
use super::filter::Packer;
use super::signatures::{self, SIGNATURES};
use super::write::{self, Layout};
use super::{load, standard};
use crate::context::Context;
use crate::error::Result;
use crate::format::{Ladder, Rung};
use crate::options::{EFFORT, LOSSLESS, QUALITY};
use crate::warning::{Warning, WarningCode};

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
    pub fn of(context: &Context) -> Level {
        let options = context.options();
        Level {
            lossless: options.flag(&LOSSLESS),
            quality: options.integer(&QUALITY),
            effort: options.integer(&EFFORT).unwrap_or(5),
        }
    }
}

/// What the steps need to know.
#[derive(Debug, Clone, Copy)]
pub(super) struct Job {
    /// How much may change.
    #[allow(dead_code, reason = "no step changes pictures or glyphs yet")]
    pub level: Level,
    /// What packs streams.
    pub packer: Packer,
    /// Whether the file keeps a standard that forbids object streams and packed metadata.
    pub is_early: bool,
}

/// The steps, in their order. Each looks at the level, leaves alone what it does not make smaller, and leaves streams
/// that it made plain to the packing, which comes last.
const STEPS: [fn(&mut Document, &Job, &Context) -> Result<()>; 4] =
    [trim::trim, share::share, streams::pack, share::share];

/// Makes a file smaller at the level of the options. One that is signed comes back as it is, unless its signatures may
/// be dropped.
///
/// # Errors
/// As for reading, and a limit.
pub(in crate::formats::pdf) fn compress(bytes: &[u8], context: &Context) -> Result<Vec<u8>> {
    match opened(bytes, context)? {
        Some(document) => shrink(document, Level::of(context), context),
        None => Ok(bytes.to_vec()),
    }
}

/// A document that may be changed; `None` where it is signed, or some of it would be lost, with a warning.
fn opened(bytes: &[u8], context: &Context) -> Result<Option<Document>> {
    let mut document = load(bytes, context)?;
    if document.is_incomplete {
        let message = "parts of the PDF are damaged: it was left as it is";
        context.warn(Warning::new(WarningCode::NotCompressed, message));
        return Ok(None);
    }
    if signatures::is_signed(&document) {
        if context.options().choice(&SIGNATURES) != Some("drop") {
            let message = "the PDF is signed: it was left as it is (signatures=drop makes it smaller without them)";
            context.warn(Warning::new(WarningCode::NotCompressed, message));
            return Ok(None);
        }
        signatures::drop(&mut document, context)?;
    }
    Ok(Some(document))
}

/// A document as a file that is as small as the level allows.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`.
pub(super) fn shrink(mut document: Document, level: Level, context: &Context) -> Result<Vec<u8>> {
    let packer = Packer::of_effort(level.effort);
    let job = Job { level, packer, is_early: standard::is_early(&document, context)? };
    for step in STEPS {
        step(&mut document, &job, context)?;
    }
    let layout = if job.is_early { Layout::Plain } else { Layout::Packed };
    write::write(&document, layout, packer, context)
}

/// Opens the ladder for results under a byte limit.
///
/// # Errors
/// As for reading, and a limit.
pub(in crate::formats::pdf) fn ladder(bytes: &[u8], _max_bytes: u64, context: &Context) -> Result<Box<dyn Ladder>> {
    Ok(match opened(bytes, context)? {
        Some(document) => Box::new(PdfLadder { document, level: Level::of(context) }),
        None => Box::new(Unchanged(bytes.to_vec())),
    })
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

/// A file that has one size.
struct Unchanged(Vec<u8>);

impl Ladder for Unchanged {
    fn is_lossy(&self) -> bool {
        false
    }

    fn lossless(&mut self, _context: &Context) -> Result<Option<Vec<u8>>> {
        Ok(Some(self.0.clone()))
    }

    fn estimate(&mut self, _rung: Rung, _context: &Context) -> Result<u64> {
        Ok(self.0.len() as u64)
    }

    fn encode(&mut self, _rung: Rung, _context: &Context) -> Result<Vec<u8>> {
        Ok(self.0.clone())
    }
}
