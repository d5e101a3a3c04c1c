//! The sections of a file, and what its flattened picture becomes.

use std::sync::Arc;

use super::{layers, planes};
use crate::{exif, icc, lab, pixels, profiles};
use transvase_base::context::Context;
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_base::warning::{Warning, WarningCode};
use transvase_model::raster::{Frame, PixelFormat, Raster};

/// Ids of image resources.
const RESOLUTION: u16 = 0x03ED;
const ICC: u16 = 0x040F;
const EXIF: u16 = 0x0422;
const XMP: u16 = 0x0424;

/// What colours are (specification, "File Header Section").
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    Bitmap,
    Gray,
    Indexed,
    Rgb,
    Cmyk,
    Lab,
}

/// The first section.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Head {
    pub is_large: bool,
    pub channels: usize,
    pub width: u32,
    pub height: u32,
    pub bits: usize,
    pub mode: Mode,
}

impl Head {
    /// Reads the first 26 bytes.
    ///
    /// # Errors
    /// `Truncated`, `Malformed`.
    pub fn read(bytes: &[u8]) -> Result<Head> {
        let head = bytes.get(..26).ok_or_else(ended)?;
        let short = |at: usize| u16::from_be_bytes([head[at], head[at + 1]]);
        let long = |at: usize| u32::from_be_bytes([head[at], head[at + 1], head[at + 2], head[at + 3]]);
        let mode = match short(24) {
            0 => Mode::Bitmap,
            // A duotone is grey to those who have not its inks; so is the first of several channels.
            1 | 7 | 8 => Mode::Gray,
            2 => Mode::Indexed,
            3 => Mode::Rgb,
            4 => Mode::Cmyk,
            9 => Mode::Lab,
            other => {
                return Err(Error::malformed(format!(
                    "the colour mode of the Photoshop file is not supported ({other})"
                )));
            }
        };
        let (channels, bits) = (usize::from(short(12)), usize::from(short(22)));
        let (width, height) = (long(18), long(14));
        if width == 0 || height == 0 || !matches!(bits, 1 | 8 | 16 | 32) || !(1..=56).contains(&channels) {
            return Err(Error::malformed(
                "the Photoshop file has a size, bit depth or number of channels that the format does not allow",
            ));
        }
        Ok(Head { is_large: short(4) == 2, channels, width, height, bits, mode })
    }

    fn colors(self) -> usize {
        match self.mode {
            Mode::Bitmap | Mode::Gray | Mode::Indexed => 1,
            Mode::Rgb | Mode::Lab => 3,
            Mode::Cmyk => 4,
        }
    }
}

fn ended() -> Error {
    Error::new(ErrorCode::Truncated, "the Photoshop file ends before its picture")
}

/// Takes sections off the front of a file.
pub(super) struct Sections<'a>(pub &'a [u8]);

impl<'a> Sections<'a> {
    /// The next section, behind its length of so many bytes.
    pub fn next(&mut self, width: usize) -> Result<&'a [u8]> {
        let (length, rest) = self.0.split_at_checked(width).ok_or_else(ended)?;
        let length = length.iter().fold(0_u64, |length, byte| length << 8 | u64::from(*byte));
        let length = usize::try_from(length).map_err(|_| ended())?;
        let (section, rest) = rest.split_at_checked(length).ok_or_else(ended)?;
        self.0 = rest;
        Ok(section)
    }
}

pub(crate) fn read<'a>(bytes: &'a [u8], context: &Context) -> Result<Raster<'a>> {
    let head = Head::read(bytes)?;
    pixels::charge_pixels((head.width, head.height), context)?;
    let mut sections = Sections(&bytes[26..]);
    let palette = sections.next(4)?;
    let resources = sections.next(4)?;
    let behind = sections.next(if head.is_large { 8 } else { 4 })?;
    let has_alpha = head.channels > head.colors() && layers::tell_transparency(behind, head.is_large);
    let kept = head.colors() + usize::from(has_alpha);
    if head.channels < head.colors() {
        return Err(Error::malformed("the Photoshop file has too few channels"));
    }
    let samples = planes::interleaved(sections.0, &head, (kept, has_alpha), context)?;
    let icc = resource(resources, ICC);
    let frame = colored(samples, &head, has_alpha, palette, icc, context)?;
    Ok(described(frame, head.mode, resources))
}

/// Samples of 8 bits, or of 16 in native order, as colours.
fn colored(
    mut samples: Vec<u8>,
    head: &Head,
    has_alpha: bool,
    palette: &[u8],
    icc: Option<&[u8]>,
    context: &Context,
) -> Result<Frame> {
    let is_deep = head.bits > 8;
    let frame = |format: PixelFormat, samples: Vec<u8>| Frame {
        width_px: head.width,
        height_px: head.height,
        format,
        samples,
        delay_ms: 0,
    };
    if head.bits == 32 {
        context.warn(Warning::new(
            WarningCode::ColorReduced,
            "HDR samples were reduced to 16 bits; what is brighter than white became white",
        ));
    }
    let (gray, colors) = match (has_alpha, is_deep) {
        (false, false) => (PixelFormat::Gray8, PixelFormat::Rgb8),
        (true, false) => (PixelFormat::GrayAlpha8, PixelFormat::Rgba8),
        (false, true) => (PixelFormat::Gray16, PixelFormat::Rgb16),
        (true, true) => (PixelFormat::GrayAlpha16, PixelFormat::Rgba16),
    };
    match head.mode {
        Mode::Bitmap | Mode::Gray => Ok(frame(gray, samples)),
        Mode::Rgb => Ok(frame(colors, samples)),
        Mode::Indexed => {
            // All reds, then all greens, then all blues.
            let color =
                |number: u8, channel: usize| palette.get(channel * 256 + usize::from(number)).copied().unwrap_or(0);
            let step = 1 + usize::from(has_alpha);
            let pixel = |number: &[u8]| [color(number[0], 0), color(number[0], 1), color(number[0], 2)];
            Ok(frame(PixelFormat::Rgb8, samples.chunks_exact(step).flat_map(pixel).collect()))
        }
        Mode::Lab => {
            let channels = 3 + usize::from(has_alpha);
            lab::to_srgb(&mut samples, channels, is_deep, false, context)?;
            Ok(frame(colors, samples))
        }
        Mode::Cmyk => {
            context.warn(Warning::new(WarningCode::ColorReduced, "CMYK colours were converted to RGB"));
            let channels = 4 + usize::from(has_alpha);
            let step = if is_deep { 2 } else { 1 };
            let high = |sample: &[u8]| {
                if is_deep { (u16::from_ne_bytes([sample[0], sample[1]]) >> 8) as u8 } else { sample[0] }
            };
            // Ink is told as what it leaves of the light.
            let inks = samples
                .chunks_exact(channels * step)
                .flat_map(|pixel| [0, 1, 2, 3].map(|at| 255 - high(&pixel[at * step..])));
            let inks: Vec<u8> = inks.collect();
            let rgb = profiles::Inks::of(icc).rgb(&inks);
            if !has_alpha {
                return Ok(frame(PixelFormat::Rgb8, rgb));
            }
            let pairs = rgb.chunks_exact(3).zip(samples.chunks_exact(channels * step));
            let rgba = pairs.flat_map(|(rgb, pixel)| [rgb[0], rgb[1], rgb[2], high(&pixel[4 * step..])]);
            Ok(frame(PixelFormat::Rgba8, rgba.collect()))
        }
    }
}

/// The raster with what the resources say of it.
fn described<'a>(frame: Frame, mode: Mode, resources: &[u8]) -> Raster<'a> {
    let space: &[u8] = if frame.format.channels() <= 2 { b"GRAY" } else { b"RGB " };
    let is_converted = matches!(mode, Mode::Cmyk | Mode::Lab);
    let icc = resource(resources, ICC).filter(|profile| !is_converted && icc::space(profile) == Some(space));
    let xmp = resource(resources, XMP).and_then(|packet| std::str::from_utf8(packet).ok());
    let block = resource(resources, EXIF).map(|block| pixels::upright_exif(block.to_vec()));
    let iptc = crate::iptc::of(resources);
    Raster {
        icc: icc.map(Arc::from),
        xmp: xmp.map(Arc::from),
        exif: block.filter(|block| exif::orientation(block) == 1),
        dpi: resource(resources, RESOLUTION).and_then(density),
        resources: iptc.map(|data| crate::iptc::resource(data).into()),
        ..Raster::of(frame)
    }
}

/// Dots per inch, as numbers of 16 bits before and behind the point.
fn density(data: &[u8]) -> Option<(f32, f32)> {
    let fixed = |at: usize| {
        let bytes = data.get(at..at + 4)?;
        Some(u32::from_be_bytes([bytes[0], bytes[1], bytes[2], bytes[3]]) as f32 / 65_536.0)
    };
    let (across, down) = (fixed(0)?, fixed(8)?);
    (across > 0.0 && down > 0.0).then_some((across, down))
}

/// The data of a resource.
fn resource(resources: &[u8], id: u16) -> Option<&[u8]> {
    crate::iptc::resources(resources).find(|(other, _)| *other == id).map(|(_, data)| data)
}
