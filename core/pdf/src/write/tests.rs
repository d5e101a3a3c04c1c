//! The writer's promises, read back with another parser.

mod hostile;
mod images;

use std::sync::Arc;

use hayro_syntax::Pdf;
use hayro_syntax::object::{Array, Dict, Name, Object, Stream, String as PdfString};

use super::{PDF_STANDARD, write};
use transvase_base::context::{Context, Limits};
use transvase_base::error::ErrorCode;
use transvase_base::options::Options;
use transvase_base::units::{Affine, Point, Rect, Size};
use transvase_base::warning::WarningCode;
use transvase_font::fonts::FontBook;
use transvase_model::media::{Media, MediaId, MediaKind};
use transvase_model::metadata::Metadata;
use transvase_model::pages::{
    Color, Destination, Font, FontProgram, Glyph, GlyphRun, Item, Link, LinkTarget, NodeId, OutlineItem, Page, Pages,
    Path, PlacedImage, Segment, Stroke, StructKind, StructNode, TextPaint,
};

/// A document being made for a test.
struct Draft {
    pages: Pages,
}

impl Draft {
    fn new() -> Draft {
        let mut pages = Pages::default();
        pages.fonts.push(FontBook::bundled().find("serif", 400, false).unwrap().to_font());
        pages.structure.push(StructNode { kind: StructKind::Document, parent: 0, language: None, order: 0 });
        pages.metadata = Metadata {
            title: Some("A test".into()),
            authors: vec!["Ann Author".into()],
            language: Some("en-GB".into()),
            ..Metadata::default()
        };
        Draft { pages }
    }

    fn page(&mut self) -> &mut Page {
        let number = self.pages.pages.len() as u32 + 1;
        self.pages.pages.push(Page { number, size: Size::A4, ..Page::default() });
        self.pages.pages.last_mut().unwrap()
    }

    fn node(&mut self, kind: StructKind, parent: NodeId) -> NodeId {
        self.pages.structure.push(StructNode { kind, parent, language: None, order: 0 });
        self.pages.structure.len() - 1
    }

    /// Sets `text` in the serif face with its base line at `(x, y)`.
    fn text(&mut self, text: &str, (x, y): (f32, f32), node: Option<NodeId>) -> &mut GlyphRun {
        let run = run(text, 12.0, Affine { a: 1.0, b: 0.0, c: 0.0, d: -1.0, e: x, f: y }, node);
        if self.pages.pages.is_empty() {
            self.page();
        }
        let items = &mut self.pages.pages.last_mut().unwrap().items;
        items.push(Item::Glyphs(run));
        match items.last_mut() {
            Some(Item::Glyphs(run)) => run,
            _ => unreachable!(),
        }
    }

    fn write(self) -> Vec<u8> {
        write(self.pages, &Context::default()).unwrap().alone()
    }
}

fn run(text: &str, size: f32, transform: Affine, node: Option<NodeId>) -> GlyphRun {
    let face = FontBook::bundled().find("serif", 400, false).unwrap();
    let mut x = 0.0;
    let mut glyphs = Vec::new();
    for (at, character) in text.char_indices() {
        // A soft hyphen is shown as the hyphen that a line was broken at.
        let (id, advance) = face.glyph(if character == '\u{AD}' { '-' } else { character }).unwrap_or((0, 0.5));
        let advance = advance * size;
        glyphs.push(Glyph { id, x, y: 0.0, advance, text: (at..at + character.len_utf8()).into() });
        x += advance;
    }
    GlyphRun {
        stretch: 1.0,
        font: 0,
        size,
        color: Color::BLACK,
        transform,
        text: text.into(),
        glyphs,
        paint: TextPaint::Fill,
        node,
        artifact: false,
        hidden: Vec::new(),
    }
}

/// The context of a conversion that must meet a standard.
fn held_to(standard: &str) -> Context {
    let mut options = Options::default();
    options.set(&PDF_STANDARD, standard).unwrap();
    Context::new(options, Limits::default())
}

/// A document with a heading, a paragraph over two lines, a list, a table and a link.
fn sample() -> Draft {
    let mut draft = Draft::new();
    let heading = draft.node(StructKind::Heading(1), 0);
    draft.text("A heading", (72.0, 80.0), Some(heading));
    let paragraph = draft.node(StructKind::Paragraph, 0);
    draft.text("Words that go on in the next ex\u{AD}", (72.0, 110.0), Some(paragraph));
    draft.text("ample, then ", (72.0, 125.0), Some(paragraph));
    let link = draft.node(StructKind::Link, paragraph);
    draft.text("a link", (150.0, 125.0), Some(link));
    let area = Rect { left: 150.0, top: 115.0, right: 190.0, bottom: 128.0 };
    let target = LinkTarget::External("https://example.org/\u{e9}".into());
    draft.pages.pages[0].links.push(Link { areas: vec![area], target, node: Some(link) });
    let list = draft.node(StructKind::List(true), 0);
    let item = draft.node(StructKind::ListItem, list);
    let (label, body) = (draft.node(StructKind::Label, item), draft.node(StructKind::ListBody, item));
    draft.text("1.", (72.0, 150.0), Some(label));
    draft.text("First", (90.0, 150.0), Some(body));
    let table = draft.node(StructKind::Table, 0);
    let row = draft.node(StructKind::Row, table);
    let cell = |header| StructKind::Cell { header, column_span: 1, row_span: 1 };
    let (head, _empty) = (draft.node(cell(true), row), draft.node(cell(false), row));
    draft.text("Name", (72.0, 180.0), Some(head));
    draft.text("7", (300.0, 800.0), None);
    draft.pages.outline = vec![
        OutlineItem { level: 1, title: "A heading".into(), target: None },
        OutlineItem { level: 3, title: "Deeper".into(), target: Some(at(0)) },
        OutlineItem { level: 1, title: "Nowhere".into(), target: Some(at(9)) },
    ];
    draft
}

fn at(page: usize) -> Destination {
    Destination { page, at: Point { x: 0.0, y: 50.0 } }
}

fn catalog(pdf: &Pdf) -> Dict<'_> {
    pdf.xref().get(pdf.xref().root_id()).unwrap()
}

/// The streams of a file, with their dictionaries.
fn streams(pdf: &Pdf) -> Vec<Stream<'_>> {
    pdf.objects().into_iter().filter_map(Object::into_stream).collect()
}

/// The structure types below an element, each followed by its children's in brackets.
fn outline_of(element: &Dict) -> String {
    let kind = element.get::<Name>("S").map(|name| name.as_str().to_owned()).unwrap_or_default();
    let mut children = Vec::new();
    if let Some(list) = element.get::<Array>("K") {
        children.extend(list.iter::<Object>().filter_map(Object::into_dict));
    } else {
        children.extend(element.get::<Dict>("K"));
    }
    let below: Vec<String> = children.iter().filter(|child| child.contains_key("S")).map(outline_of).collect();
    if below.is_empty() { kind } else { format!("{kind}({})", below.join(" ")) }
}

#[test]
fn the_structure_becomes_tags() {
    let bytes = sample().write();
    let pdf = Pdf::new(bytes).unwrap();
    let root: Dict = catalog(&pdf).get::<Dict>("StructTreeRoot").unwrap();
    let document = root.get::<Dict>("K").or_else(|| root.get::<Array>("K")?.iter::<Dict>().next()).unwrap();
    assert_eq!(outline_of(&document), "Document(H1 P(Link) L(LI(Lbl LBody)) Table(TR(TH TD)))");
    assert!(catalog(&pdf).get::<Dict>("MarkInfo").unwrap().get::<bool>("Marked").unwrap());
    assert_eq!(catalog(&pdf).get::<PdfString>("Lang").unwrap().as_bytes(), b"en-GB");
}

#[test]
fn metadata_fonts_and_page_size_are_there() {
    let mut draft = sample();
    draft.pages.pages[0].size = Size { width: 300.0, height: 900.0 };
    draft.pages.metadata.date = Some("1999-12-31T10:00:00Z".into());
    let pdf = Pdf::new(draft.write()).unwrap();
    assert_eq!(pdf.pages().len(), 1);
    assert_eq!(pdf.pages()[0].base_dimensions(), (300.0, 900.0));
    let data = pdf.metadata();
    assert_eq!(data.title.as_deref(), Some(b"A test".as_slice()));
    assert_eq!(data.author.as_deref(), Some(b"Ann Author".as_slice()));
    assert_eq!(data.producer.as_deref(), Some(b"Transvase".as_slice()));
    assert_eq!(data.creation_date.as_ref().map(|date| date.year), Some(1999));
    let fonts = pdf.objects().into_iter().filter_map(Object::into_dict);
    let descriptors: Vec<Dict> =
        fonts.filter(|dict| dict.get::<Name>("Type").is_some_and(|name| name.as_str() == "FontDescriptor")).collect();
    assert_eq!(descriptors.len(), 1);
    assert!(descriptors[0].get::<Stream>("FontFile2").is_some());
    assert!(descriptors[0].get::<Name>("FontName").unwrap().as_str().ends_with("+LiberationSerif"));
}

#[test]
fn bookmarks_nest_and_lead_to_pages() {
    let pdf = Pdf::new(sample().write()).unwrap();
    let outlines: Dict = catalog(&pdf).get("Outlines").unwrap();
    let first: Dict = outlines.get("First").unwrap();
    assert_eq!(first.get::<PdfString>("Title").unwrap().as_bytes(), b"A heading");
    let below: Dict = first.get("First").unwrap();
    assert_eq!(below.get::<PdfString>("Title").unwrap().as_bytes(), b"Deeper");
    assert!(first.get::<Dict>("Next").is_none(), "an entry that leads nowhere is left out");
}

#[test]
fn links_that_lead_nowhere_are_dropped_with_a_warning() {
    let mut draft = sample();
    let areas = vec![Rect { left: 1.0, top: 1.0, right: 9.0, bottom: 9.0 }; 2];
    let link = |page| Link { areas: areas.clone(), target: LinkTarget::Internal(at(page)), node: None };
    draft.pages.pages[0].links.extend([link(0), link(7)]);
    let context = Context::default();
    let pdf = Pdf::new(write(draft.pages, &context).unwrap().alone()).unwrap();
    let annotations: Array = pdf.pages()[0].raw().get("Annots").unwrap();
    let uris: Vec<Option<Vec<u8>>> = annotations
        .iter::<Dict>()
        .map(|annotation| Some(annotation.get::<Dict>("A")?.get::<PdfString>("URI")?.as_bytes().to_vec()))
        .collect();
    assert_eq!(uris, [Some(b"https://example.org/%C3%A9".to_vec()), None, None]);
    let codes: Vec<_> = context.take_warnings().into_iter().map(|warning| warning.code).collect();
    assert_eq!(codes, [WarningCode::LinkDropped]);
}

#[test]
fn hyphens_at_broken_lines_give_what_readers_join_at() {
    let pdf = Pdf::new(sample().write()).unwrap();
    let plain = pdf.pages()[0].page_stream().unwrap().to_vec();
    assert!(!plain.windows(10).any(|part| part == b"ActualText"));
    let map = streams(&pdf).into_iter().find_map(|stream| {
        let data = stream.decoded().ok()?.to_vec();
        data.windows(9).any(|part| part == b"beginbfch").then_some(data)
    });
    let map = String::from_utf8_lossy(&map.unwrap()).into_owned();
    assert!(map.contains("<002D>") && !map.contains("<00AD>"), "{map}");

    let bytes = write(sample().pages, &held_to("ua-1")).unwrap().alone();
    let pdf = Pdf::new(bytes).unwrap();
    let maps = streams(&pdf).into_iter().filter_map(|stream| Some(stream.decoded().ok()?.to_vec()));
    assert!(maps.map(|data| String::from_utf8_lossy(&data).into_owned()).any(|data| data.contains("<00AD>")));
}

#[test]
fn standards_are_met_or_refused_with_a_reason() {
    for standard in ["a-2b", "ua-1"] {
        assert!(write(sample().pages, &held_to(standard)).is_ok(), "{standard}");
    }
    let refusal = |pages, standard| {
        let error = write(pages, &held_to(standard)).unwrap_err();
        assert_eq!(error.code(), ErrorCode::InvalidOption);
        assert_eq!(error.details().which.as_deref(), Some("pdf_standard"));
        error.to_string()
    };
    let mut silent = sample();
    silent.pages.metadata.language = None;
    assert!(refusal(silent.pages, "ua-1").contains("language"));
    let mut bare = sample();
    bare.pages.structure.clear();
    assert!(refusal(bare.pages, "ua-1").contains("structure"));
    for standard in ["a-2b", "ua-1"] {
        let mut strange = sample();
        strange.text("\u{13000}", (72.0, 300.0), Some(1));
        assert!(refusal(strange.pages, standard).contains("available font"));
    }
}

#[test]
fn the_same_pages_give_the_same_bytes() {
    assert_eq!(sample().write(), sample().write());
}

#[test]
fn pages_without_structure_or_items_are_written() {
    let empty = write(Pages::default(), &Context::default()).unwrap().alone();
    assert_eq!(Pdf::new(empty).unwrap().pages().len(), 1, "a PDF has at least one page");
    let mut plain = sample();
    plain.pages.structure.clear();
    let pdf = Pdf::new(plain.write()).unwrap();
    assert!(catalog(&pdf).get::<Dict>("StructTreeRoot").is_none());
}

#[test]
fn text_without_a_program_is_set_in_a_stand_in() {
    let mut draft = Draft::new();
    let font = Font { program: None, family: "Arial".into(), ..draft.pages.fonts[0].clone() };
    draft.pages.fonts.push(font);
    draft.text("Arial \u{639} \u{6F22}", (72.0, 72.0), None).font = 1;
    let context = Context::default();
    let pdf = Pdf::new(write(draft.pages, &context).unwrap().alone()).unwrap();
    let fonts = pdf.objects().into_iter().filter_map(Object::into_dict);
    let names: Vec<String> = fonts
        .filter(|dict| dict.get::<Name>("Type").is_some_and(|name| name.as_str() == "FontDescriptor"))
        .filter_map(|dict| Some(dict.get::<Name>("FontName")?.as_str()[7..].to_owned()))
        .collect();
    assert_eq!(names, ["LiberationSans", "NotoSansArabic-Regular"]);
    let codes: Vec<_> = context.take_warnings().into_iter().map(|warning| warning.code).collect();
    assert_eq!(codes, [WarningCode::GlyphsMissing]);
}
