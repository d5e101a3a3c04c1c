//! Form fields (RTF 1.9.1, "Form Fields").

use transvase_model::flow::{Control, ControlKind};

/// Choices of a part that count.
const MAX_CHOICES: usize = 1_000;

/// A part of a form as it is described.
#[derive(Debug, Clone, Default)]
pub(super) struct Form {
    kind: i32,
    /// What is chosen or ticked; 25 stands for the default.
    result: Option<i32>,
    usual: i32,
    name: String,
    title: String,
    choices: Vec<String>,
    /// The text that is there before anything is filled in.
    text: String,
}

impl Form {
    /// A part of which nothing is known but the name of its field, as LibreOffice writes check boxes.
    pub(super) fn named(instruction: &str) -> Form {
        let kinds = [("FORMCHECKBOX", 1), ("FORMDROPDOWN", 2)];
        let name = instruction.trim_start().to_ascii_uppercase();
        let kind = kinds.iter().find(|(known, _)| name.starts_with(known)).map_or(0, |(_, kind)| *kind);
        Form { kind, ..Form::default() }
    }

    /// Takes a control word of the description.
    pub(super) fn take(&mut self, word: &str, value: Option<i32>) {
        match word {
            "fftype" => self.kind = value.unwrap_or(0),
            "ffres" => self.result = value.filter(|result| *result != 25),
            "ffdefres" => self.usual = value.unwrap_or(0),
            _ => {}
        }
    }

    /// Takes a text of the description.
    pub(super) fn text(&mut self, word: &str, text: &str) {
        match word {
            "ffname" => text.clone_into(&mut self.name),
            "ffstattext" => text.clone_into(&mut self.title),
            "ffdeftext" => text.clone_into(&mut self.text),
            "ffl" if self.choices.len() < MAX_CHOICES => self.choices.push(text.to_owned()),
            _ => {}
        }
    }

    fn chosen(&self) -> i32 {
        self.result.unwrap_or(self.usual)
    }

    /// The words of the choice that is made, or those that are there before anything is filled in.
    pub(super) fn shown(&self) -> Option<&str> {
        match self.kind {
            0 => Some(self.text.as_str()).filter(|text| !text.is_empty()),
            2 => self.choices.get(usize::try_from(self.chosen()).ok()?).map(String::as_str),
            _ => None,
        }
    }

    /// Whether nothing of it is text.
    pub(super) fn is_checkbox(&self) -> bool {
        self.kind == 1
    }

    /// The part as documents have it.
    pub(super) fn control(self) -> Control {
        let kind = match self.kind {
            1 => ControlKind::Checkbox(self.chosen() == 1),
            2 => ControlKind::Choice(self.choices, false),
            _ => ControlKind::Text(false),
        };
        let said = |text: String| Some(text).filter(|text| !text.is_empty());
        Control { name: said(self.name), title: said(self.title), kind }
    }
}
