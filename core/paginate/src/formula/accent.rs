//! Accents, lines and braces above and below a row, and boxes around it (MathML Core 3.4.2; The TeXbook, appendix G, rules
//! 9, 10 and 12).

use super::Setter;
use super::boxes::{Ink, MathBox};
use super::style::Style;
use transvase_font::math_face::{Axis, MathConstant as Constant};
use transvase_model::flow::Math;

/// Room between a row and the box around it, as a share of the size: TeX's `\fboxsep`.
const BOX_ROOM: f32 = 0.3;

impl Setter {
    pub(super) fn accent(&self, body: &[Math], mark: char, style: Style) -> MathBox {
        let base = self.row(body, style.cramped());
        match mark {
            Math::BOX => self.boxed(base, style),
            '\u{304}' | '\u{305}' | '¯' | '‾' => self.overlined(base, style),
            '\u{331}' | '\u{332}' | '_' => self.underlined(base, style),
            '⏜' | '⏞' | '⏠' | '⎴' => self.spanned(base, mark, true, style),
            '⏝' | '⏟' | '⏡' | '⎵' => self.spanned(base, mark, false, style),
            '\u{320}'..='\u{333}' | '\u{20E8}' | '\u{20EC}'..='\u{20EF}' => self.below(base, mark, style),
            _ => self.above(base, mark, style),
        }
    }

    fn above(&self, base: MathBox, mark: char, style: Style) -> MathBox {
        let accent = self.accent_over(&base, mark, style);
        let drop = base.ascent.min(self.length(Constant::AccentBaseHeight, style));
        let rise = base.ascent - drop;
        let middle = base.accent.filter(|_| base.ink.len() == 1).unwrap_or(f32::midpoint(base.width, base.italic));
        let own = self.middle_of(&accent, style);
        let (width, italic) = (base.width, base.italic);
        let is_glyph = base.is_glyph;
        let mut whole = MathBox::space(width);
        whole.put(base, 0.0, 0.0);
        whole.put(accent, middle - own, rise);
        (whole.italic, whole.is_glyph) = (italic, is_glyph);
        whole
    }

    /// The glyph of an accent: over a letter the plain one, over more the widest that is not wider than they are.
    fn accent_over(&self, base: &MathBox, mark: char, style: Style) -> MathBox {
        let Some(glyph) = self.face.glyph(mark) else { return MathBox::default() };
        let size = self.size(style);
        let width = |id: u32| {
            let extent = self.face.extent(id);
            (extent.right - extent.left) * size
        };
        let variants = self.face.variants(glyph, Axis::Horizontal);
        let fitting = variants.iter().rev().find(|(id, _)| !base.is_glyph && width(*id) <= base.width);
        self.glyph(fitting.map_or(glyph, |(id, _)| *id), Some(mark), style)
    }

    fn below(&self, base: MathBox, mark: char, style: Style) -> MathBox {
        let Some(glyph) = self.face.glyph(mark) else { return base };
        let accent = self.glyph(glyph, Some(mark), style);
        let own = self.middle_of(&accent, style);
        let (middle, drop) = (base.width / 2.0, base.descent.max(0.0));
        let mut whole = base;
        whole.put(accent, middle - own, -drop);
        whole
    }

    /// Where the middle of an accent is, from its origin.
    fn middle_of(&self, accent: &MathBox, style: Style) -> f32 {
        let size = self.size(style);
        match accent.ink.as_slice() {
            [Ink::Glyph { id, .. }] => {
                let extent = self.face.extent(*id);
                accent.accent.unwrap_or(f32::midpoint(extent.left, extent.right) * size)
            }
            _ => accent.width / 2.0,
        }
    }

    fn overlined(&self, base: MathBox, style: Style) -> MathBox {
        let thickness = self.length(Constant::OverbarRuleThickness, style);
        let y = base.ascent + self.length(Constant::OverbarVerticalGap, style);
        let (width, lean) = (base.width, base.italic);
        let mut whole = base;
        whole.rule(lean.min(width * 0.2), y, width, thickness);
        whole.ascent += self.length(Constant::OverbarExtraAscender, style);
        whole.is_glyph = false;
        whole
    }

    fn underlined(&self, base: MathBox, style: Style) -> MathBox {
        let thickness = self.length(Constant::UnderbarRuleThickness, style);
        let y = -base.descent - self.length(Constant::UnderbarVerticalGap, style) - thickness;
        let width = base.width;
        let mut whole = base;
        whole.rule(0.0, y, width, thickness);
        whole.descent += self.length(Constant::UnderbarExtraDescender, style);
        whole.is_glyph = false;
        whole
    }

    /// A brace or bracket as wide as the row.
    fn spanned(&self, base: MathBox, mark: char, is_above: bool, style: Style) -> MathBox {
        let brace = self.stretched(mark, Axis::Horizontal, base.width, style);
        let (gap, over) = if is_above {
            (Constant::StretchStackGapBelowMin, base.ascent)
        } else {
            (Constant::StretchStackGapAboveMin, base.descent)
        };
        let gap = self.length(gap, style);
        let y = if is_above { over + gap + brace.descent } else { -over - gap - brace.ascent };
        let width = base.width.max(brace.width);
        let mut whole = MathBox::space(width);
        let (at_base, at_brace) = ((width - base.width) / 2.0, (width - brace.width) / 2.0);
        whole.put(base, at_base, 0.0);
        whole.put(brace, at_brace, y);
        whole
    }

    fn boxed(&self, base: MathBox, style: Style) -> MathBox {
        let line = self.length(Constant::FractionRuleThickness, style);
        let room = BOX_ROOM * self.size(style);
        let (width, height) = (base.width + 2.0 * (room + line), base.height() + 2.0 * (room + line));
        let bottom = -base.descent - room - line;
        let mut whole = MathBox::space(width);
        whole.put(base, room + line, 0.0);
        whole.rule(0.0, bottom, width, line);
        whole.rule(0.0, bottom + height - line, width, line);
        whole.rule(0.0, bottom, line, height);
        whole.rule(width - line, bottom, line, height);
        whole
    }
}
