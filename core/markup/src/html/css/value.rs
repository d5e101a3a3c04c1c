//! CSS values: lengths.

use transvase_model::text::css_color::split_unit;

/// A length as written.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Length {
    /// Points.
    Pt(f32),
    /// Multiples of the element's font size.
    Em(f32),
    /// Multiples of the root's font size.
    Rem(f32),
    /// Share of the containing width (of the parent's size, for fonts), 1 meaning all of it.
    Share(f32),
    /// `auto` and the like.
    Auto,
}

/// Largest length that is taken seriously, in points; larger ones are typing errors or attacks.
const MAX_PT: f32 = 14_400.0;

impl Length {
    /// Reads a length; a number without a unit counts as pixels, as browsers take it in attributes.
    pub fn parse(text: &str) -> Option<Length> {
        let text = text.trim();
        if text.eq_ignore_ascii_case("auto") {
            return Some(Length::Auto);
        }
        let (number, unit) = split_unit(text)?;
        let length = match unit.to_ascii_lowercase().as_str() {
            "" | "px" => Length::Pt(number * 0.75),
            "pt" => Length::Pt(number),
            "pc" => Length::Pt(number * 12.0),
            "in" => Length::Pt(number * 72.0),
            "cm" => Length::Pt(number * 72.0 / 2.54),
            "mm" => Length::Pt(number * 72.0 / 25.4),
            "q" => Length::Pt(number * 72.0 / 101.6),
            "em" => Length::Em(number),
            "ex" | "ch" => Length::Em(number * 0.5),
            "rem" => Length::Rem(number),
            "%" | "vw" | "vh" | "vmin" | "vmax" => Length::Share(number / 100.0),
            _ => return None,
        };
        Some(length)
    }

    /// Points, for an element of the given font size on the given width; `None` for `auto`.
    pub fn to_pt(self, font_size: f32, root_size: f32, whole: f32) -> Option<f32> {
        let pt = match self {
            Length::Pt(pt) => pt,
            Length::Em(em) => em * font_size,
            Length::Rem(rem) => rem * root_size,
            Length::Share(share) => share * whole,
            Length::Auto => return None,
        };
        Some(if pt.is_finite() { pt.clamp(-MAX_PT, MAX_PT) } else { 0.0 })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_of_every_unit() {
        let pt = |text: &str| Length::parse(text).and_then(|length| length.to_pt(10.0, 12.0, 400.0));
        assert_eq!(pt("16px"), Some(12.0));
        assert_eq!(pt("1.5em"), Some(15.0));
        assert_eq!(pt("-.5em"), Some(-5.0));
        assert_eq!(pt("2rem"), Some(24.0));
        assert_eq!(pt("5%"), Some(20.0));
        assert_eq!(pt("1in"), Some(72.0));
        assert_eq!(pt("auto"), None);
        assert_eq!(Length::parse("wide"), None);
        assert_eq!(pt("9999999999px"), Some(MAX_PT));
    }
}
