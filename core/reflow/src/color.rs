//! Lightness of colours.

use transvase_model::flow::Color;

/// Brightness, of 765, below which a colour can carry light text: a light grey still does.
const DARK: u32 = 600;

/// Whether light text can be read on a colour.
pub(super) fn is_dark(color: Color) -> bool {
    color.brightness() < DARK
}

/// Too light to be read on white paper.
pub(super) fn is_light(color: Color) -> bool {
    color.r > 235 && color.g > 235 && color.b > 235
}
