//! Attribute values, and attributes that many elements have (OASIS ODF 1.3 part 3, 18.3).

use std::fmt::Write as _;

use transvase_model::flow::{Border, Borders, Color, Edges, LineKind, NumberFormat};
use transvase_model::text::counting::names;

/// Longest length in points that is written.
const LONGEST: f32 = 10_000.0;

/// A length, in hundredths of a point.
pub(super) fn pt(length: f32) -> String {
    let length = if length.is_finite() { length.clamp(-LONGEST, LONGEST) } else { 0.0 };
    let hundredths = (length * 100.0).round() as i64;
    let (whole, rest) = (hundredths.abs() / 100, hundredths.abs() % 100);
    let mut text = String::from(if hundredths < 0 { "-" } else { "" });
    let _ = match rest {
        0 => write!(text, "{whole}"),
        rest if rest % 10 == 0 => write!(text, "{whole}.{}", rest / 10),
        rest => write!(text, "{whole}.{rest:02}"),
    };
    text + "pt"
}

/// A length that is no less than nothing.
pub(super) fn positive(length: f32) -> String {
    pt(length.max(0.0))
}

/// A share in percent.
pub(super) fn percent(share: f32) -> String {
    let share = if share.is_finite() { share.clamp(0.0, 100.0) } else { 1.0 };
    format!("{}%", (share * 100.0).round() as i64)
}

/// A colour.
pub(super) fn color(color: Color) -> String {
    format!("#{:02x}{:02x}{:02x}", color.r, color.g, color.b)
}

/// A colour behind something.
pub(super) fn ground(ground: Option<Color>) -> String {
    ground.map_or_else(|| "transparent".into(), color)
}

/// A line at a side.
pub(super) fn border(border: Option<Border>) -> String {
    let Some(line) = border else { return "none".into() };
    let kind = match line.kind {
        LineKind::Single | LineKind::Wave => "solid",
        LineKind::Double | LineKind::Triple => "double",
        LineKind::Dotted => "dotted",
        LineKind::Dashed => "dashed",
        LineKind::DotDash => "dash-dot",
    };
    let width = if kind == "double" { line.width * 3.0 } else { line.width };
    format!("{} {kind} {}", positive(width), color(line.color))
}

/// Lines around something.
pub(super) fn lines(borders: Borders) -> Vec<(&'static str, String)> {
    let Borders { top, right, bottom, left } = borders;
    let side = |name, line: Option<Border>| (name, border(line));
    vec![
        side("fo:border-top", top),
        side("fo:border-right", right),
        side("fo:border-bottom", bottom),
        side("fo:border-left", left),
    ]
}

/// Room inside something.
pub(super) fn paddings(room: Edges) -> [(&'static str, String); 4] {
    [
        ("fo:padding-top", positive(room.top)),
        ("fo:padding-right", positive(room.right)),
        ("fo:padding-bottom", positive(room.bottom)),
        ("fo:padding-left", positive(room.left)),
    ]
}

/// How counts are written (20.322 `style:num-format`).
pub(super) fn number_format(format: NumberFormat) -> &'static str {
    names::odf(format).unwrap_or("1")
}

/// Whether letters are doubled after the last (19.499 `style:num-letter-sync`).
pub(super) fn is_doubled(format: NumberFormat) -> bool {
    matches!(format, NumberFormat::LowerAlphaRepeated | NumberFormat::UpperAlphaRepeated)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_have_a_unit_and_no_more_digits_than_they_need() {
        let cases =
            [(1.0, "1pt"), (0.25, "0.25pt"), (-3.5, "-3.5pt"), (0.001, "0pt"), (f32::NAN, "0pt"), (2.05, "2.05pt")];
        for (length, text) in cases {
            assert_eq!(pt(length), text);
        }
    }
}
