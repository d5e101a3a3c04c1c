//! Pixels to TIFF: every frame a page, packed by Deflate.

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;

use crate::context::Context;
use crate::error::{Error, ErrorCode, Result};
use crate::format::Written;
use crate::model::raster::{PixelFormat, Raster};
use crate::model::rows::{Bands, Rows};
use crate::options::EFFORT;
use crate::parts::exif::{self, Own};
use crate::parts::holds::{self, Holds};

const HOLDS: Holds =
    Holds { alpha: true, deep: true, icc: true, exif: true, xmp: true, resources: true, remarks: true, dpi: true };

/// Bytes of a strip, about: TIFF 6.0 advises small ones, packers like long ones.
const STRIP_BYTES: usize = 256 << 10;

/// Level of deflate where none is asked for: the usual one takes longer by half for photographs some 3 % smaller.
const QUICK: u32 = 4;

/// What the directory says of a page's size.
#[derive(Clone, Copy)]
struct Shape {
    width_px: u32,
    height_px: u32,
    format: PixelFormat,
}

/// Kinds of values (TIFF 6.0, section 2).
const BYTE: u16 = 1;
const ASCII: u16 = 2;
const SHORT: u16 = 3;
const LONG: u16 = 4;
const FRACTION: u16 = 5;
const UNDEFINED: u16 = 7;

pub(crate) fn write(raster: Raster, context: &Context) -> Result<Written> {
    let mut raster = holds::fitted(raster, HOLDS, context);
    let is_little = raster.exif.as_deref().is_none_or(|block| block.starts_with(b"II"));
    let mut file = File { bytes: Vec::new(), is_little, link: 4 };
    file.bytes.extend(if is_little { b"II*\0\0\0\0\0" } else { b"MM\0*\0\0\0\0" });
    let level = match context.options().integer(&EFFORT) {
        Some(8..) => Compression::best(),
        Some(..=2) => Compression::fast(),
        Some(_) => Compression::default(),
        None => Compression::new(QUICK),
    };
    while let Some(rows) = raster.frames.next_rows(context)? {
        file.page(rows, &raster, level, context)?;
    }
    match u32::try_from(file.bytes.len()) {
        Ok(_) => Ok(file.bytes.into()),
        Err(_) => Err(Error::new(ErrorCode::LimitExceeded, "a TIFF has at most 4 GB")),
    }
}

/// A file in the making.
struct File {
    bytes: Vec<u8>,
    is_little: bool,
    /// Where the place of the next directory is told.
    link: usize,
}

impl File {
    fn page(&mut self, rows: Rows<'_>, raster: &Raster, level: Compression, context: &Context) -> Result<()> {
        let shape = Shape { width_px: rows.width_px, height_px: rows.height_px, format: rows.format };
        let row_bytes = rows.row_bytes();
        let height = (STRIP_BYTES / row_bytes.max(1)).clamp(1, rows.height_px.max(1) as usize);
        let (mut places, mut lengths) = (Vec::new(), Vec::new());
        let mut strips = Bands::of(rows);
        while let Some(strip) = strips.next(height, context)? {
            let packed = self.packed(strip, shape.format, row_bytes, level)?;
            places.push(self.bytes.len() as u32);
            lengths.push(packed.len() as u32);
            self.bytes.extend(packed);
        }
        if self.bytes.len() % 2 == 1 {
            self.bytes.push(0);
        }
        let here = self.bytes.len() as u32;
        let place = self.long(here);
        self.bytes[self.link..self.link + 4].copy_from_slice(&place);
        let entries = self.entries(shape, raster, height as u32, &places, &lengths);
        self.link = exif::write_page(entries, raster.exif.as_deref(), self.is_little, &mut self.bytes);
        Ok(())
    }

    /// A strip by differences, packed.
    fn packed(&self, strip: &[u8], format: PixelFormat, row_bytes: usize, level: Compression) -> Result<Vec<u8>> {
        let channels = format.channels();
        let mut encoder = ZlibEncoder::new(Vec::new(), level);
        for row in strip.chunks(row_bytes.max(1)) {
            let differences: Vec<u8> = match format.is_deep() {
                true => self.deep_differences(row, channels),
                false => {
                    let before = std::iter::repeat_n(&0, channels).chain(row);
                    row.iter().zip(before).map(|(sample, before)| sample.wrapping_sub(*before)).collect()
                }
            };
            encoder.write_all(&differences).map_err(failed)?;
        }
        encoder.finish().map_err(failed)
    }

    fn deep_differences(&self, row: &[u8], channels: usize) -> Vec<u8> {
        let samples: Vec<u16> = row.chunks_exact(2).map(|pair| u16::from_ne_bytes([pair[0], pair[1]])).collect();
        let before = std::iter::repeat_n(&0, channels).chain(&samples);
        let differences = samples.iter().zip(before).map(|(sample, before)| sample.wrapping_sub(*before));
        differences.flat_map(|difference| self.short(difference)).collect()
    }

    fn short(&self, number: u16) -> [u8; 2] {
        if self.is_little { number.to_le_bytes() } else { number.to_be_bytes() }
    }

    fn long(&self, number: u32) -> [u8; 4] {
        if self.is_little { number.to_le_bytes() } else { number.to_be_bytes() }
    }

    fn shorts(&self, tag: u16, numbers: &[u16]) -> Own {
        Own { tag, kind: SHORT, bytes: numbers.iter().flat_map(|number| self.short(*number)).collect() }
    }

    fn longs(&self, tag: u16, numbers: &[u32]) -> Own {
        Own { tag, kind: LONG, bytes: numbers.iter().flat_map(|number| self.long(*number)).collect() }
    }

    fn entries(&self, frame: Shape, raster: &Raster, rows: u32, places: &[u32], lengths: &[u32]) -> Vec<Own> {
        let channels = frame.format.channels() as u16;
        let bits = if frame.format.is_deep() { 16 } else { 8 };
        let mut entries = vec![
            self.longs(256, &[frame.width_px]),
            self.longs(257, &[frame.height_px]),
            self.shorts(258, &vec![bits; usize::from(channels)]),
            // Deflate, and differences along rows.
            self.shorts(259, &[8]),
            self.shorts(317, &[2]),
            self.shorts(262, &[if channels <= 2 { 1 } else { 2 }]),
            self.longs(273, places),
            self.shorts(277, &[channels]),
            self.longs(278, &[rows]),
            self.longs(279, lengths),
            self.shorts(284, &[1]),
        ];
        if frame.format.has_alpha() {
            entries.push(self.shorts(338, &[2]));
        }
        if let Some((across, down)) = raster.dpi {
            entries.extend([self.fraction(282, across), self.fraction(283, down), self.shorts(296, &[2])]);
        }
        let told = raster.remarks.iter().map(|remark| match remark.keyword.as_str() {
            "Comment" | "Description" => remark.text.clone(),
            keyword => format!("{keyword}: {}", remark.text),
        });
        let told: Vec<String> = told.collect();
        if !told.is_empty() {
            entries.push(Own { tag: 270, kind: ASCII, bytes: [told.join("\n").as_bytes(), &[0]].concat() });
        }
        let blocks = [
            (700, BYTE, raster.xmp.as_ref().map(|packet| packet.as_bytes().to_vec())),
            (34_377, BYTE, raster.resources.as_ref().map(|resources| resources.to_vec())),
            (34_675, UNDEFINED, raster.icc.as_ref().map(|profile| profile.to_vec())),
        ];
        entries.extend(blocks.into_iter().filter_map(|(tag, kind, bytes)| bytes.map(|bytes| Own { tag, kind, bytes })));
        entries
    }

    /// A number as a fraction of thousandths.
    fn fraction(&self, tag: u16, number: f32) -> Own {
        let over = self.long((number * 1_000.0).round() as u32);
        Own { tag, kind: FRACTION, bytes: [over, self.long(1_000)].concat() }
    }
}

/// Writing to memory does not fail.
fn failed(error: std::io::Error) -> Error {
    Error::new(ErrorCode::Internal, "the picture could not be written as TIFF").caused_by(error)
}
