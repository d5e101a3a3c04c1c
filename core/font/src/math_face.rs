//! The face of formulas: STIX Two Math, and what its MATH table says of it (OpenType 1.9.1, "MATH"). Lengths are shares of
//! the size.

use std::collections::BTreeMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use read_fonts::tables::math::{Math, MathConstants, StretchAxis};
use read_fonts::types::GlyphId16;
use read_fonts::{FontRef, TableProvider};
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{GlyphId, MetadataProvider};

pub use read_fonts::tables::math::{MathConstant, StretchAxis as Axis};

pub use crate::fonts::MATH_FAMILY as FAMILY;

/// How far a glyph reaches from its origin, and its advance.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Extent {
    /// Advance.
    pub advance: f32,
    /// Left end of its ink.
    pub left: f32,
    /// Right end of its ink.
    pub right: f32,
    /// Upper end of its ink, above the base line.
    pub top: f32,
    /// Lower end of its ink, above the base line; below 0 where it goes under it.
    pub bottom: f32,
}

/// A part of a glyph that is put together.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Part {
    /// The glyph.
    pub glyph: u32,
    /// Its length along the way it is stretched.
    pub length: f32,
    /// How far it may overlap the part before it.
    pub start: f32,
    /// How far it may overlap the part behind it.
    pub end: f32,
    /// Whether it is there as often as it takes.
    pub repeats: bool,
}

/// The face of formulas.
pub struct MathFace {
    ink: skrifa::FontRef<'static>,
    math: Math<'static>,
    constants: MathConstants<'static>,
    em: f32,
    extents: Mutex<BTreeMap<u32, Extent>>,
}

impl MathFace {
    /// The face that comes with the library; none without the feature `fonts`.
    pub fn bundled() -> Option<&'static MathFace> {
        static FACE: LazyLock<Option<MathFace>> = LazyLock::new(|| {
            let file = crate::fonts::math_file()?;
            let font = FontRef::new(file).ok()?;
            let math = font.math().ok()?;
            let constants = math.math_constants().ok()?;
            let em = f32::from(font.head().ok()?.units_per_em());
            let ink = skrifa::FontRef::new(file).ok()?;
            Some(MathFace { ink, math, constants, em, extents: Mutex::default() })
        });
        FACE.as_ref()
    }

    /// The glyph of a character.
    pub fn glyph(&self, character: char) -> Option<u32> {
        self.ink.charmap().map(character).map(GlyphId::to_u32)
    }

    /// A constant of the table: a length as a share of the size, a percentage as a share of 1.
    pub fn constant(&self, constant: MathConstant) -> f32 {
        let value = self.constants.constant(constant) as f32;
        match constant {
            MathConstant::ScriptPercentScaleDown
            | MathConstant::ScriptScriptPercentScaleDown
            | MathConstant::RadicalDegreeBottomRaisePercent => value / 100.0,
            _ => value / self.em,
        }
    }

    /// How far a glyph reaches.
    pub fn extent(&self, glyph: u32) -> Extent {
        let mut extents = self.extents.lock().unwrap_or_else(PoisonError::into_inner);
        *extents.entry(glyph).or_insert_with(|| self.measured(GlyphId::new(glyph)))
    }

    fn measured(&self, glyph: GlyphId) -> Extent {
        let metrics = self.ink.glyph_metrics(Size::unscaled(), LocationRef::default());
        let advance = metrics.advance_width(glyph).unwrap_or_default() / self.em;
        let mut ink = Ink::default();
        let outline = self.ink.outline_glyphs().get(glyph);
        let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
        let drawn = outline.is_some_and(|outline| outline.draw(settings, &mut ink).is_ok());
        let Some([left, bottom, right, top]) = ink.0.filter(|_| drawn).map(|ink| ink.map(|end| end / self.em)) else {
            return Extent { advance, ..Extent::default() };
        };
        Extent { advance, left, right, top, bottom }
    }

    /// By how much the upper right of a slanted glyph leans over its advance.
    pub fn italics_correction(&self, glyph: u32) -> f32 {
        let correction = || {
            let info = self.math.math_glyph_info().ok()?.math_italics_correction_info()?.ok()?;
            info.correction(GlyphId16::new(u16::try_from(glyph).ok()?).into())
        };
        correction().map_or(0.0, |units| units as f32 / self.em)
    }

    /// Where the middle of an accent comes above a glyph, or that of an accent itself.
    pub fn top_accent(&self, glyph: u32) -> Option<f32> {
        let info = self.math.math_glyph_info().ok()?.math_top_accent_attachment()?.ok()?;
        let units = info.attachment(GlyphId16::new(u16::try_from(glyph).ok()?).into())?;
        Some(units as f32 / self.em)
    }

    /// The sizes that a glyph is there in, with their lengths along an axis, from the least up.
    pub fn variants(&self, glyph: u32, axis: Axis) -> Vec<(u32, f32)> {
        let records = self.construction(glyph, axis).map(|construction| construction.math_glyph_variant_records());
        let records = records.unwrap_or_default().iter();
        let variant = |record: &read_fonts::tables::math::MathGlyphVariantRecord| {
            (u32::from(record.variant_glyph().to_u16()), f32::from(record.advance_measurement().to_u16()) / self.em)
        };
        records.map(variant).collect()
    }

    /// The parts that a glyph of any size is put together from, from the left or from below.
    pub fn assembly(&self, glyph: u32, axis: Axis) -> Vec<Part> {
        let assembly = self.construction(glyph, axis).and_then(|construction| construction.glyph_assembly());
        let Some(Ok(assembly)) = assembly else { return Vec::new() };
        let length = |value: read_fonts::types::UfWord| f32::from(value.to_u16()) / self.em;
        let part = |part: &read_fonts::tables::math::GlyphPartRecord| Part {
            glyph: u32::from(part.glyph_id().to_u16()),
            length: length(part.full_advance()),
            start: length(part.start_connector_length()),
            end: length(part.end_connector_length()),
            repeats: part.part_flags().contains(read_fonts::tables::math::PartFlags::EXTENDER_FLAG),
        };
        assembly.part_records().iter().map(part).collect()
    }

    /// By how much neighbouring parts overlap at the least.
    pub fn least_overlap(&self) -> f32 {
        let variants = self.math.math_variants();
        variants.map_or(0.0, |variants| f32::from(variants.min_connector_overlap().to_u16()) / self.em)
    }

    fn construction(
        &self,
        glyph: u32,
        axis: StretchAxis,
    ) -> Option<read_fonts::tables::math::MathGlyphConstruction<'_>> {
        let glyph = GlyphId16::new(u16::try_from(glyph).ok()?);
        self.math.math_variants().ok()?.glyph_construction(glyph.into(), axis)
    }
}

/// The ends of what is drawn: left, lower, right, upper.
#[derive(Default)]
struct Ink(Option<[f32; 4]>);

impl Ink {
    /// Points that steer a curve count as if it went through them: in fonts they lie at its ends, or hardly beyond.
    fn reach(&mut self, x: f32, y: f32) {
        let [left, bottom, right, top] = self.0.unwrap_or([x, y, x, y]);
        self.0 = Some([left.min(x), bottom.min(y), right.max(x), top.max(y)]);
    }
}

impl OutlinePen for Ink {
    fn move_to(&mut self, x: f32, y: f32) {
        self.reach(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.reach(x, y);
    }

    fn quad_to(&mut self, cx0: f32, cy0: f32, x: f32, y: f32) {
        self.reach(cx0, cy0);
        self.reach(x, y);
    }

    fn curve_to(&mut self, cx0: f32, cy0: f32, cx1: f32, cy1: f32, x: f32, y: f32) {
        self.reach(cx0, cy0);
        self.reach(cx1, cy1);
        self.reach(x, y);
    }

    fn close(&mut self) {}
}

#[cfg(all(test, feature = "fonts"))]
mod tests {
    use super::*;

    #[test]
    fn the_table_says_what_the_face_is_made_for() {
        let face = MathFace::bundled().expect("the face comes with the library");
        let axis = face.constant(MathConstant::AxisHeight);
        let minus = face.extent(face.glyph('−').unwrap());
        assert!((f32::midpoint(minus.top, minus.bottom) - axis).abs() < 0.01, "the minus sign stands on the axis");
        let script = face.constant(MathConstant::ScriptPercentScaleDown);
        assert!((0.6..0.9).contains(&script), "{script}");
        let paren = face.glyph('(').unwrap();
        let sizes = face.variants(paren, Axis::Vertical);
        assert!(sizes.len() > 2 && sizes.is_sorted_by(|a, b| a.1 <= b.1), "{sizes:?}");
        assert!(face.assembly(paren, Axis::Vertical).iter().any(|part| part.repeats));
        assert!(face.italics_correction(face.glyph('𝑓').unwrap()) > 0.0);
    }
}
