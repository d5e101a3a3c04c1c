//! Content controls (structured document tags, ECMA-376 part 1, 17.5.2) and the form fields of older forms (17.16.17).

use super::Reading;
use super::line::{Line, Open};
use super::run::owned_val;
use super::values::{child_val, is_on, number};
use crate::ooxml::Tree;
use transvase_base::error::Result;
use transvase_model::flow::{Control, ControlKind};

impl Reading<'_> {
    /// Reads a structured document tag in a paragraph.
    pub(super) fn control(&mut self, tree: &Tree, line: &mut Line, nesting: usize) -> Result<()> {
        let control = tree.child("w:sdtPr").and_then(control);
        let Some(content) = tree.child("w:sdtContent") else { return Ok(()) };
        // One around blocks holds no text of its own.
        let control = control.filter(|_| !content.children().any(|child| matches!(child.tag(), "w:p" | "w:tbl")));
        self.around(control.map(Open::Control), content, line, nesting)
    }
}

/// What a structured document tag takes; nothing where it only marks its content.
fn control(properties: &Tree) -> Option<Control> {
    let kind = properties.children().find_map(|child| match child.tag() {
        "w:text" => Some(ControlKind::Text(
            child.attribute("w:multiLine").is_some_and(|value| matches!(value, "1" | "true" | "on")),
        )),
        "w14:checkbox" => Some(ControlKind::Checkbox(child.child("w14:checked").is_some_and(is_checked))),
        "w:dropDownList" => Some(ControlKind::Choice(choices(child), false)),
        "w:comboBox" => Some(ControlKind::Choice(choices(child), true)),
        "w:date" => Some(ControlKind::Date),
        "w:richText" => Some(ControlKind::Text(true)),
        _ => None,
    });
    let title = properties.child("w:alias").and_then(owned_val).filter(|title| !title.is_empty());
    let name = properties.child("w:tag").and_then(owned_val).filter(|name| !name.is_empty());
    // Without a kind it takes formatted text, but for those that stand for something else.
    let marks = [
        "w:docPartObj",
        "w:docPartList",
        "w:citation",
        "w:bibliography",
        "w:group",
        "w:equation",
        "w:picture",
        "w15:repeatingSection",
        "w15:repeatingSectionItem",
    ];
    let is_other = properties.children().any(|child| marks.contains(&child.tag()));
    let kind =
        kind.or_else(|| (!is_other && (title.is_some() || name.is_some())).then_some(ControlKind::Text(true)))?;
    Some(Control { name, title, kind })
}

fn is_checked(tree: &Tree) -> bool {
    tree.attribute("w14:val").is_none_or(|value| matches!(value, "1" | "true" | "on"))
}

/// The words of a list.
fn choices(tree: &Tree) -> Vec<String> {
    let words = |item: &Tree| item.attribute("w:displayText").or_else(|| item.attribute("w:value")).map(str::to_owned);
    tree.children().filter(|child| child.is("w:listItem")).filter_map(words).filter(|word| !word.is_empty()).collect()
}

/// A part of an older form, and what is filled in where the field shows nothing.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Form {
    pub control: Control,
    pub filled: Option<String>,
}

/// The part of a form that the `w:ffData` of a field describes.
pub(super) fn form(tree: &Tree) -> Option<Form> {
    let control = form_control(tree)?;
    let filled = match &control.kind {
        ControlKind::Checkbox(_) => control.kind.tick_box().map(str::to_owned),
        ControlKind::Choice(words, _) => tree.child("w:ddList").and_then(|list| chosen(list, words)),
        ControlKind::Text(_) | ControlKind::Date => tree.find(&["w:textInput", "w:default"]).and_then(owned_val),
    };
    Some(Form { control, filled: filled.filter(|text| !text.is_empty()) })
}

/// The word of a list that is chosen, or the usual one, which is the first where nothing is said (17.16.9, 17.16.28).
fn chosen(list: &Tree, words: &[String]) -> Option<String> {
    let place = child_val(list, "w:result").or_else(|| child_val(list, "w:default"));
    words.get(place.and_then(number::<usize>).unwrap_or(0)).cloned()
}

fn form_control(tree: &Tree) -> Option<Control> {
    let kind = tree.children().find_map(|child| match child.tag() {
        "w:checkBox" => {
            let set = child.child("w:checked").or_else(|| child.child("w:default"));
            Some(ControlKind::Checkbox(set.is_some_and(is_on)))
        }
        "w:ddList" => {
            let words = child.children().filter(|entry| entry.is("w:listEntry")).filter_map(owned_val);
            Some(ControlKind::Choice(words.collect(), false))
        }
        "w:textInput" => Some(match child_val(child, "w:type") {
            Some("date" | "currentDate") => ControlKind::Date,
            _ => ControlKind::Text(false),
        }),
        _ => None,
    })?;
    let name = child_val(tree, "w:name").filter(|name| !name.is_empty()).map(str::to_owned);
    let title = child_val(tree, "w:statusText").or_else(|| child_val(tree, "w:helpText")).map(str::to_owned);
    Some(Control { name, title, kind })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(properties: &str) -> Option<ControlKind> {
        control(&Tree::parse(&format!("<w:sdtPr>{properties}</w:sdtPr>"))).map(|control| control.kind)
    }

    #[test]
    fn controls_are_told_by_their_properties() {
        let list = "<w:listItem w:displayText='One' w:value='1'/><w:listItem w:value='two'/>";
        let words = vec!["One".to_owned(), "two".to_owned()];
        let cases = [
            ("<w:text/>".to_owned(), Some(ControlKind::Text(false))),
            ("<w:text w:multiLine='1'/>".to_owned(), Some(ControlKind::Text(true))),
            ("<w14:checkbox><w14:checked w14:val='1'/></w14:checkbox>".to_owned(), Some(ControlKind::Checkbox(true))),
            (format!("<w:comboBox>{list}</w:comboBox>"), Some(ControlKind::Choice(words.clone(), true))),
            (format!("<w:dropDownList>{list}</w:dropDownList>"), Some(ControlKind::Choice(words, false))),
            ("<w:date/>".to_owned(), Some(ControlKind::Date)),
            ("<w:alias w:val='a'/>".to_owned(), Some(ControlKind::Text(true))),
            ("<w:tag w:val='a'/><w:citation/>".to_owned(), None),
            (String::new(), None),
        ];
        for (properties, expected) in cases {
            assert_eq!(kind(&properties), expected, "{properties}");
        }
    }

    #[test]
    fn forms_of_older_kinds_are_read() {
        let of = |xml: &str| form(&Tree::parse(&format!("<w:ffData><w:name w:val='n'/>{xml}</w:ffData>"))).unwrap();
        let kind = |xml: &str| of(xml).control.kind;
        assert_eq!(kind("<w:checkBox><w:default w:val='0'/><w:checked/></w:checkBox>"), ControlKind::Checkbox(true));
        assert_eq!(kind("<w:textInput/>"), ControlKind::Text(false));
        assert_eq!(kind("<w:ddList><w:listEntry w:val='a'/></w:ddList>"), ControlKind::Choice(vec!["a".into()], false));
        let words = "<w:listEntry w:val='a'/><w:listEntry w:val='b'/><w:listEntry w:val='c'/>";
        let filled = |xml: &str| of(xml).filled;
        let list = |said: &str| filled(&format!("<w:ddList>{said}{words}</w:ddList>"));
        assert_eq!(list("<w:result w:val='2'/><w:default w:val='1'/>").as_deref(), Some("c"));
        assert_eq!((list("<w:default w:val='1'/>").as_deref(), list("").as_deref()), (Some("b"), Some("a")));
        assert_eq!(list("<w:result w:val='9'/>"), None);
        assert_eq!(filled("<w:textInput><w:default w:val='name'/></w:textInput>").as_deref(), Some("name"));
    }
}
