//! Glyph runs, with the text each glyph shows.

use std::borrow::Cow;
use std::cell::OnceCell;
use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use krilla::geom::{Point as Spot, Transform};
use krilla::paint::Stroke as Pen;
use krilla::surface::Surface;
use krilla::text::{Font as Embedded, GlyphId, KrillaGlyph, Tag};
use skrifa::raw::TableProvider;

use super::clusters::readable;
use super::geometry::{fill, paint, tame};
use transvase_base::context::Context;
use transvase_base::units::{Affine, vec_with_room};
use transvase_base::warning::{Warning, WarningCode};
use transvase_base::wording::counted;
use transvase_font::fonts::{Face, FontBook};
use transvase_model::pages::{Font, FontProgram, Glyph, GlyphRun, TextPaint};

/// Width of the line around outlined letters, as a share of the size: about that of a thin stem.
const OUTLINE_WIDTH: f32 = 1.0 / 30.0;

/// Text smaller than this, in points, is a mark nobody can see.
const SMALLEST_SIZE: f32 = 0.01;

/// What a glyph's text is where a line was broken inside a word.
const SOFT_HYPHEN: &str = "\u{AD}";

/// The text that the hyphen at a broken line gives. ISO 32000-1, 14.8.2.2.3, wants a soft hyphen,
/// and PDF/UA gets it. Elsewhere it is a plain one: programs that take text out of PDF (poppler's
/// `pdftotext`, PDFium) put a word together again at a plain hyphen, but poppler leaves it in two
/// at a soft one.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Hyphens {
    /// `-`.
    Plain,
    /// U+00AD.
    Soft,
}

impl Hyphens {
    /// The text of a run, with what its soft hyphens give behind it where that differs.
    fn shown(self, text: &str) -> Cow<'_, str> {
        if self == Hyphens::Plain && text.contains(SOFT_HYPHEN) {
            Cow::Owned(format!("{text}-"))
        } else {
            Cow::Borrowed(text)
        }
    }
}

/// A font program the PDF can embed.
#[derive(Clone)]
struct Embeddable {
    font: Embedded,
    /// Glyph ids are below this.
    glyphs: u32,
}

impl Embeddable {
    /// `None` where the bytes are no font.
    fn new(program: &FontProgram) -> Option<Embeddable> {
        let file = skrifa::FontRef::from_index(&program.data, program.index).ok()?;
        let glyphs = u32::from(file.maxp().ok()?.num_glyphs());
        let data: Arc<dyn AsRef<[u8]> + Send + Sync> = Arc::new(program.data.clone());
        let weight: Vec<(Tag, f32)> =
            program.weight_axis.map(|weight| (Tag::new(b"wght"), f32::from(weight))).into_iter().collect();
        Some(Embeddable { font: Embedded::new_variable(data.into(), program.index, &weight)?, glyphs })
    }
}

/// The fonts of a document, each prepared when it is first used.
pub(super) struct Typesetter {
    fonts: Vec<(Font, Prepared)>,
    /// Faces of the font book that stand in where a font has no program, by their place in it.
    stand_ins: Vec<Prepared>,
    missing: BTreeSet<char>,
    hyphens: Hyphens,
}

/// A font program once it is looked at; `None` where it is unusable.
type Prepared = OnceCell<Option<Embeddable>>;

impl Typesetter {
    pub(super) fn new(fonts: Vec<Font>, hyphens: Hyphens) -> Typesetter {
        let book = FontBook::bundled().faces().len();
        Typesetter {
            fonts: fonts.into_iter().map(|font| (font, OnceCell::new())).collect(),
            stand_ins: (0..book).map(|_| OnceCell::new()).collect(),
            missing: BTreeSet::new(),
            hyphens,
        }
    }

    /// Draws a run at its place.
    pub(super) fn draw(&mut self, surface: &mut Surface, run: &GlyphRun) {
        let size = tame(run.size).abs();
        if run.glyphs.is_empty() || size < SMALLEST_SIZE {
            return;
        }
        set_paint(surface, run, size);
        let (origin, pushed) = place(surface, &run.transform);
        match self.program(run.font) {
            Some(program) => {
                let glyphs = readable(run, self.hyphens == Hyphens::Soft);
                let first = glyphs.first().map_or(0.0, |(first, _)| tame(first.x));
                let start = Spot::from_xy(origin.x + first, origin.y);
                let text = self.hyphens.shown(&run.text);
                let glyphs = positioned(&glyphs, run, &text, program.glyphs);
                surface.draw_glyphs(start, &glyphs, program.font, &text, size, false);
            }
            None => self.draw_spelled(surface, run, size, origin),
        }
        if pushed {
            surface.pop();
        }
        surface.set_stroke(None);
    }

    /// The program of a font of the document, if it has a usable one.
    fn program(&self, font: usize) -> Option<Embeddable> {
        let (font, prepared) = self.fonts.get(font)?;
        prepared.get_or_init(|| font.program.as_ref().and_then(Embeddable::new)).clone()
    }

    /// Draws a run whose font has no program in the nearest faces of the font book, each letter
    /// where the run says.
    fn draw_spelled(&mut self, surface: &mut Surface, run: &GlyphRun, size: f32, origin: Spot) {
        let book = FontBook::bundled();
        let font = self.fonts.get(run.font).map(|(font, _)| font);
        let (family, weight, italic) =
            font.map_or(("serif", 400, false), |font| (&*font.family, font.weight, font.italic));
        let Some(usual) = book.find(family, weight, italic) else { return };
        for glyph in &run.glyphs {
            let range = sound_range(&run.text, &glyph.text.range());
            let mut pen = tame(glyph.x);
            let text = run.text.get(range.clone()).unwrap_or_default();
            for (at, character) in text.char_indices() {
                let covering = if usual.covers(character) { Some(usual) } else { book.fallback_for(character, usual) };
                let face = covering.unwrap_or(usual);
                if covering.is_none() {
                    self.missing.insert(character);
                }
                let (id, advance) = face.glyph(character).unwrap_or((0, 0.5));
                let Some(program) = self.stand_in(book, face) else { continue };
                let from = range.start + at;
                let glyph = KrillaGlyph::new(
                    GlyphId::new(id),
                    advance,
                    0.0,
                    tame(glyph.y) / size,
                    0.0,
                    from..from + character.len_utf8(),
                    None,
                );
                let spot = Spot::from_xy(origin.x + pen, origin.y);
                surface.draw_glyphs(spot, &[glyph], program.font, &run.text, size, false);
                pen += advance * size;
            }
        }
    }

    fn stand_in(&self, book: &FontBook, face: &Face) -> Option<Embeddable> {
        let place = book.faces().position(|other| std::ptr::eq(other, face))?;
        let slot = self.stand_ins.get(place)?;
        slot.get_or_init(|| Embeddable::new(&face.program())).clone()
    }

    /// Notes which characters no face had a glyph for.
    pub(super) fn report(&self, context: &Context) {
        if !self.missing.is_empty() {
            let some: String = self.missing.iter().take(10).collect();
            let message = format!(
                "{}, such as {some}",
                counted(self.missing.len(), "[character is|characters are] in no available font")
            );
            context.warn(Warning::new(WarningCode::GlyphsMissing, message));
        }
    }
}

/// Sets fill and stroke for the way a run is painted.
fn set_paint(surface: &mut Surface, run: &GlyphRun, size: f32) {
    let outline = Pen { paint: paint(run.color), width: size * OUTLINE_WIDTH, ..Pen::default() };
    let opacity = if run.paint == TextPaint::Invisible { 0.0 } else { 1.0 };
    let filled = run.paint != TextPaint::Stroke;
    let stroked = matches!(run.paint, TextPaint::Stroke | TextPaint::FillStroke);
    surface.set_fill(filled.then(|| fill(run.color, opacity)));
    surface.set_stroke(stroked.then_some(outline));
}

/// Where a run begins, and whether a map was pushed for it. Upright runs need none.
fn place(surface: &mut Surface, map: &Affine) -> (Spot, bool) {
    if map.a == 1.0 && map.b == 0.0 && map.c == 0.0 && map.d == -1.0 {
        return (Spot::from_xy(tame(map.e), tame(map.f)), false);
    }
    // The surface's y axis points down, the run's `(c, d)` up.
    let turned = Transform::from_row(tame(map.a), tame(map.b), -tame(map.c), -tame(map.d), tame(map.e), tame(map.f));
    surface.push_transform(&turned);
    (Spot::from_xy(0.0, 0.0), true)
}

/// The run's glyphs with advances that lead from each to the next one's place. `text` is the run's,
/// with what its soft hyphens give behind it where that differs.
fn positioned(glyphs: &[(&Glyph, Range<usize>)], run: &GlyphRun, text: &str, count: u32) -> Vec<KrillaGlyph> {
    let size = tame(run.size).abs();
    let mut positioned = vec_with_room(glyphs.len());
    let nexts = glyphs.iter().skip(1).map(Some).chain([None]);
    for ((glyph, shown), next) in glyphs.iter().zip(nexts) {
        let advance = next.map_or(tame(glyph.advance), |(next, _)| tame(next.x) - tame(glyph.x));
        let id = GlyphId::new(if glyph.id < count { glyph.id } else { 0 });
        let soft = run.text.get(shown.clone()) == Some(SOFT_HYPHEN);
        let text = if soft && text.len() > run.text.len() { run.text.len()..text.len() } else { shown.clone() };
        positioned.push(KrillaGlyph::new(id, advance / size, 0.0, tame(glyph.y) / size, 0.0, text, None));
    }
    positioned
}

/// `range` where it is one of `text`; an empty one otherwise.
pub(super) fn sound_range(text: &str, range: &Range<usize>) -> Range<usize> {
    if text.get(range.clone()).is_some() { range.clone() } else { 0..0 }
}
