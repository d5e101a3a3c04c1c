//! Pictures (RTF 1.9.1, "Pictures").

use crate::context::Context;
use crate::error::Result;
use crate::model::flow::{Edges, InlineImage};
use crate::parts::html::Gallery;
use crate::warning::{Warning, WarningCode};

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

/// What became of the pictures of a file.
#[derive(Debug, Default)]
pub(super) struct Losses {
    metafiles: usize,
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
    ) -> Result<Option<InlineImage>> {
        if self.bytes.is_empty() {
            return Ok(None);
        }
        context.charge_unpacked(self.bytes.len())?;
        let picture = match self.kind {
            Kind::Sniffed => gallery.add(&self.bytes, context)?,
            Kind::Bitmap => gallery.add(&bitmap(&self.bytes), context)?,
            Kind::Metafile => metafile(&self.bytes, gallery, context)?,
            Kind::Other => None,
        };
        let Some(picture) = picture else {
            *(if self.kind == Kind::Metafile { &mut losses.metafiles } else { &mut losses.others }) += 1;
            return Ok(None);
        };
        let (width, height) = (self.side(self.goal_width, self.scale_x), self.side(self.goal_height, self.scale_y));
        let share = |cut: i32, whole: i32| if whole > 0 { (cut as f32 / whole as f32).clamp(-1.0, 0.95) } else { 0.0 };
        let [top, right, bottom, left] = self.crop;
        let crop = Edges {
            top: share(top, self.goal_height),
            right: share(right, self.goal_width),
            bottom: share(bottom, self.goal_height),
            left: share(left, self.goal_width),
        };
        let shown =
            |side: Option<f32>, cut: f32| side.map(|side| side * (1.0 - cut).max(0.01)).map(|side| side.min(LARGEST));
        let mut image = InlineImage::new(picture.media);
        image.width = shown(width, crop.left + crop.right);
        image.height = shown(height, crop.top + crop.bottom);
        image.crop = crop;
        image.alt = self.alt;
        Ok(Some(image))
    }

    /// A side in points.
    fn side(&self, goal: i32, scale: Option<i32>) -> Option<f32> {
        let scale = scale.filter(|scale| (1..=10_000).contains(scale)).unwrap_or(100) as f32 / 100.0;
        (goal > 0).then(|| goal as f32 / 20.0 * scale)
    }
}

/// A metafile as a picture: none can be drawn yet.
fn metafile(_: &[u8], _: &mut Gallery, _: &Context) -> Result<Option<crate::parts::html::Picture>> {
    Ok(None)
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
        let cases = [(self.metafiles, "Windows metafiles"), (self.others, "pictures of an unknown kind")];
        for (count, what) in cases {
            if count > 0 {
                let message = format!("{count} {what} could not be shown and were left out");
                context.warn(Warning::new(WarningCode::ImageDropped, message));
            }
        }
    }
}
