//! Tracked changes (ECMA-376 part 1, 17.13.5).

use std::io::Write;

use super::comments::UNKNOWN;
use super::document::Document;
use super::run::RunBase;
use super::setting::Setting;
use crate::error::Result;
use crate::model::flow::{Change, ChangeKind, Inline};

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
        let changes = &mut self.shared.changes;
        let Some(Change { kind, author, date }) = changes.list.get(change).cloned() else { return Ok(()) };
        changes.written += 1;
        let id = changes.written.to_string();
        let mut attributes = vec![("w:id", id.as_str()), ("w:author", author.as_deref().unwrap_or(UNKNOWN))];
        attributes.extend(date.as_deref().map(|date| ("w:date", date)));
        let name = match kind {
            ChangeKind::Inserted => "w:ins",
            ChangeKind::Deleted => "w:del",
        };
        self.run.end(&mut self.xml);
        self.xml.open(name, &attributes);
        let inner = setting.inner();
        self.inlines(content, Setting { run: RunBase { change: Some(kind), ..setting.run }, ..inner })?;
        self.run.end(&mut self.xml);
        self.xml.close(name);
        Ok(())
    }
}

fn is_link(inline: &Inline) -> bool {
    matches!(inline, Inline::Link { .. })
}
