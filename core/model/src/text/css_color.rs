//! Colours as style sheets name them (CSS Color 3), which office files do, too.

use crate::flow::Color;

/// The number a text begins with, and what follows it.
pub fn split_unit(text: &str) -> Option<(f32, &str)> {
    let sign = usize::from(text.starts_with(['+', '-']));
    let digits = text[sign..].find(|c: char| !c.is_ascii_digit() && c != '.').unwrap_or(text.len() - sign);
    let (number, unit) = text.split_at(sign + digits);
    let number: f32 = number.parse().ok()?;
    number.is_finite().then_some((number, unit.trim()))
}

/// The names people use; the full list of CSS Color 4 has 148.
#[rustfmt::skip]
const NAMED: &[(&str, u32)] = &[
    ("aqua", 0x00FFFF), ("beige", 0xF5F5DC), ("black", 0x000000), ("blue", 0x0000FF), ("brown", 0xA52A2A),
    ("crimson", 0xDC143C), ("cyan", 0x00FFFF), ("darkblue", 0x00008B), ("darkgray", 0xA9A9A9),
    ("darkgreen", 0x006400), ("darkgrey", 0xA9A9A9), ("darkred", 0x8B0000), ("dimgray", 0x696969),
    ("dimgrey", 0x696969), ("firebrick", 0xB22222), ("fuchsia", 0xFF00FF), ("gold", 0xFFD700), ("gray", 0x808080),
    ("green", 0x008000), ("grey", 0x808080), ("indigo", 0x4B0082), ("ivory", 0xFFFFF0), ("lavender", 0xE6E6FA),
    ("lightblue", 0xADD8E6), ("lightgray", 0xD3D3D3), ("lightgreen", 0x90EE90), ("lightgrey", 0xD3D3D3),
    ("lightyellow", 0xFFFFE0), ("lime", 0x00FF00), ("magenta", 0xFF00FF), ("maroon", 0x800000), ("navy", 0x000080),
    ("olive", 0x808000), ("orange", 0xFFA500), ("pink", 0xFFC0CB), ("purple", 0x800080), ("red", 0xFF0000),
    ("silver", 0xC0C0C0), ("slategray", 0x708090), ("steelblue", 0x4682B4), ("tan", 0xD2B48C), ("teal", 0x008080),
    ("violet", 0xEE82EE), ("white", 0xFFFFFF), ("whitesmoke", 0xF5F5F5), ("yellow", 0xFFFF00),
];

/// A colour, and how much of what lies below it it hides.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Paint {
    /// The colour.
    pub color: Color,
    /// From 0, which hides nothing, to 1, which hides all.
    pub alpha: f32,
}

impl Paint {
    /// The keyword `transparent` (CSS Color 4, 6.2).
    pub const TRANSPARENT: Paint = Paint { color: Color::BLACK, alpha: 0.0 };

    /// A colour that hides what lies below it.
    pub const fn opaque(color: Color) -> Paint {
        Paint { color, alpha: 1.0 }
    }

    /// The same, seen through something of this opacity.
    #[must_use]
    pub fn faded(self, opacity: f32) -> Paint {
        Paint { alpha: self.alpha * opacity, ..self }
    }

    /// What is seen of it on a ground (CSS Color 4, 4.2); `None` where nothing is.
    pub fn on(self, ground: Color) -> Option<Color> {
        (self.alpha > 0.0).then(|| self.color.over(ground, self.alpha))
    }
}

/// Reads a colour as if it hid what lies below it; `Some(None)` is one that is not seen.
pub fn color(text: &str) -> Option<Option<Color>> {
    paint(text).map(|paint| (paint.alpha > 0.0).then_some(paint.color))
}

/// Reads a colour.
pub fn paint(text: &str) -> Option<Paint> {
    let text = text.trim().to_ascii_lowercase();
    if text == "transparent" {
        return Some(Paint::TRANSPARENT);
    }
    if let Some(hex) = text.strip_prefix('#') {
        return hex_color(hex);
    }
    if let Some((function, arguments)) = text.split_once('(') {
        return function_color(function, arguments.strip_suffix(')')?);
    }
    let (_, value) = NAMED.iter().find(|(name, _)| *name == text)?;
    Some(Paint::opaque(Color { r: (value >> 16) as u8, g: (value >> 8) as u8, b: *value as u8 }))
}

/// `rgb`, `rgba`, `rrggbb` and `rrggbbaa` (CSS Color 4, 5.2).
fn hex_color(hex: &str) -> Option<Paint> {
    if !hex.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let channel = |index: usize| match hex.len() {
        3 | 4 => u8::from_str_radix(&hex[index..=index], 16).ok().map(|value| value * 17),
        6 | 8 => u8::from_str_radix(&hex[index * 2..index * 2 + 2], 16).ok(),
        _ => None,
    };
    let alpha = if matches!(hex.len(), 4 | 8) { f32::from(channel(3)?) / 255.0 } else { 1.0 };
    Some(Paint { color: Color { r: channel(0)?, g: channel(1)?, b: channel(2)? }, alpha })
}

/// `rgb()` and `hsl()`, each also with an `a` at the end of its name (CSS Color 4, 5.1 and 7).
fn function_color(function: &str, arguments: &str) -> Option<Paint> {
    let parts: Vec<&str> = arguments.split([',', ' ', '/']).filter(|part| !part.is_empty()).collect();
    let part = |index: usize| split_unit(parts.get(index)?);
    let color = match function.trim() {
        "rgb" | "rgba" => {
            let channel = |index| part(index).map(|(number, unit)| if unit == "%" { number * 2.55 } else { number });
            Color { r: channel(0)?.round() as u8, g: channel(1)?.round() as u8, b: channel(2)?.round() as u8 }
        }
        "hsl" | "hsla" => {
            let share = |index| part(index).map(|(number, _)| (number / 100.0).clamp(0.0, 1.0));
            from_hsl(degrees(part(0)?)?, share(1)?, share(2)?)
        }
        _ => return None,
    };
    let alpha = parts.get(3).map_or(Some((1.0, "")), |part| split_unit(part));
    let alpha = alpha.map(|(number, unit)| if unit == "%" { number / 100.0 } else { number })?;
    Some(Paint { color, alpha: alpha.clamp(0.0, 1.0) })
}

/// An angle in degrees (CSS Values 4, 7.1).
fn degrees((number, unit): (f32, &str)) -> Option<f32> {
    match unit {
        "" | "deg" => Some(number),
        "turn" => Some(number * 360.0),
        "grad" => Some(number * 0.9),
        "rad" => Some(number.to_degrees()),
        _ => None,
    }
}

/// The colour of a hue, a saturation and a lightness (CSS Color 4, 7.1).
fn from_hsl(hue: f32, saturation: f32, lightness: f32) -> Color {
    let reach = saturation * lightness.min(1.0 - lightness);
    let channel = |offset: f32| {
        let at = (offset + hue / 30.0).rem_euclid(12.0);
        let value = lightness - reach * (at - 3.0).min(9.0 - at).clamp(-1.0, 1.0);
        (value * 255.0).round() as u8
    };
    Color { r: channel(0.0), g: channel(8.0), b: channel(4.0) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_of_every_form() {
        let rgb = |r, g, b| Some(Some(Color { r, g, b }));
        assert_eq!(color("#fA0"), rgb(255, 170, 0));
        assert_eq!(color("#102030"), rgb(16, 32, 48));
        assert_eq!(color("rgb(10%, 20, 300)"), rgb(26, 20, 255));
        assert_eq!(color("rgba(1,2,3,0)"), Some(None));
        assert_eq!(color("Navy"), rgb(0, 0, 128));
        assert_eq!(color("#12"), None);
        assert_eq!(color("#éa"), None);
        for nonsense in ["rgb(1,2", "rgb(1 2)", "hsl(1 2 x)", "lab(1 2 3)", "rgba(1,2,3,x)"] {
            assert_eq!(paint(nonsense), None, "{nonsense}");
        }
    }

    #[test]
    fn what_a_colour_lets_through_is_seen() {
        let seen = |text: &str| paint(text).and_then(|paint| paint.on(Color::WHITE)).map(Color::hex);
        let navy = Some("#d9d9eb".to_owned());
        for text in ["rgba(0,0,120,.15)", "rgb(0 0 120 / 15%)", "rgba(0, 0, 120, 0.15)"] {
            assert_eq!(seen(text), navy, "{text}");
        }
        assert_eq!((seen("#0008"), seen("#00000080")), (Some("#777777".into()), Some("#7f7f7f".into())));
        assert_eq!((seen("transparent"), seen("#fff0"), seen("rgba(1,2,3,0)")), (None, None, None));
        assert_eq!(
            paint("#000").and_then(|ink| ink.faded(0.5).on(Color::WHITE)).map(Color::hex),
            Some("#808080".into())
        );
    }

    #[test]
    fn hues_are_colours() {
        let seen = |text: &str| paint(text).map(|paint| paint.color.hex());
        assert_eq!(seen("hsl(0, 100%, 50%)").as_deref(), Some("#ff0000"));
        assert_eq!(seen("hsl(120deg 100% 25%)").as_deref(), Some("#008000"));
        assert_eq!(seen("hsla(-120, 100%, 50%, .5)").as_deref(), Some("#0000ff"));
        assert_eq!(seen("hsl(.5turn 100% 50%)").as_deref(), Some("#00ffff"));
        assert_eq!(paint("hsla(0 0% 0% / 25%)").map(|paint| paint.alpha), Some(0.25));
    }
}
