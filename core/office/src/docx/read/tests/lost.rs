//! What used to be lost without a word.

use super::{blocks, flow_of, item, level, list, numbering, paragraph, plain, read, run, sample, table, texts, words};
use transvase_base::context::Context;
use transvase_container::zip::Archive;
use transvase_model::flow::{Block, ListItem};

fn cell(inside: &str) -> String {
    format!("<w:tc>{inside}</w:tc>")
}

fn deleted(text: &str) -> String {
    format!("<w:p><w:del w:id='1' w:author='A'><w:r><w:delText>{text}</w:delText></w:r></w:del></w:p>")
}

/// The words of blocks, those of tables between bars.
fn shown(blocks: &[Block]) -> Vec<String> {
    let cells = |block: &Block| {
        let cells = table(block).rows.iter().flat_map(|row| &row.cells).map(|cell| texts(&cell.blocks).concat());
        format!("|{}|", cells.collect::<Vec<_>>().join("|"))
    };
    let of = |block: &Block| match block {
        Block::Table(_) => cells(block),
        block => words(&paragraph(block).content),
    };
    blocks.iter().map(of).collect()
}

/// XML 1.0, 2.10.
#[test]
fn white_space_counts_where_an_element_around_says_so() {
    let bare = |text: &str| format!("<w:r><w:t>{text}</w:t></w:r>");
    let cases = [
        (format!("<w:p xml:space='preserve'>{}{}</w:p>", bare("a "), bare("b")), "a b"),
        (format!("<w:p>{}{}{}</w:p>", bare("a"), bare(" "), bare("b")), "ab"),
        ("<w:p xml:space='preserve'><w:r><w:t xml:space='default'> a </w:t><w:t> b</w:t></w:r></w:p>".into(), "a b"),
    ];
    for (body, expected) in cases {
        assert_eq!(texts(&blocks(&body)), [expected], "{body}");
    }
}

#[test]
fn blocks_among_text_stand_where_they_stood() {
    let inner = format!("<w:tbl><w:tr>{}{}</w:tr></w:tbl>", cell(&plain("c")), cell(&plain("d")));
    let within = |inside: &str| format!("<w:p>{}{inside}{}</w:p>", run("a"), run("b"));
    let control = format!("<w:sdt><w:sdtPr><w:text/></w:sdtPr><w:sdtContent>{}</w:sdtContent></w:sdt>", plain("e"));
    let cases = [
        (within(&inner), vec!["a", "|c|d|", "b"]),
        (within(&plain("e")), vec!["a", "e", "b"]),
        (within(&control), vec!["a", "e", "b"]),
        (within(&format!("<w:r>{inner}</w:r>")), vec!["a", "|c|d|", "b"]),
        (within(&format!("<w:ins w:id='1'><w:smartTag>{}</w:smartTag></w:ins>", plain("e"))), vec!["a", "e", "b"]),
        (format!("{}{}{}", run("a"), run("b"), plain("c")), vec!["ab", "c"]),
        (format!("<w:p2>{}</w:p2><w:p><w:unknown>{}</w:unknown></w:p>", run("a"), run("b")), vec!["a", "b"]),
        (format!("<w:tbl><w:tr>{}</w:tr></w:tbl>", cell(&(run("a") + &run("b")))), vec!["|ab|"]),
    ];
    for (body, expected) in cases {
        assert_eq!(shown(&blocks(&body)), expected, "{body}");
    }
}

/// 17.13.5.12, of rows; 17.13.5.1, of cells.
#[test]
fn rows_that_are_to_go_are_whole_until_they_do() {
    let row = |properties: &str, cells: &str| format!("<w:tr><w:trPr>{properties}</w:trPr>{cells}</w:tr>");
    let gone = "<w:tc><w:tcPr><w:cellDel w:id='3' w:author='A'/></w:tcPr><w:p/></w:tc>";
    let rows = [
        row("", &cell(&plain("a"))),
        row("<w:del w:id='2' w:author='A'/>", &cell(&deleted("b"))),
        row("", gone),
        // Its text goes alone.
        row("", &cell(&deleted("c"))),
        row("<w:ins w:id='4' w:author='A'/>", &cell(&plain("d"))),
    ];
    let alone = format!("<w:tbl>{}</w:tbl>", rows[1]);
    let mut flow = flow_of(&format!("<w:tbl>{}</w:tbl>{}{alone}", rows.concat(), plain("x")), &[]);
    assert_eq!(shown(&flow.sections[0].blocks), ["|a|b||c|d|", "x", "|b|"]);
    assert!(flow.accept_changes());
    assert_eq!(shown(&flow.sections[0].blocks), ["|a||d|", "x"]);
}

#[test]
fn choices_are_shown_where_the_field_shows_nothing() {
    let list = "<w:ddList><w:result w:val='1'/><w:listEntry w:val='Mr'/><w:listEntry w:val='Mrs'/></w:ddList>";
    let body = format!(
        "<w:p>{}<w:r><w:fldChar w:fldCharType='begin'><w:ffData>{list}</w:ffData></w:fldChar></w:r>\
         <w:r><w:instrText> FORMDROPDOWN </w:instrText></w:r><w:r><w:fldChar w:fldCharType='end'/></w:r></w:p>",
        run("Title: ")
    );
    assert_eq!(texts(&blocks(&body)), ["Title: Mrs"]);
}

/// A Word file with others in it; what is none of a known format is told as lost.
#[test]
fn documents_within_are_read() {
    let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let package = "http://schemas.openxmlformats.org/package/2006/relationships";
    let chunk = "<w:altChunk r:id='c'/>";
    let within = |inside: &[u8]| {
        let mut archive = Archive::new();
        let rows = format!(
            "<Relationships xmlns='{package}'><Relationship Id='c' Type='{office}/aFChunk' Target='c.bin'/></Relationships>"
        );
        archive.deflate("word/_rels/document.xml.rels", rows.as_bytes()).unwrap();
        let body = format!("{}{chunk}{}", plain("before"), plain("behind"));
        archive.deflate("word/document.xml", super::sample_text(&body).as_bytes()).unwrap();
        archive.store("word/c.bin", inside).unwrap();
        archive.finish().unwrap()
    };
    let context = Context::default();
    let inner = within(&sample(&plain("inside"), &[]));
    let flow = read(&within(&inner), &context).unwrap();
    assert_eq!(texts(&flow.sections[0].blocks), ["before", "before", "inside", "behind", "behind"]);
    assert_eq!(context.take_warnings().len(), 0);
    let flow = read(&within(b"\0\x01\x02"), &context).unwrap();
    assert_eq!(texts(&flow.sections[0].blocks), ["before", "behind"]);
    assert_eq!(context.take_warnings().len(), 1);
}

#[test]
fn text_behind_damage_is_kept() {
    let context = Context::default();
    let text = super::sample_text(&(plain("a") + "<w:p><w:r><w:t>b</w:p>" + &plain("c")));
    let flow = read(&super::packed(text.as_bytes()), &context).unwrap();
    assert_eq!(texts(&flow.sections[0].blocks), ["a", "b", "c"]);
    assert_eq!(context.take_warnings().len(), 1);
}

#[test]
fn a_damaged_first_tag_leaves_the_text() {
    let inside = format!("<w:body>{}{}</w:body></w:document>", plain("a"), plain("b"));
    let beginnings = [
        "<w:document xm>",
        "<w:document xmlns:w=http://schemas.openxmlformats.org/wordprocessingml/2006/main'>",
        "<w:document xmlns:w='http://schemas.openxmlformats.org/wordprocessingml/2006/m\u{1}in'>",
        "<w:docu",
        "",
    ];
    for beginning in beginnings {
        let flow = read(&super::packed(format!("{beginning}{inside}").as_bytes()), &Context::default()).unwrap();
        assert_eq!(texts(&flow.sections[0].blocks), ["a", "b"], "{beginning}");
    }
}

/// An item with the end of a page in it or before it, and one that is to go.
#[test]
fn items_have_their_numbers_once() {
    let brk = "</w:t></w:r><w:r><w:br w:type='page'/></w:r><w:r><w:t>";
    let mark = "<w:rPr><w:del w:id='1' w:author='A'/></w:rPr></w:pPr><w:del w:id='2' w:author='A'>";
    let gone =
        item(0, "gone").replace("</w:pPr>", mark).replace("</w:p>", "</w:del></w:p>").replace("w:t", "w:delText");
    let body = item(0, "a") + &item(0, &format!("b{brk}c")) + &gone + &item(0, &format!("{brk}d"));
    let flow = flow_of(&body, &[numbering(&level(0, "decimal", "%1."))]);
    let mut items: Vec<(u32, String)> = Vec::new();
    for block in flow.sections[0].blocks.iter().filter(|block| matches!(block, Block::List(_))) {
        let list = list(block);
        let mut next = list.start;
        for ListItem { number, blocks, .. } in &list.items {
            let number = number.unwrap_or(next);
            items.push((number, words(&paragraph(&blocks[0]).content)));
            next = number + 1;
        }
    }
    let expected = [(1, "a"), (2, "b"), (3, "gone"), (3, "d")].map(|(number, words)| (number, words.to_owned()));
    assert_eq!(items, expected);
}

/// 17.11.11 and 17.11.19: notes that begin with another number, and anew in each section.
#[test]
fn notes_are_counted_as_their_sections_say() {
    let note = |id: u8| format!("<w:p><w:r><w:footnoteReference w:id='{id}'/></w:r></w:p>");
    let section = |said: &str| format!("<w:sectPr><w:footnotePr>{said}</w:footnotePr></w:sectPr>");
    let notes: String = (1..=4).map(|id| format!("<w:footnote w:id='{id}'>{}</w:footnote>", plain("n"))).collect();
    let notes = ("footnotes", "footnotes", format!("<w:footnotes {}>{notes}</w:footnotes>", super::NAMESPACES));
    let marks = |first: &str, second: &str| {
        let end = format!("<w:p><w:pPr>{}</w:pPr></w:p>", section(first));
        let body = note(1) + &note(2) + &end + &note(3) + &note(4) + &section(second);
        let flow = flow_of(&body, std::slice::from_ref(&notes));
        let marks: Vec<String> = flow.notes.iter().map(|note| note.mark.clone().unwrap_or_default()).collect();
        (flow.first_notes.foot, marks.join(" "))
    };
    let (each, letters) = ("<w:numRestart w:val='eachSect'/>", "<w:numFmt w:val='lowerLetter'/>");
    assert_eq!(marks("<w:numStart w:val='7'/>", ""), (7, "   ".into()));
    assert_eq!(marks("", &format!("<w:numStart w:val='4'/>{each}")), (1, "  4 5".into()));
    assert_eq!(marks(&(letters.to_owned() + each), each), (1, "a b 1 2".into()));
    assert_eq!(marks(letters, letters), (1, "a b c d".into()));
}
