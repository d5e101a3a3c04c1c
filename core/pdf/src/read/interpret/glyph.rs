//! Glyph procedures (ISO 32000-1, 9.6.5): those of Type 3 fonts whose meaning nobody tells, and those that may be bars
//! of a bar code, are run once each, for their outlines.

use std::rc::Rc;

use memchr::memmem;

use hayro_syntax::page::Resources;

use super::super::font::{GlyphProgram, Outline};
use super::super::state::State;
use super::super::stream;
use super::Interpreter;
use super::object::FORM_COST;
use transvase_base::context::Limit;
use transvase_base::error::Result;
use transvase_base::units::{Affine, Rect};

/// Where glyphs may lie, in ems.
const FAR: f32 = 1e3;

impl<'a> Interpreter<'_, 'a> {
    /// Runs the programs of the glyphs that `bytes` shows in the current font and nobody can read for sure, or that may be
    /// bars.
    ///
    /// # Errors
    /// A limit, `TimedOut` or `Cancelled`.
    pub(super) fn draw_glyphs(&mut self, bytes: &[u8], parent: &Resources<'a>) -> Result<()> {
        let Some(font) = self.state.text.font.clone().filter(|font| font.is_drawn) else { return Ok(()) };
        for program in font.programs(bytes) {
            if program.is_read && !self.may_be_bars(&program)? {
                continue;
            }
            let outline = self.run_glyph(&program, font.em, parent)?;
            font.keep_outline(program.code, Rc::new(outline));
        }
        Ok(())
    }

    /// Whether the program of a glyph draws several rectangles.
    fn may_be_bars(&self, program: &GlyphProgram<'a>) -> Result<bool> {
        let content = stream::decode(&program.content, self.context)?;
        Ok(memmem::find_iter(&content, b" re").take(2).count() == 2)
    }

    /// What the program of a glyph paints, in ems.
    fn run_glyph(&mut self, program: &GlyphProgram<'a>, em: f32, parent: &Resources<'a>) -> Result<Outline> {
        let id = program.content.obj_id();
        if self.forms.contains(&id) {
            self.sink.cycles = true;
            return Ok(Outline::default());
        }
        self.context.check(Limit::form_depth, self.forms.len() as u64 + 1)?;
        self.context.charge(Limit::pdf_operators, FORM_COST)?;
        let content = stream::decode(&program.content, self.context)?;
        let resources = program.resources.clone().map(Resources::new);
        let clip = Rect { left: -FAR, top: -FAR, right: FAR, bottom: FAR };
        let inside = State::new(program.matrix.then(&Affine::scale(em.recip(), em.recip())), clip);
        let outside = std::mem::replace(&mut self.state, inside);
        let (text, sink, path) =
            (std::mem::take(&mut self.text), std::mem::take(&mut self.sink), std::mem::take(&mut self.path));
        let (saved, unsaved) = (std::mem::take(&mut self.saved), std::mem::take(&mut self.unsaved));
        let tracing = std::mem::replace(&mut self.tracing, true);
        self.forms.push(id);
        let done = self.run(&content, resources.as_ref().unwrap_or(parent));
        self.forms.pop();
        let painted = std::mem::replace(&mut self.sink, sink);
        (self.state, self.text, self.path, self.tracing) = (outside, text, path, tracing);
        (self.saved, self.unsaved) = (saved, unsaved);
        done?;
        self.sink.cycles |= painted.cycles;
        Ok(Outline::painted(&painted.items))
    }
}
