//! Ruby: small letters above others (ECMA-376 part 1, 17.3.3.25).

use std::io::Write;

use super::look::TextLook;
use super::properties::{self, val};
use super::run::{OpenRun, RunBase};
use transvase_container::xml::XmlWriter;

impl OpenRun {
    /// Writes text with small letters above it, at half its size.
    pub(super) fn ruby<W: Write>(
        &mut self,
        xml: &mut XmlWriter<W>,
        (base, small): (&str, &str),
        look: &TextLook,
        context: RunBase<'_>,
    ) {
        let little = TextLook { size: (look.size / 2).max(2), emphasis: None, ..look.clone() };
        self.piece(xml, look, context, |xml| {
            xml.element("w:ruby", &[], |xml| {
                xml.element("w:rubyPr", &[], |xml| {
                    val(xml, "w:rubyAlign", "distributeSpace");
                    val(xml, "w:hps", &little.size.to_string());
                    val(xml, "w:hpsRaise", &(look.size - 2).max(2).to_string());
                    val(xml, "w:hpsBaseText", &look.size.to_string());
                    val(xml, "w:lid", &look.language);
                });
                for (part, text, look) in [("w:rt", small, &little), ("w:rubyBase", base, look)] {
                    xml.element(part, &[], |xml| {
                        xml.element("w:r", &[], |xml| {
                            xml.group("w:rPr", |xml| properties::run(xml, look, context.look, None, false));
                            xml.leaf("w:t", &[("xml:space", "preserve")], text);
                        });
                    });
                }
            });
        });
    }
}
