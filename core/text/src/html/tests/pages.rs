//! What pages look like that HTML comes onto.

use super::*;
use transvase_base::options::Options;
use transvase_format::paper::PAGE_SIZE;
use transvase_model::flow::{Align, Purpose, Role, Table, TableWidth};

fn on_pages(html: &str) -> Flow {
    let context = Context::default();
    context.for_pages(true, || flow_of(html, &context))
}

fn blocks(html: &str) -> Vec<Block> {
    on_pages(html).sections.remove(0).blocks
}

fn table(html: &str) -> Table {
    let found = blocks(html).into_iter().find_map(|block| match block {
        Block::Table(table) => Some(table),
        _ => None,
    });
    found.expect("a table")
}

/// Lengths keep the size that they have.
const PAGE: &str = "<style>@page { size: 500pt 700pt; margin: 50pt } body { margin: 0 } p { margin: 0 }</style>";

#[test]
fn sheets_say_how_pages_look() {
    let sheet =
        "<style>@page { size: A5 landscape; margin: 1cm } body { margin: 0 8pt; padding-top: 4pt; font-size: 10pt }";
    let flow = on_pages(&format!("{sheet}</style><p style='font-size:12pt;text-align:justify'>a<p>b"));
    let page = flow.sections[0].page.clone().unwrap();
    assert_eq!((page.size.width.round(), page.size.height.round()), (595.0, 420.0));
    assert_eq!((page.margins.top.round(), page.margins.left.round(), page.margins.bottom.round()), (32.0, 36.0, 28.0));
    let mut sizes = Vec::new();
    for block in &flow.sections[0].blocks {
        let Block::Paragraph(paragraph) = block else { panic!("a paragraph") };
        sizes.push((
            paragraph.content[0].run().or_else(|| paragraph.content[1].run()).unwrap().style.size,
            paragraph.style.align,
        ));
    }
    assert_eq!(sizes, [(Some(12.0), Some(Align::Justify)), (Some(10.0), None)]);
    assert!(flow_of(PAGE, &Context::default()).sections[0].page.is_none());
    assert!(on_pages("<p>a").sections[0].page.is_none());
}

#[test]
fn what_the_caller_chose_is_what_sheets_leave_open() {
    let mut options = Options::default();
    options.set(&PAGE_SIZE, "letter").unwrap();
    let context = Context::new(options, transvase_base::context::Limits::default());
    let flow = context.for_pages(true, || flow_of("<style>@page { margin: 1in }</style><p>a", &context));
    assert_eq!(flow.sections[0].page.as_ref().unwrap().size.width.round(), 612.0);
}

#[test]
fn a_block_that_is_one_paragraph_has_its_box_around_that() {
    let html = "<div style='border:2pt solid red;padding:5pt;margin:10pt 20pt;background:#eee'>a</div>";
    let all = blocks(&format!("{PAGE}<p>x{html}"));
    let Block::Paragraph(paragraph) = &all[1] else { panic!("{all:?}") };
    let style = &paragraph.style;
    assert_eq!((style.indent_start, style.indent_end, style.space_before), (27.0, 27.0, 10.0));
    assert_eq!(style.border_room.map(|room| (room.left, room.top)), Some((6.0, 6.0)));
    assert!(style.own_box && style.background.is_some());
    assert_eq!(style.borders.bottom.map(|line| (line.width, line.color.r)), Some((2.0, 255)));
}

#[test]
fn a_block_of_several_is_one_box() {
    let html = "<div style='border:1px solid;padding:4pt;width:200pt;margin:auto'><p>a<ul><li>b</ul></div>";
    let boxed = table(&format!("{PAGE}{html}"));
    assert_eq!((boxed.purpose, boxed.align, boxed.rows.len()), (Purpose::Layout, Some(Align::Center), 1));
    assert_eq!(boxed.width, Some(TableWidth { share: 0.0, points: 208.75 }));
    assert_eq!(boxed.rows[0].cells[0].blocks.len(), 2);
    let wide = table(&format!("{PAGE}<div style='background:red;margin:0 10pt 0 20pt'><p>a<p>b</div>"));
    assert_eq!((wide.indent, wide.width), (20.0, Some(TableWidth { share: 1.0, points: -30.0 })));
    let sized =
        "<div style='box-sizing:border-box;border:1pt solid;padding:4pt;width:50%;max-width:100pt'><p>a<p>b</div>";
    assert_eq!(table(&format!("{PAGE}{sized}")).width, Some(TableWidth { share: 0.0, points: 99.0 }));
}

#[test]
fn boxes_in_boxes_and_lists_keep_what_is_in_them() {
    let html = "<div style='border:1px solid'><blockquote style='background:red'>a</blockquote>
        <ul style='background:#eee'><li style='border-bottom:1px solid'>b<li>c</ul></div><pre style='border:1px solid'>d</pre>";
    assert_eq!(texts(&mut on_pages(&format!("{PAGE}{html}"))), ["a", "b", "c", "d"]);
}

#[test]
fn boxes_that_nobody_sees_are_none() {
    let html = "<body style='background:#ddd'><div style='background:white;padding:9pt'><p>a<p>b</div>
        <div style='border:1px solid transparent;opacity:.5'><p>c<p>d</div>";
    assert!(blocks(&format!("{PAGE}{html}")).iter().all(|block| matches!(block, Block::Paragraph(_))));
    let books = flow_of("<div style='border:1px solid'><p>a<p>b</div>", &Context::default());
    assert!(books.sections[0].blocks.iter().all(|block| matches!(block, Block::Paragraph(_))));
}

#[test]
fn blocks_without_a_box_are_as_wide_as_they_say() {
    let all = blocks(&format!("{PAGE}<div style='width:100pt;margin:0 auto'>a</div><div style='width:25%'>b</div>"));
    let indents = all.iter().map(|block| match block {
        Block::Paragraph(paragraph) => (paragraph.style.indent_start, paragraph.style.indent_end),
        _ => panic!("{all:?}"),
    });
    assert_eq!(indents.collect::<Vec<_>>(), [(150.0, 150.0), (0.0, 300.0)]);
}

#[test]
fn pages_break_in_boxes_that_hold_breaks() {
    let html = "<div style='border:1px solid;padding:5pt'><p>a<p style='break-before:page'>b</div>";
    let all = blocks(&format!("{PAGE}{html}"));
    let breaks: Vec<bool> =
        all.iter().map(|block| matches!(block, Block::Paragraph(p) if p.style.page_break_before)).collect();
    assert_eq!(breaks, [false, true]);
}

#[test]
fn boxes_that_follow_one_another_stand_apart() {
    let html =
        "<div style='border:1px solid;margin-bottom:7pt'><p>a<p>b</div><div style='background:red'><p>c<p>d</div>";
    let all = blocks(&format!("{PAGE}{html}"));
    let Block::Paragraph(room) = &all[1] else { panic!("{all:?}") };
    assert_eq!((room.role, room.style.line_distance, all.len()), (Role::Spacer, Some(7.0), 3));
    // A line that is a box without text.
    let line = table(&format!("{PAGE}<p>a<hr style='border:0;border-top:2pt solid red;margin:0'><p>b"));
    assert_eq!(line.rows[0].cells[0].borders.top.map(|line| line.width), Some(2.0));
}

#[test]
fn tables_and_their_columns_are_as_wide_as_they_say() {
    let html = "<table style='width:50%;margin-left:auto'><col style='width:25%'><col><tr><td style='padding:2pt 6pt'>a
        <td style='padding:2pt;width:30pt'>b<tr><td rowspan=2>c<td>d<tr><td style='width:50pt'>e</table>";
    let table = table(&format!("{PAGE}{html}"));
    assert_eq!((table.width, table.align), (Some(TableWidth { share: 0.5, points: 0.0 }), Some(Align::End)));
    assert_eq!(table.columns, [50.0, 51.5]);
    assert_eq!(table.padding.map(|room| (room.top, room.left)), Some((0.75, 0.75)));
    let plain = "<table><tr><td>a</table>";
    assert!(self::table(plain).padding.is_none(), "books have their own");
    assert_eq!(self::table(&format!("{PAGE}{plain}")).padding.map(|room| room.top), Some(1.5));
    let Block::Paragraph(first) = &table.rows[0].cells[0].blocks[0] else { panic!("text") };
    assert_eq!((first.style.indent_start, first.style.space_before), (5.25, 1.25));
}
