//! Content controls: what a person fills in (ECMA-376 part 1, 17.5.2; check boxes are of
//! [MS-DOCX] 2.6.1, which older programs ignore and show as the text they are).

use std::collections::BTreeSet;
use std::io::Write;

use super::document::Document;
use super::properties::val;
use super::setting::Setting;
use transvase_base::error::Result;
use transvase_container::xml::XmlWriter;
use transvase_model::flow::{Control, ControlKind, Inline};

/// Longest title or tag Word takes.
const MAX_LABEL: usize = 64;
/// Room to fill in where nothing is filled in: the five en spaces of Word's own form fields.
const EMPTY: &str = "\u{2002}\u{2002}\u{2002}\u{2002}\u{2002}";
/// Font of check boxes.
const BOX_FONT: &str = "MS Gothic";
/// Their characters, not ticked and ticked: those of Word's own.
const BOXES: [&str; 2] = ["\u{2610}", "\u{2612}"];

impl<X: Write> Document<'_, X> {
    /// A control around its content.
    pub(super) fn control(&mut self, control: &Control, content: &[Inline], setting: Setting<'_>) -> Result<()> {
        self.run.end(&mut self.xml);
        self.shared.controls += 1;
        let number = self.shared.controls;
        let is_empty = content.is_empty() && !matches!(control.kind, ControlKind::Checkbox(_));
        self.xml.open("w:sdt", &[]);
        self.xml.element("w:sdtPr", &[], |xml| control_properties(xml, control, number, is_empty));
        self.xml.open("w:sdtContent", &[]);
        if content.is_empty() {
            let shown = match control.kind {
                ControlKind::Checkbox(set) => BOXES[usize::from(set)],
                _ => EMPTY,
            };
            self.run.text(&mut self.xml, shown, setting.text, setting.run);
        }
        self.inlines(content, setting.inner())?;
        self.run.end(&mut self.xml);
        self.xml.close("w:sdtContent");
        self.xml.close("w:sdt");
        Ok(())
    }
}

fn control_properties<X: Write>(xml: &mut XmlWriter<X>, control: &Control, number: usize, is_empty: bool) {
    let label = |text: &Option<String>| {
        let text: String = text.as_deref().unwrap_or_default().trim().chars().take(MAX_LABEL).collect();
        (!text.is_empty()).then_some(text)
    };
    if let Some(title) = label(&control.title) {
        val(xml, "w:alias", &title);
    }
    if let Some(name) = label(&control.name) {
        val(xml, "w:tag", &name);
    }
    val(xml, "w:id", &number.to_string());
    if is_empty {
        xml.empty("w:showingPlcHdr", &[]);
    }
    match &control.kind {
        // Not `w:text`: LibreOffice 7.4 ends over plain-text controls in some paragraphs.
        ControlKind::Text(_) => xml.empty("w:richText", &[]),
        ControlKind::Checkbox(set) => checkbox(xml, *set),
        ControlKind::Choice(words, true) => choice(xml, "w:comboBox", words),
        ControlKind::Choice(words, false) => choice(xml, "w:dropDownList", words),
        ControlKind::Date => date(xml),
    }
}

fn checkbox<X: Write>(xml: &mut XmlWriter<X>, set: bool) {
    xml.element("w14:checkbox", &[], |xml| {
        xml.empty("w14:checked", &[("w14:val", if set { "1" } else { "0" })]);
        for (name, code) in [("w14:checkedState", "2612"), ("w14:uncheckedState", "2610")] {
            xml.empty(name, &[("w14:val", code), ("w14:font", BOX_FONT)]);
        }
    });
}

/// The words to choose from; Word refuses a list that has one twice, or an empty one.
fn choice<X: Write>(xml: &mut XmlWriter<X>, name: &str, words: &[String]) {
    let mut seen = BTreeSet::new();
    xml.element(name, &[], |xml| {
        for word in words.iter().map(|word| word.trim()).filter(|word| !word.is_empty() && seen.insert(*word)) {
            xml.empty("w:listItem", &[("w:displayText", word), ("w:value", word)]);
        }
    });
}

fn date<X: Write>(xml: &mut XmlWriter<X>) {
    xml.element("w:date", &[], |xml| {
        val(xml, "w:dateFormat", "yyyy-MM-dd");
        val(xml, "w:storeMappedDataAs", "dateTime");
        val(xml, "w:calendar", "gregorian");
    });
}
