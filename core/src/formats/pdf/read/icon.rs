//! Icons: signs of faces that hold nothing else, such as the telephones and envelopes of letterheads and
//! CVs. Nobody knows their meaning as text, so each becomes a small image in its place, one for all that look
//! alike.

use super::image::ImageSet;
use super::unread::Drawing;
use crate::context::Context;
use crate::error::Result;
use crate::model::pages::{Item, Page, PlacedImage};
use crate::model::path;
use crate::parts::canvas::{self, Scene};
use crate::units::{Affine, Rect};

/// Least and greatest side of an icon, as a share of the size: less is a dot or a stroke, more a brace of a formula.
const SIDES: (f32, f32) = (0.45, 1.6);
/// Pixels to the point: 300 to the inch, as letters are sharper than figures.
const SCALE: f32 = 300.0 / 72.0;
/// Icons of a page; one with more is a pattern, or a text.
const MAX_ICONS: usize = 100;

/// The images of the icons among the glyphs without a meaning of a page.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`.
pub(super) fn icons(drawings: Vec<Drawing>, images: &mut ImageSet<'_>, context: &Context) -> Result<Vec<PlacedImage>> {
    let icons: Vec<Drawing> = drawings.into_iter().filter(is_icon).collect();
    if icons.len() > MAX_ICONS {
        return Ok(Vec::new());
    }
    let mut placed = Vec::new();
    for icon in icons {
        placed.extend(image(icon, images, context)?);
    }
    Ok(placed)
}

fn is_icon(drawing: &Drawing) -> bool {
    let sides = SIDES.0 * drawing.size..=SIDES.1 * drawing.size;
    let bounds = path::bounds(&drawing.path.segments);
    drawing.apart && bounds.is_some_and(|bounds| sides.contains(&bounds.height()) && sides.contains(&bounds.width()))
}

/// The image of an icon. It is painted from its own corner, so that the same icon is the same image elsewhere.
fn image(icon: Drawing, images: &mut ImageSet<'_>, context: &Context) -> Result<Option<PlacedImage>> {
    let Some(bounds) = path::bounds(&icon.path.segments) else { return Ok(None) };
    let (clip, node) = (icon.path.clip, icon.path.node);
    let rounded = |value: f32| (value * 100.0).round() / 100.0;
    let corner =
        |p: crate::units::Point| crate::units::Point { x: rounded(p.x - bounds.left), y: rounded(p.y - bounds.top) };
    let segments = icon.path.segments.iter().map(|segment| segment.map(corner)).collect();
    let path = crate::model::pages::Path { segments, clip: None, ..icon.path };
    let page = Page { items: vec![Item::Path(path)], ..Page::default() };
    let region = Rect { left: 0.0, top: 0.0, right: rounded(bounds.width()), bottom: rounded(bounds.height()) };
    let media = images
        .painted(|media| canvas::render_clear(Scene { page: &page, fonts: &[], media }, region, SCALE, context))?;
    let transform = Affine { a: bounds.width(), b: 0.0, c: 0.0, d: bounds.height(), e: bounds.left, f: bounds.top };
    Ok(media.map(|media| PlacedImage { media, transform, clip, window: None, alt: None, node }))
}
