//! Text: paragraphs, lists, tables, frames and what stands beside them, wherever a document of the format has them
//! (OASIS ODF 1.3 part 3, 5 to 11).

mod change;
mod control;
mod frame;
mod inline;
mod line;
mod list;
mod note;
mod paragraph;
mod place;
mod role;
mod shape;
mod spaces;
mod table;

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use super::package::{Document, Files};
use super::styles::{Properties, Scope, Styles};
use super::tree::Element;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::warning::{Warning, WarningCode};
use transvase_base::wording::counted;
use transvase_markup::html::Gallery;
use transvase_model::flow::{Anchor, Block, Change, Comment, Inline, Note, PageSetup, Paragraph, Run, TextStyle};

use change::Regions;
use control::Forms;
use line::Looks;
use list::Lists;
use paragraph::Traits;

/// Lists, tables, frames and notes that may lie in one another; what lies deeper is read without its structure.
const MAX_DEPTH: usize = 30;
/// Characters that one element may stand for (6.1.3 `text:s`).
const MAX_SPACES: usize = 1_000;

/// Reads text. What it finds beside the text is gathered in it.
pub(crate) struct TextReader<'t> {
    pub(super) context: &'t Context,
    pub(super) styles: &'t Styles<'t>,
    files: Files<'t>,
    /// The pictures.
    pub gallery: Gallery,
    /// Footnotes and endnotes.
    pub notes: Vec<Note>,
    /// Remarks.
    pub comments: Vec<Comment>,
    /// Changes that are not settled.
    pub changes: Vec<Change>,
    /// Which automatic styles hold.
    pub scope: Scope,
    /// The page that the text stands on.
    pub page: PageSetup,
    /// Width of the column or cell at hand, in points.
    measure: f32,
    /// Whether tab stops count from the indent.
    tabs_from_indent: bool,
    /// Whether spaces between paragraphs add up.
    spaces_add_up: bool,
    depth: usize,
    lists: Lists<'t>,
    /// Numbers of the headings so far, by level.
    headings: [u32; super::list_style::LEVELS],
    /// The numbers of the headings above, as they are written.
    heading_words: Vec<String>,
    /// Where paragraphs of the item at hand stand.
    item: Option<list::ItemPlace>,
    /// What is known of the paragraphs read so far, by the number in their place.
    traits: Vec<Traits<'t>>,
    looks: BTreeMap<(Scope, Vec<&'t str>), Rc<Looks>>,
    regions: Regions<'t>,
    /// Names of the remarks that say where they end.
    spanning: BTreeSet<&'t str>,
    anchors: BTreeSet<Anchor>,
    forms: Forms<'t>,
    /// Things that were left out.
    lost: Lost,
}

/// What was left out on the way.
#[derive(Debug, Default)]
struct Lost {
    /// Structure that lies too deep.
    depth: bool,
    /// Embedded objects that nothing stands for.
    objects: usize,
    /// Pictures before list items.
    bullets: bool,
}

impl<'t> TextReader<'t> {
    /// A reader of the text of a document.
    pub(crate) fn new(document: &'t Document, files: Files<'t>, styles: &'t Styles<'t>, context: &'t Context) -> Self {
        let says = |name, usual| document.setting(name).map_or(usual, |value| value.trim() == "true");
        let annotations = document.content.descendants().filter(|element| element.name() == "office:annotation-end");
        TextReader {
            context,
            styles,
            files,
            gallery: Gallery::default(),
            notes: Vec::new(),
            comments: Vec::new(),
            changes: Vec::new(),
            scope: Scope::Content,
            page: PageSetup::default(),
            measure: 0.0,
            tabs_from_indent: says("TabsRelativeToIndent", true),
            spaces_add_up: says("AddParaTableSpacing", true),
            depth: 0,
            lists: Lists::default(),
            headings: [0; super::list_style::LEVELS],
            heading_words: Vec::new(),
            item: None,
            traits: Vec::new(),
            looks: BTreeMap::new(),
            regions: Regions::default(),
            spanning: annotations.filter_map(|end| end.get("office:name")).collect(),
            anchors: BTreeSet::new(),
            forms: Forms::of(&document.content),
            lost: Lost::default(),
        }
    }

    /// Notes the page that text is to stand on, and the width of its column.
    pub(crate) fn set_page(&mut self, page: PageSetup) {
        let width = page.size.width - page.margins.left - page.margins.right;
        self.measure = page.columns.iter().map(|column| column.width).fold(width, f32::min).max(1.0);
        self.page = page;
    }

    /// The blocks of an element that holds some, as a story of its own.
    ///
    /// # Errors
    /// Limits, `TimedOut`, `Cancelled`.
    pub(crate) fn story(&mut self, element: &'t Element) -> Result<Vec<Block>> {
        let item = self.item.take();
        let mut blocks = Vec::new();
        self.blocks(element, &mut blocks)?;
        self.item = item;
        Ok(blocks)
    }

    /// Reads what stands in an element.
    ///
    /// # Errors
    /// Limits, `TimedOut`, `Cancelled`.
    pub(crate) fn blocks(&mut self, element: &'t Element, out: &mut Vec<Block>) -> Result<()> {
        element.elements().try_for_each(|element| self.block(element, out))
    }

    /// Reads one element among blocks.
    ///
    /// # Errors
    /// Limits, `TimedOut`, `Cancelled`.
    pub(crate) fn block(&mut self, element: &'t Element, out: &mut Vec<Block>) -> Result<()> {
        self.context.tick(1)?;
        match element.name() {
            "text:p" | "text:h" => self.paragraph(element, out),
            "text:list" => self.inside(element, out, Self::list),
            "text:numbered-paragraph" => self.inside(element, out, Self::numbered_paragraph),
            "table:table" => self.inside(element, out, Self::table),
            "text:section" => self.section(element, out),
            "text:tracked-changes" => {
                self.regions.gather(element, &mut self.changes);
                Ok(())
            }
            "text:change-start" | "text:change-end" | "text:change" => self.change_between(element, out),
            "office:forms"
            | "text:sequence-decls"
            | "text:variable-decls"
            | "text:user-field-decls"
            | "text:alphabetical-index-auto-mark-file"
            | "text:dde-connection-decls"
            | "text:soft-page-break"
            | "office:dde-source"
            | "table:title"
            | "table:desc" => Ok(()),
            name if is_index_source(name) => Ok(()),
            name if name.starts_with("draw:") || name.starts_with("dr3d:") => self.anchored_to_page(element, out),
            _ => self.inside(element, out, Self::blocks),
        }
    }

    /// Reads an element that lies in others, as far as these may lie in one another.
    fn inside(
        &mut self,
        element: &'t Element,
        out: &mut Vec<Block>,
        read: fn(&mut Self, &'t Element, &mut Vec<Block>) -> Result<()>,
    ) -> Result<()> {
        if self.depth >= MAX_DEPTH {
            self.lost.depth = true;
            return self.flattened(element, out);
        }
        self.depth += 1;
        let result = read(self, element, out);
        self.depth -= 1;
        result
    }

    /// The paragraphs of an element that lies too deep, one after the other.
    fn flattened(&mut self, element: &'t Element, out: &mut Vec<Block>) -> Result<()> {
        for inner in element.descendants() {
            self.context.tick(1)?;
            if matches!(inner.name(), "text:p" | "text:h") {
                let content = vec![Inline::Text(Run { text: inner.text(), style: TextStyle::default() })];
                out.push(Block::Paragraph(Paragraph { content, ..Paragraph::default() }));
            }
        }
        Ok(())
    }

    /// A part of the text (5.4 `text:section`); what is not to be shown is marked so by nothing but its absence.
    fn section(&mut self, element: &'t Element, out: &mut Vec<Block>) -> Result<()> {
        if element.is("text:display", "none") {
            let words = element.text().split_whitespace().count();
            if words > 0 {
                let message = counted(words, "[word of a hidden section was|words of a hidden section were] left out");
                self.context.warn(Warning::new(WarningCode::HiddenTextDropped, message));
            }
            return Ok(());
        }
        let first = out.len();
        self.inside(element, out, Self::blocks)?;
        if let Some(name) = element.get("text:name") {
            self.mark(out, first, name);
        }
        Ok(())
    }

    /// Makes the beginning of blocks a place that links can lead to.
    pub(crate) fn mark(&mut self, out: &mut [Block], first: usize, name: &str) {
        if let (Some(Block::Paragraph(paragraph)), Some(anchor)) = (out.get_mut(first), self.anchor(name)) {
            paragraph.content.insert(0, Inline::Anchor(anchor));
        }
    }

    /// The anchor of a name, the first time it comes.
    fn anchor(&mut self, name: &str) -> Option<Anchor> {
        let anchor = Anchor::from(name);
        self.anchors.insert(anchor.clone()).then_some(anchor)
    }

    /// Settles what needs all blocks of a story: spaces between paragraphs, and quotations.
    pub(crate) fn settle(&self, blocks: &mut Vec<Block>) {
        spaces::settle(blocks, &self.traits, self.spaces_add_up);
    }

    /// Tells what was left out.
    pub(crate) fn warn_of_losses(&self) {
        let warn = |code, message: String| self.context.warn(Warning::new(code, message));
        if self.lost.depth {
            let message = format!("blocks nested more than {MAX_DEPTH} levels deep were read without their nesting");
            warn(WarningCode::StructureFlattened, message);
        }
        if self.lost.objects > 0 {
            let message = counted(
                self.lost.objects,
                "embedded [object, such as a chart, was|objects, such as charts, were] left out",
            );
            warn(WarningCode::ImageDropped, message);
        }
        if self.lost.bullets {
            warn(WarningCode::StyleDropped, "pictures before list items became dots".into());
        }
        self.gallery.warn_of_losses(self.context);
    }

    fn graphic(&self, element: &'t Element) -> Properties<'t> {
        let name = element.get("draw:style-name");
        let family = if element.get("presentation:style-name").is_some() { "presentation" } else { "graphic" };
        let chain = self.styles.chain(self.scope, family, name.or(element.get("presentation:style-name")));
        chain.properties("style:graphic-properties")
    }
}

/// Whether an element says how an index is made, and not what it holds (8.2 and following).
fn is_index_source(name: &str) -> bool {
    name.starts_with("text:") && (name.ends_with("-source") || name.ends_with("-template"))
}
