//! Text splitting: behind sentences, between words, or, where there is nothing else, anywhere.

/// What a sentence ends with.
const ENDS: [char; 8] = ['.', '!', '?', '…', '。', '！', '？', '｡'];
/// Those of them that no space follows.
const FULL_WIDTH: [char; 4] = ['。', '！', '？', '｡'];
/// What may stand between the end of a sentence and the space behind it.
const CLOSERS: [char; 9] = ['"', '\'', ')', ']', '”', '’', '»', '」', '』'];

/// The first part of a text, of at most `most` characters, and the rest. Space where it is cut is in neither, but for
/// the indent of the line that follows.
pub(super) fn cut(text: &str, most: usize) -> (&str, &str) {
    let Some((end, _)) = text.char_indices().nth(most) else { return (text, "") };
    let best = Ends::of(text, end);
    let at = best.line.or(best.sentence).or(best.word).unwrap_or(end);
    let (part, rest) = text.split_at(at);
    (part.trim_end(), behind_space(rest))
}

/// A text without the space before it: of lines, those that are empty.
fn behind_space(text: &str) -> &str {
    let words = text.trim_start();
    let space = &text[..text.len() - words.len()];
    space.rfind('\n').map_or(words, |line| &text[line + 1..])
}

/// The last places before some end where a text may be cut.
#[derive(Debug, Default)]
struct Ends {
    /// Behind a line, in the second half alone: lines are the best ends, but not at any price.
    line: Option<usize>,
    sentence: Option<usize>,
    word: Option<usize>,
}

impl Ends {
    fn of(text: &str, end: usize) -> Ends {
        let mut ends = Ends::default();
        // What stands before, with quotation marks and brackets passed over.
        let mut before = ' ';
        for (at, character) in text.char_indices().take_while(|(at, _)| *at <= end) {
            if character == '\n' && at > end / 2 {
                ends.line = Some(at);
            }
            if character.is_whitespace() && at > 0 {
                ends.word = Some(at);
            }
            if at > 0 && (ENDS.contains(&before) && character.is_whitespace() || FULL_WIDTH.contains(&before)) {
                ends.sentence = Some(at);
            }
            if !CLOSERS.contains(&character) {
                before = character;
            }
        }
        ends
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(mut text: &str, most: usize) -> Vec<&str> {
        let mut parts = Vec::new();
        while !text.is_empty() {
            let (part, rest) = cut(text, most);
            assert!(part.chars().count() <= most && !part.is_empty());
            parts.push(part);
            text = rest;
        }
        parts
    }

    #[test]
    fn sentences_are_kept_whole_where_they_can_be() {
        assert_eq!(parts("One two. Three four. Five", 20), ["One two. Three four.", "Five"]);
        assert_eq!(parts("One two. Three four. Five", 19), ["One two.", "Three four. Five"]);
        assert_eq!(parts("He said “no.” She left.", 15), ["He said “no.”", "She left."]);
        assert_eq!(parts("one two three four", 9), ["one two", "three", "four"]);
        assert_eq!(parts("一二三。四五六。七", 8), ["一二三。四五六。", "七"]);
        assert_eq!(parts("abcdefgh", 3), ["abc", "def", "gh"]);
    }

    #[test]
    fn lines_keep_their_indents() {
        assert_eq!(parts("if a:\n    b = c\n    d = e\n", 16), ["if a:\n    b = c", "    d = e\n"]);
    }
}
