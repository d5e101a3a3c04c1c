//! Font resolution for text whose font the file does not hold: the bundled faces and those the caller gave.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use hayro::hayro_interpret::font::{FallbackFontQuery, FontData, FontQuery, StandardFont};
use hayro::hayro_interpret::hayro_cmap::CidFamily;

use transvase_base::context::Context;
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_base::options::BEST_EFFORT;
use transvase_base::warning::{Warning, WarningCode};
use transvase_font::font_names::FontName;
use transvase_font::font_programs::raised;
use transvase_font::fonts::{Face, FontBook};
use transvase_model::pages::FontProgram;

/// From this weight on the name or the dictionary of a font means a bold one.
const BOLD: u16 = 600;

/// The faces of a conversion.
pub(super) struct Faces {
    book: FontBook,
    /// Whether outlines are fitted to pixels.
    pub fitted: bool,
    /// Languages whose letters no face has, and whether that has been told.
    missing: Mutex<BTreeMap<&'static str, bool>>,
    /// Faces that stand for missing ones with those letters alone that they have, by the place of their data.
    partial: Mutex<BTreeMap<usize, Option<FontData>>>,
}

impl Faces {
    /// The bundled ones and those that the caller gave.
    pub fn of(context: &Context) -> Faces {
        let mut book = FontBook::bundled().clone();
        for file in context.fonts() {
            if book.add(file, None).is_none() {
                let message = format!("{} is not a usable font, and was ignored", file.name());
                context.warn(Warning::new(WarningCode::ResourceIgnored, message));
            }
        }
        Faces { book, fitted: true, missing: Mutex::default(), partial: Mutex::default() }
    }

    /// The same, for outlines as they are.
    #[cfg(feature = "edit")]
    #[must_use]
    pub fn unfitted(self) -> Faces {
        Faces { fitted: false, ..self }
    }

    /// The face for a font that hayro asks for. Its own stand for symbols, which no bundled face has all of, and for
    /// everything in builds without faces.
    pub fn find(&self, query: &FontQuery) -> Option<(FontData, u32)> {
        let face = match query {
            FontQuery::Standard(font) => self.standard(*font),
            FontQuery::Fallback(query) => match letters(query) {
                Some((language, letter)) => return self.with(language, letter, query),
                None => self.fallback(query),
            },
        };
        face.map(data).or_else(|| match query {
            FontQuery::Standard(font) => Some(font.get_font_data()),
            FontQuery::Fallback(query) => Some(query.pick_standard_font().get_font_data()),
        })
    }

    /// A face that has the letters of a language; where none has, one that draws the others which such fonts have, as
    /// Latin ones, and no letter in the place of another.
    fn with(&self, language: &'static str, letter: char, query: &FallbackFontQuery) -> Option<(FontData, u32)> {
        let like = self.fallback(query)?;
        let face = if like.covers(letter) { Some(like) } else { self.book.fallback_for(letter, like) };
        if face.is_none() {
            self.missing.lock().unwrap_or_else(PoisonError::into_inner).entry(language).or_default();
        }
        face.map(data).or_else(|| Some((self.partial(like)?, 0)))
    }

    fn partial(&self, face: &Face) -> Option<FontData> {
        let FontProgram { data, .. } = face.program();
        let mut known = self.partial.lock().unwrap_or_else(PoisonError::into_inner);
        let made = || raised::raised(&data).map(|file| -> FontData { Arc::new(file) });
        known.entry(data.as_ptr() as usize).or_insert_with(made).clone()
    }

    /// Warns of letters that could not be drawn, of each language once.
    pub fn tell(&self, context: &Context) {
        for (language, told) in self.missing.lock().unwrap_or_else(PoisonError::into_inner).iter_mut() {
            if !std::mem::replace(told, true) {
                let message = format!(
                    "text in {language} is not drawn: its font is not embedded, and no available font has its letters"
                );
                context.warn(Warning::new(WarningCode::GlyphsMissing, message));
            }
        }
    }

    /// An error where letters could not be drawn, for pages on which nothing else is, unless the caller takes them.
    /// Else text in Chinese, Japanese or Korean alone becomes white pages and a warning.
    ///
    /// # Errors
    /// `MissingResource`.
    pub fn check_missing(&self, context: &Context) -> Result<()> {
        let missing = self.missing.lock().unwrap_or_else(PoisonError::into_inner);
        if missing.is_empty() || context.options().flag(&BEST_EFFORT) {
            return Ok(());
        }
        let languages: Vec<&str> = missing.keys().copied().collect();
        let languages = languages.join(", ");
        let message = format!("the pages would be empty: no available font has the letters of {languages}");
        let hint =
            "add a font that has them (option fonts; command line: --font FILE), or set best_effort for empty pages";
        Err(Error::new(ErrorCode::MissingResource, message).hint(hint))
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

/// The language of a font whose characters are numbered by one of Adobe's collections, and a frequent letter of it.
fn letters(query: &FallbackFontQuery) -> Option<(&'static str, char)> {
    match query.character_collection.as_ref()?.family {
        CidFamily::AdobeGB1 => Some(("Simplified Chinese", '的')),
        CidFamily::AdobeCNS1 => Some(("Traditional Chinese", '的')),
        CidFamily::AdobeJapan1 => Some(("Japanese", 'の')),
        CidFamily::AdobeKorea1 => Some(("Korean", '이')),
        _ => None,
    }
}

/// A font file as hayro takes it.
fn data(face: &Face) -> (FontData, u32) {
    let FontProgram { data, index, .. } = face.program();
    (Arc::new(data), index)
}
