//! Documents set as Word sets them: filled pages, rows that pages divide, looks of letters, what stands around the text.

use super::{context, flow, lines, paragraph, prose, run, runs, set, styled, text_of};
use transvase_base::units::{Rect, Size};
use transvase_base::warning::WarningCode;
use transvase_model::flow::{
    Align, Block, Border, Borders, Cell, Color, DropCap, Edges, Field, FieldKind, Flow, Inline, Leader, LineKind,
    LineNumbers, NumberFormat, PageBorders, PageSetup, Paragraph, ParagraphStyle, Row, Run, TabAlign, TabStop, Table,
    TextStyle,
};
use transvase_model::pages::{Item, Page, Pages, Path};

/// A page of 300 by 400 points with margins of 50: 21 lines of 14 points.
pub(super) fn page() -> PageSetup {
    let margins = Edges { top: 50.0, right: 50.0, bottom: 50.0, left: 50.0 };
    PageSetup { size: Size { width: 300.0, height: 400.0 }, margins, ..PageSetup::default() }
}

pub(super) fn on(page: PageSetup, blocks: Vec<Block>) -> Flow {
    let mut flow = flow(blocks);
    flow.sections[0].page = Some(page);
    flow
}

fn laid_out(blocks: Vec<Block>) -> Pages {
    set(on(page(), blocks), &context(&[])).expect("the blocks can be laid out")
}

/// A line of 14 points.
pub(super) fn line(text: &str) -> Block {
    styled(text, ParagraphStyle { line_distance: Some(14.0), ..ParagraphStyle::default() })
}

fn fill(count: usize) -> Vec<Block> {
    (1..=count).map(|number| line(&format!("line {number}"))).collect()
}

pub(super) fn texts(page: &Page) -> Vec<String> {
    lines(page).into_iter().map(|line| line.text.trim().to_owned()).collect()
}

fn row(cells: Vec<Vec<Block>>) -> Row {
    Row { cells: cells.into_iter().map(|blocks| Cell { blocks, ..Cell::default() }).collect(), ..Row::default() }
}

fn table(rows: Vec<Row>) -> Block {
    Block::Table(Table { columns: vec![100.0, 100.0], rows, ..Table::default() })
}

fn look(text: &str, style: TextStyle) -> Inline {
    Inline::Text(Run { text: text.into(), style })
}

fn line_of(content: Vec<Inline>) -> Block {
    Block::Paragraph(Paragraph { content, ..Paragraph::default() })
}

pub(super) fn paths(page: &Page) -> Vec<Rect> {
    let reach = |item: &Item| if let Item::Path(path) = item { Path::reach(path) } else { None };
    page.items.iter().filter_map(reach).collect()
}

#[test]
fn pages_are_filled_though_a_heading_comes_last_but_two() {
    let mut blocks = fill(18);
    blocks.push(Block::Paragraph(Paragraph {
        style: ParagraphStyle { keep_with_next: true, line_distance: Some(14.0), ..ParagraphStyle::default() },
        content: vec![run("Heading")],
        ..Paragraph::default()
    }));
    blocks.push(styled(&prose(4), ParagraphStyle { line_distance: Some(14.0), ..ParagraphStyle::default() }));
    let pages = laid_out(blocks);
    let first = texts(&pages.pages[0]);
    assert_eq!(first.len(), 21, "two lines below the heading fit: {first:?}");
    assert_eq!(first[18], "Heading");
}

#[test]
fn a_heading_with_one_line_of_its_text_goes_over() {
    let mut blocks = fill(19);
    blocks.push(Block::Paragraph(Paragraph {
        style: ParagraphStyle { keep_with_next: true, line_distance: Some(14.0), ..ParagraphStyle::default() },
        content: vec![run("Heading")],
        ..Paragraph::default()
    }));
    blocks.push(styled(&prose(4), ParagraphStyle { line_distance: Some(14.0), ..ParagraphStyle::default() }));
    let pages = laid_out(blocks);
    assert_eq!(texts(&pages.pages[0]).len(), 19);
    assert_eq!(texts(&pages.pages[1])[0], "Heading");
}

#[test]
fn a_row_goes_on_at_the_top_of_the_next_page() {
    let mut blocks = fill(10);
    let long = (1..=30).map(|number| line(&format!("cell {number}"))).collect();
    blocks.push(table(vec![row(vec![vec![line("beside")], long])]));
    let pages = laid_out(blocks);
    assert_eq!(pages.pages.len(), 2);
    let first = texts(&pages.pages[0]);
    assert_eq!(first.last().map(String::as_str), Some("cell 11"), "{first:?}");
    let second = lines(&pages.pages[1]);
    assert_eq!(second[0].text.trim(), "cell 12");
    assert!((second[1].base - second[0].base - 14.0).abs() < 0.01);
    let all = text_of(&pages);
    assert!((1..=30).all(|number| all.contains(&format!("cell {number}"))) && all.contains("beside"), "{all}");
}

#[test]
fn a_row_higher_than_a_page_is_divided_as_often_as_it_takes() {
    let long = (1..=70).map(|number| line(&format!("cell {number}"))).collect();
    let pages = laid_out(vec![table(vec![row(vec![vec![line("beside")], long])]), line("after")]);
    assert_eq!(pages.pages.len(), 4);
    assert_eq!(texts(&pages.pages[3]).last().map(String::as_str), Some("after"));
}

#[test]
fn a_row_that_is_kept_together_goes_over_as_a_whole() {
    let long = || (1..=8).map(|number| line(&format!("cell {number}"))).collect();
    let kept = Row { keep_together: true, ..row(vec![vec![line("beside")], long()]) };
    let mut blocks = fill(16);
    blocks.push(table(vec![kept]));
    let pages = laid_out(blocks);
    assert_eq!(texts(&pages.pages[0]).len(), 16);
    assert!(texts(&pages.pages[1])[0].starts_with("beside"));
}

#[test]
fn a_row_of_a_fixed_height_says_what_it_cuts() {
    let cut = Row { height: 15.0, exact: true, ..row(vec![vec![line("seen"), line("unseen")], vec![line("b")]]) };
    let context = context(&[]);
    let pages = set(on(page(), vec![table(vec![cut]), line("after")]), &context).unwrap();
    let all = text_of(&pages);
    assert!(all.contains("seen") && !all.contains("unseen"), "{all}");
    assert!(context.take_warnings().iter().any(|warning| warning.code == WarningCode::HiddenTextDropped));
    let set = lines(&pages.pages[0]);
    assert!((set[1].base - set[0].base - 15.0).abs() < 0.01, "{set:?}");
}

#[test]
fn justified_lines_fill_the_measure_whatever_it_takes() {
    let style = ParagraphStyle { align: Some(Align::Justify), ..ParagraphStyle::default() };
    let words = "Of the Donaudampfschifffahrtsgesellschaftskapitaen incomprehensibilities of.";
    let forced = vec![run("Two words"), Inline::LineBreak, run("and the last.")];
    let forced = Block::Paragraph(Paragraph { style: style.clone(), content: forced, ..Paragraph::default() });
    let pages = laid_out(vec![styled(words, style), forced]);
    let set = lines(&pages.pages[0]);
    let right = |at: usize| (set[at].right - 250.0).abs() < 0.5;
    assert!(right(0), "{set:?}");
    let broken = set.iter().position(|line| line.text.starts_with("Two")).unwrap();
    assert!(right(broken) && !right(broken + 1), "{set:?}");
}

#[test]
fn letters_stand_apart_and_wide_and_raised() {
    let spaced = TextStyle { spacing: 3.0, ..TextStyle::default() };
    let wide = TextStyle { scale: 1.5, ..TextStyle::default() };
    let raised = TextStyle { raise: 6.0, ..TextStyle::default() };
    let of = |style: TextStyle| {
        let pages = laid_out(vec![line_of(vec![look("nnnn", style)])]);
        let run = runs(&pages.pages[0]).next().unwrap().clone();
        let step = (run.glyphs[1].x - run.glyphs[0].x) * run.transform.a;
        (step, run.transform.a, run.transform.f)
    };
    let plain = of(TextStyle::default());
    assert!((of(spaced).0 - plain.0 - 3.0).abs() < 0.01);
    let wide = of(wide);
    assert!((wide.0 - plain.0 * 1.5).abs() < 0.01 && (wide.1 - 1.5).abs() < 0.01);
    assert!((of(raised).2 - plain.2).abs() < 0.01, "the line grows, and the letters stand at its top");
}

#[test]
fn leaders_are_what_they_are() {
    let with = |leader| {
        let stop = TabStop { position: 150.0, align: TabAlign::End, leader };
        let style = ParagraphStyle { tabs: vec![stop], ..ParagraphStyle::default() };
        let content = vec![run("Name"), Inline::Tab, run("1")];
        laid_out(vec![Block::Paragraph(Paragraph { style, content, ..Paragraph::default() })])
    };
    let signs = |pages: &Pages| -> String {
        let of = |item: &Item| {
            if let Item::Glyphs(run) = item { run.node.is_none().then(|| run.text.clone()) } else { None }
        };
        pages.pages[0].items.iter().filter_map(of).collect()
    };
    assert!(signs(&with(None)).is_empty());
    assert!(signs(&with(Some(Leader::Dots))).starts_with("....."));
    assert!(signs(&with(Some(Leader::Hyphens))).starts_with("---"));
    let line = with(Some(Leader::Line));
    assert!(signs(&line).is_empty() && paths(&line.pages[0]).iter().any(|rect| rect.width() > 80.0));
}

#[test]
fn fields_of_the_text_say_what_the_pages_say() {
    let field = |kind| Inline::Field(Field { kind, run: Run { text: "88".into(), style: TextStyle::default() } });
    let mut blocks = vec![line_of(vec![
        run("Pages: "),
        field(FieldKind::PageCount),
        run(" here: "),
        field(FieldKind::PageNumber(Some(NumberFormat::UpperRoman))),
        run(" there: "),
        field(FieldKind::PageOf("there".into())),
    ])];
    blocks.extend(fill(30));
    blocks.push(line_of(vec![Inline::Anchor("there".into()), run("The place")]));
    let pages = laid_out(blocks);
    assert!(text_of(&pages).starts_with("Pages: 2 here: I there: 2"), "{}", text_of(&pages));
}

#[test]
fn lines_are_numbered_in_the_margin() {
    let numbers = LineNumbers { every: 2, on_each_page: true, distance: 10.0 };
    let mut blocks = fill(3);
    let style = ParagraphStyle { unnumbered_lines: true, line_distance: Some(14.0), ..ParagraphStyle::default() };
    blocks.push(styled("not counted", style));
    blocks.extend(fill(25));
    let pages = set(on(PageSetup { line_numbers: Some(numbers), ..page() }, blocks), &context(&[])).unwrap();
    let of = |page: &Page| -> Vec<(String, f32)> {
        let number = |item: &Item| match item {
            Item::Glyphs(run) if run.node.is_none() => Some((run.text.clone(), run.transform.f)),
            _ => None,
        };
        page.items.iter().filter_map(number).collect()
    };
    let first = of(&pages.pages[0]);
    assert_eq!(first[..2].iter().map(|(text, _)| &**text).collect::<Vec<_>>(), ["2", "4"]);
    let set = lines(&pages.pages[0]);
    assert!((first[1].1 - set[4].base).abs() < 0.01, "the line that is not counted stands between");
    assert_eq!(of(&pages.pages[1])[0].0, "2", "each page begins anew");
}

#[test]
fn pages_have_lines_around_them_and_the_colour_of_the_document() {
    let line = Border { width: 1.0, kind: LineKind::Double, ..Border::default() };
    let room = Edges { top: 24.0, right: 24.0, bottom: 24.0, left: 24.0 };
    let borders = PageBorders { lines: Borders::all(line), room, from_text: false };
    let mut flow = on(PageSetup { borders: Some(Box::new(borders)), ..page() }, vec![paragraph("Text.")]);
    flow.background = Some(Color { r: 255, g: 240, b: 200 });
    let pages = set(flow, &context(&[])).unwrap();
    let paths = paths(&pages.pages[0]);
    assert_eq!(paths.len(), 1 + 8, "the paper, and two lines at each side");
    assert_eq!(paths[0], Rect { left: 0.0, top: 0.0, right: 300.0, bottom: 400.0 });
    assert!(paths[1].top > 20.0 && paths[1].top < 25.0, "{paths:?}");
}

#[test]
fn an_initial_stands_over_its_lines() {
    let cap = DropCap { run: Run { text: "T".into(), style: TextStyle::default() }, lines: 3 };
    let style = ParagraphStyle { line_distance: Some(14.0), ..ParagraphStyle::default() };
    let content = vec![run(&prose(6))];
    let paragraph = Paragraph { style, content, drop_cap: Some(Box::new(cap)), ..Paragraph::default() };
    let pages = laid_out(vec![Block::Paragraph(paragraph)]);
    let initial = runs(&pages.pages[0]).next().unwrap();
    assert_eq!(initial.text, "T");
    let set: Vec<_> = lines(&pages.pages[0]).into_iter().filter(|line| line.text != "T").collect();
    assert!((initial.transform.f - set[2].base).abs() < 0.01, "its base line is that of the third line");
    assert!(initial.size > 40.0);
    assert!(set[..3].iter().all(|line| line.left > 70.0) && set[3].left < 51.0, "{set:?}");
}

#[test]
fn room_between_lines_comes_below_them_as_in_word_and_above_as_in_odf() {
    let family = TextStyle { family: Some("Calibri".into()), size: Some(12.0), ..TextStyle::default() };
    let style = ParagraphStyle { line_height: Some(1.15 * 1.220_7), ..ParagraphStyle::default() };
    let block = Block::Paragraph(Paragraph { style, content: vec![look("Text.", family)], ..Paragraph::default() });
    let base = |leads_above| {
        let flow = Flow { leads_above, ..on(page(), vec![block.clone()]) };
        lines(&set(flow, &context(&[])).unwrap().pages[0])[0].base
    };
    // Word has the first line of a page 11.4 points below its margin: Calibri's ascent is .952.
    assert!((base(false) - 61.4).abs() < 0.3, "{}", base(false));
    assert!((base(true) - base(false) - 0.15 * 1.220_7 * 12.0).abs() < 0.05);
}

#[test]
fn what_follows_a_page_break_begins_at_the_top() {
    let style = ParagraphStyle { space_before: 24.0, line_distance: Some(14.0), ..ParagraphStyle::default() };
    let begins = ParagraphStyle { page_break_before: true, ..style.clone() };
    let pages = laid_out(vec![line("one"), Block::PageBreak, styled("two", style), styled("three", begins)]);
    let base = |page: usize| lines(&pages.pages[page])[0].base;
    assert!((base(1) - base(0)).abs() < 0.01);
    assert!((base(2) - base(0) - 24.0).abs() < 0.01);
}

#[test]
fn rows_are_higher_by_the_lines_above_them() {
    let bordered = |width| {
        let line_of = Border { width, ..Border::default() };
        let cell = |text: &str| Cell { blocks: vec![line(text)], borders: Borders::all(line_of), ..Cell::default() };
        let row = |text: &str| Row { cells: vec![cell(text)], ..Row::default() };
        let table = Table { columns: vec![100.0], rows: vec![row("a"), row("b")], ..Table::default() };
        let pages = laid_out(vec![Block::Table(table), line("after")]);
        lines(&pages.pages[0]).iter().map(|line| line.base).collect::<Vec<_>>()
    };
    let (thin, thick) = (bordered(1.0), bordered(3.0));
    for (at, more) in [2.0, 4.0, 6.0].into_iter().enumerate() {
        assert!((thick[at] - thin[at] - more).abs() < 0.01, "{thin:?} {thick:?}");
    }
}

#[test]
fn columns_grow_with_words_that_are_wider_unless_they_are_fixed() {
    let with = |fixed| {
        let rows = vec![row(vec![vec![line("Donaudampfschifffahrt")], vec![line("b")]])];
        let table = Table { columns: vec![60.0, 60.0], rows, fixed, ..Table::default() };
        lines(&laid_out(vec![Block::Table(table)]).pages[0]).iter().map(|line| line.text.clone()).collect::<Vec<_>>()
    };
    assert!(with(false)[0].contains("Donaudampfschifffahrt"), "{:?}", with(false));
    assert!(!with(true)[0].contains("Donaudampfschifffahrt"), "{:?}", with(true));
}
