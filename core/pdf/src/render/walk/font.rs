//! Fonts and letters: font files are held against the limits, and the programs of glyphs (ISO 32000-1, 9.6.5) run.

use hayro::hayro_syntax::content::ops::TypedInstruction as Op;
use hayro::hayro_syntax::object::{Dict, Name, Object, Stream};
use hayro::hayro_syntax::page::Resources;

use super::super::super::read::font;
use super::state::{Paint, Run};
use super::{FORM_COST, MAX_DEPTH, Refusal, Walk, Walked, address, hold, paint, refused};
use transvase_base::context::Limit;
use transvase_base::error::Error;
use transvase_base::units::{Affine, Rect};

/// Length of the outline of a letter, in ems: an @ has as much, few have more.
const OUTLINE: f64 = 12.0;

/// Letters of a page that clip what comes after them: some 10 kB are needed for each.
const MAX_CLIPPING: u64 = 10_000;

impl Walk<'_> {
    /// Operators of text; false where the operator is another.
    pub(super) fn step_text(&mut self, operation: &Op<'_, '_>, resources: &Resources<'_>) -> Walked<bool> {
        match operation {
            Op::TextFont(op) => {
                let font = resources.get_font(op.0);
                self.state.size = op.1.as_f64().abs();
                self.set_font(font, resources)?;
            }
            Op::BeginText(_) => self.state.stretch = 1.0,
            Op::EndText(_) => {
                let outline = std::mem::take(&mut self.clip_outline);
                self.state.clip_outline = self.state.clip_outline.saturating_add(outline);
            }
            Op::SetTextMatrix(op) => {
                let parts = [op.0, op.1, op.2, op.3].map(|number| number.as_f64().abs());
                self.state.stretch = parts.into_iter().fold(0.0, f64::max);
            }
            Op::TextRenderingMode(op) => {
                self.state.outlined = matches!(op.0.as_i64(), 1 | 2 | 5 | 6);
                self.state.clips = matches!(op.0.as_i64(), 4..=7);
            }
            Op::ShowText(op) => self.show(op.0.as_ref().len())?,
            Op::NextLineAndShowText(op) => self.show(op.0.as_ref().len())?,
            Op::ShowTexts(op) => {
                let texts = op.0.iter::<Object<'_>>();
                let bytes = texts.map(|text| if let Object::String(text) = text { text.as_ref().len() } else { 0 });
                self.show(bytes.sum())?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Counts so many letters.
    fn show(&mut self, letters: usize) -> Walked<()> {
        let state = &self.state;
        let letter = state.letter;
        let em = state.size * state.stretch * state.scale();
        let line = Rect { right: (em * letters as f64) as f32, bottom: em as f32, ..Rect::default() };
        let times = if letter == Run::default() { 1 } else { letters };
        let (fill, stroke) = (state.fill, state.stroke);
        let tints = state.fill_tint.saturating_mul(letters as u64);
        self.charge(letters as u64)?;
        self.again(letter.times(letters as f64))?;
        self.paint(tints)?;
        self.clip(letters as u64, 0)?;
        self.outlines(letters as f64, em)?;
        if fill != Paint::Plain {
            for _ in 0..times {
                self.spread(fill, &line)?;
            }
        } else if self.state.is_blended() {
            self.blend(line.intersection(&self.page()).map_or(0, |line| paint::pixels(&line)))?;
        }
        if self.state.outlined {
            if stroke != Paint::Plain {
                self.spread(stroke, &line)?;
            }
            for _ in 0..letters {
                self.dashes(OUTLINE * self.state.size * self.state.stretch)?;
            }
        }
        Ok(())
    }

    /// Counts the outlines of letters of so many pixels. Those that clip are kept in full until the text ends.
    fn outlines(&mut self, letters: f64, em: f64) -> Walked<()> {
        let length = OUTLINE * letters * em.min(self.around());
        self.draw_outline(length)?;
        if self.state.clips {
            self.clip_outline = self.clip_outline.saturating_add(length as u64);
            self.clipping = self.clipping.saturating_add(letters as u64);
            hold(self.clipping, MAX_CLIPPING, self.context)?;
        }
        Ok(())
    }

    /// Makes a font that of the state.
    pub(super) fn set_font<'a>(&mut self, font: Option<Dict<'a>>, resources: &Resources<'a>) -> Walked<()> {
        self.state.letter = Run::default();
        let Some(font) = font else { return Ok(()) };
        if self.known.sound.insert(address(font.data())) && !font::is_modest(&font, self.context)? {
            return Err(Refusal::Page(Error::malformed("a font of the page is too large to be read")));
        }
        if font.get::<Name<'_>>(b"Subtype").is_some_and(|kind| kind.as_ref() == b"Type3") {
            self.state.letter = self.drawn_letter(&font, resources)?;
        }
        Ok(())
    }

    /// What the most costly glyph of a font of drawings costs.
    fn drawn_letter<'a>(&mut self, font: &Dict<'a>, parent: &Resources<'a>) -> Walked<Run> {
        let key = address(font.data());
        if let Some(known) = self.glyphs.get(&key) {
            return Ok(*known);
        }
        if self.running.contains(&key) || self.depth >= MAX_DEPTH {
            let allowed = self.context.limits().form_depth;
            return Err(refused(Limit::form_depth, allowed, u64::from(MAX_DEPTH)));
        }
        let programs = font.get::<Dict<'a>>(b"CharProcs").unwrap_or_default();
        let resources = font.get::<Dict<'a>>(b"Resources").map(Resources::new);
        let resources = resources.as_ref().unwrap_or(parent);
        self.running.push(key);
        let mut most = Run { operators: FORM_COST, painted: 0 };
        for name in programs.keys() {
            if let Some(program) = programs.get::<Stream<'a>>(name.as_ref()) {
                let before = self.so_far();
                self.form(&program, resources, &Affine::IDENTITY)?;
                let Run { operators, painted } = self.since(before);
                most = Run { operators: most.operators.max(operators), painted: most.painted.max(painted) };
            }
        }
        self.running.pop();
        self.glyphs.insert(key, most);
        Ok(most)
    }
}
