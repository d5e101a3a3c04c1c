//! PDF compression: steps over the objects of a document, each of which leaves alone what it does not make smaller.

mod contents;
mod likeness;
mod share;
mod streams;
mod trim;
mod verify;

use std::collections::BTreeMap;

pub(super) use share::once;

use super::document::Document;
use super::filter::Packer;
use super::signatures::{self, SIGNATURES};
use super::write::{self, Layout};
use super::{images, load, standard};
use contents::{Loss, Prepared};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::options::{EFFORT, LOSSLESS, QUALITY};
use transvase_base::warning::{Warning, WarningCode};
use transvase_format::{Ladder, OneRung, Rung};

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

    fn loss(self) -> Loss {
        match self.lossless {
            true => Loss::Nothing,
            false => Loss::Pictures(images::Terms { quality: self.quality, ..images::Terms::BALANCED }),
        }
    }
}

/// What the steps need to know.
#[derive(Debug, Clone, Copy)]
pub(super) struct Job {
    /// How much may change.
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
pub(crate) fn compress(bytes: &[u8], context: &Context) -> Result<Vec<u8>> {
    match opened(bytes, context)? {
        Some(document) => shrink(document, Level::of(context), context),
        None => Ok(bytes.to_vec()),
    }
}

/// A document that may be changed; `None` where it is signed, or some of it would be lost, with a warning.
fn opened(bytes: &[u8], context: &Context) -> Result<Option<Document>> {
    let mut document = load(bytes, context)?;
    if document.is_incomplete {
        let message = "the PDF was returned as it is: parts of it are damaged";
        context.warn(Warning::new(WarningCode::NotCompressed, message));
        return Ok(None);
    }
    if signatures::is_signed(&document) {
        if context.options().choice(&SIGNATURES) != Some("drop") {
            let message = "the PDF was returned as it is, since it is signed (signatures=drop removes the signatures)";
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
    let prepared = Prepared::of(document, &job, context)?;
    written(&prepared.at(level.loss(), true, &job, context)?, &job, context)
}

fn written(document: &Document, job: &Job, context: &Context) -> Result<Vec<u8>> {
    let layout = if job.is_early { Layout::Plain } else { Layout::Packed };
    write::write(document, layout, job.packer, context)
}

/// Opens the ladder for results under a byte limit.
///
/// # Errors
/// As for reading, and a limit.
pub(crate) fn ladder(bytes: &[u8], _max_bytes: u64, context: &Context) -> Result<Box<dyn Ladder>> {
    let Some(mut document) = opened(bytes, context)? else { return Ok(Box::new(OneRung(bytes.to_vec()))) };
    let level = Level::of(context);
    let packer = Packer::of_effort(level.effort);
    let job = Job { level, packer, is_early: standard::is_early(&document, context)? };
    for step in STEPS {
        step(&mut document, &job, context)?;
    }
    Ok(Box::new(PdfLadder { prepared: Prepared::of(document, &job, context)?, job, known: BTreeMap::new() }))
}

/// A document at every size it can have.
struct PdfLadder {
    prepared: Prepared,
    job: Job,
    /// Results by their rung, in thousandths: each takes as long as a compression.
    known: BTreeMap<u64, Vec<u8>>,
}

/// Dots per inch of pictures at the ends of the ladder.
const DPI: (f64, f64) = (72.0, 300.0);
/// Qualities of JPEG at its ends.
const QUALITIES: (f64, f64) = (10.0, 95.0);

/// Rungs that are told apart.
const RUNGS: f64 = 24.0;

impl PdfLadder {
    /// The result at a rung: dots and quality grow together along it, up to what the caller asks for.
    fn result(&mut self, rung: Rung, context: &Context) -> Result<Vec<u8>> {
        let step = (rung.coarse * RUNGS).round();
        if let Some(known) = self.known.get(&(step as u64)) {
            return Ok(known.clone());
        }
        let part = step / RUNGS;
        let between = |(low, high): (f64, f64)| low + (high - low) * part;
        let quality = between(QUALITIES).round() as u64;
        let quality = self.job.level.quality.map_or(quality, |most| quality.min(most));
        let loss = match self.job.level.lossless {
            true => Loss::Nothing,
            false => Loss::Pictures(images::Terms { dpi: between(DPI), quality: Some(quality) }),
        };
        let file = written(&self.prepared.at(loss, false, &self.job, context)?, &self.job, context)?;
        self.known.insert(step as u64, file.clone());
        Ok(file)
    }
}

impl Ladder for PdfLadder {
    fn is_lossy(&self) -> bool {
        !self.job.level.lossless
    }

    fn lossless(&mut self, context: &Context) -> Result<Option<Vec<u8>>> {
        written(&self.prepared.at(Loss::Nothing, true, &self.job, context)?, &self.job, context).map(Some)
    }

    fn estimate(&mut self, rung: Rung, context: &Context) -> Result<u64> {
        Ok(self.result(rung, context)?.len() as u64)
    }

    fn encode(&mut self, rung: Rung, context: &Context) -> Result<Vec<u8>> {
        self.result(rung, context)
    }
}
