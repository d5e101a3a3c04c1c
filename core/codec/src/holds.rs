//! Format capabilities: which depth, alpha and metadata a picture format can hold, and pictures converted to fit.

use std::sync::Arc;

use crate::{exif, icc, profiles};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::warning::{Warning, WarningCode};
use transvase_model::raster::{Frame, PixelFormat, Raster};
use transvase_model::rows::Rows;

/// What a format can hold beside 8-bit grey and colour samples.
#[derive(Debug, Clone, Copy)]
pub struct Holds {
    /// Degrees of transparency.
    pub alpha: bool,
    /// 16-bit samples.
    pub deep: bool,
    /// A colour profile; without one the colours are sRGB.
    pub icc: bool,
    /// Grey samples by themselves; without them they become colours, and so do those of a profile for grey.
    pub gray: bool,
    /// Exif data.
    pub exif: bool,
    /// XMP.
    pub xmp: bool,
    /// Photoshop's resources, IPTC among them.
    pub resources: bool,
    /// Remarks in plain text.
    pub remarks: bool,
    /// The density.
    pub dpi: bool,
}

impl Holds {
    /// Nothing beside these samples.
    pub const NOTHING: Holds = Holds {
        alpha: false,
        deep: false,
        icc: false,
        gray: false,
        exif: false,
        xmp: false,
        resources: false,
        remarks: false,
        dpi: false,
    };
}

/// `raster` with what the format holds: colours are converted, depth and transparency reduced, the rest is left out,
/// each with a warning. Its frames follow as they are asked for.
pub fn fitted<'a>(mut raster: Raster<'a>, holds: Holds, context: &Context) -> Raster<'a> {
    leave_out(&mut raster, holds, context);
    let goes = |profile: &mut Arc<[u8]>| !holds.icc || !holds.gray && icc::space(profile) == Some(b"GRAY");
    let profile = raster.icc.take_if(goes);
    let frames = raster.frames.mapped(move |rows, context| Ok(fitted_rows(rows, holds, profile.as_deref(), context)));
    Raster { frames, ..raster }
}

/// The rows of a picture, each with what the format holds.
fn fitted_rows<'a>(mut rows: Rows<'a>, holds: Holds, profile: Option<&[u8]>, context: &Context) -> Rows<'a> {
    if let Some(profile) = profile {
        rows = profiles::rows_to_srgb(rows, profile, context);
    }
    if !holds.deep {
        rows = shallow_rows(rows);
    }
    if holds.alpha { rows } else { flat_rows(rows, Ground::WHITE) }
}

/// Takes away what the format has no place for.
fn leave_out(raster: &mut Raster, holds: Holds, context: &Context) {
    let mut lost = Vec::new();
    let told_by_exif = raster.exif.as_deref().filter(|_| holds.exif).and_then(exif::density);
    if !holds.exif && raster.exif.take().is_some() {
        lost.push("Exif");
    }
    if !holds.xmp && raster.xmp.take().is_some() {
        lost.push("XMP");
    }
    if !holds.resources && raster.resources.take().is_some() {
        lost.push("IPTC");
    }
    if !holds.remarks && !std::mem::take(&mut raster.remarks).is_empty() {
        lost.push("comments");
    }
    if !holds.dpi && raster.dpi.take().is_some_and(|dpi| Some(dpi) != told_by_exif) {
        lost.push("the resolution");
    }
    if !lost.is_empty() {
        let message = format!("left out, since the target format cannot hold it: {}", lost.join(", "));
        context.warn(Warning::new(WarningCode::MetadataDropped, message));
    }
}

/// The colour behind a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ground(pub [u8; 3]);

impl Ground {
    /// White, as paper is.
    pub const WHITE: Ground = Ground([255; 3]);

    /// Whether grey stays grey on it.
    pub fn is_gray(self) -> bool {
        self.0[0] == self.0[1] && self.0[1] == self.0[2]
    }

    fn name(self) -> String {
        match self {
            Ground::WHITE => "white".into(),
            Ground([red, green, blue]) => format!("#{red:02x}{green:02x}{blue:02x}"),
        }
    }
}

/// The frame with 8-bit samples.
pub fn shallow(mut frame: Frame, context: &Context) -> Result<Frame> {
    let count = frame.samples.len() / 2;
    for at in 0..count {
        let sample = u32::from(u16::from_ne_bytes([frame.samples[2 * at], frame.samples[2 * at + 1]]));
        frame.samples[at] = ((sample * 255 + 32_767) / 65_535) as u8;
        context.tick(1)?;
    }
    frame.samples.truncate(count);
    frame.format = shallow_format(frame.format);
    context.warn(Warning::new(WarningCode::ColorReduced, "16-bit samples were reduced to 8 bits"));
    Ok(frame)
}

fn shallow_format(format: PixelFormat) -> PixelFormat {
    match format {
        PixelFormat::Gray16 => PixelFormat::Gray8,
        PixelFormat::GrayAlpha16 => PixelFormat::GrayAlpha8,
        PixelFormat::Rgb16 => PixelFormat::Rgb8,
        PixelFormat::Rgba16 => PixelFormat::Rgba8,
        shallow => shallow,
    }
}

/// The rows with 8-bit samples.
pub fn shallow_rows(rows: Rows<'_>) -> Rows<'_> {
    match rows.format {
        format if format.is_deep() => rows.mapped(shallow_format(format), shallow),
        _ => rows,
    }
}

/// The rows without alpha, on a ground, where they have it.
pub fn flat_rows(rows: Rows<'_>, ground: Ground) -> Rows<'_> {
    let format = match rows.format {
        format if !format.has_alpha() => return rows,
        PixelFormat::GrayAlpha8 if !ground.is_gray() => PixelFormat::Rgb8,
        PixelFormat::GrayAlpha16 if !ground.is_gray() => PixelFormat::Rgb16,
        format => without_alpha(format),
    };
    rows.mapped(format, move |strip, context| flat(strip, ground, context))
}

/// The frame without alpha, on a ground. Where something was seen through, a warning tells.
pub fn flat(frame: Frame, ground: Ground, context: &Context) -> Result<Frame> {
    let frame = if frame.format.channels() == 2 && !ground.is_gray() { colored(frame) } else { frame };
    let (flat, was_clear) = match frame.format.is_deep() {
        true => flat_deep(frame, ground, context)?,
        false => flat_shallow(frame, ground, context)?,
    };
    if was_clear {
        let message = format!("transparent parts were filled with {}", ground.name());
        context.warn(Warning::new(WarningCode::AlphaFlattened, message));
    }
    Ok(flat)
}

fn without_alpha(format: PixelFormat) -> PixelFormat {
    match format {
        PixelFormat::GrayAlpha8 => PixelFormat::Gray8,
        PixelFormat::GrayAlpha16 => PixelFormat::Gray16,
        PixelFormat::Rgba8 => PixelFormat::Rgb8,
        PixelFormat::Rgba16 => PixelFormat::Rgb16,
        opaque => opaque,
    }
}

fn flat_shallow(mut frame: Frame, ground: Ground, context: &Context) -> Result<(Frame, bool)> {
    let channels = frame.format.channels();
    let (pixels, colors) = (frame.samples.len() / channels, channels - 1);
    let samples = &mut frame.samples;
    let mut was_clear = false;
    for pixel in 0..pixels {
        let from = pixel * channels;
        let alpha = u32::from(samples[from + colors]);
        was_clear |= alpha < 255;
        for channel in 0..colors {
            let (color, behind) = (u32::from(samples[from + channel]), u32::from(ground.0[channel]));
            samples[pixel * colors + channel] = ((color * alpha + behind * (255 - alpha) + 127) / 255) as u8;
        }
        context.tick(1)?;
    }
    samples.truncate(pixels * colors);
    frame.format = without_alpha(frame.format);
    Ok((frame, was_clear))
}

fn flat_deep(mut frame: Frame, ground: Ground, context: &Context) -> Result<(Frame, bool)> {
    const MOST: u64 = 65_535;
    let channels = frame.format.channels();
    let colors = channels - 1;
    let (mut flat, mut was_clear) = (Vec::new(), false);
    for pixel in frame.samples.chunks_exact(2 * channels) {
        let sample = |at: usize| u64::from(u16::from_ne_bytes([pixel[2 * at], pixel[2 * at + 1]]));
        let alpha = sample(colors);
        was_clear |= alpha < MOST;
        for channel in 0..colors {
            let behind = u64::from(ground.0[channel]) * 257;
            let mixed = (sample(channel) * alpha + behind * (MOST - alpha) + MOST / 2) / MOST;
            flat.extend((mixed as u16).to_ne_bytes());
        }
        context.tick(1)?;
    }
    frame.samples = flat;
    frame.format = without_alpha(frame.format);
    Ok((frame, was_clear))
}

fn colored_format(format: PixelFormat) -> PixelFormat {
    match format {
        PixelFormat::Gray8 => PixelFormat::Rgb8,
        PixelFormat::GrayAlpha8 => PixelFormat::Rgba8,
        PixelFormat::Gray16 => PixelFormat::Rgb16,
        PixelFormat::GrayAlpha16 => PixelFormat::Rgba16,
        colored => colored,
    }
}

/// The rows with three colour samples, where they have a grey one.
pub fn colored_rows(rows: Rows<'_>) -> Rows<'_> {
    match colored_format(rows.format) {
        format if format == rows.format => rows,
        format => rows.mapped(format, |strip, _| Ok(colored(strip))),
    }
}

/// The frame with three colour samples, where it has a grey one.
pub fn colored(frame: Frame) -> Frame {
    let format = colored_format(frame.format);
    if format == frame.format {
        return frame;
    }
    let sample = if format.is_deep() { 2 } else { 1 };
    let mut samples = Vec::new();
    for pixel in frame.samples.chunks_exact(frame.format.bytes_per_pixel()) {
        let (gray, alpha) = pixel.split_at(sample);
        (0..3).for_each(|_| samples.extend_from_slice(gray));
        samples.extend_from_slice(alpha);
    }
    Frame { format, samples, ..frame }
}

/// The frame as red, green, blue and alpha of 8 bits each: it has been made shallow.
pub fn rgba(frame: Frame) -> Frame {
    let frame = colored(frame);
    if frame.format != PixelFormat::Rgb8 {
        return frame;
    }
    let samples = frame.samples.chunks_exact(3).flat_map(|pixel| [pixel[0], pixel[1], pixel[2], 255]).collect();
    Frame { format: PixelFormat::Rgba8, samples, ..frame }
}

/// The frame without alpha where every pixel is opaque, and otherwise as it is: of 8-bit colour.
pub fn opaque_where_it_is(frame: Frame) -> Frame {
    if frame.format != PixelFormat::Rgba8 || frame.samples.chunks_exact(4).any(|pixel| pixel[3] < 255) {
        return frame;
    }
    let samples = frame.samples.chunks_exact(4).flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    Frame { format: PixelFormat::Rgb8, samples, ..frame }
}

/// The frame with the fewest samples that tell the same: no depth, alpha or colours that say nothing.
pub fn simplest(frame: Frame) -> Frame {
    plain(without_depth(frame))
}

/// 8 bits where 16 say no more.
fn without_depth(frame: Frame) -> Frame {
    if !frame.format.is_deep() || frame.samples.chunks_exact(2).any(|pair| pair[0] != pair[1]) {
        return frame;
    }
    let format = match frame.format {
        PixelFormat::Gray16 => PixelFormat::Gray8,
        PixelFormat::GrayAlpha16 => PixelFormat::GrayAlpha8,
        PixelFormat::Rgb16 => PixelFormat::Rgb8,
        _ => PixelFormat::Rgba8,
    };
    let samples = frame.samples.chunks_exact(2).map(|pair| pair[0]).collect();
    Frame { format, samples, ..frame }
}

/// Without alpha where all is opaque, without colours where there are none.
fn plain(frame: Frame) -> Frame {
    let (sample, channels) = (if frame.format.is_deep() { 2 } else { 1 }, frame.format.channels());
    let pixels = || frame.samples.chunks_exact(sample * channels);
    let has_alpha = frame.format.has_alpha();
    let is_opaque = has_alpha && pixels().all(|pixel| pixel[sample * (channels - 1)..].iter().all(|byte| *byte == 255));
    let is_same =
        |pixel: &[u8]| pixel[..sample] == pixel[sample..2 * sample] && pixel[..sample] == pixel[2 * sample..3 * sample];
    let is_gray = channels > 2 && pixels().all(is_same);
    if !is_opaque && !is_gray {
        return frame;
    }
    let (colors, alpha) = (if channels <= 2 || is_gray { 1 } else { 3 }, has_alpha && !is_opaque);
    let format = match (colors, alpha, sample) {
        (1, false, 1) => PixelFormat::Gray8,
        (1, true, 1) => PixelFormat::GrayAlpha8,
        (_, false, 1) => PixelFormat::Rgb8,
        (_, true, 1) => PixelFormat::Rgba8,
        (1, false, _) => PixelFormat::Gray16,
        (1, true, _) => PixelFormat::GrayAlpha16,
        (_, false, _) => PixelFormat::Rgb16,
        (_, true, _) => PixelFormat::Rgba16,
    };
    let mut samples = Vec::new();
    for pixel in pixels() {
        samples.extend_from_slice(&pixel[..colors * sample]);
        if alpha {
            samples.extend_from_slice(&pixel[(channels - 1) * sample..]);
        }
    }
    Frame { format, samples, ..frame }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(format: PixelFormat, samples: &[u8]) -> Frame {
        Frame { width_px: 1, height_px: 1, format, samples: samples.into(), delay_ms: 0 }
    }

    #[test]
    fn what_has_no_place_is_told() {
        let context = Context::default();
        let mut raster = Raster::of(frame(PixelFormat::Rgba16, &[255, 255, 0, 0, 0, 0, 0, 0]));
        raster.xmp = Some("<x/>".into());
        raster.dpi = Some((300.0, 300.0));
        let mut fitted = fitted(raster, Holds { dpi: true, ..Holds::NOTHING }, &context);
        let flat = fitted.frames.first(&context).unwrap();
        assert_eq!((flat.format, &flat.samples[..]), (PixelFormat::Rgb8, &[255, 255, 255][..]));
        assert!(fitted.xmp.is_none() && fitted.dpi.is_some());
        let codes: Vec<_> = context.take_warnings().into_iter().map(|warning| warning.code).collect();
        for code in [WarningCode::MetadataDropped, WarningCode::ColorReduced, WarningCode::AlphaFlattened] {
            assert!(codes.contains(&code), "{code}");
        }
    }

    #[test]
    fn a_profile_for_grey_goes_where_there_are_colours_alone() {
        let profile = moxcms::ColorProfile::new_gray_with_gamma(1.0).encode().unwrap();
        let of = |gray: bool| {
            let context = Context::default();
            let raster =
                Raster { icc: Some(profile.as_slice().into()), ..Raster::of(frame(PixelFormat::Gray8, &[128])) };
            let mut fitted = fitted(raster, Holds { icc: true, gray, ..Holds::NOTHING }, &context);
            (fitted.icc.is_some(), fitted.frames.first(&context).unwrap().samples[0])
        };
        assert_eq!(of(true), (true, 128));
        let (has_profile, sample) = of(false);
        // Half of the light is 188 in sRGB.
        assert!(!has_profile && sample.abs_diff(188) <= 1, "{sample}");
    }

    #[test]
    fn grey_on_a_coloured_ground_becomes_coloured() {
        let context = Context::default();
        let flat = flat(frame(PixelFormat::GrayAlpha8, &[0, 0]), Ground([1, 2, 3]), &context).unwrap();
        assert_eq!((flat.format, &flat.samples[..]), (PixelFormat::Rgb8, &[1, 2, 3][..]));
        let deep = super::flat(frame(PixelFormat::Rgba16, &[255; 8]), Ground::WHITE, &context).unwrap();
        assert_eq!((deep.format, &deep.samples[..]), (PixelFormat::Rgb16, &[255; 6][..]));
    }
}
