//! Small office documents, as ECMA-376, ODF 1.3 and RTF 1.9.1 have them: texts with a heading, marked words, a link, a note,
//! a table and a list; sheets and slides with a few words.

use crate::doc::doc;
use crate::texts::packed;

/// Every document, by a name with its extension.
pub fn all() -> Vec<(String, Vec<u8>)> {
    let all = [
        ("made.doc", doc()),
        ("made.docx", docx()),
        ("made.odp", open_document("presentation", SLIDE)),
        ("made.ods", open_document("spreadsheet", SHEET)),
        ("made.odt", odt()),
        ("made.pptx", pptx()),
        ("made.rtf", rtf().into_bytes()),
        ("made.xlsx", xlsx()),
    ];
    all.map(|(name, bytes)| (name.to_owned(), bytes)).to_vec()
}

const WORD: &str = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

/// The content types of a package whose main part is so called and of this kind.
fn content_types(main: &str, kind: &str) -> String {
    format!(
        "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">\
         <Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>\
         <Default Extension=\"xml\" ContentType=\"application/xml\"/><Override PartName=\"/{main}\" ContentType=\
         \"application/vnd.openxmlformats-officedocument.{kind}.main+xml\"/></Types>"
    )
}

/// Relationships: what each is, and where it leads.
fn relationships(of: &[(&str, &str)]) -> String {
    let one = |(at, (kind, target)): (usize, &(&str, &str))| {
        let mode = if target.contains("://") { " TargetMode=\"External\"" } else { "" };
        format!("<Relationship Id=\"r{at}\" Type=\"{OFFICE}/{kind}\" Target=\"{target}\"{mode}/>")
    };
    let all: String = of.iter().enumerate().map(one).collect();
    format!(
        "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">{all}</Relationships>"
    )
}

/// A workbook with one sheet of two cells.
fn xlsx() -> Vec<u8> {
    let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    let book = format!(
        "<workbook xmlns=\"{main}\" xmlns:r=\"{OFFICE}\"><sheets><sheet name=\"Fruit\" sheetId=\"1\" r:id=\"r0\"/></sheets>\
         </workbook>"
    );
    let sheet = format!(
        "<worksheet xmlns=\"{main}\"><sheetData><row r=\"1\"><c r=\"A1\" t=\"inlineStr\"><is><t>Apples</t></is></c>\
         <c r=\"B1\"><v>12</v></c></row></sheetData></worksheet>"
    );
    packed(&[
        ("[Content_Types].xml", &content_types("xl/workbook.xml", "spreadsheetml.sheet")),
        ("_rels/.rels", &relationships(&[("officeDocument", "xl/workbook.xml")])),
        ("xl/workbook.xml", &book),
        ("xl/_rels/workbook.xml.rels", &relationships(&[("worksheet", "worksheets/sheet1.xml")])),
        ("xl/worksheets/sheet1.xml", &sheet),
    ])
}

/// A presentation of one slide.
fn pptx() -> Vec<u8> {
    let names = format!(
        "xmlns:p=\"http://schemas.openxmlformats.org/presentationml/2006/main\" \
         xmlns:a=\"http://schemas.openxmlformats.org/drawingml/2006/main\" xmlns:r=\"{OFFICE}\""
    );
    let show = format!(
        "<p:presentation {names}><p:sldIdLst><p:sldId id=\"256\" r:id=\"r0\"/></p:sldIdLst>\
         <p:notesSz cx=\"6858000\" cy=\"9144000\"/></p:presentation>"
    );
    let slide = format!(
        "<p:sld {names}><p:cSld><p:spTree><p:nvGrpSpPr><p:cNvPr id=\"1\" name=\"\"/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr>\
         <p:grpSpPr/><p:sp><p:nvSpPr><p:cNvPr id=\"2\" name=\"Title\"/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr/><p:txBody>\
         <a:bodyPr/><a:p><a:r><a:t>A slide</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:sld>"
    );
    packed(&[
        ("[Content_Types].xml", &content_types("ppt/presentation.xml", "presentationml.presentation")),
        ("_rels/.rels", &relationships(&[("officeDocument", "ppt/presentation.xml")])),
        ("ppt/presentation.xml", &show),
        ("ppt/_rels/presentation.xml.rels", &relationships(&[("slide", "slides/slide1.xml")])),
        ("ppt/slides/slide1.xml", &slide),
    ])
}

fn docx() -> Vec<u8> {
    let types = content_types("word/document.xml", "wordprocessingml.document");
    let root = relationships(&[("officeDocument", "word/document.xml")]);
    let beside = relationships(&[
        ("styles", "styles.xml"),
        ("numbering", "numbering.xml"),
        ("footnotes", "footnotes.xml"),
        ("hyperlink", "https://example.org/"),
    ]);
    let styles = format!(
        "<w:styles xmlns:w=\"{WORD}\"><w:style w:type=\"paragraph\" w:styleId=\"H1\"><w:name w:val=\"heading 1\"/>\
         <w:pPr><w:outlineLvl w:val=\"0\"/></w:pPr><w:rPr><w:b/><w:sz w:val=\"32\"/></w:rPr></w:style></w:styles>"
    );
    let numbering = format!(
        "<w:numbering xmlns:w=\"{WORD}\"><w:abstractNum w:abstractNumId=\"0\"><w:lvl w:ilvl=\"0\"><w:start w:val=\"1\"/>\
         <w:numFmt w:val=\"decimal\"/><w:lvlText w:val=\"%1.\"/></w:lvl></w:abstractNum>\
         <w:num w:numId=\"1\"><w:abstractNumId w:val=\"0\"/></w:num></w:numbering>"
    );
    let notes = format!(
        "<w:footnotes xmlns:w=\"{WORD}\"><w:footnote w:id=\"2\"><w:p><w:r><w:footnoteRef/></w:r>\
         <w:r><w:t>The note.</w:t></w:r></w:p></w:footnote></w:footnotes>"
    );
    let item = |text: &str| {
        format!(
            "<w:p><w:pPr><w:numPr><w:ilvl w:val=\"0\"/><w:numId w:val=\"1\"/></w:numPr></w:pPr>\
             <w:r><w:t>{text}</w:t></w:r></w:p>"
        )
    };
    let cell = |text: &str| format!("<w:tc><w:p><w:r><w:t>{text}</w:t></w:r></w:p></w:tc>");
    let row = |a: &str, b: &str| format!("<w:tr>{}{}</w:tr>", cell(a), cell(b));
    let document = format!(
        "<w:document xmlns:w=\"{WORD}\" xmlns:r=\"{OFFICE}\"><w:body><w:p><w:pPr><w:pStyle w:val=\"H1\"/></w:pPr>\
         <w:r><w:t>A letter</w:t></w:r></w:p><w:p><w:r><w:t xml:space=\"preserve\">It has </w:t></w:r>\
         <w:r><w:rPr><w:b/></w:rPr><w:t>some</w:t></w:r><w:r><w:t xml:space=\"preserve\"> words, a </w:t></w:r>\
         <w:hyperlink r:id=\"r3\"><w:r><w:t>link</w:t></w:r></w:hyperlink><w:r><w:t xml:space=\"preserve\"> and a note</w:t>\
         </w:r><w:r><w:footnoteReference w:id=\"2\"/></w:r><w:r><w:t>.</w:t></w:r></w:p>\
         <w:tbl><w:tblGrid/>{}{}</w:tbl>{}{}<w:sectPr><w:pgSz w:w=\"11906\" w:h=\"16838\"/></w:sectPr></w:body></w:document>",
        row("Fruit", "Count"),
        row("Apples", "12"),
        item("First"),
        item("Second")
    );
    packed(&[
        ("[Content_Types].xml", &types),
        ("_rels/.rels", &root),
        ("word/document.xml", &document),
        ("word/_rels/document.xml.rels", &beside),
        ("word/styles.xml", &styles),
        ("word/numbering.xml", &numbering),
        ("word/footnotes.xml", &notes),
    ])
}

/// A sheet of two cells.
const SHEET: &str = "<table:table table:name=\"Fruit\"><table:table-row><table:table-cell><text:p>Apples</text:p>\
    </table:table-cell><table:table-cell office:value-type=\"float\" office:value=\"12\"><text:p>12</text:p></table:table-cell>\
    </table:table-row></table:table>";

/// A slide with a title.
const SLIDE: &str = "<draw:page draw:name=\"1\"><draw:frame><draw:text-box><text:p>A slide</text:p></draw:text-box>\
    </draw:frame></draw:page>";

/// The namespaces of a part of an OpenDocument package.
fn namespaces() -> String {
    let names = ["office", "text", "table", "draw:drawing", "style", "meta", "manifest"].map(|name| {
        let (name, long) = name.split_once(':').unwrap_or((name, name));
        format!(" xmlns:{name}=\"urn:oasis:names:tc:opendocument:xmlns:{long}:1.0\"")
    });
    format!(
        "{} xmlns:fo=\"urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0\" \
         xmlns:xlink=\"http://www.w3.org/1999/xlink\" office:version=\"1.3\"",
        names.concat()
    )
}

/// A package of a kind with this content.
fn opened(kind: &str, content: &str) -> Vec<u8> {
    let manifest = format!(
        "<manifest:manifest{}><manifest:file-entry manifest:full-path=\"/\" \
         manifest:media-type=\"application/vnd.oasis.opendocument.{kind}\"/>\
         <manifest:file-entry manifest:full-path=\"content.xml\" manifest:media-type=\"text/xml\"/></manifest:manifest>",
        namespaces().replace("office:version", "manifest:version")
    );
    packed(&[
        ("mimetype", &format!("application/vnd.oasis.opendocument.{kind}")),
        ("META-INF/manifest.xml", &manifest),
        ("content.xml", content),
    ])
}

/// A package of a kind with this in its body.
fn open_document(kind: &str, body: &str) -> Vec<u8> {
    let names = namespaces();
    let body = format!("<office:body><office:{kind}>{body}</office:{kind}></office:body>");
    opened(kind, &format!("<office:document-content{names}>{body}</office:document-content>"))
}

fn odt() -> Vec<u8> {
    let names = namespaces();
    let cell = |text: &str| format!("<table:table-cell><text:p>{text}</text:p></table:table-cell>");
    let row = |a: &str, b: &str| format!("<table:table-row>{}{}</table:table-row>", cell(a), cell(b));
    let item = |text: &str| format!("<text:list-item><text:p>{text}</text:p></text:list-item>");
    let content = format!(
        "<office:document-content{names}><office:automatic-styles><style:style style:name=\"B\" style:family=\"text\">\
         <style:text-properties fo:font-weight=\"bold\"/></style:style><text:list-style style:name=\"L\">\
         <text:list-level-style-number text:level=\"1\" style:num-format=\"1\" style:num-suffix=\".\"/></text:list-style>\
         </office:automatic-styles><office:body><office:text><text:h text:outline-level=\"1\">A letter</text:h>\
         <text:p>It has <text:span text:style-name=\"B\">some</text:span> words, a \
         <text:a xlink:type=\"simple\" xlink:href=\"https://example.org/\">link</text:a> and a note<text:note \
         text:note-class=\"footnote\"><text:note-citation>1</text:note-citation><text:note-body><text:p>The note.</text:p>\
         </text:note-body></text:note>.</text:p><table:table table:name=\"T\">\
         <table:table-column table:number-columns-repeated=\"2\"/>{}{}</table:table>\
         <text:list text:style-name=\"L\">{}{}</text:list></office:text></office:body></office:document-content>",
        row("Fruit", "Count"),
        row("Apples", "12"),
        item("First"),
        item("Second")
    );
    opened("text", &content)
}

fn rtf() -> String {
    let row = |a: &str, b: &str| format!("\\trowd\\cellx3000\\cellx6000\\pard\\intbl {a}\\cell {b}\\cell\\row\n");
    let item = |number: u8, text: &str| {
        format!("{{\\listtext\\tab {number}.\\tab}}\\pard\\ls1\\ilvl0\\li720\\fi-360 {text}\\par\n")
    };
    format!(
        "{{\\rtf1\\ansi\\ansicpg1252\\deff0{{\\fonttbl{{\\f0\\fswiss Helvetica;}}}}\n\
         {{\\stylesheet{{\\s0 Normal;}}{{\\s1\\outlinelevel0\\b\\fs32 heading 1;}}}}\n\
         {{\\*\\listtable{{\\list\\listtemplateid1{{\\listlevel\\levelnfc0\\levelstartat1{{\\leveltext\\'02\\'00.;}}\
         {{\\levelnumbers\\'01;}}\\li720\\fi-360}}\\listid1}}}}{{\\*\\listoverridetable{{\\listoverride\\listid1\
         \\listoverridecount0\\ls1}}}}\n\
         \\pard\\s1\\outlinelevel0\\b\\fs32 A letter\\par\n\
         \\pard\\plain It has {{\\b some}} words, a {{\\field{{\\*\\fldinst HYPERLINK \"https://example.org/\"}}\
         {{\\fldrslt link}}}} and a note{{\\super\\chftn{{\\footnote\\pard\\plain{{\\super\\chftn}} The note.}}}}.\\par\n\
         {}{}{}{}}}\n",
        row("Fruit", "Count"),
        row("Apples", "12"),
        item(1, "First"),
        item(2, "Second")
    )
}
