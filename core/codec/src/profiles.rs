//! Colour management: colours by their ICC profile (ISO 15076-1) converted to sRGB.

use std::sync::Arc;

use moxcms::{ColorProfile, DataColorSpace, Layout, Transform8BitExecutor, Transform16BitExecutor, TransformOptions};

use crate::icc;
use transvase_base::context::Context;
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_base::warning::{Warning, WarningCode};
use transvase_model::raster::{Frame, PixelFormat};
use transvase_model::rows::Rows;

/// A picture with the colours of sRGB, where `profile` says what its samples mean. A profile that cannot be followed is
/// left out with a warning.
pub fn rows_to_srgb<'a>(rows: Rows<'a>, profile: &[u8], context: &Context) -> Rows<'a> {
    if icc::is_srgb(profile) {
        return rows;
    }
    let format = rows.format;
    let Some(converter) = Converter::new(profile, format) else {
        let message = "the colour profile is damaged or not supported: colours were read as sRGB";
        context.warn(Warning::new(WarningCode::ColorReduced, message));
        return rows;
    };
    rows.mapped(format, move |strip, _| converter.converted(strip))
}

/// The way from the colours of a profile to those of sRGB.
enum Converter {
    Shallow(Arc<Transform8BitExecutor>),
    Deep(Arc<Transform16BitExecutor>),
}

impl Converter {
    /// For samples of this format; `None` where the profile cannot be followed.
    fn new(profile: &[u8], format: PixelFormat) -> Option<Self> {
        let source = ColorProfile::new_from_slice(profile).ok()?;
        let (layout, target) = match format.channels() {
            1 => (Layout::Gray, gray()),
            2 => (Layout::GrayAlpha, gray()),
            3 => (Layout::Rgb, ColorProfile::new_srgb()),
            _ => (Layout::Rgba, ColorProfile::new_srgb()),
        };
        let fits = match source.color_space {
            DataColorSpace::Gray => format.channels() <= 2,
            DataColorSpace::Rgb => format.channels() > 2,
            _ => false,
        };
        let options = TransformOptions::default();
        match format.is_deep() {
            _ if !fits => None,
            true => source.create_transform_16bit(layout, &target, layout, options).ok().map(Converter::Deep),
            false => source.create_transform_8bit(layout, &target, layout, options).ok().map(Converter::Shallow),
        }
    }

    fn converted(&self, frame: Frame) -> Result<Frame> {
        let samples = match self {
            Converter::Shallow(transform) => {
                let mut out = vec![0; frame.samples.len()];
                transform.transform(&frame.samples, &mut out).map_err(failed)?;
                out
            }
            Converter::Deep(transform) => {
                let pairs = frame.samples.as_chunks::<2>().0;
                let samples: Vec<u16> = pairs.iter().map(|pair| u16::from_ne_bytes(*pair)).collect();
                let mut out = vec![0; samples.len()];
                transform.transform(&samples, &mut out).map_err(failed)?;
                out.into_iter().flat_map(u16::to_ne_bytes).collect()
            }
        };
        Ok(Frame { samples, ..frame })
    }
}

/// Grey with the curve of sRGB, which a gamma of 2.2 only comes near.
fn gray() -> ColorProfile {
    let mut gray = ColorProfile::new_gray_with_gamma(2.2);
    gray.gray_trc = ColorProfile::new_srgb().red_trc;
    gray
}

fn failed(error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Error {
    Error::new(ErrorCode::Internal, "colours could not be converted").caused_by(error)
}

/// The way from inks to red, green and blue.
pub(crate) struct Inks(Option<Arc<Transform8BitExecutor>>);

impl Inks {
    /// By a profile for inks; without one, or where it cannot be followed, each takes its share of the light.
    pub(crate) fn of(profile: Option<&[u8]>) -> Self {
        let source = profile.and_then(|profile| ColorProfile::new_from_slice(profile).ok());
        let source = source.filter(|source| source.color_space == DataColorSpace::Cmyk);
        let (target, options) = (ColorProfile::new_srgb(), TransformOptions::default());
        Inks(source.and_then(|source| source.create_transform_8bit(Layout::Rgba, &target, Layout::Rgb, options).ok()))
    }

    /// Samples of cyan, magenta, yellow and black, 0 without ink, as red, green and blue.
    pub(crate) fn rgb(&self, inks: &[u8]) -> Vec<u8> {
        let Some(transform) = &self.0 else { return plain_inks(inks) };
        let mut out = vec![0; inks.len() / 4 * 3];
        match transform.transform(inks, &mut out) {
            Ok(()) => out,
            Err(_) => plain_inks(inks),
        }
    }
}

/// Inks of which nothing is known: each takes its share of the light, black of all.
fn plain_inks(cmyk: &[u8]) -> Vec<u8> {
    let left = |ink: u8, black: u8| {
        let light = u32::from(255 - ink) * u32::from(255 - black);
        ((light + 127) / 255) as u8
    };
    let pixel = |inks: &[u8]| [left(inks[0], inks[3]), left(inks[1], inks[3]), left(inks[2], inks[3])];
    cmyk.chunks_exact(4).flat_map(pixel).collect()
}

/// Whether samples laid out like this can be meant by a profile.
pub(crate) fn is_for(profile: &[u8], format: PixelFormat) -> bool {
    let space: &[u8] = if format.channels() <= 2 { b"GRAY" } else { b"RGB " };
    icc::space(profile) == Some(space)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn to_srgb(frame: Frame, profile: &[u8], context: &Context) -> Result<Frame> {
        rows_to_srgb(Rows::from(frame), profile, context).gathered(context)
    }

    #[test]
    fn grey_has_the_curve_of_srgb() {
        let grays = |profile: &ColorProfile| {
            let samples = vec![3, 10, 128, 255];
            let frame = Frame { width_px: 4, height_px: 1, format: PixelFormat::Gray8, samples, delay_ms: 0 };
            to_srgb(frame, &profile.encode().unwrap(), &Context::default()).unwrap().samples
        };
        let close = |found: Vec<u8>, expected: [u8; 4]| {
            assert!(found.iter().zip(expected).all(|(a, b)| a.abs_diff(b) <= 1), "{found:?} {expected:?}");
        };
        close(grays(&gray()), [3, 10, 128, 255]);
        // Light in proportion: sRGB's curve at 3, 10 and 128 of 255 (IEC 61966-2-1).
        close(grays(&ColorProfile::new_gray_with_gamma(1.0)), [28, 56, 188, 255]);
    }

    #[test]
    fn display_p3_becomes_srgb() {
        let profile = ColorProfile::new_display_p3().encode().unwrap();
        let frame =
            Frame { width_px: 1, height_px: 1, format: PixelFormat::Rgb8, samples: vec![255, 0, 0], delay_ms: 0 };
        let srgb = to_srgb(frame, &profile, &Context::default()).unwrap();
        assert_eq!(srgb.samples, [255, 0, 0], "the red of Display P3 lies beyond that of sRGB");
        let frame =
            Frame { width_px: 1, height_px: 1, format: PixelFormat::Rgb8, samples: vec![128, 100, 90], delay_ms: 0 };
        let srgb = to_srgb(frame, &profile, &Context::default()).unwrap();
        // CSS Color 4's conversion: color(display-p3 .502 .392 .353) is rgb(131.6 99.3 88.6).
        let expected = [132, 99, 89];
        assert!(srgb.samples.iter().zip(expected).all(|(a, b)| a.abs_diff(b) <= 1), "{:?}", srgb.samples);
    }
}
