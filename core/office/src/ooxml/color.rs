//! Colours of DrawingML and what changes them (ECMA-376 part 1, 20.1.2.3).

use super::theme::Theme;
use super::tree::Tree;
use transvase_model::flow::Color;

/// Parts in a whole, as percentages of DrawingML count them.
const WHOLE: f32 = 100_000.0;

/// The colour that an element such as `a:srgbClr` gives, and its opacity from 0 to 1; `None` where it gives none.
pub(crate) fn read(tree: &Tree, theme: &Theme) -> Option<(Color, f32)> {
    let value = tree.attribute("val").unwrap_or_default();
    let color = match tree.tag() {
        "a:srgbClr" => hex(value)?,
        "a:schemeClr" => theme.color(value)?,
        "a:sysClr" => tree.attribute("lastClr").and_then(hex).or_else(|| system(value))?,
        "a:prstClr" => preset(value)?,
        "a:scrgbClr" => linear(tree)?,
        "a:hslClr" => by_hue(tree)?,
        _ => return None,
    };
    let mut changed = Changed { color, opacity: 1.0 };
    tree.children().for_each(|change| changed.change(change));
    Some((changed.color, changed.opacity.clamp(0.0, 1.0)))
}

/// A colour of six hexadecimal digits.
pub(crate) fn hex(text: &str) -> Option<Color> {
    let text = text.trim().trim_start_matches('#');
    if text.len() != 6 || !text.is_ascii() {
        return None;
    }
    let byte = |at: usize| u8::from_str_radix(&text[at..at + 2], 16).ok();
    Some(Color { r: byte(0)?, g: byte(2)?, b: byte(4)? })
}

/// A colour made lighter: `share` of its darkness stays (17.3.2.6, `themeTint`).
pub(crate) fn tinted(color: Color, share: f32) -> Color {
    let (hue, saturation, light) = hsl(color);
    from_hsl(hue, saturation, light * share + (1.0 - share))
}

/// A colour made darker: `share` of its light stays (17.3.2.6, `themeShade`).
pub(crate) fn shaded(color: Color, share: f32) -> Color {
    let (hue, saturation, light) = hsl(color);
    from_hsl(hue, saturation, light * share)
}

struct Changed {
    color: Color,
    opacity: f32,
}

impl Changed {
    fn change(&mut self, change: &Tree) {
        let share = percent(change).unwrap_or(1.0);
        let (hue, saturation, light) = hsl(self.color);
        self.color = match change.tag() {
            "a:alpha" => return self.opacity = share,
            "a:alphaMod" => return self.opacity *= share,
            "a:alphaOff" => return self.opacity += share,
            "a:lumMod" => from_hsl(hue, saturation, light * share),
            "a:lumOff" => from_hsl(hue, saturation, light + share),
            "a:lum" => from_hsl(hue, saturation, share),
            "a:satMod" => from_hsl(hue, saturation * share, light),
            "a:satOff" => from_hsl(hue, saturation + share, light),
            "a:sat" => from_hsl(hue, share, light),
            "a:hueMod" => from_hsl(hue * share, saturation, light),
            "a:hueOff" => from_hsl(hue + degrees(change) / 360.0, saturation, light),
            "a:tint" => each(self.color, |value| value * share + (1.0 - share)),
            "a:shade" => each(self.color, |value| value * share),
            "a:inv" => Color { r: 255 - self.color.r, g: 255 - self.color.g, b: 255 - self.color.b },
            "a:gray" => from_hsl(0.0, 0.0, light),
            "a:comp" => from_hsl(hue + 0.5, saturation, light),
            _ => return,
        };
    }
}

/// The share that the value of an element is.
fn percent(tree: &Tree) -> Option<f32> {
    share(tree.attribute("val")?)
}

/// A share that is written in thousandths of a percent, or with a percent sign (Strict).
pub(crate) fn share(text: &str) -> Option<f32> {
    let text = text.trim();
    let value = match text.strip_suffix('%') {
        Some(percent) => percent.parse::<f32>().ok()? / 100.0,
        None => text.parse::<f32>().ok()? / WHOLE,
    };
    value.is_finite().then_some(value)
}

/// An angle in degrees, written in their sixty-thousandths.
fn degrees(tree: &Tree) -> f32 {
    tree.attribute("val").and_then(|value| value.parse::<f32>().ok()).map_or(0.0, |value| value / 60_000.0)
}

/// Shares of linear light.
fn linear(tree: &Tree) -> Option<Color> {
    let part = |name| Some(from_linear(share(tree.attribute(name)?)?));
    Some(Color { r: part("r")?, g: part("g")?, b: part("b")? })
}

fn by_hue(tree: &Tree) -> Option<Color> {
    let hue = tree.attribute("hue")?.parse::<f32>().ok()? / 60_000.0 / 360.0;
    Some(from_hsl(hue, share(tree.attribute("sat")?)?, share(tree.attribute("lum")?)?))
}

/// Changes the linear light of each part, which is how Office programs tint and shade.
fn each(color: Color, change: impl Fn(f32) -> f32) -> Color {
    let part = |value: u8| from_linear(change(to_linear(value)));
    Color { r: part(color.r), g: part(color.g), b: part(color.b) }
}

/// IEC 61966-2-1.
fn to_linear(value: u8) -> f32 {
    let value = f32::from(value) / 255.0;
    if value <= 0.040_45 { value / 12.92 } else { libm::powf((value + 0.055) / 1.055, 2.4) }
}

fn from_linear(value: f32) -> u8 {
    let value = value.clamp(0.0, 1.0);
    let value = if value <= 0.003_130_8 { value * 12.92 } else { 1.055 * libm::powf(value, 1.0 / 2.4) - 0.055 };
    (value * 255.0).round() as u8
}

/// Hue, saturation and lightness from 0 to 1.
fn hsl(color: Color) -> (f32, f32, f32) {
    let [r, g, b] = [color.r, color.g, color.b].map(|value| f32::from(value) / 255.0);
    let (most, least) = (r.max(g).max(b), r.min(g).min(b));
    let (light, range) = (f32::midpoint(most, least), most - least);
    if range == 0.0 {
        return (0.0, 0.0, light);
    }
    let saturation = if light > 0.5 { range / (2.0 - most - least) } else { range / (most + least) };
    let sixth = if most == r {
        (g - b) / range + if g < b { 6.0 } else { 0.0 }
    } else if most == g {
        (b - r) / range + 2.0
    } else {
        (r - g) / range + 4.0
    };
    (sixth / 6.0, saturation, light)
}

fn from_hsl(hue: f32, saturation: f32, light: f32) -> Color {
    let (saturation, light) = (saturation.clamp(0.0, 1.0), light.clamp(0.0, 1.0));
    let high = if light < 0.5 { light * (1.0 + saturation) } else { light + saturation - light * saturation };
    let low = 2.0 * light - high;
    let part = |shift: f32| {
        let place = libm::fmodf(hue + shift + 2.0, 1.0);
        let value = if place < 1.0 / 6.0 {
            low + (high - low) * 6.0 * place
        } else if place < 0.5 {
            high
        } else if place < 2.0 / 3.0 {
            low + (high - low) * (2.0 / 3.0 - place) * 6.0
        } else {
            low
        };
        (value.clamp(0.0, 1.0) * 255.0).round() as u8
    };
    Color { r: part(1.0 / 3.0), g: part(0.0), b: part(-1.0 / 3.0) }
}

/// What the commonest colours of a system are where a file does not say.
fn system(name: &str) -> Option<Color> {
    match name {
        "windowText" | "btnText" | "captionText" | "menuText" | "infoText" => Some(Color::BLACK),
        "window" | "highlightText" => Some(Color::WHITE),
        _ => None,
    }
}

/// The commonest of the named colours (20.1.10.47), which are those of SVG.
fn preset(name: &str) -> Option<Color> {
    const NAMES: [(&str, u32); 30] = [
        ("black", 0),
        ("white", 0xFF_FFFF),
        ("red", 0xFF_0000),
        ("green", 0x00_8000),
        ("blue", 0x00_00FF),
        ("yellow", 0xFF_FF00),
        ("cyan", 0x00_FFFF),
        ("aqua", 0x00_FFFF),
        ("magenta", 0xFF_00FF),
        ("fuchsia", 0xFF_00FF),
        ("gray", 0x80_8080),
        ("grey", 0x80_8080),
        ("silver", 0xC0_C0C0),
        ("maroon", 0x80_0000),
        ("navy", 0x00_0080),
        ("olive", 0x80_8000),
        ("purple", 0x80_0080),
        ("teal", 0x00_8080),
        ("lime", 0x00_FF00),
        ("orange", 0xFF_A500),
        ("pink", 0xFF_C0CB),
        ("brown", 0xA5_2A2A),
        ("gold", 0xFF_D700),
        ("ltGray", 0xD3_D3D3),
        ("dkGray", 0xA9_A9A9),
        ("dkBlue", 0x00_008B),
        ("dkRed", 0x8B_0000),
        ("dkGreen", 0x00_6400),
        ("ltBlue", 0xAD_D8E6),
        ("indigo", 0x4B_0082),
    ];
    let (_, value) = NAMES.iter().find(|(known, _)| known.eq_ignore_ascii_case(name))?;
    let [_, r, g, b] = value.to_be_bytes();
    Some(Color { r, g, b })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn color(xml: &str) -> Option<(String, f32)> {
        read(&Tree::parse(xml), &Theme::default())
            .map(|(Color { r, g, b }, opacity)| (format!("{r:02X}{g:02X}{b:02X}"), opacity))
    }

    #[test]
    fn colours_are_read_with_what_changes_them() {
        let cases = [
            ("<a:srgbClr val='4f81BD'/>", "4F81BD", 1.0),
            ("<a:srgbClr val='FF0000'><a:alpha val='40000'/></a:srgbClr>", "FF0000", 0.4),
            ("<a:srgbClr val='808080'><a:lumMod val='50000'/></a:srgbClr>", "404040", 1.0),
            ("<a:srgbClr val='000000'><a:lumOff val='50%'/></a:srgbClr>", "808080", 1.0),
            ("<a:prstClr val='red'/>", "FF0000", 1.0),
            ("<a:sysClr val='window'/>", "FFFFFF", 1.0),
            ("<a:schemeClr val='tx1'/>", "000000", 1.0),
            ("<a:hslClr hue='7200000' sat='100%' lum='50%'/>", "00FF00", 1.0),
        ];
        for (xml, expected, opacity) in cases {
            assert_eq!(color(xml), Some((expected.to_owned(), opacity)), "{xml}");
        }
        assert_eq!(color("<a:noFill/>"), None);
    }

    /// The example of ECMA-376 part 1, 17.3.2.6: `4F81BD` with a tint of `99` is `95B3D7`; Word shows `365F91` for a shade of
    /// `BF`.
    #[test]
    fn tints_and_shades_change_the_lightness() {
        let accent = hex("4F81BD").unwrap();
        assert_eq!(tinted(accent, f32::from(0x99_u8) / 255.0), hex("95B3D7").unwrap());
        let shade = shaded(accent, f32::from(0xBF_u8) / 255.0);
        let near = |a: u8, b: u8| a.abs_diff(b) <= 1;
        assert!(near(shade.r, 0x36) && near(shade.g, 0x5F) && near(shade.b, 0x91), "{shade:?}");
    }
}
