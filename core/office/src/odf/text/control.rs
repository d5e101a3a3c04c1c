//! Form controls in the text (OASIS ODF 1.3 part 3, 13): what may be filled in, and what is.

use std::collections::BTreeMap;

use super::super::tree::Element;
use super::TextReader;
use super::line::Line;
use transvase_model::flow::{Control, ControlKind, Inline, Run};

/// Words to choose from, at most.
const MAX_CHOICES: usize = 500;

/// The parts of all forms by the names that the text has for them.
#[derive(Debug, Default)]
pub(super) struct Forms<'t> {
    parts: BTreeMap<&'t str, &'t Element>,
}

impl<'t> Forms<'t> {
    pub(super) fn of(content: &'t Element) -> Forms<'t> {
        let forms = content.descendants().filter(|element| element.name() == "office:forms");
        let parts = forms.flat_map(Element::descendants).filter(|element| element.name().starts_with("form:"));
        let named = |element: &'t Element| Some((element.get("form:id").or(element.get("xml:id"))?, element));
        Forms { parts: parts.filter_map(named).collect() }
    }
}

impl<'t> TextReader<'t> {
    /// A part of a form at its place.
    pub(super) fn control(&mut self, element: &'t Element, line: &mut Line<'t>) {
        let part = element.get("draw:control").and_then(|id| self.forms.parts.get(id)).copied();
        let Some((kind, text)) = part.and_then(filled_in) else { return };
        let said = |name| part.and_then(|part| part.get(name)).filter(|name| !name.is_empty()).map(str::to_owned);
        let control = Control { name: said("form:name"), title: said("form:title"), kind };
        let content = vec![Inline::Text(Run { text, style: line.style() })];
        line.push(Inline::Control { control, content });
    }
}

/// A part of an older form: a box to tick or a list, as LibreOffice writes those of Word.
pub(super) fn field_mark(element: &Element, line: &mut Line<'_>) {
    let parameters = || element.elements().filter(|inner| inner.name() == "field:param");
    let values = |name: &'static str| {
        parameters().filter(move |inner| inner.is("field:name", name)).filter_map(|inner| inner.get("field:value"))
    };
    let kind = element.get("field:type").unwrap_or_default().rsplit('.').next().unwrap_or_default();
    let kind = match kind {
        "FORMCHECKBOX" => ControlKind::Checkbox(values("Checkbox_Checked").any(|value| value == "true")),
        "FORMDROPDOWN" => {
            let words = values("Dropdown_ListEntry").take(MAX_CHOICES).map(str::to_owned);
            ControlKind::Choice(words.collect(), false)
        }
        _ => return,
    };
    let chosen = match &kind {
        ControlKind::Choice(words, _) => {
            let place = values("Dropdown_Selected").next().and_then(|value| value.parse::<usize>().ok()).unwrap_or(0);
            words.get(place).map(String::as_str)
        }
        _ => kind.tick_box(),
    };
    let run = |text: &str| Inline::Text(Run { text: text.to_owned(), style: line.style() });
    let content = chosen.map(run).into_iter().collect();
    let name = element.get("text:name").filter(|name| !name.is_empty()).map(str::to_owned);
    line.push(Inline::Control { control: Control { name, title: None, kind }, content });
}

/// What a part takes, and what it holds now.
fn filled_in(part: &Element) -> Option<(ControlKind, String)> {
    let value = || part.get("form:current-value").or(part.get("form:value")).unwrap_or_default().to_owned();
    Some(match part.name() {
        "form:text" => (ControlKind::Text(false), value()),
        "form:textarea" => (ControlKind::Text(true), value()),
        "form:formatted-text" | "form:number" | "form:time" => (ControlKind::Text(false), value()),
        "form:date" => (ControlKind::Date, value()),
        "form:checkbox" => {
            let is_set = part.get("form:current-state").or(part.get("form:state")) == Some("checked");
            let label = part.get("form:label").unwrap_or_default();
            let kind = ControlKind::Checkbox(is_set);
            let text = format!("{} {label}", kind.tick_box().unwrap_or_default()).trim_end().to_owned();
            (kind, text)
        }
        "form:listbox" | "form:combobox" => {
            let options: Vec<&Element> = part.elements().take(MAX_CHOICES).collect();
            let words = |option: &&Element| option.get("form:label").map(str::to_owned);
            let chosen = options.iter().find(|option| option.is("form:current-selected", "true"));
            let chosen = chosen.and_then(words).unwrap_or_else(value);
            (ControlKind::Choice(options.iter().filter_map(words).collect(), part.name() == "form:combobox"), chosen)
        }
        _ => return None,
    })
}
