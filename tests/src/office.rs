//! Small office documents, as ECMA-376, ODF 1.3 and RTF 1.9.1 have them: a heading, marked words, a link, a note, a table
//! and a list.

use crate::doc::doc;
use crate::texts::packed;

/// Every document, by a name with its extension.
pub fn all() -> Vec<(String, Vec<u8>)> {
    let all = [("made.doc", doc()), ("made.docx", docx()), ("made.odt", odt()), ("made.rtf", rtf().into_bytes())];
    all.map(|(name, bytes)| (name.to_owned(), bytes)).to_vec()
}

const WORD: &str = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";

fn docx() -> Vec<u8> {
    let types = "<Types xmlns=\"http://schemas.openxmlformats.org/package/2006/content-types\">\
        <Default Extension=\"rels\" ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>\
        <Default Extension=\"xml\" ContentType=\"application/xml\"/><Override PartName=\"/word/document.xml\" ContentType=\
        \"application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml\"/></Types>";
    let relationships = |of: &[(&str, &str)]| {
        let one = |(at, (kind, target)): (usize, &(&str, &str))| {
            let mode = if target.contains("://") { " TargetMode=\"External\"" } else { "" };
            format!("<Relationship Id=\"r{at}\" Type=\"{OFFICE}/{kind}\" Target=\"{target}\"{mode}/>")
        };
        let all: String = of.iter().enumerate().map(one).collect();
        format!(
            "<Relationships xmlns=\"http://schemas.openxmlformats.org/package/2006/relationships\">{all}</Relationships>"
        )
    };
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
        ("[Content_Types].xml", types),
        ("_rels/.rels", &root),
        ("word/document.xml", &document),
        ("word/_rels/document.xml.rels", &beside),
        ("word/styles.xml", &styles),
        ("word/numbering.xml", &numbering),
        ("word/footnotes.xml", &notes),
    ])
}

fn odt() -> Vec<u8> {
    let names = ["office", "text", "table", "style", "meta", "manifest"]
        .map(|name| format!(" xmlns:{name}=\"urn:oasis:names:tc:opendocument:xmlns:{name}:1.0\""))
        .concat();
    let names = format!(
        "{names} xmlns:fo=\"urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0\" \
         xmlns:xlink=\"http://www.w3.org/1999/xlink\" office:version=\"1.3\""
    );
    let manifest = format!(
        "<manifest:manifest{}><manifest:file-entry manifest:full-path=\"/\" \
         manifest:media-type=\"application/vnd.oasis.opendocument.text\"/>\
         <manifest:file-entry manifest:full-path=\"content.xml\" manifest:media-type=\"text/xml\"/></manifest:manifest>",
        names.replace("office:version", "manifest:version")
    );
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
    packed(&[
        ("mimetype", "application/vnd.oasis.opendocument.text"),
        ("META-INF/manifest.xml", &manifest),
        ("content.xml", &content),
    ])
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
