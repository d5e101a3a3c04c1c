//! How high lines of a family are by themselves.

/// Height of families that are not known, as a multiple of the size: that of most fonts for text.
#[cfg_attr(not(feature = "odt"), allow(dead_code, reason = "for sources that say shares of the natural height"))]
pub(crate) const USUAL: f32 = 1.17;

/// Ascent, descent and gap by the tables of the fonts (OpenType `hhea`, or OS/2 where that decides), as multiples of the
/// size. Doubles have the heights of what they stand for.
const HEIGHTS: [(&str, f32); 17] = [
    ("Arial", 1.149_9),
    ("Liberation Sans", 1.149_9),
    ("Helvetica", 1.149_9),
    ("Times New Roman", 1.149_9),
    ("Liberation Serif", 1.149_9),
    ("Times", 1.149_9),
    ("Courier New", 1.132_8),
    ("Liberation Mono", 1.132_8),
    ("Courier", 1.132_8),
    ("Calibri", 1.220_7),
    ("Carlito", 1.220_7),
    ("Cambria", 1.172_4),
    ("Caladea", 1.172_4),
    ("DejaVu Sans", 1.164_1),
    ("DejaVu Serif", 1.164_1),
    ("DejaVu Sans Mono", 1.164_1),
    ("Verdana", 1.215_3),
];

/// The height of a family that every office program has, or has a double of.
pub(crate) fn known(family: &str) -> Option<f32> {
    HEIGHTS.iter().find(|(name, _)| name.eq_ignore_ascii_case(family)).map(|(_, height)| *height)
}

/// The height of a family.
#[cfg_attr(not(feature = "odt"), allow(dead_code, reason = "for sources that say shares of the natural height"))]
pub(crate) fn of(family: &str) -> f32 {
    known(family).unwrap_or(USUAL)
}
