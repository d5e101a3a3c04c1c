//! Details that office programs set: grids, floating tables, notes that go on, stops, lines and boxes of letters, remarks
//! of reviewers, vertical text.

use super::word::{line, on, page, paths, texts};
use super::{context, lines, prose, run, runs, set, styled, text_of};
use crate::options;
use transvase_base::units::Rect;
use transvase_model::flow::{
    Align, Block, Border, Cell, Change, ChangeKind, Color, Comment, Decoration, Edges, Flow, Inline, LineGrid,
    LineKind, List, ListItem, Marker, MarkerLook, Note, NoteKind, Origin, PageSetup, Paragraph, ParagraphStyle,
    Placement, Row, Run, TabAlign, TabStop, Table, TextStyle, Wrap,
};
use transvase_model::pages::{GlyphRun, Item, Pages};

fn laid_out(blocks: Vec<Block>) -> Pages {
    set(on(page(), blocks), &context(&[])).unwrap()
}

fn words(text: &str, style: TextStyle) -> Block {
    let content = vec![Inline::Text(Run { text: text.into(), style })];
    Block::Paragraph(Paragraph { content, ..Paragraph::default() })
}

#[test]
fn lines_stand_on_the_grid_of_their_page() {
    let grid = LineGrid { pitch: 25.0, spacing: 0.0, in_tables: false };
    let off = ParagraphStyle { off_grid: true, ..ParagraphStyle::default() };
    let blocks =
        vec![styled("one", ParagraphStyle::default()), styled("two", ParagraphStyle::default()), styled("off", off)];
    let pages = set(on(PageSetup { grid: Some(grid), ..page() }, blocks), &context(&[])).unwrap();
    let set = lines(&pages.pages[0]);
    assert!((set[1].base - set[0].base - 25.0).abs() < 0.01, "{set:?}");
    assert!(set[2].base - set[1].base < 24.0, "{set:?}");
}

#[test]
fn a_floating_table_has_text_beside_it() {
    let cell = Cell { blocks: vec![line("cell")], ..Cell::default() };
    let placement =
        Placement { x: 120.0, y: 0.0, origin: Origin::Paragraph, wrap: Wrap::Square, room: 6.0, raised: false };
    let table = Table {
        columns: vec![80.0],
        rows: vec![Row { cells: vec![cell], height: 40.0, ..Row::default() }],
        placement: Some(Box::new(placement)),
        ..Table::default()
    };
    let pages = laid_out(vec![Block::Table(table), line(&prose(5))]);
    let page = &pages.pages[0];
    let cell = runs(page).find(|run| run.text.contains("cell")).unwrap();
    assert!(cell.transform.e > 169.0, "{cell:?}");
    let end = |run: &GlyphRun| run.transform.e + run.glyphs.last().map_or(0.0, |glyph| glyph.x + glyph.advance);
    let text: Vec<_> = runs(page).filter(|run| !run.text.contains("cell")).collect();
    assert!(text[0].transform.f < cell.transform.f + 10.0 && end(text[0]) < 165.0, "it begins beside the table");
    assert!(text.iter().any(|run| end(run) > 200.0), "below the table lines are whole again");
}

#[test]
fn a_note_that_finds_no_room_goes_on_at_the_next_foot() {
    let note = Note { kind: NoteKind::Foot, mark: None, blocks: vec![styled(&prose(40), ParagraphStyle::default())] };
    let mut blocks: Vec<Block> = (0..14).map(|number| line(&format!("line {number}"))).collect();
    let content = vec![run("named"), Inline::Note(0)];
    blocks.push(Block::Paragraph(Paragraph { content, ..Paragraph::default() }));
    blocks.extend((0..12).map(|number| line(&format!("after {number}"))));
    let flow = Flow { notes: vec![note], ..on(page(), blocks) };
    let pages = set(flow, &context(&[])).unwrap();
    let first = texts(&pages.pages[0]);
    assert!(first.iter().any(|line| line.starts_with("named")), "the line stays where it fits: {first:?}");
    assert!(first.len() > 17, "the note begins on its page: {first:?}");
    let second = texts(&pages.pages[1]);
    assert!(second.iter().any(|line| line.starts_with("after")) && second.len() > 12, "{second:?}");
    let all = text_of(&pages).split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(all.matches("It rained.").count(), 10, "nothing of it is lost: {all}");
}

#[test]
fn decimal_stops_set_numbers_below_one_another() {
    let style = ParagraphStyle {
        tabs: vec![TabStop { position: 100.0, align: TabAlign::Decimal, leader: None }],
        ..ParagraphStyle::default()
    };
    let number = |text: &str| {
        let content = vec![Inline::Tab, run(text)];
        Block::Paragraph(Paragraph { style: style.clone(), content, ..Paragraph::default() })
    };
    let pages = laid_out(vec![number("1.5"), number("1234.25"), number("77")]);
    let whole = lines(&pages.pages[0]);
    let digit = |at: usize| {
        let run = runs(&pages.pages[0]).filter(|run| (run.transform.f - whole[at].base).abs() < 0.1).last().unwrap();
        let point = run.text.find('.').unwrap_or(run.text.len());
        let before = run.glyphs.iter().rfind(|glyph| (glyph.text.end as usize) <= point).unwrap();
        run.transform.e + before.x + before.advance
    };
    for at in 0..3 {
        assert!((digit(at) - 150.0).abs() < 0.3, "{at}: {}", digit(at));
    }
}

#[test]
fn a_bar_stands_at_its_stop_through_each_line() {
    let style = ParagraphStyle {
        tabs: vec![TabStop { position: 60.0, align: TabAlign::Bar, leader: None }],
        ..ParagraphStyle::default()
    };
    let pages = laid_out(vec![styled(&prose(3), style)]);
    let bars = paths(&pages.pages[0]);
    assert_eq!(bars.len(), lines(&pages.pages[0]).len());
    assert!(bars.iter().all(|bar| (bar.left - 110.0).abs() < 1.0 && bar.height() > 8.0), "{bars:?}");
}

#[test]
fn lines_below_letters_are_of_their_kind() {
    let red = Color { r: 255, g: 0, b: 0 };
    let of = |decoration: Decoration| {
        let style = TextStyle { underline: true, decoration, ..TextStyle::default() };
        laid_out(vec![words("two words", style)])
    };
    let plain = paths(&of(Decoration::default()).pages[0]);
    assert_eq!(plain.len(), 1);
    let double = paths(&of(Decoration { kind: LineKind::Double, ..Decoration::default() }).pages[0]);
    assert_eq!(double.len(), 2);
    let apart = paths(&of(Decoration { words_only: true, ..Decoration::default() }).pages[0]);
    assert_eq!(apart.len(), 2, "one below each word");
    assert!(apart[0].right < apart[1].left);
    let heavy = paths(&of(Decoration { is_heavy: true, ..Decoration::default() }).pages[0]);
    assert!(heavy[0].height() > plain[0].height() * 1.5);
    let pages = of(Decoration { color: Some(red), ..Decoration::default() });
    let colors = pages.pages[0].items.iter().filter_map(|item| match item {
        Item::Path(path) => path.fill.map(|(color, _)| color),
        _ => None,
    });
    assert_eq!(colors.collect::<Vec<_>>(), [red]);
}

#[test]
fn letters_in_a_box_have_lines_around_them() {
    let style = TextStyle { border: Some(Border { width: 1.0, ..Border::default() }), ..TextStyle::default() };
    let pages = laid_out(vec![words("boxed", style)]);
    let letters = lines(&pages.pages[0])[0].clone();
    let around = paths(&pages.pages[0]).into_iter().reduce(|a, b| a.union(&b)).unwrap();
    let Rect { left, top, right, bottom } = around;
    assert!(left <= letters.left && right >= letters.right && top < letters.base - 6.0 && bottom > letters.base);
}

/// A text with something new and something old in it.
fn under_review() -> Flow {
    let change = |change, text: &str| Inline::Change { change, content: vec![run(text)] };
    let content = vec![run("kept "), change(0, "new "), change(1, "old")];
    let by = |kind| Change { kind, author: Some("A".into()), date: None };
    let block = Block::Paragraph(Paragraph { content, ..Paragraph::default() });
    Flow { changes: vec![by(ChangeKind::Inserted), by(ChangeKind::Deleted)], ..on(page(), vec![block]) }
}

#[test]
fn changes_are_accepted_or_shown() {
    let accepted = set(under_review(), &context(&[])).unwrap();
    assert_eq!(text_of(&accepted).trim(), "kept new");
    assert!(paths(&accepted.pages[0]).is_empty());
    let shown = set(under_review(), &context(&[(&options::CHANGES, "shown")])).unwrap();
    assert_eq!(text_of(&shown).trim(), "kept new old");
    let lines = paths(&shown.pages[0]);
    assert_eq!(lines.len(), 2);
    assert!(lines[0].left < lines[1].left && lines[0].top > lines[1].top, "below the new, through the old: {lines:?}");
}

#[test]
fn comments_stand_in_the_margin_beside_their_line() {
    let comment = |text: &str| Comment { author: Some("Anna".into()), date: None, blocks: vec![line(text)] };
    let about = |comment, text: &str| {
        let content = vec![Inline::Comment { comment, content: vec![run(text)] }];
        Block::Paragraph(Paragraph { content, ..Paragraph::default() })
    };
    let blocks = vec![line("first"), about(0, "second"), about(1, "third"), line("fourth")];
    let comments = vec![comment("Is that so?"), comment("No.")];
    let flow = Flow { comments, ..on(page(), blocks) };
    let pages = set(flow.clone(), &context(&[(&options::COMMENTS, "margin")])).unwrap();
    let set_lines = lines(&pages.pages[0]);
    let of = |text: &str| set_lines.iter().find(|line| line.text.contains(text)).unwrap();
    let tops: Vec<f32> =
        runs(&pages.pages[0]).filter(|run| run.text.contains("Anna")).map(|run| run.transform.f).collect();
    assert_eq!(tops.len(), 2);
    assert!((tops[0] - of("second").base).abs() < 14.0 && tops[1] > tops[0] + 7.0, "{tops:?}");
    let left = runs(&pages.pages[0]).filter(|run| run.text.contains("Anna")).map(|run| run.transform.e);
    assert!(left.into_iter().all(|left| left > 250.0), "right of the text");
    let without = set(flow, &context(&[])).unwrap();
    assert!(!text_of(&without).contains("Anna"));
}

#[test]
fn comments_that_find_no_room_go_on_at_the_next_page() {
    let comment = |at: usize| Comment { author: None, date: None, blocks: vec![line(&format!("n{at} {}", prose(3)))] };
    let content = (0..12).map(|comment| Inline::Comment { comment, content: vec![run("word ")] }).collect();
    let block = Block::Paragraph(Paragraph { content, ..Paragraph::default() });
    let flow = Flow { comments: (0..12).map(comment).collect(), ..on(page(), vec![block]) };
    let pages = set(flow, &context(&[(&options::COMMENTS, "margin")])).unwrap();
    assert!(pages.pages.len() > 1);
    let all = text_of(&pages);
    assert!((0..12).all(|at| all.contains(&format!("n{at}"))), "{all}");
}

#[test]
fn vertical_lines_run_down_the_page_from_right_to_left() {
    let blocks = vec![line("first"), line("second")];
    let pages = set(on(PageSetup { vertical: true, ..page() }, blocks), &context(&[])).unwrap();
    let page = &pages.pages[0];
    assert_eq!((page.size.width, page.size.height), (300.0, 400.0));
    let set: Vec<_> = runs(page).collect();
    // Letters of Latin lie on their side: their base line runs down.
    assert!(set.iter().all(|run| run.transform.a.abs() < 1e-6 && (run.transform.b - 1.0).abs() < 1e-6));
    assert!((set[0].transform.f - 50.0).abs() < 0.01 && (set[1].transform.f - 50.0).abs() < 0.01);
    assert!(set[0].transform.e < 250.0 && set[0].transform.e > 230.0, "{}", set[0].transform.e);
    assert!((set[0].transform.e - set[1].transform.e - 14.0).abs() < 0.01);
}

#[test]
fn letters_are_kerned_unless_the_source_has_them_plain() {
    let width = |unkerned| {
        let style = TextStyle { unkerned, size: Some(20.0), ..TextStyle::default() };
        let pages = laid_out(vec![words("AVAVAV", style)]);
        let set = &lines(&pages.pages[0])[0];
        set.right - set.left
    };
    assert!(width(true) > width(false) + 5.0, "{} {}", width(true), width(false));
}

#[test]
fn justified_lines_take_one_more_word_with_smaller_spaces() {
    let text = vec!["mmmm"; 40].join(" ");
    let style = ParagraphStyle { align: Some(Align::Justify), ..ParagraphStyle::default() };
    let first = |condenses, right: f32| {
        let margins = Edges { right, ..page().margins };
        let flow = on(PageSetup { margins, ..page() }, vec![styled(&text, style.clone())]);
        let pages = set(Flow { condenses, ..flow }, &context(&[])).unwrap();
        let set = lines(&pages.pages[0]);
        (set[0].text.split_whitespace().count(), set[0].right)
    };
    // The margin at which one word less fits, and a point more than that.
    let count = first(false, 50.0).0;
    let tight =
        (0..400).map(|tenths| 50.0 + tenths as f32 / 10.0).find(|right| first(false, *right).0 < count).unwrap();
    let (condensed, end) = first(true, tight + 0.5);
    assert_eq!(condensed, count);
    assert!((end - (300.0 - tight - 0.5)).abs() < 0.5, "it fills the measure: {end}");
    assert_eq!(first(true, tight + 15.0).0, count - 1, "not by more than a fifth of its spaces");
}

#[test]
fn bullets_of_symbol_make_their_lines_higher() {
    let pitch = |of_symbol_font| {
        let style = TextStyle { family: Some("Calibri".into()), size: Some(12.0), ..TextStyle::default() };
        let item = |text: &str| ListItem { number: None, blocks: vec![words(text, style.clone())] };
        let look = MarkerLook { of_symbol_font, ..MarkerLook::default() };
        let items = vec![item("one"), item("two"), item("three")];
        let list = List { marker: Marker::Bullet('•'), look, items, ..List::default() };
        let pages = laid_out(vec![Block::List(list)]);
        let set: Vec<f32> = lines(&pages.pages[0]).iter().map(|line| line.base).collect();
        set[2] - set[1]
    };
    // Symbol reaches 1.0054 above the base line, Calibri .952 (`hhea`).
    assert!((pitch(true) - pitch(false) - (1.005_4 - 0.952_1) * 12.0).abs() < 0.05, "{}", pitch(true) - pitch(false));
}
