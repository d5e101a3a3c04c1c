//! The faces of text whose font the file does not hold: the bundled ones and those the caller gave.

use std::sync::Arc;

use hayro::hayro_interpret::font::{FallbackFontQuery, FontData, FontQuery, StandardFont};

use crate::context::Context;
use crate::model::pages::FontProgram;
use crate::parts::font_names::FontName;
use crate::parts::fonts::{Face, FontBook};
use crate::warning::{Warning, WarningCode};

/// From this weight on the name or the dictionary of a font means a bold one.
const BOLD: u16 = 600;

/// The faces of a conversion.
pub(super) struct Faces {
    book: FontBook,
    /// Whether outlines are fitted to pixels.
    pub fitted: bool,
}

impl Faces {
    /// The bundled ones and those that the caller gave.
    pub fn of(context: &Context) -> Faces {
        let mut book = FontBook::bundled().clone();
        for file in context.fonts() {
            if book.add(file, None).is_none() {
                let message = format!("{} is no font that text can be set in", file.name());
                context.warn(Warning::new(WarningCode::ResourceIgnored, message));
            }
        }
        Faces { book, fitted: true }
    }

    /// The same, for outlines as they are.
    #[cfg(feature = "pdf-edit")]
    #[must_use]
    pub fn unfitted(self) -> Faces {
        Faces { fitted: false, ..self }
    }

    /// The face for a font that hayro asks for. Its own stand for symbols, which no bundled face has all of, and for
    /// everything in builds without faces.
    pub fn find(&self, query: &FontQuery) -> Option<(FontData, u32)> {
        let face = match query {
            FontQuery::Standard(font) => self.standard(*font),
            FontQuery::Fallback(query) => self.fallback(query),
        };
        face.map(data).or_else(|| match query {
            FontQuery::Standard(font) => Some(font.get_font_data()),
            FontQuery::Fallback(query) => Some(query.pick_standard_font().get_font_data()),
        })
    }

    fn standard(&self, font: StandardFont) -> Option<&Face> {
        let name = font.postscript_name();
        match font {
            StandardFont::ZapfDingBats | StandardFont::Symbol => None,
            _ => self.named(&FontName::parse(name), name.starts_with("Times"), name.starts_with("Courier")),
        }
    }

    fn fallback(&self, query: &FallbackFontQuery) -> Option<&Face> {
        let name = query.post_script_name.as_ref().or(query.font_name.as_ref()).or(query.font_family.as_ref());
        let mut name = FontName::parse(name.map(String::as_str).unwrap_or_default());
        if query.is_bold || query.font_weight >= u32::from(BOLD) {
            name.weight = name.weight.or(Some(700));
        }
        name.italic |= query.is_italic;
        self.named(&name, query.is_serif, query.is_fixed_pitch)
    }

    /// The face of a family, or one of the same kind.
    fn named(&self, name: &FontName, serif: bool, monospace: bool) -> Option<&Face> {
        let kind = match (monospace, serif) {
            (true, _) => "monospace",
            (_, true) => "serif",
            _ => "sans-serif",
        };
        self.book.find(&format!("{}, {kind}", name.key), name.weight.unwrap_or(400), name.italic)
    }
}

/// A font file as hayro takes it.
fn data(face: &Face) -> (FontData, u32) {
    let FontProgram { data, index, .. } = face.program();
    (Arc::new(data), index)
}
