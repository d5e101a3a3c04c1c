//! Bidirectional text: lines of right-to-left text, from the order they are seen in to the order they are read in.
//!
//! This undoes rule L2 of the Unicode bidirectional algorithm (UAX #9) on whole words: letters
//! of right-to-left scripts are words of their own.

use unicode_bidi::{BidiClass, bidi_class};

use super::clean::is_rtl;
use super::line;
use super::word::{Gap, Word};
use transvase_model::text::directions::mirrored;

/// Whether most letters of a line are of right-to-left scripts.
pub(crate) fn is_rtl_line(words: &[Word]) -> bool {
    // Nearly all lines have none, and telling letters apart takes longer.
    if !has_rtl(words) {
        return false;
    }
    let (mut rtl, mut ltr) = (0, 0);
    for c in words.iter().flat_map(|word| word.text.chars()) {
        match is_rtl(c) {
            true => rtl += 1,
            false if c.is_alphabetic() => ltr += 1,
            false => {}
        }
    }
    rtl > ltr
}

fn has_rtl(words: &[Word]) -> bool {
    words.iter().any(|word| !word.text.is_ascii() && word.text.chars().any(is_rtl))
}

/// Puts words sorted from left to right into reading order.
pub(crate) fn to_logical(words: &mut Vec<Word>) {
    if !has_rtl(words) {
        return;
    }
    attach_marks(words);
    let base_rtl = is_rtl_line(words);
    if base_rtl {
        *words = words.drain(..).flat_map(part_brackets).collect();
    }
    let directions = directions(words, base_rtl);
    let mut order: Vec<usize> = (0..words.len()).collect();
    if base_rtl {
        order.reverse();
    }
    // Stretches against the base direction are turned back.
    let mut start = 0;
    while start < order.len() {
        let rtl = directions[order[start]];
        let length = order[start..].iter().take_while(|at| directions[**at] == rtl).count();
        if rtl != base_rtl {
            order[start..start + length].reverse();
        }
        start += length;
    }
    let gaps = order_gaps(words, &order, &directions, base_rtl);
    let rtl: Vec<bool> = order.iter().map(|at| directions[*at]).collect();
    let mut taken: Vec<Option<Word>> = words.drain(..).map(Some).collect();
    for (at, gap) in order.into_iter().zip(gaps) {
        if let Some(mut word) = taken.get_mut(at).and_then(Option::take) {
            word.gap = gap;
            // Signs in a row were written down as they are seen, from left to right.
            if directions[at] && direction(&word.text).is_none() {
                word.text = word.text.chars().rev().collect();
            }
            words.push(word);
        }
    }
    turn_brackets(words, &rtl);
}

/// Parts brackets, and what stands outside of them, from the number or the Latin word that they are around, and a stop or
/// a hyphen from the number it is seen before or behind: they belong to the text that runs the other way.
fn part_brackets(word: Word) -> Vec<Word> {
    let is_bracket = |c: char| mirrored(c) != c;
    let is_stop = |c: char| matches!(c, '.' | ',' | ':' | ';' | '!' | '?');
    let is_hyphen = |c: char| matches!(c, '-' | '\u{2010}'..='\u{2015}') && !word.text.contains(char::is_alphabetic);
    let is_edge = |c: char| is_bracket(c) || is_hyphen(c);
    if direction(&word.text) != Some(false) || !(word.text.contains(is_edge) || word.text.starts_with(is_stop)) {
        return vec![word];
    }
    let is_core = |c: char| direction(c.encode_utf8(&mut [0; 4])).is_some();
    let start = word.text.find(is_core).unwrap_or(0);
    let end = word.text.char_indices().rfind(|(_, c)| is_core(*c)).map_or(0, |(at, c)| at + c.len_utf8());
    let inside = word.text.get(start..end).unwrap_or_default();
    // Brackets within it, as in `f(x)`, have their partners there.
    let has = |part: Option<&str>| {
        let part = part.unwrap_or_default();
        part.contains(is_bracket) && !inside.contains(is_bracket) || part.contains(is_hyphen)
    };
    let start = if has(word.text.get(..start)) || word.text.starts_with(is_stop) { start } else { 0 };
    let end = if has(word.text.get(end..)) { end } else { word.text.len() };
    let mut parts = line::split_at(word, &[start, end]);
    parts.iter_mut().skip(1).for_each(|part| part.gap = Gap::None);
    parts
}

/// Turns the brackets of words in reading order round, where they are written as they are seen: an opening one of text
/// from right to left is seen as a closing one of other text. Some programs write down what is meant, others what is
/// seen.
fn turn_brackets(words: &mut [Word], rtl: &[bool]) {
    let turned = || (0..words.len()).filter(|at| rtl.get(*at) == Some(&true));
    if turned().map(|at| verdict(words, at)).sum::<i32>() > 0 {
        return;
    }
    for (word, _) in words.iter_mut().zip(rtl).filter(|(_, rtl)| **rtl) {
        word.text = word.text.chars().map(mirrored).collect();
    }
}

/// Whether a bracket in reading order is as it is meant: an opening one follows a space and none follows it. More than
/// 0 for yes, less for no.
fn verdict(words: &[Word], at: usize) -> i32 {
    let mut signs = words[at].text.chars();
    let (Some(sign), None) = (signs.next(), signs.next()) else { return 0 };
    let is_free = |at: usize| words.get(at).is_none_or(|word| word.gap != Gap::None);
    match (sign, at == 0 || is_free(at), is_free(at + 1)) {
        ('(' | '[' | '{' | '«', true, false) | (')' | ']' | '}' | '»', false, true) => 1,
        ('(' | '[' | '{' | '«', false, true) | (')' | ']' | '}' | '»', true, false) => -1,
        _ => 0,
    }
}

/// Joins vowel signs and other marks to the letter they stand on, which comes before them.
fn attach_marks(words: &mut Vec<Word>) {
    let is_mark = |word: &Word| word.text.chars().all(|c| bidi_class(c) == BidiClass::NSM);
    let mut done: Vec<Word> = Vec::new();
    let mut waiting: Vec<Word> = Vec::new();
    for word in words.drain(..) {
        let middle = word.rect.center().x;
        let base = done.last_mut().filter(|last| middle <= last.rect.right);
        match base {
            Some(base) if is_mark(&word) => base.text.push_str(&word.text),
            _ if is_mark(&word) => waiting.push(word),
            _ => {
                let mut word = word;
                for mark in waiting.drain(..) {
                    word.text.push_str(&mark.text);
                    word.gap = if mark.gap == Gap::None { word.gap } else { mark.gap };
                }
                done.push(word);
            }
        }
    }
    done.append(&mut waiting);
    *words = done;
}

/// What stands before each word in the new order: the gap between the two neighbours as seen. A stretch against the base
/// direction borders, as seen, with its last word on the word before it and with its first on the one behind.
fn order_gaps(words: &[Word], order: &[usize], directions: &[bool], base_rtl: bool) -> Vec<Gap> {
    let left_of = |at: usize| words.get(at).map_or(Gap::None, |word| word.gap);
    let toward = |at: usize, rtl: bool| left_of(if rtl { at } else { at + 1 });
    let mut gaps = vec![Gap::None];
    for pair in order.windows(2) {
        let (a, b) = (pair[0].min(pair[1]), pair[0].max(pair[1]));
        gaps.push(match b - a {
            1 => left_of(b),
            _ if directions[pair[0]] == base_rtl => toward(pair[0], base_rtl),
            _ => toward(pair[1], !base_rtl),
        });
    }
    gaps
}

/// Whether each word runs from right to left; words without a direction follow their neighbours.
fn directions(words: &[Word], base_rtl: bool) -> Vec<bool> {
    let strong: Vec<Option<bool>> = words.iter().map(|word| direction(&word.text)).collect();
    let mut resolved = Vec::new();
    for at in 0..strong.len() {
        let direction = strong[at].unwrap_or_else(|| {
            let before = strong[..at].iter().rev().flatten().next().copied().unwrap_or(base_rtl);
            let after = strong[at..].iter().flatten().next().copied().unwrap_or(base_rtl);
            if before == after { before } else { base_rtl }
        });
        resolved.push(direction);
    }
    resolved
}

/// Direction of a word by its first strong character or digit.
fn direction(text: &str) -> Option<bool> {
    text.chars().find_map(|c| match bidi_class(c) {
        BidiClass::R | BidiClass::AL => Some(true),
        BidiClass::L | BidiClass::EN | BidiClass::AN => Some(false),
        _ => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(texts: &[(&str, Gap)]) -> Vec<Word> {
        texts.iter().map(|(text, gap)| Word { text: (*text).into(), gap: *gap, ..Word::default() }).collect()
    }

    #[test]
    fn hyphens_beside_numbers_go_with_the_letters() {
        let read = |seen: &[(&str, Gap)]| {
            let mut line = words(seen);
            to_logical(&mut line);
            line.iter().map(|word| word.text.as_str()).collect::<String>()
        };
        assert_eq!(read(&[("2-", Gap::None), ("ב", Gap::None), ("א", Gap::None)]), "אב-2");
        assert_eq!(read(&[("ב", Gap::None), ("א", Gap::None), ("-2-5", Gap::Space)]), "2-5-אב");
        assert_eq!(read(&[("5-7", Gap::None), ("ב", Gap::Space), ("א", Gap::None)]), "אב5-7");
    }

    #[test]
    fn hebrew_seen_from_the_left_is_read_from_the_right() {
        // Seen: "2024 םולש", read: "שלום 2024".
        let seen = [("2024", Gap::None), ("ם", Gap::Space), ("ו", Gap::None), ("ל", Gap::None), ("ש", Gap::None)];
        let mut line = words(&seen);
        to_logical(&mut line);
        let read: Vec<(&str, Gap)> = line.iter().map(|word| (word.text.as_str(), word.gap)).collect();
        let expected = [("ש", Gap::None), ("ל", Gap::None), ("ו", Gap::None), ("ם", Gap::None), ("2024", Gap::Space)];
        assert_eq!(read, expected);
    }

    /// A line of words seen from the left, as it is read.
    fn read(seen: &[(&str, Gap)]) -> String {
        let mut line = words(seen);
        to_logical(&mut line);
        let space = |word: &Word| if word.gap == Gap::None { "" } else { " " };
        line.iter().map(|word| format!("{}{}", space(word), word.text)).collect()
    }

    #[test]
    fn brackets_open_before_what_they_hold_however_they_are_written_down() {
        let (none, space) = (Gap::None, Gap::Space);
        // Read "אב (גד) הו": seen from the left, with the brackets as they are seen, and as they are meant.
        let line = |left, right| {
            [
                ("ו", none),
                ("ה", none),
                (left, space),
                ("ד", none),
                ("ג", none),
                (right, none),
                ("ב", space),
                ("א", none),
            ]
        };
        assert_eq!(read(&line("(", ")")), "אב (גד) הו");
        assert_eq!(read(&line(")", "(")), "אב (גד) הו");
        assert_eq!(read(&line("]", "[")), "אב [גד] הו");
    }

    #[test]
    fn brackets_around_numbers_and_latin_words_belong_to_the_text_around() {
        let (none, space) = (Gap::None, Gap::Space);
        let line = |stop, inside, open| {
            [(stop, none), (inside, none), (open, none), ("ב", space), ("א", none), ("א", none), ("א", none)]
        };
        assert_eq!(read(&line(".)", "abc", "(")), "אאאב (abc).");
        assert_eq!(read(&line(".(", "abc", ")")), "אאאב (abc).");
        assert_eq!(read(&[(")25(", none), ("ב", space), ("א", none)]), "אב (25)");
        assert_eq!(read(&[("(25)", none), ("ב", space), ("א", none)]), "אב (25)");
        assert_eq!(read(&[("f(x)", none), ("ב", space), ("א", none), ("א", none), ("א", none)]), "אאאב f(x)");
    }

    #[test]
    fn a_stop_that_is_seen_before_a_number_follows_it() {
        let (none, space) = (Gap::None, Gap::Space);
        assert_eq!(read(&[("ג", none), (",15", space), ("ב", space), ("א", none)]), "אב 15, ג");
        assert_eq!(read(&[("1,204.50", none), ("ב", space), ("א", none)]), "אב 1,204.50");
    }

    #[test]
    fn spaces_stay_outside_the_brackets_around_several_words() {
        let (none, space) = (Gap::None, Gap::Space);
        let line = [
            (".)Grey", none),
            ("Heron", space),
            ("(", none),
            ("ב", space),
            ("א", none),
            ("א", none),
            ("א", none),
            ("א", none),
            ("א", none),
            ("א", none),
            ("א", none),
            ("א", none),
            ("א", none),
            ("א", none),
        ];
        assert!(read(&line).ends_with("ב (Grey Heron)."), "{}", read(&line));
    }

    #[test]
    fn latin_words_inside_hebrew_keep_their_order() {
        let seen = [("ב", Gap::None), ("one", Gap::Space), ("two", Gap::Space), ("א", Gap::Space), ("א", Gap::None)];
        let mut line = words(&seen);
        // Two Latin words have more letters than the Hebrew ones: the line's base direction is set by hand.
        assert!(!is_rtl_line(&line));
        line.push(Word { text: "אאאאאאאאא".into(), gap: Gap::Space, ..Word::default() });
        to_logical(&mut line);
        let read: Vec<&str> = line.iter().map(|word| word.text.as_str()).collect();
        assert_eq!(read, ["אאאאאאאאא", "א", "א", "one", "two", "ב"]);
    }
}
