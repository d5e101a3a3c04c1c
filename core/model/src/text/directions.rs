//! Bidirectional text split by the direction of its letters.

use unicode_bidi::{BidiClass, bidi_class};

/// The stretches of one direction, with whether it is right to left. Characters without a direction
/// go with their neighbours where these agree, else with the paragraph.
pub fn directions(text: &str, paragraph: bool) -> Vec<(&str, bool)> {
    // Nothing before the Hebrew block goes from right to left.
    if !paragraph && text.chars().all(|c| c < '\u{590}') {
        return vec![(text, false)];
    }
    let mut stretches: Vec<(usize, bool)> = Vec::new();
    // Where the last strong character ended, and its direction.
    let mut last = (0, paragraph);
    for (at, c) in text.char_indices() {
        let Some(direction) = direction(c) else { continue };
        // What lies between letters of unlike direction goes with the paragraph.
        let begin = if direction == last.1 || direction == paragraph { last.0 } else { at };
        if stretches.last().is_none_or(|(_, known)| *known != direction) {
            if begin > 0 && stretches.is_empty() {
                stretches.push((0, paragraph));
            }
            if stretches.last().is_none_or(|(_, known)| *known != direction) {
                stretches.push((begin, direction));
            }
        }
        last = (at + c.len_utf8(), direction);
    }
    if last.1 != paragraph && last.0 < text.len() {
        stretches.push((last.0, paragraph));
    }
    if stretches.is_empty() {
        stretches.push((0, paragraph));
    }
    let ends = stretches.iter().skip(1).map(|(at, _)| *at).chain([text.len()]);
    stretches.iter().zip(ends).filter_map(|((at, direction), end)| Some((text.get(*at..end)?, *direction))).collect()
}

/// Brackets as they are meant in text that runs the other way.
pub fn mirrored(c: char) -> char {
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

fn direction(c: char) -> Option<bool> {
    match bidi_class(c) {
        BidiClass::L => Some(false),
        BidiClass::R | BidiClass::AL => Some(true),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_follow_the_letters() {
        let cases: [(&str, bool, &[(&str, bool)]); 8] = [
            ("plain 12", false, &[("plain 12", false)]),
            ("", true, &[("", true)]),
            ("12 34", true, &[("12 34", true)]),
            ("abc שלום def", false, &[("abc ", false), ("שלום", true), (" def", false)]),
            ("שלום עולם", false, &[("שלום עולם", true)]),
            ("(שלום) x", true, &[("(שלום) ", true), ("x", false)]),
            ("x. שלום", true, &[("x", false), (". שלום", true)]),
            ("שלום 12.", false, &[("שלום", true), (" 12.", false)]),
        ];
        for (text, paragraph, expected) in cases {
            assert_eq!(directions(text, paragraph), expected, "{text}");
            assert_eq!(directions(text, paragraph).iter().map(|(piece, _)| *piece).collect::<String>(), text);
        }
    }
}
