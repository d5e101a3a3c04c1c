//! Fonts and letters: font files are held against the limits, and the programs of glyphs (ISO 32000-1, 9.6.5) run.

use hayro::hayro_syntax::content::ops::TypedInstruction as Op;
use hayro::hayro_syntax::object::{Dict, Name, Object, Stream};
use hayro::hayro_syntax::page::Resources;

use super::super::super::read::font;
use super::state::Paint;
use super::{FORM_COST, MAX_DEPTH, Refusal, Walk, Walked, address, refused};
use transvase_base::context::Limit;
use transvase_base::error::Error;
use transvase_base::units::{Affine, Rect};

/// Length of the outline of a letter, in ems, about: few have more.
const OUTLINE: f64 = 8.0;

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
            Op::SetTextMatrix(op) => {
                let parts = [op.0, op.1, op.2, op.3].map(|number| number.as_f64().abs());
                self.state.stretch = parts.into_iter().fold(0.0, f64::max);
            }
            Op::TextRenderingMode(op) => self.state.outlined = matches!(op.0.as_i64(), 1 | 2 | 5 | 6),
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
        let each = 1 + state.letter;
        let em = state.size * state.stretch * state.scale();
        let line = Rect { right: (em * letters as f64) as f32, bottom: em as f32, ..Rect::default() };
        let times = if state.letter > 0 { letters } else { 1 };
        let (fill, stroke) = (state.fill, state.stroke);
        let clipped = state.clip_cost.saturating_mul(letters as u64);
        self.charge(each.saturating_mul(letters as u64))?;
        self.paint(clipped)?;
        if fill != Paint::Plain {
            for _ in 0..times {
                self.spread(fill, &line)?;
            }
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

    /// Makes a font that of the state.
    pub(super) fn set_font<'a>(&mut self, font: Option<Dict<'a>>, resources: &Resources<'a>) -> Walked<()> {
        self.state.letter = 0;
        let Some(font) = font else { return Ok(()) };
        if self.known.sound.insert(address(font.data())) && !font::is_modest(&font, self.context)? {
            return Err(Refusal::Page(Error::malformed("a font of the page is too large to be read")));
        }
        if font.get::<Name<'_>>(b"Subtype").is_some_and(|kind| kind.as_ref() == b"Type3") {
            self.state.letter = self.drawn_letter(&font, resources)?;
        }
        Ok(())
    }

    /// Operators of the most costly glyph of a font of drawings.
    fn drawn_letter<'a>(&mut self, font: &Dict<'a>, parent: &Resources<'a>) -> Walked<u64> {
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
        let mut most = 0;
        for name in programs.keys() {
            if let Some(program) = programs.get::<Stream<'a>>(name.as_ref()) {
                let before = self.count;
                self.form(&program, resources, &Affine::IDENTITY)?;
                most = most.max(self.count - before);
            }
        }
        self.running.pop();
        self.glyphs.insert(key, most.max(FORM_COST));
        Ok(most.max(FORM_COST))
    }
}
