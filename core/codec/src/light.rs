//! The sRGB transfer function: samples to linear light and back (IEC 61966-2-1).

/// The sample that shows so much light, 1 being white; what is brighter is white.
pub(crate) fn encoded(light: f32) -> f32 {
    let light = if light > 0.0 { light.min(1.0) } else { 0.0 };
    if light <= 0.003_130_8 { 12.92 * light } else { 1.055 * libm::powf(light, 1.0 / 2.4) - 0.055 }
}

/// The light that a sample from 0 to 1 shows.
pub(crate) fn decoded(sample: f32) -> f32 {
    if sample <= 0.040_45 { sample / 12.92 } else { libm::powf((sample + 0.055) / 1.055, 2.4) }
}

/// The light of each 8-bit sample.
pub fn table() -> [f32; 256] {
    std::array::from_fn(|sample| decoded(sample as f32 / 255.0))
}

/// Light as an 8-bit sample.
pub(crate) fn sample(light: f32) -> u8 {
    (encoded(light) * 255.0 + 0.5) as u8
}
