//! Roots (MathML Core 3.3.3; The TeXbook, appendix G, rule 11).

use super::Setter;
use super::boxes::MathBox;
use super::style::Style;
use transvase_font::math_face::{Axis, MathConstant as Constant};
use transvase_model::flow::Math;

impl Setter {
    pub(super) fn radical(&self, degree: &[Math], body: &[Math], style: Style) -> MathBox {
        let body = self.row(body, style.cramped());
        let gap = if style.display { Constant::RadicalDisplayStyleVerticalGap } else { Constant::RadicalVerticalGap };
        let thickness = self.length(Constant::RadicalRuleThickness, style);
        let gap = self.length(gap, style);
        let sign = self.stretched('√', Axis::Vertical, body.height() + gap + thickness, style);
        // A sign that is higher than it must be has half of that above what is below its line.
        let gap = gap.max((gap + sign.height() - thickness - body.height()) / 2.0);
        let line = body.ascent + gap;
        let raise = line + thickness - sign.ascent;
        let mut whole = self.degree(degree, sign.height(), raise - sign.descent, style);
        let at = whole.width;
        whole.width += sign.width + body.width;
        let (from, width) = (at + sign.width, body.width);
        whole.put(sign, at, raise);
        whole.rule(from, line, width, thickness);
        whole.put(body, from, 0.0);
        whole.ascent += self.length(Constant::RadicalExtraAscender, style);
        whole
    }

    /// The degree of a root whose sign is so high and begins at `bottom`.
    fn degree(&self, degree: &[Math], height: f32, bottom: f32, style: Style) -> MathBox {
        let mut whole = MathBox::default();
        if degree.is_empty() {
            return whole;
        }
        let degree = self.row(degree, style.script().script());
        let raise = bottom + height * self.face.constant(Constant::RadicalDegreeBottomRaisePercent) + degree.descent;
        let before = self.length(Constant::RadicalKernBeforeDegree, style).max(0.0);
        // It goes back over the sign, but not further than its own width.
        let after = self.length(Constant::RadicalKernAfterDegree, style).max(-degree.width);
        whole.width = before + degree.width + after;
        whole.put(degree, before, raise);
        whole
    }
}
