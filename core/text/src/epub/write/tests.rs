//! Books as other programs see them.

use std::io::{Cursor, Read};

use super::write;
use transvase_base::context::Context;
use transvase_format::Written;
use transvase_model::flow::{
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

#[test]
fn the_list_of_pages_leads_to_marks() {
    use transvase_base::units::{Rect, Size};
    use transvase_model::flow::{Place, PlaceId, SourcePage, Stretch};
    let on = |page: u32, role, words: &str| {
        let content = if words.is_empty() { Vec::new() } else { vec![text(words)] };
        Block::Paragraph(Paragraph { role, content, place: Some(PlaceId(page - 1)), ..Paragraph::default() })
    };
    let (body, head) = (Role::Body, Role::Heading(1));
    let blocks =
        vec![on(1, head, "a"), on(1, body, "b"), on(2, body, ""), on(3, body, ""), on(3, head, "c"), on(4, body, "")];
    let mut flow = Flow { sections: vec![Section { blocks, ..Section::default() }], ..Flow::default() };
    flow.pages = (1..5).map(|number| SourcePage { number, size: Size::default() }).collect();
    let place = |page| Place { stretches: vec![Stretch { page, rect: Rect::default(), lines: Vec::new() }] };
    flow.places = (1..5).map(place).collect();
    let book = book(flow);
    let nav = part(&book, "nav.xhtml");
    let (_, list) = nav.split_once("page-list").unwrap();
    let links: Vec<&str> = list.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert_eq!(links, ["chapter-001.xhtml#page-1", "chapter-002.xhtml#page-3"]);
    for link in links {
        let (file, id) = link.split_once('#').unwrap();
        assert!(part(&book, file).contains(&format!("id=\"{id}\"")), "{link}");
    }
}

#[test]
fn a_cover_that_nothing_shows_is_left_out() {
    use transvase_model::media::{Media, MediaKind};
    let mut flow = sample();
    let media = Media { bytes: (*b"II*\0damaged").into(), kind: MediaKind::Tiff, width_px: 1, height_px: 1 };
    flow.cover = Some(flow.media.add(media));
    let package = part(&book(flow), "package.opf");
    assert!(!package.contains("cover") && !package.contains("tiff"), "{package}");
}

#[test]
fn links_to_what_lies_beside_the_source_are_text() {
    let link = |to: &str| Inline::Link { target: LinkTarget::External(to.into()), content: vec![text("go")] };
    let blocks = vec![paragraph(Role::Body, vec![link("/other.md"), text(" "), link("https://example.org")])];
    let flow = Flow { sections: vec![Section { blocks, ..Section::default() }], ..Flow::default() };
    let chapter = part(&book(flow), "chapter-001.xhtml");
    assert!(chapter.contains("go <a href=\"https://example.org\">go</a>"), "{chapter}");
}
