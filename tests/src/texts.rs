//! Small texts in the formats that people write by hand, and the packages made of them.

use std::io::{Cursor, Write};

use zip::write::SimpleFileOptions;

/// A picture of one white dot (PNG, ISO/IEC 15948), as base64.
const DOT: &str = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR42mP4DwABAQEAHLCMmQAAAABJRU5ErkJggg==";

/// Every text, by a name with its extension.
pub fn all() -> Vec<(String, Vec<u8>)> {
    let texts = [
        ("made.md", markdown()),
        ("made.txt", plain()),
        ("made.html", html()),
        ("made.fb2", fb2()),
        ("made.ipynb", notebook()),
        ("made.json", document()),
    ];
    let texts = texts.into_iter().map(|(name, text)| (name.to_owned(), text.into_bytes()));
    texts.chain([("made.epub".to_owned(), epub())]).collect()
}

fn markdown() -> String {
    "# A letter\n\nIt has *some* words, a [link](https://example.org/) and a note[^1].\n\n\
     | Fruit | Count |\n|:--|--:|\n| Apples | 12 |\n\n1. First\n2. Second\n   - [x] done\n\n\
     ```rust\nfn main() {}\n```\n\nA sum: $\\frac{a}{b}$.\n\n[^1]: The note.\n"
        .into()
}

fn plain() -> String {
    "CHAPTER ONE\n\nThe first paragraph of this text goes on over the end of its\n\
     first line, as texts from old machines do, and then it ends.\n\n\
     The second one is short.\n\n  - an item\n  - another\n"
        .into()
}

fn html() -> String {
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>A page</title>\
         <style>p {{ color: #123456 }}</style></head><body><h1 id=\"top\">A page</h1>\
         <p>It has <em>some</em> words and a <a href=\"#top\">way back</a>.</p>\
         <table><tr><th>Fruit</th><th>Count</th></tr><tr><td>Apples</td><td>12</td></tr></table>\
         <ul><li>one</li><li>two</li></ul><p><img alt=\"a dot\" src=\"data:image/png;base64,{DOT}\"></p></body></html>\n"
    )
}

fn fb2() -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n\
         <FictionBook xmlns=\"http://www.gribuser.ru/xml/fictionbook/2.0\" xmlns:l=\"http://www.w3.org/1999/xlink\">\
         <description><title-info><genre>prose</genre><author><first-name>A.</first-name><last-name>Writer</last-name>\
         </author><book-title>A made book</book-title><lang>en</lang></title-info></description>\
         <body><section><title><p>One</p></title><p>The <emphasis>first</emphasis> chapter has a note\
         <a l:href=\"#n1\" type=\"note\">1</a>.</p><image l:href=\"#dot.png\"/></section></body>\
         <body name=\"notes\"><section id=\"n1\"><p>The note.</p></section></body>\
         <binary id=\"dot.png\" content-type=\"image/png\">{DOT}</binary></FictionBook>\n"
    )
}

fn notebook() -> String {
    "{\"cells\": [{\"cell_type\": \"markdown\", \"metadata\": {}, \"source\": [\"# A notebook\\n\", \"It counts.\"]},\n\
     {\"cell_type\": \"code\", \"execution_count\": 1, \"metadata\": {}, \"outputs\": [{\"output_type\": \"stream\", \
     \"name\": \"stdout\", \"text\": [\"3\\n\"]}], \"source\": [\"print(1 + 2)\"]}],\n\
     \"metadata\": {\"kernelspec\": {\"language\": \"python\", \"name\": \"python3\", \"display_name\": \"Python 3\"}},\n\
     \"nbformat\": 4, \"nbformat_minor\": 5}\n"
        .into()
}

/// A document as the library's own JSON says it.
fn document() -> String {
    let json = transvase::Format::find("json").map(|json| transvase::convert(html().as_bytes(), json));
    let made = json.and_then(Result::ok).map(|output| String::from_utf8_lossy(&output.bytes).into_owned());
    made.unwrap_or_default()
}

fn epub() -> Vec<u8> {
    let chapter = |title: &str, text: &str| {
        format!(
            "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" lang=\"en\">\
             <head><title>{title}</title></head><body><h1>{title}</h1><p>{text}</p></body></html>\n"
        )
    };
    let container = "<?xml version=\"1.0\"?>\n<container version=\"1.0\" \
        xmlns=\"urn:oasis:names:tc:opendocument:xmlns:container\"><rootfiles><rootfile full-path=\"book.opf\" \
        media-type=\"application/oebps-package+xml\"/></rootfiles></container>\n";
    let package = "<?xml version=\"1.0\"?>\n<package xmlns=\"http://www.idpf.org/2007/opf\" version=\"3.0\" \
        unique-identifier=\"id\"><metadata xmlns:dc=\"http://purl.org/dc/elements/1.1/\">\
        <dc:identifier id=\"id\">made-book</dc:identifier><dc:title>A made book</dc:title><dc:language>en</dc:language>\
        <meta property=\"dcterms:modified\">2020-01-01T00:00:00Z</meta></metadata>\
        <manifest><item id=\"nav\" href=\"nav.xhtml\" media-type=\"application/xhtml+xml\" properties=\"nav\"/>\
        <item id=\"one\" href=\"one.xhtml\" media-type=\"application/xhtml+xml\"/>\
        <item id=\"two\" href=\"two.xhtml\" media-type=\"application/xhtml+xml\"/></manifest>\
        <spine><itemref idref=\"one\"/><itemref idref=\"two\"/></spine></package>\n";
    let nav = "<?xml version=\"1.0\"?>\n<html xmlns=\"http://www.w3.org/1999/xhtml\" \
        xmlns:epub=\"http://www.idpf.org/2007/ops\"><head><title>Contents</title></head><body><nav epub:type=\"toc\"><ol>\
        <li><a href=\"one.xhtml\">One</a></li><li><a href=\"two.xhtml\">Two</a></li></ol></nav></body></html>\n";
    let (one, two) = (chapter("One", "The first chapter."), chapter("Two", "The second one ends the book."));
    packed(&[
        ("mimetype", "application/epub+zip"),
        ("META-INF/container.xml", container),
        ("book.opf", package),
        ("nav.xhtml", nav),
        ("one.xhtml", &one),
        ("two.xhtml", &two),
    ])
}

/// A zip archive of these files, the first of them not compressed.
pub fn packed(files: &[(&str, &str)]) -> Vec<u8> {
    let mut archive = zip::ZipWriter::new(Cursor::new(Vec::new()));
    for (at, (name, text)) in files.iter().enumerate() {
        let method = if at == 0 { zip::CompressionMethod::Stored } else { zip::CompressionMethod::Deflated };
        let options = SimpleFileOptions::default().compression_method(method);
        archive.start_file(*name, options).expect("a file in memory can be written");
        archive.write_all(text.as_bytes()).expect("a file in memory can be written");
    }
    archive.finish().expect("a file in memory can be written").into_inner()
}
