//! Pixels to TIFF: every frame a page, packed by Deflate.

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;

use super::forms;
use transvase_base::context::Context;
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_base::options::EFFORT;
use transvase_codec::exif::{self, Own};
use transvase_codec::holds::{self, Holds};
use transvase_codec::png::forms::{Form, Kind, in_order, shape};
use transvase_format::Written;
use transvase_model::raster::Raster;
use transvase_model::rows::{Bands, Rows};

const HOLDS: Holds = Holds {
    alpha: true,
    deep: true,
    icc: true,
    gray: true,
    exif: true,
    xmp: true,
    resources: true,
    remarks: true,
    dpi: true,
};

/// Level of deflate where none is asked for: the usual one takes longer by half for photographs some 3 % smaller.
const QUICK: u32 = 4;

/// Bytes of a strip, about: TIFF 6.0 advises small ones, packers like long ones.
const STRIP_BYTES: usize = 256 << 10;

/// Kinds of values (TIFF 6.0, section 2).
const BYTE: u16 = 1;
const ASCII: u16 = 2;
const SHORT: u16 = 3;
const LONG: u16 = 4;
const FRACTION: u16 = 5;
const UNDEFINED: u16 = 7;

pub(crate) fn write(raster: Raster, context: &Context) -> Result<Written> {
    let level = match context.options().integer(&EFFORT) {
        Some(8..) => Compression::best(),
        Some(..=2) => Compression::fast(),
        Some(_) => Compression::default(),
        None => Compression::new(QUICK),
    };
    let (mut raster, mut file) = begun(raster, context);
    while let Some(rows) = raster.frames.next_rows(context)? {
        file.streamed(rows, &raster, level, context)?;
    }
    file.finished()
}

/// As small as it gets: each page in the form with the fewest bits that tell its pixels, packed well.
pub(super) fn write_small(raster: Raster, context: &Context) -> Result<Written> {
    let (mut raster, mut file) = begun(raster, context);
    while let Some(frame) = raster.frames.next(context)? {
        let mut best: Option<(usize, Form, Vec<Vec<u8>>)> = None;
        for form in forms::exact(frame, context)? {
            let strips = file.strips(&form, Compression::best(), context)?;
            let size = color_map_bytes(&form) + strips.iter().map(Vec::len).sum::<usize>();
            if best.as_ref().is_none_or(|(smallest, ..)| size < *smallest) {
                best = Some((size, form, strips));
            }
        }
        if let Some((_, form, strips)) = best {
            file.page(&form, &raster, &strips);
        }
    }
    file.finished()
}

/// The raster with what a TIFF holds of it, and the beginning of its file.
fn begun<'a>(raster: Raster<'a>, context: &Context) -> (Raster<'a>, File) {
    let raster = holds::fitted(raster, HOLDS, context);
    let is_little = raster.exif.as_deref().is_none_or(|block| block.starts_with(b"II"));
    let mut file = File { bytes: Vec::new(), is_little, link: 4 };
    file.bytes.extend(if is_little { b"II*\0\0\0\0\0" } else { b"MM\0*\0\0\0\0" });
    (raster, file)
}

/// Rows of a strip.
fn strip_rows(form: &Form) -> usize {
    (STRIP_BYTES / form.row_bytes.max(1)).clamp(1, form.height.max(1) as usize)
}

/// Whether samples are told by their differences to those before them.
fn is_predicted(form: &Form) -> bool {
    form.depth >= 8 && form.kind != Kind::Palette
}

fn channels(form: &Form) -> usize {
    match form.kind {
        Kind::Gray | Kind::Palette => 1,
        Kind::GrayAlpha => 2,
        Kind::Rgb => 3,
        Kind::RgbAlpha => 4,
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
    fn finished(self) -> Result<Written> {
        match u32::try_from(self.bytes.len()) {
            Ok(_) => Ok(self.bytes.into()),
            Err(_) => Err(Error::new(ErrorCode::LimitExceeded, "a TIFF has at most 4 GB")),
        }
    }

    fn page(&mut self, form: &Form, raster: &Raster, strips: &[Vec<u8>]) {
        let mut places = Vec::new();
        for strip in strips {
            places.push(self.strip(strip));
        }
        self.directory(form, raster, &places);
    }

    /// A page whose rows come one after another.
    fn streamed(&mut self, rows: Rows<'_>, raster: &Raster, level: Compression, context: &Context) -> Result<()> {
        let is_deep = rows.format.is_deep();
        let form = shape((rows.width_px, rows.height_px), rows.format);
        let (mut places, mut bands) = (Vec::new(), Bands::of(rows));
        while let Some(band) = bands.next(strip_rows(&form), context)? {
            let strip = self.packed(&in_order(band, is_deep), &form, level)?;
            places.push(self.strip(&strip));
        }
        self.directory(&form, raster, &places);
        Ok(())
    }

    /// Adds a strip: its place and its length.
    fn strip(&mut self, strip: &[u8]) -> (u32, u32) {
        let place = self.bytes.len() as u32;
        self.bytes.extend_from_slice(strip);
        (place, strip.len() as u32)
    }

    fn directory(&mut self, form: &Form, raster: &Raster, strips: &[(u32, u32)]) {
        if self.bytes.len() % 2 == 1 {
            self.bytes.push(0);
        }
        let here = self.bytes.len() as u32;
        let place = self.long(here);
        self.bytes[self.link..self.link + 4].copy_from_slice(&place);
        let (places, lengths): (Vec<u32>, Vec<u32>) = strips.iter().copied().unzip();
        let entries = self.entries(form, raster, &places, &lengths);
        self.link = exif::write_page(entries, raster.exif.as_deref(), self.is_little, &mut self.bytes);
    }

    fn strips(&self, form: &Form, level: Compression, context: &Context) -> Result<Vec<Vec<u8>>> {
        let strips = form.rows.chunks((strip_rows(form) * form.row_bytes).max(1));
        let packed = strips.map(|strip| {
            context.checkpoint()?;
            self.packed(strip, form, level)
        });
        packed.collect()
    }

    /// A strip, by differences where samples are whole bytes, packed.
    fn packed(&self, strip: &[u8], form: &Form, level: Compression) -> Result<Vec<u8>> {
        let channels = channels(form);
        let mut encoder = ZlibEncoder::new(Vec::new(), level);
        for row in strip.chunks(form.row_bytes.max(1)) {
            let differences: Vec<u8> = match form.depth {
                16 => self.deep_differences(row, channels),
                8 if is_predicted(form) => {
                    let before = std::iter::repeat_n(&0, channels).chain(row);
                    row.iter().zip(before).map(|(sample, before)| sample.wrapping_sub(*before)).collect()
                }
                _ => row.to_vec(),
            };
            encoder.write_all(&differences).map_err(failed)?;
        }
        encoder.finish().map_err(failed)
    }

    fn deep_differences(&self, row: &[u8], channels: usize) -> Vec<u8> {
        let samples: Vec<u16> = row.chunks_exact(2).map(|pair| u16::from_be_bytes([pair[0], pair[1]])).collect();
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

    fn entries(&self, form: &Form, raster: &Raster, places: &[u32], lengths: &[u32]) -> Vec<Own> {
        let channels = channels(form) as u16;
        let photometric = match form.kind {
            Kind::Gray | Kind::GrayAlpha => 1,
            Kind::Rgb | Kind::RgbAlpha => 2,
            Kind::Palette => 3,
        };
        let mut entries = vec![
            self.longs(256, &[form.width]),
            self.longs(257, &[form.height]),
            self.shorts(258, &vec![u16::from(form.depth); usize::from(channels)]),
            // Deflate, and differences along rows.
            self.shorts(259, &[8]),
            self.shorts(317, &[if is_predicted(form) { 2 } else { 1 }]),
            self.shorts(262, &[photometric]),
            self.longs(273, places),
            self.shorts(277, &[channels]),
            self.longs(278, &[strip_rows(form) as u32]),
            self.longs(279, lengths),
            self.shorts(284, &[1]),
        ];
        if matches!(form.kind, Kind::GrayAlpha | Kind::RgbAlpha) {
            entries.push(self.shorts(338, &[2]));
        }
        if let Some((_, colors)) = form.colors.first() {
            entries.push(self.shorts(320, &color_map(colors, form.depth)));
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

/// A palette as TIFF has it (section 5): all reds, greens and blues of 16 bits, as many as numbers can tell.
fn color_map(colors: &[u8], depth: u8) -> Vec<u16> {
    let sample = |at: usize, channel: usize| u16::from(colors.get(3 * at + channel).copied().unwrap_or(0)) * 257;
    (0..3).flat_map(|channel| (0..1 << depth).map(move |at| sample(at, channel))).collect()
}

/// Bytes of the palette of a form.
fn color_map_bytes(form: &Form) -> usize {
    if form.kind == Kind::Palette { 6 << form.depth } else { 0 }
}

/// Writing to memory does not fail.
fn failed(error: std::io::Error) -> Error {
    Error::new(ErrorCode::Internal, "the picture could not be written as TIFF").caused_by(error)
}
