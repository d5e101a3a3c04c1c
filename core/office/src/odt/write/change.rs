//! Tracked changes (OASIS ODF 1.3 part 3, 5.5): what is new is marked in the text, and what is to go stands before it.

use super::document::{Document, Scope};
use super::inline::Around;
use transvase_base::error::Result;
use transvase_container::xml::XmlWriter;
use transvase_model::flow::{Change, ChangeKind, Inline};
use transvase_model::text::dates::date_time;

/// A moment nobody knows.
const UNKNOWN: &str = "1970-01-01T00:00:00Z";

impl Document<'_> {
    /// Text of a change.
    pub(super) fn change(&mut self, index: usize, content: &[Inline], around: Around<'_>, scope: Scope) -> Result<()> {
        let change = self.shared.changes.all.get(index).cloned();
        let Some(change) = change.filter(|_| !self.beside) else { return self.inlines(content, around, scope) };
        self.shared.changes.count += 1;
        let id = format!("ct{}", self.shared.changes.count);
        if change.kind == ChangeKind::Inserted {
            self.region(&id, "text:insertion", &change, "")?;
            self.xml.empty("text:change-start", &[("text:change-id", &id)]);
            self.inlines(content, around, scope)?;
            self.xml.empty("text:change-end", &[("text:change-id", &id)]);
            return Ok(());
        }
        let outer = std::mem::replace(&mut self.xml, XmlWriter::part(Vec::new()));
        let spaced = std::mem::replace(&mut self.spaced, true);
        self.xml.open("text:p", &[("text:style-name", "Standard")]);
        let result = self.inlines(content, around, scope);
        self.xml.close("text:p");
        let gone = std::mem::replace(&mut self.xml, outer).finish()?;
        self.spaced = spaced;
        result?;
        self.region(&id, "text:deletion", &change, &String::from_utf8_lossy(&gone))?;
        self.xml.empty("text:change", &[("text:change-id", &id)]);
        Ok(())
    }

    fn region(&mut self, id: &str, kind: &str, change: &Change, gone: &str) -> Result<()> {
        let mut xml = XmlWriter::part(std::mem::take(&mut self.shared.changes.regions));
        xml.element("text:changed-region", &[("xml:id", id), ("text:id", id)], |xml| {
            xml.element(kind, &[], |xml| {
                xml.element("office:change-info", &[], |xml| {
                    xml.leaf("dc:creator", &[], change.author.as_deref().unwrap_or_default());
                    let date = change.date.as_deref().and_then(date_time);
                    xml.leaf("dc:date", &[], date.as_deref().unwrap_or(UNKNOWN));
                });
                if !gone.is_empty() {
                    xml.raw(gone);
                }
            });
        });
        self.shared.changes.regions = xml.finish()?;
        Ok(())
    }
}
