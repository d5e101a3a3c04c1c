use transvase_base::changed::changed;
use transvase_base::context::{Context, Limits};
use transvase_base::error::ErrorCode;
use transvase_base::options::Options;
use transvase_base::warning::WarningCode;
use transvase_container::zip::Archive;
use transvase_format::Confidence;
use transvase_model::flow::{Block, Flow, Inline, LinkTarget, Role, walk_mut};

use super::{SPEC, read, sniff};

const CONTAINER: &str = "<container><rootfiles><rootfile full-path='OPS/book.opf'/></rootfiles></container>";

/// A red pixel.
const GIF: &[u8] = b"GIF89a\x01\0\x01\0\x80\0\0\xFF\0\0\0\0\0,\0\0\0\0\x01\0\x01\0\0\x02\x02D\x01\0;";

fn archive(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = Archive::new();
    archive.store("mimetype", b"application/epub+zip").unwrap();
    for (name, bytes) in files {
        archive.deflate(name, bytes).unwrap();
    }
    archive.finish().unwrap()
}

fn package(metadata: &str, manifest: &str, spine: &str) -> String {
    format!(
        "<package xmlns='http://www.idpf.org/2007/opf' unique-identifier='uid'>
         <metadata xmlns:dc='http://purl.org/dc/elements/1.1/'>{metadata}</metadata>
         <manifest>{manifest}</manifest><spine toc='ncx'>{spine}</spine></package>"
    )
}

fn page(body: &str) -> String {
    format!(
        "<html xmlns='http://www.w3.org/1999/xhtml' xmlns:epub='urn:e'><head><title/>
        <link rel='stylesheet' href='../style/main.css'/></head><body>{body}</body></html>"
    )
}

const METADATA: &str = "<dc:title id='t2'>Later</dc:title><dc:title id='t1'>The Book</dc:title>
    <meta refines='#t1' property='title-type'>main</meta><meta refines='#t2' property='title-type'>subtitle</meta>
    <dc:creator id='a'>Ann Author</dc:creator><dc:creator id='b'>Tim Translator</dc:creator>
    <meta refines='#b' property='role'>trl</meta><dc:language>de_AT</dc:language>
    <dc:identifier id='uid'>urn:uuid:00112233-4455-6677-8899-aabbccddeeff</dc:identifier>
    <dc:subject>One</dc:subject><dc:subject>Two</dc:subject><dc:description>&lt;p&gt;About &amp;amp; so&lt;/p&gt;</dc:description>
    <dc:date>2020-01-02</dc:date><dc:publisher>House</dc:publisher><meta property='dcterms:modified'>2021</meta>
    <meta name='cover' content='pic'/>";

const MANIFEST: &str = "<item id='nav' href='nav.xhtml' media-type='application/xhtml+xml' properties='nav'/>
    <item id='one' href='Text/One%20a.xhtml' media-type='application/xhtml+xml'/>
    <item id='two' href='text/two.xhtml' media-type='application/xhtml+xml'/>
    <item id='gone' href='text/gone.xhtml' media-type='application/xhtml+xml'/>
    <item id='svg' href='draw.svg' media-type='image/svg+xml'/>
    <item id='css' href='style/main.css' media-type='text/css'/><item id='pic' href='p.gif' media-type='image/gif'/>";

const SPINE: &str =
    "<itemref idref='nav' linear='no'/><itemref idref='one'/><itemref idref='two'/><itemref idref='svg'/>
    <itemref idref='two'/><itemref idref='gone'/>";

const NAV: &str =
    "<html xmlns:epub='urn:e'><body><nav epub:type='toc'><ol><li><a href='text/One%20a.xhtml'>First</a><ol>
    <li><a href='text/two.xhtml#s'>Second</a></li></ol></li></ol></nav></body></html>";

fn book() -> Vec<u8> {
    let one = page(
        "<p class='t'>First</p><p>Words<a epub:type='noteref' href='two.xhtml#n1'>1</a> and
         <a href='two.xhtml#s'>a link</a> <a href='two.xhtml#lost'>near</a> <a href='no.xhtml'>lost</a>.</p>
         <img src='../P.GIF' alt='dot'/><img src='none.png' alt='words'/>",
    );
    let two = page(
        "<h2 id='s'>Second</h2><p class='t'>Text.</p><aside epub:type='footnote' id='n1'><p>1. A note.</p></aside>
         <nav epub:type='page-list' hidden=''><ol><li><a href='#s'>17</a></li></ol></nav>",
    );
    let svg = "<svg xmlns:xlink='http://www.w3.org/1999/xlink'><image xlink:href='p.gif'/></svg>";
    archive(&[
        ("META-INF/container.xml", CONTAINER.as_bytes()),
        ("OPS/book.opf", package(METADATA, MANIFEST, SPINE).as_bytes()),
        ("OPS/nav.xhtml", NAV.as_bytes()),
        ("OPS/text/One a.xhtml", one.as_bytes()),
        ("OPS/text/two.xhtml", two.as_bytes()),
        ("OPS/draw.svg", svg.as_bytes()),
        ("OPS/style/main.css", b"@import 'more/a.css'; p { margin: 0 }"),
        ("OPS/style/more/a.css", b"@import '../main.css'; .t { font-weight: bold }"),
        ("OPS/p.gif", GIF),
    ])
}

fn texts(flow: &mut Flow) -> Vec<(Role, String)> {
    let mut texts = Vec::new();
    for section in &mut flow.sections {
        walk_mut(&mut section.blocks, &mut |paragraph| {
            texts.push((paragraph.role, transvase_markup::html::headings::text_of(&paragraph.content)));
            Ok::<(), ()>(())
        })
        .unwrap();
    }
    texts
}

fn inlines(flow: &mut Flow) -> Vec<Inline> {
    let mut all = Vec::new();
    for section in &mut flow.sections {
        walk_mut(&mut section.blocks, &mut |paragraph| {
            all.extend(paragraph.content.clone());
            Ok::<(), ()>(())
        })
        .unwrap();
    }
    all
}

#[test]
fn a_book_is_read_in_the_order_of_its_spine() {
    let context = Context::default();
    let mut flow = read::read(&book(), &context).unwrap();
    let texts = texts(&mut flow);
    let words: Vec<&str> = texts.iter().map(|(_, text)| text.as_str()).filter(|text| !text.is_empty()).collect();
    assert_eq!(words, ["First", "Second", "First", "Words and a link near lost.", "[words]", "Second", "Text."]);
    assert_eq!((texts[2].0, texts[5].0), (Role::Heading(1), Role::Heading(2)), "the contents make headings: {texts:?}");
    let outline: Vec<_> = flow.outline.iter().map(|item| (item.level, item.title.as_str())).collect();
    assert_eq!(outline, [(1, "First"), (2, "Second")]);
    let said: Vec<WarningCode> = context.take_warnings().iter().map(|warning| warning.code).collect();
    for code in [WarningCode::InputRepaired, WarningCode::ImageDropped, WarningCode::LinkDropped] {
        assert!(said.contains(&code), "{code:?}");
    }
}

#[test]
fn links_notes_and_pictures_find_their_files() {
    let mut flow = read::read(&book(), &Context::default()).unwrap();
    assert_eq!(flow.notes.len(), 1);
    let Block::Paragraph(note) = &flow.notes[0].blocks[0] else { panic!() };
    assert_eq!(transvase_markup::html::headings::text_of(&note.content), "A note.");
    assert_eq!(flow.media.len(), 1, "the cover is a picture of the text");
    let inlines = inlines(&mut flow);
    assert_eq!(inlines.iter().filter(|inline| matches!(inline, Inline::Note(0))).count(), 1);
    assert_eq!(inlines.iter().filter(|inline| matches!(inline, Inline::Image(_))).count(), 2);
    let targets = inlines.iter().filter_map(|inline| match inline {
        Inline::Link { target: LinkTarget::Internal(target), .. } => Some(&**target),
        _ => None,
    });
    assert_eq!(targets.collect::<Vec<_>>(), ["1#", "2#s", "2#s", "2#"], "a lost place is the beginning of its file");
    let bold = inlines.iter().filter_map(Inline::run).filter(|run| run.style.is_bold()).map(|run| run.text.as_str());
    assert!(bold.collect::<String>().contains("Text."), "an imported sheet counts");
}

#[test]
fn metadata_are_refined() {
    let facts = super::inspect(&book(), &Context::default()).unwrap().metadata;
    assert_eq!(facts.title.as_deref(), Some("The Book: Later"));
    assert_eq!((facts.authors, facts.keywords), (vec!["Ann Author".to_owned()], vec!["One".to_owned(), "Two".into()]));
    assert_eq!((facts.language.as_deref(), facts.subject.as_deref()), (Some("de-AT"), Some("About & so")));
    assert_eq!((facts.date.as_deref(), facts.modified.as_deref()), (Some("2020-01-02"), Some("2021")));
}

#[test]
fn what_stands_in_an_element_of_the_metadata_is_its_text() {
    let metadata = |text: &str| {
        let package = package(text, "<item id='a' href='a' media-type='text/html'/>", "<itemref idref='a'/>");
        let files =
            [("META-INF/container.xml", CONTAINER.as_bytes()), ("OPS/book.opf", package.as_bytes()), ("OPS/a", b"x")];
        super::inspect(&archive(&files), &Context::default()).unwrap().metadata
    };
    let wrapped = metadata("<dc-metadata><dc:title>A <b>b</b></dc:title><dc:title>c</dc:title></dc-metadata>");
    assert_eq!(wrapped.title.as_deref(), Some("A b"));
    let inside = metadata("<dc:description>x<dc:subject>y</dc:subject></dc:description>");
    assert_eq!((inside.subject.as_deref(), inside.keywords.len()), (Some("xy"), 0));
}

#[test]
fn books_are_known_by_their_first_entry_or_their_container() {
    assert_eq!(sniff(&book()), Confidence::Certain);
    let mut other = Archive::new();
    other.deflate("META-INF/container.xml", CONTAINER.as_bytes()).unwrap();
    assert_eq!(sniff(&other.finish().unwrap()), Confidence::Certain);
    assert_eq!((sniff(b"PK\x03\x04"), sniff(b"")), (Confidence::No, Confidence::No));
    assert!(SPEC.answers_to("epub"));
}

#[test]
fn protected_books_are_refused() {
    let listed =
        "<encryption><EncryptedData><EncryptionMethod Algorithm='http://www.w3.org/2001/04/xmlenc#aes256-cbc'/>
        <CipherData><CipherReference URI='OPS/a.xhtml'/></CipherData></EncryptedData></encryption>";
    for (name, bytes) in [("META-INF/encryption.xml", listed.as_bytes()), ("META-INF/sinf.xml", b"<sinf/>")] {
        let bytes = archive(&[("META-INF/container.xml", CONTAINER.as_bytes()), (name, bytes)]);
        assert_eq!(read::read(&bytes, &Context::default()).unwrap_err().code(), ErrorCode::DrmProtected, "{name}");
    }
}

#[test]
fn a_book_without_its_documents_is_an_error() {
    let code = |files: &[(&str, &[u8])]| read::read(&archive(files), &Context::default()).unwrap_err().code();
    assert_eq!(code(&[]), ErrorCode::Malformed);
    assert_eq!(code(&[("META-INF/container.xml", CONTAINER.as_bytes())]), ErrorCode::Malformed);
    let empty = package("", "", "<itemref idref='x'/>");
    assert_eq!(code(&[("OPS/book.opf", empty.as_bytes())]), ErrorCode::Malformed);
}

/// Each of these would take long or much if it were done as it says.
/// A book of one page under these names, whose package document names it so.
fn book_of(folder: &str, name: &str, href: &str, media_type: &str, text: &str) -> Vec<u8> {
    let manifest = format!("<item id='a' href='{href}' media-type='{media_type}'/>");
    let package = package("", &manifest, "<itemref idref='a'/>");
    let mut archive = Archive::new();
    let files = [("META-INF/container.xml", CONTAINER), ("OPS/book.opf", &package), (name, text)];
    for (name, text) in files {
        archive.deflate(&format!("{folder}{name}"), text.as_bytes()).unwrap();
    }
    archive.finish().unwrap()
}

#[test]
fn books_are_found_in_folders_and_their_files_under_other_names() {
    let page = page("<p>found</p>");
    let xhtml = "application/xhtml+xml";
    let books = [
        book_of("My book/", "OPS/a.xhtml", "a.xhtml", xhtml, &page),
        book_of("", "OPS/a%20b.xhtml", "a b.xhtml", xhtml, &page),
        book_of("", "OPS/a.xhtml", "a.xhtml", "image/jpeg", &page),
        book_of("", "OPS/a.xhtml", "a.xhtml", "text/plain", &page),
    ];
    for book in books {
        assert_eq!(sniff(&book), Confidence::Certain);
        let words: Vec<String> =
            texts(&mut read::read(&book, &Context::default()).unwrap()).into_iter().map(|(_, text)| text).collect();
        assert_eq!(words, ["found"]);
    }
}

#[test]
fn damage_of_pages_is_told_of() {
    let text = page("<p>one <b>two <i>three</b> four</i></p>").replace("</body></html>", "");
    let context = Context::default();
    let book = book_of("", "OPS/a.xhtml", "a.xhtml", "application/xhtml+xml", &text);
    let mut flow = read::read(&book, &context).unwrap();
    assert_eq!(texts(&mut flow)[0].1, "one two three four");
    assert!(context.take_warnings().iter().any(|it| it.code == WarningCode::InputRepaired));
}

#[test]
fn hostile_books_end() {
    let item = "<item id='a' href='a.xhtml' media-type='application/xhtml+xml'/>";
    let with = |spine: &str, text: &str, css: &str| {
        let page = format!("<html><head><link rel='stylesheet' href='a.css'/></head><body>{text}</body></html>");
        archive(&[
            ("OPS/book.opf", package("", item, spine).as_bytes()),
            ("OPS/a.xhtml", page.as_bytes()),
            ("OPS/a.css", css.as_bytes()),
        ])
    };
    let context = Context::default();
    let often = with(&"<itemref idref='a'/>".repeat(100_000), "<p>once</p>", "");
    let mut flow = read::read(&often, &context).unwrap();
    assert_eq!(texts(&mut flow).len(), 1);
    let deep = format!("{}deep{}", "<div>".repeat(20_000), "</div>".repeat(20_000));
    assert_eq!(texts(&mut read::read(&with("<itemref idref='a'/>", &deep, ""), &context).unwrap())[0].1, "deep");
    let css = "@import 'a.css'; @import 'A.css'; @import '../OPS/a.css'; p { color: red }";
    assert!(read::read(&with("<itemref idref='a'/>", "<p>x</p>", css), &context).is_ok());
    let nested = format!("<package>{}", "<metadata>".repeat(2_000));
    let error = read::read(&archive(&[("OPS/book.opf", nested.as_bytes())]), &context).unwrap_err();
    assert_eq!(error.code(), ErrorCode::LimitExceeded);
}

#[test]
fn bombs_meet_their_limits() {
    let bytes = archive(&[("OPS/book.opf", &b" ".repeat(3_000_000)), ("META-INF/container.xml", CONTAINER.as_bytes())]);
    let limits = Limits { unpacked_bytes: 1_000_000, ..Limits::default() };
    let error = read::read(&bytes, &Context::new(Options::default(), limits)).unwrap_err();
    assert_eq!(error.code(), ErrorCode::LimitExceeded);
}

#[test]
fn cut_and_changed_books_do_not_panic() {
    let whole = book();
    for seed in 0..400 {
        let _ = read::read(&changed(&whole, seed, 8), &Context::default());
    }
}
