//! Light by its logarithm (Larson, LogLuv encoding for full-gamut, high-dynamic range images, Journal of Graphics Tools
//! 3(1), 1998), as samples of sRGB.

use super::layout::{Layout, Meaning};
use super::luv_rows;
use super::unpack::SGI_LOG_24;
use crate::light;
use transvase_base::context::Context;
use transvase_base::error::{Error, Result};

/// What a pixel's code tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Coding {
    /// Brightness in 16 bits.
    L16,
    /// Brightness in 16 bits, u' and v' in 8 each.
    Luv32,
    /// Brightness in 10 bits, the number of a colour in 14.
    Luv24,
}

/// Unpacks `rows`, `width` pixels each, and tells how many bytes came before the end or any damage.
///
/// # Errors
/// `Malformed` where the page holds no light; `TimedOut` or `Cancelled`.
pub(crate) fn unpack(
    packed: &[u8],
    rows: &mut [u8],
    width: usize,
    layout: &Layout,
    context: &Context,
) -> Result<usize> {
    let coding = match (layout.meaning, layout.compression) {
        (Meaning::LogL, _) => Coding::L16,
        (Meaning::LogLuv, SGI_LOG_24) => Coding::Luv24,
        (Meaning::LogLuv, _) => Coding::Luv32,
        _ => {
            return Err(Error::malformed(
                "the TIFF uses SGI Log compression, but its colours are neither LogL nor LogLuv",
            ));
        }
    };
    let (mut rest, mut filled) = (packed, 0);
    let mut codes = vec![0; width];
    for row in rows.chunks_exact_mut((width * layout.samples).max(1)) {
        context.tick(width as u64)?;
        let count = match coding {
            Coding::L16 => planes(&mut rest, &mut codes, 2),
            Coding::Luv32 => planes(&mut rest, &mut codes, 4),
            Coding::Luv24 => triples(&mut rest, &mut codes),
        };
        show(&codes[..count], row, layout.samples, coding);
        filled += count * layout.samples;
        if count < width {
            break;
        }
    }
    Ok(filled)
}

/// The codes of a row whose first bytes stand together, then its second ones, each in runs. How many are whole.
fn planes(rest: &mut &[u8], codes: &mut [u32], bytes: u32) -> usize {
    codes.fill(0);
    (0..bytes).rev().map(|byte| plane(rest, codes, 8 * byte)).min().unwrap_or(0)
}

/// Adds a byte to each code, as far as there are any: a count from 128 on repeats a byte, at least twice, one below is
/// that of the bytes that follow.
fn plane(rest: &mut &[u8], codes: &mut [u32], shift: u32) -> usize {
    let mut filled = 0;
    while let ([head, tail @ ..], true) = (*rest, filled < codes.len()) {
        let places = &mut codes[filled..];
        let count = usize::from(*head);
        if count >= 128 {
            let Some((byte, after)) = tail.split_first() else { break };
            let run = places.len().min(count - 126);
            places[..run].iter_mut().for_each(|code| *code |= u32::from(*byte) << shift);
            (*rest, filled) = (after, filled + run);
        } else {
            let run = places.len().min(count).min(tail.len());
            places.iter_mut().zip(&tail[..run]).for_each(|(code, byte)| *code |= u32::from(*byte) << shift);
            (*rest, filled) = (&tail[run..], filled + run);
        }
    }
    filled
}

/// The codes of a row that are three bytes each. How many there are.
fn triples(rest: &mut &[u8], codes: &mut [u32]) -> usize {
    let count = codes.len().min(rest.len() / 3);
    let (here, after) = rest.split_at(3 * count);
    for (code, bytes) in codes.iter_mut().zip(here.as_chunks::<3>().0) {
        *code = u32::from_be_bytes([0, bytes[0], bytes[1], bytes[2]]);
    }
    *rest = after;
    count
}

/// Codes as samples, of which a pixel has one or three.
fn show(codes: &[u32], row: &mut [u8], samples: usize, coding: Coding) {
    let mut known = (0, [0; 3]);
    for (code, pixel) in codes.iter().zip(row.chunks_exact_mut(samples)) {
        if known.0 != *code {
            known = (*code, colors(*code, coding).map(light::sample));
        }
        pixel.copy_from_slice(&known.1[..samples]);
    }
}

/// The light of a code: red, green and blue.
fn colors(code: u32, coding: Coding) -> [f32; 3] {
    match coding {
        Coding::L16 => [brightness(code as u16); 3],
        Coding::Luv32 => {
            let share = |code: u8| (f32::from(code) + 0.5) / 410.0;
            colored(brightness((code >> 16) as u16), (share((code >> 8) as u8), share(code as u8)))
        }
        Coding::Luv24 => {
            let level = code >> 14;
            let light = if level == 0 { 0.0 } else { libm::exp2f((level as f32 + 0.5) / 64.0 - 12.0) };
            colored(light, luv_rows::middle((code & 0x3FFF) as u16))
        }
    }
}

/// The brightness of a sign and 15 bits.
fn brightness(code: u16) -> f32 {
    let level = code & 0x7FFF;
    let light = if level == 0 { 0.0 } else { libm::exp2f((f32::from(level) + 0.5) / 256.0 - 64.0) };
    if code > 0x7FFF { -light } else { light }
}

/// Light of a brightness and a colour, by the primaries of BT.709. The white of the format has equal energy: it becomes
/// that of the display, as in Radiance's pictures.
fn colored(y: f32, (u, v): (f32, f32)) -> [f32; 3] {
    // CIE 15, 8.1: u' = 4X / (X + 15Y + 3Z), v' = 9Y / (X + 15Y + 3Z).
    let (x, z) = (y * 9.0 * u / (4.0 * v), y * (12.0 - 3.0 * u - 20.0 * v) / (4.0 * v));
    [2.690 * x - 1.276 * y - 0.414 * z, -1.022 * x + 1.978 * y + 0.044 * z, 0.061 * x - 0.224 * y + 1.163 * z]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_near(light: [f32; 3], expected: f32) -> bool {
        light.iter().all(|light| (light / expected - 1.0).abs() < 0.02)
    }

    #[test]
    fn levels_are_steps_of_the_logarithm() {
        // Le = floor(256 (log2 L + 64)).
        assert_eq!(brightness(0), 0.0);
        assert!((brightness(256 * 64) - 1.0).abs() < 0.002);
        assert!((brightness(256 * 63) - 0.5).abs() < 0.001);
        assert!((brightness(0x8000 | (256 * 65)) + 2.0).abs() < 0.004);
    }

    #[test]
    fn white_is_as_bright_in_each_coding() {
        // ue = floor(410 u'), ve = floor(410 v'): 0x56 and 0xC2 for equal energy.
        assert!(is_near(colors((256 * 64) << 16 | 0x56C2, Coding::Luv32), 1.0));
        assert!(is_near(colors(256 * 62, Coding::L16), 0.25));
        // Le = floor(64 (log2 L + 12)); a number without a square is white.
        assert!(is_near(colors((64 * 12) << 14 | 0x3FFF, Coding::Luv24), 1.0));
        assert_eq!(colors(0x3FFF, Coding::Luv24), [0.0; 3]);
    }

    #[test]
    fn primaries_come_back() {
        // Red, green and blue of BT.709 as x and y; u' = 4x / (12y - 2x + 3), v' = 9y / (12y - 2x + 3).
        for (at, (x, y)) in [(0.64_f32, 0.33_f32), (0.30, 0.60), (0.15, 0.06)].into_iter().enumerate() {
            let under = 12.0 * y - 2.0 * x + 3.0;
            let (ue, ve) = ((410.0 * 4.0 * x / under) as u32, (410.0 * 9.0 * y / under) as u32);
            let light = colors((256 * 60) << 16 | ue << 8 | ve, Coding::Luv32);
            let most = light.iter().copied().fold(0.0, f32::max);
            assert_eq!(light[at], most);
            assert!(
                light.iter().enumerate().all(|(other, light)| other == at || light.abs() < 0.1 * most),
                "{light:?}"
            );
        }
    }

    #[test]
    fn rows_are_runs_of_bytes_by_their_planes() {
        let mut codes = [0; 4];
        // Three times 0x40 and one of 0x3F, then four different bytes; the next row begins behind.
        let mut rest: &[u8] = &[129, 0x40, 1, 0x3F, 0, 4, 1, 2, 3, 4, 99];
        assert_eq!(planes(&mut rest, &mut codes, 2), 4);
        assert_eq!((codes, rest), ([0x4001, 0x4002, 0x4003, 0x3F04], &[99][..]));
        let mut short: &[u8] = &[130, 0x40, 1, 7];
        assert_eq!(planes(&mut short, &mut codes, 2), 1);
        let mut three: &[u8] = &[1, 2, 3, 4];
        assert_eq!(triples(&mut three, &mut codes), 1);
        assert_eq!(codes[0], 0x0001_0203);
    }
}
