use transvase_base::changed::changed;
use transvase_base::context::Context;
use transvase_base::error::{ErrorCode, Result};
use transvase_container::zip::Archive;
use transvase_format::Confidence;
use transvase_markup::html::headings::text_of;
use transvase_model::flow::{Block, Flow, Inline, Role, walk_mut};

use super::{inspect, read, sniff};

/// What the description of a sample says, and its text.
fn book(body: &str) -> String {
    format!(
        "<?xml version='1.0' encoding='utf-8'?>
        <FictionBook xmlns='http://www.gribuser.ru/xml/fictionbook/2.0' xmlns:l='http://www.w3.org/1999/xlink'>
        <description><title-info><genre>prose</genre><author><first-name>Ann</first-name><last-name>Author</last-name>
        </author><book-title>The Book</book-title><annotation><p>About.</p></annotation><date value='1900-01-02'>1900</date>
        <coverpage><image l:href='#c.gif'/></coverpage><lang>ru</lang><sequence name='Series' number='2'/></title-info>
        <document-info><program-used>Hand</program-used><id>ID</id></document-info></description>{body}
        <binary id='c.gif' content-type='image/gif'>R0lGODlhAQABAIAAAP8AAAAAACwA
        AAAAAQABAAACAkQBADs=</binary></FictionBook>"
    )
}

const BODY: &str = "<body><title><p>The Book</p></title><section id='s1'><title><p>Part</p><p>One</p></title>
    <epigraph><p>Motto</p><text-author>Who</text-author></epigraph><section><title><p>Chapter</p></title>
    <p>Text<a l:href='#n1' type='note'>[1]</a> <emphasis>em</emphasis> <a l:href='#s1'>up</a></p><empty-line/>
    <poem><stanza><v>line one</v><v>line two</v></stanza></poem><subtitle>* * *</subtitle><image l:href='#c.gif'/>
    <table><tr><th>h</th><td>d</td></tr></table></section></section></body>
    <body name='notes'><title><p>Notes</p></title><section id='n1'><title><p>1</p></title><p>A note.</p></section></body>";

fn texts(flow: &mut Flow) -> Vec<(Role, String)> {
    let mut texts = Vec::new();
    let visit: Result<()> = walk_mut(&mut flow.sections[0].blocks, &mut |paragraph| {
        texts.push((paragraph.role, text_of(&paragraph.content)));
        Ok(())
    });
    visit.unwrap();
    texts
}

#[test]
fn a_book_becomes_headings_verses_and_notes() {
    let mut flow = read::read(book(BODY).as_bytes(), &Context::default()).unwrap();
    let texts = texts(&mut flow);
    let words: Vec<&str> = texts.iter().map(|(_, text)| text.as_str()).filter(|text| !text.is_empty()).collect();
    let expected = [
        "The Book",
        "Part One",
        "Motto",
        "Who",
        "Chapter",
        "Text em up",
        "line one",
        "line two",
        "* * *",
        "h",
        "d",
        "Notes",
    ];
    assert_eq!(words, expected);
    let levels = texts.iter().filter_map(|(role, _)| if let Role::Heading(level) = role { Some(*level) } else { None });
    assert_eq!(levels.collect::<Vec<_>>(), [1, 1, 2, 1]);
    let Block::Paragraph(note) = &flow.notes[0].blocks[0] else { panic!() };
    assert_eq!((text_of(&note.content).as_str(), flow.notes.len(), flow.media.len()), ("A note.", 1, 1));
    assert!(flow.cover.is_some(), "the picture stands late in the text");
}

#[test]
fn descriptions_become_metadata() {
    let metadata = inspect(book("<body><p>x</p></body>").as_bytes(), &Context::default()).unwrap().metadata;
    assert_eq!(metadata.title.as_deref(), Some("The Book (Series 2)"));
    assert_eq!((metadata.authors, metadata.date.as_deref()), (vec!["Ann Author".to_owned()], Some("1900-01-02")));
    assert_eq!((metadata.identifier.as_deref(), metadata.producer.as_deref()), (Some("ID"), Some("Hand")));
}

#[test]
fn no_more_than_the_description_is_looked_at() {
    let whole = book("<body><p>x</p></body>");
    let (before, _) = whole.split_once("<body>").unwrap();
    let title = |text: &str| inspect(text.as_bytes(), &Context::default()).map(|facts| facts.metadata.title);
    assert_eq!(title(&format!("{before}<body><p></wrong>")).unwrap(), title(&whole).unwrap());
    assert_eq!(title(&before.replace("</description>", "</wrong>")).unwrap_err().code(), ErrorCode::Malformed);
}

#[test]
fn older_encodings_and_archives_are_read() {
    let text = book("<body><section><p>Привет</p></section></body>").replace("utf-8", "windows-1251");
    let bytes = encoding_rs::WINDOWS_1251.encode(&text).0.into_owned();
    let mut archive = Archive::new();
    archive.deflate("книга.FB2", &bytes).unwrap();
    let packed = archive.finish().unwrap();
    for bytes in [bytes, packed] {
        assert_eq!(sniff(&bytes), Confidence::Certain);
        let mut flow = read::read(&bytes, &Context::default()).unwrap();
        assert_eq!(texts(&mut flow)[0].1, "Привет");
    }
    assert_eq!((sniff(b"<html>"), sniff(b"PK")), (Confidence::No, Confidence::No));
}

#[test]
fn what_stands_around_damage_is_kept() {
    let context = Context::default();
    let chapter = |text: &str| format!("<section><title><p>T</p></title><p>{text}</p></section>");
    let cases =
        ["one</p><p>two", "one <emphasis>a<strong>b</emphasis>c</strong> two", "one < two & three <a>", "one </b> two"];
    for damaged in cases {
        let damaged = format!(
            "{}{}{}",
            chapter("before"),
            chapter(damaged).replace("</p></section>", "</section>"),
            chapter("behind")
        );
        let mut flow = read::read(book(&format!("<body>{damaged}</body>")).as_bytes(), &context).unwrap();
        let texts = texts(&mut flow);
        assert_eq!((texts[1].1.as_str(), texts.last().unwrap().1.as_str()), ("before", "behind"));
        assert!(texts.iter().any(|(_, text)| text.contains("two")) && flow.cover.is_some());
        assert_eq!(context.take_warnings().len(), 1, "the damage");
    }
    assert_eq!(read::read(b"<FictionBook><x", &context).unwrap_err().code(), ErrorCode::Malformed);
}

#[test]
fn what_stands_outside_of_the_parts_of_a_book_is_read() {
    let section = |words: &str| format!("<section><p>{words}</p></section>");
    let early = book(&format!("<body>{}</body></FictionBook>{}", section("one"), section("two")));
    let roots = format!("{} {}", book(&format!("<body>{}</body>", section("one"))), book("<body><p>two</p></body>"));
    let behind = book(&format!("<body>{}</body>", section("one"))) + "two";
    for text in [early, roots, behind] {
        let context = Context::default();
        let mut flow = read::read(text.as_bytes(), &context).unwrap();
        let words: Vec<String> = texts(&mut flow).into_iter().map(|(_, text)| text).collect();
        assert_eq!(words, ["one", "two"], "{text}");
        assert!(!context.take_warnings().is_empty());
    }
    let before = "noise ".to_owned() + &book(&format!("<body>{}</body>", section("one")));
    assert_eq!(sniff(before.as_bytes()), Confidence::Likely);
}

#[test]
fn names_of_html_and_in_capitals_are_known() {
    let body = "<body><SECTION><TITLE><P>A</P></TITLE><P>b</P><div>c</div><ul><li>d</li></ul><odd>e</odd><p>f<odd>g</odd></p></SECTION></body>";
    let mut flow = read::read(book(body).as_bytes(), &Context::default()).unwrap();
    let words: Vec<String> = texts(&mut flow).into_iter().map(|(_, text)| text).collect();
    assert_eq!(words, ["A", "b", "c", "d", "e", "fg"]);
}

#[test]
fn hostile_books_end() {
    let context = Context::default();
    let deep = book(&format!("<body>{}<p>x</p>", "<section>".repeat(900)));
    assert!(read::read(deep.as_bytes(), &context).is_ok());
    let deeper = book(&format!("<body>{}<p>x</p>", "<section>".repeat(2_000)));
    assert_eq!(read::read(deeper.as_bytes(), &context).unwrap_err().code(), ErrorCode::LimitExceeded);
    let laughs =
        "<!DOCTYPE x [<!ENTITY a 'ha'><!ENTITY b '&a;&a;&a;'>]>".to_owned() + &book("<body><p>&b;</p></body>")[38..];
    let mut flow = read::read(laughs.as_bytes(), &context).unwrap();
    assert_eq!(texts(&mut flow)[0].1, "&b;");
}

#[test]
fn cut_and_changed_books_do_not_panic() {
    let whole = book(BODY).into_bytes();
    for seed in 0..400_u64 {
        let _ = read::read(&changed(&whole, seed, 8), &Context::default());
    }
}

#[test]
fn pictures_in_the_line_stay_in_it() {
    let text = book("<body><section><p>a <image l:href='#c.gif'/> b</p></section></body>");
    let flow = read::read(text.as_bytes(), &Context::default()).unwrap();
    let first = transvase_model::flow::leaves(&flow.sections[0].blocks)[0];
    let Block::Paragraph(paragraph) = first else { panic!() };
    assert!(matches!(paragraph.content[..], [Inline::Text(_), Inline::Image(_), Inline::Text(_)]));
}
