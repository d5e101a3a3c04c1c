//! Pictures: the frames that show them (OASIS ODF 1.3 part 3, 10.4.4).

use super::document::{Document, Scope};
use super::frame::{Stand, rotated};
use super::lengths::{positive, pt};
use transvase_base::error::Result;
use transvase_base::units::Size;
use transvase_model::flow::InlineImage;

/// Least side of a picture in points: nothing smaller can be seen.
const MIN_SIDE: f32 = 0.75;

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
