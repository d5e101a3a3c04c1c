//! Pages no layout would make: they may look odd, but must never panic.

use super::*;
use transvase_codec::table;

/// Marsaglia's xorshift (Journal of Statistical Software 8, 2003), for pages that differ and repeat.
struct Dice(u64);

impl Dice {
    fn roll(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, bound: usize) -> usize {
        (self.roll() % bound as u64) as usize
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// A number: often a sound one, sometimes none at all.
    fn number(&mut self) -> f32 {
        let odd = [0.0, -0.0, f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f32::MAX, f32::MIN, 1e-40, -1.0, 1e9];
        if self.below(3) == 0 { self.pick(&odd) } else { self.below(600) as f32 / 3.0 }
    }

    fn map(&mut self) -> Affine {
        Affine {
            a: self.number(),
            b: self.number(),
            c: self.number(),
            d: self.number(),
            e: self.number(),
            f: self.number(),
        }
    }

    fn point(&mut self) -> Point {
        Point { x: self.number(), y: self.number() }
    }

    fn rect(&mut self) -> Rect {
        Rect { left: self.number(), top: self.number(), right: self.number(), bottom: self.number() }
    }

    fn index(&mut self) -> usize {
        self.pick(&[0, 1, 2, 3, 5, 8, 1_000, usize::MAX])
    }

    fn node(&mut self) -> Option<NodeId> {
        (self.below(4) > 0).then(|| self.index())
    }

    fn text(&mut self) -> GlyphRun {
        let text = self.pick(&["", "word", "exam\u{AD}", "\u{1F600}\0\u{FEFF}", "\u{639}\u{64E}"]);
        let map = self.map();
        let mut run = run(text, self.number(), map, self.node());
        run.font = self.index();
        run.paint = self.pick(&[TextPaint::Fill, TextPaint::Stroke, TextPaint::FillStroke, TextPaint::Invisible]);
        for glyph in &mut run.glyphs {
            if self.below(3) == 0 {
                glyph.id = self.pick(&[0, 3, 65_535, 65_536, u32::MAX]);
                glyph.text = (self.below(7)..self.below(7)).into();
                glyph.x = self.number();
                glyph.y = self.number();
            }
        }
        run
    }

    fn path(&mut self) -> Path {
        let segments = (0..self.below(6)).map(|_| match self.below(4) {
            0 => Segment::Move(self.point()),
            1 => Segment::Line(self.point()),
            2 => Segment::Curve(self.point(), self.point(), self.point()),
            _ => Segment::Close,
        });
        let segments = segments.collect();
        let stroke = Stroke {
            width: self.number(),
            color: Color { r: 1, g: 2, b: 3 },
            opacity: self.number(),
            dashed: self.below(2) == 0,
        };
        let fill = (self.below(2) == 0).then(|| (Color::WHITE, self.number()));
        Path { segments, fill, stroke: (self.below(2) == 0).then_some(stroke), node: self.node(), ..Path::default() }
    }

    fn kind(&mut self) -> StructKind {
        match self.below(14) {
            0 => StructKind::Document,
            1 => StructKind::Heading(self.pick(&[0, 1, 6, 255])),
            2 => StructKind::Paragraph,
            3 => StructKind::Quote,
            4 => StructKind::List(true),
            5 => StructKind::ListItem,
            6 => StructKind::Label,
            7 => StructKind::ListBody,
            8 => StructKind::Table,
            9 => StructKind::Row,
            10 => StructKind::Cell { header: true, column_span: u32::MAX, row_span: 0 },
            11 => StructKind::Figure(None),
            12 => StructKind::Link,
            _ => StructKind::Code,
        }
    }

    fn page(&mut self, media: &[MediaId]) -> Page {
        let items = (0..self.below(8)).map(|_| match self.below(3) {
            0 => Item::Path(self.path()),
            1 if !media.is_empty() => Item::Image(PlacedImage {
                media: self.pick(media),
                transform: self.map(),
                clip: Some(self.rect()),
                window: None,
                alt: None,
                node: self.node(),
            }),
            _ => Item::Glyphs(self.text()),
        });
        let items = items.collect();
        let links = (0..self.below(3)).map(|_| Link {
            areas: vec![self.rect(); 2],
            target: if self.below(2) == 0 {
                LinkTarget::External("\u{0}\u{e9} x".into())
            } else {
                LinkTarget::Internal(Destination { page: self.index(), at: self.point() })
            },
            node: self.node(),
        });
        let links = links.collect();
        Page {
            number: self.index() as u32,
            size: Size { width: self.number(), height: self.number() },
            items,
            links,
            ..Page::default()
        }
    }

    fn document(&mut self) -> Pages {
        let mut pages = Draft::new().pages;
        let media = [b"GIF89a\x01\0\x01\0\0\0\0".as_slice(), b"\xFF\xD8\xFF\xE0", b""];
        let media = media.map(|bytes| {
            let kind = table::kind(bytes).unwrap_or(MediaKind::Png);
            pages.media.add(Media { bytes: Arc::from(bytes), kind, width_px: 0, height_px: 0 })
        });
        pages.fonts.push(Font { program: None, ..pages.fonts[0].clone() });
        let broken = FontProgram { data: Arc::from(*b"\0\x01\0\0"), index: 9, weight_axis: Some(1_000) };
        pages.fonts.push(Font { program: Some(broken), ..pages.fonts[0].clone() });
        for _ in 0..self.below(10) {
            let parent = self.index();
            let kind = self.kind();
            pages.structure.push(StructNode { kind, parent, language: Some("x\0".into()), order: 0 });
        }
        pages.pages = (0..self.below(4)).map(|_| self.page(&media)).collect();
        pages.outline = (0..self.below(4))
            .map(|_| OutlineItem {
                level: self.index() as u8,
                title: self.pick(&["", "Title", "\u{0}\n"]).into(),
                target: (self.below(3) > 0).then(|| Destination { page: self.index(), at: self.point() }),
            })
            .collect();
        pages
    }
}

#[test]
fn odd_pages_are_written_or_refused_but_never_panic() {
    for seed in 1..400 {
        let pages = Dice(0x9E37_79B9_7F4A_7C15_u64.wrapping_mul(seed)).document();
        let count = pages.pages.len().max(1);
        for standard in ["none", "a-2b", "ua-1"] {
            match write(pages.clone(), &held_to(standard)) {
                Ok(bytes) => assert_eq!(Pdf::new(bytes.alone()).unwrap().pages().len(), count, "seed {seed}"),
                Err(error) => assert_eq!(error.code(), ErrorCode::InvalidOption, "seed {seed}: {error}"),
            }
        }
    }
}

#[test]
fn deep_and_long_structures_are_flattened() {
    let mut draft = Draft::new();
    let mut node = 0;
    for _ in 0..20_000 {
        node = draft.node(StructKind::Quote, node);
    }
    draft.text("Deep", (72.0, 72.0), Some(node));
    assert!(Pdf::new(draft.write()).is_ok());
}
