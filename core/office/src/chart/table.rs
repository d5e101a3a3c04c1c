//! What a chart says where it is not drawn: its title, and a table of its values.

use std::collections::{BTreeMap, BTreeSet};

use super::cache::{points, words};
use crate::ooxml::Tree;
use transvase_model::flow::{
    Block, Border, Borders, Cell, Color, Inline, Paragraph, ParagraphStyle, Role, Row, Run, Table, TextStyle,
};

/// Series of a chart that are told.
const MAX_SERIES: usize = 20;
/// Points of each that are told.
const MAX_POINTS: usize = 400;
/// Width of the lines around cells in points.
const LINE: f32 = 0.5;

/// The title that a chart says itself.
pub(crate) fn title(part: &Tree) -> Option<String> {
    let chart = part.descendants().find(|tree| tree.is("c:chart"))?;
    let title = chart.child("c:title")?;
    let words: String =
        title.descendants().filter(|tree| matches!(tree.tag(), "a:t" | "c:v")).map(Tree::text).collect();
    Some(words.trim().to_owned()).filter(|words| !words.is_empty())
}

/// A caption of a title and a table of the values, in the style of the text around; nothing where no values are stored.
pub(crate) fn values(part: &Tree, title: Option<&str>, style: &TextStyle) -> Vec<Block> {
    let trees = part.descendants().filter(|tree| tree.is("c:ser")).take(MAX_SERIES);
    let series: Vec<Series> = trees.map(Series::of).filter(|series| !series.values.is_empty()).collect();
    if series.is_empty() {
        return Vec::new();
    }
    let caption = title.map(|title| caption(title, style));
    caption.into_iter().chain([Block::Table(table(&series, style))]).collect()
}

fn caption(title: &str, style: &TextStyle) -> Block {
    let keep = ParagraphStyle { keep_with_next: true, ..ParagraphStyle::default() };
    Block::Paragraph(Paragraph {
        role: Role::Caption,
        style: keep,
        content: text(title, style),
        ..Paragraph::default()
    })
}

/// A series of a chart: its name, and its values with what they belong to, by the number of their point.
#[derive(Debug, Default, PartialEq)]
struct Series {
    name: String,
    labels: BTreeMap<usize, String>,
    values: BTreeMap<usize, String>,
}

impl Series {
    fn of(series: &Tree) -> Series {
        let first = |names: [&str; 2]| {
            let found = names.into_iter().find_map(|name| series.child(name));
            found.map(|tree| points(tree, MAX_POINTS)).unwrap_or_default()
        };
        Series {
            name: series.child("c:tx").map(|name| words(name, MAX_POINTS)).unwrap_or_default(),
            labels: first(["c:cat", "c:xVal"]),
            values: first(["c:val", "c:yVal"]),
        }
    }
}

/// A row for each label, a column for each series.
fn table(series: &[Series], style: &TextStyle) -> Table {
    let numbers: BTreeSet<usize> =
        series.iter().flat_map(|one| one.values.keys().chain(one.labels.keys())).copied().collect();
    let label = |number: &usize| series.iter().find_map(|one| one.labels.get(number)).cloned().unwrap_or_default();
    let mut rows = Vec::new();
    if series.iter().any(|one| !one.name.is_empty()) {
        let names = series.iter().map(|one| cell(&one.name, true, style));
        let cells = [cell("", true, style)].into_iter().chain(names).collect();
        rows.push(Row { header: true, cells, ..Row::default() });
    }
    for number in numbers.iter().take(MAX_POINTS) {
        let value = |one: &Series| cell(one.values.get(number).map_or("", String::as_str), false, style);
        let cells = [cell(&label(number), true, style)].into_iter().chain(series.iter().map(value)).collect();
        rows.push(Row { cells, ..Row::default() });
    }
    Table { columns: vec![0.0; series.len() + 1], rows, ..Table::default() }
}

fn cell(words: &str, header: bool, style: &TextStyle) -> Cell {
    let content = if words.is_empty() { Vec::new() } else { text(words, style) };
    let blocks = vec![Block::Paragraph(Paragraph { content, ..Paragraph::default() })];
    let borders = Borders::all(Border { width: LINE, color: Color { r: 0xA0, g: 0xA0, b: 0xA0 }, ..Border::default() });
    Cell { blocks, header, borders, ..Cell::default() }
}

fn text(words: &str, style: &TextStyle) -> Vec<Inline> {
    vec![Inline::Text(Run { text: words.to_owned(), style: style.clone() })]
}
