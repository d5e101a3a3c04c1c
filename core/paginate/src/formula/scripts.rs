//! Scripts at the right of a row and limits above and below it (MathML Core 3.4; The TeXbook, appendix G, rules 13 and 18).

use super::Setter;
use super::boxes::MathBox;
use super::style::Style;
use transvase_font::math_face::MathConstant as Constant;
use transvase_model::flow::Math;

impl Setter {
    /// A row with its scripts.
    pub(super) fn scripts(&self, base: &[Math], sub: &[Math], sup: &[Math], style: Style) -> MathBox {
        let base = self.row(base, style);
        let lean = base.italic;
        self.with_scripts(base, (sub, sup), (lean, 0.0), style)
    }

    /// A large sign with its limits: below and above it in formulas on their own, else at its right.
    pub(super) fn big(&self, sign: char, (below, above): (&[Math], &[Math]), beside: bool, style: Style) -> MathBox {
        let sign = self.operator(sign, style);
        if style.display && !beside {
            return self.with_limits(sign, below, above, style);
        }
        // The lower limit of a leaning integral stands further left than the upper one.
        let lean = sign.italic;
        self.with_scripts(sign, (below, above), (0.0, -lean), style)
    }

    /// A row with limits, which stand at its right in a line of text.
    pub(super) fn limits(&self, base: &[Math], below: &[Math], above: &[Math], style: Style) -> MathBox {
        if style.display || base.iter().any(|math| matches!(math, Math::Accent(..))) {
            return self.with_limits(self.row(base, style), below, above, style);
        }
        self.scripts(base, below, above, style)
    }

    /// A box with scripts; the upper one is moved right by the first of `moves`, the lower one by the second.
    fn with_scripts(&self, base: MathBox, (sub, sup): (&[Math], &[Math]), moves: (f32, f32), style: Style) -> MathBox {
        let of_sub = style.script().cramped();
        let sub = (!sub.is_empty()).then(|| self.row(sub, of_sub));
        let sup = (!sup.is_empty()).then(|| self.row(sup, style.script()));
        let mut up = sup.as_ref().map_or(0.0, |sup| self.up(&base, sup, style));
        let mut down = sub.as_ref().map_or(0.0, |sub| self.down(&base, sub, style));
        if let (Some(sub), Some(sup)) = (&sub, &sup) {
            let gap = (up - sup.descent) - (sub.ascent - down);
            let missing = self.length(Constant::SubSuperscriptGapMin, style) - gap;
            if missing > 0.0 {
                down += missing;
                let most = self.length(Constant::SuperscriptBottomMaxWithSubscript, style);
                let rise = (most - (up - sup.descent)).clamp(0.0, missing);
                (up, down) = (up + rise, down - rise);
            }
        }
        let mut whole = base;
        let at = whole.width;
        let mut end = at;
        for (script, x, y) in [(sub, at + moves.1, -down), (sup, at + moves.0, up)] {
            let Some(script) = script else { continue };
            end = end.max(x + script.width);
            whole.put(script, x, y);
        }
        whole.width = end + self.length(Constant::SpaceAfterScript, style);
        (whole.italic, whole.is_glyph, whole.accent) = (0.0, false, None);
        whole
    }

    fn up(&self, base: &MathBox, sup: &MathBox, style: Style) -> f32 {
        let shift = if style.cramped { Constant::SuperscriptShiftUpCramped } else { Constant::SuperscriptShiftUp };
        let by_base =
            if base.is_glyph { 0.0 } else { base.ascent - self.length(Constant::SuperscriptBaselineDropMax, style) };
        let by_foot = self.length(Constant::SuperscriptBottomMin, style) + sup.descent;
        self.length(shift, style).max(by_base).max(by_foot)
    }

    fn down(&self, base: &MathBox, sub: &MathBox, style: Style) -> f32 {
        let by_base =
            if base.is_glyph { 0.0 } else { base.descent + self.length(Constant::SubscriptBaselineDropMin, style) };
        let by_head = sub.ascent - self.length(Constant::SubscriptTopMax, style);
        self.length(Constant::SubscriptShiftDown, style).max(by_base).max(by_head)
    }

    /// A box with limits below and above it.
    pub(super) fn with_limits(&self, base: MathBox, below: &[Math], above: &[Math], style: Style) -> MathBox {
        let of_below = style.script().cramped();
        let below = (!below.is_empty()).then(|| self.row(below, of_below));
        let above = (!above.is_empty()).then(|| self.row(above, style.script()));
        let width = [&below, &above].into_iter().flatten().map(|limit| limit.width).fold(base.width, f32::max);
        let mut whole = MathBox::space(width);
        let (middle, lean) = (width / 2.0, base.italic / 2.0);
        let (ascent, descent) = (base.ascent, base.descent);
        whole.put(base.clone(), middle - base.width / 2.0, 0.0);
        if let Some(above) = above {
            let gap = self.length(Constant::UpperLimitGapMin, style) + above.descent;
            let rise = ascent + gap.max(self.length(Constant::UpperLimitBaselineRiseMin, style));
            let x = middle - above.width / 2.0 + lean;
            whole.put(above, x, rise);
        }
        if let Some(below) = below {
            let gap = self.length(Constant::LowerLimitGapMin, style) + below.ascent;
            let drop = descent + gap.max(self.length(Constant::LowerLimitBaselineDropMin, style));
            let x = middle - below.width / 2.0 - lean;
            whole.put(below, x, -drop);
        }
        whole
    }
}
