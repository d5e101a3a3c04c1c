//! List labels as texts: what counts or marks the items of a list.

use transvase_model::flow::NumberFormat;
use transvase_model::text::counting::{self, FULL_WIDTH_ENDS};

/// Characters that mark items wherever they begin a line.
const BULLETS: &str = "•‣◦▪▫■□●○◆◇➢➤✓✔❑❖◾◻⁃∙☐☑☒➔→►▶·◉◘⦿⦾⮚✦✧❯▸▹★☆♦";
/// Boxes to tick: they mark items too, each as it is ticked.
const CHECK_BOXES: &str = "☐☑☒";
/// Characters of a number or letter before its suffix, such as `xviii`: longer ones are words.
const MAX_LABEL: usize = 5;
/// Roman labels end below this: lists count no further.
const MAX_ROMAN: u32 = 40;
/// Levels of a label such as `1.2.3` at the most: headings have six.
const MAX_PARTS: usize = 6;

/// A label that counts.
#[derive(Debug, PartialEq)]
pub(crate) struct Label {
    /// How its number is written.
    pub format: NumberFormat,
    /// Numbers of the levels above.
    pub above: Vec<u32>,
    /// Its number.
    pub number: u32,
    /// What stands before it.
    pub prefix: String,
    /// What stands after it.
    pub suffix: String,
}

/// Whether a label stands right before its text, as those of Chinese and Japanese do.
pub(crate) fn is_full_width(label: &str) -> bool {
    label.ends_with(FULL_WIDTH_ENDS) && number_of(label).is_some()
}

/// Bytes of the full-width label that a text begins with and goes on after.
pub(crate) fn full_width_label(text: &str) -> Option<usize> {
    let (at, end) = text.char_indices().take(MAX_LABEL + 2).find(|(_, c)| FULL_WIDTH_ENDS.contains(c))?;
    let length = at + end.len_utf8();
    (length < text.len() && is_full_width(text.get(..length)?)).then_some(length)
}

/// Whether a character marks items wherever it begins a line.
pub(crate) fn is_bullet(c: char) -> bool {
    BULLETS.contains(c)
}

/// Whether a character is a box to tick, which stays in the text: a list shows all its items with one
/// marker.
pub(crate) fn is_check_box(c: char) -> bool {
    CHECK_BOXES.contains(c)
}

/// Reads a label such as `12.`, `(b)`, `iv)`, `1.2.3`, `가.`, `（一）` or `①`.
pub(crate) fn number_of(label: &str) -> Option<Label> {
    let prefix = ["(", "[", "（"].into_iter().find(|prefix| label.starts_with(prefix)).unwrap_or("");
    let core = label.get(prefix.len()..)?;
    let suffix = [".", ")", "]", ":", "、", "．", "）"].into_iter().find(|suffix| core.ends_with(suffix)).unwrap_or("");
    let paired = matches!(
        (prefix, suffix),
        ("", "." | ")" | ":" | "、" | "．" | "）" | "") | ("(", ")") | ("[", "]") | ("（", "）")
    );
    let core = core.get(..core.len() - suffix.len())?;
    let (above, last) = core.rsplit_once('.').map_or((None, core), |(above, last)| (Some(above), last));
    let above: Vec<u32> = above.map_or(Some(Vec::new()), |above| above.split('.').map(decimal).collect())?;
    if !paired || above.len() >= MAX_PARTS || !(1..=MAX_LABEL).contains(&last.chars().count()) {
        return None;
    }
    let (format, number) = value_of(last)?;
    if suffix.is_empty() && above.is_empty() && format != NumberFormat::Circled {
        return None;
    }
    Some(Label { format, above, number, prefix: prefix.into(), suffix: suffix.into() })
}

fn decimal(text: &str) -> Option<u32> {
    value_of(text).filter(|(format, _)| *format == NumberFormat::Decimal).map(|(_, number)| number)
}

/// Format and value of a number or letter without what stands around it.
pub(crate) fn value_of(core: &str) -> Option<(NumberFormat, u32)> {
    if core.bytes().all(|byte| byte.is_ascii_digit()) {
        let shown_alike = !core.starts_with('0') && core.len() <= 3;
        return core.parse().ok().filter(|_| shown_alike).map(|number| (NumberFormat::Decimal, number));
    }
    if !core.is_ascii() {
        return counting::eastern_value(core);
    }
    let (lower, upper) = (core.bytes().all(|b| b.is_ascii_lowercase()), core.bytes().all(|b| b.is_ascii_uppercase()));
    if core.len() == 1 && (lower || upper) && !matches!(core, "i" | "I" | "v" | "V" | "x" | "X") {
        let base = if lower { b'a' } else { b'A' };
        let format = if lower { NumberFormat::LowerAlpha } else { NumberFormat::UpperAlpha };
        return core.bytes().next().map(|byte| (format, u32::from(byte - base) + 1));
    }
    let number = counting::roman_value(&core.to_ascii_lowercase()).filter(|number| *number < MAX_ROMAN)?;
    match (lower, upper) {
        (true, _) => Some((NumberFormat::LowerRoman, number)),
        (_, true) => Some((NumberFormat::UpperRoman, number)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_read_with_their_brackets() {
        let read = |label| {
            number_of(label).map(|label| (label.format, label.number, label.prefix.clone() + "|" + &label.suffix))
        };
        assert_eq!(read("12."), Some((NumberFormat::Decimal, 12, "|.".into())));
        assert_eq!(read("(b)"), Some((NumberFormat::LowerAlpha, 2, "(|)".into())));
        assert_eq!(read("xiv)"), Some((NumberFormat::LowerRoman, 14, "|)".into())));
        assert_eq!(read("IV."), Some((NumberFormat::UpperRoman, 4, "|.".into())));
        assert_eq!(read("가."), Some((NumberFormat::Ganada, 1, "|.".into())));
        assert_eq!(read("（十二）"), Some((NumberFormat::Chinese, 12, "（|）".into())));
        assert_eq!(read("③"), Some((NumberFormat::Circled, 3, "|".into())));
        assert_eq!(read("三"), None, "a word");
        assert_eq!(read("2009."), None, "a year is no label");
        assert_eq!(read("(b."), None);
        assert_eq!(read("word."), None);
        assert_eq!(number_of("1.2.3").map(|label| (label.above, label.number)), Some((vec![1, 2], 3)));
        assert_eq!(number_of("12"), None, "a bare number is no label");
    }

    #[test]
    fn full_width_labels_stand_right_before_their_text() {
        let label = |text: &'static str| full_width_label(text).map(|length| &text[..length]);
        assert_eq!(label("一、总则"), Some("一、"));
        assert_eq!(label("（二）适用范围"), Some("（二）"));
        assert_eq!(label("1、名称"), Some("1、"));
        assert_eq!(label("二、"), None, "nothing follows");
        assert_eq!(label("张三、李四"), None, "two names");
        assert_eq!(label("1) name"), None);
    }
}
