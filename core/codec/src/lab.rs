//! CIE L*a*b* with the white of D50, as pictures store it, as sRGB.

use crate::light;
use transvase_base::context::Context;
use transvase_base::error::Result;

/// Shares of the most a sample can be: brightness, and colours that are signed or have their zero in the middle.
pub(crate) fn rgb([lightness, a, b]: [f32; 3], is_signed: bool) -> [f32; 3] {
    let color = |share: f32| {
        let step = share * 255.0;
        if !is_signed {
            step - 128.0
        } else if step >= 128.0 {
            step - 256.0
        } else {
            step
        }
    };
    let y = (lightness * 100.0 + 16.0) / 116.0;
    let (x, z) = (y + color(a) / 500.0, y - color(b) / 200.0);
    // CIE 15, 8.2.1, and the white of ICC's connection space.
    const EDGE: f32 = 6.0 / 29.0;
    let linear = |f: f32| if f > EDGE { f * f * f } else { 3.0 * EDGE * EDGE * (f - 4.0 / 29.0) };
    let (x, y, z) = (0.964_22 * linear(x), linear(y), 0.825_21 * linear(z));
    // From XYZ of D50 to the primaries of sRGB (Lindbloom, Bradford's adaptation).
    [
        light::encoded(3.133_856 * x - 1.616_866_7 * y - 0.490_614_6 * z),
        light::encoded(-0.978_768_4 * x + 1.916_141_5 * y + 0.033_454 * z),
        light::encoded(0.071_945_3 * x - 0.228_991_4 * y + 1.405_242_7 * z),
    ]
}

/// Changes the first three samples of each pixel: of 8 bits, or of 16 in native order.
///
/// # Errors
/// `TimedOut` or `Cancelled`.
pub(crate) fn to_srgb(
    samples: &mut [u8],
    channels: usize,
    is_deep: bool,
    is_signed: bool,
    context: &Context,
) -> Result<()> {
    let (step, most) = if is_deep { (2, 65_535.0) } else { (1, 255.0) };
    for pixel in samples.chunks_exact_mut(channels * step) {
        context.tick(1)?;
        let share = |at: usize| match is_deep {
            true => f32::from(u16::from_ne_bytes([pixel[2 * at], pixel[2 * at + 1]])) / most,
            false => f32::from(pixel[at]) / most,
        };
        let colors = rgb([share(0), share(1), share(2)], is_signed);
        for (at, color) in colors.into_iter().enumerate() {
            let value = (color.clamp(0.0, 1.0) * most + 0.5) as u16;
            match is_deep {
                true => pixel[2 * at..2 * at + 2].copy_from_slice(&value.to_ne_bytes()),
                false => pixel[at] = value as u8,
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_colours_come_out() {
        // Lindbloom's calculator, D50: the red of sRGB is L 54.29, a 80.81, b 69.89.
        let red = rgb([0.5429, (80.81 + 128.0) / 255.0, (69.89 + 128.0) / 255.0], false);
        assert!((red[0] - 1.0).abs() < 0.01 && red[1] < 0.04 && red[2] < 0.04, "{red:?}");
        let gray = rgb([0.5339, 0.0, 0.0], true);
        assert!(gray.iter().all(|sample| (sample - 0.498).abs() < 0.005), "{gray:?}");
    }
}
