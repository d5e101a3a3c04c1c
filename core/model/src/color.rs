//! Colours, which all that is painted shares.

/// An sRGB colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Color {
    /// Red.
    pub r: u8,
    /// Green.
    pub g: u8,
    /// Blue.
    pub b: u8,
}

impl Color {
    /// Black.
    pub const BLACK: Color = Color { r: 0, g: 0, b: 0 };
    /// White.
    pub const WHITE: Color = Color { r: 255, g: 255, b: 255 };

    /// How this colour is seen at an opacity from 0 to 1 on another.
    #[must_use]
    pub fn over(self, ground: Color, opacity: f32) -> Color {
        let opacity = opacity.clamp(0.0, 1.0);
        let mix = |a: u8, b: u8| (f32::from(a) * opacity + f32::from(b) * (1.0 - opacity)).round() as u8;
        Color { r: mix(self.r, ground.r), g: mix(self.g, ground.g), b: mix(self.b, ground.b) }
    }

    /// Contrast ratio from 1 to 21 (WCAG 2.2, "contrast ratio").
    pub fn contrast(self, other: Color) -> f32 {
        let (a, b) = (self.luminance(), other.luminance());
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    /// Relative luminance from 0 for black to 1 for white (WCAG 2.2, "relative luminance").
    fn luminance(self) -> f32 {
        let linear = |value: u8| {
            let value = f32::from(value) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { libm::powf((value + 0.055) / 1.055, 2.4) }
        };
        0.2126 * linear(self.r) + 0.7152 * linear(self.g) + 0.0722 * linear(self.b)
    }

    /// The colour as style sheets write it: `#rrggbb` (CSS Color 4, 5.2).
    pub fn hex(self) -> String {
        format!("#{:02x}{:02x}{:02x}", self.r, self.g, self.b)
    }

    /// Sum of red, green and blue: 0 of black, 765 of white.
    pub fn brightness(self) -> u32 {
        [self.r, self.g, self.b].map(u32::from).iter().sum()
    }

    /// The colour that is seen of it on white paper, at an opacity from 0 to 1.
    #[must_use]
    pub fn on_white(self, opacity: f32) -> Color {
        let opacity = opacity.clamp(0.0, 1.0);
        let mix = |value: u8| (255.0 - (255.0 - f32::from(value)) * opacity).round() as u8;
        Color { r: mix(self.r), g: mix(self.g), b: mix(self.b) }
    }
}
