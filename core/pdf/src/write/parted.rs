//! Alpha channels apart from colour, as a PDF keeps samples, 16-bit ones with the high byte first (ISO 32000-1, 8.9.5).

use std::hash::{Hash, Hasher};
use std::sync::Arc;

use krilla::image::{BitsPerComponent, CustomImage, Image, ImageColorspace};

use transvase_base::error::{Error, Result};
use transvase_codec::holds;
use transvase_codec::png::forms;
use transvase_model::media::MediaId;
use transvase_model::raster::{Frame, PixelFormat};

/// A picture in its parts.
pub(super) struct Parted {
    /// Grey, or red, green and blue.
    pub color: Frame,
    /// How much is let through, where not all is opaque.
    pub alpha: Option<Frame>,
    /// Profile of the colours.
    pub icc: Option<Arc<[u8]>>,
}

impl Parted {
    /// The parts of a picture, none of which says nothing; `None` where there are no pixels.
    pub fn of(frame: Frame, icc: Option<Arc<[u8]>>) -> Option<Parted> {
        if frame.width_px == 0 || frame.height_px == 0 {
            return None;
        }
        // A profile is for as many components as there are.
        let frame = if icc.is_none() { holds::simplest(frame) } else { frame };
        let (color, alpha) = if frame.format.has_alpha() { split(&frame) } else { (frame, None) };
        Some(Parted { color, alpha, icc })
    }

    /// As an image of a document, which is told from others by its number in the store: that has the same bytes once.
    ///
    /// # Errors
    /// `Malformed` where the profile fits no such colours.
    pub fn embedded(self, id: MediaId) -> Result<Image> {
        let deep = self.color.format.is_deep();
        let space = if self.color.format.channels() == 1 { ImageColorspace::Luma } else { ImageColorspace::Rgb };
        let size = (self.color.width_px, self.color.height_px);
        let stored = |frame: &Frame| forms::in_order(&frame.samples, deep).into_owned();
        let (color, alpha) = (stored(&self.color), self.alpha.as_ref().map(stored));
        let samples = Samples { id, size, space, deep, color, alpha, icc: self.icc };
        Image::from_custom(Pixels(Arc::new(samples)), false).map_err(Error::malformed)
    }
}

/// Colour and alpha apart; no alpha where every pixel is opaque.
fn split(frame: &Frame) -> (Frame, Option<Frame>) {
    let is_deep = frame.format.is_deep();
    let (format, alpha_format) = (PixelFormat::of(frame.format.channels() - 1, is_deep), PixelFormat::of(1, is_deep));
    let (mut color, mut alpha) = (Vec::new(), Vec::new());
    for pixel in frame.samples.chunks_exact(frame.format.bytes_per_pixel()) {
        let (colors, opacity) = pixel.split_at(format.bytes_per_pixel());
        color.extend_from_slice(colors);
        alpha.extend_from_slice(opacity);
    }
    let (width_px, height_px, delay_ms) = (frame.width_px, frame.height_px, 0);
    let is_opaque = alpha.iter().all(|sample| *sample == u8::MAX);
    let alpha = Frame { width_px, height_px, format: alpha_format, samples: alpha, delay_ms };
    (Frame { width_px, height_px, format, samples: color, delay_ms }, (!is_opaque).then_some(alpha))
}

/// Samples as krilla asks for them.
#[derive(Clone)]
struct Pixels(Arc<Samples>);

struct Samples {
    id: MediaId,
    size: (u32, u32),
    space: ImageColorspace,
    deep: bool,
    color: Vec<u8>,
    alpha: Option<Vec<u8>>,
    icc: Option<Arc<[u8]>>,
}

impl Hash for Pixels {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.id.hash(state);
    }
}

impl CustomImage for Pixels {
    fn color_channel(&self) -> &[u8] {
        &self.0.color
    }

    fn alpha_channel(&self) -> Option<&[u8]> {
        self.0.alpha.as_deref()
    }

    fn bits_per_component(&self) -> BitsPerComponent {
        if self.0.deep { BitsPerComponent::Sixteen } else { BitsPerComponent::Eight }
    }

    fn size(&self) -> (u32, u32) {
        self.0.size
    }

    fn icc_profile(&self) -> Option<&[u8]> {
        self.0.icc.as_deref()
    }

    fn color_space(&self) -> ImageColorspace {
        self.0.space
    }
}
