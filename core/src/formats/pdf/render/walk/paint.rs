//! What painting costs: dashes, and patterns that are run for every fill.

use hayro::hayro_syntax::content::ops::TypedInstruction as Op;

use super::{Walk, Walked, refused};
use crate::context::Limit;

/// Dashes of one path, or of the lines of one letter.
const MAX_DASHES: u64 = 100_000;

/// Dashes that are drawn in the time of an operator, about.
const DASHES_PER_OPERATOR: u64 = 8;

impl Walk<'_> {
    /// Operators that paint a path; false where the operator is another.
    pub(super) fn step_paint(&mut self, operation: &Op<'_, '_>) -> Walked<bool> {
        let (fills, strokes) = match operation {
            Op::FillPathNonZero(_) | Op::FillPathNonZeroCompatibility(_) | Op::FillPathEvenOdd(_) => (true, false),
            Op::StrokePath(_) | Op::CloseAndStrokePath(_) => (false, true),
            Op::FillAndStrokeNonZero(_)
            | Op::FillAndStrokeEvenOdd(_)
            | Op::CloseFillAndStrokeNonZero(_)
            | Op::CloseFillAndStrokeEvenOdd(_) => (true, true),
            Op::EndPath(_) => (false, false),
            _ => return Ok(false),
        };
        // Closing a path adds a line at most as long as the rest.
        let length = 2.0 * self.path.end();
        if fills {
            self.charge(self.state.fill)?;
        }
        if strokes {
            self.charge(self.state.stroke)?;
            self.dashes(length)?;
        }
        Ok(true)
    }

    /// Counts the dashes of lines that are so long together.
    pub(super) fn dashes(&mut self, length: f64) -> Walked<()> {
        if self.state.dashes == 0 {
            return Ok(());
        }
        // A length of no number is none that a dash fits into.
        let groups = length / self.state.period;
        let dashes = (groups * self.state.dashes as f64) as u64;
        if dashes > MAX_DASHES {
            return Err(refused(Limit::pdf_operators, MAX_DASHES, dashes));
        }
        self.charge(dashes / DASHES_PER_OPERATOR)
    }
}
