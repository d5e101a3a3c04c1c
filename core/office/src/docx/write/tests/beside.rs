//! Running text, notes, remarks, fields, controls and numbered headings.

use super::sample::{beside, body, field, item, labelled, list, numbered, text};
use super::*;
use transvase_model::flow::Column;

fn styles_of(docx: &[u8]) -> String {
    part(docx, "word/styles.xml")
}

#[test]
fn running_text_has_parts_of_its_own() {
    let docx = written(beside());
    let header = part(&docx, "word/header1.xml");
    assert!(header.contains(r#"<w:pStyle w:val="Header"/>"#) && header.contains(r#"r:embed="rId1""#), "{header}");
    let rels = part(&docx, "word/_rels/header1.xml.rels");
    assert!(rels.contains("media/image1.png") && rels.contains("https://example.org/"), "{rels}");
    let footer = part(&docx, "word/footer1.xml");
    assert!(footer.contains(" PAGE ") && footer.contains(r" NUMPAGES \* Arabic "), "{footer}");
    let xml = part(&docx, "word/document.xml");
    assert_eq!(xml.matches("<w:headerReference").count(), 3, "default, first and even of the first section: {xml}");
    assert_eq!(xml.matches("<w:titlePg/>").count(), 2, "{xml}");
    assert!(xml.contains(r#"<w:pgNumType w:fmt="lowerRoman" w:start="3"/>"#), "{xml}");
    assert_eq!(xml.matches(r#"<w:pgNumType w:fmt="lowerRoman"/>"#).count(), 2, "later sections count on: {xml}");
    assert!(xml.contains(r#"<w:lnNumType w:countBy="5" w:distance="360" w:restart="newPage"/>"#), "{xml}");
    assert!(xml.contains(r#"w:header="600" w:footer="500""#), "{xml}");
    assert!(xml.contains(r#"<w:cols w:num="2" w:space="400" w:equalWidth="1" w:sep="1"/>"#), "{xml}");
    assert!(part(&docx, "word/settings.xml").contains(r#"<w:evenAndOddHeaders w:val="1"/>"#));
    assert!(part(&docx, "word/settings.xml").contains("<w:mirrorMargins/>"));
}

#[test]
fn notes_are_referred_to_once_and_none_is_lost() {
    let docx = written(beside());
    let xml = part(&docx, "word/document.xml");
    assert_eq!(xml.matches("<w:footnoteReference").count(), 2, "{xml}");
    assert!(
        xml.contains(r#"<w:footnoteReference w:customMarkFollows="1" w:id="2"/><w:t xml:space="preserve">*</w:t>"#)
    );
    assert!(xml.contains(r#"<w:endnoteReference w:id="3"/>"#));
    assert!(xml.contains("of nothing"), "a note without a mark stands in the text");
    let notes = part(&docx, "word/footnotes.xml");
    assert!(notes.contains(r#"<w:footnote w:type="separator" w:id="-1">"#) && notes.contains("<w:footnoteRef/>"));
    assert!(notes.contains("starred") && !notes.contains("at the end"), "{notes}");
    assert!(part(&docx, "word/endnotes.xml").contains("at the end"));
    let context = Context::default();
    package::write(beside(), &context).unwrap();
    let codes: Vec<_> = context.take_warnings().into_iter().map(|warning| warning.code).collect();
    assert_eq!(codes, [WarningCode::AnnotationDropped; 2], "a note without a mark, a remark about nothing");
}

#[test]
fn the_notes_of_a_title_stand_below_its_columns() {
    let written_with = |mark: Option<&str>| {
        let column = Column { width: 200.0, gap: 20.0 };
        let page = PageSetup { columns: vec![column, column], ..PageSetup::default() };
        let title = vec![body(vec![text("An author"), Inline::Note(0)])];
        let title = Section { new_page: true, page: Some(PageSetup::default()), blocks: title, ..Section::default() };
        let columns = vec![body(vec![text("Abstract")])];
        let columns = Section { page: Some(page), blocks: columns, ..Section::default() };
        let blocks = vec![body(vec![text("Equal work")])];
        let note = Note { kind: NoteKind::Foot, mark: mark.map(str::to_owned), blocks };
        written(Flow { sections: vec![title, columns], notes: vec![note], ..Flow::default() })
    };
    let docx = written_with(Some("*"));
    let xml = part(&docx, "word/document.xml");
    let (title, columns) = xml.split_once("</w:p>").unwrap();
    assert!(title.contains(">*<") && !title.contains("footnoteReference"), "{title}");
    assert_eq!(columns.matches(r#"<w:footnoteReference w:customMarkFollows="1" w:id="1"/>"#).count(), 1, "{columns}");
    let notes = part(&docx, "word/footnotes.xml");
    assert!(
        notes.contains(r#"<w:vertAlign w:val="superscript"/></w:rPr><w:t xml:space="preserve">*</w:t>"#),
        "{notes}"
    );
    let counted = part(&written_with(None), "word/document.xml");
    assert!(counted.split_once("</w:p>").unwrap().0.contains("footnoteReference"), "{counted}");
}

#[test]
fn remarks_have_a_range_and_an_author() {
    let docx = written(beside());
    let xml = part(&docx, "word/document.xml");
    let range = xml.split(r#"<w:commentRangeStart w:id="0"/>"#).nth(1).unwrap();
    assert!(range.split(r#"<w:commentRangeEnd w:id="0"/>"#).next().unwrap().contains("and remarked"), "{xml}");
    let comments = part(&docx, "word/comments.xml");
    let attributes = r#"<w:comment w:id="0" w:author="Ann Other" w:initials="AO" w:date="2020-01-02T03:04:05Z">"#;
    assert!(comments.contains(attributes), "{comments}");
    assert_eq!(comments.matches("<w:comment ").count(), 1, "{comments}");
}

#[test]
fn a_table_of_contents_is_a_field_with_links_and_page_numbers() {
    let in_columns = |count: usize| {
        let mut flow = beside();
        let columns = vec![Column { width: 200.0, gap: 20.0 }; count];
        flow.sections[0].page = Some(PageSetup { columns, ..PageSetup::default() });
        part(&written(flow), "word/document.xml")
    };
    let xml = in_columns(0);
    assert_eq!(xml.matches(" TOC ").count(), 1);
    assert_eq!(xml.matches(" PAGEREF ").count(), 3);
    let [begins, separates, ends] =
        ["begin", "separate", "end"].map(|kind| xml.matches(&format!(r#"w:fldCharType="{kind}""#)).count());
    assert_eq!((begins, separates, ends), (4, 4, 4), "{xml}");
    assert!(xml.contains(r#"<w:pStyle w:val="TOC1"/>"#));
    let xml = in_columns(2);
    assert_eq!((xml.matches(" TOC ").count(), xml.matches(" PAGEREF ").count()), (0, 3), "{xml}");
    let without = document(vec![body(vec![field(FieldKind::PageOf("lost".into()), "9")])]);
    assert!(without.contains(">9<") && !without.contains("PAGEREF"), "{without}");
}

#[test]
fn controls_say_what_they_take() {
    let xml = part(&written(beside()), "word/document.xml");
    for markup in [
        r#"<w:alias w:val="A field"/><w:tag w:val="field"/><w:id w:val="1"/><w:richText/>"#,
        "<w:showingPlcHdr/><w:richText/>",
        r#"<w14:checkbox><w14:checked w14:val="1"/>"#,
        r#"<w:dropDownList><w:listItem w:displayText="red" w:value="red"/><w:listItem w:displayText="blue" w:value="blue"/></w:dropDownList>"#,
        "<w:comboBox>",
        r#"<w:dateFormat w:val="yyyy-MM-dd"/>"#,
        "☒",
    ] {
        assert!(xml.contains(markup), "{markup} in {xml}");
    }
    assert!(xml.contains(r#"mc:Ignorable="w14""#));
}

#[test]
fn numbered_headings_are_one_list_tied_to_their_styles() {
    let docx = written(beside());
    let numbering = part(&docx, "word/numbering.xml");
    let level = r#"<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:pStyle w:val="Heading2"/><w:suff w:val="space"/><w:lvlText w:val="%1.%2."/>"#;
    assert!(numbering.contains(level), "{numbering}");
    let styles = styles_of(&docx);
    let style = styles.split("<w:style ").find(|style| style.contains(r#"w:styleId="Heading2""#)).unwrap();
    assert!(style.contains(r#"<w:numPr><w:ilvl w:val="1"/><w:numId w:val="1"/></w:numPr>"#), "{style}");
    let xml = part(&docx, "word/document.xml");
    let heading = |title: &str| {
        let end = xml.find(&format!(">{title}<")).unwrap();
        xml[xml[..end].rfind("<w:p>").unwrap()..end].to_owned()
    };
    assert!(!heading("two").contains("<w:numPr>"), "{}", heading("two"));
    assert!(heading("seven").contains("<w:numPr>"), "{}", heading("seven"));
    assert!(numbering.contains(r#"<w:startOverride w:val="7"/>"#), "{numbering}");
}

#[test]
fn lists_go_on_in_sequences_and_show_the_levels_above() {
    let docx = written(beside());
    let numbering = part(&docx, "word/numbering.xml");
    assert!(numbering.contains(r#"<w:lvlText w:val="%1.%2"/>"#), "{numbering}");
    let xml = part(&docx, "word/document.xml");
    let number = |words: &str| {
        let before = &xml[..xml.find(words).unwrap()];
        before[before.rfind("<w:numId").unwrap()..].split('"').nth(1).unwrap().to_owned()
    };
    assert_eq!(number("point one<"), number("point two<"), "{xml}");
    assert!(xml.contains(r#"<w:pStyle w:val="ListNumber2"/>"#), "{xml}");
}

#[test]
fn initials_and_rules_around_paragraphs_are_kept() {
    let xml = part(&written(beside()), "word/document.xml");
    assert!(xml.contains(r#"<w:framePr w:dropCap="drop" w:lines="3""#), "{xml}");
    assert!(
        xml.contains(r#"<w:pBdr><w:top w:val="single" w:sz="12" w:space="1" w:color="000080"/><w:bottom "#),
        "{xml}"
    );
    assert!(xml.contains(r#"<w:spacing w:val="30"/><w:w w:val="90"/>"#), "{xml}");
    assert!(xml.contains(r#"w:hint="eastAsia" w:ascii="Times New Roman""#), "{xml}");
    assert!(xml.contains(r#"<w:background w:color="FFFAF0"/>"#), "{xml}");
    assert!(xml.contains(r#"<w:tblCellMar><w:top w:w="20" w:type="dxa"/><w:left w:w="80""#), "{xml}");
}

#[test]
fn styles_carry_the_stops_of_contents_and_running_text() {
    let docx = written(beside());
    let styles = styles_of(&docx);
    let style = styles.split("<w:style ").find(|style| style.contains(r#"w:styleId="TOC1""#)).unwrap();
    assert!(style.contains(r#"<w:tab w:val="right" w:leader="dot" w:pos="8000"/>"#), "{style}");
    assert!(!part(&docx, "word/document.xml").contains("<w:tabs>"));
}

#[test]
fn labels_without_a_list_number_their_paragraph() {
    let Block::Paragraph(mut heading) = labelled(1, "clause", 0, 3) else { unreachable!("a paragraph") };
    heading.role = Role::Body;
    let xml = document(vec![Block::Paragraph(heading)]);
    assert!(xml.contains("<w:numPr>") && !xml.contains(">3"), "{xml}");
}

#[test]
fn marked_paragraphs_have_the_style_of_their_level() {
    let inner = list(Marker::Bullet('•'), vec![item(vec![body(vec![text("inner")])])]);
    let outer = list(
        numbered(NumberFormat::Decimal, "", "."),
        vec![item(vec![body(vec![text("outer")]), body(vec![text("below")]), inner])],
    );
    let xml = document(vec![outer]);
    let styles: Vec<_> = xml.split("<w:pStyle w:val=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert_eq!(styles, ["ListNumber", "ListParagraph", "ListBullet2"]);
}

#[test]
fn font_files_go_with_the_document() {
    let font = EmbeddedFont { family: "Own Face".into(), bold: true, italic: false, data: vec![7; 64].into() };
    let docx = written(Flow { fonts: vec![font], ..one_section(vec![body(vec![text("words")])]) });
    schema::check_package(&docx).unwrap();
    let table = part(&docx, "word/fontTable.xml");
    assert!(
        table.contains(r#"<w:font w:name="Own Face">"#) && table.contains(r#"<w:embedBold r:id="rId1" w:fontKey="{"#),
        "{table}"
    );
    let file = parts(&docx).remove("word/fonts/font1.odttf").unwrap();
    assert!(file[..32].iter().any(|byte| *byte != 7) && file[32..] == [7; 32]);
    assert!(part(&docx, "word/settings.xml").contains("<w:embedTrueTypeFonts/>"));
    assert!(part(&docx, "[Content_Types].xml").contains("obfuscatedFont"));
}

#[test]
fn changes_and_marks_of_the_index_are_words_own() {
    let change = |kind| Change { kind, author: Some("Ann Other".into()), date: Some("2020-01-02T03:04:05Z".into()) };
    let changed = |change, content| Inline::Change { change, content };
    let target = || LinkTarget::External("https://example.org/".into());
    let link = Inline::Link { target: target(), content: vec![text("linked")] };
    let entry = IndexEntry { terms: vec!["Time: \"now\"".into(), "past".into()] };
    let content =
        vec![changed(0, vec![text("new"), link, text("more")]), changed(1, vec![text("old")]), Inline::Index(entry)];
    let mut flow = one_section(vec![body(content)]);
    flow.changes = vec![change(ChangeKind::Inserted), change(ChangeKind::Deleted)];
    let docx = written(flow);
    schema::check_package(&docx).unwrap();
    let xml = part(&docx, "word/document.xml");
    let said = r#"w:author="Ann Other" w:date="2020-01-02T03:04:05Z">"#;
    assert_eq!(xml.matches(said).count(), 4, "the link parts new text in three: {xml}");
    let link = xml.split("<w:hyperlink").nth(1).and_then(|rest| rest.split("</w:hyperlink>").next()).unwrap();
    assert!(link.contains("<w:ins ") && link.contains("linked"), "{xml}");
    assert!(xml.contains(r#"<w:delText xml:space="preserve">old</w:delText>"#), "{xml}");
    let xml = xml.replace("&quot;", "\"");
    assert!(xml.contains(r#" XE "Time\: \"now\":past" "#), "{xml}");
}

/// Paragraphs and letters in styles that the source names.
#[test]
fn styles_keep_the_names_of_the_source() {
    let named = |name: &str, style: fn(&mut TextStyle), words: &str| {
        let Inline::Text(mut run) = styled(words, style) else { panic!() };
        run.style.name = Some(name.into());
        Inline::Text(run)
    };
    let plain = |name: &str, content| {
        let style = ParagraphStyle { name: Some(name.into()), ..ParagraphStyle::default() };
        Block::Paragraph(Paragraph { style, content, ..Paragraph::default() })
    };
    let term = named("Term, new", |style| (style.weight, style.italic) = (700, true), "this");
    let blocks = vec![
        plain("Normal", vec![text("plain")]),
        plain("Remark", vec![styled("small words", |style| style.size = Some(8.0))]),
        plain("No Spacing", vec![text("tight")]),
        plain("heading 7", vec![text("a name of ours is not taken")]),
        plain("Remark", vec![styled("small again ", |style| style.size = Some(8.0)), term]),
    ];
    let docx = written(Flow { sections: vec![Section { blocks, ..Section::default() }], ..Flow::default() });
    let (styles, document) = (part(&docx, "word/styles.xml"), part(&docx, "word/document.xml"));
    assert!(
        styles.contains(r#"<w:style w:type="paragraph" w:styleId="Remark" w:customStyle="1"><w:name w:val="Remark"/>"#)
    );
    assert!(styles.contains(r#"<w:style w:type="paragraph" w:styleId="NoSpacing"><w:name w:val="No Spacing"/>"#));
    assert!(styles.contains(r#"w:styleId="Termnew" w:customStyle="1"><w:name w:val="Term  new"/>"#));
    assert_eq!(document.matches(r#"<w:pStyle w:val="Remark"/>"#).count(), 2);
    assert!(!document.contains("w:sz "), "the style says the size: {document}");
    let letters = document.split(r#"<w:rStyle w:val="Termnew"/>"#).nth(1).unwrap();
    assert!(letters.starts_with("</w:rPr>") || letters.starts_with("<w:sz"), "the style says the look: {letters}");
    let context = Context::default();
    let flow = crate::docx::read::read(&docx, &context).unwrap();
    let Block::Paragraph(last) = &flow.sections[0].blocks[4] else { panic!() };
    let Some(Inline::Text(run)) = last.content.last() else { panic!() };
    assert_eq!((run.style.is_bold(), run.style.italic, run.style.name.as_deref()), (true, true, Some("Term  new")));
    assert_eq!(last.style.name.as_deref(), Some("Remark"));
}

/// An id that two styles have is no valid document (ECMA-376 part 1, 17.7.4.17).
#[test]
fn names_of_the_source_that_are_ours_make_no_second_style() {
    let names = ["Table Heading", "Table Text", "Source Code", "annotation text", "List Bullet 3"];
    let paragraph = |name: &&str| {
        let Inline::Text(mut run) = styled("f(x)", |style| (style.meaning.code, style.monospace) = (true, true)) else {
            panic!()
        };
        run.style.name = Some("Verbatim Char".into());
        let style = ParagraphStyle { name: Some((*name).into()), ..ParagraphStyle::default() };
        let content = vec![text("words "), Inline::Text(run)];
        Block::Paragraph(Paragraph { style, content, ..Paragraph::default() })
    };
    let mut head = cell("");
    (head.header, head.blocks) = (true, vec![body(vec![text("Year")])]);
    let rows = vec![Row { cells: vec![head, cell("1861")], ..Row::default() }];
    let mut blocks: Vec<Block> = names.iter().map(paragraph).collect();
    blocks.push(Block::Table(Table { rows, ..Table::default() }));
    let docx = written(Flow { sections: vec![Section { blocks, ..Section::default() }], ..Flow::default() });
    let styles = part(&docx, "word/styles.xml");
    for attribute in ["w:styleId=\"", "<w:name w:val=\""] {
        let mut found: Vec<&str> = styles.split(attribute).skip(1).filter_map(|rest| rest.split('"').next()).collect();
        let all = found.len();
        found.sort_unstable();
        found.dedup();
        assert_eq!(found.len(), all, "{styles}");
    }
}
