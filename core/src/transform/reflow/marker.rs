//! List markers: bullets and numbers at the start of a line.

use super::formula;
use super::letters::bidi;
use super::letters::fragment::{Fragment, Gap};
use super::letters::line::Line;
use crate::model::flow::{Marker, NumberFormat};
use crate::parts::counting::{self, FULL_WIDTH_ENDS};

/// Characters that mark items wherever they begin a line.
const BULLETS: &str = "•‣◦▪▫■□●○◆◇➢➤✓✔❑❖◾◻⁃∙☐☑☒➔→►▶·◉◘⦿⦾⮚✦✧❯▸▹★☆♦";
/// Boxes to tick: they mark items too, each as it is ticked.
const CHECK_BOXES: &str = "☐☑☒";
/// Characters that mark items where a gap follows them.
const DASHES: &str = "-–—−*o»›>";
/// Those of them that are parts of sentences and formulas too: a wide gap has to follow.
const WIDE_DASHES: &str = "*o>";
/// Longest number or letter label before its suffix.
const MAX_LABEL: usize = 5;
/// Roman labels end below this: lists count no further.
const MAX_ROMAN: u32 = 40;
/// Levels of a label such as `1.2.3`.
const MAX_PARTS: usize = 6;

/// A marker found at the start of a line.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Found {
    /// What the items of its list look like.
    pub marker: Marker,
    /// Its number; 0 for bullets.
    pub number: u32,
    /// The numbers of the levels above that its label repeats: 1 and 2 in 1.2.3.
    pub above: Vec<u32>,
    /// Words of the line that the marker takes up.
    pub words: usize,
    /// Where the text after it begins, as [`start`] measures it.
    pub text_left: f32,
    /// Whether the gap after it is wider than a space.
    pub wide: bool,
}

/// The marker a line begins with.
pub(super) fn marker_of(line: &Line) -> Option<Found> {
    let first = line.words.first().filter(|_| !formula::is_formula(line))?;
    let rtl = bidi::is_rtl_line(&line.words);
    let (start, room) = (|word: &Fragment| start(word, rtl), |a: &Fragment, b: &Fragment| room(a, b, rtl));
    let (label, count) = label_at(line, 0);
    let bullet = first.text.chars().next().filter(|c| is_bullet(*c));
    if let Some(bullet) = bullet {
        let alone = first.text.chars().count() == 1;
        let next = line.words.get(1)?;
        if alone {
            let wide = room(first, next) > 0.4 * line.size;
            return Some(found(Marker::Bullet(bullet), 0, 1, start(next), wide));
        }
        return None;
    }
    let next = line.words.get(count)?;
    let last = line.words.get(count - 1)?;
    let gap = room(last, next);
    let wide = next.gap == Gap::Tab || gap > 0.45 * line.size;
    let mut chars = label.chars();
    if let (Some(c), None) = (chars.next(), chars.next())
        && DASHES.contains(c)
        && (wide || !WIDE_DASHES.contains(c))
        && next.gap != Gap::None
    {
        return Some(found(Marker::Bullet(c), 0, count, start(next), wide));
    }
    let Label { format, above, number, prefix, suffix } = number_of(&label)?;
    // A number with parts and no gap after it is rather an amount.
    if !above.is_empty() && !wide {
        return None;
    }
    let marker = Marker::Number { format, parents: above.len() as u8, prefix, suffix };
    Some(Found { above, ..found(marker, number, count, start(next), wide) })
}

/// What may be a label from word `start` of a line on, up to the next gap or the end of a full-width label, and the
/// words it is: several where it is shown in pieces, such as `(`, `a` and `)`.
pub(super) fn label_at(line: &Line, start: usize) -> (String, usize) {
    let (mut label, mut count) = (String::new(), 0);
    for word in line.words.iter().skip(start) {
        if count > 0 && (word.gap != Gap::None || is_full_width(&label)) {
            break;
        }
        label.push_str(&word.text);
        count += 1;
    }
    (label, count)
}

/// Whether a label stands right before its text, as those of Chinese and Japanese do.
fn is_full_width(label: &str) -> bool {
    label.ends_with(FULL_WIDTH_ENDS) && number_of(label).is_some()
}

/// Bytes of the full-width label that a text begins with and goes on after.
pub(super) fn full_width_label(text: &str) -> Option<usize> {
    let (at, end) = text.char_indices().take(MAX_LABEL + 2).find(|(_, c)| FULL_WIDTH_ENDS.contains(c))?;
    let length = at + end.len_utf8();
    (length < text.len() && is_full_width(text.get(..length)?)).then_some(length)
}

/// Whether a character marks items wherever it begins a line.
pub(super) fn is_bullet(c: char) -> bool {
    BULLETS.contains(c)
}

/// Whether a character is a box to tick, which stays in the text: a list shows all its items with one
/// marker.
pub(super) fn is_check_box(c: char) -> bool {
    CHECK_BOXES.contains(c)
}

/// Where a word begins, growing in reading direction: its left end, or its right end mirrored.
pub(super) fn start(word: &Fragment, rtl: bool) -> f32 {
    if rtl { -word.rect.right } else { word.rect.left }
}

/// Room between a word and the next one in reading direction.
fn room(word: &Fragment, next: &Fragment, rtl: bool) -> f32 {
    if rtl { word.rect.left - next.rect.right } else { next.rect.left - word.rect.right }
}

fn found(marker: Marker, number: u32, words: usize, text_left: f32, wide: bool) -> Found {
    Found { marker, number, above: Vec::new(), words, text_left, wide }
}

impl Found {
    /// Reads the letters i, v and x as letters instead of Roman numbers.
    pub fn lettered(&self) -> Option<Found> {
        let Marker::Number { format, parents: 0, prefix, suffix } = &self.marker else { return None };
        let format = match format {
            NumberFormat::LowerRoman => NumberFormat::LowerAlpha,
            NumberFormat::UpperRoman => NumberFormat::UpperAlpha,
            _ => return None,
        };
        let number = match self.number {
            1 => 9,
            5 => 22,
            10 => 24,
            _ => return None,
        };
        let marker = Marker::Number { format, parents: 0, prefix: prefix.clone(), suffix: suffix.clone() };
        Some(Found { marker, number, ..self.clone() })
    }
}

/// A label that counts.
#[derive(Debug, PartialEq)]
struct Label {
    format: NumberFormat,
    /// Numbers of the levels above.
    above: Vec<u32>,
    number: u32,
    prefix: String,
    suffix: String,
}

/// Reads a label such as `12.`, `(b)`, `iv)`, `1.2.3`, `가.`, `（一）` or `①`.
fn number_of(label: &str) -> Option<Label> {
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
pub(super) fn value_of(core: &str) -> Option<(NumberFormat, u32)> {
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

/// Whether a line begins an item: bullets always do; numbers where the gap after them or the line
/// above shows that they are no part of a sentence.
pub(super) fn starts_item(line: &Line, above: &Line) -> bool {
    let Some(found) = marker_of(line) else { return false };
    match found.marker {
        Marker::Bullet(c) if BULLETS.contains(c) => true,
        _ => {
            let same = marker_of(above).is_some_and(|other| other.marker == found.marker);
            let left = line.rect.left <= above.rect.left + 0.5 * line.size;
            let last = above.last_char();
            let ended = matches!(last, Some('.' | ':' | ';' | '!' | '?' | ',' | '。' | '：' | '；'));
            // A sentence goes on with a sign after a gap that justified lines widen.
            let sign = found.marker == Marker::Bullet('>');
            (found.wide && !sign) || (left && same) || ended
        }
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
