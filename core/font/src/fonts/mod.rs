//! Font matching: which faces there are, which one a family name means, and which one has a glyph for a character.
//!
//! A [`FontBook`] is an ordered list of faces; [`FontBook::bundled`] holds those that come with the
//! library behind the feature `fonts`. Nothing is parsed twice: weights and metrics are read when
//! the book is made, a face's coverage and its shared bytes when they are first asked for.

mod advances;
mod bundled;
mod document;
mod face;
mod licence;
mod names;

pub use advances::Advances;
#[cfg(feature = "shaping")]
pub(crate) use bundled::math_file;
pub use bundled::{HAS_EAST_ASIAN, MATH_FAMILY};
pub use document::{Unfit, check_document_font};
pub use face::Face;
pub use licence::{Licence, licence};

use std::collections::BTreeSet;
use std::sync::{Arc, LazyLock};

use transvase_base::error::{Error, ErrorCode, Result};
use transvase_base::resources::{self, FontFile};
use transvase_model::flow::EmbeddedFont;

/// Faces in order of preference.
#[derive(Debug, Default, Clone)]
pub struct FontBook {
    faces: Vec<Arc<Face>>,
}

impl FontBook {
    /// The faces that come with the library; empty without the feature `fonts`.
    pub fn bundled() -> &'static FontBook {
        static BUNDLED: LazyLock<FontBook> =
            LazyLock::new(|| FontBook { faces: bundled::faces().into_iter().map(Arc::new).collect() });
        &BUNDLED
    }

    /// The book itself, where there is anything in it: text set in no face at all would be lost.
    ///
    /// # Errors
    /// `MissingResource` of an empty book.
    pub fn not_empty(&self) -> Result<&Self> {
        if self.faces.is_empty() {
            let error = Error::new(ErrorCode::MissingResource, "there is no font for the text");
            return Err(error.hint("use a build with the bundled fonts: the feature fonts"));
        }
        Ok(self)
    }

    /// Adds the faces of a font file behind those there are; `None` where it is no font with outlines.
    /// Of the faces of a collection those made for `language` come first.
    pub fn add(&mut self, file: &FontFile, language: Option<&str>) -> Option<()> {
        let mut faces = Face::handed_in(file.bytes());
        faces.sort_by_key(|face| !resources::is_made_for(&face.family, language));
        let found = !faces.is_empty();
        self.faces.extend(faces.into_iter().map(Arc::new));
        found.then_some(())
    }

    /// Adds the fonts that go with a document, under the families its text asks for. Weights and slants that a
    /// family has no file for are made of those that it has, as browsers do (CSS Fonts 4, `font-synthesis`).
    pub fn add_embedded(&mut self, fonts: &[EmbeddedFont]) {
        let first = self.faces.len();
        self.faces.extend(fonts.iter().flat_map(Face::embedded).map(Arc::new));
        let families: BTreeSet<String> = self.faces[first..].iter().map(|face| face.key().to_owned()).collect();
        for family in families {
            for (weight, italic) in [(400, true), (700, false), (700, true)] {
                let made = self.family(&family, weight, italic).and_then(|face| face.synthesized(weight, italic));
                self.faces.extend(made.map(Arc::new));
            }
        }
    }

    /// Whether some face has a glyph for `character`.
    pub fn covers(&self, character: char) -> bool {
        self.faces.iter().any(|face| face.covers(character))
    }

    /// Every face, in order of preference.
    pub fn faces(&self) -> impl ExactSizeIterator<Item = &Face> {
        self.faces.iter().map(|face| &**face)
    }

    /// The face at a place of that order.
    pub(crate) fn face(&self, at: usize) -> Option<&Face> {
        self.faces.get(at).map(|face| &**face)
    }

    /// The face for a family name as documents write it, or for a CSS list of them. A family the
    /// book lacks is replaced by the one it has with the same metrics, or else by one of the same
    /// kind. `None` only where the book is empty.
    pub fn find(&self, family: &str, weight: u16, italic: bool) -> Option<&Face> {
        let names = || family.split(',').map(names::key).filter(|name| !name.is_empty());
        let known = names().find_map(|name| self.family(&name, weight, italic));
        let alike = || names().find_map(|name| self.family(names::stand_in(&name)?, weight, italic));
        let kind = || {
            let name = names().next().unwrap_or_default();
            self.family(names::of_kind(&name), weight, italic)
        };
        known.or_else(alike).or_else(kind).or_else(|| self.faces().next())
    }

    /// Whether a family is there itself, or one with its metrics.
    pub fn has_family(&self, family: &str) -> bool {
        let key = names::key(family);
        let has = |key: &str| self.faces().any(|face| face.key() == key);
        has(&key) || names::double(&key).is_some_and(|(double, share)| share == 1.0 && has(double))
    }

    /// The face with the advances of an office family, and the share of them the family has;
    /// `None` where the book has no such face.
    pub fn double_of(&self, family: &str, weight: u16, italic: bool) -> Option<(&Face, f32)> {
        let (key, share) = names::double(&names::key(family))?;
        Some((self.family(key, weight, italic)?, share))
    }

    /// The face nearest to a style in the family with the normalised name `key`.
    fn family(&self, key: &str, weight: u16, italic: bool) -> Option<&Face> {
        let members = self.faces().filter(|face| face.key() == key);
        members.min_by_key(|face| (face.italic != italic, face.weight.abs_diff(weight)))
    }

    /// A face with a glyph for `character`: of the same kind as `like` where there is one, and as
    /// near to its weight and slant as can be.
    pub fn fallback_for(&self, character: char, like: &Face) -> Option<&Face> {
        let distance = |face: &&Face| {
            let kind = u8::from(face.monospace != like.monospace) * 2 + u8::from(face.serif != like.serif);
            (kind, face.italic != like.italic, face.weight.abs_diff(like.weight))
        };
        self.faces().filter(|face| face.covers(character)).min_by_key(distance)
    }
}

#[cfg(all(test, feature = "fonts"))]
mod tests {
    use std::sync::Arc;

    use super::*;

    fn found(family: &str, weight: u16, italic: bool) -> (String, u16, bool) {
        let face = FontBook::bundled().find(family, weight, italic).expect("some face always answers");
        (face.family.to_string(), face.weight, face.italic)
    }

    #[test]
    fn an_empty_book_is_an_error_and_no_blank_page() {
        let error = FontBook::default().not_empty().unwrap_err();
        assert_eq!(error.code(), ErrorCode::MissingResource);
        assert!(FontBook::bundled().not_empty().is_ok());
    }

    #[test]
    fn office_families_become_the_ones_with_their_metrics() {
        for (asked, given) in [
            ("Arial", "Liberation Sans"),
            ("helvetica", "Liberation Sans"),
            ("Times New Roman", "Liberation Serif"),
            ("TimesNewRoman", "Liberation Serif"),
            ("Courier New", "Liberation Mono"),
            ("Calibri", "Carlito"),
            ("Cambria", "Caladea"),
            ("Georgia", "Gelasio"),
            ("Segoe UI", "Selawik"),
            ("serif", "Liberation Serif"),
            ("sans-serif", "Liberation Sans"),
            ("monospace", "Liberation Mono"),
            ("'Unheard Of', \"Courier New\", serif", "Liberation Mono"),
            ("Some Grotesk", "Liberation Sans"),
            ("Fira Code", "Liberation Mono"),
            ("Unheard Of", "Liberation Serif"),
            ("", "Liberation Serif"),
        ] {
            assert_eq!(found(asked, 400, false).0, given, "{asked}");
        }
    }

    #[test]
    fn doubles_have_the_advances_of_their_family() {
        let advance = |family: &str| {
            let (face, share) = FontBook::bundled().double_of(family, 400, false)?;
            Some(face.glyph('n')?.1 * share)
        };
        // Advance of n in the metrics of Arial and Times New Roman: 1139 and 1024 of 2048 units.
        assert!((advance("Arial").unwrap() - 1139.0 / 2048.0).abs() < 1e-3);
        assert!((advance("Times New Roman").unwrap() - 0.5).abs() < 1e-3);
        assert!((advance("Arial Narrow").unwrap() - 0.82 * 1139.0 / 2048.0).abs() < 1e-3);
        assert!(advance("Garamond").is_none());
    }

    #[test]
    fn weight_and_slant_choose_the_nearest_face() {
        for weight in [400, 700] {
            for italic in [false, true] {
                for family in ["Arial", "Times", "Courier", "Calibri", "Cambria", "Georgia"] {
                    let (_, got_weight, got_italic) = found(family, weight, italic);
                    assert_eq!((got_weight, got_italic), (weight, italic), "{family}");
                }
            }
        }
        assert_eq!(found("Segoe UI", 700, true), ("Selawik".into(), 700, false), "Selawik has no italic");
        assert_eq!(found("Arial", 300, false).1, 400);
        assert_eq!(found("Arial", 900, false).1, 700);
    }

    #[test]
    fn faces_know_what_they_are() {
        for face in FontBook::bundled().faces() {
            let family = &*face.family;
            let serif = matches!(family, "Caladea" | "Gelasio" | "STIX Two Math") || family.contains("Serif");
            assert_eq!(face.serif, serif, "{family}");
            assert_eq!(face.monospace, family == "Liberation Mono", "{family}");
            // Tibetan letters stand below each other, several high.
            let highest = if family == "Noto Serif Tibetan" { 4.0 } else { 2.2 };
            assert!(face.ascent > 0.5 && face.descent > 0.1 && face.ascent + face.descent < highest, "{family}");
            assert!(face.covers(' ') || family == "Noto Sans Symbols 2", "{family}");
        }
    }

    #[test]
    fn a_fallback_is_of_the_same_kind_and_style() {
        let book = FontBook::bundled();
        let like = book.find("Cambria", 700, true).unwrap();
        assert!(!like.covers('Ж'));
        let face = book.fallback_for('Ж', like).unwrap();
        assert_eq!((&*face.family, face.weight, face.italic), ("Liberation Serif", 700, true));
        for (character, family) in [('ع', "Noto Sans Arabic"), ('क', "Noto Sans Devanagari"), ('ก', "Noto Sans Thai")]
        {
            let face = book.fallback_for(character, like).unwrap();
            assert_eq!((&*face.family, face.weight), (family, 700));
        }
        assert!(book.fallback_for('\u{13000}', like).is_none(), "no face has hieroglyphs");
    }

    #[test]
    fn a_program_is_shared_and_not_copied() {
        let face = FontBook::bundled().find("Arial", 400, false).unwrap();
        let (first, second) = (face.program(), face.program());
        assert!(Arc::ptr_eq(&first.data, &second.data));
    }
}
