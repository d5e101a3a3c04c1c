//! The writer as a whole.

use transvase_base::context::{Context, Limits};
use transvase_base::options::Options;
use transvase_model::flow::{
    Block, Cell, Flow, Inline, List, ListItem, Marker, Note, NoteKind, NumberFormat, Paragraph, Role, Row, Run,
    Section, Table, TextStyle,
};

fn run(text: &str) -> Inline {
    Inline::Text(Run { text: text.into(), style: TextStyle::default() })
}

fn text(text: &str) -> Block {
    Block::Paragraph(Paragraph { content: vec![run(text)], ..Paragraph::default() })
}

fn flow(blocks: Vec<Block>) -> Flow {
    Flow { sections: vec![Section { blocks, ..Section::default() }], ..Flow::default() }
}

fn written(flow: Flow, wrap: &str) -> String {
    let mut options = Options::default();
    options.set(&super::super::WRAP, wrap).unwrap();
    let bytes = super::write(flow, &Context::new(options, Limits::default())).unwrap().alone();
    String::from_utf8(bytes).unwrap()
}

fn list(format: NumberFormat, items: Vec<Vec<Block>>) -> Block {
    let marker = Marker::Number { format, parents: 0, prefix: String::new(), suffix: ".".into() };
    let items = items.into_iter().map(|blocks| ListItem { blocks, ..ListItem::default() }).collect();
    Block::List(List { marker, start: 1, items, ..List::default() })
}

#[test]
fn paragraphs_are_lines_and_lists_hang() {
    let inner = list(NumberFormat::LowerAlpha, vec![vec![text("deep")]]);
    let blocks =
        vec![text("# one *two*"), list(NumberFormat::Decimal, vec![vec![text("the first"), inner], vec![text("b")]])];
    assert_eq!(written(flow(blocks.clone()), "0"), "# one *two*\n\n1. the first\n   a. deep\n2. b\n");
    assert_eq!(written(flow(blocks), "8"), "# one\n*two*\n\n1. the\n   first\n   a. deep\n2. b\n");
}

#[test]
fn tables_stand_in_columns_by_the_width_of_their_signs() {
    let cell = |words: &str| Cell { blocks: vec![text(words)], ..Cell::default() };
    let row = |words: [&str; 2]| Row { cells: words.map(cell).to_vec(), ..Row::default() };
    let mut rows = vec![row(["漢字", "a"]), row(["abc", "b"])];
    let all = Cell { column_span: 2, ..cell("over both") };
    rows.push(Row { cells: vec![all], ..Row::default() });
    let down = Cell { row_span: 2, ..cell("x") };
    rows.push(Row { cells: vec![down, cell("y")], ..Row::default() });
    rows.push(Row { cells: vec![cell("z")], ..Row::default() });
    let table = Block::Table(Table { rows, columns: vec![0.0; 2], ..Table::default() });
    assert_eq!(written(flow(vec![table]), "0"), "漢字  a\nabc   b\nover both\nx     y\n      z\n");
}

#[test]
fn numbers_of_items_stand_in_their_cells() {
    let cell = |blocks: Vec<Block>| Cell { blocks, ..Cell::default() };
    let row = |number: u32, words: &str| {
        let items = vec![ListItem { number: Some(number), blocks: vec![text("")] }];
        let marker =
            Marker::Number { format: NumberFormat::Decimal, parents: 0, prefix: String::new(), suffix: ".".into() };
        let list = Block::List(List { marker, start: number, items, ..List::default() });
        Row { cells: vec![cell(vec![list]), cell(vec![text(words)])], ..Row::default() }
    };
    let table = Block::Table(Table {
        rows: vec![row(9, "pears"), row(10, "plums")],
        columns: vec![0.0; 2],
        ..Table::default()
    });
    assert_eq!(written(flow(vec![table]), "0"), "9.   pears\n10.  plums\n");
}

#[test]
fn notes_stand_at_the_end() {
    let content = vec![run("a"), Inline::Note(0), run(" b")];
    let mut flow = flow(vec![Block::Paragraph(Paragraph { role: Role::Heading(1), content, ..Paragraph::default() })]);
    flow.notes = vec![Note { kind: NoteKind::End, mark: None, blocks: vec![text("note")] }];
    assert_eq!(written(flow, "0"), "a[1] b\n\n[1] note\n");
}

#[test]
fn items_say_the_numbers_around_and_notes_their_marks() {
    let marker =
        Marker::Number { format: NumberFormat::Decimal, parents: 1, prefix: String::new(), suffix: ".".into() };
    let content = vec![run("b"), Inline::Note(0), Inline::Note(1)];
    let item = Block::Paragraph(Paragraph { content, ..Paragraph::default() });
    let items = vec![ListItem { blocks: vec![item], ..ListItem::default() }];
    let inner = Block::List(List { marker, start: 1, items, ..List::default() });
    let mut flow = flow(vec![list(NumberFormat::LowerAlpha, vec![vec![text("a"), inner]])]);
    let note =
        |mark: Option<&str>| Note { kind: NoteKind::Foot, mark: mark.map(str::to_owned), blocks: vec![text("n")] };
    flow.notes = vec![note(Some("*")), note(None)];
    flow.first_notes.foot = 8;
    assert_eq!(written(flow, "0"), "a. a\n   a.1. b[*][8]\n\n[*] n\n\n[8] n\n");
}

#[test]
fn no_word_of_a_table_is_cut() {
    let words =
        ["721-151-325", "2024-09-28", "Northumberland", "https://example.org/a/long/path", "по стоянное", "漢字の本文"];
    let cells = |count: usize| words.iter().cycle().take(count);
    for count in [2, 15, 40] {
        let row = Row {
            cells: cells(count).map(|words| Cell { blocks: vec![text(words)], ..Cell::default() }).collect(),
            ..Row::default()
        };
        let over = Cell {
            column_span: 2,
            blocks: vec![text("Überschrift-über-zwei-Spalten-die-lang-ist")],
            ..Cell::default()
        };
        let rows = vec![row, Row { cells: vec![over], ..Row::default() }];
        let table = Block::Table(Table { rows, columns: vec![0.0; count], ..Table::default() });
        for wrap in ["0", "60"] {
            let said = written(flow(vec![table.clone()]), wrap);
            let tokens: Vec<&str> = said.split_whitespace().collect();
            let whole = cells(count).flat_map(|words| words.split(' ')).filter(|word| word.is_ascii());
            assert!(whole.into_iter().all(|word| tokens.contains(&word)), "{count} {wrap}\n{said}");
            assert!(tokens.contains(&"Überschrift-über-zwei-Spalten-die-lang-ist"), "{said}");
        }
    }
    let long = "x".repeat(500);
    let cells = [&long, "y"].map(|words| Cell { blocks: vec![text(words)], ..Cell::default() }).to_vec();
    let table =
        Block::Table(Table { rows: vec![Row { cells, ..Row::default() }], columns: vec![0.0; 2], ..Table::default() });
    assert_eq!(written(flow(vec![table]), "0"), format!("{long}  y\n"));
}
