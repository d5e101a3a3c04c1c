//! Parts of forms in the text (OASIS ODF 1.3 part 3, 13): what may be filled in, and what is.

use std::collections::BTreeMap;

use super::super::tree::Element;
use super::TextReader;
use super::line::Line;
use crate::model::flow::{Control, ControlKind, Inline, Run};

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
            (ControlKind::Checkbox(is_set), format!("{} {label}", if is_set { '☒' } else { '☐' }).trim_end().to_owned())
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
