//! Table styles: properties of tables, cells, and of the parts of tables that styles tell apart (ECMA-376 part 1, 17.4
//! and 17.7.6).

use std::collections::BTreeMap;
use std::sync::Arc;

use super::layout::Layout;
use super::merge::properties;
use super::styles::{Kind, Styles};
use super::text::TextProperties;
use super::values::{border, child_val, is_on, length_of, number, shading, switch};
use crate::ooxml::{Theme, Tree};
use transvase_model::flow::{Align, Border, Borders, Color, Edges, Turn, VerticalAlign};

properties! {
    /// Lines of a table or a cell; none inside is no line.
    Lines {
        /// Above.
        top: Option<Border>,
        /// Below.
        bottom: Option<Border>,
        /// At the start side.
        left: Option<Border>,
        /// At the end side.
        right: Option<Border>,
        /// Between rows.
        inside_h: Option<Border>,
        /// Between columns.
        inside_v: Option<Border>,
    }
}

properties! {
    /// Room between the lines of a cell and its text, in points.
    Room {
        /// Above.
        top: f32,
        /// Below.
        bottom: f32,
        /// At the start side.
        left: f32,
        /// At the end side.
        right: f32,
    }
}

properties! {
    /// How a cell looks, but for its lines and room.
    CellLook {
        /// Colour behind it.
        background: Option<Color>,
        /// Where its text stands.
        vertical: VerticalAlign,
        /// Which way its text runs.
        turn: Turn,
    }
}

properties! {
    /// What a table says of itself, but for its lines and room.
    TableLook {
        /// Id of its style.
        style: Arc<str>,
        /// Where it stands on the measure.
        align: Align,
        /// Its indent in points.
        indent: f32,
        /// Its width, if it has one.
        width: Width,
        /// Whether its columns run from the right.
        right_to_left: bool,
        /// Rows that make a band.
        row_band: usize,
        /// Columns that make a band.
        column_band: usize,
        /// Which parts the style may tell apart.
        parts: Parts,
        /// Colour behind it.
        background: Option<Color>,
    }
}

/// A width of a table or a cell (17.4.87).
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Width {
    /// In points.
    Points(f32),
    /// As a share of the measure.
    Share(f32),
    /// As wide as its content.
    Auto,
}

/// Which parts of a table its style may tell apart (17.4.55).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Parts {
    pub first_row: bool,
    pub last_row: bool,
    pub first_column: bool,
    pub last_column: bool,
    pub row_bands: bool,
    pub column_bands: bool,
}

/// A part of a table that a style tells apart (17.18.89), in the order in which one is laid over the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    OddColumns,
    EvenColumns,
    OddRows,
    EvenRows,
    FirstColumn,
    LastColumn,
    FirstRow,
    LastRow,
    NorthEast,
    NorthWest,
    SouthEast,
    SouthWest,
}

impl Part {
    const NAMES: [(&'static str, Part); 12] = [
        ("band1Vert", Part::OddColumns),
        ("band2Vert", Part::EvenColumns),
        ("band1Horz", Part::OddRows),
        ("band2Horz", Part::EvenRows),
        ("firstCol", Part::FirstColumn),
        ("lastCol", Part::LastColumn),
        ("firstRow", Part::FirstRow),
        ("lastRow", Part::LastRow),
        ("neCell", Part::NorthEast),
        ("nwCell", Part::NorthWest),
        ("seCell", Part::SouthEast),
        ("swCell", Part::SouthWest),
    ];

    /// Whether the part is one column, so that its lines at the sides are those of each of its cells.
    pub(super) fn is_column(self) -> bool {
        !matches!(self, Part::OddRows | Part::EvenRows | Part::FirstRow | Part::LastRow)
    }

    /// Whether the part is one row.
    pub(super) fn is_row(self) -> bool {
        !matches!(self, Part::OddColumns | Part::EvenColumns | Part::FirstColumn | Part::LastColumn)
    }
}

/// What holds in a part of a table, or in all of it.
#[derive(Debug, Clone, Default, PartialEq)]
pub(super) struct PartLook {
    pub lines: Lines,
    pub cell_lines: Lines,
    pub room: Room,
    pub cell: CellLook,
    pub layout: Layout,
    pub text: TextProperties,
}

impl PartLook {
    pub(super) fn over(&self, base: &PartLook) -> PartLook {
        PartLook {
            lines: self.lines.over(&base.lines),
            cell_lines: self.cell_lines.over(&base.cell_lines),
            room: self.room.over(&base.room),
            cell: self.cell.over(&base.cell),
            layout: self.layout.laid_over(&base.layout),
            text: self.text.over(&base.text),
        }
    }

    fn read(tree: &Tree, theme: &Theme) -> PartLook {
        let table = tree.child("w:tblPr");
        let cell = tree.child("w:tcPr");
        PartLook {
            lines: lines(table.and_then(|table| table.child("w:tblBorders")), theme),
            cell_lines: lines(cell.and_then(|cell| cell.child("w:tcBorders")), theme),
            room: room(table.and_then(|table| table.child("w:tblCellMar")))
                .over(&room(cell.and_then(|cell| cell.child("w:tcMar")))),
            cell: cell.map(|cell| cell_look(cell, theme)).unwrap_or_default(),
            layout: tree.child("w:pPr").map(|tree| Layout::read(tree, theme)).unwrap_or_default(),
            text: tree.child("w:rPr").map(|tree| TextProperties::read(tree, theme)).unwrap_or_default(),
        }
    }
}

/// What a style of tables says, or all of a chain of them.
#[derive(Debug, Clone, Default)]
pub(super) struct TableStyle {
    pub table: TableLook,
    pub whole: PartLook,
    pub parts: BTreeMap<Part, PartLook>,
}

impl TableStyle {
    /// Reads the `w:style` of tables.
    pub(super) fn read(tree: &Tree, theme: &Theme) -> TableStyle {
        let mut style = TableStyle {
            table: tree.child("w:tblPr").map(|table| table_look(table, theme)).unwrap_or_default(),
            whole: PartLook::read(tree, theme),
            parts: BTreeMap::new(),
        };
        for part in tree.children().filter(|child| child.is("w:tblStylePr")) {
            let name = part.attribute("w:type").unwrap_or_default();
            let look = PartLook::read(part, theme);
            match Part::NAMES.iter().find(|(known, _)| *known == name) {
                Some((_, known)) => {
                    style.parts.insert(*known, look);
                }
                None if name == "wholeTable" => style.whole = look.over(&style.whole),
                None => {}
            }
        }
        style
    }

    fn over(&self, base: &TableStyle) -> TableStyle {
        let mut parts = base.parts.clone();
        for (part, look) in &self.parts {
            let all = parts.get(part).map_or_else(|| look.clone(), |below| look.over(below));
            parts.insert(*part, all);
        }
        TableStyle { table: self.table.over(&base.table), whole: self.whole.over(&base.whole), parts }
    }
}

impl Styles {
    /// What a style of tables says with all that it is based on; the default one where none is named.
    pub(super) fn table(&self, id: Option<&str>) -> TableStyle {
        let known = id.filter(|id| !self.chain(id, Kind::Table).is_empty());
        let id = known.or_else(|| self.default_of(Kind::Table)).unwrap_or_default();
        self.chain(id, Kind::Table).iter().rev().fold(TableStyle::default(), |below, style| style.table.over(&below))
    }
}

/// The lines of a `w:tblBorders` or `w:tcBorders`.
pub(super) fn lines(tree: Option<&Tree>, theme: &Theme) -> Lines {
    let Some(tree) = tree else { return Lines::default() };
    let line = |tag: &str| tree.child(tag).map(|line| border(line, theme));
    Lines {
        top: line("w:top"),
        bottom: line("w:bottom"),
        left: line("w:start").or_else(|| line("w:left")),
        right: line("w:end").or_else(|| line("w:right")),
        inside_h: line("w:insideH"),
        inside_v: line("w:insideV"),
    }
}

/// The room of a `w:tblCellMar` or `w:tcMar`.
pub(super) fn room(tree: Option<&Tree>) -> Room {
    let Some(tree) = tree else { return Room::default() };
    let side = |tag: &str| tree.child(tag).and_then(|side| length_of(side, "w:w")).filter(|room| *room >= 0.0);
    Room {
        top: side("w:top"),
        bottom: side("w:bottom"),
        left: side("w:start").or_else(|| side("w:left")),
        right: side("w:end").or_else(|| side("w:right")),
    }
}

impl Room {
    /// The room in points, with what holds where nothing is said.
    pub(super) fn edges(&self) -> Edges {
        Edges {
            top: self.top.unwrap_or(0.0),
            right: self.right.unwrap_or(USUAL_ROOM),
            bottom: self.bottom.unwrap_or(0.0),
            left: self.left.unwrap_or(USUAL_ROOM),
        }
    }
}

/// Room at the sides where nothing is said: the table style that Word's templates have.
const USUAL_ROOM: f32 = 5.4;

/// How the cell of a `w:tcPr` looks.
pub(super) fn cell_look(tree: &Tree, theme: &Theme) -> CellLook {
    CellLook {
        background: tree.child("w:shd").map(|shade| shading(shade, theme)),
        vertical: child_val(tree, "w:vAlign").map(|name| match name {
            "center" => VerticalAlign::Middle,
            "bottom" => VerticalAlign::Bottom,
            _ => VerticalAlign::Top,
        }),
        turn: child_val(tree, "w:textDirection").map(|name| match name {
            "btLr" | "lr" => Turn::Up,
            "tbRl" | "tbRlV" | "rl" | "rlV" | "tbLrV" => Turn::Down,
            _ => Turn::None,
        }),
    }
}

/// What the table of a `w:tblPr` says of itself.
pub(super) fn table_look(tree: &Tree, theme: &Theme) -> TableLook {
    TableLook {
        style: child_val(tree, "w:tblStyle").map(Arc::from),
        align: child_val(tree, "w:jc").map(|name| match name {
            "center" => Align::Center,
            "right" | "end" => Align::End,
            _ => Align::Start,
        }),
        indent: tree
            .child("w:tblInd")
            .filter(|indent| indent.attribute("w:type") != Some("pct"))
            .and_then(|indent| length_of(indent, "w:w")),
        width: tree.child("w:tblW").and_then(width),
        right_to_left: switch(tree, "w:bidiVisual"),
        row_band: child_val(tree, "w:tblStyleRowBandSize").and_then(number).filter(|size| *size > 0),
        column_band: child_val(tree, "w:tblStyleColBandSize").and_then(number).filter(|size| *size > 0),
        parts: tree.child("w:tblLook").map(parts),
        background: tree.child("w:shd").map(|shade| shading(shade, theme)),
    }
}

/// The width of a `w:tblW` or `w:tcW`; percentages count in their fiftieths, or have a sign.
pub(super) fn width(tree: &Tree) -> Option<Width> {
    let text = tree.attribute("w:w")?;
    let share = text.strip_suffix('%').and_then(number::<f32>).map(|percent| percent / 100.0);
    match (share, tree.attribute("w:type").unwrap_or("dxa")) {
        (Some(share), _) => Some(Width::Share(share)),
        (None, "pct") => number::<f32>(text).map(|fiftieths| Width::Share(fiftieths / 5_000.0)),
        (None, "dxa") => length_of(tree, "w:w").filter(|width| *width > 0.0).map(Width::Points),
        _ => Some(Width::Auto),
    }
}

/// The parts of a `w:tblLook`, as switches or as the bits of a number.
fn parts(tree: &Tree) -> Parts {
    let bits = tree.attribute("w:val").and_then(|text| u32::from_str_radix(text, 16).ok());
    let said = |name: &str, bit: u32| {
        let switch = tree.attribute(name).map(|text| matches!(text, "1" | "true" | "on"));
        switch.unwrap_or(bits.is_some_and(|bits| bits & bit != 0))
    };
    Parts {
        first_row: said("w:firstRow", 0x20),
        last_row: said("w:lastRow", 0x40),
        first_column: said("w:firstColumn", 0x80),
        last_column: said("w:lastColumn", 0x100),
        row_bands: !said("w:noHBand", 0x200),
        column_bands: !said("w:noVBand", 0x400),
    }
}

/// Where a cell stands in its table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Seat {
    /// First row and the one behind the last.
    pub rows: (usize, usize),
    /// First column and the one behind the last.
    pub columns: (usize, usize),
    /// Rows and columns of the table.
    pub of: (usize, usize),
}

impl Seat {
    fn is_first_row(&self) -> bool {
        self.rows.0 == 0
    }

    fn is_last_row(&self) -> bool {
        self.rows.1 >= self.of.0
    }

    fn is_first_column(&self) -> bool {
        self.columns.0 == 0
    }

    fn is_last_column(&self) -> bool {
        self.columns.1 >= self.of.1
    }

    /// The parts of a style that the cell belongs to, each laid over those before it.
    pub(super) fn parts(&self, look: Parts, bands: (usize, usize)) -> Vec<Part> {
        let first_row = look.first_row && self.is_first_row();
        let last_row = look.last_row && self.is_last_row() && self.of.0 > 1;
        let first_column = look.first_column && self.is_first_column();
        let last_column = look.last_column && self.is_last_column() && self.of.1 > 1;
        let odd =
            |at: usize, skipped: bool, band: usize| (at.saturating_sub(usize::from(skipped)) / band).is_multiple_of(2);
        let mut parts = Vec::new();
        if look.column_bands && !first_column && !last_column {
            let is_odd = odd(self.columns.0, look.first_column, bands.1);
            parts.push(if is_odd { Part::OddColumns } else { Part::EvenColumns });
        }
        if look.row_bands && !first_row && !last_row {
            parts.push(if odd(self.rows.0, look.first_row, bands.0) { Part::OddRows } else { Part::EvenRows });
        }
        let rest = [
            (first_column, Part::FirstColumn),
            (last_column, Part::LastColumn),
            (first_row, Part::FirstRow),
            (last_row, Part::LastRow),
            (first_row && last_column, Part::NorthEast),
            (first_row && first_column, Part::NorthWest),
            (last_row && last_column, Part::SouthEast),
            (last_row && first_column, Part::SouthWest),
        ];
        parts.extend(rest.into_iter().filter(|(is_in, _)| *is_in).map(|(_, part)| part));
        parts
    }

    /// The lines around the cell that the lines of the whole table make.
    pub(super) fn around(&self, lines: &Lines) -> Lines {
        self.edges(lines, false, false)
    }

    /// Those that the lines of a part make.
    pub(super) fn around_in(&self, lines: &Lines, part: Part) -> Lines {
        self.edges(lines, part.is_row(), part.is_column())
    }

    /// The lines around the cell: in one row those above and below are all at the edge, and so at the sides in one column.
    fn edges(&self, lines: &Lines, one_row: bool, one_column: bool) -> Lines {
        let pick = |at_edge: bool, edge: Option<Option<Border>>, inside: Option<Option<Border>>| {
            if at_edge { edge } else { inside }
        };
        Lines {
            top: pick(one_row || self.is_first_row(), lines.top, lines.inside_h),
            bottom: pick(one_row || self.is_last_row(), lines.bottom, lines.inside_h),
            left: pick(one_column || self.is_first_column(), lines.left, lines.inside_v),
            right: pick(one_column || self.is_last_column(), lines.right, lines.inside_v),
            ..Lines::default()
        }
    }
}

impl Lines {
    /// The lines around a cell. Sides are those of the page.
    pub(super) fn borders(&self, right_to_left: bool) -> Borders {
        let borders = Borders {
            top: self.top.flatten(),
            right: self.right.flatten(),
            bottom: self.bottom.flatten(),
            left: self.left.flatten(),
        };
        if right_to_left { borders.mirrored() } else { borders }
    }
}

/// Whether a row's properties switch something on.
pub(super) fn row_says(tree: Option<&Tree>, tag: &str) -> bool {
    tree.and_then(|tree| tree.child(tag)).is_some_and(is_on)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seat(row: usize, column: usize) -> Seat {
        Seat { rows: (row, row + 1), columns: (column, column + 1), of: (3, 3) }
    }

    /// 17.4.55: the bits of the number say the same as the switches.
    #[test]
    fn parts_are_bits_or_switches() {
        let of = |attributes: &str| parts(&Tree::parse(&format!("<w:tblLook {attributes}/>")));
        let bits = of("w:val='04A0'");
        assert!(bits.first_row && bits.first_column && bits.row_bands && !bits.column_bands && !bits.last_row);
        assert_eq!(
            bits,
            of("w:firstRow='1' w:firstColumn='1' w:lastRow='0' w:lastColumn='0' w:noHBand='0' w:noVBand='1'")
        );
    }

    #[test]
    fn bands_begin_behind_the_first_row() {
        let look = Parts { first_row: true, row_bands: true, ..Parts::default() };
        assert_eq!(seat(0, 1).parts(look, (1, 1)), [Part::FirstRow]);
        assert_eq!(seat(1, 1).parts(look, (1, 1)), [Part::OddRows]);
        assert_eq!(seat(2, 1).parts(look, (1, 1)), [Part::EvenRows]);
    }

    #[test]
    fn lines_of_a_table_lie_around_and_between_its_cells() {
        let theme = Theme::default();
        let table = Tree::parse(
            "<w:tblBorders><w:top w:val='single' w:sz='16'/><w:insideH w:val='single' w:sz='4'/><w:left w:val='nil'/></w:tblBorders>",
        );
        let lines = lines(Some(&table), &theme);
        let top = |row| seat(row, 0).around(&lines).borders(false).top.map(|line| line.width);
        assert_eq!((top(0), top(1)), (Some(2.0), Some(0.5)));
        assert_eq!(seat(0, 0).around(&lines).left, Some(None));
        assert_eq!(seat(0, 1).around(&lines).left, None);
    }

    #[test]
    fn widths_have_kinds() {
        let of = |attributes: &str| width(&Tree::parse(&format!("<w:tblW {attributes}/>")));
        assert_eq!(of("w:w='5000' w:type='pct'"), Some(Width::Share(1.0)));
        assert_eq!(of("w:w='50%' w:type='pct'"), Some(Width::Share(0.5)));
        assert_eq!(of("w:w='1440' w:type='dxa'"), Some(Width::Points(72.0)));
        assert_eq!(of("w:w='0' w:type='auto'"), Some(Width::Auto));
    }
}
