//! Running text: header and footer parts, and which section refers to which (ECMA-376 part 1,
//! 17.10).
//!
//! A section without a reference shows what the section before shows, kind by kind; so a reference
//! is written only where that would be wrong. The text leaves its sections before they are
//! written, so that the package knows its parts from the start.

use std::io::Write;

use super::bucket::Place;
use super::document::{Document, Frame, body_frame};
use super::page::{default_page, measure};
use super::section::References;
use crate::ooxml::Relationships;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_model::flow::{Block, RunningText, Section};

/// The header and footer parts of a document.
#[derive(Debug, Default)]
pub(super) struct Running {
    pub parts: Vec<Part>,
    /// What each section refers to.
    pub sections: Vec<References>,
    /// Whether any section has running text of its own on even pages.
    pub has_even: bool,
}

/// A header or footer part.
#[derive(Debug)]
pub(super) struct Part {
    pub kind: Kind,
    /// Name in the package, without folder and extension.
    pub name: String,
    blocks: Vec<Block>,
    relationship: String,
    /// Width and height in points that a picture may take.
    room: (f32, f32),
}

/// At which end of the page running text stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Header,
    Footer,
}

/// The pages of a section that running text is for.
const VARIANTS: [&str; 3] = ["default", "first", "even"];

/// Parts by variant.
type Shown = [Option<usize>; 3];

impl Kind {
    /// Name of the part, the relationship and the root element.
    pub(super) fn names(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Kind::Header => ("header", "w:headerReference", "w:hdr"),
            Kind::Footer => ("footer", "w:footerReference", "w:ftr"),
        }
    }
}

impl Running {
    /// Takes the running text out of the sections.
    pub(super) fn take(
        sections: &mut [Section],
        relationships: &mut Relationships,
        context: &Context,
    ) -> Result<Running> {
        let texts = || [Kind::Header, Kind::Footer];
        let mut running = Running::default();
        let both = sections.iter().flat_map(|section| [&section.header, &section.footer]);
        running.has_even = both.flatten().any(|text| text.even.is_some());
        let mut taking = texts().map(|kind| Taking { kind, stated: [None; 3], inherited: [None; 3] });
        let mut page = default_page();
        for section in sections {
            if let Some(own) = &section.page {
                page = own.clone();
            }
            let room = (measure(&page).0, page.size.height / 2.0);
            let title_page = [&section.header, &section.footer].into_iter().flatten().any(|text| text.first.is_some());
            let mut references = References { rows: Vec::new(), title_page };
            for taking in &mut taking {
                let own = match taking.kind {
                    Kind::Header => section.header.take(),
                    Kind::Footer => section.footer.take(),
                };
                taking.section(own, &mut running, &mut references, room, relationships, context)?;
            }
            running.sections.push(references);
        }
        Ok(running)
    }

    /// Gives the first section running text of another file, which those after it inherit.
    pub(super) fn begin_with(&mut self, rows: Vec<(&'static str, &'static str, String)>) {
        if self.sections.is_empty() {
            self.sections.push(References::default());
        }
        if let Some(first) = self.sections.first_mut() {
            first.rows.extend(rows);
        }
    }

    /// The part with these blocks; parts alike are written once.
    fn part(
        &mut self,
        kind: Kind,
        blocks: Vec<Block>,
        room: (f32, f32),
        relationships: &mut Relationships,
        context: &Context,
    ) -> Result<usize> {
        context.tick(self.parts.len() as u64)?;
        if let Some(known) = self.parts.iter().position(|part| part.kind == kind && part.blocks == blocks) {
            return Ok(known);
        }
        let number = self.parts.iter().filter(|part| part.kind == kind).count() + 1;
        let (name, ..) = kind.names();
        let relationship = relationships.part(name, &format!("{name}{number}.xml"));
        self.parts.push(Part { kind, name: format!("{name}{number}"), blocks, relationship, room });
        Ok(self.parts.len() - 1)
    }
}

/// Running text of one kind, section after section.
struct Taking {
    kind: Kind,
    /// What the section at hand is to show.
    stated: Shown,
    /// What it would show without a reference.
    inherited: Shown,
}

impl Taking {
    fn section(
        &mut self,
        own: Option<RunningText>,
        running: &mut Running,
        references: &mut References,
        room: (f32, f32),
        relationships: &mut Relationships,
        context: &Context,
    ) -> Result<()> {
        match own {
            Some(RunningText { default, first, even }) => {
                for (place, blocks) in self.stated.iter_mut().zip([Some(default), first, even]) {
                    // Nothing at all needs no part where nothing would be inherited.
                    let blocks = blocks
                        .filter(|blocks| !blocks.is_empty() || self.inherited != [None; 3] || references.title_page);
                    *place = match blocks {
                        Some(blocks) => Some(running.part(self.kind, blocks, room, relationships, context)?),
                        None => None,
                    };
                }
            }
            // A first page of its own is that of the section which states it.
            None => self.stated[1] = None,
        }
        let [default, first, even] = self.stated;
        let wanted = [
            default,
            first.or(default).filter(|_| references.title_page),
            even.or(default).filter(|_| running.has_even),
        ];
        let (_, element, _) = self.kind.names();
        for ((variant, wanted), inherited) in VARIANTS.into_iter().zip(wanted).zip(&mut self.inherited) {
            if let Some(part) = wanted.filter(|part| *inherited != Some(*part)) {
                *inherited = wanted;
                let relationship = running.parts.get(part).map(|part| part.relationship.clone()).unwrap_or_default();
                references.rows.push((element, variant, relationship));
            }
        }
        Ok(())
    }
}

impl Part {
    /// Writes the part's text.
    pub(super) fn write<X: Write>(&self, document: &mut Document<'_, X>) -> Result<()> {
        let place = if self.kind == Kind::Header { Place::Header } else { Place::Footer };
        let (_, _, root) = self.kind.names();
        document.open_root(root);
        document.contained(&self.blocks, Frame { place, ..body_frame(self.room) })?;
        document.xml.close(root);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_model::flow::{Inline, Paragraph, Run, TextStyle};

    fn words(words: &str) -> Vec<Block> {
        let run = Run { text: words.into(), style: TextStyle::default() };
        vec![Block::Paragraph(Paragraph { content: vec![Inline::Text(run)], ..Paragraph::default() })]
    }

    fn section(header: Option<RunningText>) -> Section {
        Section { header, ..Section::default() }
    }

    fn references(mut sections: Vec<Section>) -> (Vec<String>, usize) {
        let running = Running::take(&mut sections, &mut Relationships::default(), &Context::default()).unwrap();
        let shown = running.sections.iter().map(|section| {
            let rows = section.rows.iter().map(|(_, variant, id)| format!("{variant}={id}"));
            rows.collect::<Vec<_>>().join(" ") + if section.title_page { " title" } else { "" }
        });
        (shown.collect(), running.parts.len())
    }

    #[test]
    fn parts_alike_are_written_once_and_inherited_ones_not_again() {
        let header = |text: &str| Some(RunningText { default: words(text), ..RunningText::default() });
        let sections =
            vec![section(header("a")), section(header("a")), section(header("b")), section(None), section(header("a"))];
        let (rows, parts) = references(sections);
        assert_eq!(rows, ["default=rId1", "", "default=rId2", "", "default=rId1"]);
        assert_eq!(parts, 2);
    }

    #[test]
    fn variants_fall_back_to_the_default() {
        let first = RunningText { default: words("a"), first: Some(Vec::new()), even: None };
        let even = RunningText { default: words("b"), first: None, even: Some(words("c")) };
        let (rows, parts) = references(vec![section(Some(first)), section(Some(even)), section(None)]);
        assert_eq!(rows, ["default=rId1 first=rId2 even=rId1 title", "default=rId3 even=rId4", ""]);
        assert_eq!(parts, 4);
    }

    #[test]
    fn no_text_is_a_part_only_where_some_would_be_inherited() {
        let none = || section(Some(RunningText::default()));
        let some = section(Some(RunningText { default: words("a"), ..RunningText::default() }));
        let (rows, parts) = references(vec![none(), some, none()]);
        assert_eq!(rows, ["", "default=rId1", "default=rId2"]);
        assert_eq!(parts, 2);
    }
}
