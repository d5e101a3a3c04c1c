//! List markers: bullets and numbers at the start of a line.

use super::text::bidi;
use super::text::label::{Label, is_bullet, is_full_width, number_of};
use super::text::line::Line;
use super::text::tolerances::WIDEST_SPACE;
use super::text::word::{Gap, Word};
use transvase_model::flow::{Marker, NumberFormat};

/// Characters that mark items where a gap follows them.
const DASHES: &str = "-–—−*o»›>";
/// Those of them that are parts of sentences and formulas too: a wide gap has to follow.
const WIDE_DASHES: &str = "*o>";

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
    let first = line.words.first().filter(|_| !line.is_formula())?;
    let rtl = bidi::is_rtl_line(&line.words);
    let (start, room) = (|word: &Word| start(word, rtl), |a: &Word, b: &Word| room(a, b, rtl));
    let (label, count) = label_at(line, 0);
    let bullet = first.text.chars().next().filter(|c| is_bullet(*c));
    if let Some(bullet) = bullet {
        let alone = first.text.chars().count() == 1;
        let next = line.words.get(1)?;
        if alone {
            let wide = room(first, next) > WIDEST_SPACE * line.size;
            return Some(found(Marker::Bullet(bullet), 0, 1, start(next), wide));
        }
        return None;
    }
    let next = line.words.get(count)?;
    let last = line.words.get(count - 1)?;
    let gap = room(last, next);
    let wide = next.gap == Gap::Tab || gap > WIDEST_SPACE * line.size;
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

/// Where a word begins, growing in reading direction: its left end, or its right end mirrored.
pub(super) fn start(word: &Word, rtl: bool) -> f32 {
    if rtl { -word.rect.right } else { word.rect.left }
}

/// Room between a word and the next one in reading direction.
fn room(word: &Word, next: &Word, rtl: bool) -> f32 {
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

/// Whether a line begins an item: bullets always do; numbers where the gap after them or the line
/// above shows that they are no part of a sentence.
pub(super) fn starts_item(line: &Line, above: &Line) -> bool {
    let Some(found) = marker_of(line) else { return false };
    match found.marker {
        Marker::Bullet(c) if is_bullet(c) => true,
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
