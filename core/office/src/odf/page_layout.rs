//! Page layouts: the geometry of pages (OASIS ODF 1.3 part 3, 16.5 `style:page-layout` and 17.2).

use super::measure::{color, length};
use super::styles::Properties;
use super::tree::Element;
use transvase_base::units::Size;
use transvase_model::flow::{Color, Column, Edges, LineGrid, LineNumbers, PageSetup};

/// Columns that are believed.
const MAX_COLUMNS: usize = 45;
/// Margin where the layout says none: two centimetres, as LibreOffice has it.
const MARGIN: f32 = 56.7;
/// Least side of a page, and of what is left of it for text.
const LEAST: f32 = 36.0;
/// Distance of line numbers where nothing is said: half a centimetre, as LibreOffice has it.
const NUMBERS_DISTANCE: f32 = 14.2;

/// Room that running text takes between a page's margin and its text, in points.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(crate) struct Rooms {
    /// At the head.
    pub header: f32,
    /// At the foot.
    pub footer: f32,
}

/// A page layout; without one a page of A4.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Layout<'t>(pub Option<&'t Element>);

impl<'t> Layout<'t> {
    fn properties(self) -> Properties<'t> {
        self.child("style:page-layout-properties")
    }

    fn child(self, name: &str) -> Properties<'t> {
        self.0.and_then(|layout| layout.child(name)).map_or_else(Properties::default, Properties::of)
    }

    /// Colour of the paper.
    pub(crate) fn background(self) -> Option<Color> {
        self.properties().get("fo:background-color").and_then(color)
    }

    /// How its pages are numbered, as `style:num-format` says it.
    pub(crate) fn number_format(self) -> Option<&'t str> {
        self.properties().get("style:num-format")
    }

    /// Number of the first page, where it says one.
    pub(crate) fn first_number(self) -> Option<u32> {
        self.properties().get("style:first-page-number").and_then(|number| number.parse().ok())
    }

    /// Whether it is of left pages alone.
    pub(crate) fn is_left(self) -> bool {
        self.0.is_some_and(|layout| layout.is("style:page-usage", "left"))
    }

    /// The room that running text of these heights takes, of lines that are `header` and `footer` points high.
    pub(crate) fn rooms(self, header: Option<f32>, footer: Option<f32>) -> Rooms {
        let room = |style: &str, side: &str, height: Option<f32>| {
            let style = self.0.and_then(|layout| layout.child(style));
            let properties = style.and_then(|style| style.child("style:header-footer-properties"));
            let properties = properties.map_or_else(Properties::default, Properties::of);
            height.map_or(0.0, |height| running_room(&properties, side, height))
        };
        Rooms {
            header: room("style:header-style", "fo:margin-bottom", header),
            footer: room("style:footer-style", "fo:margin-top", footer),
        }
    }

    /// Size, margins and columns.
    pub(crate) fn setup(self, rooms: Rooms) -> PageSetup {
        let properties = self.properties();
        let side = |name| properties.length(name).filter(|length| *length > 0.0);
        let (width, height) = (side("fo:page-width"), side("fo:page-height"));
        let most = PageSetup::LONGEST;
        let size = Size {
            width: width.unwrap_or(Size::A4.width).clamp(LEAST * 2.0, most),
            height: height.unwrap_or(Size::A4.height).clamp(LEAST * 2.0, most),
        };
        let margin = |name| properties.side_length(name, "fo:margin").unwrap_or(MARGIN).max(0.0);
        let edges = Edges {
            top: margin("fo:margin-top"),
            right: margin("fo:margin-right"),
            bottom: margin("fo:margin-bottom"),
            left: margin("fo:margin-left"),
        };
        let (left, right) = fitted(edges.left, edges.right, size.width);
        let (top, bottom) = fitted(edges.top + rooms.header, edges.bottom + rooms.footer, size.height);
        let columns = properties.child("style:columns");
        PageSetup {
            size,
            margins: Edges { top, right, bottom, left },
            header_distance: (rooms.header > 0.0).then_some(edges.top),
            footer_distance: (rooms.footer > 0.0).then_some(edges.bottom),
            columns: columns.map_or_else(Vec::new, |columns| self::columns(columns, size.width - left - right)),
            separator: columns.is_some_and(|columns| columns.child("style:column-sep").is_some()),
            line_numbers: None,
            mirrored: self.0.is_some_and(|layout| layout.is("style:page-usage", "mirrored")),
            borders: None,
            grid: grid(&properties),
            vertical: matches!(properties.get("style:writing-mode"), Some("tb-rl" | "tb")),
        }
    }
}

/// The grid of lines (20.322 `style:layout-grid-mode`): as far apart as their height with that of ruby. Letters on it are
/// squares of the same height.
fn grid(properties: &Properties<'_>) -> Option<LineGrid> {
    let is_there = matches!(properties.get("style:layout-grid-mode"), Some("line" | "both" | "both-nospace"));
    let height = properties.length("style:layout-grid-base-height").filter(|height| *height >= 1.0 && is_there)?;
    let ruby = properties.length("style:layout-grid-ruby-height").unwrap_or_default().max(0.0);
    Some(LineGrid { pitch: height + ruby, spacing: 0.0, in_tables: false })
}

/// The room of running text: as high as the layout says, or as its lines need with the distance to the text.
fn running_room(properties: &Properties<'_>, side: &str, height: f32) -> f32 {
    if let Some(fixed) = properties.length("svg:height") {
        return fixed.max(0.0);
    }
    let least = properties.length("fo:min-height").unwrap_or_default();
    let gap = properties.length(side).unwrap_or_default();
    let gap = if properties.is("style:dynamic-spacing", "true") { 0.0 } else { gap };
    least.max(height + gap).max(0.0)
}

/// Margins that leave room for text between them.
fn fitted(a: f32, b: f32, whole: f32) -> (f32, f32) {
    let most = (whole - LEAST).max(0.0);
    let scale = if a + b > most { most / (a + b) } else { 1.0 };
    (a * scale, b * scale)
}

/// The columns of a page or section of some width (17.12 `style:columns`, 17.13 `style:column`); none where there is one.
pub(crate) fn columns(columns: &Element, width: f32) -> Vec<Column> {
    let count = columns.number("fo:column-count").unwrap_or(1).min(MAX_COLUMNS);
    if count < 2 {
        return Vec::new();
    }
    let stated: Vec<&Element> =
        columns.elements().filter(|column| column.name() == "style:column").take(count).collect();
    let share = |column: &&Element| column.get("style:rel-width")?.trim_end_matches('*').parse::<f32>().ok();
    let shares: Vec<f32> = stated.iter().filter_map(share).filter(|share| *share > 0.0).collect();
    let edge = |column: &Element, name| column.get(name).and_then(length).unwrap_or_default();
    let whole: f32 = shares.iter().sum();
    if shares.len() < count || whole <= 0.0 {
        let gap = columns.get("fo:column-gap").and_then(length).unwrap_or_default().clamp(0.0, width / count as f32);
        let each = (width - gap * (count - 1) as f32) / count as f32;
        return (1..=count).map(|at| Column { width: each, gap: if at < count { gap } else { 0.0 } }).collect();
    }
    let column = |(at, (element, share)): (usize, (&&Element, &f32))| {
        let (start, end) = (edge(element, "fo:start-indent"), edge(element, "fo:end-indent"));
        let next = stated.get(at + 1).map_or(0.0, |next| edge(next, "fo:start-indent"));
        let gap = if at + 1 < count { end + next } else { 0.0 };
        Column { width: (width * share / whole - start - end).max(1.0), gap: gap.max(0.0) }
    };
    stated.iter().zip(&shares).enumerate().map(column).collect()
}

/// Numbers of lines in the margin, where they are switched on (16.29.1).
pub(crate) fn line_numbers(configuration: Option<&Element>) -> Option<LineNumbers> {
    let configuration = configuration.filter(|found| !found.is("text:number-lines", "false"))?;
    Some(LineNumbers {
        every: configuration.number("text:increment").unwrap_or(1).max(1),
        on_each_page: configuration.is("text:restart-on-page", "true"),
        distance: configuration.get("text:offset").and_then(length).unwrap_or(NUMBERS_DISTANCE).max(0.0),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::odf::tree::parse;
    use transvase_base::context::Context;

    fn layout(attributes: &str, inside: &str) -> Element {
        let text = format!(
            "<style:page-layout xmlns:style='urn:oasis:names:tc:opendocument:xmlns:style:1.0'
             xmlns:fo='urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0'>
             <style:page-layout-properties {attributes}>{inside}</style:page-layout-properties><style:header-style>
             <style:header-footer-properties fo:min-height='30pt' fo:margin-bottom='10pt'/></style:header-style>
             </style:page-layout>"
        );
        parse(text.as_bytes(), "test", &Context::default()).unwrap()
    }

    #[test]
    fn running_text_stands_between_margin_and_text() {
        let element = layout("fo:page-width='500pt' fo:page-height='700pt' fo:margin='40pt'", "");
        let layout = Layout(Some(&element));
        let alone = layout.setup(layout.rooms(None, None));
        assert_eq!((alone.margins.top, alone.header_distance, alone.size.width), (40.0, None, 500.0));
        let with = layout.setup(layout.rooms(Some(12.0), None));
        assert_eq!((with.margins.top, with.header_distance), (70.0, Some(40.0)));
        assert_eq!(layout.rooms(Some(50.0), None).header, 60.0);
    }

    #[test]
    fn columns_are_shares_of_the_width() {
        let inside = "<style:columns fo:column-count='2'><style:column style:rel-width='1*' fo:end-indent='5pt'/>
            <style:column style:rel-width='3*' fo:start-indent='5pt'/></style:columns>";
        let element = layout("fo:page-width='480pt' fo:margin='40pt'", inside);
        let found = Layout(Some(&element)).setup(Rooms::default()).columns;
        assert_eq!(found, [Column { width: 95.0, gap: 10.0 }, Column { width: 295.0, gap: 0.0 }]);
        let equal = layout(
            "fo:page-width='480pt' fo:margin='40pt'",
            "<style:columns fo:column-count='2' fo:column-gap='20pt'/>",
        );
        let found = Layout(Some(&equal)).setup(Rooms::default()).columns;
        assert_eq!(found, [Column { width: 190.0, gap: 20.0 }, Column { width: 190.0, gap: 0.0 }]);
    }

    #[test]
    fn margins_leave_room_for_text() {
        let element = layout("fo:page-width='100pt' fo:margin='80pt'", "");
        let setup = Layout(Some(&element)).setup(Rooms::default());
        assert!(setup.size.width - setup.margins.left - setup.margins.right >= LEAST - 0.01);
    }
}
