//! Bombs of the archives that formats are packed in.

use super::make::{Bomb, Entry, bomb, entry, entry_of, flat_png, repeat, stored, zip, zip_named};

/// Formats in an archive, each with the names that make it one and what the main one holds.
const PACKAGES: &[(&str, &str, &str, &str)] = &[
    (
        "docx",
        "word/document.xml",
        "<w:document xmlns:w='http://schemas.openxmlformats.org/wordprocessingml/2006/main'><w:body>",
        "</w:body></w:document>",
    ),
    (
        "xlsx",
        "xl/workbook.xml",
        "<workbook xmlns='http://schemas.openxmlformats.org/spreadsheetml/2006/main'>",
        "</workbook>",
    ),
    (
        "pptx",
        "ppt/presentation.xml",
        "<p:presentation xmlns:p='http://schemas.openxmlformats.org/presentationml/2006/main'>",
        "</p:presentation>",
    ),
    ("odt", "content.xml", OPEN_DOCUMENT, "</office:text></office:body></office:document-content>"),
    ("ods", "content.xml", OPEN_DOCUMENT, "</office:text></office:body></office:document-content>"),
    ("odp", "content.xml", OPEN_DOCUMENT, "</office:text></office:body></office:document-content>"),
    ("epub", "b.opf", "<package xmlns='http://www.idpf.org/2007/opf'>", "</package>"),
    ("cbz", "a.txt", "", ""),
    (
        "fbz",
        "a.fb2",
        "<FictionBook xmlns='http://www.gribuser.ru/xml/fictionbook/2.0'><body><section><p>a</p>",
        "</section></body></FictionBook>",
    ),
];

const OPEN_DOCUMENT: &str = "<office:document-content xmlns:office='urn:oasis:names:tc:opendocument:xmlns:office:1.0'><office:body><office:text>";

/// Every bomb of the archive of every such format.
pub fn all() -> Vec<Bomb> {
    PACKAGES.iter().flat_map(|package| bombs_of(package.0)).chain(comics()).chain(media()).collect()
}

/// The parts by which a format is known, its main one with something before its end.
fn parts(extension: &str, main: Entry) -> Vec<Entry> {
    let mut parts = Vec::new();
    let kind = match extension {
        "odt" => "application/vnd.oasis.opendocument.text",
        "ods" => "application/vnd.oasis.opendocument.spreadsheet",
        "odp" => "application/vnd.oasis.opendocument.presentation",
        "epub" => "application/epub+zip",
        _ => "",
    };
    match extension {
        "docx" | "xlsx" | "pptx" => parts.extend(open_packaging(extension)),
        "cbz" => parts.push(entry("1.png", flat_png((9, 9), 8, 0))),
        "fbz" => {}
        _ => parts.push(stored("mimetype", kind)),
    }
    if extension == "epub" {
        let rootfile = "<container xmlns='urn:oasis:names:tc:opendocument:xmlns:container'><rootfiles><rootfile full-path='b.opf'/></rootfiles></container>";
        parts.push(entry("META-INF/container.xml", rootfile));
    }
    parts.push(main);
    parts
}

/// The list of types and the relations of a package (ECMA-376-2, 9.2 and 10.1.2).
pub fn open_packaging(extension: &str) -> Vec<Entry> {
    let (part, kind) = match extension {
        "docx" => ("word/document.xml", "wordprocessingml.document"),
        "xlsx" => ("xl/workbook.xml", "spreadsheetml.sheet"),
        _ => ("ppt/presentation.xml", "presentationml.presentation"),
    };
    let types = format!(
        "<Types xmlns='http://schemas.openxmlformats.org/package/2006/content-types'><Default Extension='rels' \
         ContentType='application/vnd.openxmlformats-package.relationships+xml'/><Default Extension='xml' \
         ContentType='application/xml'/><Default Extension='png' ContentType='image/png'/><Default Extension='jpeg' \
         ContentType='image/jpeg'/><Override PartName='/{part}' \
         ContentType='application/vnd.openxmlformats-officedocument.{kind}.main+xml'/></Types>"
    );
    let relations = format!(
        "<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/relationships'><Relationship Id='r1' \
         Type='http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument' Target='{part}'/></Relationships>"
    );
    vec![entry("[Content_Types].xml", types), entry("_rels/.rels", relations)]
}

fn main_of(extension: &str, inner: &str) -> Entry {
    let (_, name, open, close) = PACKAGES.iter().find(|package| package.0 == extension).unwrap_or(&PACKAGES[0]);
    entry(*name, [open, inner, close].concat())
}

/// The same bombs for each format.
fn bombs_of(extension: &'static str) -> Vec<Bomb> {
    let named = |kind: &str| format!("{extension}-zip-{kind}.{extension}");
    let with = move |more: Vec<Entry>| {
        let mut parts = parts(extension, main_of(extension, ""));
        parts.extend(more);
        parts
    };
    vec![
        bomb(named("entries"), move || zip(&with((0..60_000).map(|at| stored(format!("m/{at}"), "")).collect()))),
        bomb(named("overlap"), move || zip_named(&with(vec![entry_of("m.png", b" ", 10 << 20)]), 2_000)),
        bomb(named("gigabyte"), move || zip(&with(vec![entry_of("1.xml", b" ", 1 << 30)]))),
        bomb(named("main-spaces"), move || zip(&parts(extension, main_of(extension, &" ".repeat(250 << 20))))),
        bomb(named("size-0"), move || zip(&parts(extension, main_of(extension, &" ".repeat(50 << 20)).that_says(0)))),
        bomb(named("size-4g"), move || zip(&parts(extension, main_of(extension, "").that_says(u32::MAX - 1)))),
        bomb(named("size-zip64"), move || zip(&parts(extension, main_of(extension, "").that_says(u32::MAX)))),
        bomb(named("long-names"), move || {
            zip(&with((0..2_000).map(|at| stored(format!("{}{at}", "a/".repeat(16_000)), "")).collect()))
        }),
        bomb(named("tags"), move || zip(&parts(extension, main_of(extension, &"<a>".repeat(2_000_000))))),
        bomb(named("attributes"), move || {
            zip(&parts(extension, main_of(extension, &format!("<a {}/>", repeat("a{n}='b' ", 500_000)))))
        }),
        bomb(named("namespaces"), move || {
            let names = repeat("<a{n}:b xmlns:a{n}='c'>", 5_000)
                + &(0..5_000).rev().map(|at| format!("</a{at}:b>")).collect::<String>();
            zip(&parts(extension, main_of(extension, &names)))
        }),
    ]
}

/// Comic books.
fn comics() -> Vec<Bomb> {
    let drawing =
        "<svg xmlns='http://www.w3.org/2000/svg' width='9000' height='9000'><rect width='9' height='9'/></svg>";
    vec![
        bomb("cbz-pages.cbz", || {
            zip(&(0..9_000).map(|at| stored(format!("{at}.png"), flat_png((9, 9), 8, 0))).collect::<Vec<_>>())
        }),
        bomb("cbz-page-named.cbz", || zip_named(&[stored("1.png", flat_png((1_000, 1_000), 8, 2))], 9_000)),
        bomb("cbz-big-pages.cbz", || {
            let picture = flat_png((9_000, 9_000), 1, 0);
            zip(&(0..50).map(|at| entry(format!("{at}.png"), &picture)).collect::<Vec<_>>())
        }),
        bomb("cbz-drawings.cbz", move || {
            zip(&(0..100).map(|at| entry(format!("{at}.svg"), drawing)).collect::<Vec<_>>())
        }),
        bomb("cbz-in-itself.cbz", || {
            let inner = |bytes: Vec<u8>, _| zip(&[stored("1.png", flat_png((9, 9), 8, 0)), entry("2.cbz", bytes)]);
            (0..1_000).fold(Vec::new(), inner)
        }),
    ]
}

/// Packages that are made smaller by their pictures.
fn media() -> Vec<Bomb> {
    let place = |extension: &str| match extension {
        "xlsx" => "xl/media",
        "pptx" => "ppt/media",
        _ => "Pictures",
    };
    let with = move |extension: &'static str, pictures: Vec<Vec<u8>>| {
        let mut all = parts(extension, main_of(extension, ""));
        let name = |at| format!("{}/{at}.png", place(extension));
        all.extend(pictures.into_iter().enumerate().map(|(at, picture)| entry(name(at), picture)));
        zip(&all)
    };
    let of = move |extension: &'static str| {
        vec![
            bomb(format!("{extension}-picture-100mp.{extension}"), move || {
                with(extension, vec![flat_png((10_000, 10_000), 8, 2)])
            }),
            bomb(format!("{extension}-picture-100mp-bits.{extension}"), move || {
                with(extension, vec![flat_png((10_000, 10_000), 1, 0)])
            }),
            bomb(format!("{extension}-pictures-9mp.{extension}"), move || {
                with(extension, vec![flat_png((3_000, 3_000), 8, 2); 30])
            }),
            bomb(format!("{extension}-pictures-small.{extension}"), move || {
                with(extension, vec![flat_png((90, 90), 8, 2); 9_000])
            }),
        ]
    };
    ["xlsx", "pptx", "ods", "odp"].into_iter().flat_map(of).collect()
}
