//! Lines of right-to-left text, from the order they are seen in to the order they are read in.
//!
//! This undoes rule L2 of the Unicode bidirectional algorithm (UAX #9) on whole fragments: letters
//! of right-to-left scripts are fragments of their own.

use unicode_bidi::{BidiClass, bidi_class};

use super::clean::is_rtl;
use super::fragment::{Fragment, Gap};

/// Whether most letters of a line are of right-to-left scripts.
pub(in super::super) fn is_rtl_line(words: &[Fragment]) -> bool {
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

fn has_rtl(words: &[Fragment]) -> bool {
    words.iter().any(|word| !word.text.is_ascii() && word.text.chars().any(is_rtl))
}

/// Puts words sorted from left to right into reading order.
pub(in super::super) fn to_logical(words: &mut Vec<Fragment>) {
    if !has_rtl(words) {
        return;
    }
    attach_marks(words);
    let base_rtl = is_rtl_line(words);
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
    let gaps = order_gaps(words, &order);
    let mut taken: Vec<Option<Fragment>> = words.drain(..).map(Some).collect();
    for (at, gap) in order.into_iter().zip(gaps) {
        if let Some(mut word) = taken.get_mut(at).and_then(Option::take) {
            word.gap = gap;
            if directions[at] {
                word.text = word.text.chars().map(mirrored).collect();
            }
            words.push(word);
        }
    }
}

/// Joins vowel signs and other marks to the letter they stand on, which comes before them.
fn attach_marks(words: &mut Vec<Fragment>) {
    let is_mark = |word: &Fragment| word.text.chars().all(|c| bidi_class(c) == BidiClass::NSM);
    let mut done: Vec<Fragment> = Vec::new();
    let mut waiting: Vec<Fragment> = Vec::new();
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

/// What stands before each word in the new order: the gap between the two neighbours as seen.
fn order_gaps(words: &[Fragment], order: &[usize]) -> Vec<Gap> {
    let mut gaps = vec![Gap::None];
    for pair in order.windows(2) {
        let (a, b) = (pair[0].min(pair[1]), pair[0].max(pair[1]));
        gaps.push(if b - a == 1 {
            words[b].gap
        } else {
            // The border of two stretches: a space stands at one of the inner ends.
            let before = words[pair[1]].gap;
            let after = words.get(pair[1] + 1).map_or(Gap::None, |word| word.gap);
            if before == Gap::None { after } else { before }
        });
    }
    gaps
}

/// Whether each word runs from right to left; words without a direction follow their neighbours.
fn directions(words: &[Fragment], base_rtl: bool) -> Vec<bool> {
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

/// Brackets as they are meant in text that runs the other way.
fn mirrored(c: char) -> char {
    match c {
        '(' => ')',
        ')' => '(',
        '[' => ']',
        ']' => '[',
        '{' => '}',
        '}' => '{',
        '<' => '>',
        '>' => '<',
        '«' => '»',
        '»' => '«',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(texts: &[(&str, Gap)]) -> Vec<Fragment> {
        texts.iter().map(|(text, gap)| Fragment { text: (*text).into(), gap: *gap, ..Fragment::default() }).collect()
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

    #[test]
    fn latin_words_inside_hebrew_keep_their_order() {
        let seen = [("ב", Gap::None), ("one", Gap::Space), ("two", Gap::Space), ("א", Gap::Space), ("א", Gap::None)];
        let mut line = words(&seen);
        // Two Latin words have more letters than the Hebrew ones: the line's base direction is set by hand.
        assert!(!is_rtl_line(&line));
        line.push(Fragment { text: "אאאאאאאאא".into(), gap: Gap::Space, ..Fragment::default() });
        to_logical(&mut line);
        let read: Vec<&str> = line.iter().map(|word| word.text.as_str()).collect();
        assert_eq!(read, ["אאאאאאאאא", "א", "א", "one", "two", "ב"]);
    }
}
