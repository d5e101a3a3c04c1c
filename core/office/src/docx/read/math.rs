//! Office Math in a text (ECMA-376 part 1, 22.1).

use super::Reading;
use crate::ooxml::{Tree, math};
use transvase_base::error::Result;
use transvase_model::flow::{Align, Formula, Run, TextStyle};

/// The formulas of an `m:oMath`, or of an `m:oMathPara`, which are set off from the text.
pub(super) fn read(reading: &mut Reading<'_>, node: &Tree, style: &TextStyle) -> Result<Vec<Formula>> {
    let display = node.is("m:oMathPara");
    let mut formulas = Vec::new();
    for formula in node.descendants().filter(|tree| tree.is("m:oMath")) {
        reading.context.checkpoint()?;
        let row = math::row(formula);
        if row.is_empty() {
            continue;
        }
        let run = Run { text: String::new(), style: style_of(formula, style) };
        formulas.push(Formula { display, ..Formula::new(row, run) });
    }
    Ok(formulas)
}

/// Where a formula stands that fills a paragraph: in the middle, unless it says otherwise (22.1.2.51); `None` of other
/// paragraphs.
pub(super) fn place(paragraph: &Tree) -> Option<Align> {
    let is_seen = |tree: &&Tree| !tree.tag().ends_with("Pr") && !tree.tag().starts_with("w:bookmark");
    let mut seen = paragraph.children().filter(is_seen).filter(|tree| !tree.is("w:proofErr"));
    let formula = seen.next().filter(|tree| tree.is("m:oMathPara") && seen.next().is_none())?;
    let place = formula.find(&["m:oMathParaPr", "m:jc"]).and_then(|place| place.attribute("m:val"));
    Some(match place {
        Some("left") => Align::Start,
        Some("right") => Align::End,
        _ => Align::Center,
    })
}

/// The style of a formula: that of the text around in the size its first letters have.
fn style_of(formula: &Tree, style: &TextStyle) -> TextStyle {
    let looks = formula.descendants().filter(|tree| tree.is("m:r")).find_map(|run| run.child("w:rPr"));
    let value = |name| looks.and_then(|looks| looks.child(name)).and_then(|tree| tree.attribute("w:val"));
    let size = value("w:sz").and_then(|size| size.parse::<f32>().ok()).map(|size| size / 2.0);
    let size = size.filter(|size| (1.0..=1_638.0).contains(size)).or(style.size);
    TextStyle { size, family: None, italic: false, ..style.clone() }
}
