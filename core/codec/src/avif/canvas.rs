//! The pixels of a picture, which several decoded ones may fill.

use transvase_av1::{Layout, Picture, Row};

use super::colors::{Matrix, Scale};
use super::light::Light;
use crate::isobmff::Codes;
use transvase_base::context::{Context, Limit};
use transvase_base::error::Result;
use transvase_model::raster::{Frame, PixelFormat};

/// Where decoded pictures are put.
pub(crate) struct Canvas {
    width: usize,
    height: usize,
    channels: usize,
    is_deep: bool,
    samples: Vec<u8>,
}

/// What a canvas is made for.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Kind {
    /// Whether there are colours.
    pub(crate) is_colored: bool,
    /// Whether there is opacity.
    pub(crate) has_alpha: bool,
    /// Whether samples have 16 bits.
    pub(crate) is_deep: bool,
}

impl Canvas {
    /// An empty one.
    ///
    /// # Errors
    /// A limit.
    pub(crate) fn new((width, height): (usize, usize), kind: Kind, context: &Context) -> Result<Self> {
        context.check(Limit::image_side, width.max(height) as u64)?;
        context.check(Limit::image_pixels, (width as u64).saturating_mul(height as u64))?;
        let channels = if kind.is_colored { 3 } else { 1 } + usize::from(kind.has_alpha);
        let bytes = (width * height).saturating_mul(channels).saturating_mul(if kind.is_deep { 2 } else { 1 });
        context.room(bytes)?;
        Ok(Canvas { width, height, channels, is_deep: kind.is_deep, samples: vec![0; bytes] })
    }

    fn colors(&self) -> usize {
        if self.channels < 3 { 1 } else { 3 }
    }

    /// Puts a number from 0 to 1.
    fn put(&mut self, pixel: usize, channel: usize, light: f32) {
        let light = light.clamp(0.0, 1.0);
        let at = pixel * self.channels + channel;
        if self.is_deep {
            let sample = (light * 65_535.0 + 0.5) as u16;
            if let Some(place) = self.samples.get_mut(2 * at..2 * at + 2) {
                place.copy_from_slice(&sample.to_ne_bytes());
            }
        } else if let Some(place) = self.samples.get_mut(at) {
            *place = (light * 255.0 + 0.5) as u8;
        }
    }

    /// Puts the colours of a picture with its upper left corner at a place; what lies beyond the canvas is left out.
    ///
    /// # Errors
    /// What stops a conversion.
    pub(crate) fn put_colors(
        &mut self,
        picture: &Picture,
        (left, top): (usize, usize),
        codes: Codes,
        light: Option<&Light>,
        context: &Context,
    ) -> Result<()> {
        let (scale, matrix) = (Scale::new(picture.depth, codes.is_full_range), Matrix::of(codes));
        let width = picture.width.min(self.width.saturating_sub(left));
        let is_gray = picture.layout == Layout::Gray;
        let mut rows = [(); 3].map(|()| vec![0.0_f32; picture.width]);
        for y in 0..picture.height.min(self.height.saturating_sub(top)) {
            context.tick(picture.width as u64)?;
            let [luma, u, v] = &mut rows;
            spread(picture.row(0, y), luma);
            if !is_gray {
                upsampled(picture, 1, y, u);
                upsampled(picture, 2, y, v);
            }
            for x in 0..width {
                let pixel = (top + y) * self.width + left + x;
                let rgb = if is_gray { [scale.luma(luma[x]); 3] } else { scale.rgb([luma[x], u[x], v[x]], matrix) };
                let rgb = light.map_or(rgb, |light| light.shown(rgb));
                for channel in 0..self.colors() {
                    self.put(pixel, channel, rgb[channel]);
                }
            }
        }
        Ok(())
    }

    /// Puts the opacity of a part of the canvas, which the picture is stretched over.
    ///
    /// # Errors
    /// What stops a conversion.
    pub(crate) fn put_alpha(
        &mut self,
        picture: &Picture,
        (left, top): (usize, usize),
        (width, height): (usize, usize),
        is_full_range: bool,
        context: &Context,
    ) -> Result<()> {
        let scale = Scale::new(picture.depth, is_full_range);
        let mut row = vec![0.0_f32; picture.width];
        for y in 0..height.min(self.height.saturating_sub(top)) {
            context.tick(picture.width as u64)?;
            spread(picture.row(0, y * picture.height / height.max(1)), &mut row);
            for x in 0..width.min(self.width.saturating_sub(left)) {
                let sample = row.get(x * picture.width / width.max(1)).copied().unwrap_or(0.0);
                self.put((top + y) * self.width + left + x, self.channels - 1, scale.luma(sample));
            }
        }
        Ok(())
    }

    /// Takes out of the colours what opacity had been multiplied into (ISO/IEC 23008-12, 7.5.2: `prem`).
    ///
    /// # Errors
    /// What stops a conversion.
    pub(crate) fn divide_by_alpha(&mut self, context: &Context) -> Result<()> {
        let most = if self.is_deep { 65_535.0 } else { 255.0 };
        for pixel in 0..self.width * self.height {
            context.tick(1)?;
            let alpha = self.sample(pixel, self.channels - 1) / most;
            for channel in 0..self.colors() {
                let color = self.sample(pixel, channel) / most;
                self.put(pixel, channel, if alpha > 0.0 { color / alpha } else { 0.0 });
            }
        }
        Ok(())
    }

    fn sample(&self, pixel: usize, channel: usize) -> f32 {
        let at = pixel * self.channels + channel;
        if !self.is_deep {
            return self.samples.get(at).copied().unwrap_or(0).into();
        }
        let pair = self.samples.get(2 * at..2 * at + 2).and_then(|pair| pair.try_into().ok());
        pair.map_or(0, u16::from_ne_bytes).into()
    }

    /// The pixels as a frame.
    pub(crate) fn frame(self, delay_ms: u32) -> Frame {
        let format = PixelFormat::of(self.channels, self.is_deep);
        let (width_px, height_px) = (self.width as u32, self.height as u32);
        Frame { width_px, height_px, format, samples: self.samples, delay_ms }
    }
}

/// The samples of a row as numbers.
fn spread(row: Row<'_>, to: &mut [f32]) {
    match row {
        Row::Shallow(bytes) => to.iter_mut().zip(bytes).for_each(|(to, byte)| *to = f32::from(*byte)),
        Row::Deep(bytes) => {
            let samples = bytes.chunks_exact(2).map(|pair| u16::from_ne_bytes([pair[0], pair[1]]));
            to.iter_mut().zip(samples).for_each(|(to, sample)| *to = f32::from(sample));
        }
    }
}

/// A row of a plane of colour with a sample for each pixel. Where there are fewer, they lie in the middle of the pixels
/// that they are for, and those between are mixed of the nearest.
fn upsampled(picture: &Picture, plane: usize, y: usize, to: &mut [f32]) {
    let (width, height) = picture.layout.chroma(picture.width, picture.height);
    if picture.layout == Layout::Yuv444 {
        return spread(picture.row(plane, y), to);
    }
    let mut near = vec![0.0; width];
    if picture.layout == Layout::Yuv422 {
        spread(picture.row(plane, y), &mut near);
    } else {
        let row = y / 2;
        let other = if y.is_multiple_of(2) { row.saturating_sub(1) } else { (row + 1).min(height - 1) };
        let mut far = vec![0.0; width];
        spread(picture.row(plane, row), &mut near);
        spread(picture.row(plane, other), &mut far);
        near.iter_mut().zip(far).for_each(|(near, far)| *near = 0.75 * *near + 0.25 * far);
    }
    for (x, to) in to.iter_mut().enumerate() {
        let at = x / 2;
        let other = if x.is_multiple_of(2) { at.saturating_sub(1) } else { (at + 1).min(width - 1) };
        *to = 0.75 * near[at] + 0.25 * near[other];
    }
}
