//! Pictures (RTF 1.9.1, "Pictures").

use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::Size;
use transvase_base::warning::{Warning, WarningCode};
use transvase_base::wording::counted;
use transvase_markup::html::Gallery;
#[cfg(feature = "metafiles")]
use transvase_markup::metafile;
use transvase_model::flow::{Drawing, Edges, Inline, InlineImage, Placement};
use transvase_model::media::MediaId;

/// Largest side of a picture in points.
const LARGEST: f32 = 1_584.0;
/// Bytes of the header of a BMP file (Microsoft, BITMAPFILEHEADER).
const FILE_HEADER: usize = 14;

/// A picture that is being read.
#[derive(Debug, Default)]
pub(super) struct OpenPicture {
    kind: Kind,
    width: i32,
    height: i32,
    goal_width: i32,
    goal_height: i32,
    scale_x: Option<i32>,
    scale_y: Option<i32>,
    /// Twips cut off: top, right, bottom, left.
    crop: [i32; 4],
    /// The bytes, and the first digit of the next one.
    bytes: Vec<u8>,
    digit: Option<u8>,
    /// Words for those who do not see it.
    pub alt: Option<String>,
    /// Size of the shape that it fills; `None` where it stands alone.
    pub within: Option<Size>,
}

/// The encoding of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Kind {
    /// What its bytes say.
    #[default]
    Sniffed,
    /// A bitmap without the header of a file.
    Bitmap,
    /// A metafile of Windows, or an enhanced one.
    Metafile,
    Other,
}

/// A picture in the document.
#[derive(Debug)]
pub(super) enum Pictured {
    Image(InlineImage),
    #[cfg_attr(not(feature = "metafiles"), allow(dead_code, reason = "metafiles are drawings"))]
    Drawing(Drawing),
}

impl Pictured {
    /// The picture in the line.
    pub(super) fn inline(self) -> Inline {
        match self {
            Pictured::Image(image) => Inline::Image(image),
            Pictured::Drawing(drawing) => Inline::Drawing(drawing),
        }
    }

    /// The picture at a place of its own, with words about it where it has none.
    pub(super) fn placed(self, placement: Placement, size: Size, words: Option<&String>) -> Inline {
        let alt = |own: Option<String>| own.or_else(|| words.cloned());
        match self {
            Pictured::Image(mut image) => {
                if size.width > 0.0 && size.height > 0.0 {
                    (image.width, image.height) = (Some(size.width), Some(size.height));
                }
                Inline::Image(InlineImage { placement: Some(placement), alt: alt(image.alt.take()), ..image })
            }
            Pictured::Drawing(mut drawing) => {
                Inline::Drawing(Drawing { placement: Some(placement), alt: alt(drawing.alt.take()), ..drawing })
            }
        }
    }
}

/// What became of the pictures of a file.
#[derive(Debug, Default)]
pub(super) struct Losses {
    others: usize,
}

impl OpenPicture {
    /// Takes a control word of the picture.
    pub(super) fn take(&mut self, word: &str, value: Option<i32>) {
        let number = value.unwrap_or(0);
        match word {
            "pngblip" | "jpegblip" => self.kind = Kind::Sniffed,
            "dibitmap" => self.kind = Kind::Bitmap,
            "emfblip" | "wmetafile" => self.kind = Kind::Metafile,
            "macpict" | "pmmetafile" | "wbitmap" => self.kind = Kind::Other,
            "picw" => self.width = number,
            "pich" => self.height = number,
            "picwgoal" => self.goal_width = number,
            "pichgoal" => self.goal_height = number,
            "picscalex" => self.scale_x = value,
            "picscaley" => self.scale_y = value,
            "piccropt" => self.crop[0] = number,
            "piccropr" => self.crop[1] = number,
            "piccropb" => self.crop[2] = number,
            "piccropl" => self.crop[3] = number,
            _ => {}
        }
    }

    /// Takes digits.
    pub(super) fn digits(&mut self, text: &[u8]) {
        for byte in text {
            let Some(digit) = char::from(*byte).to_digit(16) else { continue };
            match self.digit.take() {
                Some(first) => self.bytes.push(first << 4 | digit as u8),
                None => self.digit = Some(digit as u8),
            }
        }
    }

    /// Takes bytes.
    pub(super) fn binary(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// The picture in the line; `None` where it cannot be shown.
    pub(super) fn finish(
        self,
        gallery: &mut Gallery,
        losses: &mut Losses,
        context: &Context,
    ) -> Result<Option<Pictured>> {
        if self.bytes.is_empty() {
            return Ok(None);
        }
        context.charge_unpacked(self.bytes.len())?;
        let picture = match self.kind {
            Kind::Sniffed => gallery.add(&self.bytes, context)?,
            Kind::Bitmap => gallery.add(&bitmap(&self.bytes), context)?,
            Kind::Metafile => return self.metafile(gallery, losses, context),
            Kind::Other => None,
        };
        losses.others += usize::from(picture.is_none());
        Ok(picture.map(|picture| Pictured::Image(self.image(picture.media))))
    }

    /// A metafile in its place; `None` where it cannot be drawn, which is told then.
    #[cfg(feature = "metafiles")]
    fn metafile(self, gallery: &mut Gallery, _: &mut Losses, context: &Context) -> Result<Option<Pictured>> {
        let size = self.within.unwrap_or_else(|| {
            let (width, height) = self.shown();
            Size { width: width.unwrap_or_default(), height: height.unwrap_or_default() }
        });
        let drawing = metafile::draw(&self.bytes, size, &mut gallery.store, context)?;
        Ok(drawing.map(|drawing| match metafile::only_image(&drawing) {
            Some(media) => Pictured::Image(self.image(media)),
            None => Pictured::Drawing(Drawing { alt: self.alt, ..drawing }),
        }))
    }

    #[cfg(not(feature = "metafiles"))]
    fn metafile(self, _: &mut Gallery, losses: &mut Losses, _: &Context) -> Result<Option<Pictured>> {
        losses.others += 1;
        Ok(None)
    }

    /// An image in the size and with the words of this picture.
    fn image(self, media: MediaId) -> InlineImage {
        let (width, height) = self.shown();
        InlineImage { width, height, crop: self.crop(), alt: self.alt, ..InlineImage::new(media) }
    }

    /// The shares that are cut off.
    fn crop(&self) -> Edges {
        let share = |cut: i32, whole: i32| if whole > 0 { (cut as f32 / whole as f32).clamp(-1.0, 0.95) } else { 0.0 };
        let [top, right, bottom, left] = self.crop;
        Edges {
            top: share(top, self.goal_height),
            right: share(right, self.goal_width),
            bottom: share(bottom, self.goal_height),
            left: share(left, self.goal_width),
        }
    }

    /// Width and height in points of what is left of it.
    fn shown(&self) -> (Option<f32>, Option<f32>) {
        let (width, height) = (self.side(self.goal_width, self.scale_x), self.side(self.goal_height, self.scale_y));
        let crop = self.crop();
        let shown =
            |side: Option<f32>, cut: f32| side.map(|side| side * (1.0 - cut).max(0.01)).map(|side| side.min(LARGEST));
        (shown(width, crop.left + crop.right), shown(height, crop.top + crop.bottom))
    }

    /// A side in points.
    fn side(&self, goal: i32, scale: Option<i32>) -> Option<f32> {
        let scale = scale.filter(|scale| (1..=10_000).contains(scale)).unwrap_or(100) as f32 / 100.0;
        (goal > 0).then(|| goal as f32 / 20.0 * scale)
    }
}

/// A bitmap with the header that a file of it has: the pixels begin behind the colours.
fn bitmap(bytes: &[u8]) -> Vec<u8> {
    let le32 = |at: usize| {
        bytes.get(at..at + 4).map_or(0, |field| u32::from_le_bytes([field[0], field[1], field[2], field[3]]))
    };
    let header = le32(0).min(1 << 16);
    let bits = bytes.get(14..16).map_or(0, |field| u32::from(u16::from_le_bytes([field[0], field[1]])));
    let colors = match (le32(32), bits) {
        (0, bits @ 1..=8) => 1 << bits,
        (said, _) => said.min(256),
    };
    let masks = if le32(16) == 3 && header == 40 { 12 } else { 0 };
    let begin = FILE_HEADER as u32 + header + masks + colors * 4;
    let mut file = b"BM".to_vec();
    file.extend_from_slice(&((bytes.len() + FILE_HEADER) as u32).to_le_bytes());
    file.extend_from_slice(&[0; 4]);
    file.extend_from_slice(&begin.to_le_bytes());
    file.extend_from_slice(bytes);
    file
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
    }
}
