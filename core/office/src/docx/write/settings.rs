//! `word/settings.xml`: how the document as a whole behaves (ECMA-376 part 1, 17.15.1.78).

use std::io::Write;

use super::namespaces::{MATH, W};
use super::notes;
use super::properties::val;
use super::running::Running;
use super::survey::Survey;
use super::template::{Template, write_tree};
use crate::ooxml::Tree;
use transvase_base::units::twips;
use transvase_container::xml::XmlWriter;
use transvase_model::metadata::Metadata;

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
    /// How far from their edge lines may end before words are divided, in points, if they are.
    pub hyphenation: Option<f32>,
}

/// Settings of a template that are about it and not about how it looks.
const LEFT: [&str; 22] = [
    "w:writeProtection",
    "w:view",
    "w:zoom",
    "w:attachedTemplate",
    "w:linkStyles",
    "w:documentType",
    "w:mailMerge",
    "w:revisionView",
    "w:trackRevisions",
    "w:documentProtection",
    "w:saveThroughXslt",
    "w:footnotePr",
    "w:endnotePr",
    "w:hdrShapeDefaults",
    "w:shapeDefaults",
    "w:docVars",
    "w:rsids",
    "w:attachedSchema",
    "w:captions",
    "w:proofState",
    "w:formsDesign",
    "w:evenAndOddHeaders",
];
/// Settings that stand after those of notes in the schema.
const AFTER_NOTES: [&str; 8] = [
    "w:compat",
    "m:mathPr",
    "w:themeFontLang",
    "w:clrSchemeMapping",
    "w:doNotIncludeSubdocsInStats",
    "w:decimalSymbol",
    "w:listSeparator",
    "w:forceUpgrade",
];
/// Those that may stand before the one of even pages, among which its place is.
const AFTER_EVEN: [&str; 12] = [
    "w:bookFoldRevPrinting",
    "w:bookFoldPrinting",
    "w:bookFoldPrintingSheets",
    "w:drawingGridHorizontalSpacing",
    "w:drawingGridVerticalSpacing",
    "w:displayHorizontalDrawingGridEvery",
    "w:displayVerticalDrawingGridEvery",
    "w:doNotUseMarginsForDrawingGridOrigin",
    "w:drawingGridHorizontalOrigin",
    "w:drawingGridVerticalOrigin",
    "w:doNotShadeFormData",
    "w:noPunctuationKerning",
];

impl Settings<'_> {
    /// Writes the part as a template has it, but for what is about the template itself.
    pub(super) fn write_as<X: Write>(&self, xml: &mut XmlWriter<X>, template: &Template) {
        let has_even = template.settings.iter().any(|tree| tree.is("w:evenAndOddHeaders") && is_on(tree));
        let has_even = if template.has_running_text() { has_even } else { self.running.has_even };
        xml.element("w:settings", &[("xmlns:w", W), ("xmlns:m", MATH)], |xml| {
            let (mut even, mut noted) = (false, false);
            for tree in template.settings.iter().filter(|tree| !LEFT.contains(&tree.tag())) {
                let is_late = AFTER_NOTES.contains(&tree.tag()) || tree.is("w:characterSpacingControl");
                if !even && (is_late || AFTER_EVEN.contains(&tree.tag())) {
                    val(xml, "w:evenAndOddHeaders", if has_even { "1" } else { "0" });
                    even = true;
                }
                if !noted && AFTER_NOTES.contains(&tree.tag()) {
                    self.notes(xml);
                    noted = true;
                }
                write_tree(xml, tree);
            }
            if !even {
                val(xml, "w:evenAndOddHeaders", if has_even { "1" } else { "0" });
            }
            if !noted {
                self.notes(xml);
            }
        });
    }

    /// How the notes are numbered and parted from the text.
    fn notes<X: Write>(&self, xml: &mut XmlWriter<X>) {
        for kind in &self.survey.notes {
            let names = notes::names(*kind);
            xml.element(names.settings, &[], |xml| {
                notes::start(xml, self.survey.first_notes.of(*kind));
                notes::SEPARATORS.iter().for_each(|(_, id, _)| xml.empty(names.element, &[("w:id", id)]));
            });
        }
    }

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
            if let Some(zone) = self.hyphenation {
                xml.empty("w:autoHyphenation", &[]);
                val(xml, "w:hyphenationZone", &twips(zone).clamp(0, 1_440).to_string());
            }
            val(xml, "w:evenAndOddHeaders", if self.running.has_even { "1" } else { "0" });
            val(xml, "w:characterSpacingControl", "doNotCompress");
            self.notes(xml);
            compatibility(xml);
            if metadata.language.is_some() {
                xml.empty("w:themeFontLang", &[("w:val", &self.survey.base.language)]);
            }
            val(xml, "w:decimalSymbol", ".");
            val(xml, "w:listSeparator", ",");
        });
    }
}

/// Whether a setting is on.
fn is_on(tree: &Tree) -> bool {
    !matches!(tree.attribute("w:val"), Some("0" | "false" | "off"))
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
