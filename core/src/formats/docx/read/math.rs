//! Formulas (ECMA-376 part 1, 22.1).

use super::Reading;
use crate::error::Result;
use crate::model::flow::{Formula, Math, MathStyle, Run, TextStyle};
use crate::parts::ooxml::Tree;

/// The formulas of a `m:oMath` or `m:oMathPara`.
pub(super) fn read(_reading: &mut Reading<'_>, node: &Tree, style: &TextStyle) -> Result<Vec<Formula>> {
    let row = vec![Math::Signs(node.text(), MathStyle::Italic)];
    let run = Run { text: String::new(), style: style.clone() };
    Ok(vec![Formula { display: node.is("m:oMathPara"), ..Formula::new(row, run) }])
}
