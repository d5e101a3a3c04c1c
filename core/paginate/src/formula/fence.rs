//! Rows between brackets or bars (The TeXbook, appendix G, rule 19).

use super::Setter;
use super::boxes::MathBox;
use super::style::Style;
use transvase_font::math_face::Axis;
use transvase_model::flow::Math;

/// How much of what they hold brackets cover at the least, and by how many ems they may be shorter: plain TeX's
/// `\delimiterfactor` and `\delimitershortfall`.
const COVERED: f32 = 0.901;
const SHORTFALL: f32 = 0.5;

impl Setter {
    pub(super) fn fenced(&self, open: Option<char>, body: &[Math], close: Option<char>, style: Style) -> MathBox {
        let body = self.row(body, style);
        let axis = self.axis(style);
        let half = (body.ascent - axis).max(body.descent + axis);
        let height = (2.0 * half * COVERED).max(2.0 * half - SHORTFALL * self.size(style));
        let fence = |sign| self.centred(self.stretched(sign, Axis::Vertical, height, style), style);
        let mut whole = MathBox::default();
        if let Some(open) = open {
            whole.append(fence(open));
        }
        let lean = body.italic;
        whole.append(body);
        if let Some(close) = close {
            whole.append(MathBox::space(lean));
            whole.append(fence(close));
        }
        whole.italic = 0.0;
        whole
    }
}
