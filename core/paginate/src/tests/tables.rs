//! Tables: columns, spans, heads, rows over pages.

use super::*;
use transvase_model::flow::{Border, Borders, Cell, Color, Row, Table, VerticalAlign};
use transvase_model::pages::StructKind;

fn cell(text: &str) -> Cell {
    let borders = Borders::all(Border { width: 0.5, color: Color::BLACK, ..Border::default() });
    Cell { blocks: vec![paragraph(text)], borders, ..Cell::default() }
}

fn row(texts: &[&str]) -> Row {
    Row { cells: texts.iter().map(|text| cell(text)).collect(), ..Row::default() }
}

fn table(rows: Vec<Row>) -> Block {
    Block::Table(Table { rows, ..Table::default() })
}

/// Left edges and base lines of the runs with these texts.
fn at(page: &Page, text: &str) -> (f32, f32) {
    let run = runs(page).find(|run| run.text == text).unwrap_or_else(|| panic!("{text} is on the page"));
    (run.transform.e, run.transform.f)
}

#[test]
fn cells_stand_side_by_side_and_rows_below() {
    let pages = lay_out(vec![table(vec![row(&["a", "b"]), row(&["c", "d"])])], &[]);
    let page = &pages.pages[0];
    let (a, b, c, d) = (at(page, "a"), at(page, "b"), at(page, "c"), at(page, "d"));
    assert!(a.0 < b.0 && (a.1 - b.1).abs() < 0.01 && a.1 < c.1 && (b.0 - d.0).abs() < 0.01);
    let cells = pages.structure.iter().filter(|node| matches!(node.kind, StructKind::Cell { .. }));
    assert_eq!(cells.count(), 4);
    assert_eq!(text_of(&pages), "a b c d".replace("a b", "ab").replace("c d", "cd"));
}

#[test]
fn tables_in_cells_have_room_for_their_columns() {
    let inner = Cell { blocks: vec![table(vec![row(&["one", "two", "three", "four"])])], ..Cell::default() };
    let pages = lay_out(vec![table(vec![Row { cells: vec![inner, cell("x")], ..Row::default() }])], &[]);
    let page = &pages.pages[0];
    for pair in ["one", "two", "three", "four", "x"].windows(2) {
        assert!(at(page, pair[0]).0 + 10.0 < at(page, pair[1]).0, "{pair:?}");
    }
    assert!((at(page, "one").1 - at(page, "four").1).abs() < 0.01, "no word is cut");
}

#[test]
fn spans_cover_the_grid() {
    let wide = Cell { column_span: 2, ..cell("wide") };
    let high = Cell { row_span: 2, ..cell("high") };
    let rows = vec![
        Row { cells: vec![wide, cell("x")], ..Row::default() },
        Row { cells: vec![high, cell("one"), cell("p")], ..Row::default() },
        Row { cells: vec![cell("two"), cell("q")], ..Row::default() },
    ];
    let pages = lay_out(vec![table(rows)], &[]);
    let page = &pages.pages[0];
    assert!((at(page, "one").0 - at(page, "two").0).abs() < 0.01);
    assert!((at(page, "p").0 - at(page, "x").0).abs() < 0.01);
    assert!((at(page, "wide").0 - at(page, "high").0).abs() < 0.01);
    assert!((at(page, "high").1 - at(page, "one").1).abs() < 0.01);
}

#[test]
fn columns_may_run_from_the_right() {
    let rows = vec![row(&["first", "second"])];
    let pages = lay_out(vec![Block::Table(Table { right_to_left: true, rows, ..Table::default() })], &[]);
    assert!(at(&pages.pages[0], "second").0 < at(&pages.pages[0], "first").0);
}

#[test]
fn text_may_stand_at_the_bottom_of_its_cell() {
    let low = Cell { vertical: VerticalAlign::Bottom, ..cell("low") };
    let tall = Cell { blocks: vec![paragraph("1"), paragraph("2"), paragraph("3")], ..Cell::default() };
    let pages = lay_out(vec![table(vec![Row { cells: vec![low, tall], ..Row::default() }])], &[]);
    let page = &pages.pages[0];
    assert!((at(page, "low").1 - at(page, "3").1).abs() < 0.01);
}

#[test]
fn the_head_is_repeated_on_every_page_as_decoration() {
    let mut rows: Vec<Row> = vec![Row { header: true, ..row(&["Number", "Name"]) }];
    rows.extend((0..120).map(|at| row(&[&format!("no {at}"), "somebody"])));
    let pages = lay_out(vec![table(rows)], &SMALL);
    assert!(pages.pages.len() > 4);
    for (index, page) in pages.pages.iter().enumerate() {
        let heads = page.items.iter().filter_map(|item| match item {
            Item::Glyphs(run) if run.text == "Number" => Some(run.node.is_some()),
            _ => None,
        });
        assert_eq!(heads.collect::<Vec<_>>(), [index == 0]);
    }
    let text = text_of(&pages);
    assert!((0..120).all(|at| text.contains(&format!("no {at}"))));
}

#[test]
fn a_row_higher_than_a_page_goes_on_on_the_next() {
    let long = row(&[&prose(80), &prose(60)]);
    let pages = lay_out(vec![table(vec![row(&["a", "b"]), long, row(&["c", "d"])])], &SMALL);
    assert!(pages.pages.len() > 2);
    let bottom = pages.pages[0].size.height;
    for line in pages.pages.iter().flat_map(lines) {
        assert!(line.base < bottom - 30.0, "{line:?}");
    }
    let letters = |text: &str| text.chars().filter(|character| character.is_alphabetic()).count();
    let expected = letters(&prose(80)) + letters(&prose(60)) + 4;
    assert_eq!(letters(&text_of(&pages)), expected, "nothing is lost");
}

#[test]
fn wide_tables_stay_in_the_measure() {
    let texts: Vec<String> = (0..14).map(|at| format!("measurement {at}")).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let pages = lay_out(vec![table(vec![row(&texts), row(&texts)])], &[]);
    let (left, right) = measure(&[]);
    for line in lines(&pages.pages[0]) {
        assert!(line.left >= left && line.right <= right, "{line:?}");
    }
}
