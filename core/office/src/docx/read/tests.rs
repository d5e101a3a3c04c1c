//! Tests over whole small documents, written by hand after ECMA-376 part 1.

mod lost;

use super::read;
use transvase_base::context::{Context, Limits};
use transvase_base::error::{ErrorCode, Result};
use transvase_base::options::Options;
use transvase_container::zip::Archive;
use transvase_format::Confidence;
use transvase_model::flow::{
    Align, Block, ChangeKind, ControlKind, FieldKind, Flow, Inline, LinkTarget, List, Marker, NoteKind, NumberFormat,
    Origin, Paragraph, Role, Section, Table, Wrap, each_run,
};

const NAMESPACES: &str = "xmlns:w='http://schemas.openxmlformats.org/wordprocessingml/2006/main' \
    xmlns:r='http://schemas.openxmlformats.org/officeDocument/2006/relationships' \
    xmlns:w14='http://schemas.microsoft.com/office/word/2010/wordml' \
    xmlns:v='urn:schemas-microsoft-com:vml' xmlns:o='urn:schemas-microsoft-com:office:office' \
    xmlns:mc='http://schemas.openxmlformats.org/markup-compatibility/2006'";

/// A part beside the main one: its name, the end of its relationship's type, and its content.
type Beside<'b> = (&'b str, &'b str, String);

/// A Word file with a body and further parts.
pub(in crate::docx) fn sample(body: &str, beside: &[Beside<'_>]) -> Vec<u8> {
    let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let package = "http://schemas.openxmlformats.org/package/2006/relationships";
    let mut archive = Archive::new();
    let root = format!(
        "<Relationships xmlns='{package}'><Relationship Id='a' Type='{office}/officeDocument' Target='word/document.xml'/></Relationships>"
    );
    archive.deflate("_rels/.rels", root.as_bytes()).unwrap();
    let rows: String = beside
        .iter()
        .map(|(name, kind, _)| format!("<Relationship Id='{name}' Type='{office}/{kind}' Target='{name}.xml'/>"))
        .collect();
    let link = format!(
        "<Relationship Id='link' Type='{office}/hyperlink' Target='https://example.org/' TargetMode='External'/>"
    );
    let rows = format!("<Relationships xmlns='{package}'>{rows}{link}</Relationships>");
    archive.deflate("word/_rels/document.xml.rels", rows.as_bytes()).unwrap();
    let document = format!("<w:document {NAMESPACES}><w:body>{body}</w:body></w:document>");
    archive.deflate("word/document.xml", document.as_bytes()).unwrap();
    for (name, _, content) in beside {
        archive.deflate(&format!("word/{name}.xml"), content.as_bytes()).unwrap();
    }
    archive.finish().unwrap()
}

fn flow_of(body: &str, beside: &[Beside<'_>]) -> Flow {
    read(&sample(body, beside), &Context::default()).unwrap()
}

fn blocks(body: &str) -> Vec<Block> {
    flow_of(body, &[]).sections.remove(0).blocks
}

fn styles(content: &str) -> Beside<'static> {
    ("styles", "styles", format!("<w:styles {NAMESPACES}>{content}</w:styles>"))
}

fn numbering(levels: &str) -> Beside<'static> {
    let list = "<w:num w:numId='1'><w:abstractNumId w:val='0'/></w:num>";
    let content = format!(
        "<w:numbering {NAMESPACES}><w:abstractNum w:abstractNumId='0'>{levels}</w:abstractNum>{list}</w:numbering>"
    );
    ("numbering", "numbering", content)
}

fn level(index: u8, format: &str, text: &str) -> String {
    format!(
        "<w:lvl w:ilvl='{index}'><w:start w:val='1'/><w:numFmt w:val='{format}'/><w:lvlText w:val='{text}'/>
         <w:pPr><w:ind w:left='{}' w:hanging='360'/></w:pPr></w:lvl>",
        720 * (u32::from(index) + 1)
    )
}

fn item(level: u8, text: &str) -> String {
    format!("<w:p><w:pPr><w:numPr><w:ilvl w:val='{level}'/><w:numId w:val='1'/></w:numPr></w:pPr>{}</w:p>", run(text))
}

fn run(text: &str) -> String {
    format!("<w:r><w:t xml:space='preserve'>{text}</w:t></w:r>")
}

fn plain(text: &str) -> String {
    format!("<w:p>{}</w:p>", run(text))
}

fn words(content: &[Inline]) -> String {
    let mut words = String::new();
    each_run(content, &mut |run| words.push_str(&run.text));
    words
}

fn paragraph(block: &Block) -> &Paragraph {
    let Block::Paragraph(paragraph) = block else { panic!("a paragraph, not {block:?}") };
    paragraph
}

fn list(block: &Block) -> &List {
    let Block::List(list) = block else { panic!("a list, not {block:?}") };
    list
}

fn table(block: &Block) -> &Table {
    let Block::Table(table) = block else { panic!("a table, not {block:?}") };
    table
}

fn texts(blocks: &[Block]) -> Vec<String> {
    blocks.iter().map(|block| words(&paragraph(block).content)).collect()
}

#[test]
fn headings_are_told_by_styles_and_outline() {
    let sheet = styles(
        "<w:style w:type='paragraph' w:styleId='berschrift1'><w:name w:val='heading 1'/><w:pPr><w:outlineLvl w:val='0'/></w:pPr></w:style>
         <w:style w:type='paragraph' w:styleId='Own'><w:name w:val='Own'/><w:basedOn w:val='berschrift1'/><w:pPr><w:outlineLvl w:val='9'/></w:pPr></w:style>",
    );
    let styled = |style: &str| format!("<w:p><w:pPr><w:pStyle w:val='{style}'/></w:pPr>{}</w:p>", run("x"));
    let direct = format!("<w:p><w:pPr><w:outlineLvl w:val='2'/></w:pPr>{}</w:p>", run("x"));
    let body = styled("berschrift1")
        + &styled("Own")
        + &direct
        + "<w:p><w:pPr><w:outlineLvl w:val='2'/></w:pPr></w:p>"
        + &plain("end");
    let blocks = flow_of(&body, &[sheet]).sections.remove(0).blocks;
    let roles: Vec<Role> = blocks.iter().map(|block| paragraph(block).role).collect();
    assert_eq!(roles, [Role::Heading(1), Role::Body, Role::Heading(3), Role::Spacer, Role::Body]);
}

#[test]
fn lists_lie_in_one_another() {
    let body = item(0, "a") + &item(1, "b") + &item(0, "c") + &plain("text") + &item(0, "d");
    let levels = level(0, "decimal", "%1.") + &level(1, "bullet", "–");
    let blocks = flow_of(&body, &[numbering(&levels)]).sections.remove(0).blocks;
    let [first, _, second] = &blocks[..] else { panic!("{blocks:?}") };
    let (first, second) = (list(first), list(second));
    assert_eq!((first.items.len(), first.start, second.start), (2, 1, 3));
    assert_eq!(first.sequence, second.sequence);
    assert_eq!(list(&first.items[0].blocks[1]).marker, Marker::Bullet('–'));
    let style = &paragraph(&first.items[0].blocks[0]).style;
    assert_eq!((style.indent_start, style.indent_first), (36.0, -18.0));
}

#[test]
fn numbered_headings_have_labels() {
    let heading = |level: u8| {
        format!(
            "<w:p><w:pPr><w:numPr><w:ilvl w:val='{level}'/><w:numId w:val='1'/></w:numPr><w:outlineLvl w:val='{level}'/></w:pPr>{}</w:p>",
            run("x")
        )
    };
    let levels = level(0, "upperRoman", "%1") + &level(1, "decimal", "%1.%2");
    let body = heading(0) + &heading(1) + &heading(1);
    let blocks = flow_of(&body, &[numbering(&levels)]).sections.remove(0).blocks;
    let label = paragraph(&blocks[2]).label.clone().unwrap();
    assert_eq!(label.number, 2);
    assert!(matches!(label.marker, Marker::Number { format: NumberFormat::Decimal, parents: 1, .. }));
}

#[test]
fn fields_are_links_and_numbers() {
    let field = |instruction: &str, result: &str| {
        format!(
            "<w:r><w:fldChar w:fldCharType='begin'/></w:r><w:r><w:instrText>{instruction}</w:instrText></w:r>
             <w:r><w:fldChar w:fldCharType='separate'/></w:r>{}<w:r><w:fldChar w:fldCharType='end'/></w:r>",
            run(result)
        )
    };
    let link = field("HYPERLINK \"https://example.org/\"", "there");
    let inner = field("PAGEREF here \\h", "3");
    let simple = format!("<w:fldSimple w:instr=' PAGE '>{}</w:fldSimple>", run("7"));
    let hyper = format!("<w:hyperlink r:id='link' w:anchor='x'>{}</w:hyperlink>", run("out"));
    let blocks = blocks(&format!("<w:p>{link}{inner}{simple}{hyper}</w:p>"));
    let content = &paragraph(&blocks[0]).content;
    let [
        Inline::Link { target: LinkTarget::External(out), .. },
        Inline::Link { target: LinkTarget::Internal(place), content: number },
        Inline::Field(page),
        Inline::Link { target: LinkTarget::External(far), .. },
    ] = &content[..]
    else {
        panic!("{content:?}")
    };
    assert_eq!((&**out, &**place, &**far), ("https://example.org/", "here", "https://example.org/#x"));
    assert!(matches!(&number[0], Inline::Field(field) if field.kind == FieldKind::PageOf("here".into())));
    assert_eq!(page.kind, FieldKind::PageNumber(None));
}

#[test]
fn fields_that_never_end_swallow_nothing() {
    let begin = "<w:r><w:fldChar w:fldCharType='begin'/></w:r><w:r><w:instrText>TOC</w:instrText></w:r>";
    let blocks = blocks(
        &(format!("<w:p>{begin}</w:p>")
            + &plain("after")
            + "<w:p><w:r><w:fldChar w:fldCharType='end'/></w:r></w:p>"
            + &plain("end")),
    );
    assert_eq!(texts(&blocks), ["", "after", "", "end"]);
}

#[test]
fn cells_are_merged_and_the_grid_is_whole() {
    let cell = |properties: &str, text: &str| format!("<w:tc><w:tcPr>{properties}</w:tcPr>{}</w:tc>", plain(text));
    let rows = [
        cell("<w:gridSpan w:val='2'/>", "a") + &cell("<w:vMerge w:val='restart'/>", "b"),
        cell("", "c") + &cell("", "d") + &cell("<w:vMerge/>", ""),
        format!("<w:trPr><w:gridBefore w:val='1'/></w:trPr>{}", cell("", "e")),
    ];
    let rows: String = rows.iter().map(|row| format!("<w:tr>{row}</w:tr>")).collect();
    let blocks = blocks(&format!("<w:tbl>{rows}</w:tbl>"));
    let table = table(&blocks[0]);
    let spans: Vec<Vec<(u32, u32)>> =
        table.rows.iter().map(|row| row.cells.iter().map(|cell| (cell.column_span, cell.row_span)).collect()).collect();
    assert_eq!(spans, [vec![(2, 1), (1, 2)], vec![(1, 1), (1, 1)], vec![(1, 1), (1, 1), (1, 1)]]);
    assert_eq!(table.columns.len(), 3);
    let rows: Vec<_> = table.rows.iter().map(|row| &row.cells).collect();
    assert!(transvase_model::text::grid::is_whole(&rows, 3));
}

#[test]
fn styles_of_tables_tell_parts_apart() {
    let sheet = styles(
        "<w:style w:type='table' w:styleId='T'><w:name w:val='My Table'/><w:pPr><w:jc w:val='center'/></w:pPr>
         <w:tblPr><w:tblBorders><w:insideH w:val='single' w:sz='8'/></w:tblBorders></w:tblPr>
         <w:tblStylePr w:type='firstRow'><w:rPr><w:b/></w:rPr><w:tcPr><w:shd w:val='clear' w:fill='FF0000'/></w:tcPr></w:tblStylePr></w:style>",
    );
    let row = format!("<w:tr><w:tc>{}</w:tc></w:tr>", plain("x"));
    let body = format!("<w:tbl><w:tblPr><w:tblStyle w:val='T'/><w:tblLook w:val='0020'/></w:tblPr>{row}{row}</w:tbl>");
    let flow = flow_of(&body, &[sheet]);
    let table = table(&flow.sections[0].blocks[0]);
    let [head, other] = [0, 1].map(|row| &table.rows[row].cells[0]);
    let weight = |cell: &transvase_model::flow::Cell| match &paragraph(&cell.blocks[0]).content[0] {
        Inline::Text(run) => run.style.weight,
        _ => 0,
    };
    assert_eq!((weight(head), weight(other)), (700, 400));
    assert!(head.background.is_some() && other.background.is_none());
    assert_eq!((head.borders.top, other.borders.top.map(|line| line.width)), (None, Some(1.0)));
    assert_eq!(paragraph(&head.blocks[0]).style.align, Some(Align::Center));
    assert_eq!(table.style.as_deref(), Some("My Table"));
}

#[test]
fn notes_remarks_and_changes_are_kept() {
    let notes = format!(
        "<w:footnotes {NAMESPACES}><w:footnote w:id='-1' w:type='separator'><w:p/></w:footnote><w:footnote w:id='4'><w:p><w:r><w:footnoteRef/></w:r>{}</w:p></w:footnote></w:footnotes>",
        run(" below")
    );
    let remarks = format!(
        "<w:comments {NAMESPACES}><w:comment w:id='0' w:author='Ann' w:date='2020-01-01T00:00:00Z'>{}</w:comment></w:comments>",
        plain("why")
    );
    let body = format!(
        "<w:p>{}<w:r><w:footnoteReference w:id='4'/></w:r><w:commentRangeStart w:id='0'/>{}<w:commentRangeEnd w:id='0'/>
         <w:r><w:commentReference w:id='0'/></w:r><w:ins w:author='Bob'>{}</w:ins><w:del w:author='Bob'><w:r><w:delText>gone</w:delText></w:r></w:del></w:p>",
        run("a"), run("b"), run("new")
    );
    let flow = flow_of(&body, &[("footnotes", "footnotes", notes), ("comments", "comments", remarks)]);
    let content = &paragraph(&flow.sections[0].blocks[0]).content;
    let [
        _,
        Inline::Note(0),
        Inline::Comment { comment: 0, content: about },
        Inline::Change { change: 0, .. },
        Inline::Change { change: 1, .. },
    ] = &content[..]
    else {
        panic!("{content:?}")
    };
    assert_eq!(words(about), "b");
    assert_eq!(flow.notes[0].kind, NoteKind::Foot);
    assert_eq!(texts(&flow.notes[0].blocks), ["below"]);
    assert_eq!(
        (flow.comments[0].author.as_deref(), texts(&flow.comments[0].blocks)),
        (Some("Ann"), vec!["why".to_owned()])
    );
    assert_eq!(
        flow.changes.iter().map(|change| change.kind).collect::<Vec<_>>(),
        [ChangeKind::Inserted, ChangeKind::Deleted]
    );
}

#[test]
fn paragraphs_whose_end_is_to_go_go_on_in_the_next() {
    let gone = format!("<w:p><w:pPr><w:rPr><w:del w:id='1' w:author='A'/></w:rPr></w:pPr>{}</w:p>", run("one "));
    assert_eq!(texts(&blocks(&(gone + &plain("two")))), ["one two"]);
}

/// A paragraph that goes as a whole is one still, so that the change can be refused; taken, nothing of it is left.
#[test]
fn paragraphs_that_go_as_a_whole_leave_nothing_behind() {
    let mark = "<w:pPr><w:rPr><w:del w:id='1' w:author='A'/></w:rPr></w:pPr>";
    let gone = format!("<w:p>{mark}<w:del w:id='2' w:author='A'><w:r><w:delText>one</w:delText></w:r></w:del></w:p>");
    let mut flow = flow_of(&(gone + &plain("two")), &[]);
    assert_eq!(texts(&flow.sections[0].blocks), ["one", "two"]);
    assert!(flow.accept_changes());
    assert_eq!(texts(&flow.sections[0].blocks), ["two"]);
}

/// 17.4.84: what a file keeps in a cell that goes on from above is not shown.
#[test]
fn cells_behind_merged_ones_are_hidden() {
    let cell = |merge: &str, text: &str| {
        format!("<w:tr><w:tc><w:tcPr><w:vMerge {merge}/></w:tcPr>{}</w:tc></w:tr>", plain(text))
    };
    let body = format!("<w:tbl>{}{}</w:tbl>", cell("w:val='restart'", "seen"), cell("", "not seen"));
    let context = Context::default();
    let flow = read(&sample(&body, &[]), &context).unwrap();
    assert_eq!(texts(&table(&flow.sections[0].blocks[0]).rows[0].cells[0].blocks), ["seen"]);
    assert_eq!(context.take_warnings().len(), 1);
}

#[test]
fn numbered_headings_without_words_keep_their_label() {
    let empty =
        "<w:p><w:pPr><w:numPr><w:ilvl w:val='0'/><w:numId w:val='1'/></w:numPr><w:outlineLvl w:val='0'/></w:pPr></w:p>";
    let flow = flow_of(&(empty.to_owned() + &plain("end")), &[numbering(&level(0, "decimal", "%1."))]);
    let first = paragraph(&flow.sections[0].blocks[0]);
    assert_eq!((first.role, first.label.as_ref().map(|label| label.number)), (Role::Heading(1), Some(1)));
}

/// Notes whose notes have notes, without end.
#[test]
fn notes_of_notes_end() {
    let note = |id: u32| {
        format!(
            "<w:footnote w:id='{id}'><w:p>{}<w:r><w:footnoteReference w:id='{}'/></w:r></w:p></w:footnote>",
            run("n"),
            id + 1
        )
    };
    let notes: String = (0..2_000).map(note).collect();
    let notes = format!("<w:footnotes {NAMESPACES}>{notes}</w:footnotes>");
    let flow = flow_of("<w:p><w:r><w:footnoteReference w:id='0'/></w:r></w:p>", &[("footnotes", "footnotes", notes)]);
    assert!((2..50).contains(&flow.notes.len()), "{}", flow.notes.len());
}

#[test]
fn files_are_told_by_their_parts() {
    let sniff = crate::docx::SPEC.sniff;
    let bytes = sample(&plain("a"), &[]);
    assert_eq!(sniff(&bytes), Confidence::Certain);
    assert_eq!(sniff(&bytes[..bytes.len() - 30]), Confidence::Likely);
    let mut archive = Archive::new();
    archive.store("[Content_Types].xml", b"<a/>").unwrap();
    archive.store("word/other.xml", b"<a/>").unwrap();
    assert_eq!(sniff(&archive.finish().unwrap()), Confidence::Likely);
    assert_eq!(sniff(b"PK\x03\x04"), Confidence::No);
}

#[test]
fn sections_have_pages_heads_and_feet() {
    let head = format!("<w:hdr {NAMESPACES}>{}</w:hdr>", plain("head"));
    let first =
        "<w:sectPr><w:headerReference w:type='default' r:id='header1'/><w:pgSz w:w='10000' w:h='12000'/></w:sectPr>";
    let second = "<w:sectPr><w:titlePg/><w:type w:val='continuous'/><w:pgSz w:w='12000' w:h='10000'/><w:pgNumType w:fmt='lowerRoman' w:start='5'/></w:sectPr>";
    let body = plain("one") + &format!("<w:p><w:pPr>{first}</w:pPr></w:p>") + &plain("two") + second;
    let flow = flow_of(&body, &[("header1", "header", head)]);
    let [one, two]: &[Section; 2] = flow.sections.as_slice().try_into().unwrap();
    assert_eq!((texts(&one.blocks), texts(&two.blocks)), (vec!["one".to_owned()], vec!["two".to_owned()]));
    assert_eq!(one.page.as_ref().unwrap().size.width, 500.0);
    assert_eq!(texts(&one.header.as_ref().unwrap().default), ["head"]);
    let running = two.header.as_ref().unwrap();
    assert_eq!((texts(&running.default), running.first.as_deref()), (vec!["head".to_owned()], Some(&[][..])));
    assert!(one.new_page && !two.new_page && one.footer.is_none());
    assert_eq!(two.numbers.unwrap().start, Some(5));
}

#[test]
fn pages_end_in_paragraphs() {
    let brk = "<w:r><w:br w:type='page'/></w:r>";
    let body = format!("<w:p>{}{brk}{}</w:p><w:p>{brk}</w:p><w:p>{brk}{}</w:p>", run("a"), run("b"), run("c"));
    let blocks = blocks(&body);
    let [first, second, Block::PageBreak, third] = &blocks[..] else { panic!("{blocks:?}") };
    assert_eq!([first, second, third].map(|block| words(&paragraph(block).content)), ["a", "b", "c"]);
    assert!(paragraph(second).style.page_break_before && paragraph(third).style.page_break_before);
}

#[test]
fn controls_stand_around_what_is_filled_in() {
    let body = format!(
        "<w:p><w:sdt><w:sdtPr><w:alias w:val='Name'/><w:text/></w:sdtPr><w:sdtContent>{}</w:sdtContent></w:sdt></w:p>",
        run("Ann")
    );
    let blocks = blocks(&format!("<w:sdt><w:sdtContent>{body}</w:sdtContent></w:sdt>"));
    let Inline::Control { control, content } = &paragraph(&blocks[0]).content[0] else { panic!("a control") };
    assert_eq!(
        (control.title.as_deref(), &control.kind, words(content)),
        (Some("Name"), &ControlKind::Text(false), "Ann".into())
    );
}

#[test]
fn initials_and_ruby() {
    let initial = format!("<w:p><w:pPr><w:framePr w:dropCap='drop' w:lines='3'/></w:pPr>{}</w:p>", run("O"));
    let ruby = format!(
        "<w:p><w:r><w:ruby><w:rt>{}</w:rt><w:rubyBase>{}</w:rubyBase></w:ruby></w:r></w:p>",
        run("kan"),
        run("漢")
    );
    let blocks = blocks(&(initial + &plain("nce") + &ruby));
    let cap = paragraph(&blocks[0]).drop_cap.as_ref().unwrap();
    assert_eq!((&*cap.run.text, cap.lines, texts(&blocks)), ("O", 3, vec!["nce".to_owned(), "漢".to_owned()]));
    assert!(matches!(&paragraph(&blocks[1]).content[0], Inline::Text(run) if run.style.ruby.as_deref() == Some("kan")));
}

/// Paragraphs of one frame stand in it together, behind the paragraph that it is anchored to (17.3.1.11).
#[test]
fn paragraphs_in_a_frame_stand_in_it() {
    let framed = |frame: &str, words: &str| format!("<w:p><w:pPr><w:framePr {frame}/></w:pPr>{}</w:p>", run(words));
    let beside = "w:w='2000' w:h='800' w:hAnchor='margin' w:xAlign='right' w:vAnchor='text' w:y='100' w:wrap='around'";
    let above = "w:w='4000' w:hAnchor='page' w:x='1440' w:vAnchor='page' w:y='720' w:wrap='notBeside'";
    let number = "w:hAnchor='margin' w:xAlign='center' w:vAnchor='text' w:y='1'";
    let page = "<w:sectPr><w:pgSz w:w='12240' w:h='15840'/><w:pgMar w:left='1440' w:right='1440' w:top='1440' w:bottom='1440'/>
        </w:sectPr>";
    let body = [
        framed(above, "sender"),
        framed(beside, "one"),
        framed(beside, "two"),
        plain("text"),
        framed(number, "7"),
        page.to_owned(),
    ];
    let blocks = blocks(&body.concat());
    let [Block::Frame(first), Block::Paragraph(_), Block::Frame(second), Block::Paragraph(last)] = blocks.as_slice()
    else {
        panic!("{blocks:?}")
    };
    assert_eq!((first.rect.left, first.rect.top, first.rect.width(), first.origin), (72.0, 36.0, 200.0, Origin::Page));
    assert_eq!((first.wrap, second.wrap), (Wrap::TopAndBottom, Wrap::Square));
    assert_eq!((second.rect.left, second.rect.top, second.rect.height()), (368.0, 5.0, 40.0));
    assert_eq!((second.origin, texts(&second.blocks)), (Origin::Paragraph, vec!["one".to_owned(), "two".to_owned()]));
    assert_eq!(last.style.align, Some(Align::Center));
}

#[test]
fn hidden_text_is_left_out_and_told() {
    let body = "<w:p><w:r><w:rPr><w:vanish/></w:rPr><w:t>two words</w:t></w:r><w:r><w:rPr><w:caps/></w:rPr><w:t>big</w:t></w:r></w:p>";
    let context = Context::default();
    let flow = read(&sample(body, &[]), &context).unwrap();
    assert_eq!(texts(&flow.sections[0].blocks), ["BIG"]);
    assert_eq!(context.take_warnings().len(), 1);
}

#[test]
fn spaces_depend_on_neighbours() {
    let sheet = styles(
        "<w:style w:type='paragraph' w:styleId='L'><w:name w:val='L'/><w:pPr><w:spacing w:before='100' w:after='200'/><w:contextualSpacing/></w:pPr></w:style>",
    );
    let styled = format!("<w:p><w:pPr><w:pStyle w:val='L'/></w:pPr>{}</w:p>", run("x"));
    let flow = flow_of(&(styled.clone() + &styled + &plain("y")), &[sheet]);
    let spaces: Vec<(f32, f32)> = flow.sections[0]
        .blocks
        .iter()
        .map(|block| (paragraph(block).style.space_before, paragraph(block).style.space_after))
        .collect();
    assert_eq!(spaces, [(5.0, 0.0), (0.0, 10.0), (0.0, 0.0)]);
}

#[test]
fn what_lies_too_deep_is_flattened() {
    let (open, close) = ("<w:tbl><w:tr><w:tc>".repeat(60), "</w:tc></w:tr></w:tbl>".repeat(60));
    let context = Context::default();
    let flow = read(&sample(&format!("{open}{}{close}", plain("deep")), &[]), &context).unwrap();
    let mut found = String::new();
    for block in transvase_model::flow::leaves(&flow.sections[0].blocks) {
        found.push_str(&words(&paragraph(block).content));
    }
    assert_eq!(found, "deep");
    assert_eq!(context.take_warnings().len(), 1);
}

#[test]
fn files_that_are_none_end_in_an_error() {
    let code = |bytes: &[u8]| read(bytes, &Context::default()).unwrap_err().code();
    assert_eq!(code(b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"), ErrorCode::FormatMismatch);
    let sealed = |name| transvase_container::cfb::build::container(&[(name, b"x")]);
    assert_eq!(code(&sealed("WordDocument")), ErrorCode::FormatMismatch);
    assert_eq!(code(&sealed("EncryptedPackage")), ErrorCode::PasswordRequired);
    let mut archive = Archive::new();
    archive.store("a", b"").unwrap();
    assert_eq!(code(&archive.finish().unwrap()), ErrorCode::Malformed);
}

/// Cut and changed files: a result or an error, never a panic.
#[test]
fn damage_is_an_error_or_a_result() {
    let levels = level(0, "decimal", "%1.") + &level(1, "bullet", "–");
    let body = item(0, "a") + &item(1, "b") + "<w:tbl><w:tr><w:tc>" + &plain("c") + "</w:tc></w:tr></w:tbl>";
    let bytes = sample(&body, &[numbering(&levels), styles("")]);
    let limits = Limits { unpacked_bytes: 1 << 20, ..Limits::default() };
    let try_read = |bytes: &[u8]| -> Result<Flow> { read(bytes, &Context::new(Options::default(), limits.clone())) };
    for end in (0..bytes.len()).step_by(7) {
        assert!(try_read(&bytes[..end]).is_err(), "{end}");
    }
    for at in (0..bytes.len()).step_by(3) {
        let mut changed = bytes.clone();
        changed[at] ^= 0x11;
        let _ = try_read(&changed);
    }
    let text = sample_text(&body);
    for at in (0..text.len()).step_by(5) {
        let mut changed = text.clone().into_bytes();
        changed[at] = b'>';
        let _ = try_read(&packed(&changed));
        let _ = try_read(&packed(&text.as_bytes()[..at]));
    }
}

fn sample_text(body: &str) -> String {
    format!("<w:document {NAMESPACES}><w:body>{body}</w:body></w:document>")
}

fn packed(document: &[u8]) -> Vec<u8> {
    let mut archive = Archive::new();
    archive.deflate("word/document.xml", document).unwrap();
    archive.finish().unwrap()
}
