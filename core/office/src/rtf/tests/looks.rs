//! Characters and paragraphs.

use super::{blocks, first, flow, lines, runs};
use transvase_model::flow::{Align, Block, Color, Inline, Leader, Role, Script, TabAlign};

#[test]
fn bytes_are_read_by_the_code_page_of_their_font() {
    assert_eq!(lines("\\f0 \\'e9\\par \\f2 \\'82\\'a0\\'83A\\par \\f1 \\'b7a\\par"), ["é", "あア", "•α"]);
    // A byte of the code page of the document, where the font says none.
    assert_eq!(lines("{\\fonttbl{\\f5 Some;}}\\ansicpg1251\\f5\\'cf\\par"), ["П"]);
}

#[test]
fn characters_of_unicode_go_with_what_stands_for_them() {
    assert_eq!(lines("\\u8211?a\\u-10179\\'3f\\u-8704 ?b\\par"), ["–a😀b"]);
    assert_eq!(lines("{\\uc0\\u228 x}\\uc2\\u26085\\'93\\'fay\\par"), ["äx日y"]);
    assert_eq!(lines("{\\upr{ab}{\\*\\ud{\\uc0\\u228 }}}c\\par"), ["äc"]);
    assert_eq!(lines("a\\~b\\-c\\_d\\emdash\\lquote x\\'zz\\par"), ["a\u{A0}b\u{AD}c\u{2011}d—‘xzz"]);
}

#[test]
fn looks_hold_for_their_group() {
    let runs = runs("a{\\b\\i\\ul\\fs30\\cf1\\highlight2 b}{\\super c}{\\caps d}{\\f3 e}{\\v hidden}\\par");
    let texts: Vec<&str> = runs.iter().map(|run| run.text.as_str()).collect();
    assert_eq!(texts, ["a", "b", "c", "D", "e"]);
    let bold = &runs[1].style;
    assert!(bold.is_bold() && bold.italic && bold.underline && bold.size == Some(15.0));
    assert_eq!(bold.color, Some(Color { r: 255, g: 0, b: 0 }));
    assert_eq!(bold.background, Some(Color { r: 0, g: 255, b: 0 }));
    assert_eq!((runs[2].style.script, runs[4].style.monospace), (Script::Superscript, true));
    assert!(!runs[0].style.is_bold() && runs[0].style.family.as_deref() == Some("Arial"));
}

#[test]
fn paragraphs_stand_as_they_say() {
    let style =
        first("\\pard\\qc\\li720\\ri360\\fi-360\\sb120\\sa240\\sl-300\\keepn\\keep\\pagebb\\tqr\\tldot\\tx5000 x\\par")
            .style;
    assert_eq!((style.align, style.indent_start, style.indent_end), (Some(Align::Center), 36.0, 18.0));
    assert_eq!((style.indent_first, style.space_before, style.space_after), (-18.0, 6.0, 12.0));
    assert_eq!((style.line_distance, style.keep_with_next, style.keep_together), (Some(15.0), true, true));
    assert!(style.page_break_before);
    assert_eq!(
        (style.tabs[0].position, style.tabs[0].align, style.tabs[0].leader),
        (250.0, TabAlign::End, Some(Leader::Dots))
    );
    let other = first("\\pard\\rtlpar\\qr\\li100\\ri200 x\\par").style;
    assert_eq!((other.align, other.indent_start, other.indent_end), (Some(Align::Start), 10.0, 5.0));
}

#[test]
fn lines_around_paragraphs_are_lines_or_rules() {
    let style = first("\\pard\\brdrb\\brdrs\\brdrw20\\brdrcf1\\brsp40\\cbpat2 x\\par").style;
    let bottom = style.borders.bottom.unwrap();
    assert_eq!((bottom.width, bottom.color), (1.0, Color { r: 255, g: 0, b: 0 }));
    assert_eq!((style.border_room.unwrap().bottom, style.background), (2.0, Some(Color { r: 0, g: 255, b: 0 })));
    assert_eq!(blocks("a\\par\\pard\\brdrb\\brdrs\\par\\pard b\\par").get(1), Some(&Block::Rule));
}

#[test]
fn styles_give_names_and_roles() {
    let sheet = "{\\stylesheet{\\s0 Normal;}{\\s1\\outlinelevel0\\b Kapitel;}{\\s2 \\'dcberschrift 2;}{\\s3 Title;}{\\s4 Quote;}{\\*\\cs9\\additive Strong;}}";
    let text =
        "\\pard\\s1 a\\par\\pard\\s2 b\\par\\pard\\s3 c\\par\\pard\\s4 d\\par\\pard\\s4 e\\par\\pard {\\cs9 f}\\par";
    let blocks = blocks(&format!("{sheet}{text}"));
    let role = |at: usize| match &blocks[at] {
        Block::Paragraph(paragraph) => (paragraph.role, paragraph.style.name.as_deref().unwrap_or("").to_owned()),
        other => panic!("{other:?}"),
    };
    assert_eq!(role(0), (Role::Heading(1), "Kapitel".to_owned()));
    assert_eq!(role(1), (Role::Heading(2), "Überschrift 2".to_owned()));
    assert_eq!(role(2).0, Role::Title);
    assert!(matches!(&blocks[3], Block::Quote(inner) if inner.len() == 2));
    let Block::Paragraph(last) = &blocks[4] else { panic!() };
    assert!(matches!(&last.content[0], Inline::Text(run) if run.style.name.as_deref() == Some("Strong")));
}

#[test]
fn space_between_paragraphs_of_one_style_goes_where_they_say_so() {
    let blocks =
        blocks("{\\stylesheet{\\s5 List;}}\\pard\\s5\\sb100\\sa200\\contextualspace a\\par b\\par\\pard c\\par");
    let space = |at: usize| match &blocks[at] {
        Block::Paragraph(paragraph) => (paragraph.style.space_before, paragraph.style.space_after),
        other => panic!("{other:?}"),
    };
    assert_eq!((space(0), space(1)), ((5.0, 0.0), (0.0, 10.0)));
}

#[test]
fn large_initials_are_of_the_next_paragraph() {
    let paragraph = first("\\pard\\dropcapli3\\dropcapt1 {\\fs100 O}\\par\\pard nce\\par");
    let cap = paragraph.drop_cap.unwrap();
    assert_eq!((cap.run.text.as_str(), cap.lines), ("O", 3));
}

#[test]
fn pages_end_between_paragraphs_and_within() {
    let blocks = blocks("a\\page b\\par\\page\\par c\\par");
    let kinds: Vec<&str> = blocks
        .iter()
        .map(|block| match block {
            Block::PageBreak => "break",
            _ => "text",
        })
        .collect();
    assert_eq!(kinds, ["text", "break", "text", "break", "text"]);
}

#[test]
fn sections_have_pages_and_what_runs_at_their_edges() {
    let text = "\\paperw11906\\paperh16838\\margl1000\\margr1000\\margt1000\\margb1000\\facingp\\sectd\\titlepg\
                {\\headerl left\\par}{\\headerr right\\par}{\\headerf first\\par}{\\footer {\\field{\\*\\fldinst PAGE}{\\fldrslt 7}}\\par}\
                one\\sect\\sectd\\sbknone\\cols2\\colsx400\\pgnstarts5\\pgnrestart\\pgnlcrm two\\par";
    let flow = flow(text);
    let [one, two] = flow.sections.as_slice() else { panic!("{}", flow.sections.len()) };
    let page = one.page.as_ref().unwrap();
    assert_eq!((page.size.width, page.margins.left), (595.3, 50.0));
    let header = one.header.as_ref().unwrap();
    let text = |blocks: &[Block]| super::words(&blocks[0]);
    assert_eq!(text(&header.default), "right");
    assert_eq!(header.even.as_deref().map(text).as_deref(), Some("left"));
    assert_eq!(header.first.as_deref().map(text).as_deref(), Some("first"));
    let columns = &two.page.as_ref().unwrap().columns;
    assert_eq!((columns.len(), columns[0].gap, two.new_page), (2, 20.0, false));
    let numbers = two.numbers.unwrap();
    assert_eq!((numbers.start, numbers.format), (Some(5), transvase_model::flow::NumberFormat::LowerRoman));
}

#[test]
fn a_document_that_says_nothing_of_its_paper_has_the_usual_one() {
    // RTF 1.9.1, "Document Formatting Properties": 12240 by 15840 twips, 1800 at the sides, 1440 above and below.
    let flow = flow("one\\par");
    let page = flow.sections[0].page.as_ref().unwrap();
    assert_eq!((page.size.width, page.size.height), (612.0, 792.0));
    assert_eq!((page.margins.left, page.margins.top), (90.0, 72.0));
}

#[test]
fn tabs_may_be_bytes_and_ends_of_lines_escaped() {
    let text = "a\tb\\'09c\\u9 ?d\\\te\\\nf\rg\0h\\par{\\header x\ty\\par}";
    let flow = flow(text);
    let kinds = |block: &Block| match block {
        Block::Paragraph(paragraph) => paragraph.content.iter().filter(|inline| matches!(inline, Inline::Tab)).count(),
        other => panic!("{other:?}"),
    };
    let blocks = &flow.sections[0].blocks;
    assert_eq!((super::words(&blocks[0]).as_str(), kinds(&blocks[0])), ("abcde", 4));
    assert_eq!(super::words(&blocks[1]), "fgh");
    let header = &flow.sections[0].header.as_ref().unwrap().default;
    assert_eq!((super::words(&header[0]).as_str(), kinds(&header[0])), ("xy", 1));
}
