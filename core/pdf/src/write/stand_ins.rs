//! Placeholder images: small pictures that stand for those that are meant until the file is made.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::Arc;

use krilla::image::Image;

use super::super::edit::fill::{self, KEY_SIZE, Picture};
use super::parted::Parted;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::hash;
use transvase_codec::png::forms::Kind;
use transvase_codec::png::stored::Stored;
use transvase_codec::{held, pixels};
use transvase_model::media::{Media, MediaId};
use transvase_model::raster::{Frame, PixelFormat};

/// What is meant, by the keys that stand for it.
#[derive(Debug, Default)]
pub(super) struct StandIns(RefCell<BTreeMap<u128, Picture>>);

impl StandIns {
    /// Stands for the samples of a PNG as they are in its file; `None` where they cannot be taken.
    ///
    /// # Errors
    /// A limit, `TimedOut` or `Cancelled`.
    pub fn stored(&self, media: &Media, id: MediaId, context: &Context) -> Result<Option<Image>> {
        let Some(color) = Stored::of_file(&media.bytes, context)? else { return Ok(None) };
        pixels::charge_pixels((color.width, color.height), context)?;
        let icc = held::raster(media, context)?.icc;
        self.image(media, id, Picture { color, alpha: None }, icc).map(Some)
    }

    /// Stands for samples that are packed here.
    ///
    /// # Errors
    /// A limit, `TimedOut` or `Cancelled`.
    pub fn packed(&self, parted: Parted, media: &Media, id: MediaId, context: &Context) -> Result<Image> {
        let color = Stored::of_frame(&parted.color, context)?;
        let alpha = parted.alpha.map(|alpha| Stored::of_frame(&alpha, context)).transpose()?;
        self.image(media, id, Picture { color, alpha }, parted.icc)
    }

    /// The small picture, of as many components as the one that is meant.
    fn image(&self, media: &Media, id: MediaId, picture: Picture, icc: Option<Arc<[u8]>>) -> Result<Image> {
        let key = hash::fnv1a(media.bytes.iter());
        let (format, channels) = match picture.color.kind {
            Kind::Gray => (PixelFormat::Gray8, 1),
            _ => (PixelFormat::Rgb8, 3),
        };
        let samples = key.to_be_bytes().into_iter().flat_map(|byte| std::iter::repeat_n(byte, channels)).collect();
        let frame =
            |format, samples| Frame { width_px: KEY_SIZE.0, height_px: KEY_SIZE.1, format, samples, delay_ms: 0 };
        let alpha = picture.alpha.is_some().then(|| frame(PixelFormat::Gray8, vec![0; KEY_SIZE.0 as usize]));
        self.0.borrow_mut().insert(key, picture);
        Parted { color: frame(format, samples), alpha, icc }.embedded(id)
    }

    /// The file with what is meant in its place, its small objects packed together.
    ///
    /// # Errors
    /// A limit, `TimedOut` or `Cancelled`.
    pub fn filled(&self, file: &[u8], is_accessible: bool, context: &Context) -> Result<Vec<u8>> {
        fill::filled(file, &self.0.take(), is_accessible, context)
    }
}
