//! Whole documents, from pages to flow.

mod graphics;
mod lines;
mod lists;
mod papers;

use std::sync::Arc;

use super::reflow;
use transvase_base::context::Context;
use transvase_base::units::{Affine, Point, Rect, Size};
use transvase_model::flow::{Align, Block, Flow, Inline, Marker, Paragraph, Role, Script};
use transvase_model::pages::{
    Color, Destination, Font, Glyph, GlyphRun, Hidden, HiddenGlyphs, Item, Link, LinkTarget, OutlineItem, Page, Pages,
    Path, Segment, Stroke, TextPaint, Unseen,
};

/// Width of every glyph of the test's face, as a share of the size.
const ADVANCE: f32 = 0.5;

/// Builds a page of text in a face whose letters are all half as wide as high.
#[derive(Default)]
struct Builder {
    pages: Vec<Page>,
}

impl Builder {
    fn page(mut self) -> Self {
        let number = self.pages.len() as u32 + 1;
        self.pages.push(Page { number, size: Size { width: 600.0, height: 800.0 }, ..Page::default() });
        self
    }

    fn item(mut self, item: Item) -> Self {
        self.pages.last_mut().unwrap().items.push(item);
        self
    }

    fn text(self, x: f32, y: f32, size: f32, text: &str) -> Self {
        self.item(Item::Glyphs(run(x, y, size, 0, text)))
    }

    fn bold(self, x: f32, y: f32, size: f32, text: &str) -> Self {
        self.item(Item::Glyphs(run(x, y, size, 1, text)))
    }

    fn rule(self, from: (f32, f32), to: (f32, f32)) -> Self {
        self.item(stroked(from, to, 0.5))
    }

    fn pages(self) -> Pages {
        let font = |weight| Font {
            family: Arc::from("Arial"),
            stand_in: false,
            weight,
            italic: false,
            serif: false,
            monospace: false,
            ascent: 0.9,
            descent: 0.2,
            program: None,
            ink: None,
        };
        Pages { pages: self.pages, fonts: vec![font(400), font(700)], ..Pages::default() }
    }

    fn flow(self) -> Flow {
        reflow(self.pages(), &Context::default()).unwrap()
    }
}

fn stroked(from: (f32, f32), to: (f32, f32), width: f32) -> Item {
    let segments = vec![Segment::Move(Point { x: from.0, y: from.1 }), Segment::Line(Point { x: to.0, y: to.1 })];
    let stroke = Stroke { width, color: Color::BLACK, opacity: 1.0, dashed: false };
    Item::Path(Path { segments, stroke: Some(stroke), ..Path::default() })
}

fn run(x: f32, y: f32, size: f32, font: usize, text: &str) -> GlyphRun {
    let advance = size * ADVANCE;
    let glyphs = text.char_indices().enumerate().map(|(at, (start, c))| Glyph {
        id: 0,
        x: at as f32 * advance,
        y: 0.0,
        advance,
        text: (start..start + c.len_utf8()).into(),
    });
    GlyphRun {
        stretch: 1.0,
        font,
        size,
        color: Color::BLACK,
        transform: Affine { a: 1.0, b: 0.0, c: 0.0, d: -1.0, e: x, f: y },
        glyphs: glyphs.collect(),
        text: text.to_owned(),
        paint: TextPaint::Fill,
        node: None,
        artifact: false,
        hidden: Vec::new(),
    }
}

fn inlines(content: &[Inline]) -> String {
    let text = |inline: &Inline| match inline {
        Inline::Text(run) => run.text.clone(),
        Inline::Link { content, .. } => format!("[{}]", inlines(content)),
        Inline::Tab => "\t".into(),
        Inline::LineBreak => "\n".into(),
        Inline::Anchor(_) => "#".into(),
        Inline::Image(_) | Inline::Drawing(_) => "!".into(),
        Inline::Note(_) => "^".into(),
        Inline::Field(field) => format!("{{{}}}", field.run.text),
        Inline::Formula(formula) => formula.run.text.clone(),
        Inline::Control { content, .. } | Inline::Comment { content, .. } | Inline::Change { content, .. } => {
            inlines(content)
        }
        Inline::Index(_) => String::new(),
    };
    content.iter().map(text).collect()
}

fn paragraphs(flow: &Flow) -> Vec<&Paragraph> {
    let blocks = flow.sections.iter().flat_map(|section| &section.blocks);
    blocks.filter_map(|block| if let Block::Paragraph(paragraph) = block { Some(paragraph) } else { None }).collect()
}

fn texts(flow: &Flow) -> Vec<String> {
    paragraphs(flow).into_iter().map(|paragraph| inlines(&paragraph.content)).collect()
}

/// Four lines of 80 letters, which fill 400 points at size 10.
fn filled(mut builder: Builder, x: f32, top: f32) -> Builder {
    for row in 0..4 {
        let line = format!("{:0<78}.", format!("some words of line {row} and then "));
        builder = builder.text(x, top + 12.0 * row as f32, 10.0, &line);
    }
    builder
}

#[test]
fn stretched_letters_stay_stretched() {
    let mut pages =
        Builder::default().page().text(100.0, 100.0, 10.0, "wide").text(100.0, 140.0, 10.0, "usual").pages();
    if let Some(Item::Glyphs(run)) = pages.pages[0].items.first_mut() {
        run.stretch = 1.5;
    }
    let flow = reflow(pages, &Context::default()).unwrap();
    let scale = |paragraph: &Paragraph| match &paragraph.content[..] {
        [Inline::Text(run)] => run.style.scale,
        other => panic!("{other:?}"),
    };
    let scales: Vec<f32> = paragraphs(&flow).into_iter().map(scale).collect();
    assert!((scales[0] / scales[1] - 1.5).abs() < 0.01, "{scales:?}");
}

#[test]
fn what_nobody_sees_of_a_run_is_marked_in_the_text() {
    let mut pages = Builder::default().page().text(100.0, 100.0, 10.0, "seen gone").pages();
    if let Some(Item::Glyphs(run)) = pages.pages[0].items.first_mut() {
        run.hidden.push(HiddenGlyphs { start: 5, end: 9, why: Hidden::Ground });
    }
    pages.pages[0].unseen.push(Unseen { page: 1, text: "off".into(), hidden: Hidden::OffPage });
    let mut flow = reflow(pages, &Context::default()).unwrap();
    assert_eq!(texts(&flow), ["seen gone"]);
    let words: Vec<_> = flow.drop_hidden().kinds().collect();
    assert_eq!((words, texts(&flow)), (vec![(Hidden::Ground, 1), (Hidden::OffPage, 1)], vec!["seen ".to_owned()]));
}

#[test]
fn condensed_faces_are_set_narrower() {
    let condensed = |share: f32, set: fn(&mut Font)| {
        let mut pages = Builder::default().page().item(Item::Glyphs(narrowed(share))).pages();
        set(&mut pages.fonts[0]);
        let flow = reflow(pages, &Context::default()).unwrap();
        let content = paragraphs(&flow).into_iter().flat_map(|paragraph| paragraph.content.clone());
        let runs: Vec<_> =
            content.filter_map(|inline| if let Inline::Text(run) = inline { Some(run) } else { None }).collect();
        assert!(!runs.is_empty());
        for run in &runs {
            assert!((run.style.scale - share).abs() < 0.02, "{}", run.style.scale);
            assert!(run.style.family.as_deref().is_none_or(|family| family == "Arial"), "{:?}", run.style.family);
        }
    };
    condensed(0.7, |font| font.stand_in = true);
    condensed(0.82, |font| font.family = Arc::from("Arial Narrow"));
}

/// Letters that each have a share of their advance in Arial (its `hmtx` table, by letter).
fn narrowed(share: f32) -> GlyphRun {
    let advances = [('a', 0.556), ('b', 0.556), ('c', 0.5), ('d', 0.556), ('e', 0.556), ('f', 0.278), ('g', 0.556)];
    let more = [('h', 0.556), ('i', 0.222), ('j', 0.222), ('k', 0.5), ('l', 0.222), ('m', 0.833)];
    let mut condensed = run(100.0, 100.0, 10.0, 0, "abcdefghijklm");
    let mut x = 0.0;
    for (glyph, (_, advance)) in condensed.glyphs.iter_mut().zip(advances.iter().chain(&more)) {
        (glyph.x, glyph.advance) = (x, 10.0 * share * advance);
        x += glyph.advance;
    }
    condensed
}

#[test]
fn a_line_that_begins_before_a_number_and_goes_on_below_it_is_none_of_its_scripts() {
    // Large figures from 150 on, and a line in small letters from 118 to 160 below them.
    let flow = Builder::default().page().text(150.0, 100.0, 26.0, "13").text(118.0, 104.0, 7.0, "Attachment x").pages();
    let flow = reflow(flow, &Context::default()).unwrap();
    let runs = paragraphs(&flow).into_iter().flat_map(|paragraph| &paragraph.content);
    let plain = |inline: &Inline| matches!(inline, Inline::Text(run) if run.style.script == Script::Normal);
    assert!(runs.into_iter().all(plain));
    assert_eq!(texts(&flow).len(), 2);
}

#[test]
fn lines_that_fill_the_measure_are_one_paragraph() {
    let flow = Builder::default()
        .page()
        .text(100.0, 100.0, 10.0, "The first line of a paragraph fills its measure to the very end of it")
        .text(100.0, 112.0, 10.0, "and so does the second one, where a word is divided by some hyphe-")
        .text(100.0, 124.0, 10.0, "nation; the last is short.")
        .text(120.0, 136.0, 10.0, "An indented line begins another paragraph, which fills the measure")
        .text(100.0, 148.0, 10.0, "and ends here.")
        .flow();
    let texts = texts(&flow);
    assert_eq!(texts.len(), 2, "{texts:?}");
    assert!(texts[0].contains("some hyphe\u{AD}nation; the last"), "{}", texts[0]);
    assert_eq!(paragraphs(&flow)[1].style.indent_first, 20.0);
    assert_eq!(paragraphs(&flow)[1].style.space_before, 0.0);
}

#[test]
fn words_without_shown_spaces_are_parted_by_their_gaps() {
    let flow = Builder::default().page().text(100.0, 100.0, 10.0, "Hello").text(127.5, 100.0, 10.0, "World").flow();
    assert_eq!(texts(&flow), ["Hello World"]);
    let flow = Builder::default().page().text(100.0, 100.0, 10.0, "Hel").text(115.2, 100.0, 10.0, "lo").flow();
    assert_eq!(texts(&flow), ["Hello"], "kerning is no space");
}

#[test]
fn texts_painted_over_one_another_keep_their_words() {
    let flow = Builder::default()
        .page()
        .text(100.0, 100.0, 10.0, "painted")
        .text(140.0, 100.0, 10.0, "first")
        .text(110.0, 101.0, 10.0, "another")
        .text(150.0, 101.0, 10.0, "later")
        .flow();
    let texts = texts(&flow).join("|");
    assert!(texts.contains("painted first") && texts.contains("another later"), "{texts}");
}

#[test]
fn a_caption_in_small_letters_beside_a_line_is_not_raised() {
    let caption = "a caption in small letters set beside it";
    let flow = Builder::default().page().text(79.0, 97.0, 6.0, caption).text(200.0, 100.0, 10.0, "The text.").flow();
    let raised = |paragraph: &&Paragraph| {
        let runs = paragraph.content.iter();
        runs.filter_map(|inline| if let Inline::Text(run) = inline { Some(run) } else { None })
            .any(|run| run.style.script == Script::Superscript)
    };
    assert!(!paragraphs(&flow).iter().any(raised));
    let flow = Builder::default().page().text(100.0, 100.0, 10.0, "The text").text(141.0, 97.0, 6.0, "12").flow();
    assert!(paragraphs(&flow).iter().any(raised), "the mark of a note is");
}

#[test]
fn a_blank_page_stays_between_the_others() {
    let flow = Builder::default()
        .page()
        .text(100.0, 100.0, 10.0, "Before")
        .page()
        .page()
        .text(100.0, 100.0, 10.0, "After")
        .flow();
    let breaks = paragraphs(&flow).iter().filter(|paragraph| paragraph.style.page_break_before).count();
    assert_eq!(breaks, 2);
}

#[test]
fn text_painted_from_right_to_left_keeps_its_words() {
    let mut painted = run(300.0, 100.0, 10.0, 0, "שלום עולם");
    for (at, glyph) in painted.glyphs.iter_mut().enumerate() {
        glyph.x = -5.0 * at as f32;
    }
    let flow = Builder::default().page().item(Item::Glyphs(painted)).flow();
    assert_eq!(texts(&flow), ["שלום עולם"]);
    assert!(paragraphs(&flow)[0].style.right_to_left);
}

#[test]
fn a_hyphen_that_is_a_stretch_of_its_own_divides_a_word() {
    let full = |end: &str| format!("{:0>78}", format!(" the words of a line that ends {end}"));
    let mut builder = Builder::default().page();
    for row in 0..3 {
        let y = 100.0 + 12.0 * row as f32;
        builder = builder.text(100.0, y, 10.0, &full("divi")).text(490.0, y, 10.0, "-");
    }
    let flow = builder.text(100.0, 136.0, 10.0, "ded at its end.").flow();
    assert!(texts(&flow)[0].ends_with("divi\u{AD}ded at its end."), "{:?}", texts(&flow));
}

#[test]
fn a_space_that_a_ligature_covers_is_none() {
    // The ligature reaches over the space after it, and the next letters stand right at its end.
    let flow = Builder::default().page().text(100.0, 100.0, 10.0, "insuffi").text(130.0, 100.0, 10.0, " cient").flow();
    assert_eq!(texts(&flow), ["insufficient"]);
    let flow = Builder::default().page().text(100.0, 100.0, 10.0, "staff").text(125.0, 100.0, 10.0, " of it").flow();
    assert_eq!(texts(&flow), ["staff of it"]);
}

#[test]
fn spaced_letters_stay_one_word() {
    let mut spaced = run(100.0, 100.0, 10.0, 0, "SPACED OUT");
    for (at, glyph) in spaced.glyphs.iter_mut().enumerate() {
        glyph.x += 2.5 * at as f32;
    }
    let flow = Builder::default().page().item(Item::Glyphs(spaced)).flow();
    assert_eq!(texts(&flow), ["SPACED OUT"]);
}

#[test]
fn text_painted_twice_is_bold_text_once() {
    let flow = Builder::default().page().text(100.0, 100.0, 10.0, "Twice").text(100.3, 100.0, 10.0, "Twice").flow();
    assert_eq!(texts(&flow), ["Twice"]);
    let Some(Inline::Text(run)) = paragraphs(&flow)[0].content.first() else { panic!("no text") };
    assert!(run.style.is_bold());
}

#[test]
fn raised_figures_belong_to_their_line() {
    let flow = Builder::default().page().text(100.0, 100.0, 10.0, "word").text(120.0, 96.0, 6.0, "2").flow();
    assert_eq!(texts(&flow), ["word2"]);
    let Some(Inline::Text(run)) = paragraphs(&flow)[0].content.get(1) else { panic!("no second run") };
    assert_eq!((run.style.script, run.style.size), (Script::Superscript, Some(10.0)));
}

#[test]
fn a_small_line_close_under_a_large_one_is_none_of_its_scripts() {
    let read = |size: f32, below: &str| {
        let name = Builder::default().page().text(200.0, 100.0, 32.0, "Claud").text(300.0, 100.0, 32.0, "Park");
        texts(&name.text(210.0, 112.0, size, below).flow())
    };
    assert_eq!(read(7.0, "Engineer"), ["Claud Park", "Engineer"], "far too small");
    assert_eq!(read(12.0, "Engineering"), ["Claud Park", "Engineering"], "under a word");
}

#[test]
fn figures_of_full_size_that_are_only_moved_belong_to_their_line() {
    let water = Builder::default().page().text(100.0, 100.0, 10.0, "some H").text(130.5, 103.0, 9.5, "2");
    let flow = water.text(136.0, 100.0, 10.0, "O and more").text(100.0, 114.0, 10.0, "another line").flow();
    assert!(texts(&flow)[0].starts_with("some H2O and more"), "{:?}", texts(&flow));
    let Some(Inline::Text(run)) = paragraphs(&flow)[0].content.get(1) else { panic!("no second run") };
    assert_eq!(run.style.script, Script::Subscript);
}

#[test]
fn a_narrow_gutter_parts_a_line_from_a_heading_beside_it() {
    let long = "a text of the one column that goes on";
    let mut builder = Builder::default().page();
    for row in 0..8 {
        let y = 100.0 + 12.0 * row as f32;
        builder = builder.text(100.0, y, 10.0, long);
        // The heading is larger, so that the gutter of 10 points is narrow beside it.
        let heading = row == 4;
        builder = builder.text(295.0, y, if heading { 15.0 } else { 10.0 }, if heading { "2 Head" } else { long });
    }
    let read = texts(&builder.flow());
    assert!(read.iter().any(|text| text == "2 Head" || text == "Head"), "{read:?}");
}

#[test]
fn large_and_bold_lines_are_a_title_and_headings() {
    let mut builder = Builder::default().page().bold(100.0, 80.0, 20.0, "Title");
    builder = filled(builder.bold(100.0, 110.0, 14.0, "ColumnSet"), 100.0, 130.0);
    builder = filled(builder.bold(100.0, 200.0, 14.0, "Another"), 100.0, 220.0);
    let flow = builder.flow();
    let roles: Vec<Role> = paragraphs(&flow).iter().map(|paragraph| paragraph.role).collect();
    assert_eq!(roles[0], Role::Title);
    assert_eq!(roles[1], Role::Heading(1));
    assert_eq!(roles.iter().filter(|role| **role == Role::Heading(1)).count(), 2);
}

#[test]
fn ruled_cells_become_a_table_and_underlines_do_not() {
    let mut builder = Builder::default().page().text(50.0, 60.0, 10.0, "lined").rule((50.0, 62.0), (75.0, 62.0));
    for y in [100.0, 120.0, 140.0] {
        builder = builder.rule((50.0, y), (250.0, y));
    }
    for x in [50.0, 150.0, 250.0] {
        builder = builder.rule((x, 100.0), (x, 140.0));
    }
    let cells = [(60.0, 114.0, "a"), (160.0, 114.0, "b"), (60.0, 134.0, "c"), (160.0, 134.0, "d")];
    for (x, y, text) in cells {
        builder = builder.text(x, y, 10.0, text);
    }
    let flow = builder.flow();
    let [Block::Paragraph(lined), Block::Table(table)] = &flow.sections[0].blocks[..] else {
        panic!("{:?}", flow.sections[0].blocks)
    };
    assert!(matches!(&lined.content[0], Inline::Text(run) if run.style.underline));
    assert_eq!(table.columns, [100.0, 100.0]);
    let text = |row: usize, cell: usize| match &table.rows[row].cells[cell].blocks[0] {
        Block::Paragraph(paragraph) => inlines(&paragraph.content),
        other => panic!("{other:?}"),
    };
    assert_eq!([text(0, 0), text(0, 1), text(1, 0), text(1, 1)], ["a", "b", "c", "d"]);
    assert!(table.rows[0].cells[0].borders.top.is_some());
}

#[test]
fn centred_and_right_aligned_lines_are_told_from_others() {
    let mut builder = filled(Builder::default().page(), 100.0, 300.0);
    builder = builder.text(280.0, 100.0, 10.0, "In middle").text(460.0, 130.0, 10.0, "rightmost");
    let flow = builder.flow();
    let aligns: Vec<_> = paragraphs(&flow).iter().map(|paragraph| paragraph.style.align).collect();
    assert_eq!(aligns[0], Some(Align::Center));
}

#[test]
fn sideways_pages_are_turned_upright() {
    let mut down = run(500.0, 100.0, 10.0, 0, "A page whose text runs downwards");
    down.transform = Affine { a: 0.0, b: 1.0, c: 1.0, d: 0.0, e: 500.0, f: 100.0 };
    let flow = Builder::default().page().item(Item::Glyphs(down)).flow();
    assert_eq!(texts(&flow), ["A page whose text runs downwards"]);
    let page = flow.sections[0].page.as_ref().unwrap();
    assert_eq!((page.size.width, page.size.height), (800.0, 600.0));
}

#[test]
fn labels_that_run_sideways_do_not_turn_the_page_of_a_caption() {
    let labelled = |caption: &str, size: f32| {
        let mut builder = Builder::default().page().text(100.0, 100.0, size, caption);
        for word in 0..20 {
            let left = 100.0 + 20.0 * word as f32;
            let mut label = run(left, 300.0, 10.0, 0, "attention");
            label.transform = Affine { a: 0.0, b: -1.0, c: -1.0, d: 0.0, e: left, f: 300.0 };
            builder = builder.item(Item::Glyphs(label));
        }
        let flow = builder.flow();
        let size = flow.sections[0].page.as_ref().unwrap().size;
        (size.width, size.height)
    };
    assert_eq!(labelled("Words of a sentence and what they attend to", 10.0), (600.0, 800.0));
    assert_eq!(labelled("Attention in a layer", 16.0), (600.0, 800.0), "a title in larger letters");
    assert_eq!(labelled("Attention in a layer", 10.0), (800.0, 600.0), "a running head");
}

#[test]
fn a_sentence_goes_on_over_the_page() {
    let line = "a line of text that fills the measure from one side to the other and";
    let flow = Builder::default()
        .page()
        .text(100.0, 100.0, 10.0, line)
        .text(100.0, 112.0, 10.0, line)
        .page()
        .text(100.0, 100.0, 10.0, line)
        .text(100.0, 112.0, 10.0, "ends.")
        .flow();
    assert_eq!(texts(&flow).len(), 1);
    assert!(!paragraphs(&flow)[0].style.page_break_before);
    let ended =
        Builder::default().page().text(100.0, 100.0, 10.0, "Ends.").page().text(100.0, 100.0, 10.0, "Next").flow();
    assert!(paragraphs(&ended)[1].style.page_break_before);
}

#[test]
fn links_wrap_their_words_and_inner_ones_find_their_place() {
    let mut pages = Builder::default()
        .page()
        .text(100.0, 100.0, 10.0, "see there now")
        .page()
        .text(100.0, 300.0, 10.0, "There")
        .pages();
    let destination = Destination { page: 1, at: Point { x: 0.0, y: 280.0 } };
    let area = Rect { left: 119.0, top: 90.0, right: 146.0, bottom: 103.0 };
    pages.pages[0].links.push(Link { areas: vec![area], target: LinkTarget::Internal(destination), node: None });
    pages.outline.push(OutlineItem { level: 1, title: "There".into(), target: Some(destination) });
    let flow = reflow(pages, &Context::default()).unwrap();
    assert_eq!(texts(&flow), ["see [there] now", "#There"]);
    assert_eq!(flow.outline.len(), 1);
}

/// Small xorshift (Marsaglia 2003), seeded for repeatable tests.
struct Random(u32);

impl Random {
    fn next(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0
    }

    fn coordinate(&mut self) -> f32 {
        match self.next() % 40 {
            0 => f32::NAN,
            1 => f32::INFINITY,
            2 => -1e30,
            3 => 1e30,
            _ => (self.next() % 8_000) as f32 / 10.0,
        }
    }
}

#[test]
fn nonsense_gives_a_document_or_an_error() {
    let words = ["word", "•", "1.", "(a)", "....", "שלום", "لا", "漢字", "\u{AD}", "", " ", "\u{E000}", "ﬁ", "-"];
    for seed in 1..60 {
        let mut random = Random(seed * 7_919);
        let mut builder = Builder::default();
        for _ in 0..=(seed % 3) {
            builder = builder.page();
            for _ in 0..random.next() % 120 {
                let (x, y, size) = (random.coordinate(), random.coordinate(), random.coordinate() / 20.0);
                let mut text =
                    run(x, y, size, (random.next() % 3) as usize, words[random.next() as usize % words.len()]);
                if random.next().is_multiple_of(5) {
                    (text.transform.a, text.transform.b) = (random.coordinate(), random.coordinate());
                }
                builder = builder.item(Item::Glyphs(text));
                let (from, to) = (random.coordinate(), random.coordinate());
                let at = random.coordinate();
                builder = if random.next().is_multiple_of(2) {
                    builder.rule((from, at), (to, at))
                } else {
                    builder.rule((at, from), (at, to))
                };
            }
        }
        let mut pages = builder.pages();
        pages.pages[0].size = Size { width: random.coordinate(), height: random.coordinate() };
        let _ = reflow(pages, &Context::default());
    }
}

#[test]
fn a_crowded_page_takes_no_quadratic_time() {
    let mut builder = Builder::default().page();
    for at in 0..20_000 {
        let (x, y) = ((at % 37) as f32 * 16.0, (at % 641) as f32 * 1.2);
        builder = builder.text(x, y, 9.0, "ab").rule((x, y), (x + 3.0, y));
    }
    let flow = builder.flow();
    assert!(!flow.sections.is_empty());
}

#[test]
fn words_before_a_counted_name_are_a_caption() {
    let flow = Builder::default().page().text(100.0, 100.0, 10.0, "Figure 3: What is seen").flow();
    assert_eq!(paragraphs(&flow)[0].role, Role::Caption);
    let flow = Builder::default().page().text(100.0, 100.0, 10.0, "Figure 3 shows what is seen.").flow();
    assert_eq!(paragraphs(&flow)[0].role, Role::Body);
}
