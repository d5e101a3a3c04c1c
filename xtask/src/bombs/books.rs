//! Bombs of e-books: EPUB, FB2, MOBI.

use super::make::{Bomb, Deep, Wide, base64, bomb, deep, entry, flat_png, repeat, stored, wide, zip};

/// Every bomb of these formats.
pub fn all() -> Vec<Bomb> {
    let tables = [
        wide("epub", EPUB_WIDE, epub),
        deep("epub", EPUB_DEEP, epub),
        wide("fb2", FB2_WIDE, fb2),
        deep("fb2", FB2_DEEP, fb2),
        wide("mobi", MOBI_WIDE, mobi),
        deep("mobi", MOBI_DEEP, mobi),
    ];
    tables.into_iter().flatten().chain(epub_others()).chain(fb2_others()).chain(mobi_others()).collect()
}

const CONTAINER: &str = "<?xml version='1.0'?><container version='1.0' xmlns='urn:oasis:names:tc:opendocument:xmlns:container'>\
    <rootfiles><rootfile full-path='b.opf' media-type='application/oebps-package+xml'/></rootfiles></container>";

/// An EPUB with one chapter.
fn epub(body: &str) -> Vec<u8> {
    let chapter =
        format!("<html xmlns='http://www.w3.org/1999/xhtml'><head><title>t</title></head><body>{body}</body></html>");
    epub_of("<item id='c' href='c.xhtml' media-type='application/xhtml+xml'/>", "<itemref idref='c'/>", &chapter, "")
}

/// An EPUB of further items in the list of files and in the reading order, its chapter `c.xhtml` and its contents.
fn epub_of(items: &str, order: &str, chapter: &str, contents: &str) -> Vec<u8> {
    let package = format!(
        "<package xmlns='http://www.idpf.org/2007/opf' version='3.0' unique-identifier='i'><metadata \
         xmlns:dc='http://purl.org/dc/elements/1.1/'><dc:identifier id='i'>a</dc:identifier><dc:title>t</dc:title></metadata>\
         <manifest>{items}<item id='n' href='n.xhtml' properties='nav' media-type='application/xhtml+xml'/></manifest>\
         <spine>{order}</spine></package>"
    );
    let navigation = format!(
        "<html xmlns='http://www.w3.org/1999/xhtml' xmlns:epub='http://www.idpf.org/2007/ops'><body><nav epub:type='toc'>\
         {contents}</nav></body></html>"
    );
    zip(&[
        stored("mimetype", *b"application/epub+zip"),
        entry("META-INF/container.xml", CONTAINER),
        entry("b.opf", package),
        entry("c.xhtml", chapter),
        entry("n.xhtml", navigation),
        entry("p.png", flat_png((9, 9), 8, 0)),
        entry("big.png", flat_png((10_000, 10_000), 8, 0)),
    ])
}

const EPUB_WIDE: &[Wide] = &[
    ("paragraphs", "<p>a</p>", 300_000),
    ("long-paragraphs", "<p>the words of one paragraph, over and over</p>", 100_000),
    ("pictures", "<img src='p.png' alt='a'/>", 50_000),
    ("big-pictures", "<img src='big.png' alt='a'/>", 500),
    ("ids", "<p id='a{n}'><a href='#a{n}'>a</a></p>", 100_000),
    ("rows", "<table><tr><td>a</td></tr></table>", 50_000),
    ("notes", "<a epub:type='noteref' xmlns:epub='http://www.idpf.org/2007/ops' href='#a'>1</a>", 50_000),
    ("drawings", "<svg xmlns='http://www.w3.org/2000/svg' width='9999' height='9999'><circle r='9'/></svg>", 2_000),
];

const EPUB_DEEP: &[Deep] =
    &[("div", "<div>", "a", "</div>", 200_000), ("tables", "<table><tr><td>", "a", "</td></tr></table>", 50_000)];

fn epub_others() -> Vec<Bomb> {
    let chapter = "<html xmlns='http://www.w3.org/1999/xhtml'><body><p>a</p></body></html>";
    let item = "<item id='c' href='c.xhtml' media-type='application/xhtml+xml'/>";
    vec![
        bomb("epub-chapter-named.epub", move || epub_of(item, &"<itemref idref='c'/>".repeat(50_000), chapter, "")),
        bomb("epub-items.epub", move || {
            let items = repeat("<item id='c{n}' href='c.xhtml' media-type='application/xhtml+xml'/>", 50_000);
            epub_of(&items, &repeat("<itemref idref='c{n}'/>", 50_000), chapter, "")
        }),
        bomb("epub-contents-deep.epub", move || {
            let contents = super::make::nest("<ol><li><a href='c.xhtml'>a</a>", "", "</li></ol>", 50_000);
            epub_of(item, "<itemref idref='c'/>", chapter, &contents)
        }),
        bomb("epub-contents-wide.epub", move || {
            let contents = format!("<ol>{}</ol>", "<li><a href='c.xhtml#a'>a</a></li>".repeat(100_000));
            epub_of(item, "<itemref idref='c'/>", chapter, &contents)
        }),
        bomb("epub-fallbacks.epub", move || {
            let items = repeat("<item id='c{n}' fallback='c{n}' href='p{n}.xyz' media-type='a/b'/>", 5_000);
            epub_of(&items, &repeat("<itemref idref='c{n}'/>", 5_000), chapter, "")
        }),
        bomb("epub-entities.epub", || epub_of("", "", &laughs("html"), "")),
        bomb("epub-rules.epub", move || {
            let rules = format!("<style>{}</style>", repeat("p.a{n} b{{color:red}}", 20_000));
            epub(&(rules + &"<p class='a'>a</p>".repeat(20_000)))
        }),
    ]
}

/// Entities that each name the one before ten times.
pub fn laughs(root: &str) -> String {
    let entities: String =
        (1..30).map(|number| format!("<!ENTITY a{number} '{}'>", format!("&a{};", number - 1).repeat(10))).collect();
    format!("<?xml version='1.0'?><!DOCTYPE {root} [<!ENTITY a0 'ha'>{entities}]><{root}>&a29;</{root}>")
}

/// An FB2 with one body.
fn fb2(body: &str) -> Vec<u8> {
    let picture = base64(&flat_png((9, 9), 8, 0));
    let big = base64(&flat_png((10_000, 10_000), 8, 0));
    format!(
        "<?xml version='1.0' encoding='utf-8'?><FictionBook xmlns='http://www.gribuser.ru/xml/fictionbook/2.0' \
         xmlns:l='http://www.w3.org/1999/xlink'><description><title-info><book-title>t</book-title></title-info></description>\
         <body><section>{body}</section></body><body name='notes'><section id='n'><p>a <a l:href='#n' type='note'>b</a></p>\
         </section></body><binary id='p' content-type='image/png'>{picture}</binary>\
         <binary id='big' content-type='image/png'>{big}</binary></FictionBook>"
    )
    .into()
}

const FB2_WIDE: &[Wide] = &[
    ("paragraphs", "<p>a</p>", 300_000),
    ("sections", "</section><section><title><p>a</p></title><p>b</p>", 100_000),
    ("poems", "<poem><stanza><v>a</v></stanza></poem>", 60_000),
    ("verses", "<stanza><v>a</v></stanza>", 100_000),
    ("notes", "<p><a l:href='#n' type='note'>1</a></p>", 60_000),
    ("pictures", "<image l:href='#p'/>", 50_000),
    ("big-pictures", "<image l:href='#big'/>", 500),
    ("ids", "<p id='a{n}'><a l:href='#a{n}'>a</a></p>", 100_000),
    ("rows", "<table><tr><td colspan='1000' rowspan='65535'>a</td></tr></table>", 5_000),
    ("empty-lines", "<empty-line/>", 300_000),
    ("styles", "<p><emphasis>a</emphasis><strong>b</strong></p>", 100_000),
    ("binaries", "</section></body><binary id='a{n}' content-type='image/png'>AAAA</binary><body><section>", 60_000),
];

const FB2_DEEP: &[Deep] = &[
    ("sections-nested", "<section>", "<p>a</p>", "</section>", 100_000),
    ("emphasis", "<p><emphasis>", "a", "</emphasis></p>", 50_000),
    ("cites", "<cite>", "<p>a</p>", "</cite>", 50_000),
    ("poems-nested", "<poem><title>", "<p>a</p>", "</title></poem>", 50_000),
];

fn fb2_others() -> Vec<Bomb> {
    vec![
        bomb("fb2-entities.fb2", || laughs("FictionBook")),
        bomb("fb2-word.fb2", || fb2(&format!("<p>{}</p>", "a".repeat(10 << 20)))),
        bomb("fb2-attributes.fb2", || fb2(&format!("<p {}>a</p>", repeat("a{n}='b' ", 300_000)))),
        bomb("fb2-packed.fbz", || zip(&[entry("a.fb2", fb2(&"<p>the words of one paragraph</p>".repeat(300_000)))])),
    ]
}

/// A MOBI of one text, not packed (the layout of PalmDOC and of its MOBI header, MobileRead wiki).
fn mobi(body: &str) -> Vec<u8> {
    mobi_of(format!("<html><body>{body}</body></html>").as_bytes(), 1, u16::MAX)
}

/// A MOBI of a text, the way it is packed and the number of records its header tells of, at most those there are.
fn mobi_of(text: &[u8], packing: u16, told_records: u16) -> Vec<u8> {
    let texts: Vec<&[u8]> = text.chunks(4096).take(60_000).collect();
    let told = told_records.min(texts.len() as u16);
    let mut first = [packing.to_be_bytes(), [0; 2]].concat();
    first.extend((text.len() as u32).to_be_bytes());
    first.extend([told.to_be_bytes(), 4096_u16.to_be_bytes(), [0; 2], [0; 2]].concat());
    first.extend(*b"MOBI");
    for number in [232_u32, 2, 65001, 1, 6] {
        first.extend(number.to_be_bytes());
    }
    first.resize(16 + 232, 0xFF);
    // No extended header, no flags for bytes after the text.
    first[128..132].fill(0);
    first[240..244].fill(0);
    pdb(*b"BOOKMOBI", &[vec![&first[..]], texts].concat())
}

/// A Palm database of records.
fn pdb(kind: [u8; 8], records: &[&[u8]]) -> Vec<u8> {
    let mut file = vec![0; 60];
    file[0] = b'a';
    file.extend(kind);
    file.extend([0; 8]);
    file.extend((records.len() as u16).to_be_bytes());
    let mut at = file.len() + 8 * records.len() + 2;
    for (number, record) in records.iter().enumerate() {
        file.extend((at as u32).to_be_bytes());
        file.extend((number as u32).to_be_bytes());
        at += record.len();
    }
    file.extend([0; 2]);
    records.iter().for_each(|record| file.extend(*record));
    file
}

const MOBI_WIDE: &[Wide] = &[
    ("paragraphs", "<p>a</p>", 500_000),
    ("page-breaks", "<mbp:pagebreak/>", 200_000),
    ("links", "<a filepos=0000000{n}>a</a>", 100_000),
    ("pictures", "<img recindex=00001>", 100_000),
    ("rows", "<table><tr><td rowspan=65534 colspan=1000>a</table>", 3_000),
    ("spans", "<font size=7>a</font>", 200_000),
];

const MOBI_DEEP: &[Deep] =
    &[("div", "<div>", "a", "</div>", 200_000), ("quotes", "<blockquote>", "a", "</blockquote>", 100_000)];

fn mobi_others() -> Vec<Bomb> {
    // A pair of bytes that repeats the last eleven: distance 1, length 10 (PalmDOC's LZ77).
    let run = || [&b"a"[..], &[0x80, 0x0F].repeat(2_000)].concat();
    vec![
        bomb("mobi-packed.mobi", move || mobi_of(&run().repeat(2_000), 2, u16::MAX)),
        bomb("mobi-records-lie.mobi", || mobi_of(&b"<p>a".repeat(1_000), 1, 0)),
        bomb("mobi-huffman-none.mobi", || mobi_of(&b"<p>a".repeat(1_000), 17_480, u16::MAX)),
        bomb("mobi-overlap.mobi", || {
            let mut file = mobi(&"<p>a".repeat(4_000_000));
            // Every text record begins where the first does.
            let count = usize::from(u16::from_be_bytes([file[76], file[77]]));
            let first: [u8; 4] = file[86..90].try_into().expect("four bytes");
            (1..count).for_each(|record| file[78 + 8 * record..][..4].copy_from_slice(&first));
            file
        }),
    ]
}
