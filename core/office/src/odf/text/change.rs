//! Tracked changes (OASIS ODF 1.3 part 3, 5.5): where they are said, and where they hold.

use std::collections::BTreeMap;

use super::super::tree::Element;
use super::TextReader;
use super::line::{Container, Line};
use transvase_base::error::Result;
use transvase_model::flow::{Block, Change, ChangeKind, Inline, Paragraph};

/// The changes of a document by their names.
#[derive(Debug, Default)]
pub(super) struct Regions<'t> {
    known: BTreeMap<&'t str, Region<'t>>,
    /// Insertions that are open.
    open: Vec<usize>,
}

#[derive(Debug, Clone, Copy)]
struct Region<'t> {
    /// Index among the changes.
    change: usize,
    /// What went, of a deletion.
    deleted: Option<&'t Element>,
}

impl<'t> Regions<'t> {
    /// Reads `text:tracked-changes`. How letters looked before is not kept.
    pub(super) fn gather(&mut self, element: &'t Element, changes: &mut Vec<Change>) {
        for region in element.elements().filter(|region| region.name() == "text:changed-region") {
            let Some(id) = region.get("text:id").or(region.get("xml:id")) else { continue };
            for inner in region.elements() {
                let (kind, deleted) = match inner.name() {
                    "text:insertion" => (ChangeKind::Inserted, None),
                    "text:deletion" => (ChangeKind::Deleted, Some(inner)),
                    _ => continue,
                };
                let info = inner.child("office:change-info");
                let said = |name| info.and_then(|info| info.child(name)).map(|said| said.text().trim().to_owned());
                let said = |name| said(name).filter(|text: &String| !text.is_empty());
                self.known.insert(id, Region { change: changes.len(), deleted });
                changes.push(Change { kind, author: said("dc:creator"), date: said("dc:date") });
            }
        }
    }

    fn of(&self, element: &Element) -> Option<Region<'t>> {
        self.known.get(element.get("text:change-id")?).copied()
    }
}

impl<'t> TextReader<'t> {
    /// Begins a paragraph inside the insertions that are open.
    pub(super) fn go_on_with_changes(&mut self, line: &mut Line<'t>) {
        for change in &self.regions.open {
            line.begin(Container::Change(*change));
        }
    }

    /// The beginning, end or place of a change in a paragraph.
    pub(super) fn change(&mut self, element: &'t Element, line: &mut Line<'t>) -> Result<()> {
        let Some(region) = self.regions.of(element) else { return Ok(()) };
        match (element.name(), region.deleted) {
            ("text:change", Some(deleted)) => {
                let depth = line.begin(Container::Change(region.change));
                let paragraphs = deleted.elements().filter(|inner| matches!(inner.name(), "text:p" | "text:h"));
                for (at, paragraph) in paragraphs.enumerate() {
                    if at > 0 {
                        line.push(Inline::LineBreak);
                    }
                    self.inlines(paragraph, line)?;
                }
                line.end(depth);
            }
            ("text:change-start", None) => {
                self.regions.open.push(region.change);
                line.begin(Container::Change(region.change));
            }
            ("text:change-end", None) => {
                self.regions.open.retain(|open| *open != region.change);
                line.end_where(|container| matches!(container, Container::Change(open) if *open == region.change));
            }
            _ => {}
        }
        Ok(())
    }

    /// The same between paragraphs: whole paragraphs that went stand where they stood.
    pub(super) fn change_between(&mut self, element: &'t Element, out: &mut Vec<Block>) -> Result<()> {
        let Some(region) = self.regions.of(element) else { return Ok(()) };
        match (element.name(), region.deleted) {
            ("text:change", Some(deleted)) => {
                let first = out.len();
                for inner in deleted.elements().filter(|inner| inner.name() != "office:change-info") {
                    self.block(inner, out)?;
                }
                wrap_all(out.get_mut(first..).unwrap_or_default(), region.change);
            }
            ("text:change-start", None) => self.regions.open.push(region.change),
            ("text:change-end", None) => self.regions.open.retain(|open| *open != region.change),
            _ => {}
        }
        Ok(())
    }
}

/// Makes blocks part of a change with all that is in them.
fn wrap_all(blocks: &mut [Block], change: usize) {
    for block in blocks {
        match block {
            Block::Paragraph(paragraph) => wrap(paragraph, change),
            Block::Table(table) => table.rows.iter_mut().for_each(|row| row.change = Some(change)),
            _ => {}
        }
        block.children_mut().into_iter().for_each(|inside| wrap_all(inside, change));
    }
}

/// Makes all of a paragraph part of a change.
fn wrap(paragraph: &mut Paragraph, change: usize) {
    let content = std::mem::take(&mut paragraph.content);
    if !content.is_empty() {
        paragraph.content.push(Inline::Change { change, content });
    }
}
