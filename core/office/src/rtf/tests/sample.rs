//! A small document with something of everything.

use transvase_base::context::Context;
use transvase_base::units::{Rect, Size};
use transvase_model::flow::{
    Align, Block, Border, Borders, Cell, Change, ChangeKind, Color, Comment, Field, FieldKind, Flow, Frame, Inline,
    Label, LinkTarget, List, ListItem, Marker, Note, NoteKind, NumberFormat, Origin, PageNumbers, PageSetup, Paragraph,
    ParagraphStyle, Role, Row, Run, RunningText, Section, Table, TextStyle, Wrap,
};

fn run(text: &str, style: TextStyle) -> Inline {
    Inline::Text(Run { text: text.into(), style })
}

fn plain(text: &str) -> Inline {
    run(text, TextStyle { size: Some(11.0), family: Some("Arial".into()), ..TextStyle::default() })
}

fn paragraph(role: Role, content: Vec<Inline>) -> Block {
    Block::Paragraph(Paragraph { role, content, ..Paragraph::default() })
}

fn body(text: &str) -> Block {
    paragraph(Role::Body, vec![plain(text)])
}

fn number(parents: u8) -> Marker {
    Marker::Number { format: NumberFormat::Decimal, parents, prefix: String::new(), suffix: ".".into() }
}

fn heading(level: u8, text: &str, count: u32) -> Block {
    let label = Some(Label { marker: number(level - 1), number: count }.into());
    Block::Paragraph(Paragraph {
        role: Role::Heading(level),
        content: vec![plain(text)],
        label,
        ..Paragraph::default()
    })
}

fn lists() -> Block {
    let item = |blocks: Vec<Block>| ListItem { number: None, blocks };
    let inner = List {
        marker: Marker::Bullet('•'),
        start: 1,
        items: vec![item(vec![body("inner one")]), item(vec![body("inner two")])],
        ..List::default()
    };
    let items = vec![
        item(vec![body("item one"), Block::List(inner)]),
        ListItem { number: Some(7), blocks: vec![body("item seven")] },
    ];
    Block::List(List { marker: number(0), start: 3, items, ..List::default() })
}

fn table() -> Block {
    let borders = Borders::all(Border { width: 1.0, color: Color { r: 10, g: 20, b: 30 }, ..Border::default() });
    let cell = |text: &str| Cell { blocks: vec![body(text)], borders, ..Cell::default() };
    let wide = Cell { column_span: 2, background: Some(Color { r: 200, g: 220, b: 240 }), ..cell("wide") };
    let high = Cell { row_span: 2, ..cell("high") };
    let rows = vec![
        Row { header: true, height: 0.0, cells: vec![wide, cell("c")], ..Row::default() },
        Row { header: false, height: 30.0, cells: vec![high, cell("d"), cell("e")], ..Row::default() },
        Row { header: false, height: 0.0, cells: vec![cell("f"), cell("g")], ..Row::default() },
    ];
    Block::Table(Table { columns: vec![100.0, 80.0, 60.0], rows, align: Some(Align::Center), ..Table::default() })
}

fn text() -> Vec<Inline> {
    let bold = TextStyle { weight: 700, italic: true, size: Some(14.0), ..TextStyle::default() };
    vec![
        Inline::Anchor("here".into()),
        plain("Plain, "),
        run("bold", TextStyle { color: Some(Color { r: 255, g: 0, b: 0 }), ..bold }),
        plain(" Größe – 日本 😀 שלום {\\}"),
        Inline::Note(0),
        Inline::LineBreak,
        Inline::Link { target: LinkTarget::External("https://example.org/a?b".into()), content: vec![plain("link")] },
        Inline::Link { target: LinkTarget::Internal("here".into()), content: vec![plain("back")] },
        Inline::Comment { comment: 0, content: vec![plain("noted")] },
        Inline::Change { change: 0, content: vec![plain("new")] },
        Inline::Change { change: 1, content: vec![plain("old")] },
        Inline::Tab,
        Inline::Note(1),
    ]
}

fn sections() -> Vec<Section> {
    let page = PageSetup {
        size: Size::LETTER,
        margins: transvase_model::flow::Edges { top: 72.0, right: 60.0, bottom: 72.0, left: 90.0 },
        ..PageSetup::default()
    };
    let field = Field { kind: FieldKind::PageNumber(None), run: Run { text: "1".into(), style: TextStyle::default() } };
    let footer = RunningText {
        default: vec![paragraph(Role::Body, vec![plain("Page "), Inline::Field(field)])],
        first: Some(vec![body("first")]),
        even: Some(vec![body("even")]),
    };
    let frame = Frame {
        rect: Rect { left: 100.0, top: 120.0, right: 220.0, bottom: 180.0 },
        origin: Origin::Page,
        rotation: 0.0,
        wrap: Wrap::Square,
        padding: transvase_model::flow::Edges { top: 3.0, right: 3.0, bottom: 3.0, left: 3.0 },
        background: Some(Color { r: 255, g: 255, b: 0 }),
        borders: Borders::default(),
        blocks: vec![body("framed")],
    };
    let name = ParagraphStyle { name: Some("Side".into()), indent_start: 20.0, ..ParagraphStyle::default() };
    let blocks = vec![
        paragraph(Role::Title, vec![plain("The title")]),
        heading(1, "First", 1),
        paragraph(Role::Body, text()),
        heading(2, "Inside", 1),
        lists(),
        table(),
        Block::Frame(frame),
        Block::Paragraph(Paragraph { style: name, content: vec![plain("named")], ..Paragraph::default() }),
        Block::Quote(vec![body("quoted")]),
        Block::Rule,
        Block::PageBreak,
        body("after"),
    ];
    let first = Section { page: Some(page), new_page: true, blocks, footer: Some(footer), ..Section::default() };
    let numbers = Some(PageNumbers { format: NumberFormat::LowerRoman, start: Some(4) });
    let second = Section { new_page: true, blocks: vec![body("last words")], numbers, ..Section::default() };
    vec![first, second]
}

/// The document.
pub(super) fn document() -> Flow {
    let note = |kind, text: &str| Note { kind, mark: None, blocks: vec![body(text)] };
    let change = |kind| Change { kind, author: Some("Ann".into()), date: Some("2024-05-06T07:08:00".into()) };
    let comment = Comment { author: Some("Bob".into()), date: None, blocks: vec![body("a remark")] };
    let mut flow = Flow {
        sections: sections(),
        notes: vec![note(NoteKind::Foot, "foot note"), note(NoteKind::End, "end note")],
        comments: vec![comment],
        changes: vec![change(ChangeKind::Inserted), change(ChangeKind::Deleted)],
        ..Flow::default()
    };
    flow.background = Some(Color { r: 250, g: 240, b: 230 });
    flow.metadata.title = Some("Über {all}".into());
    flow.metadata.authors = vec!["Ann".into(), "Bob".into()];
    flow.metadata.date = Some("2024-05-06T07:08:00".into());
    flow.metadata.language = Some("en-GB".into());
    flow
}

/// The document as a file.
pub(super) fn file() -> Vec<u8> {
    super::write::write(document(), &Context::default()).unwrap().alone()
}
