//! The planes of the flattened picture, one behind the other.

use super::matte;
use super::read::{Head, Mode};
use crate::light;
use transvase_base::context::Context;
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_base::warning::{Warning, WarningCode};

/// The first `kept` planes as samples side by side: of 8 bits, or of 16 in native order. The last of them may be the
/// opacity of the others.
///
/// # Errors
/// `Truncated`, `Malformed`, a limit.
pub(crate) fn interleaved(
    data: &[u8],
    head: &Head,
    (kept, has_alpha): (usize, bool),
    context: &Context,
) -> Result<Vec<u8>> {
    let (code, data) = data.split_first_chunk::<2>().ok_or_else(|| {
        Error::new(
            ErrorCode::Truncated,
            "the Photoshop file has no flattened picture: save it with the option Maximize Compatibility",
        )
    })?;
    let row_bytes = (head.width as usize * head.bits).div_ceil(8);
    let plane_bytes = row_bytes.saturating_mul(head.height as usize);
    let wanted = plane_bytes.saturating_mul(kept);
    context.charge_samples(wanted)?;
    context.room(wanted)?;
    let mut planes = match u16::from_be_bytes(*code) {
        0 => data.get(..wanted).unwrap_or(data).to_vec(),
        1 => runs(data, head, row_bytes, kept, context)?,
        2 | 3 => inflated(data, wanted)?,
        other => {
            return Err(Error::malformed(format!("the compression of the Photoshop file is not supported ({other})")));
        }
    };
    if planes.is_empty() {
        return Err(Error::new(ErrorCode::Truncated, "the Photoshop file ends before its picture"));
    }
    if planes.len() < wanted {
        context.warn(Warning::new(
            WarningCode::InputRepaired,
            "the file ends before its picture does: the missing part is black",
        ));
    }
    if has_alpha {
        matte::taken_off(&mut planes, head, kept, context)?;
    }
    woven(&planes, head, plane_bytes, row_bytes, kept, context)
}

fn inflated(data: &[u8], wanted: usize) -> Result<Vec<u8>> {
    use std::io::Read;
    let mut planes = Vec::new();
    let read = flate2::read::ZlibDecoder::new(data).take(wanted as u64).read_to_end(&mut planes);
    match read {
        Err(error) if planes.is_empty() => {
            Err(Error::malformed("the pixels of the Photoshop file cannot be decompressed").caused_by(error))
        }
        _ => Ok(planes),
    }
}

/// Rows in runs (TIFF 6.0, section 9), behind the lengths of all rows of all planes.
fn runs(data: &[u8], head: &Head, row_bytes: usize, kept: usize, context: &Context) -> Result<Vec<u8>> {
    let rows = head.height as usize;
    let width = if head.is_large { 4 } else { 2 };
    let table = rows.saturating_mul(head.channels).saturating_mul(width);
    let Some((table, mut data)) = data.split_at_checked(table) else {
        return Err(Error::new(ErrorCode::Truncated, "the Photoshop file ends before its picture"));
    };
    let mut planes = Vec::new();
    for length in table.chunks_exact(width).take(rows * kept) {
        context.tick(row_bytes as u64 / 16 + 1)?;
        let length = length.iter().fold(0, |length, byte| length << 8 | usize::from(*byte));
        let Some((row, rest)) = data.split_at_checked(length) else { break };
        data = rest;
        let end = planes.len() + row_bytes;
        unrun(row, &mut planes, end);
        planes.resize(end, 0);
    }
    Ok(planes)
}

fn unrun(mut row: &[u8], planes: &mut Vec<u8>, end: usize) {
    while let ([head, rest @ ..], true) = (row, planes.len() < end) {
        let room = end - planes.len();
        match *head {
            128 => row = rest,
            0..128 => {
                let count = usize::from(*head) + 1;
                planes.extend(rest.iter().take(count.min(room)));
                row = rest.get(count..).unwrap_or_default();
            }
            _ => {
                let Some((byte, after)) = rest.split_first() else { return };
                planes.extend(std::iter::repeat_n(*byte, (257 - usize::from(*head)).min(room)));
                row = after;
            }
        }
    }
}

/// Samples of planes side by side.
fn woven(
    planes: &[u8],
    head: &Head,
    plane: usize,
    row_bytes: usize,
    kept: usize,
    context: &Context,
) -> Result<Vec<u8>> {
    let width = head.width as usize;
    let mut samples = Vec::new();
    let byte = |at: usize| planes.get(at).copied().unwrap_or(0);
    for row in 0..head.height as usize {
        context.tick(width as u64)?;
        for column in 0..width {
            for channel in 0..kept {
                let start = channel * plane + row * row_bytes;
                match head.bits {
                    // One is black.
                    1 => samples.push(if byte(start + column / 8) >> (7 - column % 8) & 1 == 1 { 0 } else { 255 }),
                    8 => samples.push(byte(start + column)),
                    16 => {
                        let at = start + column * 2;
                        samples.extend(u16::from_be_bytes([byte(at), byte(at + 1)]).to_ne_bytes());
                    }
                    _ => {
                        let at = start + column * 4;
                        let value = f32::from_be_bytes([byte(at), byte(at + 1), byte(at + 2), byte(at + 3)]);
                        let is_light = head.mode != Mode::Lab && channel < 3;
                        let share = if is_light { light::encoded(value) } else { value.clamp(0.0, 1.0) };
                        samples.extend(((share * 65_535.0 + 0.5) as u16).to_ne_bytes());
                    }
                }
            }
        }
    }
    Ok(samples)
}
