//! Page layouts and master pages (OASIS ODF 1.3 part 3, 16.5 and 16.9), and the sections that go by them.

use super::document::{Document, Scope, Source};
use super::lengths::{color, number_format, positive};
use super::shared::Shared;
use super::survey::Place;
use transvase_base::error::Result;
use transvase_base::units::{PT_PER_INCH, Size};
use transvase_container::xml::XmlWriter;
use transvase_model::flow::{Block, Color, Column, NumberFormat, PageSetup, RunningText, Section};

/// Distance of running text from the paper's edge where the source says none, in points.
const EDGE: f32 = 35.4;
/// Room that running text has at the least, in points.
const RUNNING: f32 = 14.0;

/// The pages of a document.
#[derive(Debug, Default)]
pub(super) struct Pages {
    masters: Vec<Master>,
    /// The master page of each section.
    pub of: Vec<usize>,
    background: Option<Color>,
}

/// A master page with its layout.
#[derive(Debug, Clone, PartialEq)]
struct Master {
    setup: PageSetup,
    header: RunningText,
    footer: RunningText,
    format: NumberFormat,
}

/// A4 with margins of an inch.
fn usual() -> PageSetup {
    let margins =
        transvase_model::flow::Edges { top: PT_PER_INCH, right: PT_PER_INCH, bottom: PT_PER_INCH, left: PT_PER_INCH };
    PageSetup { size: Size::A4, margins, ..PageSetup::default() }
}

/// Width in points that text can fill: of the narrowest column.
pub(super) fn measure(setup: &PageSetup) -> f32 {
    let width = setup.size.width - setup.margins.left - setup.margins.right;
    setup
        .columns
        .iter()
        .map(|column| column.width)
        .filter(|width| *width > 0.0)
        .fold(width, f32::min)
        .max(PT_PER_INCH / 2.0)
}

impl Pages {
    /// The master pages that the sections need. A section that says nothing has the pages of the one before.
    pub(super) fn of(sections: &mut [Section], background: Option<Color>) -> Pages {
        let mut pages = Pages { background, ..Pages::default() };
        let mirrored = sections.iter().filter_map(|section| section.page.as_ref()).any(|page| page.mirrored);
        let mut last = Master {
            setup: usual(),
            header: RunningText::default(),
            footer: RunningText::default(),
            format: NumberFormat::Decimal,
        };
        for section in sections {
            if let Some(setup) = &section.page {
                last.setup = PageSetup { columns: Vec::new(), separator: false, mirrored, ..setup.clone() };
            }
            last.header = section.header.take().unwrap_or(last.header);
            last.footer = section.footer.take().unwrap_or(last.footer);
            last.format = section.numbers.map_or(last.format, |numbers| numbers.format);
            let known = pages.masters.iter().position(|master| *master == last);
            pages.of.push(known.unwrap_or(pages.masters.len()));
            if known.is_none() {
                pages.masters.push(last.clone());
            }
        }
        if pages.masters.is_empty() {
            pages.masters.push(last);
        }
        pages
    }

    /// The name of a master page; the first is the usual one.
    pub(super) fn name(&self, index: usize) -> String {
        if index == 0 { "Standard".into() } else { format!("Page{}", index + 1) }
    }

    /// The geometry of the pages of a section, without columns.
    pub(super) fn setup(&self, section: usize) -> PageSetup {
        let index = self.of.get(section).copied().unwrap_or_default();
        self.masters.get(index).map_or_else(usual, |master| master.setup.clone())
    }

    /// Writes the page layouts, which stand among the automatic styles.
    pub(super) fn layouts(&self) -> Result<String> {
        let mut xml = XmlWriter::part(Vec::new());
        for (index, master) in self.masters.iter().enumerate() {
            let name = format!("PL{}", index + 1);
            let usage = if master.setup.mirrored { "mirrored" } else { "all" };
            xml.element("style:page-layout", &[("style:name", &name), ("style:page-usage", usage)], |xml| {
                self.layout(xml, master);
            });
        }
        Ok(String::from_utf8_lossy(&xml.finish()?).into_owned())
    }

    fn layout(&self, xml: &mut XmlWriter<Vec<u8>>, master: &Master) {
        let PageSetup { size, margins, header_distance, footer_distance, .. } = master.setup;
        let running = |text: &RunningText, margin: f32, distance: Option<f32>| {
            (*text != RunningText::default()).then(|| distance.unwrap_or(EDGE).clamp(0.0, (margin - RUNNING).max(0.0)))
        };
        let head = running(&master.header, margins.top, header_distance);
        let foot = running(&master.footer, margins.bottom, footer_distance);
        let landscape = if size.width > size.height { "landscape" } else { "portrait" };
        let values = [
            ("fo:page-width", positive(size.width)),
            ("fo:page-height", positive(size.height)),
            ("fo:margin-top", positive(head.unwrap_or(margins.top))),
            ("fo:margin-bottom", positive(foot.unwrap_or(margins.bottom))),
            ("fo:margin-left", positive(margins.left)),
            ("fo:margin-right", positive(margins.right)),
        ];
        let ground = self.background.map(color);
        let mut attributes: Vec<(&str, &str)> = values.iter().map(|(name, value)| (*name, value.as_str())).collect();
        attributes.extend([("style:print-orientation", landscape), ("style:num-format", number_format(master.format))]);
        attributes.extend(ground.as_deref().map(|ground| ("fo:background-color", ground)));
        xml.empty("style:page-layout-properties", &attributes);
        for (element, distance, margin, side) in [
            ("style:header-style", head, margins.top, "fo:margin-bottom"),
            ("style:footer-style", foot, margins.bottom, "fo:margin-top"),
        ] {
            xml.element(element, &[], |xml| {
                let Some(distance) = distance else { return };
                let room = (margin - distance).max(RUNNING);
                // The text of a foot ends at its distance from the paper's edge.
                let gap = if side == "fo:margin-top" { positive(room - RUNNING) } else { "0pt".into() };
                let height = positive(room);
                let attributes = [("fo:min-height", &*height), (side, &*gap), ("style:dynamic-spacing", "true")];
                xml.empty("style:header-footer-properties", &attributes);
            });
        }
    }

    /// Writes the master pages with what runs at their edges, in a file of their own styles.
    pub(super) fn masters<'a>(&self, source: Source<'a>, shared: &'a mut Shared) -> Result<Document<'a>> {
        let mut document = Document::new(source, shared, "M", true);
        document.xml.open("office:master-styles", &[]);
        for (index, master) in self.masters.iter().enumerate() {
            let (name, layout) = (self.name(index), format!("PL{}", index + 1));
            document.xml.open("style:master-page", &[("style:name", &name), ("style:page-layout-name", &layout)]);
            let measure = measure(&master.setup);
            // Left pages come before the first one in the schema.
            for (text, kind, place) in
                [(&master.header, "style:header", Place::Header), (&master.footer, "style:footer", Place::Footer)]
            {
                if *text == RunningText::default() {
                    continue;
                }
                let scope = Scope::of(place, measure);
                document.running(kind, &text.default, scope)?;
                for (suffix, blocks) in [("-left", &text.even), ("-first", &text.first)] {
                    if let Some(blocks) = blocks {
                        document.running(&format!("{kind}{suffix}"), blocks, scope)?;
                    }
                }
            }
            document.xml.close("style:master-page");
        }
        document.xml.close("office:master-styles");
        Ok(document)
    }
}

impl Document<'_> {
    fn running(&mut self, element: &str, blocks: &[Block], scope: Scope) -> Result<()> {
        self.xml.open(element, &[]);
        self.story(|document| document.whole(blocks, scope))?;
        self.xml.close(element);
        Ok(())
    }

    /// The sections, each on the pages it wants and in its columns.
    pub(super) fn sections(&mut self, sections: &[Section], pages: &Pages) -> Result<()> {
        let mut page = None;
        for (at, section) in sections.iter().enumerate() {
            let master = pages.of.get(at).copied().unwrap_or_default();
            let start = section.numbers.and_then(|numbers| numbers.start);
            let turns = page.is_some_and(|page| page != master);
            if turns || start.is_some() {
                self.master = Some((pages.name(master), start));
            } else if at > 0 && section.new_page {
                self.pending = Some("page");
            }
            page = Some(master);
            let own = section.page.as_ref().filter(|page| page.columns.len() > 1);
            let setup = pages.setup(at);
            let setup = PageSetup { columns: own.map_or_else(Vec::new, |page| page.columns.clone()), ..setup };
            let scope = Scope::of(Place::Body, measure(&setup));
            match own {
                Some(own) => {
                    let is_last = sections.get(at + 1).is_none_or(|next| next.new_page);
                    self.in_columns(section, own, scope, is_last)?;
                }
                None => self.blocks(&section.blocks, scope)?,
            }
            self.outside_lists();
            self.frames_alone(scope)?;
        }
        Ok(())
    }

    fn in_columns(&mut self, section: &Section, page: &PageSetup, scope: Scope, is_last: bool) -> Result<()> {
        // Columns that the page ends with are filled one after the other.
        let balance = if is_last { "true" } else { "false" };
        let style = self.automatic.style(("section", "Sect"), &[], |xml| {
            xml.element("style:section-properties", &[("text:dont-balance-text-columns", balance)], |xml| {
                columns(xml, &page.columns, page.separator);
            });
        })?;
        let name = format!("Section{}", self.shared.number());
        self.xml.open("text:section", &[("text:style-name", &style), ("text:name", &name)]);
        self.whole(&section.blocks, scope)?;
        self.outside_lists();
        self.xml.close("text:section");
        Ok(())
    }
}

/// Columns with their widths and gaps (17.12).
fn columns(xml: &mut XmlWriter<Vec<u8>>, columns: &[Column], separator: bool) {
    let count = columns.len().to_string();
    xml.element("style:columns", &[("fo:column-count", &count)], |xml| {
        if separator {
            let line = [("style:width", "0.5pt"), ("style:color", "#000000"), ("style:height", "100%")];
            xml.empty("style:column-sep", &line);
        }
        for (at, column) in columns.iter().enumerate() {
            let before = if at == 0 { 0.0 } else { columns[at - 1].gap / 2.0 };
            let after = if at + 1 == columns.len() { 0.0 } else { column.gap / 2.0 };
            let width = format!("{}*", ((column.width + before + after) * 20.0).round().max(1.0) as u32);
            let (before, after) = (positive(before), positive(after));
            let attributes = [("style:rel-width", &*width), ("fo:start-indent", &*before), ("fo:end-indent", &*after)];
            xml.empty("style:column", &attributes);
        }
    });
}
