//! Independent readers see what we say and wrote.

use std::io::{Cursor, Read};

use docx_rs::{
    DocumentChild, HyperlinkData, Paragraph, ParagraphChild, Run, RunChild, Table, TableCellContent, TableChild,
    TableRowChild,
};
use transvase::{Converter, Format};
use transvase_tests::samples::{self, Sample};

/// Every sample that becomes a DOCX, with the DOCX.
fn documents() -> Vec<(Sample, Vec<u8>)> {
    let Some(docx) = Format::find("docx") else { return Vec::new() };
    let samples =
        samples::all().into_iter().filter(|sample| samples::targets(sample).contains(&docx) && sample.format != docx);
    samples
        .map(|sample| {
            let output = Converter::new(docx).convert(&sample.bytes).unwrap();
            (sample, output.bytes)
        })
        .collect()
}

#[test]
fn docx_rs_reads_back_every_word() {
    for (sample, docx) in documents() {
        let read = docx_rs::read_docx(&docx).unwrap_or_else(|error| panic!("{}: {error:?}", sample.name));
        let seen = body_text(&read.document.children);
        let written = text_of_part(&docx, "word/document.xml");
        assert_eq!(words(&seen), words(&written), "{}", sample.name);
        let kinds = sample.format.spec().media_types;
        let is_of_pictures = kinds.iter().any(|kind| kind.starts_with("image/") || kind.contains("comicbook"));
        assert!(is_of_pictures || !words(&seen).is_empty(), "{} has no text", sample.name);
    }
}

#[test]
fn the_made_page_arrives_word_for_word() {
    for (_, docx) in documents().into_iter().filter(|(sample, _)| sample.name == "made.pdf") {
        let text = words(&text_of_part(&docx, "word/document.xml")).join(" ");
        for line in samples::PDF_LINES {
            assert!(text.contains(line), "{line:?} is missing in {text:?}");
        }
    }
}

fn words(text: &str) -> Vec<&str> {
    text.split_whitespace().collect()
}

/// The text of one part, by a reader of XML that knows nothing of documents: the content of every
/// `w:t`, with a space where a paragraph, a tab or a break ends a word.
fn text_of_part(docx: &[u8], name: &str) -> String {
    use quick_xml::events::Event;

    let mut archive = zip::ZipArchive::new(Cursor::new(docx)).unwrap();
    let mut xml = String::new();
    archive.by_name(name).unwrap().read_to_string(&mut xml).unwrap();
    let mut reader = quick_xml::Reader::from_str(&xml);
    let (mut text, mut inside) = (String::new(), false);
    loop {
        match reader.read_event().unwrap() {
            Event::Start(tag) => inside = tag.name().as_ref() == "w:t",
            Event::End(tag) if tag.name().as_ref() == "w:p" => text.push(' '),
            Event::End(_) => inside = false,
            Event::Empty(tag) if ["w:tab", "w:br"].contains(&tag.name().as_ref()) => text.push(' '),
            Event::Text(part) if inside => text.push_str(&part),
            Event::GeneralRef(part) if inside => text.push_str(&reference(&part)),
            Event::Eof => return text,
            _ => {}
        }
    }
}

/// The character of `amp`, `lt`, `#233` and the like.
fn reference(name: &str) -> String {
    let number = name.strip_prefix("#x").map(|hex| u32::from_str_radix(hex, 16));
    let number = number.or_else(|| name.strip_prefix('#').map(str::parse));
    match (name, number) {
        (_, Some(code)) => char::from_u32(code.unwrap()).unwrap().to_string(),
        ("amp", _) => "&".into(),
        ("lt", _) => "<".into(),
        ("gt", _) => ">".into(),
        ("quot", _) => "\"".into(),
        ("apos", _) => "'".into(),
        _ => panic!("an entity XML does not know: {name}"),
    }
}

fn body_text(children: &[DocumentChild]) -> String {
    let texts = children.iter().map(|child| match child {
        DocumentChild::Paragraph(paragraph) => paragraph_text(paragraph),
        DocumentChild::Table(table) => table_text(table),
        _ => String::new(),
    });
    texts.collect::<Vec<_>>().join(" ")
}

fn table_text(table: &Table) -> String {
    let rows = table.rows.iter().map(|TableChild::TableRow(row)| row);
    let cells = rows.flat_map(|row| row.cells.iter().map(|TableRowChild::TableCell(cell)| cell));
    let parts = cells.flat_map(|cell| &cell.children).map(|content| match content {
        TableCellContent::Paragraph(paragraph) => paragraph_text(paragraph),
        TableCellContent::Table(table) => table_text(table),
        _ => String::new(),
    });
    parts.collect::<Vec<_>>().join(" ")
}

fn paragraph_text(paragraph: &Paragraph) -> String {
    let mut text = String::new();
    for child in &paragraph.children {
        match child {
            ParagraphChild::Run(run) => text += &run_text(run),
            ParagraphChild::Hyperlink(link) => {
                // A link's target is what a reader follows; its text is checked here.
                assert!(!matches!(&link.link, HyperlinkData::External { rid, .. } if rid.is_empty()));
                for child in &link.children {
                    if let ParagraphChild::Run(run) = child {
                        text += &run_text(run);
                    }
                }
            }
            _ => {}
        }
    }
    text
}

fn run_text(run: &Run) -> String {
    let parts = run.children.iter().map(|child| match child {
        RunChild::Text(text) => text.text.clone(),
        RunChild::Tab(_) | RunChild::Break(_) | RunChild::PTab(_) => " ".into(),
        _ => String::new(),
    });
    parts.collect()
}

/// Every undamaged book: the samples', and the corpus's where it is at hand.
fn books() -> Vec<(String, Vec<u8>)> {
    let own = samples::all().into_iter().filter(|sample| sample.bytes.get(60..68) == Some(b"BOOKMOBI"));
    let mut books: Vec<_> = own.map(|sample| (sample.name, sample.bytes)).collect();
    if let Some(corpus) = transvase_tests::corpus("metadata of the corpus's books") {
        for folder in ["ebook/mobi", "ebook/azw3"] {
            let files = transvase_tests::files_below(&corpus.join(folder));
            books.extend(files.into_iter().map(|path| (path.display().to_string(), std::fs::read(&path).unwrap())));
        }
    }
    books
}

#[test]
fn the_mobi_crate_reads_the_same_header_fields() {
    let mut compared = 0;
    for (name, bytes) in books() {
        // What is no book to one of the two readers cannot be compared.
        let (Some(ours), Ok(theirs)) = (transvase::inspect(&bytes).ok(), mobi::MobiMetadata::new(&bytes)) else {
            continue;
        };
        let metadata = ours.facts.metadata;
        assert_eq!(metadata.title.as_deref().map(plain), Some(plain(&theirs.title())), "title of {name}");
        assert_eq!(metadata.authors.first().map(|author| plain(author)), first(theirs.author()), "author of {name}");
        assert_eq!(metadata.publisher.as_deref().map(plain), first(theirs.publisher()), "publisher of {name}");
        compared += 1;
    }
    println!("measured: {compared} books agree");
}

fn first(value: Option<String>) -> Option<String> {
    value.map(|value| plain(&value)).filter(|value| !value.is_empty())
}

/// Without white space at the ends and doubled inside, which readers treat each their own way.
fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
