//! Pages as they are written.

use super::write;
use transvase_base::context::{Context, Limits};
use transvase_base::options::Options;
use transvase_format::Written;
use transvase_markup::prose::IMAGES;
use transvase_model::flow::{
    Align, Block, Cell, Color, DropCap, Flow, Inline, Label, LinkTarget, List, ListItem, Marker, Note, NoteKind,
    NumberFormat, Paragraph, ParagraphStyle, Role, Row, Run, Section, Table, TextStyle,
};
use transvase_model::media::{Media, MediaKind};

fn run(text: &str, style: TextStyle) -> Inline {
    Inline::Text(Run { text: text.into(), style })
}

fn text(text: &str) -> Inline {
    run(text, TextStyle::default())
}

fn paragraph(role: Role, content: Vec<Inline>) -> Block {
    Block::Paragraph(Paragraph { role, content, ..Paragraph::default() })
}

fn flow(blocks: Vec<Block>) -> Flow {
    Flow { sections: vec![Section { blocks, ..Section::default() }], ..Flow::default() }
}

fn page(flow: Flow) -> String {
    let Written::File(bytes) = write(flow, &Context::default()).unwrap() else { panic!("one file") };
    String::from_utf8(bytes).unwrap()
}

/// What stands in the page's text.
fn body(flow: Flow) -> String {
    let page = page(flow);
    let (_, body) = page.split_once("<main>\n").unwrap();
    body.split_once("</main>").unwrap().0.to_owned()
}

#[test]
fn headings_stand_below_the_title_and_follow_one_another() {
    let heading = |level, words: &str| paragraph(Role::Heading(level), vec![text(words)]);
    let blocks = vec![paragraph(Role::Title, vec![text("T")]), heading(1, "A"), heading(4, "B"), heading(4, "B")];
    assert_eq!(
        body(flow(blocks)),
        "<h1 id=\"t\">T</h1>\n<h2 id=\"a\">A</h2>\n<h3 id=\"b\">B</h3>\n<h3 id=\"b-1\">B</h3>\n"
    );
    assert_eq!(body(flow(vec![heading(2, "A")])), "<h2 id=\"a\">A</h2>\n");
}

#[test]
fn looks_are_elements_and_classes() {
    let bold = TextStyle { weight: 700, ..TextStyle::default() };
    let red = Some(Color { r: 255, g: 0, b: 0 });
    let both = TextStyle { color: red, ..bold.clone() };
    let long = text("Plain text that is most of what there is, ");
    let content = vec![long, run("bold", bold), run("red", both.clone()), text(" <&> "), run("red", both)];
    let page = page(flow(vec![paragraph(Role::Body, content)]));
    let expected = "<strong>bold<span class=\"c1\">red</span></strong> &lt;&amp;&gt; \
                    <strong><span class=\"c1\">red</span></strong></p>";
    assert!(page.contains(expected), "{page}");
    assert!(page.contains(".c1 { color: #ff0000 }\n"), "{page}");
    assert!(!page.contains("style="), "no looks stand in the text");
}

#[test]
fn most_paragraphs_are_the_rule_and_others_have_classes() {
    let aligned = |align| {
        let style = ParagraphStyle { align, ..ParagraphStyle::default() };
        Block::Paragraph(Paragraph { style, content: vec![text("words")], ..Paragraph::default() })
    };
    let both = Some(Align::Justify);
    let page = page(flow(vec![aligned(both), aligned(both), aligned(Some(Align::Center))]));
    assert!(page.contains("p { text-align: justify }\n") && page.contains(".c1 { text-align: center }"), "{page}");
    assert!(page.contains("<p>words</p>\n<p>words</p>\n<p class=\"c1\">words</p>"), "{page}");
}

#[test]
fn labels_that_lists_do_not_have_are_text() {
    let list = |marker, start, blocks| {
        Block::List(List { marker, start, items: vec![ListItem { number: None, blocks }], ..List::default() })
    };
    let number = |format, parents, suffix: &str| Marker::Number {
        format,
        parents,
        prefix: String::new(),
        suffix: suffix.into(),
    };
    let words = |words: &str| paragraph(Role::Body, vec![text(words)]);
    let inner = list(number(NumberFormat::Decimal, 1, ")"), 2, vec![words("b")]);
    let outer = list(number(NumberFormat::LowerAlpha, 0, "."), 3, vec![words("a"), inner]);
    let expected = "<ol type=\"a\" start=\"3\">\n<li>a\n<ol class=\"labelled\" start=\"2\">\n\
                    <li><span class=\"label\">c.2)</span> b</li>\n</ol>\n</li>\n</ol>\n";
    assert_eq!(body(flow(vec![outer])), expected);
}

#[test]
fn tables_have_heads_spans_and_captions() {
    let cell = |words: &str, columns, header| Cell {
        blocks: vec![paragraph(Role::Body, vec![text(words)])],
        column_span: columns,
        header,
        ..Cell::default()
    };
    let rows = vec![
        Row { header: true, cells: vec![cell("h", 2, false)], ..Row::default() },
        Row { cells: vec![cell("a", 1, true), cell("b", 1, false)], ..Row::default() },
    ];
    let table = body(flow(vec![Block::Table(Table { rows, ..Table::default() })]));
    let expected = "<table class=\"rules\">\n<thead>\n<tr>\n<th scope=\"col\" colspan=\"2\">h</th>\n</tr>\n</thead>\n\
                    <tbody>\n<tr>\n<th scope=\"row\">a</th>\n<td>b</td>\n</tr>\n</tbody>\n</table>\n";
    assert_eq!(table, expected);
}

#[test]
fn links_and_notes_lead_to_ids() {
    let target = LinkTarget::Internal("x".into());
    let link = |target| Inline::Link { target, content: vec![text("go")] };
    let script = LinkTarget::External("javascript:alert(1)".into());
    let blocks = vec![
        paragraph(Role::Body, vec![link(target), Inline::Note(0), link(script)]),
        paragraph(Role::Body, vec![Inline::Anchor("x".into()), text("here")]),
    ];
    let mut flow = flow(blocks);
    flow.notes = vec![Note { kind: NoteKind::Foot, mark: None, blocks: vec![paragraph(Role::Body, vec![text("n")])] }];
    let expected = "<p><a href=\"#x\">go</a>\
                    <sup><a id=\"noteref-1\" href=\"#note-1\" role=\"doc-noteref\">1</a></sup>go</p>\n<p id=\"x\">here</p>\n\
                    <section class=\"notes\" role=\"doc-endnotes\">\n<ol>\n<li id=\"note-1\">\n\
                    <p class=\"note\"><a href=\"#noteref-1\" role=\"doc-backlink\">1</a> n</p>\n</li>\n</ol>\n</section>\n";
    assert_eq!(body(flow), expected);
}

#[test]
fn images_go_where_they_are_asked_to() {
    let picture = || {
        let mut flow = Flow::default();
        let bytes = [&b"\x89PNG\r\n\x1a\n"[..], &[0; 8]].concat();
        let media = Media { bytes: bytes.into(), kind: MediaKind::Png, width_px: 4, height_px: 2 };
        let mut image = transvase_model::flow::InlineImage::new(flow.media.add(media));
        image.alt = Some("a \"cat\"".into());
        flow.sections =
            vec![Section { blocks: vec![paragraph(Role::Body, vec![Inline::Image(image)])], ..Section::default() }];
        flow
    };
    let embedded = body(picture());
    assert!(embedded.contains("<img src=\"data:image/png;base64,iVBORw0KGgo"), "{embedded}");
    assert!(embedded.contains("alt=\"a &quot;cat&quot;\" width=\"4\" height=\"2\"/>"), "{embedded}");
    let mut options = Options::default();
    options.set(&IMAGES, "zip").unwrap();
    let context = Context::new(options, Limits::default());
    let Written::Files(files) = write(picture(), &context).unwrap() else { panic!("several files") };
    let names: Vec<&str> = files.iter().map(|file| file.name.as_str()).collect();
    assert_eq!(names, ["document.html", "media/image-1.png"]);
}

#[test]
fn deep_nesting_is_flat() {
    let deep = (0..300).fold(paragraph(Role::Body, vec![text("deep")]), |block, _| Block::Quote(vec![block]));
    let context = Context::default();
    let Written::File(bytes) = write(flow(vec![deep]), &context).unwrap() else { panic!("one file") };
    assert!(String::from_utf8(bytes).unwrap().contains("deep</p>"));
    assert!(context.take_warnings().iter().any(|warning| warning.code.name() == "StructureFlattened"));
}

/// A label of a number, behind the numbers of so many levels above.
fn label(number: u32, parents: u8) -> Option<Box<Label>> {
    let (prefix, suffix) = (String::new(), String::from(")"));
    Some(Label { marker: Marker::Number { format: NumberFormat::Decimal, parents, prefix, suffix }, number }.into())
}

fn labelled(role: Role, words: &str, number: u32) -> Block {
    Block::Paragraph(Paragraph { role, content: vec![text(words)], label: label(number, 0), ..Paragraph::default() })
}

#[test]
fn no_label_is_lost() {
    let items = |blocks| {
        let marker = label(0, 0).map(|label| label.marker).unwrap_or_default();
        Block::List(List { marker, start: 4, items: vec![ListItem { number: None, blocks }], ..List::default() })
    };
    let body = |block| body(flow(vec![block]));
    let both = "<ol class=\"labelled\" start=\"4\">\n<li><span class=\"label\">4) 7)</span> a</li>\n</ol>\n";
    assert_eq!(body(items(vec![labelled(Role::Body, "a", 7)])), both);
    let alone = "<ol class=\"labelled\" start=\"4\">\n<li><span class=\"label\">4)</span>\n</li>\n</ol>\n";
    assert_eq!(body(items(vec![])), alone);
    let outer = body(items(vec![items(vec![paragraph(Role::Body, vec![text("a")])])]));
    assert_eq!(outer.matches("<span class=\"label\">4)</span>").count(), 2, "{outer}");
    let contents = body(labelled(Role::Contents(1), "a", 7));
    assert!(contents.contains("<span class=\"label\">7)</span> a"), "{contents}");
    let code = body(Block::Quote(vec![labelled(Role::Preformatted, "a", 7), labelled(Role::Preformatted, "b", 8)]));
    assert!(code.contains("7)</span> a\n<span class=\"label\">8)</span> b"), "{code}");
}

#[test]
fn initials_are_part_of_the_words() {
    let initial = |role, tab: bool| {
        let cap = Run { text: "O".into(), style: TextStyle::default() };
        let drop_cap = Some(DropCap { run: cap, lines: 3 }.into());
        let page = [Inline::Tab, text("5")].into_iter().filter(|_| tab);
        let content = [text("nce")].into_iter().chain(page).collect();
        Block::Paragraph(Paragraph { role, content, drop_cap, ..Paragraph::default() })
    };
    let page = page(flow(vec![initial(Role::Heading(1), false), initial(Role::Contents(1), true)]));
    assert!(page.contains("<h1 id=\"once\">") && page.contains("<title>Once</title>"), "{page}");
    assert!(page.contains("<li><span class=\"dropcap\">O</span>nce "), "{page}");
}

#[test]
fn notes_have_their_own_marks_and_labels_the_numbers_above() {
    let note = |mark: Option<&str>| Note { kind: NoteKind::Foot, mark: mark.map(str::to_owned), blocks: Vec::new() };
    let section =
        Paragraph { role: Role::Heading(2), content: vec![text("b")], label: label(1, 1), ..Paragraph::default() };
    let figure =
        Paragraph { content: vec![Inline::Note(1), Inline::Note(0)], label: label(9, 1), ..Paragraph::default() };
    let blocks = vec![labelled(Role::Heading(1), "a", 3), Block::Paragraph(figure), Block::Paragraph(section)];
    let mut flow = flow(blocks);
    flow.notes = vec![note(Some("*")), note(None)];
    let body = body(flow);
    assert!(body.contains("3)</span> a") && body.contains("3.9)</span> ") && body.contains("3.1)</span> b"), "{body}");
    let first = body.find(">1</a></sup>").unwrap();
    assert!(first < body.find(">*</a></sup>").unwrap(), "{body}");
}

#[test]
fn pictures_elsewhere_are_shown_from_there() {
    let style = TextStyle { picture: Some("https://h.org/a b.png".into()), ..TextStyle::default() };
    let link = |to: &str| Inline::Link {
        target: LinkTarget::External(to.into()),
        content: vec![run("[A duck]", style.clone())],
    };
    let blocks = vec![paragraph(Role::Body, vec![link("https://h.org/a b.png"), text(" "), link("https://h.org")])];
    let image = "<img src=\"https://h.org/a%20b.png\" alt=\"A duck\"/>";
    let page = body(flow(blocks)).replace("/>", ">");
    let image = image.replace("/>", ">");
    assert_eq!(page, format!("<p>{image} <a href=\"https://h.org\">{image}</a></p>\n"));
}
