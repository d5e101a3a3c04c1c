//! How large pictures are shown.

use crate::table;
use transvase_base::context::Context;
use transvase_base::units::pt_from_css_px;
use transvase_model::flow::InlineImage;
use transvase_model::media::Media;

/// Least side of a picture in points: nothing smaller can be seen or clicked.
const MIN_SIDE: f32 = 0.75;

/// Width and height in points.
pub type Extent = (f32, f32);

/// Width and height of a picture in pixels; 0 where they are not known.
pub fn pixel_size(media: &Media, context: &Context) -> (u32, u32) {
    match (media.width_px, media.height_px) {
        (0, _) | (_, 0) => table::size(&media.bytes, context).unwrap_or_default(),
        stated => stated,
    }
}

/// The size a picture is shown at: as stated, or its pixels at 96 to the inch; smaller, with its
/// proportions, where there is less room.
pub fn extent(image: &InlineImage, (width_px, height_px): (u32, u32), room: Extent) -> Extent {
    let sound = |side: Option<f32>| side.filter(|side| side.is_finite() && *side > 0.0);
    let natural = match (width_px, height_px) {
        (0, _) | (_, 0) => (room.0, room.0 * 0.75),
        (width, height) => (pt_from_css_px(width as f32), pt_from_css_px(height as f32)),
    };
    let (width, height) = match (sound(image.width), sound(image.height)) {
        (Some(width), Some(height)) => (width, height),
        (Some(width), None) => (width, width * natural.1 / natural.0),
        (None, Some(height)) => (height * natural.0 / natural.1, height),
        (None, None) => natural,
    };
    let scale = (room.0 / width).min(room.1 / height).min(1.0);
    ((width * scale).max(MIN_SIDE), (height * scale).max(MIN_SIDE))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use transvase_model::media::{MediaKind, MediaStore};

    fn image(width: Option<f32>, height: Option<f32>) -> InlineImage {
        let media =
            MediaStore::default().add(Media { bytes: Arc::from([]), kind: MediaKind::Png, width_px: 0, height_px: 0 });
        InlineImage { width, height, alt: None, ..InlineImage::new(media) }
    }

    #[test]
    fn pictures_keep_their_proportions_and_fit_the_measure() {
        let room = (300.0, 600.0);
        let cases = [
            (image(None, None), (200, 100), (150.0, 75.0)),
            (image(None, None), (800, 400), (300.0, 150.0)),
            (image(Some(100.0), None), (200, 100), (100.0, 50.0)),
            (image(None, Some(100.0)), (200, 100), (200.0, 100.0)),
            (image(Some(600.0), Some(600.0)), (200, 100), (300.0, 300.0)),
            (image(Some(f32::NAN), None), (0, 0), (300.0, 225.0)),
        ];
        for (image, pixels, expected) in cases {
            assert_eq!(extent(&image, pixels, room), expected, "{image:?}");
        }
    }
}
