//! Pixels.

use std::sync::Arc;

/// How the samples of a pixel lie in memory: interleaved, row by row, without padding.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PixelFormat {
    /// One 8-bit grey sample.
    Gray8,
    /// Grey and straight alpha, 8 bits each.
    GrayAlpha8,
    /// Red, green, blue, 8 bits each.
    Rgb8,
    /// Red, green, blue and straight alpha, 8 bits each.
    Rgba8,
    /// One 16-bit grey sample in native byte order.
    Gray16,
    /// Grey and straight alpha, 16 bits each in native byte order.
    GrayAlpha16,
    /// Red, green, blue, 16 bits each in native byte order.
    Rgb16,
    /// Red, green, blue and straight alpha, 16 bits each in native byte order.
    Rgba16,
}

impl PixelFormat {
    /// Samples of a pixel.
    pub fn channels(self) -> usize {
        match self {
            PixelFormat::Gray8 | PixelFormat::Gray16 => 1,
            PixelFormat::GrayAlpha8 | PixelFormat::GrayAlpha16 => 2,
            PixelFormat::Rgb8 | PixelFormat::Rgb16 => 3,
            PixelFormat::Rgba8 | PixelFormat::Rgba16 => 4,
        }
    }

    /// Bytes of a pixel.
    pub fn bytes_per_pixel(self) -> usize {
        self.channels() * if self.is_deep() { 2 } else { 1 }
    }

    /// Whether samples have 16 bits.
    pub fn is_deep(self) -> bool {
        matches!(self, PixelFormat::Gray16 | PixelFormat::GrayAlpha16 | PixelFormat::Rgb16 | PixelFormat::Rgba16)
    }

    /// Whether the last sample of a pixel is alpha.
    pub fn has_alpha(self) -> bool {
        self.channels().is_multiple_of(2)
    }
}

/// One picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// Width in pixels.
    pub width_px: u32,
    /// Height in pixels.
    pub height_px: u32,
    /// Layout of `samples`.
    pub format: PixelFormat,
    /// `width_px * height_px * format.bytes_per_pixel()` bytes.
    pub samples: Vec<u8>,
}

/// A picture, or the frames of an animation, upright (any orientation tag has been applied).
#[derive(Debug, Clone, PartialEq)]
pub struct Raster {
    /// At least one frame.
    pub frames: Vec<Frame>,
    /// ICC profile the samples are in; `None` means sRGB.
    pub icc: Option<Arc<[u8]>>,
    /// Exif block (a TIFF structure, without the `Exif\0\0` prefix), its orientation tag set to 1.
    pub exif: Option<Arc<[u8]>>,
    /// Dots per inch, horizontally and vertically, where the source says.
    pub dpi: Option<(f32, f32)>,
    /// XMP packet, in UTF-8 (ISO 16684-1).
    pub xmp: Option<Arc<str>>,
    /// Photoshop's image resources, a row of `8BIM` blocks: IPTC data are among them.
    pub resources: Option<Arc<[u8]>>,
    /// Remarks in plain text, in their order.
    pub remarks: Vec<Remark>,
}

/// A remark that goes with a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    /// What it is, in the keywords of PNG (3rd edition, 11.3.3.1), such as `Title` or `Comment`.
    pub keyword: String,
    /// What it says.
    pub text: String,
}

impl Raster {
    /// A picture of which nothing but its pixels is known.
    pub fn of(frame: Frame) -> Self {
        Raster {
            frames: vec![frame],
            icc: None,
            exif: None,
            dpi: None,
            xmp: None,
            resources: None,
            remarks: Vec::new(),
        }
    }
}
