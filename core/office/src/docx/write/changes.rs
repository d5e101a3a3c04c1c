//! Tracked changes (ECMA-376 part 1, 17.13.5).

use std::io::Write;

use super::comments::UNKNOWN;
use super::document::Document;
use super::run::RunBase;
use super::setting::Setting;
use transvase_base::error::Result;
use transvase_model::flow::{Change, ChangeKind, Inline};

impl<X: Write> Document<'_, X> {
    /// Text that is new or to go. A link stands around the change, never in it (`CT_RunTrackChange` has none).
    pub(super) fn changed(&mut self, change: usize, content: &[Inline], setting: Setting<'_>) -> Result<()> {
        if self.shared.changes.list.get(change).is_none() {
            return self.inlines(content, setting.inner());
        }
        for stretch in content.chunk_by(|a, b| !is_link(a) && !is_link(b)) {
            match stretch {
                [Inline::Link { target, content }] => {
                    let content = vec![Inline::Change { change, content: content.clone() }];
                    self.inlines(&[Inline::Link { target: target.clone(), content }], setting.inner())?;
                }
                _ => self.changed_stretch(change, stretch, setting)?,
            }
        }
        Ok(())
    }

    fn changed_stretch(&mut self, change: usize, content: &[Inline], setting: Setting<'_>) -> Result<()> {
        let Some(mark) = self.change_mark(change) else { return Ok(()) };
        self.run.end(&mut self.xml);
        self.xml.open(mark.name, &mark.attributes());
        let inner = setting.inner();
        let run = RunBase { change: Some(mark.change.kind), ..setting.run };
        self.inlines(content, Setting { run, ..inner })?;
        self.run.end(&mut self.xml);
        self.xml.close(mark.name);
        Ok(())
    }

    /// The element of a change, which has a number of its own each time it is written.
    pub(super) fn change_mark(&mut self, change: usize) -> Option<ChangeMark> {
        let changes = &mut self.shared.changes;
        let change = changes.list.get(change).cloned()?;
        changes.written += 1;
        let name = match change.kind {
            ChangeKind::Inserted => "w:ins",
            ChangeKind::Deleted => "w:del",
        };
        Some(ChangeMark { name, id: changes.written.to_string(), change })
    }
}

/// The element that says who changed something, and when.
#[derive(Debug)]
pub(super) struct ChangeMark {
    pub name: &'static str,
    id: String,
    change: Change,
}

impl ChangeMark {
    pub(super) fn attributes(&self) -> Vec<(&'static str, &str)> {
        let author = self.change.author.as_deref().unwrap_or(UNKNOWN);
        let date = self.change.date.as_deref().map(|date| ("w:date", date));
        [("w:id", self.id.as_str()), ("w:author", author)].into_iter().chain(date).collect()
    }
}

fn is_link(inline: &Inline) -> bool {
    matches!(inline, Inline::Link { .. })
}
