//! How the samples of a page lie in the file.

use super::directory::Directory;
use super::unpack;
use transvase_base::error::{Error, Result};

/// Fields (TIFF 6.0, appendix A).
pub mod tag {
    pub(crate) const WIDTH: u16 = 256;
    pub(crate) const HEIGHT: u16 = 257;
    pub(crate) const BITS: u16 = 258;
    /// How chunks are packed.
    pub const COMPRESSION: u16 = 259;
    pub(crate) const PHOTOMETRIC: u16 = 262;
    pub(crate) const FILL_ORDER: u16 = 266;
    /// Offsets of strips.
    pub const STRIPS: u16 = 273;
    pub(crate) const ORIENTATION: u16 = 274;
    pub(crate) const SAMPLES: u16 = 277;
    pub(crate) const ROWS_PER_STRIP: u16 = 278;
    /// Bytes of strips.
    pub const STRIP_BYTES: u16 = 279;
    pub(crate) const PLANAR: u16 = 284;
    pub(crate) const FAX_OPTIONS: u16 = 292;
    /// How samples are foretold.
    pub const PREDICTOR: u16 = 317;
    pub(crate) const COLOR_MAP: u16 = 320;
    pub(crate) const TILE_WIDTH: u16 = 322;
    pub(crate) const TILE_HEIGHT: u16 = 323;
    /// Offsets of tiles.
    pub const TILES: u16 = 324;
    /// Bytes of tiles.
    pub const TILE_BYTES: u16 = 325;
    /// Offsets of further directories.
    pub const SUB_DIRECTORIES: u16 = 330;
    pub(crate) const EXTRA_SAMPLES: u16 = 338;
    pub(crate) const SAMPLE_FORMAT: u16 = 339;
    pub(crate) const JPEG_TABLES: u16 = 347;
    /// Offset of a whole JPEG, in old files.
    pub const JPEG_STREAM: u16 = 513;
    pub(crate) const SUBSAMPLING: u16 = 530;
}

/// The colour profile (ICC.1, annex B.3).
pub const ICC: u16 = 34_675;

/// What samples stand for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Meaning {
    /// Grey from white.
    WhiteIsZero,
    /// Grey from black.
    BlackIsZero,
    /// Red, green, blue.
    Rgb,
    /// A number of a colour map.
    Palette,
    /// Inks.
    Cmyk,
    /// Luma and two differences.
    YCbCr,
    /// With signed colours.
    Lab,
    /// With colours from 0 on, as in ICC profiles.
    IccLab,
    /// Light by its logarithm, without and with colours.
    LogL,
    /// Logarithmic luminance and chromaticities.
    LogLuv,
}

/// What a sample is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Whole numbers from zero.
    Unsigned,
    /// Whole numbers of either sign.
    Signed,
    /// IEEE floating point.
    Float,
    /// Two numbers, of which pictures are not made.
    Complex,
}

/// What the sample behind the colours is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Alpha {
    /// Nothing that is seen.
    None,
    /// Opacity, which the colours are multiplied with.
    Associated,
    /// Opacity.
    Straight,
}

/// Everything about the pixels of a page.
#[derive(Debug, Clone)]
pub struct Layout {
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// Bits of a sample.
    pub bits: u32,
    /// Samples of a pixel.
    pub samples: usize,
    /// What numbers the samples are.
    pub kind: Kind,
    /// What colours the samples mean.
    pub meaning: Meaning,
    /// Whether a channel is opacity.
    pub alpha: Alpha,
    /// Number of the compression.
    pub compression: u64,
    /// Number of the predictor.
    pub predictor: u64,
    /// Whether channels lie apart.
    pub is_planar: bool,
    /// Whether the lowest bit of a byte comes first.
    pub is_reversed: bool,
    /// Options of CCITT compressions.
    pub fax_options: u64,
    /// How the picture lies, as in Exif.
    pub orientation: u8,
    /// Size of strips or tiles, and their places and lengths in the file.
    pub chunk: (u32, u32),
    /// Offset and bytes of each strip or tile.
    pub chunks: Vec<(u64, u64)>,
    /// Colours by number: all reds, then all greens, then all blues, of 16 bits each.
    pub colors: Vec<u16>,
    /// Pixels that share their colour differences, across and down.
    pub subsampling: (u32, u32),
    /// Tables that the JPEG streams of chunks share.
    pub jpeg_tables: Vec<u8>,
    /// Where the JPEG stream of the whole page is, in the old way of coding it.
    pub jpeg_stream: Option<u64>,
}

impl Layout {
    /// Reads what a page says.
    ///
    /// # Errors
    /// `Malformed` where the page has no size, or samples no picture has.
    pub fn read(page: &Directory, file: &[u8]) -> Result<Layout> {
        let number = |tag: u16| page.number(file, tag);
        let side = |tag: u16| number(tag).and_then(|side| u32::try_from(side).ok()).filter(|side| *side > 0);
        let (Some(width), Some(height)) = (side(tag::WIDTH), side(tag::HEIGHT)) else {
            return Err(Error::malformed("the page of the TIFF has no size"));
        };
        let bits = page.numbers(file, tag::BITS);
        let samples = number(tag::SAMPLES).map_or(bits.len().max(1), |samples| samples as usize);
        let compression = number(tag::COMPRESSION).unwrap_or(1);
        let is_fax = matches!(compression, 2..=4);
        let photometric = number(tag::PHOTOMETRIC).unwrap_or(if samples >= 3 { 2 } else { u64::from(!is_fax) });
        let meaning = meaning(photometric)?;
        let first = bits.first().copied().unwrap_or(1);
        if bits.iter().any(|other| *other != first) || !(1..=64).contains(&first) || !(1..=32).contains(&samples) {
            return Err(Error::malformed("the bits per sample or the number of samples of the TIFF are not supported"));
        }
        let is_tiled = page.number(file, tag::TILES).is_some();
        let chunk = match is_tiled {
            true => (side(tag::TILE_WIDTH).unwrap_or(width), side(tag::TILE_HEIGHT).unwrap_or(height)),
            false => (width, side(tag::ROWS_PER_STRIP).unwrap_or(height).min(height)),
        };
        let pair = |values: &[u64]| match values {
            [across, down, ..] => (*across as u32, *down as u32),
            _ => (2, 2),
        };
        let layout = Layout {
            width,
            height,
            bits: first as u32,
            samples,
            kind: kind(number(tag::SAMPLE_FORMAT)),
            meaning,
            alpha: alpha(meaning, samples, page.numbers(file, tag::EXTRA_SAMPLES).first().copied()),
            compression,
            predictor: number(tag::PREDICTOR).unwrap_or(1),
            is_planar: samples > 1 && number(tag::PLANAR) == Some(2),
            is_reversed: number(tag::FILL_ORDER) == Some(2),
            fax_options: number(tag::FAX_OPTIONS).unwrap_or(0),
            orientation: number(tag::ORIENTATION).filter(|turn| (1..=8).contains(turn)).unwrap_or(1) as u8,
            chunk,
            chunks: chunks(page, file, is_tiled),
            colors: page.numbers(file, tag::COLOR_MAP).into_iter().map(|color| color as u16).collect(),
            subsampling: pair(&page.numbers(file, tag::SUBSAMPLING)),
            jpeg_tables: page.bytes(file, tag::JPEG_TABLES).to_vec(),
            jpeg_stream: number(tag::JPEG_STREAM),
        };
        Ok(layout.lit())
    }

    /// Light is unpacked to samples that can be shown, whatever the file says of the numbers that it is stored as.
    fn lit(self) -> Layout {
        let samples = match self.meaning {
            Meaning::LogL => 1,
            Meaning::LogLuv => 3,
            _ => return self,
        };
        let (kind, alpha) = (Kind::Unsigned, Alpha::None);
        Layout { bits: 8, samples, kind, alpha, predictor: 1, is_planar: false, ..self }
    }

    /// Whether samples are light by its logarithm.
    pub fn is_light(&self) -> bool {
        matches!(self.meaning, Meaning::LogL | Meaning::LogLuv)
    }

    /// Samples of colour, without alpha and what else there may be.
    pub fn color_samples(&self) -> usize {
        color_samples(self.meaning)
    }

    /// Samples of a pixel that are kept: colours and alpha, not what else there may be.
    pub fn kept(&self) -> usize {
        (self.color_samples() + usize::from(self.alpha != Alpha::None)).min(self.samples)
    }

    /// Whether samples are kept with 16 bits.
    pub fn is_deep(&self) -> bool {
        self.bits > 8
    }

    /// Whether the pixels of a chunk share their colour differences (TIFF 6.0, section 21).
    pub fn is_shared(&self) -> bool {
        self.meaning == Meaning::YCbCr && !self.is_planar && !unpack::is_file(self.compression) && self.bits == 8
    }

    /// Bytes of a row of a chunk.
    pub fn row_bytes(&self) -> usize {
        (self.chunk.0 as usize).saturating_mul(self.chunk_samples() * self.bits as usize).div_ceil(8)
    }

    /// Samples of a pixel in one chunk.
    pub fn chunk_samples(&self) -> usize {
        if self.is_planar { 1 } else { self.samples }
    }

    /// Chunks in a row of them, and rows.
    pub fn grid(&self) -> (u32, u32) {
        (self.width.div_ceil(self.chunk.0), self.height.div_ceil(self.chunk.1))
    }
}

/// Places and lengths of strips or tiles. What has no length reaches to the next, or to the end.
fn chunks(page: &Directory, file: &[u8], is_tiled: bool) -> Vec<(u64, u64)> {
    let (places, lengths) = if is_tiled { (tag::TILES, tag::TILE_BYTES) } else { (tag::STRIPS, tag::STRIP_BYTES) };
    let lengths = page.numbers(file, lengths);
    let rest = |start: u64| (file.len() as u64).saturating_sub(start);
    let starts = page.numbers(file, places).into_iter().enumerate();
    starts
        .map(|(at, start)| (start, lengths.get(at).copied().filter(|length| *length > 0).unwrap_or(rest(start))))
        .collect()
}

fn meaning(photometric: u64) -> Result<Meaning> {
    Ok(match photometric {
        0 => Meaning::WhiteIsZero,
        1 | 4 => Meaning::BlackIsZero,
        2 => Meaning::Rgb,
        3 => Meaning::Palette,
        5 => Meaning::Cmyk,
        6 => Meaning::YCbCr,
        8 => Meaning::Lab,
        9 | 10 => Meaning::IccLab,
        32_844 => Meaning::LogL,
        32_845 => Meaning::LogLuv,
        other => {
            return Err(Error::malformed(format!(
                "the colour space of the TIFF is not supported (photometric interpretation {other})"
            )));
        }
    })
}

fn color_samples(meaning: Meaning) -> usize {
    match meaning {
        Meaning::WhiteIsZero | Meaning::BlackIsZero | Meaning::Palette | Meaning::LogL => 1,
        Meaning::Rgb | Meaning::YCbCr | Meaning::Lab | Meaning::IccLab | Meaning::LogLuv => 3,
        Meaning::Cmyk => 4,
    }
}

fn kind(format: Option<u64>) -> Kind {
    match format {
        Some(2) => Kind::Signed,
        Some(3) => Kind::Float,
        Some(5 | 6) => Kind::Complex,
        _ => Kind::Unsigned,
    }
}

fn alpha(meaning: Meaning, samples: usize, extra: Option<u64>) -> Alpha {
    let colors = color_samples(meaning);
    match extra {
        Some(1) if samples > colors => Alpha::Associated,
        Some(2) if samples > colors => Alpha::Straight,
        _ => Alpha::None,
    }
}
