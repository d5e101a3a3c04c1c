//! The smallest forms in which a PNG can store a picture without changing a pixel, and those of fewer colours.

use super::pack::Form;
use crate::context::Context;
use crate::error::Result;
use crate::model::raster::{Frame, PixelFormat};
use crate::parts::holds;
use crate::parts::palette::{self, Indexed, Wish};

/// Colour types (PNG 3rd edition, 11.2.1).
const GRAY: u8 = 0;
const RGB: u8 = 2;
const PALETTE: u8 = 3;
const GRAY_ALPHA: u8 = 4;
const RGB_ALPHA: u8 = 6;

/// Forms that hold exactly the picture; the smallest is among them.
pub(super) fn exact(frame: Frame, context: &Context) -> Result<Vec<Form>> {
    let frame = plain(without_depth(frame));
    let mut forms = Vec::new();
    let is_eight = !frame.format.is_deep();
    if is_eight && let Some(form) = by_number(&frame, context)? {
        forms.push(form);
    }
    let is_few = forms.first().is_some_and(|form| form.depth < 8);
    match frame.format {
        PixelFormat::Gray8 => forms.push(narrow(&frame)),
        // Colours that are few take less by number, whatever the filter.
        _ if is_few => {}
        _ => forms.push(whole(&frame)),
    }
    Ok(forms)
}

/// The picture with colours of its own choice, as many as the wish says.
pub(super) fn colored(frame: &Frame, wish: Wish, context: &Context) -> Result<Form> {
    let rgba = holds::rgba(frame.clone());
    let indexed = palette::indexed(&rgba.samples, frame.width_px as usize, wish, context)?;
    Ok(numbered(frame, indexed))
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

/// By numbers, where there are at most 256 colours; what is not seen keeps its colour.
fn by_number(frame: &Frame, context: &Context) -> Result<Option<Form>> {
    let rgba = holds::rgba(frame.clone());
    let mut colors = std::collections::BTreeSet::new();
    let mut last: &[u8] = &[];
    for pixel in rgba.samples.chunks_exact(4) {
        if pixel == last {
            continue;
        }
        context.tick(1)?;
        last = pixel;
        colors.insert([pixel[0], pixel[1], pixel[2], pixel[3]]);
        if colors.len() > 256 {
            return Ok(None);
        }
    }
    let colors: Vec<[u8; 4]> = colors.into_iter().collect();
    let number = |pixel: &[u8]| colors.binary_search(&[pixel[0], pixel[1], pixel[2], pixel[3]]).unwrap_or(0) as u8;
    let indices = rgba.samples.chunks_exact(4).map(number).collect();
    Ok(Some(numbered(frame, Indexed { indices, colors, clear: None, is_exact: true })))
}

/// Numbers as a form: colours that let through come first, since only theirs have opacities (11.3.1.1).
fn numbered(frame: &Frame, indexed: Indexed) -> Form {
    let mut order: Vec<usize> = (0..indexed.colors.len()).collect();
    order.sort_by_key(|at| indexed.colors[*at][3] == 255);
    let mut places = [0; 256];
    for (place, at) in order.iter().enumerate() {
        places[*at] = place as u8;
    }
    let indices: Vec<u8> = indexed.indices.iter().map(|index| places[usize::from(*index)]).collect();
    let colors: Vec<[u8; 4]> = order.iter().map(|at| indexed.colors[*at]).collect();
    let depth = match colors.len() {
        ..=2 => 1,
        3..=4 => 2,
        5..=16 => 4,
        _ => 8,
    };
    let mut chunks = vec![(*b"PLTE", colors.iter().flat_map(|color| [color[0], color[1], color[2]]).collect())];
    let alphas: Vec<u8> = colors.iter().map(|color| color[3]).take_while(|alpha| *alpha < 255).collect();
    if !alphas.is_empty() {
        chunks.push((*b"tRNS", alphas));
    }
    bits(frame, &indices, depth, PALETTE, chunks)
}

/// Grey with as few bits as tell all of its levels.
fn narrow(frame: &Frame) -> Form {
    let fits = |depth: u8| {
        let step = 255 / ((1_u16 << depth) - 1) as u8;
        frame.samples.iter().all(|gray| gray % step == 0)
    };
    let depth = [1, 2, 4].into_iter().find(|depth| fits(*depth)).unwrap_or(8);
    if depth == 8 {
        return whole(frame);
    }
    let step = 255 / ((1_u16 << depth) - 1) as u8;
    let levels: Vec<u8> = frame.samples.iter().map(|gray| gray / step).collect();
    bits(frame, &levels, depth, GRAY, Vec::new())
}

/// Numbers of so many bits side by side, each row from a byte on.
fn bits(frame: &Frame, numbers: &[u8], depth: u8, kind: u8, colors: Vec<([u8; 4], Vec<u8>)>) -> Form {
    let (width, per_byte) = (frame.width_px as usize, 8 / usize::from(depth));
    let row_bytes = width.div_ceil(per_byte);
    let mut rows = Vec::new();
    for row in numbers.chunks_exact(width.max(1)) {
        for group in row.chunks(per_byte) {
            let byte = group
                .iter()
                .enumerate()
                .fold(0, |byte, (at, number)| byte | number << (8 - usize::from(depth) * (at + 1)));
            rows.push(byte);
        }
    }
    let (width, height) = (frame.width_px, frame.height_px);
    Form { width, height, depth, kind, row_bytes, pixel_bytes: 1, colors, rows }
}

/// Samples as they are.
fn whole(frame: &Frame) -> Form {
    let kind = match frame.format.channels() {
        1 => GRAY,
        2 => GRAY_ALPHA,
        3 => RGB,
        _ => RGB_ALPHA,
    };
    let is_deep = frame.format.is_deep();
    let rows = match is_deep {
        true => frame
            .samples
            .chunks_exact(2)
            .flat_map(|pair| u16::from_ne_bytes([pair[0], pair[1]]).to_be_bytes())
            .collect(),
        false => frame.samples.clone(),
    };
    let pixel_bytes = frame.format.bytes_per_pixel();
    Form {
        width: frame.width_px,
        height: frame.height_px,
        depth: if is_deep { 16 } else { 8 },
        kind,
        row_bytes: frame.width_px as usize * pixel_bytes,
        pixel_bytes,
        colors: Vec::new(),
        rows,
    }
}
