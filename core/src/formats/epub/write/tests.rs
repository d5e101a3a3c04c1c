//! Books as other programs see them.

use std::io::{Cursor, Read};

use super::write;
use crate::context::Context;
use crate::format::Written;
use crate::model::flow::{
    Block, Flow, Inline, LinkTarget, Note, NoteKind, OutlineItem, Paragraph, Role, Run, Section, TextStyle,
};

fn text(text: &str) -> Inline {
    Inline::Text(Run { text: text.into(), style: TextStyle::default() })
}

fn paragraph(role: Role, content: Vec<Inline>) -> Block {
    Block::Paragraph(Paragraph { role, content, ..Paragraph::default() })
}

fn sample() -> Flow {
    let link = Inline::Link { target: LinkTarget::Internal("there".into()), content: vec![text("over there")] };
    let blocks = vec![
        paragraph(Role::Heading(1), vec![text("One")]),
        paragraph(Role::Body, vec![text("First"), Inline::Note(0), text(", see "), link]),
        paragraph(Role::Heading(1), vec![Inline::Anchor("there".into()), text("Two & more")]),
        paragraph(Role::Body, vec![text("Second.")]),
    ];
    let note = Note { kind: NoteKind::Foot, mark: None, blocks: vec![paragraph(Role::Body, vec![text("A note.")])] };
    let mut flow =
        Flow { sections: vec![Section { blocks, ..Section::default() }], notes: vec![note], ..Flow::default() };
    flow.metadata.title = Some("A <book>".into());
    flow.metadata.language = Some("en".into());
    flow.outline = vec![OutlineItem { level: 1, title: "To two".into(), target: "there".into() }];
    flow
}

fn book(flow: Flow) -> Vec<u8> {
    let Written::File(bytes) = write(flow, &Context::default()).unwrap() else { panic!("one file") };
    bytes
}

fn part(book: &[u8], name: &str) -> String {
    let mut archive = zip::ZipArchive::new(Cursor::new(book)).unwrap();
    let mut text = String::new();
    archive.by_name(&format!("EPUB/{name}")).unwrap().read_to_string(&mut text).unwrap();
    text
}

#[test]
fn the_media_type_comes_first_and_as_it_is() {
    let book = book(sample());
    // OCF 3.3, 4.3: the name at 30, the type at 38.
    assert_eq!(&book[30..58], b"mimetypeapplication/epub+zip");
    assert_eq!(book, self::book(sample()), "the same text is the same book");
}

#[test]
fn links_lead_to_the_files_of_their_places() {
    let book = book(sample());
    let (first, second) = (part(&book, "chapter-001.xhtml"), part(&book, "chapter-002.xhtml"));
    assert!(first.contains("<a href=\"chapter-002.xhtml#s2\">over there</a>"), "{first}");
    assert!(second.contains("<h1 id=\"s2\">Two &amp; more</h1>"), "{second}");
    assert!(
        first.contains("epub:type=\"noteref\"") && first.contains("<aside id=\"note-1\" epub:type=\"footnote\""),
        "{first}"
    );
    assert!(part(&book, "nav.xhtml").contains("<a href=\"chapter-002.xhtml#s2\">To two</a>"));
    assert!(part(&book, "toc.ncx").contains("<content src=\"chapter-002.xhtml#s2\"/>"));
    assert!(part(&book, "package.opf").contains("<dc:title>A &lt;book&gt;</dc:title>"));
}

#[test]
fn an_empty_document_is_a_book_too() {
    let book = book(Flow::default());
    assert!(part(&book, "nav.xhtml").contains("<a href=\"chapter-001.xhtml\">Untitled</a>"));
}
