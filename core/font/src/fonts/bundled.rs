//! The faces that come with the library.
//!
//! | family | styles | for |
//! |---|---|---|
//! | Liberation Sans, Serif, Mono | 4 each | the metrics of Arial, Times New Roman, Courier New |
//! | Carlito | 4 | the metrics of Calibri |
//! | Caladea | 4 | the metrics of Cambria |
//! | Gelasio | variable, 400 to 700, upright and italic | the metrics of Georgia |
//! | Selawik | regular and bold | the metrics of Segoe UI |
//! | Noto Sans Arabic, Devanagari, Thai | variable, 400 and 700 offered | scripts |
//! | Noto Sans Symbols 2 | regular, 17 characters | bullets, check boxes, check marks |
//! | STIX Two Math | regular | formulas, arrows, mathematical and technical signs |
//!
//! Covered: Latin with all its extensions in common use, IPA, Greek with polytonic, Cyrillic,
//! Hebrew with points (Liberation), Arabic with its presentation forms, Devanagari, Thai, general
//! punctuation, most currency signs, a few arrows, mathematical operators, box lines and shapes.
//!
//! With the features `fonts-cjk` and `fonts-world` come, behind all these, the fonts that `cargo xtask fonts`
//! gathers: Droid Sans Fallback for Chinese, Japanese and Korean; a Noto Sans for each of the other scripts
//! below, Noto Emoji without colours.
//!
//! Not covered without them: Chinese, Japanese, Korean, Armenian, Georgian, Ethiopic, Indic scripts other than
//! Devanagari, Khmer, Lao, Burmese, Tibetan, most dingbats, emoji. Text in
//! these has no glyphs.

use super::face::Face;

/// Whether the bundled faces have Chinese, Japanese and Korean letters.
pub const HAS_EAST_ASIAN: bool = cfg!(feature = "fonts-cjk");

/// Samples of a handful of characters each, which would set single letters of a word in a face of
/// their own and leave the rest without glyphs.
#[cfg(feature = "fonts")]
const SAMPLES: [&str; 4] = ["Noto Sans SC", "Noto Sans Hebrew", "Noto Sans KR", "Noto Sans JP"];

/// The fonts of the features beyond `fonts`, as the build found them.
#[cfg(feature = "fonts")]
static MORE: &[&[u8]] = include!(concat!(env!("OUT_DIR"), "/more_fonts.rs"));

/// Family of the face of formulas.
pub const MATH_FAMILY: &str = "STIX Two Math";

/// The file of that face (SIL Open Font Licence 1.1).
pub(crate) fn math_file() -> Option<&'static [u8]> {
    #[cfg(feature = "fonts")]
    return Some(latex_rust::font::STIX_TWO_MATH_OTF);
    #[cfg(not(feature = "fonts"))]
    None
}

/// Every bundled face.
#[cfg(feature = "fonts")]
pub(super) fn faces() -> Vec<Face> {
    let fonts = oxml_layout::bundled_fonts::bundled_font_data().into_iter();
    let whole = fonts.filter(|(family, _)| !SAMPLES.contains(family)).map(|(family, data)| (Some(family), data));
    // After all that is for text: it has most signs, and letters for formulas.
    let math = math_file().map(|file| (Some(MATH_FAMILY), file)).into_iter();
    let more = MORE.iter().map(|data| (None, *data));
    whole.chain(math).chain(more).filter_map(|(family, data)| Face::bundled(family, data)).flatten().collect()
}

/// None: the library was built without them.
#[cfg(not(feature = "fonts"))]
pub(super) fn faces() -> Vec<Face> {
    Vec::new()
}

#[cfg(all(test, feature = "fonts"))]
mod tests {
    use super::super::FontBook;

    /// Whether some face has a glyph for every character of `text`.
    fn covered(text: &str) -> bool {
        let book = FontBook::bundled();
        let like = book.find("serif", 400, false).expect("a serif face is bundled");
        text.chars().all(|c| book.fallback_for(c, like).is_some())
    }

    #[test]
    fn the_scripts_the_table_names_are_covered() {
        for text in [
            "Aäßœ ĄĖŞŁř ɐʃʒ ﬁﬂ",
            "Ἀρχὴ ἥμισυ παντός",
            "Съешь ещё этих мягких булок",
            "בְּרֵאשִׁית",
            "السلام عليكم",
            "नमस्ते",
            "ภาษาไทย",
            "– — ‘’ “” „ … † ‡ • ‰ € £ ¥ ₹ → ≤ ≠ ∑ √ ∞ ☐ ✓",
        ] {
            assert!(covered(text), "{text}");
        }
        // The samples are not taken for the scripts they are of.
        let east_asian = ["漢字仮名交じり文", "简体字與繁體字", "한국어", "ひらがなカタカナ"];
        assert!(east_asian.iter().all(|text| covered(text) == cfg!(feature = "fonts-cjk")));
        let world = ["বাংলা", "தமிழ்", "မြန်မာ", "ខ្មែរ", "ລາວ", "አማርኛ", "ქართული", "Հայերեն", "ދިވެހި", "తెలుగు", "😀"];
        assert!(world.iter().all(|text| covered(text) == cfg!(feature = "fonts-world")));
    }
}
