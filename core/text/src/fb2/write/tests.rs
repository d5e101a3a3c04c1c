//! Books as they are written, and as our own reader takes them.

use super::write;
use crate::fb2::read;
use transvase_base::context::Context;
use transvase_format::Written;
use transvase_markup::prose::line_of;
use transvase_model::flow::{
    Align, Block, Cell, Division, DivisionKind, Drawing, Flow, Group, GroupKind, Inline, InlineImage, Label,
    LinkTarget, List, ListItem, Marker, Note, NoteKind, NumberFormat, Paragraph, ParagraphStyle, Role, Row, Run,
    Section, Table, TextStyle, leaves,
};
use transvase_model::media::{Media, MediaKind};

fn text(text: &str) -> Inline {
    Inline::Text(Run { text: text.into(), style: TextStyle::default() })
}

fn bold(text: &str) -> Inline {
    Inline::Text(Run { text: text.into(), style: TextStyle { weight: 700, ..TextStyle::default() } })
}

fn paragraph(role: Role, content: Vec<Inline>) -> Block {
    Block::Paragraph(Paragraph { role, content, ..Paragraph::default() })
}

fn words(words: &str) -> Block {
    paragraph(Role::Body, vec![text(words)])
}

fn heading(level: u8, words: &str) -> Block {
    paragraph(Role::Heading(level), vec![text(words)])
}

fn flow(blocks: Vec<Block>) -> Flow {
    Flow { sections: vec![Section { blocks, ..Section::default() }], ..Flow::default() }
}

fn written(flow: Flow) -> String {
    let Written::File(bytes) = write(flow, &Context::default()).unwrap() else { panic!("one file") };
    String::from_utf8(bytes).unwrap()
}

/// What stands in the bodies, without the ends of lines.
fn body(flow: Flow) -> String {
    let book = written(flow);
    let from = book.find("<body>").unwrap();
    let to = book.rfind("</body>").unwrap();
    book[from..to].replace('\n', "") + "</body>"
}

fn number(parents: u8, suffix: &str) -> Marker {
    Marker::Number { format: NumberFormat::Decimal, parents, prefix: String::new(), suffix: suffix.into() }
}

fn list(marker: Marker, items: Vec<Vec<Block>>) -> Block {
    let items = items.into_iter().map(|blocks| ListItem { number: None, blocks }).collect();
    Block::List(List { marker, start: 1, items, ..List::default() })
}

#[test]
fn headings_are_sections_that_hold_sections_or_text() {
    let motto = Division { kind: DivisionKind::Plain, epub_type: Some("epigraph".into()) };
    let motto = Block::Group(Group { kind: GroupKind::Division(motto), blocks: vec![words("motto")] });
    let blocks = vec![
        paragraph(Role::Title, vec![text("The"), Inline::LineBreak, text("Book")]),
        paragraph(Role::Subtitle, vec![text("a tale")]),
        words("before"),
        heading(1, "One"),
        motto,
        words("text"),
        heading(3, "Deep"),
        paragraph(Role::Subtitle, vec![text("between")]),
        heading(1, "Two"),
    ];
    let expected = "<body><title><p>The</p><p>Book</p><p>a tale</p></title>\
                    <section><p>before</p></section>\
                    <section><title><p>One</p></title><epigraph><p>motto</p></epigraph>\
                    <section><p>text</p></section>\
                    <section><title><p>Deep</p></title><subtitle>between</subtitle></section></section>\
                    <section><title><p>Two</p></title><empty-line/></section></body>";
    assert_eq!(body(flow(blocks)), expected);
    assert_eq!(body(Flow::default()), "<body><section><empty-line/></section></body>");
}

#[test]
fn room_is_kept_where_paragraphs_follow_closely() {
    let apart = |space_before| {
        let style = ParagraphStyle { space_before, ..ParagraphStyle::default() };
        Block::Paragraph(Paragraph { style, content: vec![text("a")], ..Paragraph::default() })
    };
    let close = vec![apart(0.0), apart(0.0), apart(0.0), apart(12.0)];
    assert_eq!(body(flow(close)), "<body><section><p>a</p><p>a</p><p>a</p><empty-line/><p>a</p></section></body>");
    assert!(!body(flow(vec![apart(0.0), apart(12.0), apart(12.0)])).contains("empty"));
}

#[test]
fn lists_are_paragraphs_with_their_labels_and_code_keeps_its_spaces() {
    let inner = list(number(1, ")"), vec![vec![words("b")], vec![]]);
    let bullets = list(Marker::Bullet('\u{F0B7}'), vec![vec![words("c"), words("d")]]);
    let code = paragraph(Role::Preformatted, vec![text("if  a"), Inline::LineBreak, text("  b")]);
    let expected = "<body><section><p>1. a</p><p>\u{2003}1.1) b</p><p>\u{2003}1.2)</p><p>• c</p><p>d</p>\
                    <p><code>if \u{A0}a</code></p><p><code>\u{A0}\u{A0}b</code></p></section></body>";
    assert_eq!(body(flow(vec![list(number(0, "."), vec![vec![words("a"), inner]]), bullets, code])), expected);
}

#[test]
fn quotes_tables_and_rules_have_their_elements() {
    let verse = paragraph(Role::Body, vec![text("one"), Inline::LineBreak, bold("two")]);
    let inner = Block::Quote(vec![words("inner")]);
    let quote = Block::Quote(vec![verse, heading(2, "head"), inner]);
    let style = ParagraphStyle { align: Some(Align::Center), ..ParagraphStyle::default() };
    let centred = Block::Paragraph(Paragraph { style, content: vec![bold("h")], ..Paragraph::default() });
    let cell = |blocks, column_span| Cell { blocks, column_span, ..Cell::default() };
    let rows = vec![
        Row { header: true, cells: vec![cell(vec![centred], 2)], ..Row::default() },
        Row {
            cells: vec![cell(vec![words("a"), list(number(0, "."), vec![vec![words("b")]])], 1), cell(vec![], 1)],
            ..Row::default()
        },
    ];
    let table = Block::Table(Table { rows, ..Table::default() });
    let expected = "<body><section><cite><poem><stanza><v>one</v><v><strong>two</strong></v></stanza></poem>\
                    <subtitle>head</subtitle><p>inner</p></cite><subtitle>* * *</subtitle>\
                    <table><tr><th colspan=\"2\" align=\"center\">h</th></tr><tr><td>a 1. b</td><td></td></tr></table>\
                    </section></body>";
    assert_eq!(body(flow(vec![quote, Block::Rule, table])), expected);
}

#[test]
fn links_lead_to_elements_and_notes_to_their_body() {
    let link = |anchor: &str, content| Inline::Link { target: LinkTarget::Internal(anchor.into()), content };
    let anchored = |anchor: &str, inside: &str| vec![text(inside), Inline::Anchor(anchor.into())];
    let cell = Cell { blocks: vec![paragraph(Role::Body, anchored("c", "cell"))], ..Cell::default() };
    let table = Table { rows: vec![Row { cells: vec![cell], ..Row::default() }], ..Table::default() };
    let blocks = vec![
        paragraph(Role::Body, vec![link("a", vec![text("x"), Inline::Note(0)]), link("b", vec![text("y")])]),
        paragraph(Role::Body, vec![link("c", vec![text("z")]), link("none", vec![text("!")]), Inline::Note(1)]),
        paragraph(Role::Body, vec![Inline::Anchor("a".into())]),
        paragraph(Role::Heading(1), anchored("b", "Head")),
        Block::Table(table),
    ];
    let note = |mark: Option<&str>, said| Note {
        kind: NoteKind::Foot,
        mark: mark.map(str::to_owned),
        blocks: vec![words(said)],
    };
    let mut flow = flow(blocks);
    flow.notes = vec![note(None, "first"), note(Some("*"), "second"), note(None, "nobody's")];
    let expected = "<body><section><p><a l:href=\"#place-1\">x</a><a l:href=\"#note-1\" type=\"note\">[1]</a>\
                    <a l:href=\"#place-1\">y</a></p><p><a l:href=\"#place-2\">z</a>!\
                    <a l:href=\"#note-2\" type=\"note\">*</a></p></section>\
                    <section id=\"place-1\"><title><p>Head</p></title>\
                    <table><tr><td id=\"place-2\">cell</td></tr></table></section></body>\
                    <body name=\"notes\"><section id=\"note-1\"><title><p>1</p></title><p>first</p></section>\
                    <section id=\"note-2\"><title><p>*</p></title><p>second</p></section>\
                    <section id=\"note-3\"><title><p>2</p></title><p>nobody&apos;s</p></section></body>";
    assert_eq!(body(flow), expected);
}

#[test]
fn pictures_stand_alone_or_in_the_line() {
    let mut flow = Flow::default();
    let gif = b"GIF89a\x01\0\x01\0\x80\0\0\xFF\0\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;";
    let png = [&b"\x89PNG\r\n\x1a\n"[..], &[0; 8]].concat();
    let mut add = |bytes: &[u8], kind| flow.media.add(Media { bytes: bytes.into(), kind, width_px: 1, height_px: 1 });
    let (gif, png, svg) = (add(gif, MediaKind::Gif), add(&png, MediaKind::Png), add(b"<svg/>", MediaKind::Svg));
    let image = |media, alt: &str| Inline::Image(InlineImage { alt: Some(alt.into()), ..InlineImage::new(media) });
    let drawing = Inline::Drawing(Drawing { alt: Some("none".into()), ..Drawing::default() });
    let blocks = vec![
        paragraph(Role::Body, vec![image(png, ""), drawing]),
        paragraph(Role::Body, vec![image(gif, "dot")]),
        paragraph(Role::Body, vec![text("a "), image(png, "b"), image(svg, "drawn")]),
    ];
    flow.sections = vec![Section { blocks, ..Section::default() }];
    flow.cover = Some(png);
    let context = Context::default();
    let Written::File(bytes) = write(flow, &context).unwrap() else { panic!("one file") };
    let book = String::from_utf8(bytes).unwrap().replace('\n', "");
    let expected = "<section><image l:href=\"#image-2.png\"/><empty-line/><image l:href=\"#image-1.png\" alt=\"dot\"/>\
                    <p>a <image l:href=\"#image-2.png\" alt=\"b\"/>[drawn]</p></section>";
    assert!(book.contains(expected), "{book}");
    assert!(book.contains("<coverpage><image l:href=\"#image-2.png\"/></coverpage>"), "{book}");
    assert_eq!(book.matches("<binary id=\"image-").count(), 2);
    let codes: Vec<&str> = context.take_warnings().iter().map(|warning| warning.code.name()).collect();
    assert!(codes.contains(&"ImageRecoded") && codes.contains(&"ImageDropped"), "{codes:?}");
}

#[test]
fn descriptions_are_in_the_order_of_the_schema() {
    let mut flow = flow(vec![words("text")]);
    flow.metadata.title = Some("A <book>".into());
    flow.metadata.authors = ["Ann Mary Author", "Last, First", "Homer"].map(str::to_owned).to_vec();
    flow.metadata.keywords = ["sf", "robots"].map(str::to_owned).to_vec();
    flow.metadata.subject = Some("About.".into());
    flow.metadata.date = Some("2001-02-03T04:05:06Z".into());
    flow.metadata.language = Some("en".into());
    flow.metadata.identifier = Some("urn:isbn:978-0-00-000000-2".into());
    let book = written(flow).replace('\n', "");
    let expected = "<title-info><genre>sf</genre>\
        <author><first-name>Ann</first-name><middle-name>Mary</middle-name><last-name>Author</last-name></author>\
        <author><first-name>First</first-name><last-name>Last</last-name></author>\
        <author><nickname>Homer</nickname></author><book-title>A &lt;book&gt;</book-title>\
        <annotation><p>About.</p></annotation><keywords>robots</keywords>\
        <date value=\"2001-02-03\">2001-02-03T04:05:06Z</date><lang>en</lang></title-info>";
    assert!(book.contains(expected), "{book}");
    assert!(book.contains("<isbn>urn:isbn:978-0-00-000000-2</isbn>"), "{book}");
    let again = read::read(book.as_bytes(), &Context::default()).unwrap().metadata;
    assert_eq!(again.authors, ["Ann Mary Author", "First Last", "Homer"]);
    assert_eq!(
        (again.title.as_deref(), again.keywords),
        (Some("A <book>"), vec!["sf".to_owned(), "robots".to_owned()])
    );
}

#[test]
fn books_are_read_back_and_always_the_same() {
    let label = Some(Label { marker: number(0, "."), number: 4 }.into());
    let content = vec![text("Head"), Inline::Note(0)];
    let head = Block::Paragraph(Paragraph { role: Role::Heading(1), content, label, ..Paragraph::default() });
    let mut flow = flow(vec![
        head,
        words("One  two."),
        list(number(0, "."), vec![vec![words("item")]]),
        Block::Quote(vec![words("said")]),
    ]);
    flow.notes = vec![Note { kind: NoteKind::End, mark: None, blocks: vec![words("noted")] }];
    let book = written(flow.clone());
    assert_eq!(book, written(flow));
    let again = read::read(book.as_bytes(), &Context::default()).unwrap();
    let said = |blocks: &[Block]| -> Vec<String> {
        let lines = leaves(blocks).into_iter().filter_map(|leaf| match leaf {
            Block::Paragraph(paragraph) => Some(line_of(paragraph).trim().to_owned()),
            _ => None,
        });
        lines.filter(|line| !line.is_empty()).collect()
    };
    assert_eq!(said(&again.sections[0].blocks), ["4. Head", "One two.", "1. item", "said"]);
    assert_eq!(said(&again.notes[0].blocks), ["noted"]);
}

#[test]
fn blocks_in_one_another_without_end_are_flat() {
    let deep = (0..2_000).fold(words("a"), |inner, at| match at % 3 {
        0 => Block::Quote(vec![inner]),
        1 => list(Marker::Bullet('•'), vec![vec![inner]]),
        _ => Block::Group(Group { kind: GroupKind::Figure, blocks: vec![inner] }),
    });
    let context = Context::default();
    let Written::File(bytes) = write(flow(vec![deep]), &context).unwrap() else { panic!("one file") };
    assert!(String::from_utf8(bytes).unwrap().contains("<p>a</p>"));
    assert_eq!(context.take_warnings().len(), 1);
}
