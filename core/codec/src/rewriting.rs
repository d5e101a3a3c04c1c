//! Shrinking by re-encoding, for formats without levels of quality: a file is written anew where that changes nothing
//! and is smaller.

use crate::holds;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::files::Written;
use transvase_model::raster::Raster;

/// How a format is read and written.
#[derive(Debug, Clone, Copy)]
pub struct Rewriting {
    /// Reads a file.
    pub read: for<'a> fn(&'a [u8], &Context) -> Result<Raster<'a>>,
    /// Writes a raster.
    pub write: fn(Raster, &Context) -> Result<Written>,
}

impl Rewriting {
    /// The file written anew where that is smaller, and it then shows and says the same; else the file itself.
    ///
    /// # Errors
    /// A limit, `TimedOut` or `Cancelled`, and what the reader says.
    pub fn smallest(self, bytes: &[u8], context: &Context) -> Result<Vec<u8>> {
        let raster = (self.read)(bytes, context)?;
        let (anew, _) = context.aside(|| self.written(raster, context))?;
        self.better(bytes, anew, context)
    }

    /// The file written anew in some way, where that is smaller, and shows and says the same; else the file itself.
    ///
    /// # Errors
    /// A limit, `TimedOut` or `Cancelled`, and what the reader says.
    pub fn better(self, bytes: &[u8], anew: Vec<u8>, context: &Context) -> Result<Vec<u8>> {
        if anew.len() >= bytes.len() {
            return Ok(bytes.to_vec());
        }
        let (is_same, _) = context.aside(|| {
            let (before, after) = ((self.read)(bytes, context)?, (self.read)(&anew, context)?);
            is_same(before, after, context)
        })?;
        Ok(if is_same { anew } else { bytes.to_vec() })
    }

    /// A raster as the one file of the format.
    ///
    /// # Errors
    /// What the writer says.
    pub fn written(self, raster: Raster, context: &Context) -> Result<Vec<u8>> {
        match (self.write)(raster, context)? {
            Written::File(bytes) => Ok(bytes),
            Written::Files(mut files) => Ok(if files.is_empty() { Vec::new() } else { files.swap_remove(0).bytes }),
        }
    }
}

/// Whether two rasters show and say the same.
fn is_same(mut one: Raster, mut other: Raster, context: &Context) -> Result<bool> {
    let said = |raster: &Raster| {
        let Raster { icc, exif, xmp, resources, remarks, sequence, .. } = raster;
        (icc.clone(), exif.clone(), xmp.clone(), resources.clone(), remarks.clone(), *sequence)
    };
    let density = |raster: &Raster| raster.dpi.map(|(across, down)| (across.round() as u32, down.round() as u32));
    if one.frames.left() != other.frames.left() || said(&one) != said(&other) || density(&one) != density(&other) {
        return Ok(false);
    }
    while let (Some(one), Some(other)) = (one.frames.next(context)?, other.frames.next(context)?) {
        if holds::simplest(one) != holds::simplest(other) {
            return Ok(false);
        }
    }
    Ok(true)
}
