//! Pictures (ECMA-376 part 1, 20.2).

use super::super::Reading;
use super::Around;
use super::canvas::part;
use super::place::is_true;
use crate::ooxml::Tree;
use crate::ooxml::color::share;
use transvase_base::error::Result;
use transvase_base::units::Size;
#[cfg(feature = "metafiles")]
use transvase_markup::metafile;
use transvase_model::flow::{Drawing, Edges, Inline, InlineImage};
use transvase_model::media::MediaId;

/// The most of a picture that is cut off at one side.
const MOST: f32 = 0.999;

/// What a picture shows.
pub(super) enum Shown {
    /// Pixels.
    Image(MediaId),
    /// A drawing, of a metafile.
    #[cfg_attr(not(feature = "metafiles"), allow(dead_code, reason = "metafiles are drawings"))]
    Drawing(Drawing),
}

/// What the picture of a relationship shows, in a size; `None` where it cannot be read, which was told then.
#[cfg_attr(not(feature = "metafiles"), allow(unused_variables, reason = "only drawings are made in a size"))]
pub(super) fn shown(reading: &mut Reading<'_>, id: &str, size: Size) -> Result<Option<Shown>> {
    #[cfg(feature = "metafiles")]
    if reading.part_name(id).is_some_and(|name| is_named_as_metafile(&name))
        && let Some(bytes) = reading.target(id)?
        && metafile::is_metafile(&bytes)
    {
        return Ok(metafile::draw(&bytes, size, &mut reading.media, reading.context)?.map(one_picture));
    }
    Ok(reading.picture(id)?.map(Shown::Image))
}

#[cfg(feature = "metafiles")]
fn is_named_as_metafile(name: &str) -> bool {
    let extension = name.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    matches!(extension.as_str(), "emf" | "wmf" | "emz" | "wmz")
}

/// A drawing that is nothing but a bitmap is that.
#[cfg(feature = "metafiles")]
fn one_picture(drawing: Drawing) -> Shown {
    metafile::only_image(&drawing).map_or_else(|| Shown::Drawing(drawing), Shown::Image)
}

/// A picture that stands alone, in the line or at a place of its own.
pub(super) fn alone(reading: &mut Reading<'_>, picture: &Tree, around: &Around) -> Result<Vec<Inline>> {
    let Some(id) = blip(picture) else { return Ok(Vec::new()) };
    let Some(shown) = shown(reading, id, around.size)? else { return Ok(Vec::new()) };
    let frame = part(picture, ":spPr").and_then(|properties| properties.child("a:xfrm"));
    let rotation = frame.map_or(0.0, turn);
    if frame.is_some_and(|frame| is_true(frame.attribute("flipH")) || is_true(frame.attribute("flipV"))) {
        reading.lose("mirror effects of pictures");
    }
    Ok(vec![inline(shown, around, crop(picture), rotation)])
}

/// What is shown, where it stands.
pub(super) fn inline(shown: Shown, around: &Around, crop: Edges, rotation: f32) -> Inline {
    let sound = |side: f32| (side > 0.0).then_some(side);
    match shown {
        Shown::Image(media) => Inline::Image(InlineImage {
            width: sound(around.size.width),
            height: sound(around.size.height),
            alt: around.alt.clone(),
            crop,
            rotation,
            placement: around.placement,
            ..InlineImage::new(media)
        }),
        Shown::Drawing(drawing) => {
            Inline::Drawing(Drawing { placement: around.placement, alt: around.alt.clone(), ..drawing })
        }
    }
}

/// The relationship of a picture's file.
pub(super) fn blip(picture: &Tree) -> Option<&str> {
    let blip = part(picture, ":blipFill")?.child("a:blip")?;
    blip.attribute("r:embed").filter(|id| !id.is_empty()).or_else(|| blip.attribute("r:link"))
}

/// The shares of a picture that are cut off (20.1.8.55).
pub(super) fn crop(picture: &Tree) -> Edges {
    let Some(source) = part(picture, ":blipFill").and_then(|fill| fill.child("a:srcRect")) else {
        return Edges::default();
    };
    let side = |name| source.attribute(name).and_then(share).unwrap_or(0.0).clamp(0.0, MOST);
    let crop = Edges { top: side("t"), right: side("r"), bottom: side("b"), left: side("l") };
    // What would leave nothing was not meant.
    if crop.left + crop.right >= 1.0 || crop.top + crop.bottom >= 1.0 { Edges::default() } else { crop }
}

/// The turn of a shape in degrees, clockwise, from 0 to 360.
pub(super) fn turn(frame: &Tree) -> f32 {
    let angle = frame.attribute("rot").and_then(|angle| angle.parse::<f32>().ok()).unwrap_or(0.0) / 60_000.0;
    if angle.is_finite() { angle.rem_euclid(360.0) } else { 0.0 }
}
