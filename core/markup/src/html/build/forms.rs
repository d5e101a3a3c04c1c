//! Form controls as they are filled in, and what stands for embedded media and frames.

use transvase_base::error::Result;
use transvase_model::flow::{Control, ControlKind, Inline, LinkTarget, Run};

use super::super::css::Computed;
use super::super::parse::{self, Dialect};
use super::super::tree::{Element, NodeId, Tree};
use super::Walk;

/// Words of a list that are offered to choose from.
const MAX_CHOICES: usize = 1_000;

/// Documents that may lie in one another as text.
const MAX_WITHIN: u8 = 3;

/// Marks of boxes that are ticked and that are not.
const TICKS: (&str, &str) = ("☒", "☐");

impl Walk<'_, '_> {
    /// A part of a form. Buttons do nothing on paper.
    pub(super) fn control(&mut self, id: NodeId, element: &Element) {
        let Some((kind, value)) = filled_in(self.tree, id, element) else { return };
        let said = |name| element.attribute(name).map(str::trim).filter(|text| !text.is_empty()).map(str::to_owned);
        let title = said("aria-label").or_else(|| said("title")).or_else(|| said("placeholder"));
        let control = Control { name: said("name").or_else(|| said("id")), title, kind };
        let Some(style) = self.builder.run_style() else { return };
        let mut content = Vec::new();
        for line in value.lines() {
            if !content.is_empty() {
                content.push(Inline::LineBreak);
            }
            content.push(Inline::Text(Run { text: line.to_owned(), style: style.clone() }));
        }
        self.builder.part();
        self.builder.open().after_space = false;
        self.builder.push_inline(Inline::Control { control, content });
    }

    /// A film, a sound or another page: its picture where it has one, and a link to it.
    pub(super) fn medium(&mut self, id: NodeId, element: &Element, style: &Computed) -> Result<()> {
        self.builder.lost_media = true;
        let inside = || self.tree.descendants(id).filter_map(|id| self.tree.element(id));
        let source = inside().find(|inner| inner.local() == "source").and_then(|inner| inner.attribute("src"));
        let source = element.attribute("src").or(source).unwrap_or_default().trim();
        if let Some(poster) = element.attribute("poster")
            && let Some(picture) = self.host.picture(poster, self.builder.context)?
        {
            self.place(Some(picture), None, style.clone());
        }
        let said = |name| element.attribute(name).map(str::trim).filter(|text| !text.is_empty());
        let name = said("title").or_else(|| said("aria-label"));
        let target = self.host.link(source);
        let name = name.unwrap_or_else(|| if target.is_some() { source } else { "" });
        if name.is_empty() {
            return Ok(());
        }
        let Some(style) = self.builder.run_style() else { return Ok(()) };
        let text = Inline::Text(Run { text: name.to_owned(), style });
        self.builder.part();
        self.builder.open().after_space = false;
        self.builder.push_inline(match target {
            Some(target @ LinkTarget::External(_)) => Inline::Link { target, content: vec![text] },
            _ => text,
        });
        self.builder.gap();
        Ok(())
    }

    /// A document that stands within this one as text.
    pub(super) fn document_within(&mut self, text: &str) -> Result<()> {
        if self.builder.within >= MAX_WITHIN {
            return Ok(());
        }
        let tree = parse::parse(text, Dialect::default(), self.builder.context)?;
        self.builder.within += 1;
        self.builder.flush();
        let done = Walk { builder: self.builder, tree: &tree, host: self.host, cascade: self.cascade }.run();
        self.builder.within -= 1;
        done
    }
}

/// Whether a part of a form is a button that is a picture.
pub(super) fn is_picture(element: &Element) -> bool {
    element.attribute("type").is_some_and(|kind| kind.eq_ignore_ascii_case("image"))
}

/// What a part of a form takes, and what is filled in; `None` of what is only pressed or not seen.
fn filled_in(tree: &Tree, id: NodeId, element: &Element) -> Option<(ControlKind, String)> {
    let value = || element.attribute("value").unwrap_or_default().to_owned();
    match element.local() {
        "textarea" => Some((ControlKind::Text(true), tree.text(id).trim().to_owned())),
        "select" => Some(chosen(tree, id, element.attribute("multiple").is_some())),
        _ => match element.attribute("type").unwrap_or_default().to_ascii_lowercase().as_str() {
            "hidden" | "submit" | "button" | "reset" | "image" | "file" => None,
            "password" => Some((ControlKind::Text(false), String::new())),
            "checkbox" | "radio" => {
                let ticked = element.attribute("checked").is_some();
                Some((ControlKind::Checkbox(ticked), if ticked { TICKS.0 } else { TICKS.1 }.to_owned()))
            }
            "date" => Some((ControlKind::Date, value())),
            _ => Some((ControlKind::Text(false), value())),
        },
    }
}

/// The words of a list to choose from, and those that are chosen: the last one, unless there may be several.
fn chosen(tree: &Tree, id: NodeId, several: bool) -> (ControlKind, String) {
    let (mut words, mut chosen) = (Vec::new(), Vec::new());
    for inner in tree.descendants(id) {
        let Some(option) = tree.element(inner).filter(|element| element.local() == "option") else { continue };
        let word = tree.text(inner).split_whitespace().collect::<Vec<_>>().join(" ");
        if option.attribute("selected").is_some() {
            chosen.truncate(if several { MAX_CHOICES } else { 0 });
            chosen.push(word.clone());
        }
        if words.len() < MAX_CHOICES {
            words.push(word);
        }
    }
    if chosen.is_empty() && !several {
        chosen.extend(words.first().cloned());
    }
    let value = chosen.join(", ");
    (ControlKind::Choice(words, false), value)
}
