//! PNG files (PNG 3rd edition) packed anew: the same pixels, and what is said of them.

use flate2::Crc;

use crate::context::{Context, Limit};
use crate::error::Result;
use crate::parts::deflate::{self, Frame};
use crate::parts::{exact_palette, inflate, png_chunks, png_filters};

/// What every file begins with (5.2).
pub(super) const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// Kinds of pixels (11.2.1), by the number that the header has.
const GRAY: u8 = 0;
const RGB: u8 = 2;
const INDEXED: u8 = 3;
const RGBA: u8 = 6;

/// Chunks that speak of samples as they are coded (11.3): with one of them the coding stays.
const BOUND: [&[u8]; 4] = [b"tRNS", b"bKGD", b"sBIT", b"hIST"];

/// Chunks of animations, whose frames are coded by themselves (11.3.6).
const ANIMATION: &[u8] = b"acTL";

/// The header of a file (11.2.1).
#[derive(Debug, Clone, Copy)]
struct Header {
    width: usize,
    height: usize,
    bits: u8,
    kind: u8,
}

/// A coding of the pixels: how they lie, and chunks that belong to it.
struct Coding {
    header: Header,
    rows: Vec<u8>,
    chunks: Vec<(&'static [u8], Vec<u8>)>,
}

/// A smaller file of the same pixels; `None` where there is none, or the file is damaged, interlaced or animated.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`.
pub(super) fn smaller(file: &[u8], passes: u64, context: &Context) -> Result<Option<Vec<u8>>> {
    let Some((header, chunks)) = read(file) else { return Ok(None) };
    context.check(Limit::image_pixels, header.width as u64 * header.height as u64)?;
    let Some(rows) = rows(header, &chunks, context)? else { return Ok(None) };
    let mut codings = vec![Coding { header, rows, chunks: Vec::new() }];
    let is_bound = chunks.iter().any(|(kind, _)| BOUND.contains(kind));
    if !is_bound {
        let fewer = codings.first().and_then(narrower);
        codings.extend(fewer);
    }
    let mut best: Option<Vec<u8>> = None;
    for coding in &codings {
        let new = written(coding, &chunks, passes, context)?;
        if best.as_ref().is_none_or(|best| new.len() < best.len()) {
            best = Some(new);
        }
    }
    Ok(best.filter(|best| best.len() < file.len()))
}

/// The header and all chunks of a file.
fn read(file: &[u8]) -> Option<(Header, Vec<(&[u8], &[u8])>)> {
    let chunks: Vec<(&[u8], &[u8])> = png_chunks::chunks(file).collect();
    let (&[w3, w2, w1, w0, h3, h2, h1, h0, bits, kind, 0, 0, 0], b"IHDR") = (chunks.first()?.1, chunks.first()?.0)
    else {
        return None;
    };
    let width = u32::from_be_bytes([w3, w2, w1, w0]) as usize;
    let height = u32::from_be_bytes([h3, h2, h1, h0]) as usize;
    let is_whole = chunks.last()?.0 == b"IEND" && !chunks.iter().any(|(kind, _)| *kind == ANIMATION);
    (width > 0 && height > 0 && is_whole).then_some((Header { width, height, bits, kind }, chunks))
}

impl Header {
    /// Bits of a pixel; `None` of a kind that is not known.
    fn pixel_bits(self) -> Option<usize> {
        let channels = match self.kind {
            GRAY | INDEXED => 1,
            RGB => 3,
            4 => 2,
            RGBA => 4,
            _ => return None,
        };
        Some(channels * usize::from(self.bits))
    }

    fn row(self) -> Option<usize> {
        Some((self.width.checked_mul(self.pixel_bits()?)?).div_ceil(8))
    }
}

/// The rows of a picture without their filters; `None` where they are damaged.
fn rows(header: Header, chunks: &[(&[u8], &[u8])], context: &Context) -> Result<Option<Vec<u8>>> {
    let Some((row, bits)) = header.row().zip(header.pixel_bits()) else { return Ok(None) };
    let data: Vec<&[u8]> = chunks.iter().filter(|(kind, _)| *kind == b"IDAT").map(|(_, data)| *data).collect();
    let Some(filtered) = inflate::zlib(&data.concat(), context)? else { return Ok(None) };
    if filtered.len() != (row + 1).saturating_mul(header.height) {
        return Ok(None);
    }
    let (mut rows, mut start) = (Vec::new(), 0);
    for line in filtered.chunks(row + 1) {
        context.tick(row as u64 / 16 + 1)?;
        let Some((filter, samples)) = line.split_first() else { continue };
        rows.extend_from_slice(samples);
        let (above, current) = rows.split_at_mut(start);
        let above = above.get(start.saturating_sub(row)..).unwrap_or_default();
        png_filters::undo(*filter, current, above, bits.div_ceil(8));
        start = rows.len();
    }
    Ok(Some(rows))
}

/// The same pixels in fewer bits: by a palette, as shades of gray, or without an opacity that hides nothing.
fn narrower(coding: &Coding) -> Option<Coding> {
    let header = coding.header;
    if header.bits != 8 {
        return None;
    }
    match header.kind {
        GRAY => {
            let (bits, rows) = exact_palette::shades(&coding.rows, header.width)?;
            Some(Coding { header: Header { bits: bits as u8, ..header }, rows, chunks: Vec::new() })
        }
        RGB => palette(header, &coding.rows, 3),
        RGBA => palette(header, &coding.rows, 4).or_else(|| opaque(header, &coding.rows)),
        _ => None,
    }
}

fn palette(header: Header, rows: &[u8], bytes: usize) -> Option<Coding> {
    let all = exact_palette::indexed(rows, header.width, bytes)?;
    let colors = all.palette.chunks(bytes).flat_map(|color| color.iter().take(3).copied()).collect();
    let mut chunks: Vec<(&'static [u8], Vec<u8>)> = vec![(b"PLTE", colors)];
    if bytes == 4 {
        let opacities: Vec<u8> = all.palette.chunks(4).filter_map(|color| color.get(3).copied()).collect();
        let end = opacities.iter().rposition(|opacity| *opacity < 255).map_or(0, |last| last + 1);
        if end > 0 {
            chunks.push((b"tRNS", opacities.get(..end)?.to_vec()));
        }
    }
    Some(Coding { header: Header { bits: all.bits as u8, kind: INDEXED, ..header }, rows: all.rows, chunks })
}

fn opaque(header: Header, rows: &[u8]) -> Option<Coding> {
    let pixels = rows.as_chunks::<4>().0;
    let is_opaque = pixels.iter().all(|pixel| pixel[3] == 255);
    let colors = || pixels.iter().flat_map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
    is_opaque.then(|| Coding { header: Header { kind: RGB, ..header }, rows: colors(), chunks: Vec::new() })
}

/// The file of a coding: its own chunks, and those of the source that are about something else.
fn written(coding: &Coding, chunks: &[(&[u8], &[u8])], passes: u64, context: &Context) -> Result<Vec<u8>> {
    let header = coding.header;
    let (row, pixel) = (header.row().unwrap_or(1), header.pixel_bits().unwrap_or(8).div_ceil(8));
    let plain = coding.rows.chunks(row).flat_map(|row| std::iter::once(0).chain(row.iter().copied())).collect();
    let mut tries: Vec<Vec<u8>> = vec![plain, png_filters::by_above(&coding.rows, row)];
    if header.kind != INDEXED && header.bits >= 8 {
        tries.push(png_filters::by_row(&coding.rows, row, pixel, context)?);
    }
    let mut data = Vec::new();
    for filtered in &tries {
        let packed = deflate::packed(filtered, Frame::Zlib, passes, context)?;
        if data.is_empty() || packed.len() < data.len() {
            data = packed;
        }
    }
    let mut file = SIGNATURE.to_vec();
    let sides = [header.width as u32, header.height as u32].map(u32::to_be_bytes).concat();
    put(b"IHDR", &[&sides[..], &[header.bits, header.kind, 0, 0, 0]].concat(), &mut file);
    let mut has_data = false;
    for (kind, bytes) in chunks.iter().skip(1) {
        match *kind {
            b"PLTE" if header.kind != INDEXED || !coding.chunks.is_empty() => {}
            b"IDAT" if has_data => {}
            b"IDAT" => {
                coding.chunks.iter().for_each(|(kind, bytes)| put(kind, bytes, &mut file));
                put(b"IDAT", &data, &mut file);
                has_data = true;
            }
            kind => put(kind, bytes, &mut file),
        }
    }
    Ok(file)
}

fn put(kind: &[u8], data: &[u8], file: &mut Vec<u8>) {
    let mut crc = Crc::new();
    crc.update(kind);
    crc.update(data);
    file.extend((data.len() as u32).to_be_bytes());
    file.extend([kind, data, &crc.sum().to_be_bytes()].concat());
}

#[cfg(test)]
mod tests {
    use super::*;

    fn png(pixels: &[u8], width: u32, color: image::ExtendedColorType) -> Vec<u8> {
        let mut file = Vec::new();
        let height = (pixels.len() * 8) as u32 / u32::from(color.bits_per_pixel()) / width;
        let encoder = image::codecs::png::PngEncoder::new(&mut file);
        image::ImageEncoder::write_image(encoder, pixels, width, height, color).unwrap();
        file
    }

    fn pixels(file: &[u8]) -> Vec<u8> {
        image::load_from_memory(file).unwrap().to_rgba8().into_raw()
    }

    #[test]
    fn pixels_stay_in_every_coding() {
        let context = Context::default();
        let noise = |count: usize| (0..count).map(|at| (at * at % 251) as u8).collect::<Vec<_>>();
        let few: Vec<u8> = (0..60 * 40_usize).flat_map(|at| [(at % 7 * 30) as u8, 9, 100, 255]).collect();
        let clear: Vec<u8> = (0..60 * 40_usize).flat_map(|at| [7, 9, 100, (at % 3 * 100) as u8]).collect();
        let opaque: Vec<u8> = noise(60 * 40 * 3).chunks(3).flat_map(|p| [p[0], p[1], p[2], 255]).collect();
        let shades: Vec<u8> = (0..2_400).map(|at| (at % 4 * 85) as u8).collect();
        for (samples, color) in [
            (few, image::ExtendedColorType::Rgba8),
            (clear, image::ExtendedColorType::Rgba8),
            (opaque, image::ExtendedColorType::Rgba8),
            (shades, image::ExtendedColorType::L8),
        ] {
            let file = png(&samples, 60, color);
            let small = smaller(&file, 0, &context).unwrap().expect("a smaller file");
            assert!(small.len() < file.len() && pixels(&small) == pixels(&file));
        }
    }

    #[test]
    fn damage_stays_as_it_is() {
        let file = png(&[9; 300], 10, image::ExtendedColorType::Rgb8);
        // What is missing of the last checksum is no damage to the picture.
        for end in 0..file.len() - 4 {
            assert_eq!(smaller(&file[..end], 0, &Context::default()).unwrap(), None, "{end}");
        }
    }
}
