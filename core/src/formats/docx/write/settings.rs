//! `word/settings.xml`: how the document as a whole behaves (ECMA-376 part 1, 17.15.1.78).

use std::io::Write;

use super::notes;
use super::properties::val;
use super::running::Running;
use super::styles::W;
use super::survey::Survey;
use crate::model::metadata::Metadata;
use crate::parts::xml::XmlWriter;

/// What the settings are made of.
pub(super) struct Settings<'a> {
    pub survey: &'a Survey,
    pub running: &'a Running,
    /// Whether the paper has a colour, which Word shows only where the settings say so.
    pub has_background: bool,
    /// Whether font files go with the document.
    pub has_fonts: bool,
    /// Whether the margins of left-hand pages mirror those of right-hand ones.
    pub is_mirrored: bool,
}

impl Settings<'_> {
    /// Writes the part. Compatibility mode 15 is the layout of Word 2013 and later ([MS-DOCX]
    /// 2.3.1).
    pub(super) fn write<X: Write>(&self, xml: &mut XmlWriter<X>, metadata: &Metadata) {
        xml.element("w:settings", &[("xmlns:w", W)], |xml| {
            xml.empty("w:zoom", &[("w:percent", "100")]);
            if self.has_background {
                xml.empty("w:displayBackgroundShape", &[]);
            }
            if self.has_fonts {
                xml.empty("w:embedTrueTypeFonts", &[]);
            }
            if self.is_mirrored {
                xml.empty("w:mirrorMargins", &[]);
            }
            val(xml, "w:defaultTabStop", "720");
            val(xml, "w:evenAndOddHeaders", if self.running.has_even { "1" } else { "0" });
            val(xml, "w:characterSpacingControl", "doNotCompress");
            for kind in &self.survey.notes {
                let names = notes::names(*kind);
                xml.element(names.settings, &[], |xml| {
                    notes::start(xml, self.survey.first_notes.of(*kind));
                    notes::SEPARATORS.iter().for_each(|(_, id, _)| xml.empty(names.element, &[("w:id", id)]));
                });
            }
            compatibility(xml);
            if metadata.language.is_some() {
                xml.empty("w:themeFontLang", &[("w:val", &self.survey.base.language)]);
            }
            val(xml, "w:decimalSymbol", ".");
            val(xml, "w:listSeparator", ",");
        });
    }
}

fn compatibility<X: Write>(xml: &mut XmlWriter<X>) {
    xml.element("w:compat", &[], |xml| {
        let uri = ("w:uri", "http://schemas.microsoft.com/office/word");
        for (name, value) in [
            ("compatibilityMode", "15"),
            ("overrideTableStyleFontSizeAndJustification", "1"),
            ("enableOpenTypeFeatures", "1"),
            ("doNotFlipMirrorIndents", "1"),
            ("differentiateMultirowTableHeaders", "1"),
        ] {
            xml.empty("w:compatSetting", &[("w:name", name), uri, ("w:val", value)]);
        }
    });
}
