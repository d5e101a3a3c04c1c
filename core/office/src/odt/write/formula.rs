//! Formulas: embedded objects of MathML (OASIS ODF 1.3 part 3, 10.4.6), with their words for those who do not see them.

use super::document::Document;
use transvase_base::error::Result;
use transvase_container::xml::XmlWriter;
use transvase_markup::math::{mathml, star_math};
use transvase_model::flow::Formula;

/// What LibreOffice calls its language of formulas.
const STAR_MATH: &str = "StarMath 5.0";

impl Document<'_> {
    /// A formula in the line. Programs that draw it measure it anew.
    pub(super) fn formula(&mut self, formula: &Formula) -> Result<()> {
        let mut xml = XmlWriter::new(Vec::new());
        match star_math(formula) {
            Some(text) => mathml::write_annotated(&mut xml, formula, (STAR_MATH, &text)),
            None => mathml::write(&mut xml, formula, self.source.context)?,
        }
        self.shared.files.formulas.push(xml.finish()?);
        let number = self.shared.files.formulas.len();
        let place = [("style:vertical-pos", "middle"), ("style:vertical-rel", "text"), ("style:wrap", "none")];
        let style = self.automatic.style(("graphic", "fr"), &[("style:parent-style-name", "Graphics")], |xml| {
            xml.empty("style:graphic-properties", &place);
        })?;
        // Without a size it has its own: any other would stretch it.
        let attributes = [
            ("text:anchor-type", "as-char"),
            ("draw:style-name", &*style),
            ("draw:name", &*format!("Formula{}", self.shared.number())),
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
