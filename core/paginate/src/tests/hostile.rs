//! Flows no author would write: they end in pages or in an error, soon, and never in a panic.

use super::*;
use transvase_base::units::Size;
use transvase_model::flow::{Align, Cell, Column, Edges, InlineImage, List, ListItem, Marker, PageSetup, Row, Table};
use transvase_model::media::{Media, MediaKind};

fn nested(depth: usize, wrap: impl Fn(Block) -> Block) -> Block {
    (0..depth).fold(paragraph("core"), |block, _| wrap(block))
}

fn list_of(block: Block) -> Block {
    let items = vec![ListItem { number: Some(u32::MAX), blocks: vec![block] }];
    Block::List(List { marker: Marker::Bullet('\u{2022}'), start: u32::MAX, items, ..List::default() })
}

fn table_of(block: Block) -> Block {
    let cells = vec![Cell { blocks: vec![block], column_span: 0, row_span: u32::MAX, ..Cell::default() }];
    Block::Table(Table { rows: vec![Row { cells, ..Row::default() }], ..Table::default() })
}

#[test]
fn deep_nesting_is_flattened() {
    for wrap in [|block| Block::Quote(vec![block]), list_of, table_of] {
        let pages = lay_out(vec![nested(200, wrap)], &[]);
        assert!(text_of(&pages).contains("core"));
    }
    let mixed = (0..200).fold(paragraph("core"), |block, at| match at % 3 {
        0 => Block::Quote(vec![block]),
        1 => list_of(block),
        _ => table_of(block),
    });
    assert!(text_of(&lay_out(vec![mixed], &SMALL)).contains("core"));
}

#[test]
fn links_may_nest_without_end() {
    let mut content = vec![run("core")];
    for _ in 0..500 {
        content = vec![anchor("here"), Inline::Link { target: LinkTarget::Internal(Arc::from("here")), content }];
    }
    let pages = lay_out(vec![Block::Paragraph(Paragraph { content, ..Paragraph::default() })], &[]);
    assert_eq!(text_of(&pages), "core");
}

#[test]
fn long_and_wide_tables_are_laid_out() {
    let row = |count: usize| Row { cells: (0..count).map(|_| cell_with("x")).collect(), ..Row::default() };
    let long = Table { rows: (0..5_000).map(|_| row(3)).collect(), ..Table::default() };
    let pages = lay_out(vec![Block::Table(long)], &[]);
    assert_eq!(text_of(&pages).matches('x').count(), 15_000);
    let wide = Table { rows: vec![row(1_000)], columns: vec![f32::NAN; 1_000], ..Table::default() };
    assert_eq!(text_of(&lay_out(vec![Block::Table(wide)], &[])).matches('x').count(), 1_000);
    let tight = Table { rows: vec![row(64)], columns: vec![-1.0, f32::INFINITY], ..Table::default() };
    assert_eq!(text_of(&lay_out(vec![Block::Table(tight)], &[])).matches('x').count(), 64);
}

fn cell_with(text: &str) -> Cell {
    Cell { blocks: vec![paragraph(text)], ..Cell::default() }
}

#[test]
fn a_paragraph_may_be_a_whole_library() {
    let text = prose(8_000);
    let pages = lay_out(vec![paragraph(&text)], &[]);
    assert_eq!(text_of(&pages), text);
    let word = "x".repeat(200_000);
    assert_eq!(text_of(&lay_out(vec![paragraph(&word)], &[])).replace(' ', "").len(), 200_000);
}

#[test]
fn many_styles_in_one_paragraph() {
    let content = (0..70_000u32)
        .map(|at| {
            let color = transvase_model::flow::Color { r: at as u8, g: (at >> 8) as u8, b: (at >> 16) as u8 };
            let style = TextStyle { color: Some(color), ..TextStyle::default() };
            Inline::Text(Run { text: "ab ".into(), style })
        })
        .collect();
    let pages = lay_out(vec![Block::Paragraph(Paragraph { content, ..Paragraph::default() })], &[]);
    assert_eq!(text_of(&pages).matches("ab").count(), 70_000);
}

#[test]
fn absurd_lengths_do_no_harm() {
    for value in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, f32::MIN, -1.0, 0.0, 1e-30] {
        let style = ParagraphStyle {
            align: Some(Align::Justify),
            indent_start: value,
            indent_end: value,
            indent_first: value,
            space_before: value,
            space_after: value,
            line_height: Some(value),
            ..ParagraphStyle::default()
        };
        let text = TextStyle { size: Some(value), ..TextStyle::default() };
        let content = vec![Inline::Text(Run { text: prose(8), style: text }), Inline::Tab, run("end")];
        let mut flow = flow(vec![
            Block::Paragraph(Paragraph { content, style, role: Role::Body, ..Paragraph::default() }),
            table_of(paragraph("cell")),
        ]);
        let media = Media { bytes: Arc::from([1; 4]), kind: MediaKind::Png, width_px: 0, height_px: 9 };
        let media = flow.media.add(media);
        let image = InlineImage { width: Some(value), height: Some(value), alt: None, ..InlineImage::new(media) };
        let content = vec![run("image"), Inline::Image(image)];
        flow.sections[0].blocks.push(Block::Paragraph(Paragraph { content, ..Paragraph::default() }));
        flow.sections[0].page = Some(PageSetup {
            size: Size { width: value, height: value },
            margins: Edges { top: value, right: value, bottom: value, left: value },
            columns: vec![Column { width: value, gap: value }; 3],
            ..PageSetup::default()
        });
        let pages = set(flow, &context(&[])).unwrap();
        let text = text_of(&pages);
        assert!(text.contains("end") && text.contains("cell") && text.contains("image"), "{value}: {text}");
        for run in pages.pages.iter().flat_map(runs) {
            assert!(run.transform.e.is_finite() && run.transform.f.is_finite() && run.size > 0.0, "{value}");
        }
    }
}

#[test]
fn strange_characters_are_set_or_reported() {
    let strange = "\u{0}a\u{AD}\u{200B}\u{200D}\u{FEFF}\u{202E}b\u{2028}c\u{FFFC}\u{10FFFF}\u{1F469}\u{200D}\u{1F680}\u{300}\u{301}\r\n\u{85}d";
    let context = context(&[]);
    let pages = set(flow(vec![paragraph(strange), paragraph("\u{AD}"), paragraph(" ")]), &context);
    let text = text_of(&pages.unwrap());
    assert!(['a', 'b', 'c', 'd', '\u{1F469}'].iter().all(|character| text.contains(*character)), "{text:?}");
    assert!(
        context
            .take_warnings()
            .iter()
            .any(|warning| warning.code == transvase_base::warning::WarningCode::GlyphsMissing)
    );
}

#[test]
fn the_page_limit_holds() {
    let limits = Limits { pages: 3, ..Limits::default() };
    let context = Context::new(Options::default(), limits);
    let blocks = (0..10).flat_map(|_| [paragraph("x"), Block::PageBreak]).collect();
    let error = set(flow(blocks), &context).unwrap_err();
    assert_eq!(error.code(), transvase_base::error::ErrorCode::LimitExceeded);
}

/// Blocks of every kind, chosen and measured at random, in random nesting.
#[test]
fn random_flows_end_in_pages() {
    let mut random = Random(0xB00C);
    for _ in 0..60 {
        let blocks = (0..20).map(|_| random_block(&mut random, 0)).collect();
        let pages = try_lay_out(blocks, &SMALL);
        assert!(pages.is_ok());
    }
}

fn random_block(random: &mut Random, depth: usize) -> Block {
    let kinds = if depth < 5 { 8 } else { 4 };
    let length = |random: &mut Random| random.below(600) as f32 - 200.0;
    match random.below(kinds) {
        0 => Block::PageBreak,
        1 => Block::Rule,
        2 => heading(random.below(9) as u8, &prose(random.below(3) as usize)),
        3 => styled(
            &prose(random.below(9) as usize),
            ParagraphStyle {
                indent_start: length(random),
                indent_end: length(random),
                indent_first: length(random),
                space_before: length(random),
                space_after: length(random),
                keep_with_next: random.below(2) == 0,
                keep_together: random.below(2) == 0,
                right_to_left: random.below(4) == 0,
                ..ParagraphStyle::default()
            },
        ),
        4 => Block::Quote((0..random.below(3)).map(|_| random_block(random, depth + 1)).collect()),
        5 => list_of(random_block(random, depth + 1)),
        6 => Block::ColumnBreak,
        _ => {
            let rows = (0..random.below(4)).map(|_| Row {
                header: random.below(3) == 0,
                height: length(random),
                cells: (0..random.below(5))
                    .map(|_| Cell {
                        column_span: random.below(4) as u32,
                        row_span: random.below(4) as u32,
                        blocks: vec![random_block(random, depth + 1)],
                        ..Cell::default()
                    })
                    .collect(),
                ..Row::default()
            });
            Block::Table(Table { rows: rows.collect(), ..Table::default() })
        }
    }
}
