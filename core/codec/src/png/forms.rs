//! The smallest forms in which a PNG can store a picture without changing a pixel, and those of fewer colours.

use super::few::{self, Numbered};
use std::borrow::Cow;
use std::cmp::Reverse;

use crate::holds;
use crate::palette::{Colors, Wish};
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_model::raster::{Frame, PixelFormat};

/// Colour types (11.2.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Grey.
    Gray = 0,
    /// Red, green, blue.
    Rgb = 2,
    /// A number of a palette.
    Palette = 3,
    /// Grey with opacity.
    GrayAlpha = 4,
    /// Red, green, blue with opacity.
    RgbAlpha = 6,
}

impl Kind {
    /// The colour type of this number.
    pub(super) fn of(number: u8) -> Option<Kind> {
        [Kind::Gray, Kind::Rgb, Kind::Palette, Kind::GrayAlpha, Kind::RgbAlpha]
            .into_iter()
            .find(|kind| *kind as u8 == number)
    }

    pub(super) fn is_gray(self) -> bool {
        matches!(self, Kind::Gray | Kind::GrayAlpha)
    }

    pub(super) fn has_alpha(self) -> bool {
        matches!(self, Kind::GrayAlpha | Kind::RgbAlpha)
    }
}

/// Samples in the form that a PNG stores.
#[derive(Debug, Clone)]
pub struct Form {
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// Bits of a sample.
    pub depth: u8,
    /// What a pixel is made of.
    pub kind: Kind,
    /// Bytes of a row, and of a pixel or 1.
    pub row_bytes: usize,
    /// Bytes of a pixel, at least one.
    pub pixel_bytes: usize,
    /// Chunks that go with the form: a palette and its opacities.
    pub colors: Vec<([u8; 4], Vec<u8>)>,
    /// Rows without filters.
    pub rows: Vec<u8>,
}

impl Form {
    /// A colour of 16 bits as the form tells a background; `None` where it has no such colour.
    pub(super) fn color(&self, [red, green, blue]: [u16; 3]) -> Option<Vec<u8>> {
        let most = (1_u32 << self.depth.clamp(1, 16)) - 1;
        let told = |sample: u16| ((u32::from(sample) * most + 32_767) / 65_535) as u16;
        match self.kind {
            Kind::Palette => {
                let color = [red, green, blue].map(|sample| (sample >> 8) as u8);
                let place = self.colors.first()?.1.chunks_exact(3).position(|known| known == color)?;
                Some(vec![place as u8])
            }
            _ if self.kind.is_gray() => (red == green && green == blue).then(|| told(red).to_be_bytes().to_vec()),
            _ => Some([red, green, blue].map(|sample| told(sample).to_be_bytes()).concat()),
        }
    }
}

/// Forms that hold exactly the picture; the smallest is among them.
///
/// # Errors
/// `TimedOut` or `Cancelled`.
pub fn exact(frame: Frame, context: &Context) -> Result<Vec<Form>> {
    context.checkpoint()?;
    let frame = holds::simplest(frame);
    if frame.format.is_deep() {
        return Ok(vec![whole(&frame)]);
    }
    let by_number = by_number(&frame);
    context.checkpoint()?;
    // Colours that are few take less by number, whatever the filter.
    let is_few = by_number.first().is_some_and(|form| form.depth < 8);
    let other = match frame.format {
        PixelFormat::Gray8 => Some(narrow(&frame)),
        _ => (!is_few).then(|| whole(&frame)),
    };
    Ok(by_number.into_iter().chain(other).collect())
}

/// A form of fewer bits than the samples have; `None` where they are too many or deep. It is found in little time.
pub fn narrowest(frame: &Frame) -> Option<Form> {
    match frame.format {
        _ if frame.format.is_deep() => None,
        PixelFormat::Gray8 => Some(narrow(frame)).filter(|form| form.depth < 8),
        _ => few_colors(frame).map(|(numbers, colors)| numbered(frame, &numbers, &colors, Order::Frequency)),
    }
}

/// In which order colours get their numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Order {
    /// By their samples: numbers of like colours are alike, which helps where filters do.
    Samples,
    /// The most frequent first, which deflate packs better: by a third where most pixels are of one colour, and never
    /// worse by more than a thousandth without filters.
    Frequency,
}

/// The picture, which has four samples of 8 bits to the pixel, with colours chosen from those it has, as many as the
/// wish says.
///
/// # Errors
/// `TimedOut` or `Cancelled`.
pub fn colored(frame: &Frame, colors: &Colors, wish: Wish, context: &Context) -> Result<Form> {
    let palette = colors.palette(wish.most, colors.clears(), context)?;
    let indexed = palette.matcher().indexed(&frame.samples, frame.width_px as usize, wish, context)?;
    Ok(numbered(frame, &indexed.indices, &indexed.colors, Order::Frequency))
}

/// By numbers in either order, where there are at most 256 colours; what is not seen keeps its colour.
fn by_number(frame: &Frame) -> Vec<Form> {
    let Some((numbers, colors)) = few_colors(frame) else { return Vec::new() };
    [Order::Frequency, Order::Samples].map(|order| numbered(frame, &numbers, &colors, order)).into()
}

/// The numbers of pixels, and what they mean, where there are at most 256 colours.
fn few_colors(frame: &Frame) -> Option<(Vec<u8>, Vec<[u8; 4]>)> {
    let bytes = frame.format.bytes_per_pixel();
    let Numbered { numbers, palette } = few::numbered(&frame.samples, bytes)?;
    let color = |color: &[u8]| match *color {
        [gray] => [gray, gray, gray, 255],
        [gray, alpha] => [gray, gray, gray, alpha],
        [red, green, blue] => [red, green, blue, 255],
        _ => [color[0], color[1], color[2], color[3]],
    };
    Some((numbers, palette.chunks_exact(bytes).map(color).collect()))
}

/// Numbers as a form: colours that let through come first, since only theirs have opacities (11.3.1.1).
fn numbered(frame: &Frame, numbers: &[u8], colors: &[[u8; 4]], by: Order) -> Form {
    let mut counts = [0_usize; 256];
    if by == Order::Frequency {
        numbers.iter().for_each(|number| counts[usize::from(*number)] += 1);
    }
    let mut order: Vec<usize> = (0..colors.len()).collect();
    order.sort_by_key(|at| (colors[*at][3] == 255, Reverse(counts[*at])));
    let mut places = [0; 256];
    for (place, at) in order.iter().enumerate() {
        places[*at] = place as u8;
    }
    let colors: Vec<[u8; 4]> = order.iter().map(|at| colors[*at]).collect();
    let mut chunks = vec![(*b"PLTE", colors.iter().flat_map(|color| [color[0], color[1], color[2]]).collect())];
    let alphas: Vec<u8> = colors.iter().map(|color| color[3]).take_while(|alpha| *alpha < 255).collect();
    if !alphas.is_empty() {
        chunks.push((*b"tRNS", alphas));
    }
    let bits = few::bits(colors.len());
    let rows = few::packed(numbers, frame.width_px as usize, bits, |number| places[usize::from(number)]);
    narrowed(frame, bits, rows, Kind::Palette, chunks)
}

/// Grey with as few bits as tell all of its levels.
fn narrow(frame: &Frame) -> Form {
    match few::shades(&frame.samples, frame.width_px as usize) {
        Some((bits, rows)) => narrowed(frame, bits, rows, Kind::Gray, Vec::new()),
        None => whole(frame),
    }
}

/// A form of one sample to the pixel.
fn narrowed(frame: &Frame, bits: usize, rows: Vec<u8>, kind: Kind, colors: Vec<([u8; 4], Vec<u8>)>) -> Form {
    let (width, height) = (frame.width_px, frame.height_px);
    let row_bytes = (width as usize * bits).div_ceil(8);
    Form { width, height, depth: bits as u8, kind, row_bytes, pixel_bytes: 1, colors, rows }
}

/// Samples as they are.
pub fn whole(frame: &Frame) -> Form {
    let rows = in_order(&frame.samples, frame.format.is_deep()).into_owned();
    Form { rows, ..shape((frame.width_px, frame.height_px), frame.format) }
}

/// The form of samples as they are, without any rows.
pub fn shape((width, height): (u32, u32), format: PixelFormat) -> Form {
    let kind = match format.channels() {
        1 => Kind::Gray,
        2 => Kind::GrayAlpha,
        3 => Kind::Rgb,
        _ => Kind::RgbAlpha,
    };
    let pixel_bytes = format.bytes_per_pixel();
    Form {
        width,
        height,
        depth: if format.is_deep() { 16 } else { 8 },
        kind,
        row_bytes: width as usize * pixel_bytes,
        pixel_bytes,
        colors: Vec::new(),
        rows: Vec::new(),
    }
}

/// Samples as forms have them: deep ones with the high byte first.
pub fn in_order(samples: &[u8], is_deep: bool) -> Cow<'_, [u8]> {
    let big = |pair: &[u8]| u16::from_ne_bytes([pair[0], pair[1]]).to_be_bytes();
    if is_deep { Cow::Owned(samples.chunks_exact(2).flat_map(big).collect()) } else { Cow::Borrowed(samples) }
}
