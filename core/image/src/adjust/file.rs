//! Lossless adjustment of encoded files: the file of a picture as the options ask for it, where that takes no look at
//! its pixels.

use super::asked::Asked;
use transvase_codec::strip::Strip;
use transvase_codec::{exif, jpeg_head};
use transvase_model::media::{Media, MediaKind};

/// A JPEG that says that it is turned, and nothing that is to be stripped; `None` where its pixels have to change.
pub(super) fn as_asked(media: &Media, asked: &Asked) -> Option<Media> {
    let jpeg = &media.bytes;
    if media.kind != MediaKind::Jpeg || !asked.only_turns() || !jpeg_head::is_common(jpeg) {
        return None;
    }
    let orientation = turned(jpeg_head::exif(jpeg).map_or(1, exif::orientation), asked.quarter_turns);
    let bytes = match asked.strip {
        Strip::None => jpeg_head::with_orientation(jpeg, orientation)?,
        // Without its profile it would show other colours.
        Strip::All if jpeg_head::has_profile(jpeg) => return None,
        Strip::Private | Strip::All => jpeg_head::bare(jpeg, orientation)?,
    };
    Some(Media { bytes: bytes.into(), ..media.clone() })
}

/// An orientation with so many quarter turns more, clockwise (Exif 2.32, table 6). The second row is mirrored.
fn turned(orientation: u8, quarters: usize) -> u8 {
    let rows = [[1, 6, 3, 8], [2, 7, 4, 5]];
    let place = |row: [u8; 4]| Some((row, row.iter().position(|other| *other == orientation)?));
    rows.into_iter().find_map(place).map_or(1, |(row, at)| row[(at + quarters) % 4])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_add_up() {
        assert_eq!([1, 6, 3, 8].map(|orientation| turned(orientation, 1)), [6, 3, 8, 1]);
        // Row 0 at the right and column 0 at the top, turned by a quarter: row 0 at the bottom, column 0 at the right.
        assert_eq!([2, 4, 5].map(|orientation| turned(orientation, 1)), [7, 5, 2]);
        assert_eq!(turned(5, 3), 4);
    }
}
