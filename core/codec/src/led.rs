//! Tolerance for damaged later frames: damage in the first frame ends a conversion, damage in a later one only ends the
//! frames.

use transvase_base::context::Context;
use transvase_base::error::{ErrorCode, Result};
use transvase_base::warning::{Warning, WarningCode};
use transvase_model::raster::{Frame, Frames};

/// `first`, and up to `rest` more that `draw` makes.
pub(crate) fn led_by<'a>(
    first: Frame,
    rest: usize,
    mut draw: impl FnMut(&Context) -> Result<Option<Frame>> + Send + 'a,
) -> Frames<'a> {
    let (mut first, mut number) = (Some(first), 1);
    Frames::drawn(rest + 1, move |context| {
        if let Some(first) = first.take() {
            return Ok(Some(first));
        }
        context.checkpoint()?;
        number += 1;
        match draw(context) {
            Err(error) if matches!(error.code(), ErrorCode::Malformed | ErrorCode::Truncated) => {
                let message = format!("frame {number} is damaged; it and all later frames were left out: {error}");
                context.warn(Warning::new(WarningCode::InputRepaired, message));
                Ok(None)
            }
            drawn => drawn,
        }
    })
}
