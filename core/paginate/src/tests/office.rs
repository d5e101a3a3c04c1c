//! Documents of office programs: their own pages, heads and feet, notes, boxes, and what stands beside text.

use super::{context, flow, lay_out, lines, paragraph, prose, run, set, styled, text_of};
use transvase_base::units::{Rect, Size};
use transvase_model::flow::{
    Align, Block, Border, Borders, Cell, Color, Column, Edges, Field, FieldKind, Flow, Frame, Inline, InlineImage,
    Note, NoteKind, NumberFormat, Origin, PageNumbers, PageSetup, Paragraph, ParagraphStyle, Placement, Purpose, Row,
    Run, RunningText, Section, TabAlign, TabStop, Table, TableWidth, TextStyle, Wrap,
};
use transvase_model::pages::{Item, Page, Pages, Path, StructKind};

/// A page of 300 by 400 points with margins of 50.
fn page() -> PageSetup {
    let margins = Edges { top: 50.0, right: 50.0, bottom: 50.0, left: 50.0 };
    PageSetup { size: Size { width: 300.0, height: 400.0 }, margins, ..PageSetup::default() }
}

fn office(blocks: Vec<Block>) -> Flow {
    let mut flow = flow(blocks);
    flow.sections[0].page = Some(page());
    flow
}

fn laid_out(flow: Flow) -> Pages {
    set(flow, &context(&[])).expect("the blocks can be laid out")
}

/// Words of a page that are no content, each with its left edge and base line.
fn edges(page: &Page) -> Vec<(String, f32, f32)> {
    let runs = page.items.iter().filter_map(|item| match item {
        Item::Glyphs(run) if run.node.is_none() => Some((run.text.clone(), run.transform.e, run.transform.f)),
        _ => None,
    });
    runs.collect()
}

fn paths(page: &Page) -> impl Iterator<Item = Rect> {
    page.items.iter().filter_map(|item| match item {
        Item::Path(path) => Path::reach(path),
        _ => None,
    })
}

fn field(kind: FieldKind) -> Inline {
    Inline::Field(Field { kind, run: Run { text: "?".into(), style: TextStyle::default() } })
}

fn line_of(content: Vec<Inline>) -> Block {
    Block::Paragraph(Paragraph { content, ..Paragraph::default() })
}

#[test]
fn edges_of_pages_are_set_where_no_size_of_pages_is_told() {
    let mut source = flow(vec![paragraph("The text.")]);
    source.sections[0].header = Some(RunningText { default: vec![paragraph("The head.")], ..RunningText::default() });
    let pages = laid_out(source);
    let said: String = pages.pages[0]
        .items
        .iter()
        .filter_map(|item| match item {
            Item::Glyphs(run) => Some(&*run.text),
            _ => None,
        })
        .collect();
    assert!(said.contains("The head.") && said.contains("The text."), "{said}");
}

#[test]
fn pages_have_the_heads_and_feet_of_their_section() {
    let mut flow = office(vec![paragraph(&prose(60))]);
    let foot = line_of(vec![field(FieldKind::PageNumber(None)), run("/"), field(FieldKind::PageCount)]);
    flow.sections[0].header = Some(RunningText {
        default: vec![paragraph("Running")],
        first: Some(vec![paragraph("Opening")]),
        even: Some(Vec::new()),
    });
    flow.sections[0].footer = Some(RunningText { default: vec![foot], ..RunningText::default() });
    let pages = laid_out(flow).pages;
    let words = |page: usize| edges(&pages[page]).into_iter().map(|(text, ..)| text).collect::<Vec<_>>().concat();
    let count = pages.len();
    assert!(count > 3);
    assert_eq!(words(0), format!("Opening1/{count}"));
    assert_eq!(words(1), format!("2/{count}"), "even pages have no head");
    assert_eq!(words(2), format!("Running3/{count}"));
    let of_first = edges(&pages[0]);
    assert!(of_first[0].2 < 50.0 && of_first[1].2 > 350.0, "in the margins: {of_first:?}");
}

#[test]
fn a_high_head_pushes_the_text_down() {
    let mut flow = office(vec![paragraph("Text.")]);
    let lines = (0..6).map(|_| paragraph("Head")).collect();
    flow.sections[0].header = Some(RunningText { default: lines, ..RunningText::default() });
    let pages = laid_out(flow).pages;
    let lowest = edges(&pages[0]).iter().map(|(_, _, base)| *base).fold(0.0, f32::max);
    assert!(lines_of(&pages[0])[0].1 > lowest, "the text begins below its head");
}

/// Left edges and base lines of the lines of a page.
fn lines_of(page: &Page) -> Vec<(f32, f32)> {
    lines(page).iter().map(|line| (line.left, line.base)).collect()
}

#[test]
fn sections_number_their_pages_anew_on_paper_of_their_own() {
    let number =
        || RunningText { default: vec![line_of(vec![field(FieldKind::PageNumber(None))])], ..Default::default() };
    let section = |format, start, size| Section {
        page: Some(PageSetup { size, ..page() }),
        new_page: true,
        blocks: vec![paragraph("Text.")],
        footer: Some(number()),
        numbers: Some(PageNumbers { format, start }),
        ..Section::default()
    };
    let wide = Size { width: 400.0, height: 300.0 };
    let front = section(NumberFormat::LowerRoman, Some(4), page().size);
    let main = section(NumberFormat::Decimal, Some(1), wide);
    let pages = laid_out(Flow { sections: vec![front, main], ..Flow::default() }).pages;
    let numbers: Vec<String> = pages.iter().map(|page| edges(page)[0].0.clone()).collect();
    assert_eq!(numbers, ["iv", "1"]);
    assert_eq!(pages[1].size, wide);
}

#[test]
fn footnotes_stand_at_the_foot_of_the_page_that_names_them() {
    let mut blocks = vec![paragraph(&prose(30))];
    blocks.push(line_of(vec![run("Named here"), Inline::Note(0), run(" and on.")]));
    blocks.push(paragraph(&prose(30)));
    let mut flow = office(blocks);
    flow.notes = vec![Note { kind: NoteKind::Foot, mark: None, blocks: vec![paragraph("Said below.")] }];
    let pages = laid_out(flow).pages;
    let at = |words: &str| {
        let found = pages.iter().enumerate().find_map(|(page, content)| {
            lines(content).into_iter().find(|line| line.text.contains(words)).map(|line| (page, line.base))
        });
        found.expect("the words are there")
    };
    let (named, said) = (at("Named here"), at("Said below"));
    assert_eq!(named.0, said.0, "on the same page");
    assert!(said.1 > named.1 && said.1 > 335.0 && said.1 < 350.0, "at the foot: {said:?}");
    let last = lines(&pages[named.0])
        .iter()
        .filter(|line| line.text.len() > 3 && !line.text.contains("Said"))
        .map(|line| line.base)
        .fold(0.0, f32::max);
    assert!(last < said.1 - 8.0, "text ends above it");
    assert_eq!(pages[named.0].links.len(), 2, "the mark leads to the note and back");
}

#[test]
fn text_runs_beside_a_picture_and_goes_on_below_it() {
    let mut flow = office(Vec::new());
    let media = flow.media.add(super::pages::image(40, 40));
    let placement =
        Placement { x: 0.0, y: 0.0, origin: Origin::Paragraph, wrap: Wrap::Square, room: 6.0, raised: false };
    let image =
        InlineImage { width: Some(60.0), height: Some(60.0), placement: Some(placement), ..InlineImage::new(media) };
    flow.sections[0].blocks = vec![line_of(vec![Inline::Image(image), run(&prose(8))])];
    let pages = laid_out(flow);
    for (left, base) in lines_of(&pages.pages[0]) {
        let wanted = if base < 110.0 + 10.0 { 116.0 } else { 50.0 };
        assert!((left - wanted).abs() < 2.0 || (110.0..124.0).contains(&base), "{left} at {base}");
    }
    assert_eq!(text_of(&pages), prose(8));
}

#[test]
fn a_frame_in_the_middle_has_text_at_both_sides() {
    let frame = Frame {
        rect: Rect { left: 80.0, top: 0.0, right: 120.0, bottom: 40.0 },
        origin: Origin::Paragraph,
        rotation: 0.0,
        wrap: Wrap::Square,
        padding: Edges::default(),
        background: None,
        borders: Borders::default(),
        blocks: vec![paragraph("In")],
    };
    let pages = laid_out(office(vec![paragraph(&prose(4)), Block::Frame(frame)])).pages;
    let first: Vec<f32> = super::runs(&pages[0])
        .filter(|run| run.transform.f < 68.0 && run.text != "In")
        .map(|run| run.transform.e)
        .collect();
    assert!(first.iter().any(|left| *left < 60.0) && first.iter().any(|left| *left > 170.0), "{first:?}");
}

#[test]
fn paragraphs_with_the_same_box_share_it() {
    let border = Border { width: 1.0, color: Color { r: 200, g: 0, b: 0 }, ..Border::default() };
    let style = || ParagraphStyle { borders: Borders::all(border), space_after: 10.0, ..ParagraphStyle::default() };
    let pages = laid_out(office(vec![styled("One", style()), styled("Two", style()), paragraph("Three")])).pages;
    let across = paths(&pages[0]).filter(|area| area.width() > 100.0 && area.height() < 2.0).count();
    assert_eq!(across, 2, "a line above the first and one below the last");
    let down: Vec<Rect> = paths(&pages[0]).filter(|area| area.width() < 2.0 && area.height() > 5.0).collect();
    let (top, bottom) =
        down.iter().fold((f32::MAX, 0.0_f32), |(top, bottom), area| (area.top.min(top), area.bottom.max(bottom)));
    let height: f32 = down.iter().filter(|area| area.left < 100.0).map(Rect::height).sum();
    assert!(height >= bottom - top - 1.0, "the sides have no gap: {height} of {}", bottom - top);
}

#[test]
fn boxes_of_their_own_stay_apart() {
    let border = Border { width: 1.0, color: Color { r: 200, g: 0, b: 0 }, ..Border::default() };
    let style = || ParagraphStyle { borders: Borders::all(border), own_box: true, ..ParagraphStyle::default() };
    let across = |page: &Page| paths(page).filter(|area| area.width() > 100.0 && area.height() < 2.0).count();
    let blocks = || vec![styled("One", style()), styled("Two", style())];
    assert_eq!(across(&laid_out(office(blocks())).pages[0]), 4);
    // They are drawn in books, too.
    assert_eq!(across(&lay_out(blocks(), &[]).pages[0]), 4);
}

#[test]
fn tables_fill_the_width_that_they_have() {
    let cell = |text: &str| Cell { blocks: vec![paragraph(text)], ..Cell::default() };
    let row = || Row { cells: vec![cell("a"), cell("b")], ..Row::default() };
    let width = Some(TableWidth { share: 0.5, points: 20.0 });
    let table = || Table {
        columns: vec![30.0, 0.0],
        width,
        rows: vec![row()],
        padding: Some(Edges::default()),
        ..Table::default()
    };
    let at = |table: Table| -> Vec<f32> {
        let page = laid_out(office(vec![Block::Table(table)])).pages.remove(0);
        super::runs(&page).map(|run| run.transform.e).collect()
    };
    assert_eq!(at(table()), [50.0, 80.0]);
    // A table of 120 points in a column of 200.
    assert_eq!(at(Table { align: Some(Align::End), ..table() }), [130.0, 160.0]);
}

#[test]
fn a_box_is_no_table_for_whoever_hears_it() {
    let cell = Cell { blocks: vec![paragraph("a")], ..Cell::default() };
    let rows = vec![Row { cells: vec![cell], ..Row::default() }];
    let boxed = Table { columns: vec![0.0], rows, purpose: Purpose::Layout, ..Table::default() };
    let pages = laid_out(office(vec![Block::Table(boxed)]));
    assert!(pages.structure.iter().all(|node| !matches!(node.kind, StructKind::Table | StructKind::Row)));
}

#[test]
fn columns_of_tables_are_as_wide_as_the_source_says() {
    let cell = |text: &str| Cell { blocks: vec![paragraph(text)], ..Cell::default() };
    let row = Row { cells: vec![cell("a"), cell("b"), cell("c")], ..Row::default() };
    let padding = Some(Edges { left: 7.0, right: 7.0, ..Edges::default() });
    let table = Table { columns: vec![30.0, 90.0, 50.0], rows: vec![row], padding, ..Table::default() };
    let pages = laid_out(office(vec![Block::Table(table)])).pages;
    let lefts: Vec<f32> = super::runs(&pages[0]).map(|run| run.transform.e).collect();
    assert_eq!(lefts, [57.0, 87.0, 177.0]);
}

#[test]
fn rows_of_text_go_on_on_the_next_page() {
    let borders = Borders::all(Border { width: 1.0, color: Color::BLACK, ..Border::default() });
    let cell = Cell { blocks: vec![paragraph(&prose(30))], borders, ..Cell::default() };
    let row = Row { cells: vec![cell], ..Row::default() };
    let table = Table { columns: vec![200.0], rows: vec![row], ..Table::default() };
    let pages = laid_out(office(vec![paragraph(&prose(6)), Block::Table(table)])).pages;
    assert!(lines(&pages[0]).last().is_some_and(|line| line.base > 325.0), "the first page is full");
    for page in &pages {
        let across = paths(page).filter(|area| area.width() > 190.0 && area.height() < 2.0).count();
        assert_eq!(across, 2, "the box is closed on each page");
    }
}

#[test]
fn columns_that_hold_all_of_a_section_end_at_the_same_height() {
    let column = |gap| Column { width: 90.0, gap };
    let mut flow = office((0..6).map(|_| paragraph("Word")).collect());
    flow.sections[0].page = Some(PageSetup { columns: vec![column(20.0), column(0.0)], ..page() });
    let after = Section { page: Some(page()), blocks: vec![paragraph("After")], ..Section::default() };
    flow.sections.push(after);
    let pages = laid_out(flow).pages;
    let at = lines_of(&pages[0]);
    let left = at.iter().filter(|(left, _)| *left < 100.0).count();
    assert_eq!((pages.len(), at.len(), left), (1, 7, 4), "three and three, and one below: {at:?}");
    assert!(at.iter().all(|(_, base)| *base <= at[6].1));
}

#[test]
fn text_stands_at_tab_stops() {
    let stops = |position, align| TabStop { position, align, leader: None };
    let tabs = vec![stops(100.0, TabAlign::Center), stops(200.0, TabAlign::End)];
    let style = ParagraphStyle { tabs, ..ParagraphStyle::default() };
    let content = vec![run("left"), Inline::Tab, run("middle"), Inline::Tab, run("right")];
    let block = Block::Paragraph(Paragraph { style, content, ..Paragraph::default() });
    let pages = laid_out(office(vec![block])).pages;
    let spans: Vec<(f32, f32)> = super::runs(&pages[0])
        .map(|run| (run.transform.e, run.glyphs.last().map_or(0.0, |last| run.transform.e + last.x + last.advance)))
        .collect();
    let [left, middle, right] = spans[..] else { panic!("three words: {spans:?}") };
    assert!((left.0 - 50.0).abs() < 0.1 && (f32::midpoint(middle.0, middle.1) - 150.0).abs() < 0.1);
    assert!((right.1 - 250.0).abs() < 0.1, "{right:?}");
}

#[test]
fn lines_are_as_far_apart_as_the_source_says() {
    let style = ParagraphStyle { line_distance: Some(23.0), ..ParagraphStyle::default() };
    let pages = laid_out(office(vec![styled(&prose(4), style)])).pages;
    let bases: Vec<f32> = lines_of(&pages[0]).iter().map(|(_, base)| *base).collect();
    assert!(bases.len() > 3 && bases.windows(2).all(|pair| (pair[1] - pair[0] - 23.0).abs() < 0.01), "{bases:?}");
}

#[test]
fn nothing_is_added_that_the_source_does_not_say() {
    let pages = laid_out(office(vec![paragraph(&prose(40))])).pages;
    assert!(pages.iter().all(|page| edges(page).is_empty()), "no numbers");
    let all: Vec<super::SetLine> = pages.iter().flat_map(lines).collect();
    assert!(all.iter().all(|line| !line.text.contains('\u{AD}')), "no divided words");
    assert!(all.iter().any(|line| line.right < 240.0), "ragged");
}

#[test]
fn texts_that_nobody_wrote_are_broken_all_the_same() {
    let words = "x,".repeat(80_000);
    let pages = lay_out(vec![paragraph(&words)], &[]);
    let kept: usize = pages.pages.iter().flat_map(lines).map(|line| line.text.trim_end().len()).sum();
    assert_eq!(kept, words.len());
}
