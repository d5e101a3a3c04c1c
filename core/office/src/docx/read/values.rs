//! Attribute values: switches, lengths and colours (ECMA-376 part 1, 17.18 and 22.9).

use crate::ooxml::{Theme, Tree, color};
use transvase_model::flow::{Border, Color, LineKind};

/// Most points a length counts for: what is longer is damage.
const LONGEST: f32 = 32_000.0;

/// The value of an element that has one.
pub(super) fn val(tree: &Tree) -> Option<&str> {
    tree.attribute("w:val")
}

/// The value of an element inside another.
pub(super) fn child_val<'t>(tree: &'t Tree, tag: &str) -> Option<&'t str> {
    tree.child(tag).and_then(val)
}

/// Whether an element that switches something on does so: without a value it does (17.17.4).
pub(super) fn is_on(tree: &Tree) -> bool {
    !matches!(val(tree), Some("0" | "false" | "off" | "none"))
}

/// What a switch inside an element says, where it is there.
pub(super) fn switch(tree: &Tree, tag: &str) -> Option<bool> {
    tree.child(tag).map(is_on)
}

/// A whole number.
pub(super) fn number<N: std::str::FromStr>(text: &str) -> Option<N> {
    text.trim().parse().ok()
}

/// A length in points: a number of twentieths, or one with a unit (22.9.2.15).
pub(super) fn length(text: &str) -> Option<f32> {
    measure(text, 20.0)
}

/// A length in points; a number alone counts that many to a point.
pub(super) fn measure(text: &str, to_a_point: f32) -> Option<f32> {
    let text = text.trim();
    let units = [("pt", 1.0), ("in", 72.0), ("cm", 72.0 / 2.54), ("mm", 72.0 / 25.4), ("pc", 12.0), ("pi", 12.0)];
    let with_unit = units.iter().find_map(|(unit, points)| Some((text.strip_suffix(unit)?, *points)));
    let (number, points) = with_unit.unwrap_or((text, 1.0 / to_a_point));
    let value = number.parse::<f32>().ok()? * points;
    value.is_finite().then(|| value.clamp(-LONGEST, LONGEST))
}

/// A length that an attribute gives.
pub(super) fn length_of(tree: &Tree, attribute: &str) -> Option<f32> {
    tree.attribute(attribute).and_then(length)
}

/// The names of the attributes of a colour: the colour itself, its name in the theme, and what changes that.
struct ColorNames {
    color: &'static str,
    theme: &'static str,
    tint: &'static str,
    shade: &'static str,
}

const COLOR: ColorNames =
    ColorNames { color: "w:color", theme: "w:themeColor", tint: "w:themeTint", shade: "w:themeShade" };
const FILL: ColorNames =
    ColorNames { color: "w:fill", theme: "w:themeFill", tint: "w:themeFillTint", shade: "w:themeFillShade" };

/// The colour of text; `None` inside is the automatic one.
pub(super) fn text_color(tree: &Tree, theme: &Theme) -> Option<Color> {
    of_theme(tree, &COLOR, theme).or_else(|| val(tree).and_then(color::hex))
}

fn of_theme(tree: &Tree, names: &ColorNames, theme: &Theme) -> Option<Color> {
    let color = theme.color(tree.attribute(names.theme)?)?;
    let share = |name| {
        tree.attribute(name).and_then(|text| u8::from_str_radix(text, 16).ok()).map(|byte| f32::from(byte) / 255.0)
    };
    let tinted = share(names.tint).map_or(color, |share| color::tinted(color, share));
    Some(share(names.shade).map_or(tinted, |share| color::shaded(tinted, share)))
}

fn color_of(tree: &Tree, names: &ColorNames, theme: &Theme) -> Option<Color> {
    of_theme(tree, names, theme).or_else(|| tree.attribute(names.color).and_then(color::hex))
}

/// The colour of a line that the attributes of its element give; `None` is the automatic one.
pub(super) fn line_color(tree: &Tree, theme: &Theme) -> Option<Color> {
    color_of(tree, &COLOR, theme)
}

/// The colour that a shading makes: its pattern's colour over that of its ground (17.3.5).
pub(super) fn shading(tree: &Tree, theme: &Theme) -> Option<Color> {
    let ground = color_of(tree, &FILL, theme);
    let share = match val(tree).unwrap_or("clear") {
        "solid" => 1.0,
        "nil" => return None,
        pattern => pattern_share(pattern),
    };
    if share == 0.0 {
        return ground;
    }
    let ink = line_color(tree, theme).unwrap_or(Color::BLACK);
    Some(ink.over(ground.unwrap_or(Color::WHITE), share))
}

/// How much of a pattern is in its colour (17.18.78).
fn pattern_share(pattern: &str) -> f32 {
    match pattern.strip_prefix("pct").and_then(number::<f32>) {
        Some(percent) => percent / 100.0,
        None if pattern.starts_with("thin") => 0.25,
        None if matches!(pattern, "clear") => 0.0,
        None => 0.5,
    }
}

/// How a line is drawn (17.18.2); lines of unequal width, and those with relief, as what is nearest.
fn line_kind(style: &str) -> LineKind {
    match style {
        "double" => LineKind::Double,
        "triple" => LineKind::Triple,
        "dotted" => LineKind::Dotted,
        "dashed" | "dashSmallGap" => LineKind::Dashed,
        "dotDash" | "dotDotDash" | "dashDotStroked" => LineKind::DotDash,
        "wave" | "doubleWave" => LineKind::Wave,
        unequal if unequal.starts_with("thinThickThin") => LineKind::Triple,
        unequal if unequal.starts_with("thinThick") || unequal.starts_with("thickThin") => LineKind::Double,
        _ => LineKind::Single,
    }
}

/// A line: none where it says so, nothing where it is of no known kind (17.18.2).
pub(super) fn border(tree: &Tree, theme: &Theme) -> Option<Border> {
    let style = val(tree).unwrap_or("single");
    if matches!(style, "nil" | "none") {
        return None;
    }
    let eighths = tree.attribute("w:sz").and_then(number::<f32>).unwrap_or(4.0);
    let width = (eighths / 8.0).clamp(Border::WIDTHS.0, Border::WIDTHS.1);
    Some(Border { width, color: line_color(tree, theme).unwrap_or(Color::BLACK), kind: line_kind(style) })
}

/// The colour of a highlighter (17.18.40); none where the name is not known or says so.
pub(super) fn highlight(name: &str) -> Option<Color> {
    let value = match name {
        "black" => 0,
        "blue" => 0x00_00FF,
        "cyan" => 0x00_FFFF,
        "darkBlue" => 0x00_0080,
        "darkCyan" => 0x00_8080,
        "darkGray" => 0x80_8080,
        "darkGreen" => 0x00_8000,
        "darkMagenta" => 0x80_0080,
        "darkRed" => 0x80_0000,
        "darkYellow" => 0x80_8000,
        "green" => 0x00_FF00,
        "lightGray" => 0xC0_C0C0,
        "magenta" => 0xFF_00FF,
        "red" => 0xFF_0000,
        "white" => 0xFF_FFFF,
        "yellow" => 0xFF_FF00,
        _ => return None,
    };
    let [_, r, g, b] = u32::to_be_bytes(value);
    Some(Color { r, g, b })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_points() {
        let cases = [
            ("720", Some(36.0)),
            ("-20", Some(-1.0)),
            ("12pt", Some(12.0)),
            ("1in", Some(72.0)),
            ("2.54cm", Some(72.0)),
            ("x", None),
            ("NaN", None),
        ];
        for (text, expected) in cases {
            assert_eq!(length(text), expected, "{text}");
        }
    }

    /// Values of ST_OnOff (22.9.2.7).
    #[test]
    fn switches_are_on_without_a_value() {
        let run = Tree::parse("<w:rPr><w:b/><w:i w:val='0'/><w:caps w:val='true'/><w:strike w:val='off'/></w:rPr>");
        let said: Vec<_> = ["w:b", "w:i", "w:caps", "w:strike", "w:vanish"].map(|tag| switch(&run, tag)).into();
        assert_eq!(said, [Some(true), Some(false), Some(true), Some(false), None]);
    }

    #[test]
    fn shadings_mix_pattern_and_ground() {
        let theme = Theme::default();
        let shade = |attributes: &str| shading(&Tree::parse(&format!("<w:shd {attributes}/>")), &theme);
        assert_eq!(shade("w:val='clear' w:fill='FF0000'"), Some(Color { r: 255, g: 0, b: 0 }));
        assert_eq!(shade("w:val='clear' w:fill='auto'"), None);
        assert_eq!(shade("w:val='pct20' w:color='auto' w:fill='auto'"), Some(Color { r: 204, g: 204, b: 204 }));
        assert_eq!(shade("w:val='solid' w:color='00FF00' w:fill='FF0000'"), Some(Color { r: 0, g: 255, b: 0 }));
    }
}
