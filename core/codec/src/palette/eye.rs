//! Colour distance in Oklab (Ottosson, A perceptual color space for image processing, 2020).

use crate::light;

/// A place in the space that distances between colours are measured in: Oklab of what is seen on white, and how much
/// lighter that is than on black.
pub(super) type Spot = [f32; 4];

/// Weight of a step of lightness that the ground shines through, beside one of the colour's own.
const THROUGH: f32 = 0.6;

/// Light of samples, and the place of colours.
pub(super) struct Eye {
    linear: [f32; 256],
}

impl Eye {
    pub(super) fn new() -> Eye {
        Eye { linear: light::table() }
    }

    pub(super) fn spot(&self, [red, green, blue, alpha]: [f32; 4]) -> Spot {
        let share = alpha / 255.0;
        let on = |ground: f32| self.oklab([red, green, blue].map(|sample| sample * share + ground * (1.0 - share)));
        let [light, a, b] = on(255.0);
        let through = if alpha >= 255.0 { 0.0 } else { light - on(0.0)[0] };
        [light, a, b, THROUGH * through]
    }

    fn oklab(&self, color: [f32; 3]) -> [f32; 3] {
        let [red, green, blue] = color.map(|sample| self.light(sample));
        let long = libm::cbrtf(0.412_221_46 * red + 0.536_332_55 * green + 0.051_445_995 * blue);
        let medium = libm::cbrtf(0.211_903_5 * red + 0.680_699_5 * green + 0.107_396_96 * blue);
        let short = libm::cbrtf(0.088_302_46 * red + 0.281_718_85 * green + 0.629_978_7 * blue);
        [
            0.210_454_26 * long + 0.793_617_8 * medium - 0.004_072_047 * short,
            1.977_998_5 * long - 2.428_592_2 * medium + 0.450_593_7 * short,
            0.025_904_037 * long + 0.782_771_77 * medium - 0.808_675_77 * short,
        ]
    }

    /// The light of a sample that may lie between two whole ones.
    fn light(&self, sample: f32) -> f32 {
        let low = sample.clamp(0.0, 254.0) as usize;
        let share = (sample - low as f32).clamp(0.0, 1.0);
        self.linear[low] + share * (self.linear[low + 1] - self.linear[low])
    }
}

pub(super) fn distance(a: &Spot, b: &Spot) -> f32 {
    (0..4).map(|at| (a[at] - b[at]) * (a[at] - b[at])).sum()
}

/// The place nearest to a spot, by its number.
pub(super) fn nearest(spots: &[Spot], spot: &Spot) -> usize {
    let mut best = (0, f32::MAX);
    for (index, other) in spots.iter().enumerate() {
        let distance = distance(other, spot);
        if distance < best.1 {
            best = (index, distance);
        }
    }
    best.0
}
