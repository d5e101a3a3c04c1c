//! Packed pages: the items of a page put away in few bytes until they are needed.
//!
//! A laid-out book waits for its last page before its first is written: links and page numbers depend on all of
//! them. A glyph takes 24 bytes while it is worked on; put away it takes about three, since most of it follows
//! from the glyph before: it stands where that one's advance ends and at its height, shows the text behind that one's,
//! and has the advance that its font gave it the last time. What does not follow is kept as it is, so that unpacking gives
//! exactly what was packed.

use std::collections::BTreeMap;

use super::{Glyph, GlyphRun, Item, Page, TextPaint, TextRange};
use transvase_base::units::Affine;

/// What a byte at the head of a run says: which parts are those of the run before.
mod same {
    pub(super) const FONT: u8 = 1;
    pub(super) const SIZE: u8 = 2;
    pub(super) const STRETCH: u8 = 4;
    pub(super) const COLOR: u8 = 8;
    pub(super) const PAINT: u8 = 16;
    pub(super) const NODE: u8 = 32;
    /// The letters stand upright and unscaled.
    pub(super) const UPRIGHT: u8 = 64;
    pub(super) const BASE_LINE: u8 = 128;
}

/// What a byte at the head of a glyph says. Its upper half is the length of the glyph's text.
mod follows {
    pub(super) const PLACE: u8 = 1;
    pub(super) const HEIGHT: u8 = 2;
    pub(super) const ADVANCE: u8 = 4;
    pub(super) const TEXT: u8 = 8;
    /// Texts of this many bytes and more have their length written out.
    pub(super) const LONG: u8 = 15;
}

/// Items put away.
#[derive(Debug, Clone, Default)]
pub struct PackedItems {
    bytes: Box<[u8]>,
    /// What is no text, and how many glyph runs stand before each.
    others: Vec<(u32, Item)>,
    runs: u32,
}

impl Page {
    /// Puts the items away. What is added afterwards is painted above them.
    pub fn pack(&mut self) {
        self.unpack();
        let mut packer = Packer::default();
        let mut packed = PackedItems::default();
        for item in std::mem::take(&mut self.items) {
            match item {
                Item::Glyphs(run) => {
                    packer.run(&run);
                    packed.runs += 1;
                }
                other => packed.others.push((packed.runs, other)),
            }
        }
        packed.bytes = packer.bytes.into();
        packed.others.shrink_to_fit();
        self.packed = Some(packed);
    }

    /// Brings back what was put away.
    pub fn unpack(&mut self) {
        let Some(packed) = self.packed.take() else { return };
        let mut items = packed.into_items();
        items.append(&mut self.items);
        self.items = items;
    }
}

impl PackedItems {
    fn into_items(self) -> Vec<Item> {
        let mut unpacker = Unpacker { bytes: &self.bytes, last: blank(), advances: Advances::default() };
        let mut items = Vec::new();
        let mut others = self.others.into_iter().peekable();
        for run in 0..=self.runs {
            while let Some((_, other)) = others.next_if(|(before, _)| *before <= run) {
                items.push(other);
            }
            if run < self.runs {
                items.push(Item::Glyphs(unpacker.run()));
            }
        }
        items
    }
}

/// The run that the first one of a page is told against.
fn blank() -> GlyphRun {
    GlyphRun {
        font: 0,
        size: 0.0,
        stretch: 1.0,
        color: super::Color::BLACK,
        transform: UPRIGHT,
        text: String::new(),
        glyphs: Vec::new(),
        paint: TextPaint::Fill,
        artifact: false,
        node: None,
        hidden: Vec::new(),
    }
}

/// How page space lies under upright text.
const UPRIGHT: Affine = Affine { a: 1.0, b: 0.0, c: 0.0, d: -1.0, e: 0.0, f: 0.0 };

/// The advances that glyphs of one font and size had last.
#[derive(Default)]
struct Advances {
    known: BTreeMap<(usize, u32, u32), f32>,
}

impl Advances {
    /// Notes an advance; whether it was the one known.
    fn note(&mut self, run: &GlyphRun, id: u32, advance: f32) -> bool {
        let before = self.known.insert((run.font, run.size.to_bits(), id), advance);
        before.is_some_and(|before| is_same(before, advance))
    }

    fn last(&self, run: &GlyphRun, id: u32) -> f32 {
        self.known.get(&(run.font, run.size.to_bits(), id)).copied().unwrap_or_default()
    }
}

/// Whether two numbers are the same to the bit, which unpacking has to keep.
fn is_same(a: f32, b: f32) -> bool {
    a.to_bits() == b.to_bits()
}

/// Where the next glyph would stand: where the last one's advance ends.
fn next_place(last: &Glyph) -> f32 {
    last.x + last.advance
}

/// The glyph before the first.
fn no_glyph() -> Glyph {
    Glyph { id: 0, x: 0.0, y: 0.0, advance: 0.0, text: TextRange::default() }
}

#[derive(Default)]
struct Packer {
    pub bytes: Vec<u8>,
    last: Option<GlyphRun>,
    advances: Advances,
}

impl Packer {
    fn run(&mut self, run: &GlyphRun) {
        let last = self.last.take().unwrap_or_else(blank);
        let flags = shared(run, &last);
        self.bytes.push(flags);
        self.head(run, flags);
        self.number(run.text.len() as u32);
        self.bytes.extend_from_slice(run.text.as_bytes());
        self.number(run.glyphs.len() as u32);
        let mut before = no_glyph();
        for glyph in &run.glyphs {
            self.glyph(run, glyph, &before);
            before = glyph.clone();
        }
        self.last = Some(GlyphRun { text: String::new(), glyphs: Vec::new(), hidden: Vec::new(), ..*run });
    }

    /// What the run does not share with the one before it.
    fn head(&mut self, run: &GlyphRun, flags: u8) {
        let differs = |flag: u8| flags & flag == 0;
        if differs(same::FONT) {
            self.number(run.font as u32);
        }
        if differs(same::SIZE) {
            self.float(run.size);
        }
        if differs(same::STRETCH) {
            self.float(run.stretch);
        }
        if differs(same::COLOR) {
            self.bytes.extend([run.color.r, run.color.g, run.color.b]);
        }
        if differs(same::PAINT) {
            self.bytes.extend([run.paint as u8, u8::from(run.artifact)]);
        }
        if differs(same::NODE) {
            self.number(run.node.map_or(0, |node| node as u32 + 1));
        }
        let Affine { a, b, c, d, e, f } = run.transform;
        if differs(same::UPRIGHT) {
            [a, b, c, d].into_iter().for_each(|number| self.float(number));
        }
        self.float(e);
        if differs(same::BASE_LINE) {
            self.float(f);
        }
    }

    fn glyph(&mut self, run: &GlyphRun, glyph: &Glyph, before: &Glyph) {
        let known = self.advances.note(run, glyph.id, glyph.advance);
        let ordered = glyph.text.start <= glyph.text.end;
        let length = glyph.text.end.saturating_sub(glyph.text.start);
        let short = if ordered { length.min(u32::from(follows::LONG)) as u8 } else { follows::LONG };
        let flag = |flag: u8, holds: bool| if holds { flag } else { 0 };
        let flags = flag(follows::PLACE, is_same(glyph.x, next_place(before)))
            | flag(follows::HEIGHT, is_same(glyph.y, before.y))
            | flag(follows::ADVANCE, known)
            | flag(follows::TEXT, glyph.text.start == before.text.end);
        self.bytes.push(flags | short << 4);
        self.number(glyph.id);
        if flags & follows::PLACE == 0 {
            self.float(glyph.x);
        }
        if flags & follows::HEIGHT == 0 {
            self.float(glyph.y);
        }
        if flags & follows::ADVANCE == 0 {
            self.float(glyph.advance);
        }
        if flags & follows::TEXT == 0 {
            self.number(glyph.text.start);
        }
        if short == follows::LONG {
            self.number(glyph.text.end);
        }
    }

    fn float(&mut self, number: f32) {
        self.bytes.extend(number.to_le_bytes());
    }

    /// Seven bits a byte, the lowest first; the high bit says that more follow.
    fn number(&mut self, mut number: u32) {
        while number >= 0x80 {
            self.bytes.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.bytes.push(number as u8);
    }
}

/// Which parts of a run are those of the one before it.
fn shared(run: &GlyphRun, last: &GlyphRun) -> u8 {
    let (map, before) = (&run.transform, &last.transform);
    let upright = [(map.a, UPRIGHT.a), (map.b, UPRIGHT.b), (map.c, UPRIGHT.c), (map.d, UPRIGHT.d)];
    [
        (same::FONT, run.font == last.font),
        (same::SIZE, is_same(run.size, last.size)),
        (same::STRETCH, is_same(run.stretch, last.stretch)),
        (same::COLOR, run.color == last.color),
        (same::PAINT, run.paint == last.paint && run.artifact == last.artifact),
        (same::NODE, run.node == last.node),
        (same::UPRIGHT, upright.iter().all(|(is, usual)| is_same(*is, *usual))),
        (same::BASE_LINE, is_same(map.f, before.f)),
    ]
    .into_iter()
    .fold(0, |flags, (flag, holds)| if holds { flags | flag } else { flags })
}

struct Unpacker<'a> {
    bytes: &'a [u8],
    last: GlyphRun,
    advances: Advances,
}

impl Unpacker<'_> {
    fn run(&mut self) -> GlyphRun {
        let mut run = self.head();
        let length = self.number() as usize;
        run.text = String::from_utf8_lossy(self.take(length)).into_owned();
        let count = self.number();
        run.glyphs.reserve_exact(count as usize);
        let mut before = no_glyph();
        for _ in 0..count {
            let glyph = self.glyph(&run, &before);
            run.glyphs.push(glyph.clone());
            before = glyph;
        }
        run
    }

    fn head(&mut self) -> GlyphRun {
        let flags = self.byte();
        let differs = |flag: u8| flags & flag == 0;
        let mut run = self.last.clone();
        if differs(same::FONT) {
            run.font = self.number() as usize;
        }
        if differs(same::SIZE) {
            run.size = self.float();
        }
        if differs(same::STRETCH) {
            run.stretch = self.float();
        }
        if differs(same::COLOR) {
            run.color = super::Color { r: self.byte(), g: self.byte(), b: self.byte() };
        }
        if differs(same::PAINT) {
            run.paint = paint_of(self.byte());
            run.artifact = self.byte() != 0;
        }
        if differs(same::NODE) {
            run.node = (self.number() as usize).checked_sub(1);
        }
        let base_line = run.transform.f;
        run.transform = UPRIGHT;
        if differs(same::UPRIGHT) {
            let (a, b, c, d) = (self.float(), self.float(), self.float(), self.float());
            run.transform = Affine { a, b, c, d, ..UPRIGHT };
        }
        run.transform.e = self.float();
        run.transform.f = if differs(same::BASE_LINE) { self.float() } else { base_line };
        self.last = run.clone();
        run
    }

    fn glyph(&mut self, run: &GlyphRun, before: &Glyph) -> Glyph {
        let flags = self.byte();
        let has = |flag: u8| flags & flag != 0;
        let id = self.number();
        let x = if has(follows::PLACE) { next_place(before) } else { self.float() };
        let y = if has(follows::HEIGHT) { before.y } else { self.float() };
        let advance = if has(follows::ADVANCE) { self.advances.last(run, id) } else { self.float() };
        self.advances.note(run, id, advance);
        let start = if has(follows::TEXT) { before.text.end } else { self.number() };
        let short = flags >> 4;
        let end = if short == follows::LONG { self.number() } else { start.saturating_add(u32::from(short)) };
        Glyph { id, x, y, advance, text: TextRange { start, end } }
    }

    fn take(&mut self, count: usize) -> &[u8] {
        let (taken, rest) = self.bytes.split_at_checked(count).unwrap_or((self.bytes, &[]));
        self.bytes = rest;
        taken
    }

    fn byte(&mut self) -> u8 {
        self.take(1).first().copied().unwrap_or_default()
    }

    fn float(&mut self) -> f32 {
        self.take(4).try_into().map(f32::from_le_bytes).unwrap_or_default()
    }

    fn number(&mut self) -> u32 {
        let mut number = 0;
        for shift in (0..u32::BITS).step_by(7) {
            let byte = self.byte();
            number |= u32::from(byte & 0x7F) << shift;
            if byte & 0x80 == 0 {
                break;
            }
        }
        number
    }
}

fn paint_of(number: u8) -> TextPaint {
    [TextPaint::Stroke, TextPaint::FillStroke, TextPaint::Invisible]
        .into_iter()
        .find(|paint| *paint as u8 == number)
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::pages::{Color, Path};

    fn glyph() -> impl Strategy<Value = Glyph> {
        let number = || prop_oneof![Just(0.0_f32), Just(-0.0), Just(5.5), any::<f32>()];
        let text = prop_oneof![
            (0..40_u32, 0..20_u32).prop_map(|(start, length)| (start, start + length)),
            any::<(u32, u32)>()
        ];
        (prop_oneof![0..300_u32, any::<u32>()], number(), number(), number(), text)
            .prop_map(|(id, x, y, advance, (start, end))| Glyph { id, x, y, advance, text: TextRange { start, end } })
    }

    fn run() -> impl Strategy<Value = GlyphRun> {
        let look =
            (0..3_usize, prop_oneof![Just(10.0_f32), any::<f32>()], any::<bool>(), proptest::option::of(0..9_usize));
        let place = (any::<bool>(), any::<[f32; 4]>(), 0..800_i32, prop_oneof![Just(70.0_f32), any::<f32>()]);
        let glyphs = proptest::collection::vec(glyph(), 0..30);
        (look, place, ".{0,20}", glyphs, 0..4_u8).prop_map(|(look, place, text, glyphs, paint)| {
            let (font, size, artifact, node) = look;
            let (upright, [a, b, c, d], e, f) = place;
            let map = if upright { UPRIGHT } else { Affine { a, b, c, d, ..UPRIGHT } };
            let transform = Affine { e: e as f32, f, ..map };
            let color = if artifact { Color { r: 1, g: 2, b: 3 } } else { Color::BLACK };
            let stretch = if font == 2 { 0.9 } else { 1.0 };
            let paint = paint_of(paint);
            GlyphRun { font, size, stretch, color, transform, text, glyphs, paint, artifact, node, hidden: Vec::new() }
        })
    }

    fn item() -> impl Strategy<Value = Item> {
        prop_oneof![4 => run().prop_map(Item::Glyphs), 1 => Just(Item::Path(Path::default()))]
    }

    proptest! {
        /// Compared as text, in which a number that is none is as good as another.
        #[test]
        fn unpacking_gives_what_was_packed(first in proptest::collection::vec(item(), 0..6), more in proptest::collection::vec(item(), 0..3)) {
            let mut page = Page { items: first.clone(), ..Page::default() };
            page.pack();
            prop_assert!(page.items.is_empty());
            page.items.extend(more.clone());
            page.pack();
            page.unpack();
            let all: Vec<Item> = first.into_iter().chain(more).collect();
            prop_assert_eq!(format!("{:?}", page.items), format!("{all:?}"));
        }
    }

    #[test]
    fn usual_text_takes_three_bytes_a_glyph() {
        let text = "the quick brown fox jumps over the lazy dog and ".repeat(60);
        let glyphs = text.char_indices().map(|(at, letter)| {
            let text = (at..at + 1).into();
            Glyph { id: u32::from(letter), x: at as f32 * 5.0, y: 0.0, advance: 5.0, text }
        });
        let run = GlyphRun { glyphs: glyphs.collect(), text: text.clone(), size: 10.0, ..blank() };
        let mut page = Page { items: vec![Item::Glyphs(run)], ..Page::default() };
        page.pack();
        let size = page.packed.as_ref().map_or(0, |packed| packed.bytes.len());
        assert!(size <= text.len() * 13 / 4, "{size} bytes for {} glyphs", text.len());
    }
}
