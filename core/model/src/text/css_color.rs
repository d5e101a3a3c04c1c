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

/// Reads a colour; `Some(None)` is `transparent`.
pub fn color(text: &str) -> Option<Option<Color>> {
    let text = text.trim().to_ascii_lowercase();
    if text == "transparent" {
        return Some(None);
    }
    if let Some(hex) = text.strip_prefix('#') {
        return hex_color(hex).map(Some);
    }
    if let Some(arguments) = text.strip_prefix("rgba").or_else(|| text.strip_prefix("rgb")) {
        return function_color(arguments);
    }
    let (_, value) = NAMED.iter().find(|(name, _)| *name == text)?;
    Some(Some(Color { r: (value >> 16) as u8, g: (value >> 8) as u8, b: *value as u8 }))
}

/// `rgb`, `rrggbb`, and the forms with alpha, whose alpha is ignored.
fn hex_color(hex: &str) -> Option<Color> {
    if !hex.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return None;
    }
    let channel = |index: usize| match hex.len() {
        3 | 4 => u8::from_str_radix(&hex[index..=index], 16).ok().map(|value| value * 17),
        6 | 8 => u8::from_str_radix(&hex[index * 2..index * 2 + 2], 16).ok(),
        _ => None,
    };
    Some(Color { r: channel(0)?, g: channel(1)?, b: channel(2)? })
}

/// The arguments of `rgb()` and `rgba()`, brackets included.
fn function_color(arguments: &str) -> Option<Option<Color>> {
    let inside = arguments.trim().strip_prefix('(')?.strip_suffix(')')?;
    let parts: Vec<&str> = inside.split([',', ' ', '/']).filter(|part| !part.is_empty()).collect();
    let channel = |index: usize| {
        let (number, unit) = split_unit(parts.get(index)?)?;
        Some(if unit == "%" { number * 2.55 } else { number }.round() as u8)
    };
    let alpha = parts.get(3).and_then(|part| split_unit(part)).map_or(1.0, |(number, _)| number);
    let color = Color { r: channel(0)?, g: channel(1)?, b: channel(2)? };
    Some((alpha > 0.0).then_some(color))
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
    }
}
