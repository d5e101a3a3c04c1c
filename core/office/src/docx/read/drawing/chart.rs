//! Charts (ECMA-376 part 1, 21.2): their title, and a table of the values that are stored with them.

use std::collections::{BTreeMap, BTreeSet};

use super::super::Reading;
use super::{Around, placeholder};
use crate::ooxml::Tree;
use transvase_base::error::Result;
use transvase_model::flow::{
    Block, Border, Borders, Cell, Color, Inline, Paragraph, ParagraphStyle, Role, Row, Run, Table, TextStyle,
};

/// Series of a chart that are told.
const MAX_SERIES: usize = 20;
/// Points of each that are told.
const MAX_POINTS: usize = 400;
/// Width of the lines around cells in points.
const LINE: f32 = 0.5;

/// A chart: its table comes behind the paragraph that it stands in.
pub(super) fn read(reading: &mut Reading<'_>, node: &Tree, around: &Around, style: &TextStyle) -> Result<Vec<Inline>> {
    let part = match node.attribute("r:id") {
        Some(id) => reading.related(id)?,
        None => None,
    };
    let title = part.as_ref().and_then(title).or_else(|| around.alt.clone());
    let trees = part.iter().flat_map(|part| part.descendants().filter(|tree| tree.is("c:ser"))).take(MAX_SERIES);
    let series: Vec<Series> = trees.map(Series::of).filter(|series| !series.values.is_empty()).collect();
    if series.is_empty() {
        reading.lose("charts without stored values");
        let words = title.map_or_else(|| "[Chart]".to_owned(), |title| format!("[Chart: {title}]"));
        return Ok(placeholder(words, style));
    }
    reading.lose("charts (their values were kept as tables)");
    if let Some(title) = title {
        let keep = ParagraphStyle { keep_with_next: true, ..ParagraphStyle::default() };
        let content = words(&title, style);
        reading.behind.push(Block::Paragraph(Paragraph {
            role: Role::Caption,
            style: keep,
            content,
            ..Paragraph::default()
        }));
    }
    reading.behind.push(Block::Table(table(&series, style)));
    Ok(Vec::new())
}

/// The title of a chart.
fn title(part: &Tree) -> Option<String> {
    let chart = part.descendants().find(|tree| tree.is("c:chart"))?;
    let title = chart.child("c:title")?;
    let words: String =
        title.descendants().filter(|tree| matches!(tree.tag(), "a:t" | "c:v")).map(Tree::text).collect();
    Some(words.trim().to_owned()).filter(|words| !words.is_empty())
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
        let first = |names: [&str; 2]| names.into_iter().find_map(|name| series.child(name)).map(points);
        let name = series.child("c:tx").map(points).unwrap_or_default().into_values().collect::<Vec<_>>().join(" ");
        Series {
            name,
            labels: first(["c:cat", "c:xVal"]).unwrap_or_default(),
            values: first(["c:val", "c:yVal"]).unwrap_or_default(),
        }
    }
}

/// The points that are stored of a reference; of several levels of labels the innermost, which is the first (21.2.2.102).
fn points(tree: &Tree) -> BTreeMap<usize, String> {
    let level = tree.descendants().find(|tree| tree.is("c:lvl")).unwrap_or(tree);
    let all = level.descendants().filter(|tree| tree.is("c:pt")).take(MAX_POINTS).enumerate();
    let points = all.filter_map(|(at, point)| {
        let number = point.attribute("idx").and_then(|idx| idx.parse().ok()).unwrap_or(at);
        Some((number, shortest(point.child("c:v")?.text().trim())))
    });
    let points: BTreeMap<usize, String> = points.collect();
    match (points.is_empty(), tree.child("c:v")) {
        (true, Some(value)) => BTreeMap::from([(0, value.text().trim().to_owned())]),
        _ => points,
    }
}

/// A number without the digits that come of its being binary.
fn shortest(text: &str) -> String {
    match text.parse::<f64>() {
        Ok(number) if number.is_finite() && text.contains('.') && number.abs() < 1e15 && number.abs() > 1e-6 => {
            number.to_string()
        }
        _ => text.to_owned(),
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

fn cell(text: &str, header: bool, style: &TextStyle) -> Cell {
    let content = if text.is_empty() { Vec::new() } else { words(text, style) };
    let blocks = vec![Block::Paragraph(Paragraph { content, ..Paragraph::default() })];
    let borders = Borders::all(Border { width: LINE, color: Color { r: 0xA0, g: 0xA0, b: 0xA0 }, ..Border::default() });
    Cell { blocks, header, borders, ..Cell::default() }
}

fn words(text: &str, style: &TextStyle) -> Vec<Inline> {
    vec![Inline::Text(Run { text: text.to_owned(), style: style.clone() })]
}
