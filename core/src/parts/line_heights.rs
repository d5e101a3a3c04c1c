//! How high the lines of a font are, as office programs set them.

use super::font_names::FontName;

/// Height of a line where the font is not known, as a multiple of the size.
const USUAL: f32 = 1.17;

/// Ascent, descent and gap of a family as a multiple of the size, from the `hhea` table of its regular face; a usual one
/// where the family is not known.
pub(crate) fn natural(family: &str) -> f32 {
    let key = FontName::parse(family).key;
    let row = FAMILIES.iter().find(|(name, _)| *name == key);
    row.map_or(USUAL, |(_, height)| *height)
}

/// By the compacted names of [`FontName::key`].
const FAMILIES: [(&str, f32); 30] = [
    ("arial", 1.149_9),
    ("helvetica", 1.149_9),
    ("liberationsans", 1.149_9),
    ("arialnarrow", 1.147),
    ("timesnewroman", 1.149_9),
    ("times", 1.149_9),
    ("liberationserif", 1.149_9),
    ("couriernew", 1.132_8),
    ("courier", 1.132_8),
    ("liberationmono", 1.132_8),
    ("calibri", 1.220_7),
    ("calibrilight", 1.220_7),
    ("carlito", 1.220_7),
    ("cambria", 1.172_4),
    ("caladea", 1.172_4),
    ("candara", 1.220_7),
    ("constantia", 1.220_7),
    ("corbel", 1.220_7),
    ("consolas", 1.170_9),
    ("verdana", 1.215_3),
    ("tahoma", 1.207),
    ("georgia", 1.136_2),
    ("trebuchetms", 1.161_1),
    ("trebuchet", 1.161_1),
    ("segoeui", 1.330_1),
    ("malgungothic", 1.330_1),
    ("palatinolinotype", 1.349_1),
    ("dejavusans", 1.164),
    ("dejavuserif", 1.164),
    ("comicsansms", 1.393_6),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn families_are_known_by_any_spelling() {
        assert_eq!((natural("Times New Roman"), natural("TimesNewRoman")), (1.149_9, 1.149_9));
        assert_eq!(natural("No Such Font"), USUAL);
    }
}
