//! Text operators (ISO 32000-1, 9.3 and 9.4).

use hayro_syntax::content::ops::TypedInstruction as Op;
use hayro_syntax::object::{Array, Object};
use hayro_syntax::page::Resources;

use super::super::state::{ONLY_CLIPS, text_paint};
use super::{Interpreter, affine};
use transvase_base::error::Result;
use transvase_model::pages::Hidden;

impl<'a> Interpreter<'_, 'a> {
    /// Text operators; false where the operator is another.
    pub(super) fn step_text(&mut self, operation: &Op<'_, '_>, resources: &Resources<'a>) -> Result<bool> {
        match operation {
            Op::BeginText(_) => self.text.begin(),
            Op::EndText(_) => {}
            Op::NextLine(op) => self.text.next_line(op.0.as_f32(), op.1.as_f32()),
            Op::NextLineAndSetLeading(op) => {
                self.state.text.leading = -op.1.as_f32();
                self.text.next_line(op.0.as_f32(), op.1.as_f32());
            }
            Op::SetTextMatrix(op) => self.text.set_matrix(affine([op.0, op.1, op.2, op.3, op.4, op.5])),
            Op::NextLineUsingLeading(_) => self.next_line(),
            Op::ShowText(op) => self.show(op.0.as_bytes(), resources)?,
            Op::NextLineAndShowText(op) => {
                self.next_line();
                self.show(op.0.as_bytes(), resources)?;
            }
            Op::ShowTextWithParameters(op) => {
                let text = &mut self.state.text;
                (text.word_spacing, text.char_spacing) = (op.0.as_f32(), op.1.as_f32());
                self.next_line();
                self.show(op.2.as_bytes(), resources)?;
            }
            Op::ShowTexts(op) => self.show_adjusted(op.0, resources)?,
            _ => return self.step_text_state(operation, resources),
        }
        Ok(true)
    }

    fn step_text_state(&mut self, operation: &Op<'_, '_>, resources: &Resources<'a>) -> Result<bool> {
        let text = &mut self.state.text;
        match operation {
            Op::CharacterSpacing(op) => text.char_spacing = op.0.as_f32(),
            Op::WordSpacing(op) => text.word_spacing = op.0.as_f32(),
            Op::HorizontalScaling(op) => text.scale = op.0.as_f32() / 100.0,
            Op::TextLeading(op) => text.leading = op.0.as_f32(),
            Op::TextRise(op) => text.rise = op.0.as_f32(),
            Op::TextRenderingMode(op) => {
                (text.paint, text.only_clips) = (text_paint(op.0.as_i64()), op.0.as_i64() == ONLY_CLIPS);
            }
            Op::TextFont(op) => {
                text.size = op.1.as_f32();
                text.font = self.assets.font(op.0, resources)?;
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn next_line(&mut self) {
        self.text.next_line(0.0, -self.state.text.leading);
    }

    fn show(&mut self, bytes: &[u8], resources: &Resources<'a>) -> Result<()> {
        if self.mute {
            return self.text.skip(bytes, &self.state, self.context);
        }
        if self.marking.hides() {
            return self.text.withhold(bytes, Hidden::Layer, &self.state, &mut self.sink, self.context);
        }
        self.draw_glyphs(bytes, resources)?;
        self.text.show(bytes, &self.state, &mut self.sink, self.context)
    }

    fn show_adjusted(&mut self, parts: &Array<'_>, resources: &Resources<'a>) -> Result<()> {
        for part in parts.iter::<Object<'_>>() {
            match part {
                Object::String(text) => self.show(text.as_bytes(), resources)?,
                Object::Number(amount) => self.text.adjust(amount.as_f32(), &self.state),
                _ => {}
            }
        }
        Ok(())
    }
}
