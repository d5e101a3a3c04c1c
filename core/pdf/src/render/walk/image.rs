//! Images: what must not be decoded is taken out of sight, the rest counts each time it is drawn.

use std::io::Write;
use std::ops::Range;

use flate2::Compression;
use flate2::write::ZlibEncoder;
use hayro::hayro_syntax::object::Stream;

use super::super::super::read::image;
use super::super::{blind, edit};
use super::{PIXELS_PER_OPERATOR, Refusal, Walk, Walked, address};
use transvase_base::error::Error;
use transvase_base::units::Rect;

/// Entries of an image that say how its data is packed.
const PACKING: [&[u8]; 7] = [b"Filter", b"DecodeParms", b"Length", b"Width", b"Height", b"BitsPerComponent", b"F"];

/// An image of bits, packed with a filter that no decoder fails on.
fn packed(bits: &image::Bits<'_>) -> Vec<u8> {
    let mut entries = edit::entries(bits.image.dict(), &PACKING);
    let image::Bits { width, height, .. } = bits;
    let own = format!("/Width {width} /Height {height} /BitsPerComponent 1 /Filter /FlateDecode");
    entries.extend_from_slice(own.as_bytes());
    let mut packer = ZlibEncoder::new(Vec::new(), Compression::fast());
    // Writing to memory never fails.
    let data = packer.write_all(&bits.rows).and_then(|()| packer.finish()).unwrap_or_default();
    edit::stream(&entries, &data)
}

/// Pixels that are painted with a colour while one is with an image.
const IMAGE_PIXELS: u64 = 4;

/// What is known of an image.
#[derive(Debug, Clone, Default)]
pub(super) struct Look {
    /// Pixels that are decoded for it.
    pixels: u64,
    /// Where the dictionaries lie of what must not be decoded: itself, or its mask.
    blind: Vec<Range<usize>>,
}

impl Walk<'_> {
    /// Counts an image each of whose colours costs so much.
    pub(super) fn image(&mut self, image: &Stream<'_>, tint: u64) -> Walked<()> {
        self.spread_image()?;
        let key = address(image.dict().data());
        let look = match self.known.images.get(&key) {
            Some(look) => look.clone(),
            None => self.look(image)?,
        };
        self.known.images.insert(key, look.clone());
        for place in look.blind {
            if !self.survey.blind.contains(&place) {
                self.survey.blind.push(place);
            }
        }
        // An image is decoded each time; the first time the file pays for with its own size.
        let is_new = self.images.insert(key);
        // Colours that come again are computed once, and there are hardly more others than bytes.
        self.paint(tint.saturating_mul(look.pixels.min(image.raw_data().len() as u64)))?;
        if is_new {
            return self.charge(look.pixels / PIXELS_PER_OPERATOR);
        }
        self.tile(look.pixels, true)?;
        self.paint(look.pixels)
    }

    /// Counts the area that an image covers (ISO 32000-1, 8.9.3).
    fn spread_image(&mut self) -> Walked<()> {
        let area = self.state.ctm.apply_rect(&Rect { left: 0.0, top: 0.0, right: 1.0, bottom: 1.0 });
        let seen = self.seen(&area);
        self.paint(seen.saturating_mul(IMAGE_PIXELS))?;
        self.blend(seen)
    }

    fn look(&mut self, image: &Stream<'_>) -> Walked<Look> {
        let image::Gate { pixels, refused, decoded } = image::gate_for(image, self.context)?;
        for bits in decoded {
            if let Some(id) = bits.image.dict().obj_id().filter(|_| self.is_open) {
                self.survey.edits.replace(id, packed(&bits));
            }
        }
        let place = |part: &Stream<'_>| blind::place(self.file, part.dict().data());
        let blind: Option<Vec<Range<usize>>> = refused.iter().map(place).collect();
        let message = "an image of the page is too large to be decoded";
        let blind = blind.ok_or_else(|| Refusal::Page(Error::malformed(message)))?;
        Ok(Look { pixels, blind })
    }

    /// Counts an image within content, which cannot be taken out.
    pub(super) fn inline_image(&mut self, image: &Stream<'_>) -> Walked<()> {
        let image::Gate { pixels, refused, decoded } = image::gate_for(image, self.context)?;
        // Filters that only files of their own have are not for images within content.
        if !refused.is_empty() || !decoded.is_empty() {
            return Err(Refusal::Page(Error::malformed("an image of the page is too large to be decoded")));
        }
        self.spread_image()?;
        self.charge(pixels / PIXELS_PER_OPERATOR)
    }
}
