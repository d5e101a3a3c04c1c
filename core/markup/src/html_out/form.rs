//! Form controls, with what is filled in now.

use super::paragraph::Opening;
use super::writer::Body;
use crate::prose::Span;
use transvase_base::error::Result;
use transvase_model::flow::{Control, ControlKind};

impl Body<'_, '_> {
    /// A part of a form: its text, or a box that is ticked or not.
    pub(super) fn control(&mut self, control: &Control, inside: &[Span<'_>], own: &Opening) -> Result<()> {
        let title = control.title.as_deref().map(str::trim).filter(|title| !title.is_empty());
        match control.kind {
            ControlKind::Checkbox(ticked) if !self.in_link => {
                let label = super::legal(title.or(control.name.as_deref()).unwrap_or("Check box")).into_owned();
                let mut attributes = vec![("type", "checkbox"), ("disabled", "disabled"), ("aria-label", &*label)];
                attributes.extend(ticked.then_some(("checked", "checked")));
                self.xml.empty("input", &attributes);
                Ok(())
            }
            _ => {
                let title = title.map(super::legal);
                self.open_with("span", &[("class", Some("field")), ("title", title.as_deref())]);
                self.spans(inside, own)?;
                self.xml.close("span");
                Ok(())
            }
        }
    }
}
