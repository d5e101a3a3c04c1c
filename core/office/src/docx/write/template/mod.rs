//! Templates (reference documents): a Word file whose styles, page and running text another document gets.

mod copies;
mod styles;
mod tree;

use std::collections::BTreeMap;
use std::io::Write;

use copies::Copies;
pub(super) use copies::Copy;
use styles::Styles;
pub(super) use tree::write as write_tree;

use super::page::default_page;
use crate::ooxml::{Parts, Relations, Relationships, Tree, Trees, part_of_kind};
use transvase_base::context::Context;
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_base::options::{OptionKind, OptionSpec};
use transvase_base::units::Size;
use transvase_base::warning::{Warning, WarningCode};
use transvase_container::xml::{XmlWriter, decode};
use transvase_model::flow::{Column, Edges, PageSetup};

/// Which file the look of the result is taken from.
pub(in super::super) static TEMPLATE: OptionSpec = OptionSpec {
    key: "template",
    kind: OptionKind::Text,
    unit: "",
    default: "",
    doc: "Name of a DOCX file, handed in as a resource, whose styles, numbering, page setup, headers and footers the \
          result uses.",
};

/// Properties of a section that stand after the one of the first page in the schema.
const AFTER_TITLE_PAGE: [&str; 4] = ["w:textDirection", "w:bidi", "w:rtlGutter", "w:docGrid"];
/// Least and largest side of a page in twips.
const SIDES: (f32, f32) = (144.0, 31_680.0);

/// A template.
#[derive(Debug)]
pub(in super::super) struct Template {
    pub styles: Styles,
    /// The text of its numbering, with the first numbers of abstract and of other lists that are free.
    pub numbering: Option<(String, usize, usize)>,
    /// The elements of its settings.
    pub settings: Vec<Tree>,
    /// The properties of its last section.
    pub section: Tree,
    /// What they say of the page.
    pub page: PageSetup,
    /// Parts that go with it.
    copies: Vec<Copy>,
    /// Names of copies, by the relationships of its main part.
    by_relation: BTreeMap<String, (String, String)>,
}

impl Template {
    /// The template that the options name.
    ///
    /// # Errors
    /// `InvalidOption` where it was not handed in or is no Word file; limits, `TimedOut`, `Cancelled`.
    pub(in super::super) fn load(context: &Context) -> Result<Option<Template>> {
        let Some(name) = context.options().text(&TEMPLATE).filter(|name| !name.is_empty()) else { return Ok(None) };
        let Some(bytes) = context.resource(&name)? else {
            let why = format!("the template {name:?} was not handed in as a resource");
            return Err(Error::option(TEMPLATE.key, why));
        };
        read(&bytes, context).map(Some).map_err(|error| match error.code() {
            ErrorCode::LimitExceeded | ErrorCode::TimedOut | ErrorCode::Cancelled | ErrorCode::OutOfMemory => error,
            _ => Error::option(TEMPLATE.key, format!("the template {name:?} is not a readable DOCX file: {error}")),
        })
    }

    /// Whether it has running heads or feet.
    pub(super) fn has_running_text(&self) -> bool {
        self.section.children().any(|child| is_reference(child.tag()))
    }

    /// Its running heads and feet, as references that a section makes: element, kind of pages, and relationship.
    pub(super) fn references(&self, relationships: &mut Relationships) -> Vec<(&'static str, &'static str, String)> {
        let rows = self.section.children().filter_map(|child| {
            let (kind, element) = match child.tag() {
                "w:headerReference" => ("header", "w:headerReference"),
                "w:footerReference" => ("footer", "w:footerReference"),
                _ => return None,
            };
            let pages = match child.attribute("w:type") {
                Some("first") => "first",
                Some("even") => "even",
                _ => "default",
            };
            let (_, name) = self.by_relation.get(child.attribute("r:id")?)?;
            Some((element, pages, relationships.part(kind, name)))
        });
        rows.collect()
    }

    /// Adds the relationships to its theme and its fonts.
    pub(super) fn relate(&self, relationships: &mut Relationships) {
        for (kind, name) in self.by_relation.values().filter(|(kind, _)| matches!(kind.as_str(), "theme" | "fontTable"))
        {
            relationships.part(kind, name);
        }
    }

    /// Whether it has a table of fonts.
    pub(super) fn has_fonts(&self) -> bool {
        self.by_relation.values().any(|(kind, _)| kind == "fontTable")
    }

    /// Writes what its last section says of the page.
    pub(super) fn write_section<W: Write>(&self, xml: &mut XmlWriter<W>, title_page: bool) {
        let mut title_page = title_page && !self.has_running_text();
        for child in self.section.children().filter(|child| !is_own(child.tag())) {
            // Running text of the source may have a first page of its own.
            if child.is("w:titlePg") && !self.has_running_text() {
                continue;
            }
            if AFTER_TITLE_PAGE.contains(&child.tag()) && std::mem::take(&mut title_page) {
                xml.empty("w:titlePg", &[]);
            }
            write_tree(xml, child);
        }
        if title_page {
            xml.empty("w:titlePg", &[]);
        }
    }

    /// Parts that go with it.
    pub(super) fn copies(&self) -> &[Copy] {
        &self.copies
    }

    /// The first free numbers of abstract lists and of lists.
    pub(super) fn free_lists(&self) -> (usize, usize) {
        self.numbering.as_ref().map_or((0, 0), |(_, kinds, lists)| (*kinds, *lists))
    }
}

/// Whether a property of a section is the business of the document that is written.
fn is_own(tag: &str) -> bool {
    is_reference(tag)
        || matches!(tag, "w:footnotePr" | "w:endnotePr" | "w:type" | "w:printerSettings" | "w:sectPrChange")
}

fn is_reference(tag: &str) -> bool {
    matches!(tag, "w:headerReference" | "w:footerReference")
}

fn read(bytes: &[u8], context: &Context) -> Result<Template> {
    let mut parts = Parts::open(bytes, context)?;
    let missing = || Error::malformed("the file has no main document part");
    let root = parts.relations("", context)?;
    let main = part_of_kind(&root, "officeDocument").ok_or_else(missing)?.to_owned();
    let relations = parts.relations(&main, context)?;
    let text = text_of(&mut parts, Some(&main), context)?.ok_or_else(missing)?;
    let section = last_section(&text, context)?;
    let part = |kind: &str| part_of_kind(&relations, kind).map(str::to_owned);
    let styles = text_of(&mut parts, part("styles").as_deref(), context)?;
    let styles = Styles::read(styles.ok_or_else(|| Error::malformed("the file has no styles"))?, context)?;
    let numbering = text_of(&mut parts, part("numbering").as_deref(), context)?;
    let numbering = numbering.map(|text| numbered(text, context)).transpose()?.flatten();
    let settings = text_of(&mut parts, part("settings").as_deref(), context)?;
    let settings = settings.map_or(Ok(Vec::new()), |text| all(&text, &["w:settings"], context))?;
    let wanted = wanted(&relations, &section);
    let (copies, by_relation) = Copies::of(&mut parts, &relations, wanted, context)?;
    let page = page(&section);
    Ok(Template { styles, numbering, settings, section, page, copies, by_relation })
}

fn text_of(parts: &mut Parts<'_>, name: Option<&str>, context: &Context) -> Result<Option<String>> {
    let Some(name) = name else { return Ok(None) };
    Ok(parts.read(name, context)?.map(|bytes| decode(&bytes).into_owned()))
}

/// All elements of a part below those that are entered.
fn all(text: &str, through: &'static [&'static str], context: &Context) -> Result<Vec<Tree>> {
    let mut trees = Trees::new(text, through, context);
    let mut found = Vec::new();
    while let Some(tree) = trees.next()? {
        found.push(tree);
    }
    Ok(found)
}

/// The section that ends the body.
fn last_section(text: &str, context: &Context) -> Result<Tree> {
    let mut trees = Trees::new(text, &["w:document", "w:body"], context);
    let mut last = Tree::default();
    while let Some(tree) = trees.next()? {
        if tree.is("w:sectPr") {
            last = tree;
        }
    }
    Ok(last)
}

/// The relationships whose parts are copied: theme, fonts, and running text that is shown.
fn wanted(relations: &Relations, section: &Tree) -> Vec<String> {
    let shown: Vec<&str> = section
        .children()
        .filter(|child| is_reference(child.tag()))
        .filter_map(|child| child.attribute("r:id"))
        .collect();
    let is_wanted = |(id, row): &(&String, &crate::ooxml::Related)| {
        !row.external && (matches!(row.kind.as_str(), "theme" | "fontTable") || shown.contains(&id.as_str()))
    };
    relations.iter().filter(is_wanted).map(|(id, _)| id.clone()).collect()
}

/// Numbering with its first free numbers; `None` of what further lists cannot be added to.
fn numbered(text: String, context: &Context) -> Result<Option<(String, usize, usize)>> {
    let mut next = [0_usize, 0];
    for tree in all(&text, &["w:numbering"], context)? {
        let (at, name) = match tree.tag() {
            "w:abstractNum" => (0, "w:abstractNumId"),
            "w:num" => (1, "w:numId"),
            _ => continue,
        };
        let number = tree.attribute(name).and_then(|number| number.parse::<usize>().ok()).unwrap_or(0);
        next[at] = next[at].max(number.min(1 << 30) + 1);
    }
    let [kinds, lists] = next;
    let can_grow = text.contains("<w:numbering") && text.contains("</w:numbering>");
    // Lists count from 1.
    Ok(can_grow.then_some((text, kinds, lists.saturating_sub(1))))
}

/// The page that the properties of a section give.
fn page(section: &Tree) -> PageSetup {
    let twips = |tree: Option<&Tree>, name: &str| {
        tree.and_then(|tree| tree.attribute(name)?.parse::<f32>().ok()).filter(|value| value.abs() <= SIDES.1)
    };
    let size = section.child("w:pgSz");
    let side = |name| twips(size, name).filter(|side| *side >= SIDES.0).map(|side| side / 20.0);
    let usual = default_page();
    let size = match (side("w:w"), side("w:h")) {
        (Some(width), Some(height)) => Size { width, height },
        _ => usual.size,
    };
    let margins = section.child("w:pgMar");
    let edge = |name, usual: f32| twips(margins, name).map_or(usual, |edge| edge.abs() / 20.0);
    let margins = Edges {
        top: edge("w:top", usual.margins.top),
        right: edge("w:right", usual.margins.right),
        bottom: edge("w:bottom", usual.margins.bottom),
        left: edge("w:left", usual.margins.left),
    };
    let text = (size.width - margins.left - margins.right).max(1.0);
    let columns = section.child("w:cols");
    let count = columns.and_then(|columns| columns.attribute("w:num")?.parse::<usize>().ok()).unwrap_or(1).clamp(1, 12);
    let gap = twips(columns, "w:space").unwrap_or(720.0) / 20.0;
    let width = ((text - gap * (count - 1) as f32) / count as f32).max(1.0);
    let columns = if count > 1 { vec![Column { width, gap }; count] } else { Vec::new() };
    PageSetup { size, margins, columns, ..PageSetup::default() }
}

/// Tells that running text of the source gave way to that of the template.
pub(super) fn warn_of_running_text(context: &Context) {
    let message = "the headers and footers of the source were replaced by those of the template";
    context.warn(Warning::new(WarningCode::StyleDropped, message));
}

#[cfg(test)]
mod tests;
