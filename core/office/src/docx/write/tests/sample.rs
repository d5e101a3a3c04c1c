//! Documents for the tests.

use std::sync::Arc;

use transvase_base::units::Size;
use transvase_model::flow::*;
use transvase_model::media::{Media, MediaId, MediaKind};

pub(super) fn styled(text: &str, change: impl FnOnce(&mut TextStyle)) -> Inline {
    let mut style = TextStyle { family: Some("Times New Roman".into()), size: Some(11.0), ..TextStyle::default() };
    change(&mut style);
    Inline::Text(Run { text: text.into(), style })
}

pub(super) fn text(text: &str) -> Inline {
    styled(text, |_| {})
}

pub(super) fn paragraph(role: Role, content: Vec<Inline>) -> Block {
    let style = ParagraphStyle { space_after: 6.0, line_height: Some(1.3), ..ParagraphStyle::default() };
    Block::Paragraph(Paragraph { role, style, content, ..Paragraph::default() })
}

pub(super) fn body(content: Vec<Inline>) -> Block {
    paragraph(Role::Body, content)
}

pub(super) fn heading(level: u8, title: &str) -> Block {
    let run = styled(title, |style| (style.weight, style.size) = (700, Some(20.0 - 2.0 * f32::from(level))));
    paragraph(Role::Heading(level), vec![run])
}

pub(super) fn item(blocks: Vec<Block>) -> ListItem {
    ListItem { number: None, blocks }
}

pub(super) fn list(marker: Marker, items: Vec<ListItem>) -> Block {
    Block::List(List { marker, start: 1, items, ..List::default() })
}

pub(super) fn numbered(format: NumberFormat, prefix: &str, suffix: &str) -> Marker {
    Marker::Number { format, prefix: prefix.into(), suffix: suffix.into(), parents: 0 }
}

pub(super) fn cell(content: &str) -> Cell {
    let border = Border { width: 0.5, color: Color::BLACK, ..Border::default() };
    Cell { blocks: vec![body(vec![text(content)])], borders: Borders::all(border), ..Cell::default() }
}

pub(super) fn png(shade: u8) -> Media {
    use image::ImageEncoder;
    let (width, height) = (40, 20);
    let mut bytes = Vec::new();
    let encoder = image::codecs::png::PngEncoder::new(&mut bytes);
    encoder.write_image(&vec![shade; 40 * 20 * 3], width, height, image::ExtendedColorType::Rgb8).unwrap();
    Media { bytes: bytes.into(), kind: MediaKind::Png, width_px: width, height_px: height }
}

/// A document with everything the model holds.
pub(super) fn rich() -> Flow {
    let mut flow = Flow::default();
    flow.metadata.title = Some("Alles & mehr".into());
    flow.metadata.authors = vec!["A. Author".into(), "B. Writer".into()];
    flow.metadata.keywords = vec!["one".into(), "two".into()];
    flow.metadata.language = Some("en-GB".into());
    flow.metadata.date = Some("2001-02-03".into());
    flow.metadata.publisher = Some("Press".into());
    let picture = flow.media.add(png(90));
    let drawing =
        flow.media.add(Media { bytes: Arc::from(*b"<svg/>"), kind: MediaKind::Svg, width_px: 1, height_px: 1 });
    let margins = Edges { top: 60.0, right: 60.0, bottom: 60.0, left: 60.0 };
    let columns = vec![Column { width: 300.0, gap: 20.0 }, Column { width: 401.89, gap: 0.0 }];
    flow.sections = vec![
        Section { page: None, new_page: false, blocks: texts(), ..Section::default() },
        Section { page: None, new_page: true, blocks: lists(), ..Section::default() },
        Section {
            page: Some(PageSetup {
                size: Size { width: 841.89, height: 595.28 },
                margins,
                columns,
                ..PageSetup::default()
            }),
            new_page: true,
            blocks: tables(),
            ..Section::default()
        },
        Section {
            page: Some(PageSetup { size: Size::LETTER, margins, columns: Vec::new(), ..PageSetup::default() }),
            new_page: true,
            blocks: pictures(picture, drawing),
            ..Section::default()
        },
    ];
    flow
}

/// A document with everything that stands beside the text or is computed.
pub(super) fn beside() -> Flow {
    let first_notes = FirstNotes { foot: 19, end: 1 };
    let mut flow = Flow { background: Some(Color { r: 255, g: 250, b: 240 }), first_notes, ..Flow::default() };
    let picture = flow.media.add(png(40));
    let logo = Inline::Image(InlineImage::new(picture));
    let link = Inline::Link {
        target: LinkTarget::External("https://example.org/".into()),
        content: vec![text("example.org")],
    };
    let mut first = Section { new_page: true, ..Section::default() };
    first.header = Some(RunningText {
        default: vec![body(vec![logo, text(" The title"), Inline::Tab, link])],
        first: Some(Vec::new()),
        even: Some(vec![body(vec![text("Even")])]),
    });
    let page = field(FieldKind::PageNumber(None), "1");
    let pages = field(FieldKind::PageCount, "3");
    first.footer = Some(RunningText {
        default: vec![body(vec![text("Page "), page, text(" of "), pages])],
        ..RunningText::default()
    });
    first.numbers = Some(PageNumbers { format: NumberFormat::LowerRoman, start: Some(3) });
    first.page = Some(PageSetup {
        mirrored: true,
        borders: None,
        grid: Some(LineGrid { pitch: 18.0, spacing: 0.5, in_tables: false }),
        vertical: true,
        size: Size::A4,
        margins: Edges { top: 80.0, right: 60.0, bottom: 80.0, left: 60.0 },
        header_distance: Some(30.0),
        footer_distance: Some(25.0),
        columns: vec![Column { width: 200.0, gap: 20.0 }, Column { width: 200.0, gap: 0.0 }],
        separator: true,
        line_numbers: Some(LineNumbers { every: 5, on_each_page: true, distance: 18.0 }),
    });
    first.blocks = front();
    let second = Section { new_page: true, blocks: numbered_headings(), ..Section::default() };
    let third = Section { blocks: forms(), header: first.header.clone(), ..Section::default() };
    flow.sections = vec![first, second, third];
    let note = |kind, mark: Option<&str>, words: &str| Note {
        kind,
        mark: mark.map(str::to_owned),
        blocks: vec![body(vec![text(words), Inline::Anchor("note".into())])],
    };
    flow.notes = vec![
        note(NoteKind::Foot, None, "at the foot"),
        note(NoteKind::Foot, Some("*"), "starred"),
        note(NoteKind::End, None, "at the end"),
        note(NoteKind::Foot, None, "of nothing"),
    ];
    flow.comments = vec![
        Comment {
            author: Some("Ann Other".into()),
            date: Some("2020-01-02T03:04:05Z".into()),
            blocks: vec![body(vec![text("Really?")])],
        },
        Comment::default(),
    ];
    flow
}

pub(super) fn field(kind: FieldKind, shown: &str) -> Inline {
    let Inline::Text(run) = text(shown) else { unreachable!("text is a run") };
    Inline::Field(Field { kind, run })
}

/// Title, contents, notes and remarks.
fn front() -> Vec<Block> {
    let entry = |level: u8, words: &str, place: &str| {
        let content = vec![text(words), Inline::Tab, field(FieldKind::PageOf(place.into()), "2")];
        let link = Inline::Link { target: LinkTarget::Internal(place.into()), content };
        let style = ParagraphStyle {
            tabs: vec![TabStop { position: 400.0, align: TabAlign::End, leader: Some(Leader::Dots) }],
            ..ParagraphStyle::default()
        };
        let role = Role::Contents(level);
        Block::Paragraph(Paragraph { role, style, content: vec![link], ..Paragraph::default() })
    };
    let cap = styled("O", |style| style.size = Some(40.0));
    let Inline::Text(run) = cap else { unreachable!("text is a run") };
    let drop_cap = Some(DropCap { run, lines: 3 }.into());
    let noted = vec![
        text("nce noted"),
        Inline::Note(0),
        text(", starred"),
        Inline::Note(1),
        text(", ended"),
        Inline::Note(2),
        text(", again"),
        Inline::Note(0),
        Inline::Comment { comment: 0, content: vec![text(" and remarked")] },
    ];
    let line = Border { width: 1.5, color: Color { r: 0, g: 0, b: 128 }, ..Border::default() };
    let boxed = ParagraphStyle {
        borders: Borders { top: Some(line), bottom: Some(line), ..Borders::default() },
        ..ParagraphStyle::default()
    };
    let spaced = styled("narrow", |style| (style.scale, style.spacing) = (0.9, 1.5));
    let asian = styled("漢字", |style| {
        (style.east_asian, style.language) = (Some("SimSun".into()), Some("zh-CN".into()));
    });
    vec![
        paragraph(Role::Title, vec![styled("The title", |style| style.size = Some(28.0))]),
        paragraph(Role::Subtitle, vec![text("and what is under it")]),
        entry(1, "One", "one"),
        entry(2, "One, one", "one-one"),
        entry(1, "Two", "two"),
        Block::Paragraph(Paragraph { content: noted, drop_cap, ..Paragraph::default() }),
        Block::Paragraph(Paragraph { style: boxed, content: vec![spaced, asian], ..Paragraph::default() }),
    ]
}

/// A heading with a counted label, and a place in it that links may lead to.
pub(super) fn labelled(level: u8, title: &str, parents: u8, number: u32) -> Block {
    let marker = Marker::Number { format: NumberFormat::Decimal, parents, prefix: String::new(), suffix: ".".into() };
    let content = vec![Inline::Anchor(title.into()), styled(title, |style| style.weight = 700)];
    let label = Some(Label { marker, number }.into());
    Block::Paragraph(Paragraph { role: Role::Heading(level), content, label, ..Paragraph::default() })
}

/// Headings and lists whose numbers go on and jump.
fn numbered_headings() -> Vec<Block> {
    let multi =
        Marker::Number { format: NumberFormat::Decimal, parents: 1, prefix: String::new(), suffix: String::new() };
    let inner = list(multi, vec![item(vec![body(vec![text("one point one")])])]);
    let sequence = |start: u32, items: Vec<ListItem>| {
        let marker = numbered(NumberFormat::Decimal, "", "");
        Block::List(List { marker, start, sequence: Some(4), items, ..List::default() })
    };
    vec![
        labelled(1, "one", 0, 1),
        labelled(2, "one-one", 1, 1),
        labelled(1, "two", 0, 2),
        labelled(1, "seven", 0, 7),
        sequence(1, vec![item(vec![body(vec![text("point one")]), inner])]),
        body(vec![text("between")]),
        sequence(2, vec![item(vec![body(vec![text("point two")])])]),
    ]
}

/// A control of every kind.
fn forms() -> Vec<Block> {
    let control = |kind: ControlKind, content: Vec<Inline>| {
        let control = Control { name: Some("field".into()), title: Some("A field".into()), kind };
        Inline::Control { control, content }
    };
    let words = vec!["red".to_owned(), "red".to_owned(), String::new(), "blue".to_owned()];
    let table = Table {
        padding: Some(Edges { top: 1.0, right: 2.0, bottom: 3.0, left: 4.0 }),
        rows: vec![Row { cells: vec![Cell::default(), cell("padded")], ..Row::default() }],
        ..Table::default()
    };
    vec![
        body(vec![
            control(ControlKind::Text(true), vec![text("filled in")]),
            control(ControlKind::Text(false), Vec::new()),
            control(ControlKind::Checkbox(true), Vec::new()),
            control(ControlKind::Checkbox(false), vec![text("[ ]")]),
            control(ControlKind::Choice(words.clone(), false), vec![text("red")]),
            control(ControlKind::Choice(words, true), vec![text("green")]),
            control(ControlKind::Date, vec![text("2020-02-02")]),
        ]),
        Block::Table(table),
    ]
}

fn texts() -> Vec<Block> {
    let everything = |style: &mut TextStyle| {
        style.weight = 700;
        (style.italic, style.underline, style.strike, style.small_caps) = (true, true, true, true);
        style.script = Script::Superscript;
        style.color = Some(Color { r: 200, g: 0, b: 0 });
        style.background = Some(Color { r: 255, g: 255, b: 0 });
        style.language = Some("de-DE".into());
        (style.family, style.size) = (Some("Garamond".into()), Some(12.5));
    };
    let style = ParagraphStyle {
        align: Some(Align::Justify),
        indent_start: 20.0,
        indent_end: 10.0,
        indent_first: -12.0,
        space_before: 12.0,
        space_after: 3.0,
        line_height: Some(1.5),
        page_break_before: true,
        keep_with_next: true,
        keep_together: true,
        right_to_left: false,
        background: Some(Color { r: 230, g: 230, b: 250 }),
        tabs: vec![
            TabStop { position: 200.0, align: TabAlign::Center, leader: None },
            TabStop { position: 300.0, align: TabAlign::End, leader: Some(Leader::Dots) },
        ],
        ..ParagraphStyle::default()
    };
    let rtl = ParagraphStyle { right_to_left: true, ..ParagraphStyle::default() };
    vec![
        heading(1, "Words"),
        body(vec![
            text("Plain text, "),
            styled("everything", everything),
            text(" and the rest."),
            Inline::Anchor("here".into()),
        ]),
        Block::Paragraph(Paragraph {
            role: Role::Body,
            style,
            content: vec![
                text("Stops"),
                Inline::Tab,
                text("middle"),
                Inline::Tab,
                text("9"),
                Inline::LineBreak,
                text("next"),
            ],
            ..Paragraph::default()
        }),
        heading(2, "Links"),
        body(vec![
            Inline::Link {
                target: LinkTarget::External("https://example.org/?a=1&b=2".into()),
                content: vec![styled("outer", |s| s.underline = true)],
            },
            Inline::Link { target: LinkTarget::Internal("here".into()), content: vec![text("inner")] },
            Inline::Link { target: LinkTarget::Internal("nowhere".into()), content: vec![text("lost")] },
        ]),
        paragraph(
            Role::Preformatted,
            vec![styled("fn main() {\n\tlet x = 1;\n}", |s| (s.family, s.monospace) = (None, true))],
        ),
        Block::Paragraph(Paragraph {
            role: Role::Body,
            style: rtl,
            content: vec![text("שלום (abc) עולם 12.")],
            ..Paragraph::default()
        }),
        Block::Quote(vec![body(vec![text("Quoted")]), Block::Quote(vec![body(vec![text("twice")])])]),
        Block::Rule,
        Block::PageBreak,
        body(vec![text("soft\u{AD}hyphen and no\u{2011}break\u{1}")]),
        Block::PageBreak,
    ]
}

fn lists() -> Vec<Block> {
    let inner =
        list(numbered(NumberFormat::LowerAlphaRepeated, "(", ")"), vec![item(vec![body(vec![text("inner a")])])]);
    let mut seventh = item(vec![body(vec![text("seventh")])]);
    seventh.number = Some(7);
    vec![
        list(
            numbered(NumberFormat::Decimal, "", "."),
            vec![item(vec![body(vec![text("first")]), body(vec![text("more")]), inner]), seventh, item(vec![])],
        ),
        list(numbered(NumberFormat::Decimal, "", "."), vec![item(vec![body(vec![text("one again")])])]),
        list(Marker::Bullet('•'), vec![item(vec![body(vec![text("dot")])])]),
        list(Marker::None, vec![item(vec![body(vec![text("bare")])])]),
        list(numbered(NumberFormat::UpperRoman, "", ""), vec![item(vec![body(vec![text("roman end")])])]),
    ]
}

fn tables() -> Vec<Block> {
    let wide =
        Cell { column_span: 2, header: true, background: Some(Color { r: 200, g: 220, b: 240 }), ..cell("wide") };
    let tall = Cell { row_span: 2, vertical: VerticalAlign::Middle, borders: Borders::default(), ..cell("tall") };
    let table = Table {
        columns: vec![80.0, 90.0, 70.0],
        indent: 10.0,
        align: None,
        rows: vec![
            Row { header: true, height: 20.0, cells: vec![wide, cell("c")], ..Row::default() },
            Row { cells: vec![tall, cell("b"), cell("c")], ..Row::default() },
            Row { cells: vec![cell("b2")], ..Row::default() },
        ],
        ..Table::default()
    };
    let nested = Cell { blocks: vec![Block::Table(table.clone())], ..Cell::default() };
    let outer = Table {
        columns: Vec::new(),
        align: Some(Align::Center),
        rows: vec![Row { cells: vec![nested, cell("beside")], ..Row::default() }],
        ..Table::default()
    };
    let plain = Table { rows: vec![Row { cells: vec![cell("x"), cell("y")], ..Row::default() }], ..Table::default() };
    vec![heading(3, "Tables"), Block::Table(table), Block::Table(outer), Block::ColumnBreak, Block::Table(plain)]
}

fn pictures(picture: MediaId, drawing: MediaId) -> Vec<Block> {
    let shown = |alt: Option<&str>, width| {
        Inline::Image(InlineImage { width, alt: alt.map(str::to_owned), ..InlineImage::new(picture) })
    };
    let lost = Inline::Image(InlineImage::new(drawing));
    vec![
        body(vec![shown(Some("a grey box"), None), text(" in the line "), shown(None, Some(9_000.0)), lost]),
        paragraph(Role::Caption, vec![styled("Figure 1", |s| s.italic = true)]),
    ]
}
