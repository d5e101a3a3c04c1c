//! Lists, with tables and without.

use super::{blocks, lines, words};
use transvase_model::flow::{Block, List, Marker, NumberFormat};

const TABLES: &str = "{\\*\\listtable{\\list{\\listlevel\\levelnfc0\\levelstartat3{\\leveltext\\'02\\'00.;}{\\levelnumbers\\'01;}}\
    {\\listlevel\\levelnfc23{\\leveltext\\'01\\u-3913 ?;}{\\levelnumbers;}\\f1}\\listid7}}\
    {\\*\\listoverridetable{\\listoverride\\listid7\\listoverridecount0\\ls1}\
    {\\listoverride\\listid7\\listoverridecount1{\\lfolevel\\listoverridestartat\\levelstartat9}\\ls2}}";

fn list(block: &Block) -> &List {
    match block {
        Block::List(list) => list,
        other => panic!("{other:?}"),
    }
}

fn number(suffix: &str) -> Marker {
    Marker::Number { format: NumberFormat::Decimal, parents: 0, prefix: String::new(), suffix: suffix.into() }
}

#[test]
fn items_nest_by_level_and_count() {
    let text = "\\pard\\ls1 a\\par\\pard\\ls1\\ilvl1 b\\par c\\par\\pard\\ls1 d\\par\\pard x\\par\\pard\\ls2 e\\par";
    let blocks = blocks(&format!("{TABLES}{text}"));
    let outer = list(&blocks[0]);
    assert_eq!((&outer.marker, outer.start, outer.items.len()), (&number("."), 3, 2));
    let inner = list(&outer.items[0].blocks[1]);
    assert_eq!((&inner.marker, inner.items.len()), (&Marker::Bullet('•'), 2));
    assert_eq!(words(&blocks[1]), "x");
    assert_eq!(list(&blocks[2]).start, 9, "an override begins anew");
}

#[test]
fn items_of_another_list_further_in_are_in_it() {
    let text = "\\pard\\ls1\\li720 a\\par\\pard{\\pntext\\'b7\\tab}\\li1440 b\\par\\pard\\ls1\\li720 c\\par";
    let blocks = blocks(&format!("{TABLES}{text}"));
    let outer = list(&blocks[0]);
    assert_eq!((blocks.len(), outer.items.len(), outer.items[0].blocks.len()), (1, 2, 2));
}

#[test]
fn paragraphs_below_an_item_are_of_it() {
    let text =
        "\\pard\\ls1\\li720\\fi-360 a\\par\\pard\\li720 more\\par\\pard\\ls1\\li720\\fi-360 b\\par\\pard end\\par";
    let blocks = blocks(&format!("{TABLES}{text}"));
    assert_eq!((list(&blocks[0]).items[0].blocks.len(), words(&blocks[1]).as_str()), (2, "end"));
}

#[test]
fn lists_without_tables_are_told_by_their_text() {
    let text = "{\\*\\pn\\pnlvlbody\\pndec\\pnstart1{\\pntxta )}}{\\pntext 1)\\tab}a\\par{\\pntext 2)\\tab}b\\par\
                \\pard{\\listtext\\'96\\tab}c\\par\\pard x\\par";
    let blocks = blocks(text);
    assert_eq!((&list(&blocks[0]).marker, list(&blocks[0]).items.len()), (&number(")"), 2));
    assert_eq!(list(&blocks[1]).marker, Marker::Bullet('–'));
}

/// Text behind a page that ends within an item is of it, and numbers without words stand in their cells.
#[test]
fn items_are_counted_once_and_without_words_too() {
    let table = "\\trowd\\cellx900\\cellx1800\\pard\\intbl\\ls1 \\cell\\pard\\intbl x\\cell\\row\\pard ";
    let text = format!("{TABLES}\\pard\\ls1 a\\page b\\par\\ls1 c\\par {table}\\ls1 d\\par");
    let numbers: Vec<(u32, usize)> = blocks(&text)
        .iter()
        .flat_map(|block| match block {
            Block::List(list) => vec![(list.start, list.items.len())],
            Block::Table(table) => vec![(list(&table.rows[0].cells[0].blocks[0]).start, 1)],
            _ => Vec::new(),
        })
        .collect();
    assert_eq!(numbers, [(3, 1), (4, 1), (5, 1), (6, 1)]);
}

#[test]
fn headings_have_labels() {
    let text = "{\\stylesheet{\\s1 heading 1;}}\\pard\\s1\\ls1 One\\par\\pard\\s1\\ls1 Two\\par";
    let blocks = blocks(&format!("{TABLES}{text}"));
    let label = |at: usize| match &blocks[at] {
        Block::Paragraph(paragraph) => paragraph.label.clone().unwrap(),
        other => panic!("{other:?}"),
    };
    assert_eq!((label(0).number, label(1).number, label(0).marker), (3, 4, number(".")));
    assert_eq!(lines(&format!("{TABLES}{text}")), ["One", "Two"]);
}
