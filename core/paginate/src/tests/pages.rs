//! Pages: breaks, widows and orphans, numbers, links, outline, structure.

use super::super::options;
use super::*;
use transvase_base::units::{Point, Rect, Size};
use transvase_base::warning::WarningCode;
use transvase_model::flow::{
    Align, Borders, Color, Comment, Drawing, Edges, Frame, Hidden, InlineImage, List, ListItem, Marker, NumberFormat,
    Origin, OutlineItem, Shape, Wrap,
};
use transvase_model::media::{Media, MediaKind};
use transvase_model::pages::{LinkTarget as Target, StructKind};
use transvase_model::path::{bounds, polygon};

/// Paragraphs that each begin with their number.
fn numbered(count: usize, sentences: impl Fn(usize) -> usize) -> Vec<Block> {
    (0..count).map(|at| paragraph(&format!("{at}# {}", prose(sentences(at))))).collect()
}

#[test]
fn no_page_begins_or_ends_with_a_single_line_of_a_paragraph() {
    let pages = lay_out(numbered(80, |at| 2 + at % 5), &SMALL);
    assert!(pages.pages.len() > 10);
    // Number of each paragraph's lines on each page, in order.
    let mut shares: Vec<Vec<(usize, usize)>> = Vec::new();
    for (page, set) in pages.pages.iter().enumerate() {
        for line in lines(set) {
            if line.text.contains('#') {
                shares.push(Vec::new());
            }
            let Some(share) = shares.last_mut() else { continue };
            match share.last_mut() {
                Some(last) if last.0 == page => last.1 += 1,
                _ => share.push((page, 1)),
            }
        }
    }
    assert_eq!(shares.len(), 80);
    for (paragraph, share) in shares.iter().enumerate().filter(|(_, share)| share.len() > 1) {
        assert!(share.iter().all(|(_, lines)| *lines >= 2), "paragraph {paragraph}: {share:?}");
    }
}

#[test]
fn a_heading_stays_with_its_text() {
    for before in 1..40 {
        let mut blocks = numbered(before, |_| 1);
        blocks.push(heading(2, "A heading"));
        blocks.push(paragraph(&prose(6)));
        let pages = lay_out(blocks, &SMALL);
        for page in &pages.pages {
            let last = lines(page).last().map(|line| line.text.clone()).unwrap_or_default();
            assert!(!last.contains("A heading"), "after {before} paragraphs");
        }
    }
}

#[test]
fn text_stays_between_the_margins() {
    let pages = lay_out(numbered(60, |at| 1 + at % 7), &SMALL);
    let setup = Setup::of(&context(&SMALL));
    let (top, bottom) = (setup.page.margins.top, setup.page.size.height - setup.page.margins.bottom);
    for line in pages.pages.iter().flat_map(lines) {
        assert!(line.base > top && line.base < bottom + 0.1, "{line:?}");
    }
}

#[test]
fn a_break_begins_a_page_and_only_one() {
    let blocks = vec![Block::PageBreak, paragraph("one"), Block::PageBreak, Block::PageBreak, paragraph("two")];
    let pages = lay_out(blocks, &[]);
    let texts: Vec<String> = pages.pages.iter().map(|page| lines(page)[0].text.clone()).collect();
    assert_eq!(texts, ["one", "two"]);
}

#[test]
fn pages_are_numbered_outside_the_structure() {
    let blocks = vec![paragraph("one"), Block::PageBreak, paragraph("two")];
    let numbers = |pages: &Pages| -> Vec<String> {
        let items = pages.pages.iter().flat_map(|page| &page.items);
        let runs = items.filter_map(|item| match item {
            Item::Glyphs(run) if run.node.is_none() => Some(run.text.clone()),
            _ => None,
        });
        runs.collect()
    };
    assert_eq!(numbers(&lay_out(blocks.clone(), &[])), ["1", "2"]);
    assert!(numbers(&lay_out(blocks, &[(&options::PAGE_NUMBERS, "false")])).is_empty());
}

#[test]
fn links_and_outline_lead_to_their_places() {
    let content = vec![run("See "), link("end", "the end"), run(" or "), link("nowhere", "nowhere"), run(".")];
    let first = Block::Paragraph(Paragraph { content, ..Paragraph::default() });
    let target = Block::Paragraph(Paragraph { content: vec![anchor("end"), run("The end.")], ..Paragraph::default() });
    let mut flow = flow(vec![heading(1, "Start"), first, Block::PageBreak, target]);
    flow.outline = vec![OutlineItem { level: 1, title: "Last page".into(), target: Arc::from("end") }];
    let context = context(&[]);
    let pages = set(flow, &context).unwrap();
    let [link] = pages.pages[0].links.as_slice() else { panic!("one link leads somewhere") };
    let Target::Internal(at) = link.target else { panic!("an inner link") };
    assert_eq!(at.page, 1);
    assert_eq!(link.areas.len(), 1);
    let text = runs(&pages.pages[0]).find(|run| run.text == "the end").unwrap();
    assert!(link.areas[0].left <= text.transform.e + 0.1 && link.areas[0].bottom > text.transform.f);
    assert_eq!(pages.outline.len(), 1);
    assert_eq!(pages.outline[0].target.unwrap().page, 1);
    let codes: Vec<WarningCode> = context.take_warnings().iter().map(|warning| warning.code).collect();
    assert_eq!(codes, [WarningCode::LinkDropped]);
    assert_eq!(text_of(&pages), "Start See the end or nowhere. The end.");
}

#[test]
fn chosen_pages_keep_their_numbers_and_links() {
    let chapter = |at: usize| {
        let content = vec![anchor(&format!("c{at}")), run(&format!("chapter {at} ")), link("c3", "to three")];
        [Block::Paragraph(Paragraph { content, ..Paragraph::default() }), Block::PageBreak]
    };
    let chapters = || (1..=4).flat_map(chapter).collect();
    let chosen = |pages: &str| try_lay_out(chapters(), &[(&transvase_base::options::PAGES, pages)]);
    let pages = chosen("2-3").unwrap();
    assert_eq!(pages.pages.iter().map(|page| page.number).collect::<Vec<_>>(), [2, 3]);
    let Target::Internal(at) = pages.pages[0].links[0].target else { panic!("an inner link") };
    assert_eq!(at.page, 1);
    assert!(chosen("1,2").unwrap().pages.iter().all(|page| page.links.is_empty()));
    assert_eq!(chosen("9").unwrap_err().code(), transvase_base::error::ErrorCode::InvalidOption);
}

#[test]
fn headings_are_the_outline_where_there_is_none() {
    let blocks = vec![heading(1, "One"), paragraph("text"), Block::PageBreak, heading(2, "Two"), paragraph("text")];
    let pages = lay_out(blocks, &[]);
    let items: Vec<(u8, &str, usize)> =
        pages.outline.iter().map(|item| (item.level, item.title.as_str(), item.target.unwrap().page)).collect();
    assert_eq!(items, [(1, "One", 0), (2, "Two", 1)]);
}

#[test]
fn lists_are_marked_and_tagged() {
    let item = |text: &str| ListItem { number: None, blocks: vec![paragraph(text)] };
    let marker =
        Marker::Number { format: NumberFormat::LowerRoman, prefix: "(".into(), suffix: ")".into(), parents: 0 };
    let list = List { marker, start: 3, items: vec![item("three"), item("four")], ..List::default() };
    let pages = lay_out(vec![Block::List(list)], &[]);
    assert_eq!(text_of(&pages), "(iii) three (iv) four".replace(") ", ")"));
    let kinds: Vec<&StructKind> = pages.structure.iter().map(|node| &node.kind).collect();
    let item = [&StructKind::ListItem, &StructKind::Label, &StructKind::ListBody, &StructKind::Paragraph];
    assert_eq!(kinds[..2], [&StructKind::Document, &StructKind::List(true)]);
    assert_eq!(kinds[2..6], item);
    assert_eq!(kinds[6..], item);
    for page in &pages.pages {
        let [label, text] = &lines_with_edges(page)[..2] else { panic!("label and text") };
        assert!(label.1 < text.0, "the marker stands before the text");
    }
}

fn lines_with_edges(page: &Page) -> Vec<(f32, f32)> {
    runs(page)
        .map(|run| {
            let last = run.glyphs.last().expect("a run has glyphs");
            (run.transform.e, run.transform.e + last.x + last.advance)
        })
        .collect()
}

pub(super) fn image(width: u32, height: u32) -> Media {
    Media { bytes: Arc::from([width as u8; 4]), kind: MediaKind::Png, width_px: width, height_px: height }
}

#[test]
fn drawings_are_outlines_in_the_line_with_their_words_below() {
    let at = |x: f32, y: f32| Point { x, y };
    let drawing = Drawing {
        size: Size { width: 2_000.0, height: 500.0 },
        shapes: vec![Shape {
            outline: polygon(&[at(0.0, 0.0), at(2_000.0, 0.0), at(2_000.0, 500.0), at(0.0, 500.0)]),
            fill: Some((Color::BLACK, 1.0)),
            ..Shape::default()
        }],
        texts: vec![Frame {
            rect: Rect::default(),
            origin: Origin::Paragraph,
            rotation: 0.0,
            wrap: Wrap::InFront,
            padding: Edges::default(),
            background: None,
            borders: Borders::default(),
            blocks: vec![paragraph("words in it")],
        }],
        ..Drawing::default()
    };
    let block = Paragraph { content: vec![run("before "), Inline::Drawing(drawing)], ..Paragraph::default() };
    let pages = lay_out(vec![Block::Paragraph(block), paragraph("after")], &[]);
    assert_eq!(text_of(&pages).replace('\u{FFFC}', ""), "before words in it after");
    let outlines = pages.pages[0].items.iter().filter_map(|item| match item {
        Item::Path(path) => bounds(&path.segments),
        _ => None,
    });
    let rects: Vec<Rect> = outlines.collect();
    let (left, right) = measure(&[]);
    assert_eq!(rects.len(), 1);
    assert!((rects[0].width() - (right - left)).abs() < 0.1, "no wider than the text: {rects:?}");
    assert!((rects[0].height() * 4.0 - rects[0].width()).abs() < 0.1, "in its proportions: {rects:?}");
}

#[test]
fn images_are_scaled_to_the_measure_and_the_page() {
    let mut document = flow(vec![paragraph("before")]);
    let sizes = [(100, 50), (5_000, 50), (50, 5_000), (60_000, 60_000)];
    for (width, height) in sizes {
        let media = document.media.add(image(width, height));
        let image = InlineImage { alt: Some("a view".into()), ..InlineImage::new(media) };
        let content = vec![Inline::Image(image)];
        document.sections[0].blocks.push(Block::Paragraph(Paragraph { content, ..Paragraph::default() }));
    }
    document.cover = Some(document.media.add(image(300, 400)));
    let pages = set(document, &context(&[])).unwrap();
    let placed: Vec<_> = pages
        .pages
        .iter()
        .flat_map(|page| page.items.iter().map(move |item| (page, item)))
        .filter_map(|(page, item)| match item {
            Item::Image(image) => Some((page, image)),
            _ => None,
        })
        .collect();
    assert_eq!(placed.len(), 5);
    let (left, right) = measure(&[]);
    for ((page, image), (width, height)) in placed.iter().skip(1).zip(sizes) {
        let map = image.transform;
        assert!(map.e >= left - 0.1 && map.e + map.a <= right + 0.1);
        assert!(map.f >= 0.0 && map.f + map.d <= page.size.height);
        assert!((map.a / map.d / (width as f32 / height as f32) - 1.0).abs() < 0.01, "proportions stay");
    }
    assert!((placed[1].1.transform.a - 75.0).abs() < 0.1, "96 pixels to the inch");
    let cover = placed[0].1.transform;
    assert!((cover.a - pages.pages[0].size.width).abs() < 0.1, "the cover fills its page");
    let figures = pages.structure.iter().filter(|node| matches!(node.kind, StructKind::Figure(Some(_))));
    assert_eq!(figures.count(), 5);
}

#[test]
fn the_body_size_asked_for_scales_everything() {
    let sized = |size: f32, text: &str| {
        let style = TextStyle { size: Some(size), ..TextStyle::default() };
        let content = vec![Inline::Text(Run { text: text.into(), style })];
        Block::Paragraph(Paragraph { content, ..Paragraph::default() })
    };
    let blocks = vec![sized(20.0, "Large"), sized(10.0, &prose(5))];
    let pages = lay_out(blocks, &[(&options::FONT_SIZE, "12")]);
    let sizes: Vec<f32> = runs(&pages.pages[0]).map(|run| run.size).collect();
    assert!((sizes[0] - 24.0).abs() < 0.01 && (sizes[1] - 12.0).abs() < 0.01, "{sizes:?}");
}

#[test]
fn nothing_is_still_a_page() {
    assert_eq!(lay_out(Vec::new(), &[]).pages.len(), 1);
    assert_eq!(set(Flow::default(), &Context::default()).unwrap().pages.len(), 1);
}

#[test]
fn hidden_words_and_remarks_stand_on_no_page_and_are_told() {
    let hidden = TextStyle { hidden: Some(Hidden::Unpainted), ..TextStyle::default() };
    let mut content = vec![Inline::Text(Run { text: "Only this.".into(), style: TextStyle::default() })];
    content.push(Inline::Text(Run { text: " Not that.".into(), style: hidden }));
    let mut source = flow(vec![Block::Paragraph(Paragraph { content, ..Paragraph::default() })]);
    source.comments.push(Comment { author: None, date: None, blocks: vec![paragraph("Why?")] });
    let context = Context::default();
    assert_eq!(text_of(&set(source, &context).unwrap()), "Only this.");
    let told: Vec<_> = context.take_warnings().iter().map(|warning| warning.code).collect();
    assert!(
        told.contains(&WarningCode::HiddenTextDropped) && told.contains(&WarningCode::AnnotationDropped),
        "{told:?}"
    );
}

#[test]
fn a_page_of_nothing_has_no_number() {
    let pages = lay_out(vec![paragraph("")], &[(&options::PAGE_NUMBERS, "true")]);
    assert!(pages.pages.iter().all(Page::is_blank));
}

#[test]
fn the_same_document_gives_the_same_pages() {
    let blocks = || vec![heading(1, "Title"), paragraph(&prose(40)), Block::Quote(vec![paragraph(&prose(9))])];
    let once = lay_out(blocks(), &SMALL);
    let again = lay_out(blocks(), &SMALL);
    assert_eq!(format!("{:?}", once.pages), format!("{:?}", again.pages));
    let centered = ParagraphStyle { align: Some(Align::Center), ..ParagraphStyle::default() };
    let other = lay_out(vec![styled("x", centered)], &SMALL);
    assert_ne!(format!("{:?}", once.pages), format!("{:?}", other.pages));
}
