//! Document body: the text as sections, of which a new one begins where another master page or other columns hold.

use super::masters::Masters;
use crate::odf::{Element, Properties, Scope, Styles, TextReader, columns, number_format};
use transvase_base::error::Result;
use transvase_model::flow::{Color, Column, NumberFormat, PageNumbers, PageSetup, RunningText, Section};

/// Sections that may lie in one another and still have columns.
const MAX_DEPTH: usize = 20;

/// The text that is being read.
pub(super) struct Body<'t> {
    text: TextReader<'t>,
    styles: &'t Styles<'t>,
    masters: Masters<'t>,
    sections: Vec<Section>,
    /// The master page at hand.
    master: Option<&'t str>,
    /// The page of it, with its own columns.
    page: PageSetup,
    /// Whether the next block begins a section with the page's own columns.
    ended_columns: bool,
    depth: usize,
    background: Option<Color>,
}

impl<'t> Body<'t> {
    pub(super) fn new(text: TextReader<'t>, styles: &'t Styles<'t>) -> Body<'t> {
        Body {
            text,
            styles,
            masters: Masters::of(styles),
            sections: Vec::new(),
            master: None,
            page: PageSetup::default(),
            ended_columns: false,
            depth: 0,
            background: None,
        }
    }

    /// Reads `office:text`.
    pub(super) fn read(&mut self, content: &'t Element) -> Result<()> {
        self.elements(content)
    }

    /// The sections, and the colour of the paper.
    pub(super) fn finish(mut self) -> (Vec<Section>, Option<Color>, TextReader<'t>) {
        for section in &mut self.sections {
            self.text.settle(&mut section.blocks);
        }
        let count = self.sections.len();
        let mut at = 0;
        self.sections.retain(|section| {
            at += 1;
            !section.blocks.is_empty() || section.new_page || count == 1
        });
        (self.sections, self.background, self.text)
    }

    fn elements(&mut self, parent: &'t Element) -> Result<()> {
        parent.elements().try_for_each(|element| self.element(element))
    }

    fn element(&mut self, element: &'t Element) -> Result<()> {
        let is_part = is_part(element) && !element.is("text:display", "none") && self.depth < MAX_DEPTH;
        if is_part {
            return self.part(element);
        }
        if let Some(begin) = self.page_of(element) {
            self.begin(Some(begin.master), begin.start)?;
        } else if self.sections.is_empty() && shows(element) {
            self.begin(None, None)?;
        } else if std::mem::take(&mut self.ended_columns) {
            self.columns(self.page.columns.clone(), self.page.separator);
        }
        match self.sections.last_mut() {
            Some(section) => {
                let mut blocks = std::mem::take(&mut section.blocks);
                let result = self.text.block(element, &mut blocks);
                section.blocks = blocks;
                result
            }
            // Declarations before the text.
            None => self.text.block(element, &mut Vec::new()),
        }
    }

    /// A section or index, whose content may have columns of its own.
    fn part(&mut self, element: &'t Element) -> Result<()> {
        self.depth += 1;
        let chain = self.styles.chain(Scope::Content, "section", element.get("text:style-name"));
        let properties = chain.properties("style:section-properties");
        let width = self.page.size.width - self.page.margins.left - self.page.margins.right;
        let own = properties.child("style:columns").map(|own| (columns(own, width), has_line(own)));
        let first = first_text(element);
        let result = match own.filter(|(columns, _)| columns.len() > 1) {
            Some((columns, separator)) => {
                match first.and_then(|first| self.page_of(first)) {
                    Some(begin) => self.begin(Some(begin.master), begin.start)?,
                    None if self.sections.is_empty() => self.begin(None, None)?,
                    None => {}
                }
                self.columns(columns, separator);
                self.ended_columns = false;
                let result = self.part_content(element);
                self.ended_columns = true;
                result
            }
            None => self.part_content(element),
        };
        self.depth -= 1;
        result
    }

    fn part_content(&mut self, element: &'t Element) -> Result<()> {
        let at = self.sections.last().map(|section| section.blocks.len());
        self.elements(element)?;
        if let (Some(name), Some(section)) = (element.get("text:name"), self.sections.last_mut()) {
            let first = at.filter(|at| *at < section.blocks.len()).unwrap_or_default();
            self.text.mark(&mut section.blocks, first, name);
        }
        Ok(())
    }

    /// The master page that an element begins with, where it begins one (19.503 `style:master-page-name`).
    fn page_of(&self, element: &'t Element) -> Option<Begin<'t>> {
        let (family, style, kind) = match element.name() {
            "text:p" | "text:h" => ("paragraph", "text:style-name", "style:paragraph-properties"),
            "table:table" => ("table", "table:style-name", "style:table-properties"),
            "text:list" => return first_text(element).and_then(|first| self.page_of(first)),
            _ => return None,
        };
        let chain = self.styles.chain(Scope::Content, family, element.get(style));
        let master = chain.attribute("style:master-page-name").filter(|name| !name.is_empty())?;
        let properties: Properties<'_> = chain.properties(kind);
        let start =
            properties.get("style:page-number").and_then(|number| number.parse().ok()).filter(|start| *start > 0);
        Some(Begin { master, start })
    }

    /// Begins a section on a new page of a master page, or of the first there is.
    fn begin(&mut self, master: Option<&'t str>, start: Option<u32>) -> Result<()> {
        let name = self.masters.known(master);
        let is_same = self.master == name && !self.sections.is_empty();
        let pages = self.masters.pages(name, &mut self.text)?;
        self.text.set_page(pages.setup.clone());
        (self.master, self.page, self.ended_columns) = (name, pages.setup.clone(), false);
        self.background = self.background.or(pages.background);
        let format = pages.number_format.map(|format| number_format(format).unwrap_or(NumberFormat::Decimal));
        let start = start.or(pages.first_number.filter(|_| self.sections.is_empty()));
        let counts = start.is_some() || (!is_same && format.is_some_and(|format| format != NumberFormat::Decimal));
        let numbers = counts.then(|| PageNumbers { format: format.unwrap_or(NumberFormat::Decimal), start });
        let was = self.sections.iter().any(|section| section.header.is_some() || section.footer.is_some());
        let said = |text: &RunningText| was || *text != RunningText::default();
        self.sections.push(Section {
            page: Some(pages.setup.clone()),
            new_page: true,
            blocks: Vec::new(),
            header: Some(pages.header.clone()).filter(|text| !is_same && said(text)),
            footer: Some(pages.footer.clone()).filter(|text| !is_same && said(text)),
            numbers,
        });
        Ok(())
    }

    /// Goes on in other columns on the same page.
    fn columns(&mut self, columns: Vec<Column>, separator: bool) {
        let page = PageSetup { columns, separator, ..self.page.clone() };
        self.text.set_page(page.clone());
        match self.sections.last_mut() {
            Some(last) if last.blocks.is_empty() => last.page = Some(page),
            _ => self.sections.push(Section { page: Some(page), ..Section::default() }),
        }
    }
}

/// Where a section begins.
struct Begin<'t> {
    master: &'t str,
    /// Number of its first page.
    start: Option<u32>,
}

/// Whether an element holds blocks of the text itself.
fn is_part(element: &Element) -> bool {
    matches!(
        element.name(),
        "text:section"
            | "text:table-of-content"
            | "text:illustration-index"
            | "text:table-index"
            | "text:object-index"
            | "text:user-index"
            | "text:alphabetical-index"
            | "text:bibliography"
            | "text:index-body"
            | "text:index-title"
    )
}

/// Whether an element shows anything.
fn shows(element: &Element) -> bool {
    matches!(element.name(), "text:p" | "text:h" | "text:list" | "table:table" | "text:numbered-paragraph")
        || element.name().starts_with("draw:")
}

fn first_text(element: &Element) -> Option<&Element> {
    element.descendants().find(|inner| matches!(inner.name(), "text:p" | "text:h" | "table:table"))
}

fn has_line(columns: &Element) -> bool {
    columns.child("style:column-sep").is_some()
}
