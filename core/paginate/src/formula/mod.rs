//! Formulas set in two dimensions, by the rules of The TeXbook (appendix G) as MathML Core has them (3.2 to 3.5), with the
//! lengths of the face's MATH table.
//!
//! A row of the model becomes atoms, each a box with a class that says what room it needs; boxes hold glyphs and rules at
//! their places, and become objects in the line.

mod accent;
mod atoms;
mod boxes;
mod fence;
mod fraction;
mod letters;
mod matrix;
mod radical;
mod row;
mod scripts;
mod stretch;
mod style;

use std::sync::Arc;

use self::boxes::MathBox;
use self::style::Style;
use super::layout::Layout;
use super::strip::Strip;
use super::text::{Look, Object, Shown};
use transvase_font::math_face::{FAMILY, MathConstant, MathFace};
use transvase_model::flow::{Formula, Inline, Math, Paragraph};

/// Rows that may lie in one another, and signs that a formula may have; one that is deeper or longer, which nobody can read,
/// stays a line of text.
const MAX_DEPTH: usize = 40;
const MAX_SIGNS: usize = 20_000;

/// Sets the formulas of one size.
struct Setter {
    face: &'static MathFace,
    /// Size of its letters in points.
    size: f32,
}

impl Setter {
    /// Size of the letters of a style in points.
    fn size(&self, style: Style) -> f32 {
        let share = match style.level {
            0 => 1.0,
            1 => self.face.constant(MathConstant::ScriptPercentScaleDown),
            _ => self.face.constant(MathConstant::ScriptScriptPercentScaleDown),
        };
        self.size * share
    }

    /// A length of the MATH table in points.
    fn length(&self, constant: MathConstant, style: Style) -> f32 {
        self.face.constant(constant) * self.size(style)
    }

    /// Height of the line that fractions, signs and brackets are centred on.
    fn axis(&self, style: Style) -> f32 {
        self.length(MathConstant::AxisHeight, style)
    }
}

/// A formula as what stands in a line, divided where lines may break; each part is at most as wide as the measure. `None`
/// where it has to be a line of text: the face of formulas lacks a sign, or it is too deep.
pub(super) fn set(layout: &mut Layout, formula: &Formula, look: &Look, measure: f32) -> Option<Vec<Object>> {
    let face = MathFace::bundled()?;
    if formula.row.is_empty() || !can_be_set(face, &formula.row) {
        return None;
    }
    let family: Arc<str> = FAMILY.into();
    let font = layout.face(Some(&family), false, 400, false);
    let font = layout.font_index(font);
    let setter = Setter { face, size: look.size };
    let pieces = setter.pieces(&formula.row, if formula.display { Style::DISPLAY } else { Style::TEXT });
    // Lines of formulas keep a distance that those of text have by their leading.
    let leading = setter.length(MathConstant::MathLeading, Style::TEXT) / 2.0;
    let leading = if formula.display { leading } else { leading / 2.0 };
    Some(pieces.into_iter().map(|piece| object(piece.within(measure), leading, font, look)).collect())
}

fn object(piece: MathBox, leading: f32, font: usize, look: &Look) -> Object {
    let (width, height, depth) = (piece.width, piece.ascent + leading, piece.descent + leading);
    let items = piece.items(font, look.color, look.node, leading);
    let strip = Strip { items, height: height + depth, base: height, ..Strip::default() };
    Object { shown: Shown::Painted(Arc::new(strip)), width, height, depth, is_formula: true }
}

/// Whether the face has all signs of a formula, and it is not too deep.
fn can_be_set(face: &MathFace, row: &[Math]) -> bool {
    let mut open = vec![(row, 0)];
    let mut signs = 0;
    while let Some((row, depth)) = open.pop() {
        if depth > MAX_DEPTH {
            return false;
        }
        for math in row {
            if let Math::Signs(text, style) = math {
                signs += text.len();
                let has = |sign| sign == ' ' || face.glyph(letters::styled(sign, *style)).is_some();
                if signs > MAX_SIGNS || !text.chars().all(has) {
                    return false;
                }
            }
            open.extend(math.rows().into_iter().map(|row| (&**row, depth + 1)));
        }
    }
    true
}

/// Whether a paragraph is a formula that is set off from the text.
pub(super) fn is_display(paragraph: &Paragraph) -> bool {
    let shows = |inline: &&Inline| match inline {
        Inline::Text(run) => !run.text.trim().is_empty(),
        Inline::Anchor(_) => false,
        _ => true,
    };
    let mut shown = paragraph.content.iter().filter(shows);
    matches!((shown.next(), shown.next()), (Some(Inline::Formula(formula)), None) if formula.display)
}

#[cfg(test)]
mod tests;
