//! Fractions (MathML Core 3.3.2; The TeXbook, appendix G, rule 15).

use super::Setter;
use super::boxes::MathBox;
use super::style::Style;
use transvase_font::math_face::MathConstant as Constant;
use transvase_model::flow::Math;

/// Room at both sides of a fraction as a share of the size: TeX's `\nulldelimiterspace`.
const SIDES: f32 = 0.12;
/// How far its line reaches over its parts at both sides, likewise.
const OVERHANG: f32 = 0.05;

impl Setter {
    pub(super) fn fraction(&self, over: &[Math], under: &[Math], style: Style) -> MathBox {
        let of_parts = style.part_of_fraction();
        let (over, under) = (self.row(over, of_parts), self.row(under, of_parts.cramped()));
        let axis = self.axis(style);
        let thickness = self.length(Constant::FractionRuleThickness, style);
        let (up, down, gap_above, gap_below) = if style.display {
            (
                Constant::FractionNumeratorDisplayStyleShiftUp,
                Constant::FractionDenominatorDisplayStyleShiftDown,
                Constant::FractionNumDisplayStyleGapMin,
                Constant::FractionDenomDisplayStyleGapMin,
            )
        } else {
            (
                Constant::FractionNumeratorShiftUp,
                Constant::FractionDenominatorShiftDown,
                Constant::FractionNumeratorGapMin,
                Constant::FractionDenominatorGapMin,
            )
        };
        let least_up = axis + thickness / 2.0 + self.length(gap_above, style) + over.descent;
        let least_down = under.ascent + self.length(gap_below, style) + thickness / 2.0 - axis;
        let (up, down) = (self.length(up, style).max(least_up), self.length(down, style).max(least_down));
        let size = self.size(style);
        let line = over.width.max(under.width) + 2.0 * OVERHANG * size;
        let mut whole = MathBox::space(line + 2.0 * SIDES * size);
        let middle = whole.width / 2.0;
        let (at_over, at_under) = (middle - over.width / 2.0, middle - under.width / 2.0);
        whole.put(over, at_over, up);
        whole.rule(middle - line / 2.0, axis - thickness / 2.0, line, thickness);
        whole.put(under, at_under, -down);
        whole
    }
}
