//! The emitter against the standard's element order, an independent reader, and itself.

mod beside;
mod drawing;
mod sample;
mod schema;

use std::collections::BTreeMap;
use std::io::{Cursor, Read};

use docx_rs::{DocumentChild, Hyperlink, ParagraphChild, RunChild, TableCellContent};
use proptest::prelude::*;

use super::package;
use crate::context::Context;
use crate::format::Confidence;
use crate::model::flow::*;
use crate::warning::WarningCode;
use sample::{body, cell, item, list, numbered, rich, styled, text};

fn written(flow: Flow) -> Vec<u8> {
    package::write(flow, &Context::default()).unwrap()
}

fn parts(docx: &[u8]) -> BTreeMap<String, Vec<u8>> {
    let mut archive = zip::ZipArchive::new(Cursor::new(docx)).unwrap();
    (0..archive.len())
        .map(|index| {
            let mut entry = archive.by_index(index).unwrap();
            let mut bytes = Vec::new();
            entry.read_to_end(&mut bytes).unwrap();
            (entry.name().unwrap().into_owned(), bytes)
        })
        .collect()
}

fn part(docx: &[u8], name: &str) -> String {
    String::from_utf8(parts(docx).remove(name).unwrap()).unwrap()
}

/// The text as `docx-rs` reads it.
fn read_back(docx: &[u8]) -> String {
    let document = docx_rs::read_docx(docx).unwrap().document;
    let mut text = String::new();
    for child in &document.children {
        match child {
            DocumentChild::Paragraph(paragraph) => children_text(&paragraph.children, &mut text),
            DocumentChild::Table(table) => table_text(table, &mut text),
            _ => {}
        }
    }
    text
}

fn children_text(children: &[ParagraphChild], text: &mut String) {
    for child in children {
        match child {
            ParagraphChild::Run(run) => run.children.iter().for_each(|child| run_text(child, text)),
            ParagraphChild::Hyperlink(Hyperlink { children, .. }) => children_text(children, text),
            _ => {}
        }
    }
}

fn run_text(child: &RunChild, text: &mut String) {
    match child {
        RunChild::Text(piece) => text.push_str(&piece.text),
        RunChild::Tab(_) => text.push('\t'),
        RunChild::Break(_) => text.push('\n'),
        _ => {}
    }
}

fn table_text(table: &docx_rs::Table, text: &mut String) {
    for docx_rs::TableChild::TableRow(row) in &table.rows {
        for docx_rs::TableRowChild::TableCell(cell) in &row.cells {
            for content in &cell.children {
                match content {
                    TableCellContent::Paragraph(paragraph) => children_text(&paragraph.children, text),
                    TableCellContent::Table(table) => table_text(table, text),
                    _ => {}
                }
            }
        }
    }
}

fn one_section(blocks: Vec<Block>) -> Flow {
    Flow { sections: vec![Section { blocks, ..Section::default() }], ..Flow::default() }
}

fn document(blocks: Vec<Block>) -> String {
    let docx = written(one_section(blocks));
    schema::check_package(&docx).unwrap();
    part(&docx, "word/document.xml")
}

#[test]
fn a_rich_document_follows_the_schema() {
    schema::check_package(&written(rich())).unwrap();
}

#[test]
fn the_same_document_gives_the_same_bytes() {
    assert_eq!(written(rich()), written(rich()));
}

#[test]
fn another_reader_finds_the_text() {
    let text = read_back(&written(rich()));
    for words in [
        "Plain text, everything and the rest.",
        "Stops\tmiddle\t9\nnext",
        "outerinnerlost",
        "fn main() {\n\tlet x = 1;\n}",
        "שלום (abc) עולם 12.",
        "Quotedtwice",
        "firstmoreinner aseventh",
        "one againdotbareroman end",
        "widectallbcb2",
        " in the line Figure 1",
    ] {
        assert!(text.contains(words), "{words:?} in {text:?}");
    }
}

#[test]
fn what_is_lost_is_warned_of() {
    let context = Context::default();
    package::write(rich(), &context).unwrap();
    let codes: Vec<_> = context.take_warnings().into_iter().map(|warning| warning.code).collect();
    assert_eq!(codes, [WarningCode::ImageDropped, WarningCode::LinkDropped]);
}

#[test]
fn the_format_recognises_its_own() {
    assert_eq!((super::SPEC.sniff)(&written(rich())), Confidence::Certain);
    assert_eq!((super::SPEC.sniff)(b"PK\x03\x04 another archive"), Confidence::No);
}

#[test]
fn what_stands_beside_the_text_follows_the_schema() {
    let docx = written(sample::beside());
    schema::check_package(&docx).unwrap();
    assert_eq!(docx, written(sample::beside()));
}

#[test]
fn an_empty_document_is_still_one() {
    for flow in [Flow::default(), one_section(Vec::new()), one_section(vec![Block::PageBreak])] {
        let docx = written(flow);
        schema::check_package(&docx).unwrap();
        assert_eq!(part(&docx, "word/document.xml").matches("<w:p>").count(), 1);
    }
}

#[test]
fn styles_carry_what_paragraphs_share() {
    let xml = document((0..5).map(|_| body(vec![text("alike")])).collect());
    assert!(!xml.contains("<w:pPr>") && !xml.contains("<w:rPr>"), "{xml}");
    let styles = part(&written(one_section(vec![body(vec![text("alike")])])), "word/styles.xml");
    let defaults = styles.split("</w:docDefaults>").next().unwrap();
    assert!(
        defaults.contains(r#"w:ascii="Times New Roman""#) && defaults.contains(r#"<w:sz w:val="22"/>"#),
        "{defaults}"
    );
}

#[test]
fn direct_formatting_says_only_what_differs() {
    let strong = styled("strong", |style| style.weight = 700);
    let xml = document(vec![body(vec![text("long plain text "), strong])]);
    assert!(xml.contains(r#"<w:r><w:rPr><w:b/><w:bCs/></w:rPr><w:t xml:space="preserve">strong</w:t></w:r>"#), "{xml}");
}

#[test]
fn headings_have_styles_and_outline_levels() {
    let docx = written(rich());
    assert!(part(&docx, "word/document.xml").contains(r#"<w:pStyle w:val="Heading2"/>"#));
    let styles = part(&docx, "word/styles.xml");
    let style = styles.split("<w:style ").find(|style| style.contains(r#"w:styleId="Heading2""#)).unwrap();
    for markup in
        [r#"<w:name w:val="heading 2"/>"#, "<w:keepNext/>", r#"<w:outlineLvl w:val="1"/>"#, r#"<w:sz w:val="32"/>"#]
    {
        assert!(style.contains(markup), "{markup} in {style}");
    }
}

#[test]
fn numbers_that_differ_from_counting_on_are_kept() {
    let mut items = vec![item(vec![body(vec![text("a")])]), item(vec![body(vec![text("b")])])];
    items[1].number = Some(9);
    let docx = written(one_section(vec![list(numbered(NumberFormat::Decimal, "[", "]"), items)]));
    let numbering = part(&docx, "word/numbering.xml");
    assert!(numbering.contains(r#"<w:lvlText w:val="[%1]"/>"#), "{numbering}");
    assert!(
        numbering.contains(
            r#"<w:num w:numId="2"><w:abstractNumId w:val="0"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="9"/>"#
        ),
        "{numbering}"
    );
}

#[test]
fn pictures_are_stored_once_and_labelled() {
    let docx = written(rich());
    assert_eq!(parts(&docx).keys().filter(|name| name.starts_with("word/media/")).count(), 1);
    let xml = part(&docx, "word/document.xml");
    assert!(xml.contains(r#"<wp:docPr id="1" name="Picture 1" descr="a grey box"/>"#));
    assert!(xml.contains(r#"<wp:docPr id="2" name="Picture 2"/>"#));
    // 492 points of Letter's width lie between the margins.
    assert!(xml.contains(r#"<wp:extent cx="6248400" cy="3124200"/>"#), "{xml}");
}

#[test]
fn sections_end_in_their_last_paragraph() {
    let xml = part(&written(rich()), "word/document.xml");
    assert_eq!(xml.matches("<w:sectPr>").count(), 4);
    assert!(xml.contains(r#"<w:pgSz w:w="16838" w:h="11906" w:orient="landscape"/>"#), "{xml}");
    let unequal = r#"<w:cols w:num="2" w:equalWidth="0"><w:col w:w="6000" w:space="400"/><w:col w:w="8038" w:space="0"/></w:cols>"#;
    assert!(xml.contains(unequal), "{xml}");
    assert!(xml.ends_with("</w:sectPr></w:body></w:document>"));
}

#[test]
fn page_breaks_ask_once_and_never_twice() {
    let xml = document(vec![
        Block::PageBreak,
        body(vec![text("a")]),
        Block::PageBreak,
        Block::PageBreak,
        body(vec![text("b")]),
    ]);
    assert_eq!(xml.matches("<w:pageBreakBefore/>").count(), 1, "{xml}");
}

#[test]
fn spans_fill_the_grid() {
    let tall = Cell { row_span: 9, column_span: 2, ..cell("tall") };
    let rows = vec![
        Row { cells: vec![cell("a"), tall], ..Row::default() },
        Row { cells: vec![cell("b"), cell("c"), cell("d")], ..Row::default() },
        Row::default(),
    ];
    let xml = document(vec![Block::Table(Table { rows, ..Table::default() })]);
    let cells: Vec<_> = xml.split("<w:tr>").skip(1).map(|row| row.matches("<w:tc>").count()).collect();
    assert_eq!(cells, [4, 4, 4], "five columns, of which one cell spans two: {xml}");
    assert_eq!(xml.matches("<w:vMerge/>").count(), 2);
}

#[test]
fn columns_beyond_words_limit_keep_their_text() {
    let cells = (0..70).map(|n| cell(&format!("c{n};"))).collect();
    let docx = written(one_section(vec![Block::Table(Table {
        rows: vec![Row { cells, ..Row::default() }],
        ..Table::default()
    })]));
    assert_eq!(part(&docx, "word/document.xml").matches("<w:gridCol ").count(), 63);
    assert!(read_back(&docx).ends_with("c68;c69;"));
}

#[test]
fn deep_nesting_is_flattened_and_kept() {
    let mut block = body(vec![text("deep")]);
    for level in 0..300 {
        block = match level % 3 {
            0 => Block::Quote(vec![block]),
            1 => list(Marker::Bullet('-'), vec![item(vec![block])]),
            _ => {
                let cell = Cell { blocks: vec![block], ..Cell::default() };
                Block::Table(Table { rows: vec![Row { cells: vec![cell], ..Row::default() }], ..Table::default() })
            }
        };
    }
    assert!(document(vec![block]).contains("deep"));
}

#[test]
fn right_to_left_text_is_marked() {
    let xml = part(&written(rich()), "word/document.xml");
    let line = xml.split("<w:p>").find(|paragraph| paragraph.contains("שלום")).unwrap();
    assert!(line.contains("<w:bidi/>"), "{line}");
    let latin = line.split("<w:r>").find(|run| run.contains("abc")).unwrap();
    assert!(!latin.contains("<w:rtl/>"), "{latin}");
    assert_eq!(line.matches("<w:rtl/>").count(), 3, "two runs and the paragraph mark: {line}");
}

#[test]
fn scripts_and_small_runs_keep_the_line_exact_where_metrics_are_unknown() {
    let run = |family: &str| styled("text", |style| style.family = Some(family.into()));
    let styles = part(&written(one_section(vec![body(vec![run("Garamond")])])), "word/styles.xml");
    // 1.3 times 11 points.
    assert!(styles.contains(r#"<w:spacing w:line="286" w:lineRule="exact"/>"#), "{styles}");
    let styles = part(&written(one_section(vec![body(vec![run("Arial")])])), "word/styles.xml");
    assert!(styles.contains(r#"w:line="271" w:lineRule="auto""#), "{styles}");
}

// --- Any document ------------------------------------------------------------------------------

fn any_run() -> impl Strategy<Value = Inline> {
    let family = prop_oneof![Just(None), Just(Some("Arial")), Just(Some("Odd <&> \u{1} name"))];
    let words = "[ -~\u{0}-\u{1F}\u{AD}\u{5D0}-\u{5D5}\u{2011}\u{4E00}\u{FFFE}]{0,12}";
    (words, family, any::<[bool; 6]>(), any::<f32>()).prop_map(|(words, family, flags, size)| {
        let color = flags[4].then_some(Color { r: 255, g: 255, b: 0 });
        let style = TextStyle {
            family: family.map(Into::into),
            size: flags[0].then_some(size),
            weight: if flags[1] { 700 } else { 400 },
            italic: flags[2],
            underline: flags[3],
            script: if flags[5] { Script::Subscript } else { Script::Normal },
            color,
            background: color,
            ..TextStyle::default()
        };
        Inline::Text(Run { text: words, style })
    })
}

fn any_inline() -> impl Strategy<Value = Inline> {
    let leaf = prop_oneof![
        8 => any_run(),
        1 => Just(Inline::Tab),
        1 => Just(Inline::LineBreak),
        1 => "[a-c]".prop_map(|name| Inline::Anchor(name.into())),
    ];
    leaf.prop_recursive(2, 6, 3, |inner| {
        let target = prop_oneof![
            "[a-d]".prop_map(|name| LinkTarget::Internal(name.into())),
            "\\PC{0,20}".prop_map(LinkTarget::External),
        ];
        (target, prop::collection::vec(inner, 0..3)).prop_map(|(target, content)| Inline::Link { target, content })
    })
}

fn any_paragraph() -> impl Strategy<Value = Block> {
    let role = prop_oneof![
        4 => Just(Role::Body),
        1 => any::<u8>().prop_map(Role::Heading),
        1 => Just(Role::Preformatted),
        1 => Just(Role::Caption)
    ];
    let lengths = any::<[f32; 7]>();
    (role, lengths, any::<[bool; 5]>(), prop::collection::vec(any_inline(), 0..5)).prop_map(
        |(role, lengths, flags, content)| {
            let style = ParagraphStyle {
                align: flags[0].then_some(Align::Justify),
                indent_start: lengths[0],
                indent_end: lengths[1],
                indent_first: lengths[2],
                space_before: lengths[3],
                space_after: lengths[4],
                line_height: flags[1].then_some(lengths[5]),
                page_break_before: flags[2],
                keep_with_next: flags[3],
                right_to_left: flags[4],
                tabs: vec![TabStop { position: lengths[6], align: TabAlign::End, dots: flags[0] }],
                ..ParagraphStyle::default()
            };
            Block::Paragraph(Paragraph { role, style, content, ..Paragraph::default() })
        },
    )
}

fn any_block() -> impl Strategy<Value = Block> {
    let leaf = prop_oneof![
        8 => any_paragraph(),
        1 => Just(Block::Rule),
        1 => Just(Block::PageBreak),
        1 => Just(Block::ColumnBreak),
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        let blocks = prop::collection::vec(inner, 0..3);
        let cell = (blocks.clone(), any::<[u32; 2]>(), any::<bool>()).prop_map(|(blocks, spans, small)| {
            let [column_span, row_span] = if small { spans.map(|span| span % 3) } else { spans };
            Cell { blocks, column_span, row_span, ..Cell::default() }
        });
        let row = (prop::collection::vec(cell, 0..4), any::<bool>(), any::<f32>())
            .prop_map(|(cells, header, height)| Row { header, height, cells });
        let table = (prop::collection::vec(row, 0..4), prop::collection::vec(any::<f32>(), 0..4))
            .prop_map(|(rows, columns)| Block::Table(Table { columns, rows, ..Table::default() }));
        let marker = prop_oneof![
            Just(Marker::None),
            any::<char>().prop_map(Marker::Bullet),
            Just(numbered(NumberFormat::LowerRoman, "%", "%2")),
        ];
        let item =
            (prop::option::of(any::<u32>()), blocks.clone()).prop_map(|(number, blocks)| ListItem { number, blocks });
        let list = (marker, any::<u32>(), prop::collection::vec(item, 0..3))
            .prop_map(|(marker, start, items)| Block::List(List { marker, start, items, ..List::default() }));
        prop_oneof![blocks.prop_map(Block::Quote), list, table]
    })
}

fn any_section() -> impl Strategy<Value = Section> {
    let columns =
        prop::collection::vec((any::<f32>(), any::<f32>()).prop_map(|(width, gap)| Column { width, gap }), 0..4);
    let page =
        (any::<[f32; 6]>(), columns).prop_map(|([width, height, top, right, bottom, left], columns)| PageSetup {
            size: crate::units::Size { width, height },
            margins: Edges { top, right, bottom, left },
            columns,
            ..PageSetup::default()
        });
    (prop::option::of(page), any::<bool>(), prop::collection::vec(any_block(), 0..4))
        .prop_map(|(page, new_page, blocks)| Section { page, new_page, blocks, ..Section::default() })
}

/// The characters of a document that are letters, which nothing may lose.
fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

fn flow_letters(flow: &Flow) -> String {
    fn inlines(content: &[Inline], text: &mut String) {
        for inline in content {
            match inline {
                Inline::Text(run) => text.push_str(&run.text),
                Inline::Link { content, .. } => inlines(content, text),
                _ => {}
            }
        }
    }
    fn blocks(list: &[Block], text: &mut String) {
        for block in list {
            match block {
                Block::Paragraph(paragraph) => inlines(&paragraph.content, text),
                Block::Quote(inner) => blocks(inner, text),
                Block::List(list) => list.items.iter().for_each(|item| blocks(&item.blocks, text)),
                Block::Table(table) => {
                    table.rows.iter().flat_map(|row| &row.cells).for_each(|cell| blocks(&cell.blocks, text));
                }
                _ => {}
            }
        }
    }
    let mut text = String::new();
    flow.sections.iter().for_each(|section| blocks(&section.blocks, &mut text));
    letters(&text)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, rng_seed: prop::test_runner::RngSeed::Fixed(7), failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_document_is_well_formed_ordered_and_whole(sections in prop::collection::vec(any_section(), 0..3)) {
        let flow = Flow { sections, ..Flow::default() };
        let expected = flow_letters(&flow);
        let docx = written(flow.clone());
        prop_assert_eq!(schema::check_package(&docx), Ok(()));
        prop_assert!(docx == written(flow));
        prop_assert_eq!(letters(&read_back(&docx)), expected);
    }
}
