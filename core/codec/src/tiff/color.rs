//! What the samples of a page stand for, as grey or colours of sRGB or of the page's profile.

use super::canvas::Canvas;
use super::layout::{Alpha, Kind, Layout, Meaning};
use super::unpack;
use crate::lab;
use crate::profiles::Inks;
use transvase_base::context::Context;
use transvase_base::error::{Error, Result};
use transvase_base::warning::{Warning, WarningCode};
use transvase_model::raster::{Frame, PixelFormat};

/// How the samples of a page become colours. A profile is followed here only where the samples are inks.
pub(crate) struct Colors {
    /// What they become.
    pub format: PixelFormat,
    inks: Inks,
}

impl Colors {
    /// For a page, with warnings of what changes.
    ///
    /// # Errors
    /// `Malformed` where samples are missing.
    pub fn of(layout: &Layout, icc: Option<&[u8]>, context: &Context) -> Result<Colors> {
        if layout.kept() < layout.color_samples() {
            return Err(Error::malformed("the pixels of the TIFF have too few samples"));
        }
        if let Some(message) = change(layout) {
            context.warn(Warning::new(WarningCode::ColorReduced, message));
        }
        let is_cmyk = layout.meaning == Meaning::Cmyk;
        if is_cmyk {
            context.warn(Warning::new(WarningCode::ColorReduced, "CMYK colours were converted to RGB"));
        }
        let channels = match layout.meaning {
            Meaning::Palette => layout.kept() + 2,
            Meaning::Cmyk => layout.kept() - 1,
            _ => layout.kept(),
        };
        let is_deep = layout.is_deep() && !is_cmyk && layout.meaning != Meaning::Palette;
        Ok(Colors { format: PixelFormat::of(channels, is_deep), inks: Inks::of(icc.filter(|_| is_cmyk)) })
    }

    /// Some rows as a frame.
    ///
    /// # Errors
    /// `TimedOut` or `Cancelled`.
    pub fn frame(&self, canvas: Canvas, layout: &Layout, context: &Context) -> Result<Frame> {
        let height_px = canvas.height;
        let mut pixels = Pixels { samples: canvas.samples, is_deep: layout.is_deep(), channels: layout.kept() };
        match layout.meaning {
            Meaning::BlackIsZero | Meaning::Rgb | Meaning::LogL | Meaning::LogLuv => {}
            Meaning::WhiteIsZero => pixels.invert(layout.alpha != Alpha::None),
            Meaning::Palette => pixels = by_number(&pixels, layout, context)?,
            Meaning::YCbCr if unpack::is_file(layout.compression) => {}
            Meaning::YCbCr => pixels.each(context, 3, ycc_to_rgb)?,
            Meaning::Lab => pixels.each(context, 3, |color| lab::rgb(color, true))?,
            Meaning::IccLab => pixels.each(context, 3, |color| lab::rgb(color, false))?,
            Meaning::Cmyk => pixels = colored(&pixels, &self.inks, context)?,
        }
        if layout.alpha == Alpha::Associated {
            pixels.divide(context)?;
        }
        let (format, samples) = (self.format, pixels.samples);
        Ok(Frame { width_px: layout.width, height_px, format, samples, delay_ms: 0 })
    }
}

/// What samples lose, where they are of more bits than there is room for.
fn change(layout: &Layout) -> Option<&'static str> {
    match layout.meaning {
        Meaning::LogL | Meaning::LogLuv => {
            Some("HDR samples were reduced to 8 bits; what is brighter than white became white")
        }
        Meaning::Lab | Meaning::IccLab => Some("CIE L*a*b* colours were converted to RGB"),
        _ if layout.bits > 16 || layout.kind != Kind::Unsigned => {
            Some("samples were reduced to 16 bits (0.0 became black and 1.0 white)")
        }
        _ => None,
    }
}

/// Samples of 8 bits, or of 16 in native order.
struct Pixels {
    samples: Vec<u8>,
    is_deep: bool,
    channels: usize,
}

impl Pixels {
    fn most(&self) -> u16 {
        if self.is_deep { u16::MAX } else { 255 }
    }

    /// Bytes of a pixel.
    fn bytes(&self) -> usize {
        self.channels * if self.is_deep { 2 } else { 1 }
    }

    /// White for black.
    fn invert(&mut self, has_alpha: bool) {
        let bytes = self.bytes();
        let colors = if has_alpha { bytes / 2 } else { bytes };
        for pixel in self.samples.chunks_exact_mut(bytes) {
            pixel[..colors].iter_mut().for_each(|byte| *byte = !*byte);
        }
    }

    /// Changes the first `count` samples of each pixel, as shares of the most they can be.
    fn each(&mut self, context: &Context, count: usize, change: impl Fn([f32; 3]) -> [f32; 3]) -> Result<()> {
        let (most, bytes, is_deep) = (f32::from(self.most()), self.bytes(), self.is_deep);
        let mut known = None;
        for pixel in self.samples.chunks_exact_mut(bytes) {
            context.tick(1)?;
            let mut colors = [0; 3];
            for (at, color) in colors.iter_mut().enumerate().take(count) {
                *color = get(pixel, at, is_deep);
            }
            let new = match known {
                Some((same, new)) if same == colors => new,
                _ => change(colors.map(|color| f32::from(color) / most)),
            };
            known = Some((colors, new));
            for (at, color) in new.into_iter().enumerate().take(count) {
                put(pixel, at, is_deep, (color.clamp(0.0, 1.0) * most + 0.5) as u16);
            }
        }
        Ok(())
    }

    /// Undoes the multiplication of colours with alpha, the last sample.
    fn divide(&mut self, context: &Context) -> Result<()> {
        let (most, bytes, is_deep) = (u32::from(self.most()), self.bytes(), self.is_deep);
        let colors = self.channels - 1;
        for pixel in self.samples.chunks_exact_mut(bytes) {
            context.tick(1)?;
            let alpha = u32::from(get(pixel, colors, is_deep));
            if alpha == 0 || alpha == most {
                continue;
            }
            for at in 0..colors {
                let color = u64::from(get(pixel, at, is_deep));
                let straight = (color * u64::from(most) + u64::from(alpha) / 2) / u64::from(alpha);
                put(pixel, at, is_deep, straight.min(most.into()) as u16);
            }
        }
        Ok(())
    }
}

fn get(pixel: &[u8], at: usize, is_deep: bool) -> u16 {
    if is_deep { u16::from_ne_bytes([pixel[2 * at], pixel[2 * at + 1]]) } else { pixel[at].into() }
}

fn put(pixel: &mut [u8], at: usize, is_deep: bool, value: u16) {
    match is_deep {
        true => pixel[2 * at..2 * at + 2].copy_from_slice(&value.to_ne_bytes()),
        false => pixel[at] = value as u8,
    }
}

/// Colours by their numbers. Some programs wrote lists of 8-bit colours.
fn by_number(pixels: &Pixels, layout: &Layout, context: &Context) -> Result<Pixels> {
    let count = layout.colors.len() / 3;
    let shift = if layout.colors.iter().all(|color| *color < 256) { 0 } else { 8 };
    let color = |number: usize, channel: usize| {
        let color = layout.colors.get(channel * count + number).copied().unwrap_or(0);
        (color >> shift) as u8
    };
    let has_alpha = layout.alpha != Alpha::None;
    context.room(pixels.samples.len().saturating_mul(4))?;
    let mut samples = Vec::new();
    for pixel in pixels.samples.chunks_exact(pixels.bytes()) {
        context.tick(1)?;
        let number = usize::from(get(pixel, 0, pixels.is_deep));
        // A number beyond the list is black.
        samples.extend((0..3).map(|channel| if number < count { color(number, channel) } else { 0 }));
        if has_alpha {
            let alpha = get(pixel, 1, pixels.is_deep);
            samples.push(if pixels.is_deep { (alpha >> 8) as u8 } else { alpha as u8 });
        }
    }
    Ok(Pixels { samples, is_deep: false, channels: if has_alpha { 4 } else { 3 } })
}

/// Brightness and colour differences (BT.601, full range) as shares.
fn ycc_to_rgb([y, cb, cr]: [f32; 3]) -> [f32; 3] {
    let (blue, red) = (cb - 128.0 / 255.0, cr - 128.0 / 255.0);
    [y + 1.402 * red, y - 0.344_136 * blue - 0.714_136 * red, y + 1.772 * blue]
}

/// Inks as colours.
fn colored(pixels: &Pixels, inks: &Inks, context: &Context) -> Result<Pixels> {
    let (bytes, is_deep) = (pixels.bytes(), pixels.is_deep);
    let eight = |pixel: &[u8], at: usize| if is_deep { (get(pixel, at, true) >> 8) as u8 } else { pixel[at] };
    let has_alpha = pixels.channels > 4;
    let four = |pixel: &[u8]| [eight(pixel, 0), eight(pixel, 1), eight(pixel, 2), eight(pixel, 3)];
    let cmyk: Vec<u8> = pixels.samples.chunks_exact(bytes).flat_map(four).collect();
    context.checkpoint()?;
    let rgb = inks.rgb(&cmyk);
    if !has_alpha {
        return Ok(Pixels { samples: rgb, is_deep: false, channels: 3 });
    }
    let pairs = rgb.chunks_exact(3).zip(pixels.samples.chunks_exact(bytes));
    let samples = pairs.flat_map(|(rgb, pixel)| [rgb[0], rgb[1], rgb[2], eight(pixel, 4)]).collect();
    Ok(Pixels { samples, is_deep: false, channels: 4 })
}
