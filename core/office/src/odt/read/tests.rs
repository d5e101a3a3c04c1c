//! Documents written by hand, by the sections of OASIS ODF 1.3 part 3 that are named beside them.

use super::read;
use transvase_base::changed;
use transvase_base::context::Context;
use transvase_base::error::ErrorCode;
use transvase_container::zip::Archive;
use transvase_format::Confidence;
use transvase_model::flow::{
    Block, ChangeKind, Color, FieldKind, Flow, Inline, LinkTarget, List, Marker, NoteKind, NumberFormat, Paragraph,
    Role, Table,
};

/// A flat document with styles, automatic styles, what stands before the body, and text.
pub(in super::super) fn flat(styles: &str, automatic: &str, masters: &str, text: &str) -> Vec<u8> {
    let spaces = [
        ("office", "office"),
        ("style", "style"),
        ("text", "text"),
        ("table", "table"),
        ("draw", "drawing"),
        ("fo", "xsl-fo-compatible"),
        ("svg", "svg-compatible"),
        ("meta", "meta"),
    ];
    let spaces: String = spaces
        .iter()
        .map(|(prefix, name)| format!(" xmlns:{prefix}='urn:oasis:names:tc:opendocument:xmlns:{name}:1.0'"))
        .collect();
    format!(
        "<?xml version='1.0'?><office:document{spaces} xmlns:xlink='http://www.w3.org/1999/xlink'
         xmlns:dc='http://purl.org/dc/elements/1.1/' xmlns:math='http://www.w3.org/1998/Math/MathML'
         office:mimetype='application/vnd.oasis.opendocument.text'><office:styles>{styles}</office:styles>
         <office:automatic-styles>{automatic}</office:automatic-styles><office:master-styles>{masters}</office:master-styles>
         <office:body><office:text>{text}</office:text></office:body></office:document>"
    )
    .into_bytes()
}

/// A small document with a bit of everything: the sample that others are cut from.
pub(in super::super) fn sample() -> Vec<u8> {
    let styles = "<style:style style:name='Standard' style:family='paragraph'/>
        <text:list-style style:name='L'><text:list-level-style-number text:level='1' style:num-format='1' style:num-suffix='.'>
        <style:list-level-properties text:list-level-position-and-space-mode='label-alignment'><style:list-level-label-alignment
        fo:margin-left='36pt' fo:text-indent='-18pt'/></style:list-level-properties></text:list-level-style-number>
        </text:list-style>";
    let automatic = "<style:style style:name='T1' style:family='text'><style:text-properties fo:font-weight='bold'/>
        </style:style>";
    let text = "<text:h text:outline-level='1'>Head</text:h><text:p>Some <text:span text:style-name='T1'>bold</text:span>
        words<text:note text:note-class='footnote'><text:note-citation>1</text:note-citation><text:note-body>
        <text:p>A note</text:p></text:note-body></text:note>.</text:p><text:list text:style-name='L'><text:list-item>
        <text:p>one</text:p></text:list-item><text:list-item><text:p>two</text:p></text:list-item></text:list>
        <table:table><table:table-column table:number-columns-repeated='2'/><table:table-row><table:table-cell>
        <text:p>a</text:p></table:table-cell><table:table-cell><text:p>b</text:p></table:table-cell></table:table-row>
        </table:table><text:p><draw:frame svg:width='10pt'><draw:text-box><text:p>boxed</text:p></draw:text-box></draw:frame>
        </text:p>";
    flat(styles, automatic, "", text)
}

fn flow(bytes: &[u8]) -> Flow {
    read(bytes, &Context::default()).unwrap()
}

fn blocks(text: &str) -> Vec<Block> {
    let mut flow = flow(&flat("", "", "", text));
    flow.sections.remove(0).blocks
}

fn paragraph(block: &Block) -> &Paragraph {
    let Block::Paragraph(paragraph) = block else { panic!("{block:?}") };
    paragraph
}

fn list(block: &Block) -> &List {
    let Block::List(list) = block else { panic!("{block:?}") };
    list
}

fn table(block: &Block) -> &Table {
    let Block::Table(table) = block else { panic!("{block:?}") };
    table
}

pub(in super::super) fn words(content: &[Inline]) -> String {
    let one = |inline: &Inline| match inline {
        Inline::Tab => "\t".into(),
        Inline::LineBreak => "\n".into(),
        other => match (other.run(), other.children()) {
            (Some(run), _) => run.text.clone(),
            (None, Some(inside)) => words(inside),
            _ => String::new(),
        },
    };
    content.iter().map(one).collect()
}

/// 6.1.2 to 6.1.5: white space counts once but for the elements that stand for it.
#[test]
fn white_space_is_that_of_the_specification() {
    let found = blocks("<text:p> a  b<text:s text:c='3'/>c<text:tab/>d<text:line-break/>\n e </text:p>");
    assert_eq!(words(&paragraph(&found[0]).content), "a b   c\td\n e ");
}

#[test]
fn the_sample_has_its_parts() {
    let found = flow(&sample());
    let blocks = &found.sections[0].blocks;
    assert_eq!(paragraph(&blocks[0]).role, Role::Heading(1));
    assert_eq!(words(&paragraph(&blocks[1]).content), "Some bold words.");
    assert_eq!(found.notes.len(), 1);
    let list = list(&blocks[2]);
    assert!(matches!(&list.marker, Marker::Number { format: NumberFormat::Decimal, suffix, .. } if suffix == "."));
    let style = &paragraph(&list.items[1].blocks[0]).style;
    assert_eq!((style.indent_start, style.indent_first), (36.0, -18.0));
    assert_eq!(table(&blocks[3]).columns.len(), 2);
    assert!(matches!(&blocks[4], Block::Frame(frame) if frame.rect.width() == 10.0));
    assert_eq!(found.outline[0].title, "Head");
}

/// 16.29.3: where notes are counted anew, the marks in the text say what the program counted.
#[test]
fn notes_of_chapters_have_the_marks_of_the_file() {
    let note =
        "<text:p><text:note text:note-class='footnote'><text:note-citation>1</text:note-citation><text:note-body>
        <text:p>n</text:p></text:note-body></text:note></text:p>";
    let marks = |at: &str| {
        let styles = format!("<text:notes-configuration text:note-class='footnote' text:start-numbering-at='{at}'/>");
        let flow = flow(&flat(&styles, "", "", &(note.to_owned() + note)));
        flow.notes.into_iter().map(|note| note.mark).collect::<Vec<_>>()
    };
    assert_eq!(marks("chapter"), [Some("1".to_owned()), Some("1".to_owned())]);
    assert_eq!(marks("document"), [None, None]);
}

/// 5.3 and 16.30: items count on over lists that continue, and levels begin anew under each item.
#[test]
fn lists_count_as_their_attributes_say() {
    let styles = "<text:list-style style:name='L'><text:list-level-style-number text:level='1' style:num-format='1'/>
        <text:list-level-style-number text:level='2' style:num-format='a' text:start-value='3' text:display-levels='2'/>
        <text:list-level-style-bullet text:level='3' text:bullet-char='–'/></text:list-style>";
    let item = |inside: &str| format!("<text:list-item><text:p>x</text:p>{inside}</text:list-item>");
    let inner = format!("<text:list>{}{}</text:list>", item(""), item(""));
    let text = format!(
        "<text:list xml:id='one' text:style-name='L'><text:list-header><text:p>head</text:p></text:list-header>{}{}</text:list>
         <text:p>between</text:p><text:list text:style-name='L' text:continue-list='one'>{}
         <text:list-item text:start-value='9'><text:p>y</text:p></text:list-item></text:list>",
        item(&inner),
        item(&inner),
        item("")
    );
    let found = flow(&flat(styles, "", "", &text));
    let blocks = &found.sections[0].blocks;
    assert_eq!(words(&paragraph(&blocks[0]).content), "head");
    let first = list(&blocks[1]);
    assert_eq!((first.start, first.items.len()), (1, 2));
    for item in &first.items {
        let inner = list(&item.blocks[1]);
        assert_eq!((inner.start, inner.items.len()), (3, 2));
        assert!(matches!(inner.marker, Marker::Number { format: NumberFormat::LowerAlpha, parents: 1, .. }));
    }
    let second = list(&blocks[3]);
    assert_eq!((second.start, second.items[1].number, second.sequence), (3, Some(9), first.sequence));
}

/// 16.34: headings are numbered by the outline, level by level.
#[test]
fn headings_are_numbered_by_the_outline() {
    let styles =
        "<text:outline-style><text:outline-level-style text:level='1' style:num-format='I' style:num-suffix='.'/>
        <text:outline-level-style text:level='2' style:num-format='1' text:display-levels='2'/></text:outline-style>";
    let text = "<text:h text:outline-level='1'>a</text:h><text:h text:outline-level='2'>b</text:h>
        <text:h text:outline-level='2'>c</text:h><text:h text:outline-level='1'>d</text:h>
        <text:h text:outline-level='2'>e</text:h><text:h text:outline-level='1' text:is-list-header='true'>f</text:h>
        <text:h text:outline-level='3'>g</text:h>";
    let found = flow(&flat(styles, "", "", text));
    let numbers: Vec<Option<u32>> = found.sections[0]
        .blocks
        .iter()
        .map(|block| paragraph(block).label.as_ref().map(|label| label.number))
        .collect();
    assert_eq!(numbers, [Some(1), Some(1), Some(2), Some(2), Some(1), None, None]);
}

/// 9: columns and cells that are repeated, cells that are covered.
#[test]
fn tables_cover_one_grid() {
    let automatic = "<style:style style:name='C' style:family='table-column'><style:table-column-properties
        style:column-width='50pt'/></style:style><style:style style:name='Z' style:family='table-cell'>
        <style:table-cell-properties fo:border='1pt solid #ff0000' fo:background-color='#00ff00' style:vertical-align='bottom'/>
        </style:style>";
    let text = "<table:table><table:table-column table:style-name='C' table:number-columns-repeated='3'/>
        <table:table-header-rows><table:table-row><table:table-cell table:number-columns-spanned='2'
        table:number-rows-spanned='2' table:style-name='Z'><text:p>a</text:p></table:table-cell><table:covered-table-cell/>
        <table:table-cell/></table:table-row></table:table-header-rows><table:table-row><table:covered-table-cell
        table:number-columns-repeated='2'/><table:table-cell><text:p>b</text:p></table:table-cell></table:table-row>
        <table:table-row><table:table-cell table:number-columns-repeated='1000000'/></table:table-row></table:table>";
    let found = flow(&flat("", automatic, "", text));
    let table = table(&found.sections[0].blocks[0]);
    let first = &table.rows[0].cells[0];
    assert_eq!((first.column_span, first.row_span, table.rows[0].header), (2, 2, true));
    assert_eq!(first.background, Some(Color { r: 0, g: 255, b: 0 }));
    assert_eq!(first.borders.left.map(|line| line.width), Some(1.0));
    assert!(table.columns.len() <= 1_000 && table.rows.len() == 3);
}

/// 16.9 and 16.5: a master page that is followed by another is the first page's.
#[test]
fn master_pages_say_what_runs_at_the_edges() {
    let automatic = "<style:page-layout style:name='A'><style:page-layout-properties fo:page-width='400pt'
        fo:page-height='500pt' fo:margin='50pt'/></style:page-layout><style:style style:name='P' style:family='paragraph'
        style:master-page-name='First'/>";
    let masters = "<style:master-page style:name='Standard' style:page-layout-name='A'><style:header><text:p>head
        <text:page-number>1</text:page-number></text:p></style:header></style:master-page>
        <style:master-page style:name='First' style:page-layout-name='A' style:next-style-name='Standard'/>";
    let text = "<text:p text:style-name='P'>a</text:p><text:p>b</text:p>";
    let found = flow(&flat("", automatic, masters, text));
    let section = &found.sections[0];
    let header = section.header.as_ref().unwrap();
    assert_eq!((section.blocks.len(), header.first.as_deref()), (2, Some(&[][..])));
    let content = &paragraph(&header.default[0]).content;
    assert!(
        content
            .iter()
            .any(|inline| matches!(inline, Inline::Field(field) if field.kind == FieldKind::PageNumber(None)))
    );
    let page = section.page.as_ref().unwrap();
    assert!(page.size.width == 400.0 && page.margins.top > 50.0 && page.header_distance == Some(50.0));
}

/// 5.4 and 17.12: a section in columns is one of the document, and the text goes on behind it.
#[test]
fn sections_have_columns() {
    let automatic = "<style:style style:name='S' style:family='section'><style:section-properties><style:columns
        fo:column-count='2' fo:column-gap='10pt'/></style:section-properties></style:style>";
    let text = "<text:p>a</text:p><text:section text:style-name='S' text:name='n'><text:p>b</text:p></text:section>
        <text:p>c</text:p>";
    let found = flow(&flat("", automatic, "", text));
    let columns: Vec<usize> =
        found.sections.iter().map(|section| section.page.as_ref().unwrap().columns.len()).collect();
    assert_eq!(columns, [0, 2, 0]);
    assert!(!found.sections[1].new_page && !found.sections[2].new_page);
}

/// 5.5 and 14.1: changes and remarks stand around what they are about.
#[test]
fn changes_and_remarks_are_kept() {
    let region = |id: &str, kind: &str, inside: &str| {
        format!(
            "<text:changed-region text:id='{id}'><text:{kind}><office:change-info><dc:creator>Ann</dc:creator>
             <dc:date>2020-01-02T03:04:05</dc:date></office:change-info>{inside}</text:{kind}></text:changed-region>"
        )
    };
    let text = format!(
        "<text:tracked-changes>{}{}</text:tracked-changes><text:p>a <text:change-start text:change-id='i'/>new
         <text:change-end text:change-id='i'/><text:change text:change-id='d'/>b</text:p><text:p>c
         <office:annotation office:name='r'><dc:creator>Bob</dc:creator><text:p>why</text:p></office:annotation>this
         <office:annotation-end office:name='r'/></text:p>",
        region("i", "insertion", ""),
        region("d", "deletion", "<text:p>old</text:p>")
    );
    let found = flow(&flat("", "", "", &text));
    let kinds: Vec<ChangeKind> = found.changes.iter().map(|change| change.kind).collect();
    assert_eq!(kinds, [ChangeKind::Inserted, ChangeKind::Deleted]);
    let changed: Vec<String> = paragraph(&found.sections[0].blocks[0])
        .content
        .iter()
        .filter(|inline| matches!(inline, Inline::Change { .. }))
        .map(|inline| words(std::slice::from_ref(inline)))
        .collect();
    assert_eq!(changed, ["new ", "old"]);
    assert_eq!(found.comments[0].author.as_deref(), Some("Bob"));
    let remarked =
        paragraph(&found.sections[0].blocks[1]).content.iter().find(|inline| matches!(inline, Inline::Comment { .. }));
    assert_eq!(remarked.map(|inline| words(std::slice::from_ref(inline))).as_deref(), Some("this "));
}

/// 6.1.8, 6.2 and 7.7: links and references lead to their places; those to nowhere are text.
#[test]
fn references_are_links() {
    let text = "<text:p><text:bookmark text:name='here'/>x</text:p><text:p><text:a xlink:href='#here'>a</text:a>
        <text:bookmark-ref text:ref-name='here'>b</text:bookmark-ref><text:a xlink:href='#gone'>c</text:a>
        <text:a xlink:href='http://example.org/'>d</text:a><text:a xlink:href='#1.Head|outline'>e</text:a></text:p>
        <text:h text:outline-level='1'>Head</text:h>";
    let found = blocks(text);
    let links: Vec<String> = paragraph(&found[1])
        .content
        .iter()
        .filter_map(|inline| match inline {
            Inline::Link { target: LinkTarget::Internal(target), .. } => Some(target.to_string()),
            Inline::Link { target: LinkTarget::External(target), .. } => Some(target.clone()),
            _ => None,
        })
        .collect();
    assert_eq!(links, ["here", "here", "http://example.org/", "1.Head"]);
}

/// 6.3, 6.4, 10.4.6 and 17.9.
#[test]
fn notes_ruby_formulas_and_initials() {
    let automatic = "<style:style style:name='P' style:family='paragraph'><style:paragraph-properties><style:drop-cap
        style:lines='3' style:length='2'/></style:paragraph-properties></style:style>";
    let text =
        "<text:p text:style-name='P'>Once<text:note text:note-class='endnote'><text:note-citation text:label='*'>*
        </text:note-citation><text:note-body><text:p>n</text:p></text:note-body></text:note></text:p>
        <text:p><text:ruby><text:ruby-base>漢</text:ruby-base><text:ruby-text>kan</text:ruby-text></text:ruby></text:p>
        <text:p><draw:frame><draw:object><math:math><math:mfrac><math:mi>a</math:mi><math:mi>b</math:mi></math:mfrac>
        </math:math></draw:object></draw:frame></text:p>";
    let found = flow(&flat("", automatic, "", text));
    let blocks = &found.sections[0].blocks;
    let first = paragraph(&blocks[0]);
    let cap = first.drop_cap.as_ref().unwrap();
    assert_eq!((cap.run.text.as_str(), cap.lines, words(&first.content).as_str()), ("On", 3, "ce"));
    assert_eq!((found.notes[0].kind, found.notes[0].mark.as_deref()), (NoteKind::End, Some("*")));
    let ruby = paragraph(&blocks[1]).content[0].run().unwrap();
    assert_eq!((ruby.text.as_str(), ruby.style.ruby.as_deref()), ("漢", Some("kan")));
    assert_eq!(paragraph(&blocks[2]).content[0].run().unwrap().text, "a/b");
}

#[test]
fn kinds_are_recognised() {
    assert_eq!(transvase::detect(&sample()), Some(transvase::Format::ODT));
    let mut archive = Archive::new();
    archive.store("mimetype", b"application/vnd.oasis.opendocument.text-template").unwrap();
    archive.store("content.xml", b"<a/>").unwrap();
    let bytes = archive.finish().unwrap();
    assert_eq!((super::super::SPEC.sniff)(&bytes), Confidence::Certain);
    assert_eq!(read(&bytes, &Context::default()).unwrap_err().code(), ErrorCode::Malformed);
}

/// What lies in itself, too deep or too often comes to an end.
#[test]
fn bombs_are_bounded() {
    let list = format!(
        "{}<text:p>x</text:p>{}",
        "<text:list><text:list-item>".repeat(300),
        "</text:list-item></text:list>".repeat(300)
    );
    let cell = "<table:table><table:table-row table:number-rows-repeated='1000000'><table:table-cell
        table:number-columns-repeated='1000000'><text:p>x</text:p></table:table-cell></table:table-row></table:table>";
    let spaces = "<text:p><text:s text:c='4000000000'/></text:p>";
    let frames = format!(
        "{}x{}",
        "<text:p><draw:frame><draw:text-box>".repeat(60),
        "</draw:text-box></draw:frame></text:p>".repeat(60)
    );
    let notes = format!(
        "{}x{}",
        "<text:p><text:note><text:note-body>".repeat(60),
        "</text:note-body></text:note></text:p>".repeat(60)
    );
    for text in [list.as_str(), cell, spaces, &frames, &notes] {
        let _ = read(&flat("", "", "", text), &Context::default());
    }
}

#[test]
fn damage_is_no_panic() {
    let sample = sample();
    for end in (0..sample.len()).step_by(61) {
        let _ = read(&sample[..end], &Context::default());
    }
    for seed in 0..150 {
        let _ = read(&changed::changed(&sample, seed, 4), &Context::default());
    }
}

#[cfg(feature = "metafiles")]
#[test]
fn metafiles_are_drawings() {
    use base64::Engine as _;
    let data = base64::engine::general_purpose::STANDARD.encode(transvase_markup::metafile::sample());
    let text = format!(
        "<text:p><draw:frame svg:width='100pt' svg:height='50pt' text:anchor-type='as-char'><draw:image><office:binary-data>{data}\
         </office:binary-data></draw:image><svg:desc>A box</svg:desc></draw:frame></text:p>"
    );
    let flow = flow(&flat("", "", "", &text));
    let Block::Paragraph(paragraph) = &flow.sections[0].blocks[0] else { panic!() };
    let [Inline::Drawing(drawing)] = paragraph.content.as_slice() else { panic!("{:?}", paragraph.content) };
    assert_eq!((drawing.size.width, drawing.alt.as_deref()), (100.0, Some("A box")));
    assert!(!drawing.shapes.is_empty() && drawing.placement.is_none());
}
