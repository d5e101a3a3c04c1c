//! Packages of office documents and books made smaller in place: what no reader shows goes, pictures become smaller and
//! are there once, and everything is packed as well as it can be. Parts keep their names and their order.

mod archive;
mod kinds;
mod once;
mod parts;
mod pictures;
mod placed;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;

pub use parts::Kind;
use parts::Parts;
use pictures::Terms;
use placed::Size;
use transvase_base::context::Context;
use transvase_base::deflate;
use transvase_base::error::Result;
use transvase_base::options::{EFFORT, LOSSLESS, OptionSpec, QUALITY, SIGNATURES};
use transvase_base::warning::{Warning, WarningCode};

/// What a byte limit may ask for, at its ends: quality of JPEGs, dots per inch where a size is told, pixels of the longer
/// side elsewhere, and powers of two of the colours of drawings.
const QUALITIES: (f64, f64) = (5.0, 95.0);
const DPI: (f64, f64) = (72.0, 220.0);
const SIDES: (f64, f64) = (480.0, 4_000.0);
const COLOR_BITS: (f64, f64) = (2.0, 8.0);

/// The options that shrinkers of packages read.
pub const OPTIONS: &[&OptionSpec] = &[&QUALITY, &LOSSLESS, &EFFORT, &SIGNATURES];

/// What the balanced level of packages means.
pub const BALANCED: &str = "lossless except for photographs: JPEGs become at most the equivalent of quality 80, others JPEGs of quality 85, and \
     both keep 220 dots per inch at the size they are shown; preview thumbnails are removed";

/// A package at the level of the options.
///
/// # Errors
/// As [`Shrinking::open`].
pub fn compress(bytes: &[u8], kind: Kind, context: &Context) -> Result<Vec<u8>> {
    Shrinking::open(bytes, kind, context)?.balanced(context)
}

/// A package being made smaller.
pub struct Shrinking {
    content: Content,
    passes: u64,
    lossless: bool,
    /// Quality of pictures at most, where the caller asks for one.
    quality: Option<u64>,
    /// The largest sizes at which pictures stand.
    sizes: BTreeMap<String, Size>,
    /// Results by the quality of their pictures.
    known: BTreeMap<u64, Vec<u8>>,
}

enum Content {
    /// What can be changed.
    Parts(Parts),
    /// A file that has to stay as it is.
    File(Vec<u8>),
}

impl Shrinking {
    /// Opens a package. One that is encrypted or signed stays as it is, with a warning.
    ///
    /// # Errors
    /// Those of damaged archives, a limit, `TimedOut` or `Cancelled`.
    pub fn open(bytes: &[u8], kind: Kind, context: &Context) -> Result<Shrinking> {
        let options = context.options();
        let (lossless, quality) = (options.flag(&LOSSLESS), options.integer(&QUALITY));
        let effort = options.integer(&EFFORT).unwrap_or(5);
        let passes = deflate::passes(effort);
        let content = match opened(bytes, kind, context)? {
            Ok(mut parts) => {
                parts.drop_thumbnails();
                once::once(&mut parts);
                pictures::lossless(&mut parts, effort, context)?;
                Content::Parts(parts)
            }
            Err(why) => {
                let message = format!("the file was returned as it is, since it is {why}");
                context.warn(Warning::new(WarningCode::NotCompressed, message));
                Content::File(bytes.to_vec())
            }
        };
        let sizes = match &content {
            Content::Parts(parts) if !lossless => placed::sizes(parts, context)?,
            _ => BTreeMap::new(),
        };
        Ok(Shrinking { content, passes, lossless, quality, sizes, known: BTreeMap::new() })
    }

    /// The package at the level of the options.
    fn balanced(&self, context: &Context) -> Result<Vec<u8>> {
        if self.lossless {
            return self.exact(context);
        }
        self.lossy(Terms { quality: self.quality, ..Terms::BALANCED }, context)
    }

    /// The package with all pixels as they are.
    ///
    /// # Errors
    /// `TimedOut` or `Cancelled`.
    pub(crate) fn exact(&self, context: &Context) -> Result<Vec<u8>> {
        match &self.content {
            Content::Parts(parts) => archive::write(parts, self.passes, context),
            Content::File(bytes) => Ok(bytes.clone()),
        }
    }

    fn lossy(&self, terms: Terms, context: &Context) -> Result<Vec<u8>> {
        match &self.content {
            Content::Parts(parts) => {
                archive::write(&pictures::lossy(parts, &self.sizes, terms, context)?, self.passes, context)
            }
            Content::File(bytes) => Ok(bytes.clone()),
        }
    }

    /// Whether there are results between the exact one and the smallest.
    pub(crate) fn is_lossy(&self) -> bool {
        !self.lossless && matches!(self.content, Content::Parts(_))
    }

    /// The package whose pictures are so good, from 0 to 1: one quality for all of them.
    ///
    /// # Errors
    /// A limit, `TimedOut` or `Cancelled`.
    pub(crate) fn at(&mut self, part: f64, context: &Context) -> Result<Vec<u8>> {
        if self.lossless {
            return self.exact(context);
        }
        let between = |(low, high): (f64, f64)| low + (high - low) * part;
        let quality = between(QUALITIES).round() as u64;
        let quality = self.quality.map_or(quality, |most| quality.min(most));
        if let Some(known) = self.known.get(&quality) {
            return Ok(known.clone());
        }
        let colors = libm::exp2(between(COLOR_BITS)).round() as usize;
        let limited = Some((colors, between(SIDES)));
        let file = self.lossy(Terms { quality: Some(quality), dpi: between(DPI), limited }, context)?;
        self.known.insert(quality, file.clone());
        Ok(file)
    }
}

/// The parts of a package that may be changed, or what it is that forbids it.
fn opened(bytes: &[u8], kind: Kind, context: &Context) -> Result<std::result::Result<Parts, &'static str>> {
    if !bytes.starts_with(b"PK") {
        return Ok(Err("no package"));
    }
    let mut parts = Parts::read(bytes, kind, context)?;
    if parts.are_encrypted() {
        return Ok(Err("encrypted"));
    }
    if parts.are_signed() {
        if context.options().choice(&SIGNATURES) != Some("drop") {
            return Ok(Err("signed (signatures=drop removes the signatures)"));
        }
        parts.drop_signatures();
        context.warn(Warning::new(
            WarningCode::SignatureDropped,
            "the digital signatures were removed, since they are not valid for the new file",
        ));
    }
    Ok(Ok(parts))
}
