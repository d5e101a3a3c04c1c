//! Pictures: the files of the package, and the frames that show them (OASIS ODF 1.3 part 3, 10.4.4).

use std::collections::BTreeMap;

use super::document::{Document, Scope};
use super::frame::{Stand, rotated};
use super::lengths::{positive, pt};
use crate::context::Context;
use crate::error::Result;
use crate::model::flow::InlineImage;
use crate::model::media::{Media, MediaId, MediaKind};
use crate::parts::recode;
use crate::parts::zip::Archive;
use crate::units::{Size, pt_from_css_px};

/// Least side of a picture in points: nothing smaller can be seen.
const MIN_SIDE: f32 = 0.75;

/// The files of a package beside its texts: each with its name, media type and bytes.
#[derive(Debug, Default)]
pub(super) struct Files {
    pictures: BTreeMap<MediaId, Option<Picture>>,
    /// Embedded formulas: their markup.
    pub formulas: Vec<Vec<u8>>,
}

#[derive(Debug, Clone)]
struct Picture {
    name: String,
    media: Media,
}

impl Files {
    /// The name of the file of a picture, and its size in points; `None`, with a warning, where it cannot be shown.
    pub(super) fn picture(&mut self, id: MediaId, media: &Media, context: &Context) -> Result<Option<(String, Size)>> {
        if !self.pictures.contains_key(&id) {
            let kind = MediaKind::sniff(&media.bytes).unwrap_or(media.kind);
            let media = match kind {
                MediaKind::Webp => recode::png(media, kind, context)?,
                _ => Some(Media { kind, ..media.clone() }),
            };
            let name = format!("Pictures/{}.{}", self.pictures.len() + 1, kind_of(media.as_ref()).extension());
            self.pictures.insert(id, media.map(|media| Picture { name, media }));
        }
        let picture = self.pictures.get(&id).and_then(Option::as_ref);
        let side = |pixels: u32| pt_from_css_px(pixels as f32);
        Ok(picture.map(|picture| {
            let size = Size { width: side(picture.media.width_px), height: side(picture.media.height_px) };
            (picture.name.clone(), size)
        }))
    }

    /// Name and media type of every entry.
    pub(super) fn entries(&self) -> Vec<(String, &'static str)> {
        let pictures = self.pictures.values().flatten();
        let mut rows: Vec<_> =
            pictures.map(|picture| (picture.name.clone(), picture.media.kind.media_type())).collect();
        for number in 1..=self.formulas.len() {
            rows.push((format!("Object {number}/"), "application/vnd.oasis.opendocument.formula"));
            rows.push((format!("Object {number}/content.xml"), "text/xml"));
        }
        rows
    }

    /// Puts the files into the package.
    pub(super) fn store(&self, archive: &mut Archive, context: &Context) -> Result<()> {
        for picture in self.pictures.values().flatten() {
            context.checkpoint()?;
            match picture.media.kind {
                MediaKind::Bmp | MediaKind::Tiff | MediaKind::Svg => {
                    archive.deflate(&picture.name, &picture.media.bytes)?;
                }
                _ => archive.store(&picture.name, &picture.media.bytes)?,
            }
        }
        for (number, formula) in (1..).zip(&self.formulas) {
            archive.deflate(&format!("Object {number}/content.xml"), formula)?;
        }
        Ok(())
    }
}

fn kind_of(media: Option<&Media>) -> MediaKind {
    media.map_or(MediaKind::Png, |media| media.kind)
}

impl Document<'_> {
    /// A picture, in the line or at a place of its own.
    pub(super) fn image(&mut self, image: &InlineImage, scope: Scope) -> Result<()> {
        let media = self.source.media.get(image.media);
        let found = self.shared.files.picture(image.media, media, self.source.context)?;
        let Some((name, natural)) = found else { return Ok(()) };
        let size = extent(image, natural, scope);
        let crop = image.crop;
        let cut = [crop.top, crop.right, crop.bottom, crop.left];
        let clip = cut.iter().any(|side| *side > 0.0).then(|| {
            let sides = [
                (crop.top, natural.height),
                (crop.right, natural.width),
                (crop.bottom, natural.height),
                (crop.left, natural.width),
            ];
            format!("rect({})", sides.map(|(share, whole)| pt(share * whole)).join(", "))
        });
        let stand = Stand { placement: image.placement, size, rotation: image.rotation };
        let clip: Vec<(&str, String)> = clip.map(|clip| ("fo:clip", clip)).into_iter().collect();
        let style = self.graphic_style(&stand, &clip)?;
        let number = self.shared.number();
        let mut attributes = stand.attributes();
        attributes.extend([("draw:style-name", style), ("draw:name", format!("Image{number}"))]);
        attributes.extend([("svg:width", positive(size.width)), ("svg:height", positive(size.height))]);
        attributes.extend(rotated(&stand));
        let attributes: Vec<(&str, &str)> = attributes.iter().map(|(name, value)| (*name, value.as_str())).collect();
        self.xml.open("draw:frame", &attributes);
        let link =
            [("xlink:href", &*name), ("xlink:type", "simple"), ("xlink:show", "embed"), ("xlink:actuate", "onLoad")];
        self.xml.empty("draw:image", &link);
        self.describe(image.alt.as_deref());
        self.xml.close("draw:frame");
        self.spaced = false;
        Ok(())
    }

    /// Words for those who do not see something.
    pub(super) fn describe(&mut self, alt: Option<&str>) {
        if let Some(alt) = alt.filter(|alt| !alt.trim().is_empty()) {
            self.xml.leaf("svg:desc", &[], alt);
        }
    }
}

/// The size a picture is shown at: as stated, or its natural one; smaller, with its proportions, where the column is.
fn extent(image: &InlineImage, natural: Size, scope: Scope) -> Size {
    let sound = |side: Option<f32>| side.filter(|side| side.is_finite() && *side > 0.0);
    let room = (scope.measure - scope.start - scope.end).max(MIN_SIDE);
    let known = natural.width > 0.0 && natural.height > 0.0;
    let natural = if known { natural } else { Size { width: room, height: room * 0.75 } };
    let (width, height) = match (sound(image.width), sound(image.height)) {
        (Some(width), Some(height)) => (width, height),
        (Some(width), None) => (width, width * natural.height / natural.width),
        (None, Some(height)) => (height * natural.width / natural.height, height),
        (None, None) => (natural.width, natural.height),
    };
    let scale = if image.placement.is_some() { 1.0 } else { (room / width).min(1.0) };
    Size { width: (width * scale).max(MIN_SIDE), height: (height * scale).max(MIN_SIDE) }
}
