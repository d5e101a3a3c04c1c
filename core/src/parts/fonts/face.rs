//! One face: what it is, what it covers, and its bytes.

#![cfg_attr(not(feature = "fonts"), allow(dead_code, reason = "without bundled faces there are none to offer"))]

use std::sync::{Arc, OnceLock};

use skrifa::attribute::Style;
use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, GlyphId, MetadataProvider, Tag};

use super::names;
use crate::model::pages::{Font, FontProgram};

/// Weights a variable font is offered at: those that office programs and e-books ask for.
const OFFERED_WEIGHTS: [u16; 2] = [400, 700];

/// Families with serifs: PANOSE is wrong in some of their faces.
const SERIF_FAMILIES: [&str; 3] = ["Liberation Serif", "Caladea", "Gelasio"];

/// A face of a family, at one weight.
#[derive(Debug)]
pub(crate) struct Face {
    /// Family name.
    pub family: Arc<str>,
    /// Weight from 100 to 900 (OpenType OS/2 `usWeightClass`).
    pub weight: u16,
    /// Italic or oblique.
    pub italic: bool,
    /// Has serifs.
    pub serif: bool,
    /// Every glyph has the same advance.
    pub monospace: bool,
    /// Height above the base line, as a share of the size.
    pub ascent: f32,
    /// Depth below the base line, as a positive share of the size.
    pub descent: f32,
    key: String,
    weight_axis: Option<u16>,
    bytes: &'static [u8],
    shared: OnceLock<Arc<[u8]>>,
    coverage: OnceLock<Vec<(u32, u32)>>,
}

impl Face {
    /// The face in a font file of the family named; a variable one at each weight of its axis that
    /// documents ask for. `None` where the file is damaged.
    pub(super) fn parse(family: &str, bytes: &'static [u8]) -> Option<Vec<Face>> {
        let font = FontRef::new(bytes).ok()?;
        let axis = font.axes().get_by_tag(Tag::new(b"wght"));
        let weights = OFFERED_WEIGHTS.into_iter().filter(|weight| {
            axis.as_ref().is_some_and(|axis| (axis.min_value()..=axis.max_value()).contains(&f32::from(*weight)))
        });
        let mut axis_weights: Vec<Option<u16>> = weights.map(Some).collect();
        if axis_weights.is_empty() {
            axis_weights.push(None);
        }
        let family: Arc<str> = family.into();
        Some(axis_weights.into_iter().map(|weight| Face::of_font(&font, family.clone(), bytes, weight)).collect())
    }

    fn of_font(font: &FontRef, family: Arc<str>, bytes: &'static [u8], weight_axis: Option<u16>) -> Face {
        let attributes = font.attributes();
        let metrics = font.metrics(Size::new(1.0), LocationRef::default());
        Face {
            key: names::key(&family),
            weight: weight_axis.unwrap_or(attributes.weight.value() as u16),
            italic: !matches!(attributes.style, Style::Normal),
            serif: SERIF_FAMILIES.contains(&&*family),
            family,
            monospace: metrics.is_monospace,
            ascent: metrics.ascent,
            descent: -metrics.descent,
            weight_axis,
            bytes,
            shared: OnceLock::new(),
            coverage: OnceLock::new(),
        }
    }

    /// The normalised family name faces are looked up by.
    pub(super) fn key(&self) -> &str {
        &self.key
    }

    /// The parsed font file.
    fn font(&self) -> Option<FontRef<'_>> {
        FontRef::new(self.bytes).ok()
    }

    /// The font file, for [`Font::program`] and for shaping. Copied once for each face that is
    /// used, then shared.
    pub(crate) fn program(&self) -> FontProgram {
        let data = self.shared.get_or_init(|| Arc::from(self.bytes)).clone();
        FontProgram { data, index: 0, weight_axis: self.weight_axis }
    }

    /// The face as a font of [`crate::model::pages::Pages`], program included.
    pub(crate) fn to_font(&self) -> Font {
        Font {
            family: self.family.clone(),
            stand_in: false,
            weight: self.weight,
            italic: self.italic,
            serif: self.serif,
            monospace: self.monospace,
            ascent: self.ascent,
            descent: self.descent,
            program: Some(self.program()),
            ink: None,
        }
    }

    /// Whether the face has a glyph for `character`.
    pub(crate) fn covers(&self, character: char) -> bool {
        let code = u32::from(character);
        let ranges = self.coverage.get_or_init(|| self.font().map(|font| covered_ranges(&font)).unwrap_or_default());
        let after = ranges.partition_point(|(first, _)| *first <= code);
        after.checked_sub(1).and_then(|at| ranges.get(at)).is_some_and(|(_, last)| code <= *last)
    }

    /// The glyph for `character`, and its advance as a share of the size.
    pub(crate) fn glyph(&self, character: char) -> Option<(u32, f32)> {
        let font = self.font()?;
        let glyph = font.charmap().map(character)?;
        Some((glyph.to_u32(), self.advance_of(&font, glyph)))
    }

    fn advance_of(&self, font: &FontRef, glyph: GlyphId) -> f32 {
        let location = font.axes().location(self.weight_axis.map(|weight| ("wght", f32::from(weight))));
        font.glyph_metrics(Size::new(1.0), &location).advance_width(glyph).unwrap_or(0.0)
    }
}

/// The characters of the font's map, as sorted ranges with both ends included.
fn covered_ranges(font: &FontRef) -> Vec<(u32, u32)> {
    let mut codes: Vec<u32> = font.charmap().mappings().filter(|(_, glyph)| glyph.to_u32() != 0).map(|m| m.0).collect();
    codes.sort_unstable();
    let mut ranges: Vec<(u32, u32)> = Vec::new();
    for code in codes {
        match ranges.last_mut() {
            Some((_, last)) if code <= last.saturating_add(1) => *last = code,
            _ => ranges.push((code, code)),
        }
    }
    ranges
}
