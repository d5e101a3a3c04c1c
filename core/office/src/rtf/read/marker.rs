//! List markers, by the text that a file has for readers without lists.

use transvase_model::flow::NumberFormat;
use transvase_model::text::counting;
use transvase_model::text::counting::mark::{Mark, Numbered};

/// Characters of a mark that is one.
const MAX_WORDS: usize = 40;

/// The mark that a text is.
pub(super) fn of_text(text: &str) -> Mark {
    let text = text.trim();
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (None, _) => return Mark::None,
        (Some(c), None) if !c.is_alphanumeric() => return Mark::Bullet(c),
        _ => {}
    }
    let core = text.trim_matches(|c: char| !c.is_alphanumeric());
    let (prefix, suffix) = text.split_once(core).unwrap_or_default();
    let (above, own) = core.rsplit_once('.').map_or(("", core), |(above, own)| (above, own));
    let above: Vec<String> = above.split('.').filter(|part| !part.is_empty()).map(str::to_owned).collect();
    match number(own) {
        Some((format, number)) if text.chars().count() <= MAX_WORDS && above.len() < 9 => {
            Mark::Number(Numbered { format, number, above, prefix: prefix.into(), suffix: suffix.into() })
        }
        _ => Mark::Words(text.to_owned()),
    }
}

/// A number and how it is written.
fn number(text: &str) -> Option<(NumberFormat, u32)> {
    if let Ok(number) = text.parse() {
        return Some((NumberFormat::Decimal, number));
    }
    let lower = text.to_lowercase();
    let is_upper = lower != text;
    let single = lower.as_bytes().first().filter(|byte| lower.len() == 1 && byte.is_ascii_lowercase());
    match (single, counting::roman_value(&lower)) {
        // One letter is a letter, but the first of the Roman numerals.
        (Some(byte), _) if *byte != b'i' => {
            let format = if is_upper { NumberFormat::UpperAlpha } else { NumberFormat::LowerAlpha };
            Some((format, u32::from(byte - b'a') + 1))
        }
        (_, Some(number)) => Some((if is_upper { NumberFormat::UpperRoman } else { NumberFormat::LowerRoman }, number)),
        _ => counting::eastern_value(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbered(format: NumberFormat, above: &[&str], prefix: &str, suffix: &str, number: u32) -> Mark {
        let above = above.iter().map(|number| (*number).to_owned()).collect();
        Mark::Number(Numbered { format, number, above, prefix: prefix.into(), suffix: suffix.into() })
    }

    #[test]
    fn texts_tell_what_they_are() {
        assert_eq!(of_text("3.\t"), numbered(NumberFormat::Decimal, &[], "", ".", 3));
        assert_eq!(of_text("(b)"), numbered(NumberFormat::LowerAlpha, &[], "(", ")", 2));
        assert_eq!(of_text("IV."), numbered(NumberFormat::UpperRoman, &[], "", ".", 4));
        assert_eq!(of_text("1.2.3"), numbered(NumberFormat::Decimal, &["1", "2"], "", "", 3));
        assert_eq!(of_text("\u{2022}"), Mark::Bullet('\u{2022}'));
        assert_eq!(of_text("First:"), Mark::Words("First:".into()));
        assert_eq!(of_text(" \t"), Mark::None);
    }
}
