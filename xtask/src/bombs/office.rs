//! Bombs of word processors: DOCX and OpenDocument text, and the head of a DOC.

use super::archives::open_packaging;
use super::books::laughs;
use super::make::{Bomb, Deep, Wide, bomb, deep, entry, flat_png, nest, repeat, stored, wide, zip};

/// Every bomb of these formats.
pub fn all() -> Vec<Bomb> {
    let tables = [
        wide("docx", DOCX_WIDE, docx),
        deep("docx", DOCX_DEEP, docx),
        wide("odt", ODT_WIDE, odt),
        deep("odt", ODT_DEEP, odt),
        wide("fodt", FODT_WIDE, fodt),
    ];
    tables.into_iter().flatten().chain(docx_others()).chain(odt_others()).chain(compound_files()).collect()
}

const WORD: &str = "xmlns:w='http://schemas.openxmlformats.org/wordprocessingml/2006/main' \
    xmlns:r='http://schemas.openxmlformats.org/officeDocument/2006/relationships' \
    xmlns:m='http://schemas.openxmlformats.org/officeDocument/2006/math' xmlns:v='urn:schemas-microsoft-com:vml' \
    xmlns:wp='http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing' \
    xmlns:a='http://schemas.openxmlformats.org/drawingml/2006/main' \
    xmlns:pic='http://schemas.openxmlformats.org/drawingml/2006/picture' \
    xmlns:mc='http://schemas.openxmlformats.org/markup-compatibility/2006' \
    xmlns:wps='http://schemas.microsoft.com/office/word/2010/wordprocessingShape'";

const RELATIONS: &[&str] = &["styles", "numbering", "footnotes", "endnotes", "comments", "header", "settings"];

fn docx(body: &str) -> Vec<u8> {
    docx_of(body, &[])
}

/// A DOCX of a body and further parts, by the last part of their names.
fn docx_of(body: &str, parts: &[(&str, String)]) -> Vec<u8> {
    const TYPE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let relation = |name: &&str| format!("<Relationship Id='{name}' Type='{TYPE}/{name}' Target='{name}.xml'/>");
    let relations = format!(
        "<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/relationships'>{}<Relationship Id='p' \
         Type='{TYPE}/image' Target='p.png'/><Relationship Id='big' Type='{TYPE}/image' Target='big.png'/></Relationships>",
        RELATIONS.iter().map(relation).collect::<String>()
    );
    let mut entries = open_packaging("docx");
    entries.push(entry("word/document.xml", format!("<w:document {WORD}><w:body>{body}</w:body></w:document>")));
    entries.push(entry("word/_rels/document.xml.rels", relations));
    entries.push(entry("word/p.png", flat_png((9, 9), 8, 0)));
    entries.push(entry("word/big.png", flat_png((10_000, 10_000), 8, 0)));
    for (name, inner) in parts {
        let root = match *name {
            "header" => "hdr",
            name => name,
        };
        entries.push(entry(format!("word/{name}.xml"), format!("<w:{root} {WORD}>{inner}</w:{root}>")));
    }
    zip(&entries)
}

/// A picture by its relation, as large as told.
macro_rules! picture {
    ($id:literal, $size:literal) => {
        concat!(
            "<w:p><w:r><w:drawing><wp:inline><wp:extent cx='", $size, "' cy='", $size, "'/><a:graphic><a:graphicData \
             uri='http://schemas.openxmlformats.org/drawingml/2006/picture'><pic:pic><pic:blipFill><a:blip r:embed='", $id,
            "'/></pic:blipFill><pic:spPr><a:xfrm><a:ext cx='", $size, "' cy='", $size, "'/></a:xfrm></pic:spPr></pic:pic>\
             </a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>"
        )
    };
}

const DOCX_WIDE: &[Wide] = &[
    ("paragraphs", "<w:p><w:r><w:t>a</w:t></w:r></w:p>", 300_000),
    ("paragraphs-long", "<w:p><w:r><w:t>the words of one paragraph, over and over again</w:t></w:r></w:p>", 100_000),
    ("paragraphs-empty", "<w:p/>", 500_000),
    ("runs", "<w:r><w:rPr><w:sz w:val='{n}'/></w:rPr><w:t>a</w:t></w:r>", 100_000),
    ("breaks", "<w:p><w:r><w:br w:type='page'/></w:r></w:p>", 60_000),
    ("tables", "<w:tbl><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl>", 60_000),
    (
        "grid-spans",
        "<w:tbl><w:tr><w:tc><w:tcPr><w:gridSpan w:val='2147483647'/></w:tcPr><w:p/></w:tc></w:tr></w:tbl>",
        3_000,
    ),
    (
        "grid-before",
        "<w:tbl><w:tr><w:trPr><w:gridBefore w:val='65535'/><w:gridAfter w:val='65535'/></w:trPr><w:tc><w:p/></w:tc></w:tr></w:tbl>",
        2_000,
    ),
    ("vertical-merges", "<w:tbl><w:tr><w:tc><w:tcPr><w:vMerge/></w:tcPr><w:p/></w:tc></w:tr></w:tbl>", 50_000),
    ("pictures", picture!("p", "914400"), 50_000),
    ("pictures-huge", picture!("p", "9223372036854775807"), 500),
    ("big-pictures", picture!("big", "914400"), 300),
    ("footnotes", "<w:p><w:r><w:footnoteReference w:id='1'/></w:r></w:p>", 60_000),
    ("comments", "<w:p><w:commentRangeStart w:id='{n}'/><w:r><w:commentReference w:id='{n}'/></w:r></w:p>", 60_000),
    ("bookmarks", "<w:p><w:bookmarkStart w:id='{n}' w:name='a{n}'/><w:bookmarkEnd w:id='{n}'/></w:p>", 60_000),
    ("links", "<w:p><w:hyperlink w:anchor='a{n}'><w:r><w:t>a</w:t></w:r></w:hyperlink></w:p>", 60_000),
    ("fields", "<w:p><w:fldSimple w:instr='PAGE'><w:r><w:t>a</w:t></w:r></w:fldSimple></w:p>", 60_000),
    ("fields-open", "<w:p><w:r><w:fldChar w:fldCharType='begin'/><w:instrText>A</w:instrText></w:r></w:p>", 60_000),
    (
        "sections",
        "<w:p><w:pPr><w:sectPr><w:headerReference w:type='default' r:id='header'/><w:cols w:num='999'/></w:sectPr></w:pPr></w:p>",
        20_000,
    ),
    (
        "insertions",
        "<w:p><w:ins w:id='{n}'><w:r><w:t>a</w:t></w:r></w:ins><w:del><w:r><w:delText>b</w:delText></w:r></w:del></w:p>",
        60_000,
    ),
    ("maths", "<w:p><m:oMath><m:f><m:num><m:r><m:t>a</m:t></m:r></m:num><m:den/></m:f></m:oMath></w:p>", 30_000),
    ("tabs", "<w:p><w:r><w:tab/><w:t>a</w:t></w:r></w:p>", 100_000),
    ("numbered", "<w:p><w:pPr><w:numPr><w:ilvl w:val='8'/><w:numId w:val='{n}'/></w:numPr></w:pPr></w:p>", 100_000),
    (
        "indents",
        "<w:p><w:pPr><w:ind w:left='2147483647' w:hanging='-2147483648'/><w:spacing w:before='99999999' w:line='999999999'/></w:pPr><w:r><w:t>a</w:t></w:r></w:p>",
        10_000,
    ),
];

const DOCX_DEEP: &[Deep] = &[
    ("tables-nested", "<w:tbl><w:tr><w:tc>", "<w:p/>", "</w:tc></w:tr></w:tbl>", 30_000),
    ("tables-nested-300", "<w:tbl><w:tr><w:tc><w:p/></w:tc><w:tc>", "<w:p/>", "</w:tc></w:tr></w:tbl>", 300),
    ("content-controls", "<w:sdt><w:sdtContent>", "<w:p/>", "</w:sdtContent></w:sdt>", 50_000),
    ("maths-nested", "<m:f><m:num>", "<m:r><m:t>a</m:t></m:r>", "</m:num></m:f>", 50_000),
    ("maths-nested-400", "<m:f><m:num>", "<m:r><m:t>a</m:t></m:r>", "</m:num></m:f>", 400),
    (
        "alternates",
        "<mc:AlternateContent><mc:Choice Requires='wps'>",
        "<w:p/>",
        "</mc:Choice></mc:AlternateContent>",
        50_000,
    ),
    (
        "text-boxes",
        "<w:p><w:r><w:pict><v:shape><v:textbox><w:txbxContent>",
        "<w:p/>",
        "</w:txbxContent></v:textbox></v:shape></w:pict></w:r></w:p>",
        10_000,
    ),
    (
        "text-boxes-150",
        "<w:p><w:r><w:pict><v:shape><v:textbox><w:txbxContent>",
        "<w:p/>",
        "</w:txbxContent></v:textbox></v:shape></w:pict></w:r></w:p>",
        150,
    ),
    ("insertions-nested", "<w:ins><w:del>", "<w:p/>", "</w:del></w:ins>", 50_000),
    ("fields-nested", "<w:fldSimple w:instr='A'>", "<w:p/>", "</w:fldSimple>", 50_000),
];

fn docx_others() -> Vec<Bomb> {
    let styled = "<w:p><w:pPr><w:pStyle w:val='a99'/></w:pPr><w:r><w:t>a</w:t></w:r></w:p>";
    let noted = "<w:p><w:r><w:footnoteReference w:id='1'/></w:r></w:p>";
    vec![
        bomb("docx-style-circle.docx", move || {
            let styles =
                repeat("<w:style w:type='paragraph' w:styleId='a{n}'><w:basedOn w:val='a{n}'/></w:style>", 50_000);
            docx_of(&styled.repeat(50_000), &[("styles", styles)])
        }),
        bomb("docx-style-chain.docx", move || {
            let chain = (0..5_000).map(|at| {
                format!("<w:style w:type='paragraph' w:styleId='a{at}'><w:basedOn w:val='a{}'/></w:style>", at + 1)
            });
            docx_of(
                &repeat("<w:p><w:pPr><w:pStyle w:val='a{n}'/></w:pPr></w:p>", 5_000),
                &[("styles", chain.collect())],
            )
        }),
        bomb("docx-footnote-itself.docx", move || {
            let note = format!("<w:footnote w:id='1'>{}</w:footnote>", noted.repeat(100));
            docx_of(&noted.repeat(1_000), &[("footnotes", note)])
        }),
        bomb("docx-footnote-named.docx", move || {
            let note =
                format!("<w:footnote w:id='1'>{}</w:footnote>", "<w:p><w:r><w:t>a</w:t></w:r></w:p>".repeat(2_000));
            docx_of(&noted.repeat(20_000), &[("footnotes", note)])
        }),
        bomb("docx-header-itself.docx", || {
            let section =
                "<w:p><w:pPr><w:sectPr><w:headerReference w:type='default' r:id='header'/></w:sectPr></w:pPr></w:p>";
            docx_of(&section.repeat(3_000), &[("header", "<w:p><w:r><w:t>a</w:t></w:r></w:p>".repeat(2_000))])
        }),
        bomb("docx-numbering-circle.docx", || {
            let lists = repeat(
                "<w:abstractNum w:abstractNumId='{n}'><w:numStyleLink w:val='a'/></w:abstractNum><w:num w:numId='{n}'><w:abstractNumId w:val='{n}'/></w:num>",
                20_000,
            );
            let item = "<w:p><w:pPr><w:numPr><w:numId w:val='{n}'/></w:numPr></w:pPr><w:r><w:t>a</w:t></w:r></w:p>";
            docx_of(&repeat(item, 20_000), &[("numbering", lists)])
        }),
        bomb("docx-numbering-text.docx", || {
            let text = "%1%2%3%4%5%6%7%8%9".repeat(5_000);
            let list = format!(
                "<w:abstractNum w:abstractNumId='1'><w:lvl w:ilvl='0'><w:start w:val='2147483647'/><w:numFmt w:val='upperRoman'/><w:lvlText w:val='{text}'/></w:lvl></w:abstractNum><w:num w:numId='1'><w:abstractNumId w:val='1'/></w:num>"
            );
            let item = "<w:p><w:pPr><w:numPr><w:ilvl w:val='0'/><w:numId w:val='1'/></w:numPr></w:pPr><w:r><w:t>a</w:t></w:r></w:p>";
            docx_of(&item.repeat(3_000), &[("numbering", list)])
        }),
        bomb("docx-grid.docx", || {
            let grid = format!("<w:tbl><w:tblGrid>{}</w:tblGrid>", "<w:gridCol w:w='9'/>".repeat(100_000));
            docx(&(grid + &"<w:tr><w:tc><w:p/></w:tc></w:tr>".repeat(10_000) + "</w:tbl>"))
        }),
        bomb("docx-row-wide.docx", || {
            docx(&format!("<w:tbl><w:tr>{}</w:tr></w:tbl>", "<w:tc><w:p/></w:tc>".repeat(100_000)))
        }),
        bomb("docx-cells-60-by-3000.docx", || {
            let row = format!("<w:tr>{}</w:tr>", "<w:tc><w:p/></w:tc>".repeat(60));
            docx(&format!("<w:tbl>{}</w:tbl>", row.repeat(3_000)))
        }),
        bomb("docx-word.docx", || docx(&format!("<w:p><w:r><w:t>{}</w:t></w:r></w:p>", "a".repeat(10 << 20)))),
        bomb("docx-entities.docx", || {
            let mut entries = open_packaging("docx");
            entries.push(entry("word/document.xml", laughs("document")));
            zip(&entries)
        }),
    ]
}

const OPEN: &str = "xmlns:office='urn:oasis:names:tc:opendocument:xmlns:office:1.0' \
    xmlns:text='urn:oasis:names:tc:opendocument:xmlns:text:1.0' xmlns:table='urn:oasis:names:tc:opendocument:xmlns:table:1.0' \
    xmlns:style='urn:oasis:names:tc:opendocument:xmlns:style:1.0' xmlns:draw='urn:oasis:names:tc:opendocument:xmlns:drawing:1.0' \
    xmlns:fo='urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0' xmlns:xlink='http://www.w3.org/1999/xlink' \
    xmlns:svg='urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0'";

fn odt(body: &str) -> Vec<u8> {
    odt_of("", body)
}

fn odt_of(styles: &str, body: &str) -> Vec<u8> {
    let content = format!(
        "<office:document-content {OPEN}><office:automatic-styles>{styles}</office:automatic-styles><office:body><office:text>\
         {body}</office:text></office:body></office:document-content>"
    );
    zip(&[
        stored("mimetype", *b"application/vnd.oasis.opendocument.text"),
        entry("content.xml", content),
        entry("p.png", flat_png((9, 9), 8, 0)),
        entry("big.png", flat_png((10_000, 10_000), 8, 0)),
    ])
}

fn fodt(body: &str) -> Vec<u8> {
    format!(
        "<?xml version='1.0'?><office:document {OPEN} office:mimetype='application/vnd.oasis.opendocument.text'><office:body>\
         <office:text>{body}</office:text></office:body></office:document>"
    )
    .into()
}

const ODT_WIDE: &[Wide] = &[
    ("paragraphs", "<text:p>a</text:p>", 300_000),
    ("headings", "<text:h text:outline-level='1'>a</text:h>", 100_000),
    ("spaces", "<text:p><text:s text:c='2147483647'/></text:p>", 1_000),
    ("tabs", "<text:p><text:tab/>a</text:p>", 100_000),
    (
        "rows-repeated",
        "<table:table><table:table-column table:number-columns-repeated='1000'/><table:table-row table:number-rows-repeated='1000'><table:table-cell table:number-columns-repeated='1000'><text:p>a</text:p></table:table-cell></table:table-row></table:table>",
        3,
    ),
    (
        "rows-repeated-2g",
        "<table:table><table:table-row table:number-rows-repeated='2147483647'><table:table-cell table:number-columns-repeated='2147483647'><text:p>a</text:p></table:table-cell></table:table-row></table:table>",
        3,
    ),
    (
        "rows-covered",
        "<table:table><table:table-row><table:table-cell table:number-columns-spanned='65535' table:number-rows-spanned='65535'/></table:table-row></table:table>",
        1_000,
    ),
    (
        "pictures",
        "<text:p><draw:frame svg:width='1in' svg:height='1in'><draw:image xlink:href='p.png'/></draw:frame></text:p>",
        50_000,
    ),
    (
        "big-pictures",
        "<text:p><draw:frame svg:width='1in' svg:height='1in'><draw:image xlink:href='big.png'/></draw:frame></text:p>",
        300,
    ),
    (
        "pictures-huge",
        "<text:p><draw:frame svg:width='999999999in' svg:height='1e9in'><draw:image xlink:href='p.png'/></draw:frame></text:p>",
        500,
    ),
    (
        "notes",
        "<text:p><text:note text:note-class='footnote'><text:note-body><text:p>a</text:p></text:note-body></text:note></text:p>",
        50_000,
    ),
    ("bookmarks", "<text:p><text:bookmark text:name='a{n}'/></text:p>", 60_000),
    ("links", "<text:p><text:a xlink:href='#a{n}'>a</text:a></text:p>", 60_000),
    ("lists", "<text:list><text:list-item><text:p>a</text:p></text:list-item></text:list>", 60_000),
    (
        "changes",
        "<text:tracked-changes><text:changed-region text:id='a{n}'><text:deletion><text:p>a</text:p></text:deletion></text:changed-region></text:tracked-changes><text:p><text:change text:change-id='a{n}'/></text:p>",
        30_000,
    ),
    (
        "indexes",
        "<text:table-of-content><text:index-body><text:p>a</text:p></text:index-body></text:table-of-content>",
        50_000,
    ),
    ("frames", "<text:p><draw:frame><draw:text-box><text:p>a</text:p></draw:text-box></draw:frame></text:p>", 50_000),
    (
        "shapes",
        "<text:p><draw:polygon draw:points='0,0 9,9 1,1' svg:width='1in' svg:height='1in' svg:viewBox='0 0 9 9'/></text:p>",
        50_000,
    ),
];

const FODT_WIDE: &[Wide] = &[
    ("paragraphs", "<text:p>a</text:p>", 300_000),
    (
        "binaries",
        "<text:p><draw:frame><draw:image><office:binary-data>iVBORw0KGgo=</office:binary-data></draw:image></draw:frame></text:p>",
        30_000,
    ),
    ("tables", "<table:table><table:table-row><table:table-cell/></table:table-row></table:table>", 50_000),
];

const ODT_DEEP: &[Deep] = &[
    (
        "tables-nested",
        "<table:table><table:table-row><table:table-cell>",
        "<text:p/>",
        "</table:table-cell></table:table-row></table:table>",
        30_000,
    ),
    (
        "tables-nested-300",
        "<table:table><table:table-row><table:table-cell/><table:table-cell>",
        "<text:p/>",
        "</table:table-cell></table:table-row></table:table>",
        300,
    ),
    (
        "tables-repeated-nested",
        "<table:table><table:table-row table:number-rows-repeated='9'><table:table-cell table:number-columns-repeated='9'>",
        "<text:p>a</text:p>",
        "</table:table-cell></table:table-row></table:table>",
        8,
    ),
    ("lists-nested", "<text:list><text:list-item>", "<text:p/>", "</text:list-item></text:list>", 50_000),
    ("sections-nested", "<text:section>", "<text:p/>", "</text:section>", 50_000),
    ("spans-nested", "<text:p><text:span>", "a", "</text:span></text:p>", 50_000),
    (
        "frames-nested",
        "<text:p><draw:frame><draw:text-box>",
        "<text:p/>",
        "</draw:text-box></draw:frame></text:p>",
        10_000,
    ),
    (
        "frames-nested-300",
        "<text:p><draw:frame><draw:text-box>",
        "<text:p/>",
        "</draw:text-box></draw:frame></text:p>",
        300,
    ),
    (
        "notes-nested-200",
        "<text:p><text:note text:note-class='footnote'><text:note-body>",
        "<text:p/>",
        "</text:note-body></text:note></text:p>",
        200,
    ),
    ("groups-nested", "<draw:g>", "<draw:rect/>", "</draw:g>", 50_000),
];

fn odt_others() -> Vec<Bomb> {
    vec![
        bomb("odt-style-circle.odt", || {
            let style = "<style:style style:name='a{n}' style:family='paragraph' style:parent-style-name='a{n}'/>";
            odt_of(&repeat(style, 50_000), &repeat("<text:p text:style-name='a{n}'>a</text:p>", 50_000))
        }),
        bomb("odt-style-chain.odt", || {
            let chain = (0..5_000).map(|at| {
                format!(
                    "<style:style style:name='a{at}' style:family='paragraph' style:parent-style-name='a{}'/>",
                    at + 1
                )
            });
            odt_of(&chain.collect::<String>(), &repeat("<text:p text:style-name='a{n}'>a</text:p>", 5_000))
        }),
        bomb("odt-word.odt", || odt(&format!("<text:p>{}</text:p>", "a".repeat(10 << 20)))),
        bomb("odt-entities.odt", || {
            zip(&[stored("mimetype", *b"application/vnd.oasis.opendocument.text"), entry("content.xml", laughs("a"))])
        }),
        bomb("odt-columns.odt", || {
            let column = "<table:table-column table:number-columns-repeated='65535'/>".repeat(1_000);
            odt(&format!(
                "<table:table>{column}{}</table:table>",
                "<table:table-row><table:table-cell/></table:table-row>".repeat(3_000)
            ))
        }),
        bomb("odt-span-nest.odt", || {
            odt(&format!("<text:p>{}</text:p>", nest("<text:span>", "a", "</text:span>", 900).repeat(200)))
        }),
    ]
}

/// Heads of a compound file (MS-CFB 2.2) whose tables lead in circles or beyond the end.
fn compound_files() -> Vec<Bomb> {
    let head = |fat_sectors: u32, directory: u32, first_fat: u32| {
        let mut file = vec![0_u8; 512 * 4];
        file[..8].copy_from_slice(&[0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]);
        file[24..32].copy_from_slice(&[0x3E, 0, 3, 0, 0xFE, 0xFF, 9, 0]);
        file[32] = 6;
        for (at, number) in [
            (44, fat_sectors),
            (48, directory),
            (56, 4096),
            (60, 0),
            (64, u32::MAX),
            (68, 0),
            (72, u32::MAX),
            (76, first_fat),
        ] {
            file[at..at + 4].copy_from_slice(&number.to_le_bytes());
        }
        file
    };
    vec![
        bomb("doc-fat-circle.doc", move || head(1, 0, 0)),
        bomb("doc-fat-count.doc", move || head(u32::MAX, 0, 0)),
        bomb("doc-directory-beyond.doc", move || head(1, 0x7FFF_FFFF, 0)),
        bomb("doc-fat-beyond.doc", move || head(109, 1, 0x7FFF_FFFF)),
    ]
}
