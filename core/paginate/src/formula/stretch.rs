//! Signs that stretch: larger variants, and glyphs put together from parts (OpenType, "MATH", MathVariants).

use super::Setter;
use super::boxes::{Ink, MathBox};
use super::style::Style;
use transvase_font::math_face::{Axis, MathConstant, Part};

/// Parts of one kind that a sign is put together from at most: those of a bracket around a page.
const MOST_REPEATS: usize = 400;

impl Setter {
    /// A sign at least `length` points long on an axis, or as long as it can be.
    pub(super) fn stretched(&self, sign: char, axis: Axis, length: f32, style: Style) -> MathBox {
        let Some(glyph) = self.face.glyph(sign) else { return MathBox::default() };
        let wanted = length / self.size(style);
        let variants = self.face.variants(glyph, axis);
        if let Some((id, _)) = variants.iter().find(|(_, length)| *length >= wanted) {
            return self.glyph(*id, Some(sign), style);
        }
        let parts = self.face.assembly(glyph, axis);
        if parts.is_empty() {
            let id = variants.last().map_or(glyph, |(id, _)| *id);
            return self.glyph(id, Some(sign), style);
        }
        self.assembled(&parts, axis, wanted, sign, style)
    }

    /// A large operator, in the middle of the axis.
    pub(super) fn operator(&self, sign: char, style: Style) -> MathBox {
        let height = if style.display { self.length(MathConstant::DisplayOperatorMinHeight, style) } else { 0.0 };
        let inside = self.stretched(sign, Axis::Vertical, height, style);
        self.centred(inside, style)
    }

    /// A box raised so that its middle is on the axis.
    pub(super) fn centred(&self, inside: MathBox, style: Style) -> MathBox {
        let by = self.axis(style) - (inside.ascent - inside.descent) / 2.0;
        inside.raised(by)
    }

    fn assembled(&self, parts: &[Part], axis: Axis, wanted: f32, sign: char, style: Style) -> MathBox {
        let size = self.size(style);
        let least = self.face.least_overlap();
        let parts = repeated(parts, wanted, least);
        let joints = parts.len().saturating_sub(1).max(1) as f32;
        let longest = parts.iter().map(|part| part.length).sum::<f32>() - joints * least;
        let more = ((longest - wanted) / joints).max(0.0);
        let mut whole = MathBox { is_glyph: true, ..MathBox::default() };
        let mut at = 0.0;
        let mut before: Option<&Part> = None;
        for part in &parts {
            if let Some(before) = before {
                at -= (least + more).min(before.end.min(part.start).max(least));
            }
            let extent = self.face.extent(part.glyph);
            let sign = before.is_none().then_some(sign);
            let (x, y) = match axis {
                Axis::Vertical => (0.0, (at - extent.bottom) * size),
                Axis::Horizontal => ((at - extent.left) * size, 0.0),
            };
            whole.ink.push(Ink::Glyph { id: part.glyph, x, y, size, advance: extent.advance * size, sign });
            at += part.length;
            before = Some(part);
            match axis {
                Axis::Vertical => whole.width = whole.width.max(extent.advance * size),
                Axis::Horizontal => {
                    whole.ascent = whole.ascent.max(extent.top * size);
                    whole.descent = whole.descent.max(-extent.bottom * size);
                }
            }
        }
        match axis {
            Axis::Vertical => whole.ascent = at * size,
            Axis::Horizontal => whole.width = at * size,
        }
        whole
    }
}

/// The parts with those that repeat as often as it takes to be as long as wanted.
fn repeated(parts: &[Part], wanted: f32, overlap: f32) -> Vec<Part> {
    let sum =
        |repeats: bool| parts.iter().filter(|part| part.repeats == repeats).map(|part| part.length - overlap).sum();
    let (fixed, once): (f32, f32) = (sum(false), sum(true));
    let times = if once > 0.0 { ((wanted - fixed) / once).ceil().clamp(1.0, MOST_REPEATS as f32) as usize } else { 1 };
    let copies = |part: &Part| vec![*part; if part.repeats { times } else { 1 }];
    parts.iter().flat_map(copies).collect()
}
