//! Pictures (RTF 1.9.1, "Pictures"): their bytes as digits, in an encoding that office programs read.

use std::collections::BTreeMap;

use super::Writer;
use super::frame::Shape;
use super::run::Around;
use transvase_base::error::Result;
use transvase_base::units::{Rect, twips};
use transvase_codec::picture_size::{extent, pixel_size};
use transvase_markup::drawings;
use transvase_model::flow::{Edges, InlineImage};
use transvase_model::media::{Media, MediaId, MediaKind};

/// Largest side of a picture in twips.
const MAX_SIDE: i32 = 31_680;

/// Pictures in another encoding than their own; `None` where there is none.
#[derive(Debug, Default)]
pub(super) struct Pictures(BTreeMap<MediaId, Option<Media>>);

impl Writer<'_> {
    /// A picture that can be written; `None`, with a warning, where it cannot.
    fn media(&mut self, id: MediaId) -> Result<Option<Media>> {
        if let Some(known) = self.pictures.0.get(&id) {
            return Ok(known.clone());
        }
        let media = self.media.get(id);
        let written = drawings::as_one_of(media, &[MediaKind::Jpeg, MediaKind::Png], self.context)?;
        self.pictures.0.insert(id, written.clone());
        Ok(written)
    }

    /// Writes a picture in the line, or at a place of its own.
    pub(super) fn image(&mut self, image: &InlineImage, around: Around) -> Result<()> {
        let Some(media) = self.media(image.media)? else { return Ok(()) };
        let room = if image.placement.is_some() { (f32::INFINITY, f32::INFINITY) } else { around.scope.room };
        let pixels = pixel_size(&media, self.context);
        let (width, height) = extent(image, pixels, room);
        let picture = self.digits(&media, (width, height), pixels, image)?;
        match image.placement.filter(|_| !self.in_shape) {
            None => self.put(format_args!("{{\\*\\shppict{picture}}}")),
            Some(placement) => {
                let (x, y) = (placement.x, placement.y);
                let rect = Rect { left: x, top: y, right: x + width, bottom: y + height };
                let mut shape = Shape::new(75, rect, placement.origin, placement.wrap, image.rotation);
                shape.property("pib", &picture);
                shape.property("fLine", "0");
                self.begin_shape(&shape);
                self.out.push_str("}}");
            }
        }
        Ok(())
    }

    /// The group of a picture that is shown in a size.
    pub(super) fn digits(
        &self,
        media: &Media,
        (width, height): (f32, f32),
        (width_px, height_px): (u32, u32),
        image: &InlineImage,
    ) -> Result<String> {
        self.context.charge_unpacked(media.bytes.len())?;
        self.context.room(media.bytes.len().saturating_mul(4))?;
        let Edges { top, right, bottom, left } = image.crop;
        // What is said is the size of the whole picture, of which something is cut off.
        let whole = |shown: f32, cut: f32| twips(shown / (1.0 - cut.clamp(-4.0, 0.95))).clamp(1, MAX_SIDE);
        let (goal_width, goal_height) = (whole(width, left + right), whole(height, top + bottom));
        let cut = |share: f32, whole: i32| (share * whole as f32).round() as i32;
        let kind = if media.kind == MediaKind::Jpeg { "jpegblip" } else { "pngblip" };
        let alt = image.alt.as_deref().map(super::text::escaped).filter(|alt| !alt.trim().is_empty());
        let alt = alt.map(|alt| format!("{{\\*\\picprop{{\\sp{{\\sn wzDescription}}{{\\sv {alt}}}}}}}"));
        let mut out = format!(
            "{{\\pict{}\\picscalex100\\picscaley100\\piccropl{}\\piccropr{}\\piccropt{}\\piccropb{}\\picw{width_px}\
             \\pich{height_px}\\picwgoal{goal_width}\\pichgoal{goal_height}\\{kind}\n",
            alt.unwrap_or_default(),
            cut(left, goal_width),
            cut(right, goal_width),
            cut(top, goal_height),
            cut(bottom, goal_height),
        );
        for line in media.bytes.chunks(64) {
            self.context.tick(1)?;
            for byte in line {
                let digit = |value: u8| char::from_digit(u32::from(value), 16).unwrap_or('0');
                out.push(digit(byte >> 4));
                out.push(digit(byte & 15));
            }
            out.push('\n');
        }
        out.push('}');
        Ok(out)
    }
}
