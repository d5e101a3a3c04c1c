//! Properties of items (ISO/IEC 23008-12, 6.5).

use super::boxes::Boxed;
use super::fields::Fields;
use transvase_base::error::Result;

/// What a property says of its item.
#[derive(Debug, Clone, PartialEq)]
pub enum Property {
    /// Width and height in pixels (6.5.3).
    Size(u32, u32),
    /// An ICC profile (ISO/IEC 14496-12, 12.1.5).
    Profile(Vec<u8>),
    /// What samples mean, by numbers.
    Codes(Codes),
    /// What an auxiliary picture is for (6.5.8).
    Role(String),
    /// Quarter turns against the clock (6.5.10).
    Turns(u8),
    /// Mirrored: 0 top and bottom, 1 left and right (6.5.12).
    Mirrored(u8),
    /// The part that is shown (6.5.9).
    Shown(Area),
    /// Which of several versions of a picture is meant (AV1 Image File Format, 2.3.2).
    OperatingPoint(u8),
    /// Any other.
    Other([u8; 4]),
}

/// Numbers of ITU-T H.273 that say what samples mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Codes {
    /// Colour primaries (8.1).
    pub(crate) primaries: u16,
    /// Transfer characteristics (8.2).
    pub(crate) transfer: u16,
    /// Matrix coefficients (8.3).
    pub(crate) matrix: u16,
    /// Whether samples run over all numbers.
    pub(crate) is_full_range: bool,
}

/// A part of a picture, by fractions: its size, and how far its middle lies from that of the whole.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Area {
    pub(crate) width: f64,
    pub(crate) height: f64,
    pub(crate) right: f64,
    pub(crate) down: f64,
}

/// Reads a property.
///
/// # Errors
/// `Truncated`.
pub(super) fn read(boxed: Boxed<'_>) -> Result<Property> {
    let mut fields = Fields(boxed.body);
    Ok(match &boxed.kind {
        b"ispe" => {
            fields.version()?;
            Property::Size(fields.u32()?, fields.u32()?)
        }
        b"colr" => color(fields)?,
        b"auxC" => {
            fields.version()?;
            Property::Role(fields.text())
        }
        b"irot" => Property::Turns(fields.u8()? & 3),
        b"imir" => Property::Mirrored(fields.u8()? & 1),
        b"clap" => {
            let mut fraction = || -> Result<f64> {
                let (above, below) = (fields.u32()?, fields.u32()?);
                Ok(f64::from(above as i32) / f64::from(below.max(1)))
            };
            Property::Shown(Area { width: fraction()?, height: fraction()?, right: fraction()?, down: fraction()? })
        }
        b"a1op" => Property::OperatingPoint(fields.u8()?),
        _ => Property::Other(boxed.kind),
    })
}

/// What colours mean (ISO/IEC 14496-12, 12.1.5).
pub(super) fn color(mut fields: Fields<'_>) -> Result<Property> {
    Ok(match &fields.name()? {
        b"nclx" => {
            let (primaries, transfer, matrix) = (fields.u16()?, fields.u16()?, fields.u16()?);
            Property::Codes(Codes { primaries, transfer, matrix, is_full_range: fields.u8()? & 0x80 != 0 })
        }
        b"prof" | b"rICC" => Property::Profile(fields.0.to_vec()),
        _ => Property::Other(*b"colr"),
    })
}
