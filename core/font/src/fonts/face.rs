//! One face: what it is, what it covers, and its bytes.

#![cfg_attr(not(feature = "fonts"), allow(dead_code, reason = "without bundled faces there are none to offer"))]

use std::sync::{Arc, OnceLock};

use skrifa::attribute::Style;
use skrifa::instance::{LocationRef, Size};
use skrifa::raw::{FileRef, TableProvider};
use skrifa::string::StringId;
use skrifa::{FontRef, GlyphId, MetadataProvider, Tag};

use super::names;
use transvase_model::flow::EmbeddedFont;
use transvase_model::pages::{Font, FontProgram};

/// Weights a variable font is offered at: those that office programs and e-books ask for.
const OFFERED_WEIGHTS: [u16; 2] = [REGULAR, BOLD];

const REGULAR: u16 = 400;
const BOLD: u16 = 700;

/// Parts of the normalised names of families with serifs, or with what is like them in other scripts:
/// PANOSE is wrong in some of the bundled faces, and missing in many others.
const SERIF_WORDS: [&str; 15] = [
    "serif", "stix", "caladea", "gelasio", "times", "roman", "garamond", "georgia", "song", "ming", "mincho", "batang",
    "myungjo", "naskh", "nastaliq",
];

/// Most faces of one file that are looked at: the largest collections of East Asian fonts have fewer.
const MOST_FACES: u32 = 64;

/// A font file: part of the library, and shared once it is asked for, or handed in.
#[derive(Debug)]
enum FileBytes {
    Bundled(&'static [u8], OnceLock<Arc<[u8]>>),
    Shared(Arc<[u8]>),
}

impl FileBytes {
    fn as_slice(&self) -> &[u8] {
        match self {
            FileBytes::Bundled(bytes, _) => bytes,
            FileBytes::Shared(bytes) => bytes,
        }
    }

    /// The bytes for [`FontProgram`]; those of the library are copied once.
    fn shared(&self) -> Arc<[u8]> {
        match self {
            FileBytes::Bundled(bytes, shared) => shared.get_or_init(|| Arc::from(*bytes)).clone(),
            FileBytes::Shared(bytes) => bytes.clone(),
        }
    }
}

/// A face of a family, at one weight.
#[derive(Debug, Clone)]
pub struct Face {
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
    /// Drawn bolder than its file has it.
    pub emboldened: bool,
    /// Drawn slanted, which its file is not.
    pub slanted: bool,
    key: String,
    weight_axis: Option<u16>,
    file: Arc<FileBytes>,
    /// Index in a collection.
    index: u32,
    coverage: OnceLock<Vec<(u32, u32)>>,
}

impl Face {
    /// The face in a font file of the library, of the family named or else of its own; a variable one at
    /// each weight of its axis that documents ask for. `None` where the file is damaged.
    #[cfg(feature = "fonts")]
    pub(super) fn bundled(family: Option<&str>, bytes: &'static [u8]) -> Option<Vec<Face>> {
        let font = FontRef::new(bytes).ok()?;
        let family = family.map_or_else(|| family_name(&font), |family| Some(family.to_owned()))?;
        let file = Arc::new(FileBytes::Bundled(bytes, OnceLock::new()));
        Some(Face::at_weights(&font, &family.into(), &file, 0))
    }

    /// The faces with outlines in a font file or collection that was handed in; none where it has no such
    /// font.
    pub(super) fn handed_in(bytes: &Arc<[u8]>) -> Vec<Face> {
        let count = match FileRef::new(bytes) {
            Ok(FileRef::Collection(collection)) => collection.len().min(MOST_FACES),
            Ok(FileRef::Font(_)) => 1,
            Err(_) => 0,
        };
        let file = Arc::new(FileBytes::Shared(bytes.clone()));
        let fonts = (0..count).filter_map(|index| Some((index, FontRef::from_index(bytes, index).ok()?)));
        let faces = fonts.filter(|(_, font)| is_usable(font)).map(|(index, font)| {
            let family = family_name(&font).unwrap_or_default();
            Face::at_weights(&font, &family.into(), &file, index)
        });
        faces.flatten().collect()
    }

    /// The face in a file that goes with a document; at two weights where it is a variable one.
    pub(super) fn embedded(font: &EmbeddedFont) -> Vec<Face> {
        let mut faces = Face::handed_in(&font.data);
        faces.retain(|face| face.index == 0);
        for face in &mut faces {
            face.key = names::key(&font.family);
            face.family = font.family.clone();
            face.italic = font.italic;
            face.weight = face.weight_axis.unwrap_or(if font.bold { BOLD } else { REGULAR });
        }
        faces
    }

    /// The face made bolder or slanted; `None` where it is already as bold and slanted as that.
    pub(super) fn synthesized(&self, weight: u16, italic: bool) -> Option<Face> {
        let (emboldened, slanted) = (weight > self.weight, italic && !self.italic);
        (emboldened || slanted).then(|| Face {
            weight: weight.max(self.weight),
            italic: italic || self.italic,
            emboldened: emboldened || self.emboldened,
            slanted: slanted || self.slanted,
            ..self.clone()
        })
    }

    fn at_weights(font: &FontRef, family: &Arc<str>, file: &Arc<FileBytes>, index: u32) -> Vec<Face> {
        let axis = font.axes().get_by_tag(Tag::new(b"wght"));
        let weights = OFFERED_WEIGHTS.into_iter().filter(|weight| {
            axis.as_ref().is_some_and(|axis| (axis.min_value()..=axis.max_value()).contains(&f32::from(*weight)))
        });
        let mut axis_weights: Vec<Option<u16>> = weights.map(Some).collect();
        if axis_weights.is_empty() {
            axis_weights.push(None);
        }
        let face = |weight| Face::of_font(font, family.clone(), file.clone(), index, weight);
        axis_weights.into_iter().map(face).collect()
    }

    fn of_font(font: &FontRef, family: Arc<str>, file: Arc<FileBytes>, index: u32, weight_axis: Option<u16>) -> Face {
        let attributes = font.attributes();
        let metrics = font.metrics(Size::new(1.0), LocationRef::default());
        let key = names::key(&family);
        Face {
            weight: weight_axis.unwrap_or(attributes.weight.value() as u16),
            italic: !matches!(attributes.style, Style::Normal),
            emboldened: false,
            slanted: false,
            serif: !key.contains("sans") && SERIF_WORDS.iter().any(|word| key.contains(word)),
            key,
            family,
            monospace: metrics.is_monospace,
            ascent: metrics.ascent,
            descent: -metrics.descent,
            weight_axis,
            file,
            index,
            coverage: OnceLock::new(),
        }
    }

    /// The normalised family name faces are looked up by.
    pub(super) fn key(&self) -> &str {
        &self.key
    }

    /// The parsed font file.
    fn font(&self) -> Option<FontRef<'_>> {
        FontRef::from_index(self.file.as_slice(), self.index).ok()
    }

    /// The font file, for [`Font::program`] and for shaping.
    pub fn program(&self) -> FontProgram {
        FontProgram { data: self.file.shared(), index: self.index, weight_axis: self.weight_axis }
    }

    /// The face as a font of [`transvase_model::pages::Pages`], program included.
    pub fn to_font(&self) -> Font {
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
    pub fn covers(&self, character: char) -> bool {
        let code = u32::from(character);
        let ranges = self.coverage.get_or_init(|| self.font().map(|font| covered_ranges(&font)).unwrap_or_default());
        let after = ranges.partition_point(|(first, _)| *first <= code);
        after.checked_sub(1).and_then(|at| ranges.get(at)).is_some_and(|(_, last)| code <= *last)
    }

    /// The glyph for `character`, and its advance as a share of the size.
    pub fn glyph(&self, character: char) -> Option<(u32, f32)> {
        let font = self.font()?;
        let glyph = font.charmap().map(character)?;
        Some((glyph.to_u32(), self.advance_of(&font, glyph)))
    }

    fn advance_of(&self, font: &FontRef, glyph: GlyphId) -> f32 {
        let location = font.axes().location(self.weight_axis.map(|weight| ("wght", f32::from(weight))));
        font.glyph_metrics(Size::new(1.0), &location).advance_width(glyph).unwrap_or(0.0)
    }
}

/// Whether there is something to draw (fonts of colour bitmaps alone have no outlines) and the figures that
/// all else is reckoned by make sense: an em of 16 to 16,384 units, a box that is not inside out (OpenType,
/// head table).
pub(super) fn is_usable(font: &FontRef) -> bool {
    let outlines = font.glyf().is_ok() || font.cff().is_ok() || font.cff2().is_ok();
    outlines
        && font.head().is_ok_and(|head| {
            let em = (16..=16_384).contains(&head.units_per_em());
            em && head.x_min() <= head.x_max() && head.y_min() <= head.y_max()
        })
}

/// The family's name, typographic where there is one (OpenType name table, ids 16 and 1).
fn family_name(font: &FontRef) -> Option<String> {
    let name = |id| font.localized_strings(id).english_or_first().map(|name| name.to_string());
    name(StringId::TYPOGRAPHIC_FAMILY_NAME).or_else(|| name(StringId::FAMILY_NAME))
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
