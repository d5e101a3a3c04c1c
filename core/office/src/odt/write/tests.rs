//! What is written is read back, and is what the specification says.

use super::super::read::read;
use super::super::read::tests::{flat, sample, words};
use super::write;
use transvase_base::context::Context;
use transvase_container::zip::{self, Package};
use transvase_model::flow::{
    Block, Cell, Column, Flow, Formula, Inline, LinkTarget, List, ListItem, Marker, Math, MathStyle, NumberFormat,
    PageSetup, Paragraph, Role, Row, Run, RunningText, Section, Table, TextStyle, leaves,
};

fn context() -> Context {
    Context::default()
}

fn written(flow: Flow) -> Vec<u8> {
    write(flow, &context()).unwrap().alone()
}

fn round(flow: Flow) -> Flow {
    read(&written(flow), &context()).unwrap()
}

fn file(bytes: &[u8], name: &str) -> String {
    let bytes = Package::open(bytes, &context()).unwrap().read(name, &context()).unwrap().unwrap();
    String::from_utf8(bytes).unwrap()
}

fn text(text: &str) -> Inline {
    Inline::Text(Run { text: text.into(), style: TextStyle::default() })
}

fn paragraph(content: Vec<Inline>) -> Block {
    Block::Paragraph(Paragraph { content, ..Paragraph::default() })
}

fn flow(blocks: Vec<Block>) -> Flow {
    Flow { sections: vec![Section { blocks, new_page: true, ..Section::default() }], ..Flow::default() }
}

/// Kinds of blocks, with what lies in them.
fn shape(blocks: &[Block]) -> String {
    let one = |block: &Block| match block {
        Block::Paragraph(paragraph) => match paragraph.role {
            Role::Body => "p".into(),
            role => format!("{role:?}"),
        },
        Block::List(list) => format!(
            "{:?}({})",
            list.marker,
            list.items.iter().map(|item| shape(&item.blocks)).collect::<Vec<_>>().join("|")
        ),
        Block::Table(table) => {
            let row = |row: &Row| row.cells.iter().map(|cell| shape(&cell.blocks)).collect::<Vec<_>>().join("|");
            format!("table({})", table.rows.iter().map(row).collect::<Vec<_>>().join("/"))
        }
        Block::Quote(blocks) => format!("quote({})", shape(blocks)),
        Block::Frame(frame) => format!("frame({})", shape(&frame.blocks)),
        other => format!("{other:?}"),
    };
    blocks.iter().map(one).collect::<Vec<_>>().join(" ")
}

fn all_words(flow: &Flow) -> String {
    let stories = flow.sections.iter().map(|section| &section.blocks).chain(flow.notes.iter().map(|note| &note.blocks));
    let blocks = stories.flat_map(leaves);
    let one =
        |block: &Block| if let Block::Paragraph(paragraph) = block { words(&paragraph.content) } else { String::new() };
    blocks.map(one).collect::<Vec<_>>().join("\n")
}

#[test]
fn the_sample_comes_back() {
    let first = read(&sample(), &context()).unwrap();
    let again = round(read(&sample(), &context()).unwrap());
    assert_eq!(shape(&again.sections[0].blocks), shape(&first.sections[0].blocks));
    assert_eq!(all_words(&again), all_words(&first));
    assert_eq!(again.notes.len(), 1);
}

/// Part 2, 3.3: the media type stands at byte 38, not compressed.
#[test]
fn the_package_says_what_it_is() {
    let bytes = written(flow(vec![paragraph(vec![text("x")])]));
    assert!(bytes[38..].starts_with(b"application/vnd.oasis.opendocument.textPK"));
    let names: Vec<&[u8]> = zip::entry_names(&bytes).collect();
    assert_eq!(names.first(), Some(&&b"mimetype"[..]));
    let manifest = file(&bytes, "META-INF/manifest.xml");
    for name in names.iter().skip(1).filter(|name| !name.starts_with(b"META-INF")) {
        assert!(manifest.contains(&format!("\"{}\"", String::from_utf8_lossy(name))), "{name:?}");
    }
    assert_eq!(bytes, written(flow(vec![paragraph(vec![text("x")])])));
}

#[test]
fn white_space_comes_back() {
    for words in ["  a   b ", "\u{2028}x", "a\tb", " ", "a  ", "<&>\"'"] {
        let again = round(flow(vec![paragraph(vec![text(words), text("end")])]));
        assert_eq!(all_words(&again), format!("{words}end").replace('\u{2028}', "\n"), "{words:?}");
    }
}

#[test]
fn lists_with_anything_in_them_come_back() {
    let marker =
        Marker::Number { format: NumberFormat::LowerAlpha, parents: 0, prefix: "(".into(), suffix: ")".into() };
    let item = |blocks| ListItem { number: None, blocks };
    let cell = Cell { blocks: vec![paragraph(vec![text("cell")])], ..Cell::default() };
    let table = Block::Table(Table { rows: vec![Row { cells: vec![cell], ..Row::default() }], ..Table::default() });
    let inner = List {
        marker: Marker::Bullet('–'),
        start: 1,
        items: vec![item(vec![paragraph(vec![text("inner")])])],
        ..List::default()
    };
    let items = vec![
        item(vec![paragraph(vec![text("one")]), Block::List(inner)]),
        item(vec![paragraph(vec![text("two")]), table, paragraph(vec![text("below")])]),
        item(vec![paragraph(vec![text("three")])]),
    ];
    let list = List { marker: marker.clone(), start: 4, items, ..List::default() };
    let again = round(flow(vec![Block::List(list)]));
    assert_eq!(all_words(&again), "one\ninner\ntwo\ncell\nbelow\nthree");
    let Block::List(first) = &again.sections[0].blocks[0] else { panic!("a list") };
    let Block::List(inner) = &first.items[0].blocks[1] else { panic!("a list in it") };
    let Block::Paragraph(innermost) = &inner.items[0].blocks[0] else { panic!("a paragraph") };
    assert_eq!((innermost.style.indent_start, innermost.style.indent_first), (72.0, -18.0));
    let lists: Vec<(u32, usize)> = again.sections[0]
        .blocks
        .iter()
        .filter_map(|block| match block {
            Block::List(list) if list.marker == marker => Some((list.start, list.items.len())),
            _ => None,
        })
        .collect();
    assert_eq!(lists, [(4, 2), (6, 1)], "{}", shape(&again.sections[0].blocks));
}

#[test]
fn tables_links_and_formulas_come_back() {
    let cell = |words: &str, column_span, row_span| Cell {
        column_span,
        row_span,
        blocks: vec![paragraph(vec![text(words)])],
        ..Cell::default()
    };
    let rows = vec![
        Row { cells: vec![cell("a", 2, 1), cell("b", 1, 2)], header: true, ..Row::default() },
        Row { cells: vec![cell("c", 1, 1), cell("d", 1, 1)], ..Row::default() },
    ];
    let table = Block::Table(Table { columns: vec![50.0, 60.0, 70.0], rows, ..Table::default() });
    let link = |target| Inline::Link { target, content: vec![text("link")] };
    let fraction = Math::Fraction(
        vec![Math::Signs("a".into(), MathStyle::Italic)],
        vec![Math::Signs("b".into(), MathStyle::Italic)],
    );
    let formula = Formula::new(vec![fraction], Run { text: String::new(), style: TextStyle::default() });
    let blocks = vec![
        paragraph(vec![Inline::Anchor("here # there".into()), text("x"), Inline::Formula(Box::new(formula))]),
        paragraph(vec![
            link(LinkTarget::Internal("here # there".into())),
            link(LinkTarget::Internal("nowhere".into())),
            link(LinkTarget::External("http://example.org/".into())),
        ]),
        table,
    ];
    let again = round(flow(blocks));
    let Block::Paragraph(first) = &again.sections[0].blocks[0] else { panic!("a paragraph") };
    assert_eq!(words(&first.content), "xa/b");
    let Block::Paragraph(second) = &again.sections[0].blocks[1] else { panic!("a paragraph") };
    let links = second.content.iter().filter(|inline| matches!(inline, Inline::Link { .. })).count();
    assert_eq!((links, words(&second.content).as_str()), (2, "linklinklink"));
    let Block::Table(table) = &again.sections[0].blocks[2] else { panic!("a table") };
    let spans: Vec<(u32, u32)> =
        table.rows.iter().flat_map(|row| &row.cells).map(|cell| (cell.column_span, cell.row_span)).collect();
    assert_eq!(spans, [(2, 1), (1, 2), (1, 1), (1, 1)]);
    assert_eq!((table.columns.clone(), table.rows[0].header), (vec![50.0, 60.0, 70.0], true));
}

#[test]
fn pages_columns_and_running_text_come_back() {
    let head = |words: &str| RunningText { default: vec![paragraph(vec![text(words)])], ..RunningText::default() };
    let page = |columns: Vec<Column>| {
        let margins = transvase_model::flow::Edges { top: 72.0, right: 50.0, bottom: 72.0, left: 50.0 };
        Some(PageSetup { size: transvase_base::units::Size::LETTER, margins, columns, ..PageSetup::default() })
    };
    let two = vec![Column { width: 246.0, gap: 20.0 }, Column { width: 246.0, gap: 0.0 }];
    let section = |words: &str, page, new_page, header| Section {
        page,
        new_page,
        header,
        blocks: vec![paragraph(vec![text(words)])],
        ..Section::default()
    };
    let sections = vec![
        section("a", page(Vec::new()), true, Some(head("one"))),
        section("b", page(two), false, None),
        section("c", page(Vec::new()), true, Some(head("two"))),
    ];
    let again = round(Flow { sections, ..Flow::default() });
    assert_eq!(all_words(&again), "a\nb\nc");
    let found: Vec<(bool, usize)> =
        again.sections.iter().map(|section| (section.new_page, section.page.as_ref().unwrap().columns.len())).collect();
    assert_eq!(found, [(true, 0), (false, 2), (true, 0)]);
    let heads: Vec<String> =
        again.sections.iter().filter_map(|section| section.header.as_ref()).map(|text| shape(&text.default)).collect();
    assert_eq!(heads.len(), 2);
    let page = again.sections[0].page.as_ref().unwrap();
    assert!((page.margins.top - 72.0).abs() < 0.1 && (page.size.width - 612.0).abs() < 0.1);
}

/// Changes, remarks and notes of the format's own come back as they are.
#[test]
fn what_stands_beside_the_text_comes_back() {
    let source = flat("", "", "", "<text:tracked-changes><text:changed-region text:id='i'><text:insertion><office:change-info>
        <dc:creator>Ann</dc:creator><dc:date>2020-01-02T03:04:05</dc:date></office:change-info></text:insertion>
        </text:changed-region><text:changed-region text:id='d'><text:deletion><office:change-info><dc:creator>Ann</dc:creator>
        <dc:date>2020-01-02T03:04:05</dc:date></office:change-info><text:p>old</text:p></text:deletion></text:changed-region>
        </text:tracked-changes><text:p>a<text:change-start text:change-id='i'/>new<text:change-end text:change-id='i'/>
        <text:change text:change-id='d'/><office:annotation office:name='r'><dc:creator>Bob</dc:creator><text:p>why</text:p>
        </office:annotation>this<office:annotation-end office:name='r'/><text:note text:note-class='endnote'>
        <text:note-citation>i</text:note-citation><text:note-body><text:p>n</text:p></text:note-body></text:note></text:p>");
    let first = read(&source, &context()).unwrap();
    let again = round(read(&source, &context()).unwrap());
    assert_eq!(all_words(&again), all_words(&first));
    assert_eq!((again.changes.len(), again.comments.len(), again.notes.len()), (2, 1, 1));
    assert_eq!(again.changes[0].author.as_deref(), Some("Ann"));
    assert_eq!(again.comments[0].author.as_deref(), Some("Bob"));
}
