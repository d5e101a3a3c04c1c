//! Path operators (ISO 32000-1, 8.5).

use hayro_syntax::content::ops::TypedInstruction as Op;

use super::super::paint::Painting;
use super::{Interpreter, point};
use transvase_base::error::Result;

impl Interpreter<'_, '_> {
    /// Path operators; false where the operator is another.
    pub(super) fn step_path(&mut self, operation: &Op<'_, '_>) -> Result<bool> {
        let ctm = &self.state.ctm;
        match operation {
            Op::MoveTo(op) => self.path.move_to(point(op.0, op.1), ctm),
            Op::LineTo(op) => self.path.line_to(point(op.0, op.1), ctm),
            Op::CubicTo(op) => self.path.curve_to(point(op.0, op.1), point(op.2, op.3), point(op.4, op.5), ctm),
            Op::CubicStartTo(op) => self.path.curve_from_current(point(op.0, op.1), point(op.2, op.3), ctm),
            Op::CubicEndTo(op) => {
                let end = point(op.2, op.3);
                self.path.curve_to(point(op.0, op.1), end, end, ctm);
            }
            Op::ClosePath(_) => self.path.close(),
            Op::RectPath(op) => self.path.rectangle([op.0, op.1, op.2, op.3].map(|n| n.as_f32()), ctm),
            Op::ClipNonZero(_) => self.path.set_clip(false),
            Op::ClipEvenOdd(_) => self.path.set_clip(true),
            _ => match painting(operation) {
                Some(painting) => self.paint(painting)?,
                None => return Ok(false),
            },
        }
        Ok(true)
    }

    fn paint(&mut self, painting: Painting) -> Result<()> {
        let path = self.path.paint(painting, &mut self.state);
        if let Some(path) = path.filter(|_| !self.marking.hides()) {
            self.text.flush(&mut self.sink, self.context)?;
            self.sink.push_path(path, self.context)?;
            self.sink.note_manner(&self.state);
        }
        Ok(())
    }
}

fn painting(operation: &Op<'_, '_>) -> Option<Painting> {
    let (fill, stroke, close) = match operation {
        Op::EndPath(_) => (false, false, false),
        Op::StrokePath(_) => (false, true, false),
        Op::CloseAndStrokePath(_) => (false, true, true),
        Op::FillPathNonZero(_) | Op::FillPathNonZeroCompatibility(_) | Op::FillPathEvenOdd(_) => (true, false, false),
        Op::FillAndStrokeNonZero(_) | Op::FillAndStrokeEvenOdd(_) => (true, true, false),
        Op::CloseFillAndStrokeNonZero(_) | Op::CloseFillAndStrokeEvenOdd(_) => (true, true, true),
        _ => return None,
    };
    let even_odd =
        matches!(operation, Op::FillPathEvenOdd(_) | Op::FillAndStrokeEvenOdd(_) | Op::CloseFillAndStrokeEvenOdd(_));
    Some(Painting { fill, stroke, close, even_odd })
}
