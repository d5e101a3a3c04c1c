//! Lists, terms and what else hangs, from pages to flow.

use super::*;
use transvase_model::flow::MarkerLook;

/// Lines of a page: where each begins, its base line, its marker and its text.
fn marked(lines: &[(f32, f32, &str, &str)]) -> Flow {
    let mut builder = Builder::default().page();
    for (x, y, marker, text) in lines {
        builder = builder.text(*x, *y, 10.0, marker).text(*x + 20.0, *y, 10.0, text);
    }
    builder.flow()
}

fn lists(flow: &Flow) -> Vec<&transvase_model::flow::List> {
    let blocks = flow.sections.iter().flat_map(|section| &section.blocks);
    blocks.filter_map(|block| if let Block::List(list) = block { Some(list) } else { None }).collect()
}

#[test]
fn numbered_paragraphs_indent_their_first_line() {
    let long = "a text that is long enough to fill the whole of its line as paragraphs do so";
    let mut builder = Builder::default().page();
    for (at, y) in [(1, 100.0), (2, 160.0)] {
        builder = builder.text(120.0, y, 10.0, &format!("{at})")).text(140.0, y, 10.0, long);
        builder = builder.text(100.0, y + 12.0, 10.0, &format!("once {long}")).text(100.0, y + 24.0, 10.0, "and ends.");
    }
    let flow = builder.flow();
    let [list] = lists(&flow)[..] else { panic!("one list") };
    let Some(Block::Paragraph(first)) = list.items[0].blocks.first() else { panic!("a paragraph") };
    // The marker stands 20 points right of the lines below it.
    assert_eq!((first.style.indent_start, first.style.indent_first), (0.0, 20.0));
}

/// A line that fills 400 points at size 10.
fn full(begin: &str) -> String {
    format!("{begin} {:0<width$}", "and words ", width = 79 - begin.len())
}

#[test]
fn items_go_on_below_their_markers_where_the_page_does() {
    let mut builder = Builder::default().page();
    for (at, y) in [(1, 100.0), (2, 140.0)] {
        builder = builder.text(100.0, y, 10.0, &full(&format!("({at}) The item"))).text(100.0, y + 12.0, 10.0, "ends.");
    }
    let flow = builder.text(100.0, 180.0, 10.0, "(3) The last item.").flow();
    let [list] = lists(&flow)[..] else { panic!("one list") };
    assert_eq!(list.items.len(), 3);
    for item in &list.items {
        let Some(Block::Paragraph(first)) = item.blocks.first() else { panic!("a paragraph") };
        assert_eq!((first.style.indent_start, first.style.indent_first), (0.0, 0.1), "it does not hang");
    }
}

#[test]
fn two_lines_that_hang_are_one_paragraph() {
    let hanging = Builder::default().page().text(100.0, 100.0, 10.0, &full("Hanging"));
    let flow = hanging.text(130.0, 112.0, 10.0, "below it and so on").text(100.0, 160.0, 10.0, "Another.").flow();
    let paragraphs = paragraphs(&flow);
    assert_eq!(paragraphs.len(), 2);
    assert_eq!((paragraphs[0].style.indent_start, paragraphs[0].style.indent_first), (30.0, -30.0));
}

#[test]
fn a_box_to_tick_stays_in_its_text() {
    let flow = marked(&[(100.0, 100.0, "\u{2610}", "to do"), (100.0, 114.0, "\u{2612}", "done")]);
    assert_eq!((lists(&flow).len(), texts(&flow)), (0, vec!["\u{2610}\tto do".into(), "\u{2612}\tdone".into()]));
}

#[test]
fn bullets_before_words_far_apart_are_no_table() {
    let mut builder = Builder::default().page();
    for row in 0..5 {
        for (x, text) in [(100.0, "•"), (112.0, "Term"), (140.0, "is"), (158.0, "defined")] {
            builder = builder.text(x, 100.0 + 14.0 * row as f32, 10.0, text);
        }
    }
    let flow = builder.flow();
    assert_eq!(lists(&flow).iter().map(|list| list.items.len()).sum::<usize>(), 5);
}

#[test]
fn a_list_counts_on_after_a_paragraph() {
    let mut builder = Builder::default().page();
    for (y, marker, text) in [(100.0, "1.", "one"), (114.0, "2.", "two"), (170.0, "3.", "three")] {
        builder = builder.text(100.0, y, 10.0, marker).text(120.0, y, 10.0, text);
    }
    let flow = builder.text(60.0, 142.0, 10.0, "Something else stands between the items.").flow();
    let lists = lists(&flow);
    assert_eq!(lists.iter().map(|list| (list.start, list.items.len())).collect::<Vec<_>>(), [(1, 2), (3, 1)]);
    assert!(lists[0].sequence.is_some());
    assert_eq!(lists[0].sequence, lists[1].sequence);
}

#[test]
fn indents_and_repeated_numbers_are_levels() {
    let flow = marked(&[
        (100.0, 100.0, "1.", "outer"),
        (120.0, 114.0, "a)", "inner"),
        (120.0, 128.0, "b)", "inner again"),
        (100.0, 142.0, "2.", "outer again"),
        (100.0, 156.0, "2.1", "of the second"),
    ]);
    let [list] = lists(&flow)[..] else { panic!("one list expected") };
    assert_eq!(list.items.len(), 2);
    let Some(Block::List(inner)) = list.items[0].blocks.get(1) else { panic!("no inner list") };
    assert_eq!(inner.items.len(), 2);
    let Some(Block::List(below)) = list.items[1].blocks.get(1) else { panic!("no list below the second item") };
    assert!(matches!(below.marker, Marker::Number { parents: 1, .. }));
}

#[test]
fn signs_before_amounts_and_years_are_no_markers() {
    let flow = marked(&[
        (100.0, 100.0, "-", "2014"),
        (100.0, 114.0, "-", "1999"),
        (100.0, 160.0, "1999.", "The year it was."),
    ]);
    assert!(lists(&flow).is_empty());
}

#[test]
fn numbers_that_follow_from_one_another_leave_the_headings() {
    let mut builder = Builder::default().page();
    let headings = ["1 Alpha", "1.1 Beta", "2 Gamma", "2.1 Delta"];
    for (at, heading) in headings.iter().enumerate() {
        let y = 80.0 + 120.0 * at as f32;
        builder = filled(builder.bold(100.0, y, 14.0, heading), 100.0, y + 20.0);
    }
    let flow = builder.flow();
    let found: Vec<(Role, u32, String)> = paragraphs(&flow)
        .iter()
        .filter_map(|paragraph| Some((paragraph.role, paragraph.label.as_ref()?.number, inlines(&paragraph.content))))
        .collect();
    let expected = [(1, 1, "Alpha"), (2, 1, "Beta"), (1, 2, "Gamma"), (2, 1, "Delta")];
    assert_eq!(found, expected.map(|(level, number, text)| (Role::Heading(level), number, text.to_owned())));
}

#[test]
fn markers_become_lists_and_leave_the_text() {
    let mut builder = Builder::default().page();
    for (row, (marker, text)) in [("•", "first"), ("•", "second"), ("1.", "one"), ("2.", "two")].iter().enumerate()
    {
        let y = 100.0 + 14.0 * row as f32;
        builder = builder.text(100.0, y, 10.0, marker).text(120.0, y, 10.0, text);
    }
    let flow = builder.flow();
    let lists: Vec<_> = flow.sections[0]
        .blocks
        .iter()
        .filter_map(|block| if let Block::List(list) = block { Some(list) } else { None })
        .collect();
    assert_eq!(lists.len(), 2);
    assert_eq!(lists[0].marker, Marker::Bullet('•'));
    assert!(matches!(&lists[1].marker, Marker::Number { suffix, .. } if suffix == "."));
    let Block::Paragraph(item) = &lists[1].items[1].blocks[0] else { panic!("no paragraph") };
    assert_eq!(inlines(&item.content), "two");
    assert_eq!((item.style.indent_start, item.style.indent_first), (20.0, -20.0));
}

#[test]
fn what_is_said_of_a_term_hangs_below_it() {
    let long = "what is said of the term fills the measure and goes on in the next";
    let mut builder = Builder::default().page();
    for y in [100.0, 130.0, 160.0] {
        builder = builder.bold(100.0, y, 10.0, "-k").text(140.0, y, 10.0, &format!("{long} line, or two"));
        builder = builder.text(140.0, y + 12.0, 10.0, "line and ends.");
    }
    let flow = builder.flow();
    let paragraphs = paragraphs(&flow);
    assert_eq!(paragraphs.len(), 3);
    assert!(inlines(&paragraphs[0].content).contains("or two line and ends."), "{:?}", texts(&flow));
    assert_eq!((paragraphs[0].style.indent_start, paragraphs[0].style.indent_first), (40.0, -40.0));
}

#[test]
fn a_term_right_before_its_text_is_set_off_by_a_tab() {
    let long = "what is said of the term fills the measure and goes on in the next line, or two";
    let builder = Builder::default().page().text(100.0, 100.0, 10.0, "-k").text(118.0, 100.0, 10.0, long);
    let flow = builder.text(118.0, 112.0, 10.0, "line and ends.").text(118.0, 124.0, 10.0, "And so on.").flow();
    assert!(paragraphs(&flow)[0].content.contains(&Inline::Tab), "{:?}", texts(&flow));
}

#[test]
fn an_item_of_two_lines_of_nearly_one_width_is_not_centred() {
    let first = "an item whose first line is filled and whose second line is nearly as";
    let flow = marked(&[(100.0, 100.0, "•", first), (100.0, 126.0, "•", "short")]);
    let [list] = lists(&flow)[..] else { panic!("one list") };
    assert_eq!(list.items.len(), 2);
    let lines = [(100.0, 100.0, "•", first), (100.0, 140.0, "•", "short")];
    let mut builder = Builder::default().page();
    for (x, y, marker, text) in lines {
        builder = builder.text(x, y, 10.0, marker).text(x + 13.0, y, 10.0, text);
    }
    let flow =
        builder.text(113.0, 112.0, 10.0, "long as the first line of it is in the end, or it would not be so").flow();
    let [list] = lists(&flow)[..] else { panic!("one list") };
    let Some(Block::Paragraph(item)) = list.items[0].blocks.first() else { panic!("a paragraph") };
    assert_ne!(item.style.align, Some(Align::Center));
    assert!(inlines(&item.content).ends_with("not be so"));
}

#[test]
fn markers_keep_the_looks_that_their_text_has_not() {
    let mut builder = Builder::default().page();
    for (at, text) in ["one item", "another item", "the last item"].into_iter().enumerate() {
        let y = 100.0 + 20.0 * at as f32;
        let mut marker = run(100.0, y, 10.0, 1, "•");
        marker.color = Color { r: 200, g: 0, b: 0 };
        builder = builder.item(Item::Glyphs(marker)).text(120.0, y, 10.0, text);
    }
    let flow = builder.flow();
    let [list] = lists(&flow)[..] else { panic!("one list") };
    let look = MarkerLook { color: Some(Color { r: 200, g: 0, b: 0 }), bold: Some(true), ..MarkerLook::default() };
    assert_eq!(list.look, look);
    let flow = marked(&[(100.0, 100.0, "•", "one item"), (100.0, 120.0, "•", "another item")]);
    let [list] = lists(&flow)[..] else { panic!("one list") };
    assert_eq!(list.look, MarkerLook::default());
}
