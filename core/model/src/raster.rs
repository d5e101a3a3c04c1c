//! Raster images: pixels.

use std::fmt;
use std::sync::Arc;
use std::vec;

use crate::media::Media;
use crate::rows::Rows;
use transvase_base::context::Context;
use transvase_base::error::{Error, Result, Stage};

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
    /// The one with so many samples of a pixel; those beyond four are left out.
    pub fn of(channels: usize, is_deep: bool) -> Self {
        match (channels, is_deep) {
            (..=1, false) => PixelFormat::Gray8,
            (2, false) => PixelFormat::GrayAlpha8,
            (3, false) => PixelFormat::Rgb8,
            (_, false) => PixelFormat::Rgba8,
            (..=1, true) => PixelFormat::Gray16,
            (2, true) => PixelFormat::GrayAlpha16,
            (3, true) => PixelFormat::Rgb16,
            (_, true) => PixelFormat::Rgba16,
        }
    }

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
    /// How long it is shown, in milliseconds, where it belongs to an animation.
    pub delay_ms: u32,
}

/// What the frames of a raster are to one another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Sequence {
    /// Pages, or the one picture there is: each stands for itself.
    Pages,
    /// The pictures of an animation, each whole: what a file says of the differences between them is resolved. All have
    /// one size.
    Animation {
        /// How often it is played; 0 means without end.
        plays: u32,
    },
}

/// Makes the next frame, or tells that there is none.
type Draw<'a> = Box<dyn FnMut(&Context) -> Result<Option<Rows<'a>>> + Send + 'a>;

/// The frames of a raster, taken one after another: a thousand pages of a document would have no room beside one
/// another. Each may itself come row by row, from a file that lives as long as `'a`.
pub struct Frames<'a> {
    left: usize,
    /// The format that they are read from.
    origin: Option<&'static str>,
    source: Source<'a>,
}

enum Source<'a> {
    Held(vec::IntoIter<Frame>),
    Drawn(Draw<'a>),
}

impl<'a> Frames<'a> {
    /// `count` frames, each made when it is asked for. Frames that turn out not to be there end the sequence.
    pub fn drawn(count: usize, mut draw: impl FnMut(&Context) -> Result<Option<Frame>> + Send + 'a) -> Self {
        Frames::in_rows(count, move |context| Ok(draw(context)?.map(Rows::from)))
    }

    /// As [`Frames::drawn`], each row by row.
    pub fn in_rows(count: usize, draw: impl FnMut(&Context) -> Result<Option<Rows<'a>>> + Send + 'a) -> Self {
        Frames { left: count, origin: None, source: Source::Drawn(Box::new(draw)) }
    }

    /// Names the format that they are read from, for errors that come as late as they do.
    pub fn read_from(&mut self, origin: &'static str) {
        self.origin = Some(origin);
    }

    /// How many are still to come.
    pub fn left(&self) -> usize {
        self.left
    }

    /// The next one.
    ///
    /// # Errors
    /// Whatever ends the making of a frame.
    pub fn next(&mut self, context: &Context) -> Result<Option<Frame>> {
        self.next_rows(context)?.map(|rows| rows.gathered(context)).transpose()
    }

    /// The next one, row by row.
    ///
    /// # Errors
    /// As [`Frames::next`].
    pub fn next_rows(&mut self, context: &Context) -> Result<Option<Rows<'a>>> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        let mut rows = match &mut self.source {
            Source::Held(frames) => frames.next().map(Rows::from),
            Source::Drawn(draw) => draw(context).map_err(|error| match self.origin {
                Some(origin) => error.at(Stage::Read).in_format(origin),
                None => error,
            })?,
        };
        match &mut rows {
            Some(rows) => self.origin.into_iter().for_each(|origin| rows.read_from(origin)),
            None => self.left = 0,
        }
        Ok(rows)
    }

    /// The next one, where there has to be one.
    ///
    /// # Errors
    /// `Malformed` where there is none, and as [`Frames::next`].
    pub fn first(&mut self, context: &Context) -> Result<Frame> {
        self.first_rows(context)?.gathered(context)
    }

    /// The next one row by row, where there has to be one.
    ///
    /// # Errors
    /// As [`Frames::first`].
    pub fn first_rows(&mut self, context: &Context) -> Result<Rows<'a>> {
        self.next_rows(context)?.ok_or_else(|| Error::malformed("the picture has no frame"))
    }

    /// The frames as `change` makes them, one after another.
    #[must_use]
    pub fn mapped(mut self, mut change: impl FnMut(Rows<'a>, &Context) -> Result<Rows<'a>> + Send + 'a) -> Self {
        Frames::in_rows(self.left, move |context| {
            self.next_rows(context)?.map(|rows| change(rows, context)).transpose()
        })
    }
}

impl From<Vec<Frame>> for Frames<'_> {
    fn from(frames: Vec<Frame>) -> Self {
        Frames { left: frames.len(), origin: None, source: Source::Held(frames.into_iter()) }
    }
}

impl<'a> From<Rows<'a>> for Frames<'a> {
    fn from(rows: Rows<'a>) -> Self {
        let mut rows = Some(rows);
        Frames::in_rows(1, move |_| Ok(rows.take()))
    }
}

impl fmt::Debug for Frames<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Frames").field("left", &self.left).finish_non_exhaustive()
    }
}

/// A picture, the frames of an animation, or pages of pixels, upright (any orientation tag has been applied).
#[derive(Debug)]
pub struct Raster<'a> {
    /// At least one frame.
    pub frames: Frames<'a>,
    /// What the frames are to one another.
    pub sequence: Sequence,
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
    /// The file that the frames came from, as long as it shows the same: for steps that can pass it on as it is.
    pub original: Option<Media>,
}

/// A remark that goes with a picture.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    /// What it is, in the keywords of PNG (3rd edition, 11.3.3.1), such as `Title` or `Comment`.
    pub keyword: String,
    /// What it says.
    pub text: String,
}

impl<'a> Raster<'a> {
    /// A picture of which nothing but its pixels is known.
    pub fn of(frame: Frame) -> Self {
        Raster::pages(vec![frame])
    }

    /// How often its frames are played, where it is an animation of several; 0 means without end.
    pub fn plays(&self) -> Option<u32> {
        match self.sequence {
            Sequence::Animation { plays } if self.frames.left() > 1 => Some(plays),
            _ => None,
        }
    }

    /// What stands beside the frames, without any.
    pub fn beside(self) -> Raster<'static> {
        let Raster { frames: _, sequence, icc, exif, dpi, xmp, resources, remarks, original } = self;
        let frames = Frames::from(Vec::new());
        Raster { frames, sequence, icc, exif, dpi, xmp, resources, remarks, original }
    }

    /// Pages of which nothing but their pixels is known.
    pub fn pages(frames: impl Into<Frames<'a>>) -> Self {
        Raster {
            frames: frames.into(),
            sequence: Sequence::Pages,
            icc: None,
            exif: None,
            dpi: None,
            xmp: None,
            resources: None,
            remarks: Vec::new(),
            original: None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_several_frames_are_played() {
        let frame = Frame { width_px: 1, height_px: 1, format: PixelFormat::Gray8, samples: vec![0], delay_ms: 0 };
        let played = |count, sequence| Raster { sequence, ..Raster::pages(vec![frame.clone(); count]) }.plays();
        assert_eq!(played(2, Sequence::Animation { plays: 3 }), Some(3));
        assert_eq!(played(1, Sequence::Animation { plays: 3 }), None);
        assert_eq!(played(2, Sequence::Pages), None);
    }
}
