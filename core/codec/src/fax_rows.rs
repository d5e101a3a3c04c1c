//! CCITT fax images, Group 3 and 4 (ITU-T T.4 and T.6), decoded row by row.

use hayro_ccitt::{DecodeSettings, Decoder, DecoderContext, EncodingMode};

use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::fence::fenced;

/// How the rows are coded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Coding {
    /// Each for itself (T.4).
    OneDimension,
    /// Each for itself, beginning at a whole byte, without a sign at its end.
    Bytewise,
    /// Some by the row before (T.4).
    TwoDimensions,
    /// All by the row before (T.6).
    T6,
}

/// Hands each row of an image of this size to `take`: its number, and the places where the colour changes, first to
/// black. Tells how many there were before the end or any damage.
///
/// # Errors
/// `TimedOut`, `Cancelled`, or a limit.
pub(crate) fn decode(
    data: &[u8],
    (columns, rows): (u32, u32),
    coding: Coding,
    context: &Context,
    take: impl FnMut(usize, &[u32]),
) -> Result<usize> {
    let settings = DecodeSettings {
        columns,
        rows,
        end_of_block: coding != Coding::Bytewise,
        end_of_line: matches!(coding, Coding::OneDimension | Coding::TwoDimensions),
        rows_are_byte_aligned: coding == Coding::Bytewise,
        encoding: match coding {
            Coding::OneDimension | Coding::Bytewise => EncodingMode::Group3_1D,
            Coding::TwoDimensions => EncodingMode::Group3_2D,
            Coding::T6 => EncodingMode::Group4,
        },
        strict: false,
    };
    let mut counted = Counted { take, row: 0, rows: rows as usize, columns, context, stopped: Ok(()) };
    let _ = fenced(|| hayro_ccitt::decode(data, &mut counted, &mut DecoderContext::new(settings)));
    counted.stopped?;
    Ok(counted.row)
}

struct Counted<'c, T> {
    take: T,
    row: usize,
    rows: usize,
    columns: u32,
    context: &'c Context,
    /// What ended it early.
    stopped: Result<()>,
}

impl<T: FnMut(usize, &[u32])> Decoder for Counted<'_, T> {
    fn push_row(&mut self, changes: &[u32]) {
        if self.stopped.is_err() || self.row >= self.rows {
            return;
        }
        self.stopped = self.context.tick(u64::from(self.columns) / 64 + changes.len() as u64 + 1);
        (self.take)(self.row, changes);
        self.row += 1;
    }
}
