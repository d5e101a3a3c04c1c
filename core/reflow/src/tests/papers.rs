//! Sizes of pages, running heads and what goes on from page to page, from pages to flow.

use super::*;
use transvase_base::warning::WarningCode;

/// A page of another size than the builder's.
fn sized(mut builder: Builder, width: f32, height: f32) -> Builder {
    builder.pages.last_mut().unwrap().size = Size { width, height };
    builder
}

#[test]
fn pages_larger_than_paper_are_scaled_with_what_stands_on_them() {
    let slide = sized(Builder::default().page(), 3168.0, 1782.0).text(400.0, 300.0, 40.0, "A slide of 44 inches");
    let context = Context::default();
    let flow = reflow(slide.pages(), &context).unwrap();
    let page = flow.sections[0].page.as_ref().unwrap();
    assert_eq!((page.size.width, page.size.height), (1584.0, 891.0));
    let paragraphs = paragraphs(&flow);
    let Some(Inline::Text(run)) = paragraphs[0].content.first() else { panic!("a text") };
    assert_eq!(run.style.size, Some(20.0));
    let codes: Vec<WarningCode> = context.take_warnings().into_iter().map(|warning| warning.code).collect();
    assert_eq!(codes, [WarningCode::PageScaled]);
}

#[test]
fn a_website_saved_as_one_strip_keeps_its_width() {
    let strip = sized(Builder::default().page(), 800.0, 9000.0).text(100.0, 300.0, 12.0, "A line of the website");
    let flow = strip.flow();
    let paragraphs = paragraphs(&flow);
    let Some(Inline::Text(run)) = paragraphs[0].content.first() else { panic!("a text") };
    assert_eq!(run.style.size, Some(12.0), "it can be read");
}

#[test]
fn small_print_above_the_text_of_all_other_pages_is_a_head() {
    let document = |others: usize| {
        let mut builder = Builder::default().page().text(200.0, 40.0, 8.0, "Proceedings of a workshop");
        builder = filled(builder.bold(150.0, 120.0, 18.0, "The title of it"), 100.0, 200.0);
        for words in
            ["one chapter of it begins", "what the second one says", "and how all of it ends"].iter().take(others)
        {
            builder = builder.page();
            for row in 0..3 {
                builder = builder.text(100.0, 80.0 + 12.0 * row as f32, 10.0, &format!("{words} {:0<60}.", ""));
            }
        }
        builder.flow()
    };
    let is_text = |flow: &Flow| texts(flow).iter().any(|text| text.contains("Proceedings"));
    assert!(!is_text(&document(3)));
    assert!(is_text(&document(1)), "one page more says too little");
}

#[test]
fn a_rule_far_above_running_text_is_a_line_of_its_own() {
    let head = |text_at: f32| {
        let mut builder = Builder::default();
        for words in ["one chapter of it begins", "what the second one says", "and how all of it ends"] {
            builder = builder.page().rule((100.0, 30.0), (500.0, 30.0));
            builder = builder.text(100.0, text_at, 10.0, "The running head of it");
            for row in 0..3 {
                builder = builder.text(100.0, 130.0 + 12.0 * row as f32, 10.0, &format!("{words} {:0<60}.", ""));
            }
        }
        let flow = builder.flow();
        flow.sections[0].header.clone().expect("a head").default
    };
    let styles = |blocks: &[Block]| -> Vec<(bool, f32)> {
        let paragraphs = blocks.iter().filter_map(|block| if let Block::Paragraph(p) = block { Some(p) } else { None });
        paragraphs.map(|p| (p.style.borders.top.is_some(), p.style.space_before)).collect()
    };
    // The border keeps its distance from the text; no space above it is left to add.
    let near = styles(&head(50.0));
    assert!(near.len() == 1 && near[0].0 && near[0].1 < 0.5, "{near:?}");
    let far = styles(&head(80.0));
    assert_eq!((far.len(), far[0]), (2, (true, 0.0)));
    assert!(!far[1].0 && far[1].1 > 30.0, "{far:?}");
}

#[test]
fn a_paragraph_does_not_go_on_in_columns_of_another_width() {
    let line = "a line of text that fills the measure from one side to the other and";
    let mut builder = Builder::default().page();
    for row in 0..6 {
        builder = builder.text(100.0, 600.0 + 12.0 * row as f32, 10.0, line);
    }
    builder = builder.page();
    for row in 0..30 {
        let y = 100.0 + 12.0 * row as f32;
        builder = builder.text(60.0, y, 10.0, "goes on in a narrow column that has as many words");
        builder = builder.text(330.0, y, 10.0, "and in another one beside it, with a gutter between");
    }
    let flow = builder.flow();
    let first = texts(&flow).remove(0);
    assert!(!first.contains("narrow"), "{first}");
}

/// A table of two cells with `lines` lines each, and a word written across it.
fn written_across(lines: u8) -> Flow {
    let mut builder = Builder::default().page();
    for y in [100.0, 400.0] {
        builder = builder.rule((100.0, y), (500.0, y));
    }
    for x in [100.0, 300.0, 500.0] {
        builder = builder.rule((x, 100.0), (x, 400.0));
    }
    for row in 0..lines {
        let y = 120.0 + 20.0 * f32::from(row);
        builder = builder.text(110.0, y, 10.0, "a line of the cell").text(310.0, y, 10.0, "another line");
    }
    let mut across = run(140.0, 300.0, 60.0, 0, "COPY");
    let turn = std::f32::consts::FRAC_1_SQRT_2;
    across.transform = Affine { a: turn, b: -turn, c: -turn, d: -turn, e: 240.0, f: 300.0 };
    builder.item(Item::Glyphs(across)).flow()
}

#[test]
fn a_watermark_over_a_cell_is_no_text_of_it() {
    for lines in [1, 12] {
        let flow = written_across(lines);
        let blocks = || flow.sections.iter().flat_map(|section| &section.blocks);
        let table = blocks().find_map(|block| if let Block::Table(table) = block { Some(table) } else { None });
        let cells = table.expect("a table").rows.iter().flat_map(|row| &row.cells).flat_map(|cell| &cell.blocks);
        let in_cells = cells.filter_map(|block| if let Block::Paragraph(text) = block { Some(text) } else { None });
        assert!(in_cells.map(|text| inlines(&text.content)).all(|text| !text.contains("COPY")));
        assert!(format!("{flow:?}").contains("COPY"), "it stands elsewhere");
    }
}

#[test]
fn columns_beside_text_from_the_page_before_begin_at_the_top() {
    let line = "goes on in a narrow column that has as many words";
    let column = |mut builder: Builder, x: f32, rows: std::ops::Range<u16>| {
        for row in rows {
            builder = builder.text(x, 100.0 + 12.0 * f32::from(row), 10.0, line);
        }
        builder
    };
    let page = column(column(Builder::default().page(), 60.0, 0..50), 330.0, 0..50);
    // The left column of the next page goes on nearly to its foot, the right one ends higher up with a space.
    let page = column(page.page(), 60.0, 0..49).text(60.0, 100.0 + 12.0 * 49.0, 10.0, "and ends here.");
    let flow = column(page, 330.0, 0..40).text(330.0, 100.0 + 12.0 * 43.0, 10.0, "A paragraph below a space.").flow();
    let below = paragraphs(&flow).into_iter().find(|para| inlines(&para.content).starts_with("A paragraph")).unwrap();
    // Four pitches of twelve points from line to line leave a space of three.
    assert!((below.style.space_before - 36.0).abs() < 3.0, "{}", below.style.space_before);
}
