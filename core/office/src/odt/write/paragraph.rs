//! Paragraphs and headings.

use super::document::{Document, Scope};
use super::look::{Extras, Look, write_paragraph, write_text};
use super::styles::encoded;
use super::survey::{self, Place};
use std::borrow::Cow;
use transvase_base::error::Result;
use transvase_model::flow::{Inline, Paragraph, Role};

impl Document<'_> {
    /// A paragraph, in the list and with the frames that wait for one.
    pub(super) fn paragraph(&mut self, paragraph: &Paragraph, scope: Scope) -> Result<()> {
        let labelled = paragraph.label.is_some() && scope.level.is_none();
        match (paragraph.role, &paragraph.label) {
            (Role::Heading(level), _) => self.heading(paragraph, level.clamp(1, 6), scope),
            (_, Some(label)) if labelled && !scope.plain => self.labelled(paragraph, label, scope),
            _ => self.text_paragraph("text:p", &[], paragraph, scope),
        }
    }

    /// A heading: what numbers it is the outline, or a list of its own.
    fn heading(&mut self, paragraph: &Paragraph, level: u8, scope: Scope) -> Result<()> {
        if scope.plain {
            return self.text_paragraph("text:p", &[], paragraph, scope);
        }
        let depth = level.to_string();
        let mut attributes = vec![("text:outline-level", depth.as_str())];
        if scope.level.is_some() {
            // The list it is in says its number.
            return self.text_paragraph("text:h", &attributes, paragraph, scope);
        }
        let number = paragraph.label.as_ref().map(|label| label.number.to_string());
        match self.list_styles.outline.number(level, paragraph.label.as_deref()) {
            super::list_styles::Numbered::Not => attributes.push(("text:is-list-header", "true")),
            super::list_styles::Numbered::CountsOn | super::list_styles::Numbered::Unnumbered => {}
            super::list_styles::Numbered::Anew => {
                attributes.push(("text:restart-numbering", "true"));
                attributes.extend(number.as_deref().map(|number| ("text:start-value", number)));
            }
            super::list_styles::Numbered::Otherwise => {
                if let Some(label) = &paragraph.label {
                    return self.labelled(paragraph, label, scope);
                }
            }
        }
        let scope = Scope { level: self.list_styles.outline.indents(level), ..scope };
        self.text_paragraph("text:h", &attributes, paragraph, scope)
    }

    /// The element of a paragraph with all that stands in it.
    pub(super) fn text_paragraph(
        &mut self,
        element: &str,
        attributes: &[(&str, &str)],
        paragraph: &Paragraph,
        scope: Scope,
    ) -> Result<()> {
        let survey = self.source.survey;
        let name = survey::style_name(paragraph, scope.place);
        let (own, text) = survey::looks(&shifted(paragraph, scope), &survey.base);
        let style = survey.look(&name);
        let text = if scope.level.is_none() { plain(text, &style.text) } else { text };
        let (own, base) = within_list(own, &style.paragraph, paragraph, scope);
        let extras = self.take_extras(paragraph);
        let style_name = self.paragraph_style(&encoded(&name), (&own, &base), (&text, &style.text), &extras)?;
        self.item_text();
        self.xml.open(element, &[&[("text:style-name", style_name.as_str())], attributes].concat());
        self.spaced = true;
        self.waiting_frames(scope)?;
        if let Some(drop) = &paragraph.drop_cap {
            self.run(&drop.run, (paragraph.role, &text));
        }
        self.inlines(&paragraph.content, (paragraph.role, &text), scope)?;
        self.xml.close(element);
        Ok(())
    }

    /// The name of the style of a paragraph: that of its kind, or one of its own based on it.
    pub(super) fn paragraph_style(
        &mut self,
        parent: &str,
        (own, base): (&Look, &Look),
        (text, base_text): (&Look, &Look),
        extras: &Extras,
    ) -> Result<String> {
        let master = self.master.take();
        let mut extras = extras.clone();
        extras.page_number = master.as_ref().and_then(|(_, number)| *number);
        let mut attributes = vec![("style:parent-style-name", parent)];
        attributes.extend(master.as_ref().map(|(name, _)| ("style:master-page-name", name.as_str())));
        let differs = super::look::differing(own, base).next().is_some()
            || super::look::differing(text, base_text).next().is_some()
            || extras != Extras::default()
            || master.is_some();
        if !differs {
            return Ok(parent.to_owned());
        }
        self.automatic.style(("paragraph", "P"), &attributes, |xml| {
            write_paragraph(xml, own, base, &extras);
            write_text(xml, text, base_text);
        })
    }
}

/// What is stressed of a paragraph's letters beyond its style is said of the letters, as programs have it that are asked
/// for bold text; but the marker of an item looks like its paragraph.
fn plain(mut text: Look, style: &Look) -> Look {
    for key in ["weight", "slant", "underline", "strike"] {
        text.extend(style.get(key).map(|value| (key, value.clone())));
    }
    text
}

/// A paragraph with the indents that quotations around it add.
fn shifted(paragraph: &Paragraph, scope: Scope) -> Cow<'_, Paragraph> {
    if scope.start == 0.0 && scope.end == 0.0 {
        return Cow::Borrowed(paragraph);
    }
    let mut moved = Paragraph { content: runs_of(paragraph), ..paragraph.clone() };
    moved.style.indent_start += scope.start;
    moved.style.indent_end += scope.end;
    Cow::Owned(moved)
}

fn runs_of(paragraph: &Paragraph) -> Vec<Inline> {
    paragraph.content.clone()
}

/// The look of a paragraph and what it differs from, where a list says where its paragraphs stand.
fn within_list(mut own: Look, style: &Look, paragraph: &Paragraph, scope: Scope) -> (Look, Look) {
    let mut base = style.clone();
    let Some((left, first)) = scope.level else { return (own, base) };
    let points = super::lengths::pt;
    if paragraph.style.indent_first == 0.0 && scope.place == Place::Item {
        // The source leaves it to the list, whose level stands for the levels around it too.
        own.insert("left", points(left + scope.start - scope.listed));
        own.insert("first", points(first));
    }
    base.insert("left", points(left));
    base.insert("first", points(first));
    (own, base)
}
