//! Tables.

use super::{blocks, words};
use transvase_model::flow::{Block, Cell, Color, Table, VerticalAlign};

fn table(text: &str) -> Table {
    match blocks(text).into_iter().find(|block| matches!(block, Block::Table(_))) {
        Some(Block::Table(table)) => table,
        other => panic!("{other:?}"),
    }
}

fn texts(table: &Table) -> Vec<Vec<String>> {
    let cell = |cell: &Cell| cell.blocks.iter().map(words).collect::<Vec<_>>().join("/");
    table.rows.iter().map(|row| row.cells.iter().map(cell).collect()).collect()
}

#[test]
fn rows_make_one_grid() {
    let text = "\\trowd\\trhdr\\cellx2000\\cellx4000\\pard\\intbl a\\cell b\\par c\\cell\\row\
                \\trowd\\cellx1000\\cellx4000 \\pard\\intbl d\\cell e\\cell\\row\\pard x\\par";
    let table = table(text);
    assert_eq!(texts(&table), [["a", "b/c"], ["d", "e"]]);
    assert_eq!(table.columns, [50.0, 50.0, 100.0]);
    let spans: Vec<u32> = table.rows.iter().flat_map(|row| &row.cells).map(|cell| cell.column_span).collect();
    assert_eq!((spans, table.rows[0].header, table.rows[1].header), (vec![2, 1, 1, 2], true, false));
}

#[test]
fn cells_are_merged_across_and_down() {
    let text = "\\trowd\\clvmgf\\cellx1000\\clmgf\\cellx2000\\clmrg\\cellx3000\\pard\\intbl a\\cell b\\cell\\cell\\row\
                \\trowd\\clvmrg\\cellx1000\\cellx2000\\cellx3000\\pard\\intbl\\cell c\\cell d\\cell\\row";
    let table = table(text);
    assert_eq!(texts(&table), [vec!["a", "b"], vec!["c", "d"]]);
    let first = &table.rows[0].cells;
    assert_eq!((first[0].row_span, first[0].column_span, first[1].column_span), (2, 1, 2));
}

#[test]
fn cells_look_as_their_row_says() {
    let text = "\\trowd\\trgaph100\\trleft200\\trrh400\\trqc\\clvertalc\\clcbpat2\\clbrdrt\\brdrs\\brdrw20\\brdrcf1\\cellx2200\\pard\\intbl a\\cell\\row";
    let table = table(text);
    let cell = &table.rows[0].cells[0];
    assert_eq!((cell.vertical, cell.background), (VerticalAlign::Middle, Some(Color { r: 0, g: 255, b: 0 })));
    assert_eq!(cell.borders.top.map(|border| border.width), Some(1.0));
    assert_eq!((cell.borders.left, table.rows[0].height, table.indent), (None, 20.0, 10.0));
    assert_eq!(table.padding.map(|padding| padding.left), Some(5.0));
}

#[test]
fn tables_stand_in_cells() {
    let text = "\\trowd\\cellx4000\\pard\\intbl\\itap1 a\\par\\pard\\intbl\\itap2 b\\nestcell c\\nestcell\
                {\\*\\nesttableprops\\trowd\\cellx1000\\cellx2000\\nestrow}{\\nonesttables\\par}\\pard\\intbl\\itap1 d\\cell\\row";
    let outer = table(text);
    let cell = &outer.rows[0].cells[0];
    let Block::Table(inner) = &cell.blocks[1] else { panic!("{:?}", cell.blocks) };
    assert_eq!(texts(inner), [["b", "c"]]);
    assert_eq!((words(&cell.blocks[0]).as_str(), words(&cell.blocks[2]).as_str()), ("a", "d"));
}

#[test]
fn cells_without_a_place_are_kept() {
    let table = table(
        "\\trowd\\cellx1000\\pard\\intbl a\\cell b\\cell c\\cell\\row\\trowd\\cellx500\\pard\\intbl d\\cell\\row",
    );
    assert_eq!(table.rows[0].cells.len(), 3);
    assert_eq!(texts(&table).concat().concat(), "abcd");
}

#[test]
fn rows_and_ends_of_paragraphs_that_are_to_go_say_so() {
    let row = |words: &str, look: &str| format!("{{\\trowd\\cellx900\\pard\\intbl{look} {words}\\cell\\row}}");
    let text = format!("{}{}\\pard kept {{\\deleted lost\\par }}joined\\par", row("a", ""), row("b", "\\deleted"));
    let mut flow = super::flow(&text);
    let changed = |flow: &transvase_model::flow::Flow| match &flow.sections[0].blocks[0] {
        Block::Table(table) => table.rows.iter().map(|row| row.change.is_some()).collect::<Vec<_>>(),
        other => panic!("{other:?}"),
    };
    assert_eq!(changed(&flow), [false, true]);
    assert_eq!(changed(&super::again(&flow)), [false, true]);
    assert!(flow.accept_changes());
    assert_eq!(changed(&flow), [false]);
    assert_eq!(words(&flow.sections[0].blocks[1]), "kept joined");
}
