//! A document in the look of a template that is written here.

use std::sync::Arc;

use super::super::write;
use super::*;
use transvase_base::options::Options;
use transvase_base::resources::Resources;
use transvase_container::zip::{Archive, Package};
use transvase_format::Written;
use transvase_model::flow::{
    Block, Border, Borders, Cell, Color as Shade, Flow, Inline, LinkTarget, List, ListItem, Marker, Paragraph, Role,
    Row, Run, Section, Table, TextStyle,
};

const W: &str = "http://schemas.openxmlformats.org/wordprocessingml/2006/main";
const KIND: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const RELATIONS: &str = "http://schemas.openxmlformats.org/package/2006/relationships";

/// A template as a German Word writes it: ids that are not the names, a header with a picture, and a list.
fn template() -> Vec<u8> {
    let mut archive = Archive::new();
    let mut put = |name: &str, text: String| archive.deflate(name, text.as_bytes()).unwrap();
    let rows = |rows: &[(&str, &str, &str)]| {
        let row = |(id, kind, target): &(&str, &str, &str)| {
            format!("<Relationship Id='{id}' Type='{KIND}/{kind}' Target='{target}'/>")
        };
        format!("<Relationships xmlns='{RELATIONS}'>{}</Relationships>", rows.iter().map(row).collect::<String>())
    };
    put(
        "[Content_Types].xml",
        "<Types xmlns='http://schemas.openxmlformats.org/package/2006/content-types'><Default Extension='png' ContentType='image/png'/>
         <Override PartName='/word/header7.xml' ContentType='application/header+xml'/></Types>".into(),
    );
    put("_rels/.rels", rows(&[("a", "officeDocument", "word/document.xml")]));
    put(
        "word/_rels/document.xml.rels",
        rows(&[
            ("s", "styles", "styles.xml"),
            ("n", "numbering", "numbering.xml"),
            ("t", "theme", "theme/theme1.xml"),
            ("h", "header", "header7.xml"),
            ("e", "settings", "settings.xml"),
        ]),
    );
    put(
        "word/document.xml",
        format!("<w:document xmlns:w='{W}' xmlns:r='{KIND}'><w:body><w:p/><w:sectPr><w:headerReference w:type='default' r:id='h'/>
                 <w:pgSz w:w='8000' w:h='9000'/><w:pgMar w:top='1000' w:right='500' w:bottom='1000' w:left='500'/>
                 </w:sectPr></w:body></w:document>"),
    );
    let style = |kind: &str, id: &str, name: &str, inner: &str| {
        format!("<w:style w:type='{kind}' w:styleId='{id}'><w:name w:val='{name}'/>{inner}</w:style>")
    };
    let styles = [
        "<w:style w:type='paragraph' w:default='1' w:styleId='Standard'><w:name w:val='Normal'/></w:style>".to_owned(),
        style("paragraph", "berschrift1", "heading 1", "<w:rPr><w:color w:val='FF0000'/></w:rPr>"),
        style("paragraph", "Aufzhlung", "List Bullet", "<w:pPr><w:numPr><w:numId w:val='3'/></w:numPr></w:pPr>"),
        style("character", "Verweis", "Hyperlink", ""),
        style("table", "Tabellenraster", "Table Grid", ""),
    ];
    put("word/styles.xml", format!("<w:styles xmlns:w='{W}'>{}</w:styles>", styles.concat()));
    put(
        "word/numbering.xml",
        format!(
            "<w:numbering xmlns:w='{W}'><w:abstractNum w:abstractNumId='4'/><w:num w:numId='3'><w:abstractNumId w:val='4'/></w:num></w:numbering>"
        ),
    );
    put(
        "word/settings.xml",
        format!("<w:settings xmlns:w='{W}'><w:rsids/><w:autoHyphenation w:val='1'/><w:compat/></w:settings>"),
    );
    put("word/theme/theme1.xml", "<theme/>".into());
    put("word/header7.xml", "<header/>".into());
    put("word/_rels/header7.xml.rels", rows(&[("p", "image", "media/logo.png")]));
    put("word/media/logo.png", "PNG".into());
    archive.finish().unwrap()
}

fn text(words: &str) -> Vec<Inline> {
    vec![Inline::Text(Run { text: words.into(), style: TextStyle::default() })]
}

fn paragraph(role: Role, words: &str) -> Block {
    Block::Paragraph(Paragraph { role, content: text(words), ..Paragraph::default() })
}

/// Text as Markdown has it.
fn flow() -> Flow {
    let link = Inline::Link { target: LinkTarget::External("https://example.org/".into()), content: text("link") };
    let item = |words: &str| ListItem { blocks: vec![paragraph(Role::Body, words)], ..ListItem::default() };
    let list = |marker: Marker| List { marker, start: 1, items: vec![item("one"), item("two")], ..List::default() };
    let number = Marker::Number {
        format: transvase_model::flow::NumberFormat::Decimal,
        parents: 0,
        prefix: String::new(),
        suffix: ".".into(),
    };
    let borders = Borders::all(Border { width: 1.0, color: Shade::BLACK, ..Border::default() });
    let cell = Cell { blocks: vec![paragraph(Role::Body, "cell")], borders, ..Cell::default() };
    let blocks = vec![
        paragraph(Role::Heading(1), "Heading"),
        paragraph(Role::Heading(2), "Below"),
        paragraph(Role::Body, "Some running text that is longer than the other."),
        Block::Paragraph(Paragraph { content: vec![link], ..Paragraph::default() }),
        Block::List(list(Marker::Bullet('•'))),
        Block::List(list(number)),
        Block::Table(Table {
            rows: vec![Row { cells: vec![cell.clone(), cell], ..Row::default() }],
            ..Table::default()
        }),
        paragraph(Role::Body, "The end."),
    ];
    Flow { sections: vec![Section { blocks, ..Section::default() }], ..Flow::default() }
}

fn context(bytes: &[u8]) -> Context {
    let mut resources = Resources::default();
    resources.add("house.docx", Arc::from(bytes)).unwrap();
    let mut options = Options::default();
    options.set(&TEMPLATE, "house.docx").unwrap();
    Context::new(options, transvase_base::context::Limits::default()).with_resources(Arc::new(resources))
}

fn written() -> BTreeMap<String, String> {
    let Written::File(bytes) = write(flow(), &context(&template())).unwrap() else { panic!("one file") };
    let context = Context::default();
    let mut package = Package::open(&bytes, &context).unwrap();
    let names: Vec<String> = package.names().map(str::to_owned).collect();
    let mut read = |name: String| {
        let bytes = package.read(&name, &context).unwrap().unwrap();
        (name, String::from_utf8_lossy(&bytes).into_owned())
    };
    names.into_iter().map(&mut read).collect()
}

#[test]
fn paragraphs_have_the_styles_of_the_template_and_nothing_of_their_own() {
    let parts = written();
    let body = &parts["word/document.xml"];
    assert!(body.contains("<w:p><w:pPr><w:pStyle w:val=\"berschrift1\"/></w:pPr><w:r><w:t"), "{body}");
    assert!(body.contains("<w:p><w:r><w:t xml:space=\"preserve\">Some running"), "{body}");
    assert!(body.contains("<w:rStyle w:val=\"Verweis\"/>"), "{body}");
    // Bullets are those of the style; numbers follow those of the template.
    assert!(body.contains("<w:p><w:pPr><w:pStyle w:val=\"Aufzhlung\"/></w:pPr>"), "{body}");
    assert!(body.contains("<w:numId w:val=\"5\"/>"), "{body}");
    assert!(body.contains("<w:tblStyle w:val=\"Tabellenraster\"/>") && !body.contains("tblBorders"), "{body}");
    for direct in ["<w:sz ", "<w:rFonts", "<w:spacing", "<w:tcBorders", "<w:lang"] {
        assert!(!body.contains(direct), "{direct} in {body}");
    }
    // What the template lacks is added, based on its own.
    let styles = &parts["word/styles.xml"];
    let heading = styles.split("w:styleId=\"Heading2\"").nth(1).unwrap();
    assert!(heading.contains("<w:basedOn w:val=\"Standard\"/>"), "{styles}");
    assert!(styles.contains("w:styleId='berschrift1'") && !styles.contains("Heading1"), "{styles}");
}

#[test]
fn page_running_text_and_settings_are_those_of_the_template() {
    let parts = written();
    let body = &parts["word/document.xml"];
    assert!(body.contains("<w:pgSz w:w=\"8000\" w:h=\"9000\"/>"), "{body}");
    let header = body.split("<w:headerReference w:type=\"default\" r:id=\"").nth(1).unwrap().split('"').next().unwrap();
    let rows = &parts["word/_rels/document.xml.rels"];
    assert!(
        rows.contains(&format!("Id=\"{header}\" Type=\"{KIND}/header\" Target=\"template/header7.xml\"")),
        "{rows}"
    );
    assert!(rows.contains("template/theme1.xml"), "{rows}");
    assert_eq!(parts["word/template/header7.xml"], "<header/>");
    assert!(parts["word/template/_rels/header7.xml.rels"].contains("Target=\"logo.png\""));
    assert_eq!(parts["word/template/logo.png"], "PNG");
    let types = &parts["[Content_Types].xml"];
    assert!(
        types.contains("PartName=\"/word/template/header7.xml\" ContentType=\"application/header+xml\""),
        "{types}"
    );
    let settings = &parts["word/settings.xml"];
    assert!(settings.contains("<w:autoHyphenation w:val=\"1\"/>") && !settings.contains("rsids"), "{settings}");
    let numbering = &parts["word/numbering.xml"];
    let places = ["w:abstractNumId='4'", "w:abstractNumId=\"5\"", "w:numId='3'", "w:numId=\"4\""]
        .map(|piece| numbering.find(piece));
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{numbering}");
}

#[test]
fn what_is_no_template_is_told() {
    let error = |bytes: &[u8]| write(flow(), &context(bytes)).unwrap_err();
    for bytes in [&b"no zip"[..], &template()[..200]] {
        let error = error(bytes);
        assert_eq!((error.code(), error.details().which.as_deref()), (ErrorCode::InvalidOption, Some("template")));
    }
    let mut options = Options::default();
    options.set(&TEMPLATE, "none.docx").unwrap();
    let context = Context::new(options, transvase_base::context::Limits::default());
    assert_eq!(write(flow(), &context).unwrap_err().code(), ErrorCode::InvalidOption);
    let whole = template();
    for end in (0..whole.len()).step_by(41) {
        let _ = write(flow(), &self::context(&whole[..end]));
    }
}
