//! Attribute values: lengths, percentages, colours, lines (OASIS ODF 1.3 part 3, 18.3).

use transvase_model::flow::{Border, Color, LineKind};

/// Longest length in points that is believed: a hundred metres of paper.
const LONGEST: f32 = 300_000.0;

/// A length in points; `None` where it is none.
pub(crate) fn length(text: &str) -> Option<f32> {
    let text = text.trim();
    let unit_at = text.find(|c: char| c.is_ascii_alphabetic())?;
    let (number, unit) = text.split_at(unit_at);
    let points = match unit {
        "pt" => 1.0,
        "in" | "inch" => 72.0,
        "cm" => 72.0 / 2.54,
        "mm" => 72.0 / 25.4,
        "pc" => 12.0,
        "px" => 0.75,
        _ => return None,
    };
    let length = number.trim().parse::<f32>().ok()? * points;
    length.is_finite().then(|| length.clamp(-LONGEST, LONGEST))
}

/// A percentage as a share of 1.
pub(crate) fn share(text: &str) -> Option<f32> {
    let number: f32 = text.trim().strip_suffix('%')?.trim().parse().ok()?;
    number.is_finite().then(|| (number / 100.0).clamp(-100.0, 100.0))
}

/// A colour; `None` of `transparent` and of what is none.
pub(crate) fn color(text: &str) -> Option<Color> {
    let digits = text.trim().strip_prefix('#').filter(|digits| digits.len() == 6 && digits.is_ascii())?;
    let part = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
    Some(Color { r: part(0)?, g: part(2)?, b: part(4)? })
}

fn line_kind(word: &str) -> Option<LineKind> {
    match word {
        "solid" | "groove" | "ridge" | "inset" | "outset" => Some(LineKind::Single),
        "double" => Some(LineKind::Double),
        "dotted" => Some(LineKind::Dotted),
        "dashed" => Some(LineKind::Dashed),
        "dash-dot" | "dash-dot-dot" => Some(LineKind::DotDash),
        _ => None,
    }
}

/// A line at a side, such as `0.5pt solid #000000` (20.183 `fo:border`); `None` where there is none.
pub(crate) fn border(text: &str) -> Option<Border> {
    let words = || text.split_whitespace();
    if words().any(|word| matches!(word, "none" | "hidden")) {
        return None;
    }
    let named = |word: &str| match word {
        "thin" => Some(0.75),
        "medium" => Some(1.5),
        "thick" => Some(3.0),
        _ => None,
    };
    let width = words().find_map(|word| length(word).or_else(|| named(word)))?;
    let kind = words().find_map(line_kind).unwrap_or_default();
    // The width is that of both lines and what is between them.
    let width = if kind == LineKind::Double { width / 3.0 } else { width };
    let (least, most) = Border::WIDTHS;
    (width > 0.0).then(|| Border {
        width: width.clamp(least, most),
        color: words().find_map(color).unwrap_or(Color::BLACK),
        kind,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_have_units() {
        let near = |text, points: f32| length(text).is_some_and(|found| (found - points).abs() < 0.01);
        assert!(near("2.54cm", 72.0) && near("25.4mm", 72.0) && near("1in", 72.0) && near("-3pt", -3.0));
        assert!(near("96px", 72.0) && near("6pc", 72.0) && near(" 0.5in ", 36.0));
        for text in ["", "12", "12em", "pt", "NaNpt", "infpt", "1e99cm"] {
            assert!(length(text).is_none_or(f32::is_finite), "{text}");
        }
        assert_eq!((length("12"), length("12em")), (None, None));
    }

    #[test]
    fn shares_and_colors() {
        assert_eq!((share("150%"), share("150"), share("x%")), (Some(1.5), None, None));
        assert_eq!(color("#0a141E"), Some(Color { r: 10, g: 20, b: 30 }));
        assert_eq!((color("transparent"), color("#12345"), color("#€€")), (None, None, None));
    }

    #[test]
    fn borders_are_width_and_color_in_any_order() {
        let red = Color { r: 255, g: 0, b: 0 };
        assert_eq!(border("solid 1pt #ff0000"), Some(Border { width: 1.0, color: red, ..Border::default() }));
        assert_eq!(border("0.002cm double #ff0000"), Some(Border { width: 0.25, color: red, kind: LineKind::Double }));
        assert_eq!((border("none"), border("0pt solid #000000"), border("")), (None, None, None));
    }
}
