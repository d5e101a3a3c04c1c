//! Sections: page size, margins and columns (`w:sectPr`).

use std::io::Write;

use super::look::{MAX_TWIPS, side};
use super::notes;
use super::numbering::{MAX_NUMBER, number_format};
use super::template::Template;
use transvase_base::units::twips;
use transvase_container::xml::XmlWriter;
use transvase_model::flow::{
    Border, Column, Edges, FirstNotes, LineGrid, LineNumbers, PageBorders, PageNumbers, PageSetup,
};

use super::properties::{border, val};

/// Distance of header and footer from the paper's edge in points, as Word's own template has it.
const HEADER: f32 = 35.4;
/// Lines of which one shows its number, at most: Word's dialogue takes no more.
const MAX_EVERY: u32 = 100;
/// Columns of one section Word takes (ECMA-376 part 1, 17.6.4).
const MAX_COLUMNS: usize = 45;

/// What a section says of its running text.
#[derive(Debug, Clone, Default)]
pub(super) struct References {
    /// Element, type and relationship of each reference.
    pub rows: Vec<(&'static str, &'static str, String)>,
    /// Whether the first page has running text of its own.
    pub title_page: bool,
}

/// A section's end: the properties its last paragraph carries.
#[derive(Debug, Clone)]
pub(super) struct Section<'t> {
    /// The file whose page it has.
    pub template: Option<&'t Template>,
    pub page: PageSetup,
    pub new_page: bool,
    /// Columns go from right to left.
    pub right_to_left: bool,
    /// How the pages are numbered.
    pub numbers: Option<PageNumbers>,
    /// The running text.
    pub references: References,
    /// The numbers of the first notes of the document.
    pub first_notes: FirstNotes,
}

impl Section<'_> {
    /// Writes the properties.
    pub(super) fn write<X: Write>(&self, xml: &mut XmlWriter<X>) {
        xml.element("w:sectPr", &[], |xml| {
            for (element, variant, relationship) in &self.references.rows {
                xml.empty(element, &[("w:type", variant), ("r:id", relationship)]);
            }
            notes::starts(xml, self.first_notes);
            val(xml, "w:type", if self.new_page { "nextPage" } else { "continuous" });
            if let Some(template) = self.template {
                return template.write_section(xml, self.references.title_page);
            }
            let (width, height) = (length(self.page.size.width, 144), length(self.page.size.height, 144));
            let size = [("w:w", &*width), ("w:h", &*height), ("w:orient", "landscape")];
            let landscape = self.page.size.width > self.page.size.height;
            xml.empty("w:pgSz", if landscape { &size } else { &size[..2] });
            self.margins(xml);
            if let Some(borders) = &self.page.borders {
                page_borders(xml, borders);
            }
            if let Some(numbers) = self.page.line_numbers {
                line_numbers(xml, numbers);
            }
            if let Some(numbers) = self.numbers {
                page_numbers(xml, numbers);
            }
            self.columns(xml);
            if self.references.title_page {
                xml.empty("w:titlePg", &[]);
            }
            if self.page.vertical {
                val(xml, "w:textDirection", "tbRl");
            }
            if self.right_to_left {
                xml.empty("w:bidi", &[]);
            }
            if let Some(grid) = self.page.grid {
                line_grid(xml, grid);
            }
        });
    }

    fn margins(&self, xml: &mut XmlWriter<impl Write>) {
        let Edges { top, right, bottom, left } = self.page.margins;
        let PageSetup { header_distance, footer_distance, .. } = self.page;
        let distance = |own: Option<f32>, side: f32| length(own.unwrap_or(HEADER.min(side)), 0);
        let (header, footer) = (distance(header_distance, top), distance(footer_distance, bottom));
        let [top, right, bottom, left] = [top, right, bottom, left].map(|side| length(side, 0));
        let attributes = [
            ("w:top", &*top),
            ("w:right", &*right),
            ("w:bottom", &*bottom),
            ("w:left", &*left),
            ("w:header", &*header),
            ("w:footer", &*footer),
            ("w:gutter", "0"),
        ];
        xml.empty("w:pgMar", &attributes);
    }

    fn columns(&self, xml: &mut XmlWriter<impl Write>) {
        let columns: &[Column] = self.page.columns.get(..MAX_COLUMNS).unwrap_or(&self.page.columns);
        let count = columns.len().to_string();
        let separator = [("w:sep", "1")];
        let separator = if self.page.separator && columns.len() > 1 { &separator[..] } else { &[] };
        match columns {
            [] | [_] => xml.empty("w:cols", &[("w:space", "720")]),
            [first, ..] if equal(columns) => {
                let space = length(first.gap, 0);
                let attributes = [("w:num", &*count), ("w:space", &space), ("w:equalWidth", "1")];
                xml.empty("w:cols", &[&attributes, separator].concat());
            }
            _ => {
                let attributes = [("w:num", &*count), ("w:equalWidth", "0")];
                xml.element("w:cols", &[&attributes, separator].concat(), |xml| {
                    for column in columns {
                        let (width, space) = (length(column.width, 20), length(column.gap, 0));
                        xml.empty("w:col", &[("w:w", &width), ("w:space", &space)]);
                    }
                });
            }
        }
    }
}

/// The grid that the lines of the section stand on (17.6.5).
fn line_grid(xml: &mut XmlWriter<impl Write>, grid: LineGrid) {
    let kind = if grid.spacing == 0.0 { "lines" } else { "linesAndChars" };
    let (pitch, space) = (length(grid.pitch, 20), ((grid.spacing * 4_096.0).round() as i32).to_string());
    let attributes = [("w:type", kind), ("w:linePitch", &*pitch), ("w:charSpace", &*space)];
    xml.empty("w:docGrid", if grid.spacing == 0.0 { &attributes[..2] } else { &attributes });
}

/// How the lines of the section are numbered (ECMA-376 part 1, 17.6.8).
fn page_borders(xml: &mut XmlWriter<impl Write>, borders: &PageBorders) {
    let PageBorders { lines, room, from_text } = borders;
    let sides = [
        ("w:top", lines.top, room.top),
        ("w:left", lines.left, room.left),
        ("w:bottom", lines.bottom, room.bottom),
        ("w:right", lines.right, room.right),
    ];
    xml.element("w:pgBorders", &[("w:offsetFrom", if *from_text { "text" } else { "page" })], |xml| {
        for (name, line, room) in sides {
            if let Some(line) = line {
                border(xml, name, side(line), &(room.round() as i32).clamp(0, Border::FARTHEST as i32).to_string());
            }
        }
    });
}

fn line_numbers(xml: &mut XmlWriter<impl Write>, numbers: LineNumbers) {
    let (every, distance) = (numbers.every.clamp(1, MAX_EVERY).to_string(), length(numbers.distance, 0));
    let restart = if numbers.on_each_page { "newPage" } else { "continuous" };
    xml.empty("w:lnNumType", &[("w:countBy", &every), ("w:distance", &distance), ("w:restart", restart)]);
}

/// How the pages of the section are numbered (ECMA-376 part 1, 17.6.12).
fn page_numbers(xml: &mut XmlWriter<impl Write>, numbers: PageNumbers) {
    let start = numbers.start.map(|start| start.min(MAX_NUMBER).to_string());
    let mut attributes = vec![("w:fmt", number_format(numbers.format).0)];
    attributes.extend(start.as_deref().map(|start| ("w:start", start)));
    xml.empty("w:pgNumType", &attributes);
}

/// Whether columns and gaps differ by less than a point.
fn equal(columns: &[Column]) -> bool {
    let near = |a: f32, b: f32| (a - b).abs() < 1.0;
    let gaps = columns.get(..columns.len().saturating_sub(1)).unwrap_or_default();
    columns.windows(2).all(|pair| near(pair[0].width, pair[1].width))
        && gaps.windows(2).all(|pair| near(pair[0].gap, pair[1].gap))
}

/// A length in twips, at least `min`, as Word takes it.
fn length(pt: f32, min: i32) -> String {
    twips(pt).clamp(min, MAX_TWIPS).to_string()
}
