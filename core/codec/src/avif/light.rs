//! Brightness beyond that of an ordinary screen (ITU-R BT.2100), as an ordinary screen shows it: up to half of white as it
//! is, what is brighter closer together, by Report ITU-R BT.2390, 5.4.1.

use crate::isobmff::Codes;
use crate::light;

/// Numbers of transfer characteristics (ITU-T H.273, table 3).
const PQ: u16 = 16;
const HLG: u16 = 18;

/// Brightness of white paper, in candelas per square metre (Report ITU-R BT.2408, table 1).
const WHITE: f32 = 203.0;

/// Brightness that is shown as white: as much as most of today's HDR pictures reach.
const PEAK: f32 = 1_000.0;

/// Steps of the tables.
const STEPS: usize = 4_096;

/// From samples of HDR to those of sRGB.
#[derive(Debug)]
pub(crate) struct Light {
    is_hlg: bool,
    to_srgb: [[f32; 3]; 3],
    /// Candelas by sample, for PQ; light of the scene by sample, for HLG.
    linear: Vec<f32>,
    /// What is shown of so many candelas, by the sample of PQ.
    kept: Vec<f32>,
}

impl Light {
    /// What samples of these numbers need; nothing where they are of ordinary brightness.
    pub(crate) fn of(codes: Codes) -> Option<Self> {
        let is_hlg = codes.transfer == HLG;
        if !is_hlg && codes.transfer != PQ {
            return None;
        }
        let table = |of: fn(f32) -> f32| (0..=STEPS).map(|step| of(step as f32 / STEPS as f32)).collect();
        let to_srgb = match codes.primaries {
            9 => BT2020_TO_SRGB,
            11 | 12 => P3_TO_SRGB,
            _ => [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
        };
        Some(Light { is_hlg, to_srgb, linear: table(if is_hlg { scene } else { candelas }), kept: table(kept) })
    }

    /// The sample of sRGB for a pixel; all from 0 to 1.
    pub(crate) fn shown(&self, rgb: [f32; 3]) -> [f32; 3] {
        let linear = rgb.map(|sample| looked_up(&self.linear, sample));
        let (candelas, brightest) = if self.is_hlg {
            let candelas = displayed(linear);
            let most = candelas.iter().copied().fold(0.0, f32::max);
            (candelas, pq(most))
        } else {
            (linear, rgb.iter().copied().fold(0.0, f32::max))
        };
        let share = looked_up(&self.kept, brightest) / WHITE;
        let light = candelas.map(|candelas| candelas * share);
        self.to_srgb.map(|row| light::encoded(row[0] * light[0] + row[1] * light[1] + row[2] * light[2]))
    }
}

/// A table's value at a place from 0 to 1, between its steps too.
fn looked_up(table: &[f32], place: f32) -> f32 {
    let place = place.clamp(0.0, 1.0) * STEPS as f32;
    let step = (place as usize).min(STEPS - 1);
    let (low, high) = (table[step], table[step + 1]);
    low + (high - low) * (place - step as f32)
}

/// Recommendation ITU-R BT.2087, 4.
const BT2020_TO_SRGB: [[f32; 3]; 3] =
    [[1.6605, -0.5876, -0.0728], [-0.1246, 1.1329, -0.0083], [-0.0182, -0.1006, 1.1187]];

/// SMPTE EG 432-1 to IEC 61966-2-1, both with the white of D65.
const P3_TO_SRGB: [[f32; 3]; 3] = [[1.2249, -0.2247, 0.0], [-0.0420, 1.0419, 0.0], [-0.0197, -0.0786, 1.0979]];

const M1: f32 = 2_610.0 / 16_384.0;
const M2: f32 = 2_523.0 / 4_096.0 * 128.0;
const C1: f32 = 3_424.0 / 4_096.0;
const C2: f32 = 2_413.0 / 4_096.0 * 32.0;
const C3: f32 = 2_392.0 / 4_096.0 * 32.0;

/// Candelas per square metre of a sample (ITU-R BT.2100, table 4).
fn candelas(sample: f32) -> f32 {
    let root = libm::powf(sample, 1.0 / M2);
    10_000.0 * libm::powf((root - C1).max(0.0) / (C2 - C3 * root), 1.0 / M1)
}

/// The sample of so many candelas.
fn pq(candelas: f32) -> f32 {
    let power = libm::powf((candelas / 10_000.0).clamp(0.0, 1.0), M1);
    libm::powf((C1 + C2 * power) / (1.0 + C3 * power), M2)
}

/// Light of the scene of a sample of HLG (ITU-R BT.2100, table 5).
fn scene(sample: f32) -> f32 {
    const A: f32 = 0.178_832_77;
    const B: f32 = 1.0 - 4.0 * A;
    let c = 0.5 - A * libm::logf(4.0 * A);
    if sample <= 0.5 { sample * sample / 3.0 } else { (libm::expf((sample - c) / A) + B) / 12.0 }
}

/// Candelas that a screen of the peak's brightness shows of a scene (ITU-R BT.2100, table 5, with a gamma of 1.2).
fn displayed(scene: [f32; 3]) -> [f32; 3] {
    let brightness = 0.2627 * scene[0] + 0.6780 * scene[1] + 0.0593 * scene[2];
    let gain = PEAK * libm::powf(brightness.max(0.0), 0.2);
    scene.map(|light| light * gain)
}

/// How much of the candelas of a sample of PQ is shown.
fn kept(sample: f32) -> f32 {
    let (peak, white) = (pq(PEAK), pq(WHITE));
    let (from, most) = ((sample / peak).min(1.0), white / peak);
    let knee = 1.5 * most - 0.5;
    if sample <= 0.0 || from < knee {
        return 1.0;
    }
    let t = (from - knee) / (1.0 - knee);
    let (square, cube) = (t * t, t * t * t);
    let to = (2.0 * cube - 3.0 * square + 1.0) * knee
        + (cube - 2.0 * square + t) * (1.0 - knee)
        + (-2.0 * cube + 3.0 * square) * most;
    candelas(to * peak) / candelas(sample)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(transfer: u16, sample: f32) -> f32 {
        let light = Light::of(Codes { primaries: 1, transfer, matrix: 0, is_full_range: true }).unwrap();
        light.shown([sample; 3])[0]
    }

    #[test]
    fn pq_is_that_of_its_specification() {
        // ITU-R BT.2408, table 1: white paper at 58 % of PQ; 100 cd/m2 at 50.8 %.
        assert!((pq(203.0) - 0.5807).abs() < 0.001 && (pq(100.0) - 0.508).abs() < 0.001);
        assert!((candelas(0.5807) - 203.0).abs() < 1.0 && (candelas(1.0) - 10_000.0).abs() < 1.0);
    }

    #[test]
    fn dark_parts_stay_and_bright_ones_move_together() {
        // A fifth of white is as bright as in sRGB.
        let dark = shown(PQ, pq(0.2 * WHITE));
        assert!((dark - light::encoded(0.2)).abs() < 0.005, "{dark}");
        assert!((shown(PQ, pq(PEAK)) - 1.0).abs() < 0.005 && shown(PQ, 1.0) > 0.995);
        let paper = shown(PQ, pq(WHITE));
        assert!(paper > 0.8 && paper < 0.95, "{paper}");
    }

    #[test]
    fn hlg_has_its_white_at_three_quarters() {
        // ITU-R BT.2408, table 1: white paper at 75 % of HLG is as bright as at 58 % of PQ.
        assert!((shown(HLG, 0.75) - shown(PQ, 0.5807)).abs() < 0.01);
        assert!(shown(HLG, 0.0) < 0.001 && shown(HLG, 1.0) > 0.99);
    }
}
