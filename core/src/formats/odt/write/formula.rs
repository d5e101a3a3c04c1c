//! Formulas: embedded objects of MathML (OASIS ODF 1.3 part 3, 10.4.6), with their words for those who do not see them.

use super::document::Document;
use super::frame::Stand;
use super::lengths::positive;
use crate::error::Result;
use crate::model::flow::{Formula, Math};
use crate::parts::math::mathml;
use crate::parts::xml::XmlWriter;
use crate::units::Size;

/// Width of a sign, and height of a row, as shares of the size.
const SIGN: f32 = 0.6;
const ROW: f32 = 1.4;

impl Document<'_> {
    /// A formula in the line. Programs that draw it measure it anew.
    pub(super) fn formula(&mut self, formula: &Formula) -> Result<()> {
        let mut xml = XmlWriter::new(Vec::new());
        mathml::write(&mut xml, formula, self.source.context)?;
        self.shared.files.formulas.push(xml.finish()?);
        let number = self.shared.files.formulas.len();
        let points = formula.run.style.size.unwrap_or(self.source.survey.base.size);
        let (signs, rows) = extent(&formula.row, 0);
        let size = Size { width: (signs * SIGN * points).max(points), height: rows * ROW * points };
        let stand = Stand { placement: None, size, rotation: 0.0 };
        let style = self.graphic_style(&stand, &[])?;
        let (width, height) = (positive(size.width), positive(size.height));
        let attributes = [
            ("text:anchor-type", "as-char"),
            ("draw:style-name", &*style),
            ("draw:name", &*format!("Formula{}", self.shared.number())),
            ("svg:width", &*width),
            ("svg:height", &*height),
        ];
        self.xml.open("draw:frame", &attributes);
        let href = format!("./Object {number}");
        let link =
            [("xlink:href", &*href), ("xlink:type", "simple"), ("xlink:show", "embed"), ("xlink:actuate", "onLoad")];
        self.xml.empty("draw:object", &link);
        self.describe(Some(&formula.run.text));
        self.xml.close("draw:frame");
        self.spaced = false;
        Ok(())
    }
}

/// About how many signs wide and rows high a row is.
fn extent(row: &[Math], depth: usize) -> (f32, f32) {
    let (mut width, mut height) = (0.0_f32, 1.0_f32);
    if depth > super::MAX_DEPTH {
        return (width, height);
    }
    for part in row {
        let inner: Vec<(f32, f32)> = part.rows().into_iter().map(|row| extent(row, depth + 1)).collect();
        let widest = inner.iter().map(|(width, _)| *width).fold(0.0, f32::max);
        let whole: f32 = inner.iter().map(|(width, _)| *width).sum();
        let stacked: f32 = inner.iter().map(|(_, height)| *height).sum();
        let highest = inner.iter().map(|(_, height)| *height).fold(1.0, f32::max);
        let (own_width, own_height) = match part {
            Math::Signs(text, _) => (text.chars().count() as f32, 1.0),
            Math::Fraction(..) => (widest, stacked),
            Math::Limit { .. } => (widest, stacked * 0.8),
            Math::Big { .. } => (whole + 1.5, highest + 1.0),
            Math::Script { .. } => (whole * 0.8, highest + 0.4),
            Math::Matrix(rows, _) => {
                let columns = rows.iter().map(Vec::len).max().unwrap_or_default() as f32;
                (columns * (widest + 1.0), rows.len() as f32 * highest)
            }
            _ => (whole + 1.0, highest),
        };
        width += own_width;
        height = height.max(own_height);
    }
    (width, height)
}
