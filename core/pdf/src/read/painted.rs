//! Inline graphics: paths that become a small image in their place, as icons and bar codes do.

use super::image::ImageSet;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::{Affine, Rect};
use transvase_markup::canvas::{self, Scene};
use transvase_model::media::MediaId;
use transvase_model::pages::{Item, Page, Path, PlacedImage};

/// Pixels to the point: 300 to the inch, as letters are sharper than figures.
const SCALE: f32 = 300.0 / 72.0;
/// Hundredths of a point to which such an image is measured, so that it is the same everywhere.
const STEP: f32 = 100.0;

/// A length that is measured in steps.
pub(super) fn stepped(value: f32) -> f32 {
    (value * STEP).round() / STEP
}

/// The image of paths that begin at their own corner and reach as far as `bounds` do.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`.
pub(super) fn image(
    paths: impl Iterator<Item = Path>,
    bounds: &Rect,
    images: &mut ImageSet<'_>,
    context: &Context,
) -> Result<Option<MediaId>> {
    let page = Page { items: paths.map(Item::Path).collect(), ..Page::default() };
    let (right, bottom) = (stepped(bounds.width()), stepped(bounds.height()));
    let region = Rect { left: 0.0, top: 0.0, right, bottom };
    images.painted(|media| canvas::render(Scene { page: &page, fonts: &[], media }, region, SCALE, context))
}

/// Such an image in its place.
pub(super) fn placed(media: MediaId, bounds: &Rect) -> PlacedImage {
    let Rect { left, top, .. } = *bounds;
    let transform = Affine { a: bounds.width(), b: 0.0, c: 0.0, d: bounds.height(), e: left, f: top };
    PlacedImage { media, transform, clip: None, window: None, alt: None, node: None }
}
