//! Inline pictures ([MS-DOC], 2.9.190, PICFAndOfficeArtData), and pictures of shapes.

use super::Reader;
use super::art::{self, Blip, Properties, Record};
use super::letters::Letters;
use transvase_base::context::{Context, Limit};
use transvase_base::error::Result;
use transvase_base::units::Size;
use transvase_base::warning::{Warning, WarningCode};
use transvase_base::wording::counted;
use transvase_base::{inflate, le};
#[cfg(feature = "metafiles")]
use transvase_markup::metafile;
use transvase_model::flow::{Drawing, Edges, Inline, InlineImage};
use transvase_model::media::MediaId;

/// Largest side of a picture in points.
const LARGEST: f32 = 1_584.0;
/// Records of a picture in a line: its shape, and what it shows.
const MAX_RECORDS: usize = 16;
/// Bytes of the header of a BMP file (Microsoft, BITMAPFILEHEADER).
const FILE_HEADER: u32 = 14;
/// The kind of a picture that is a shape with its name before it ([MS-DOC], 2.9.158, MFPF).
const NAMED: u16 = 0x66;
/// Properties of a shape: how much of its picture is cut off ([MS-ODRAW], 2.3.23).
const CUTS: [u16; 4] = [0x100, 0x101, 0x102, 0x103];

/// What became of the pictures of a file.
#[derive(Debug, Default)]
pub(super) struct Losses {
    others: usize,
    /// Drawings that are neither pictures nor text.
    pub drawings: usize,
}

impl Losses {
    /// Warns of what is missing.
    pub(super) fn warn(&self, context: &Context) {
        if self.others > 0 {
            let message = counted(
                self.others,
                "[picture|pictures] of an unknown kind could not be shown and [was|were] left out",
            );
            context.warn(Warning::new(WarningCode::ImageDropped, message));
        }
        if self.drawings > 0 {
            let message = counted(self.drawings, "[drawing without text was|drawings without text were] left out");
            context.warn(Warning::new(WarningCode::DrawingDropped, message));
        }
    }
}

/// A picture that the document has taken.
pub(super) enum Taken {
    Image(MediaId),
    #[cfg_attr(not(feature = "metafiles"), allow(dead_code, reason = "metafiles are drawings"))]
    Drawing(Drawing),
}

impl Reader<'_> {
    /// The picture that a letter stands for; `None` where it stands for none, or one that cannot be shown.
    ///
    /// # Errors
    /// Limits of images.
    pub(super) fn picture(&mut self, letters: &Letters) -> Result<Option<Inline>> {
        let Some(at) = letters.picture.filter(|_| !letters.data).map(|at| at as usize) else { return Ok(None) };
        let data = &self.file.data;
        let field = |offset: usize| le::u16(data, at.saturating_add(offset)).unwrap_or_default();
        let len = le::u32(data, at).unwrap_or_default() as usize;
        let end = at.saturating_add(len).min(data.len());
        let mut begin = at.saturating_add(usize::from(field(4)));
        if field(6) == NAMED {
            begin += 1 + le::u8(data, begin).map_or(0, usize::from);
        }
        let Some(bytes) = data.get(begin..end).filter(|bytes| !bytes.is_empty()) else { return Ok(None) };
        let records = || art::records(bytes).take(MAX_RECORDS);
        let shape = records().find(|record| record.kind == art::SHAPE);
        self.context.charge(Limit::elements, shape.map_or(1, |shape| 1 + shape.bytes.len() as u64 / 64))?;
        let properties = shape.map(|shape| Properties::read(shape.bytes)).unwrap_or_default();
        let found = records().find_map(|record| art::stored(record, &[]));
        let crop = crop(&properties);
        let side = |goal: usize, scale: usize, cut: f32| {
            let scale = f32::from(field(scale)).clamp(1.0, 100_000.0) / 1_000.0;
            let side = f32::from(field(goal) as i16) / 20.0 * scale * (1.0 - cut).max(0.01);
            (side > 0.0).then_some(side.min(LARGEST))
        };
        let size = (side(28, 32, crop.left + crop.right), side(30, 34, crop.top + crop.bottom));
        let drawn = Size { width: size.0.unwrap_or(LARGEST / 8.0), height: size.1.unwrap_or(LARGEST / 8.0) };
        Ok(match self.take(found, drawn)? {
            None => None,
            Some(Taken::Drawing(drawing)) => Some(Inline::Drawing(Drawing { alt: properties.alt, ..drawing })),
            Some(Taken::Image(media)) => {
                let (width, height) = size;
                let alt = properties.alt;
                Some(Inline::Image(InlineImage { width, height, crop, alt, ..InlineImage::new(media) }))
            }
        })
    }

    /// Takes a picture into the document; `None` where there is none, or where it cannot be shown.
    ///
    /// # Errors
    /// Limits of images.
    pub(super) fn take(&mut self, blip: Option<Blip<'_>>, size: Size) -> Result<Option<Taken>> {
        let context = self.context;
        let image = match blip {
            None => None,
            Some(Blip::Encoded(bytes)) => {
                context.charge_unpacked(bytes.len())?;
                self.gallery.add(bytes, context)?
            }
            Some(Blip::Bitmap(bytes)) => {
                context.charge_unpacked(bytes.len())?;
                self.gallery.add(&bitmap(bytes), context)?
            }
            Some(Blip::Metafile(bytes, is_packed)) => {
                let unpacked = if is_packed { inflate::zlib(bytes, context)? } else { None };
                return self.metafile(unpacked.as_deref().unwrap_or(bytes), size);
            }
        };
        self.losses.others += usize::from(image.is_none());
        Ok(image.map(|picture| Taken::Image(picture.media)))
    }

    /// A metafile in a size; `None` where it cannot be drawn, which is told then.
    ///
    /// # Errors
    /// Limits, `TimedOut`, `Cancelled`.
    #[cfg(feature = "metafiles")]
    fn metafile(&mut self, bytes: &[u8], size: Size) -> Result<Option<Taken>> {
        let drawing = metafile::draw(bytes, size, &mut self.gallery.store, self.context)?;
        Ok(drawing.map(|drawing| metafile::only_image(&drawing).map_or_else(|| Taken::Drawing(drawing), Taken::Image)))
    }

    #[cfg(not(feature = "metafiles"))]
    fn metafile(&mut self, _: &[u8], _: Size) -> Result<Option<Taken>> {
        self.losses.others += 1;
        Ok(None)
    }

    /// The picture of a shape by its number in the store.
    ///
    /// # Errors
    /// Limits of images.
    pub(super) fn stored(&mut self, number: u32, size: Size) -> Result<Option<Taken>> {
        let file = self.file;
        let record = file.pictures.get((number as usize).wrapping_sub(1)).and_then(|range| {
            let bytes = file.tables.get(range.clone())?;
            art::records(bytes).next()
        });
        let blip = record.and_then(|record: Record<'_>| art::stored(record, file.document));
        self.take(blip, size)
    }
}

/// How much of a picture is cut off.
pub(super) fn crop(properties: &Properties) -> Edges {
    let [top, bottom, left, right] = CUTS.map(|cut| properties.fixed(cut).unwrap_or(0.0).clamp(0.0, 0.95));
    Edges { top, right, bottom, left }
}

/// A bitmap with the header that a file of it has: its pixels begin behind its colours (Microsoft, BITMAPINFOHEADER).
fn bitmap(bytes: &[u8]) -> Vec<u8> {
    let long = |at: usize| le::u32(bytes, at).unwrap_or_default();
    let header = long(0).min(1 << 16);
    let colors = match (long(32), le::u16(bytes, 14).unwrap_or_default()) {
        (0, bits @ 1..=8) => 1 << bits,
        (said, _) => said.min(256),
    };
    let masks = if long(16) == 3 && header == 40 { 12 } else { 0 };
    let mut file = b"BM".to_vec();
    file.extend((bytes.len() as u32).saturating_add(FILE_HEADER).to_le_bytes());
    file.extend([0; 4]);
    file.extend((FILE_HEADER + header + masks + colors * 4).to_le_bytes());
    file.extend_from_slice(bytes);
    file
}
