//! Escapes, where text would be read as markup and nowhere else.

use super::tokens::{Line, Seat, Token};

/// Signs of an entity's name at most.
const LONGEST_ENTITY: usize = 32;
/// Digits of the number of a list item at most (CommonMark 0.31.2, 5.2).
const LONGEST_NUMBER: usize = 9;

/// A settled line as Markdown; several lines where it has breaks and stands in a paragraph.
pub(super) fn written(line: &Line, seat: Seat) -> String {
    let mut writer = Writer { line, dollars: dollars(line), seen: 0, out: String::new(), in_link: false };
    let mut lines = Vec::new();
    let mut from = 0;
    for at in 0..=line.tokens.len() {
        if matches!(line.tokens.get(at), None | Some(Token::Break)) {
            let text = writer.stretch(from, at);
            let begins_in_text = matches!(line.tokens.get(from), Some(Token::Text(_) | Token::Signs(..)));
            lines.push(if begins_in_text && seat == Seat::Paragraph { guard(text, from == 0) } else { text });
            from = at + 1;
        }
    }
    match seat {
        Seat::Paragraph => lines.join("\\\n"),
        Seat::Heading => end_of_heading(lines.join(" ")),
        Seat::Cell => lines.join("<br>").replace('|', "\\|"),
    }
}

struct Writer<'a> {
    line: &'a Line,
    /// Whether the dollar signs of the text are escaped, in their order.
    dollars: Vec<bool>,
    /// How many of them were written.
    seen: usize,
    out: String,
    in_link: bool,
}

impl Writer<'_> {
    /// The tokens of a line within.
    fn stretch(&mut self, from: usize, to: usize) -> String {
        for at in from..to {
            match &self.line.tokens[at] {
                Token::Text(text) => {
                    // The mark of a note before a colon would be the text of the note.
                    let is_note = |token: &Token| matches!(token, Token::Raw(raw) if raw.starts_with("[^"));
                    if at == from + 1 && text.starts_with(':') && is_note(&self.line.tokens[from]) {
                        self.out.push('\\');
                    }
                    self.text(text, self.line.tokens.get(at + 1).filter(|_| at + 1 < to));
                }
                Token::Signs(sign, count, escaped) => {
                    let sign = if *escaped { format!("\\{sign}") } else { sign.to_string() };
                    self.out.push_str(&sign.repeat(*count));
                }
                Token::Open(mark) => self.mark(*mark, "<"),
                Token::Close(mark) => self.mark(*mark, "</"),
                Token::Raw(raw) => self.out.push_str(raw),
                Token::LinkOpen => {
                    self.in_link = true;
                    self.out.push('[');
                }
                Token::LinkClose(destination) => {
                    self.in_link = false;
                    self.out.push_str("](");
                    self.out.push_str(destination);
                    self.out.push(')');
                }
                Token::Break => {}
            }
        }
        std::mem::take(&mut self.out)
    }

    fn mark(&mut self, mark: usize, bracket: &str) {
        let mark = self.line.marks[mark];
        match mark.signs() {
            Some((sign, count)) => self.out.extend(std::iter::repeat_n(sign, count)),
            None => self.out.extend([bracket, mark.element(), ">"]),
        }
    }

    fn text(&mut self, text: &str, next: Option<&Token>) {
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            rest = &rest[c.len_utf8()..];
            if self.is_markup(c, rest, next) {
                self.out.push('\\');
            }
            self.out.push(c);
        }
    }

    /// Whether a character would be read as markup before the rest of its text and what comes after that.
    fn is_markup(&mut self, c: char, rest: &str, next: Option<&Token>) -> bool {
        let first = rest.chars().next();
        match c {
            '`' => true,
            '\\' => first.is_none_or(|c| c.is_ascii_punctuation()),
            '<' => first.is_some_and(|c| c.is_ascii_alphabetic() || matches!(c, '/' | '!' | '?')),
            '&' => is_entity(rest),
            '[' => self.in_link || first == Some('^'),
            ']' => self.in_link || first == Some('('),
            '!' => rest.is_empty() && next.is_some_and(begins_in_bracket),
            '$' => {
                self.seen += 1;
                self.dollars.get(self.seen - 1).copied().unwrap_or(true)
            }
            _ => false,
        }
    }
}

fn begins_in_bracket(token: &Token) -> bool {
    matches!(token, Token::LinkOpen) || matches!(token, Token::Raw(raw) if raw.starts_with('['))
}

/// Whether what follows an ampersand makes it one of HTML's (6.4 on entity and numeric character references).
fn is_entity(rest: &str) -> bool {
    let Some((name, _)) = rest.split_once(';').filter(|(name, _)| (1..=LONGEST_ENTITY).contains(&name.len())) else {
        return false;
    };
    let number = name.strip_prefix('#');
    let hex = number.and_then(|number| number.strip_prefix(['x', 'X']));
    match (number, hex) {
        (_, Some(hex)) => hex.bytes().all(|b| b.is_ascii_hexdigit()),
        (Some(number), _) => number.bytes().all(|b| b.is_ascii_digit()),
        _ => name.bytes().all(|b| b.is_ascii_alphanumeric()),
    }
}

/// For each dollar sign of the text whether it could be an end of a formula with another after or before it. A formula
/// begins before what is no space, and ends behind what is none and not before a digit.
fn dollars(line: &Line) -> Vec<bool> {
    let mut signs: Vec<(bool, bool, bool)> = Vec::new();
    for token in &line.tokens {
        match token {
            Token::Text(text) => {
                for (at, _) in text.match_indices('$') {
                    let before = text[..at].chars().next_back();
                    let after = text[at + 1..].chars().next();
                    let opens = after.is_none_or(|c| !c.is_ascii_whitespace());
                    let closes =
                        before.is_none_or(|c| !c.is_ascii_whitespace()) && after.is_none_or(|c| !c.is_ascii_digit());
                    signs.push((true, opens, closes));
                }
            }
            // A formula, or code: readers pair the signs in both.
            Token::Raw(raw) if raw.contains('$') => signs.push((false, true, true)),
            _ => {}
        }
    }
    let first = signs.iter().position(|(_, opens, _)| *opens).unwrap_or(signs.len());
    let last = signs.iter().rposition(|(.., closes)| *closes).unwrap_or(0);
    let escaped = signs
        .iter()
        .enumerate()
        .map(|(at, (own, opens, closes))| own.then_some((*opens && at < last) || (*closes && at > first)));
    escaped.flatten().collect()
}

/// Escapes what would make a block of another kind of a line that begins with text.
fn guard(line: String, is_first: bool) -> String {
    let at = match_start(&line, is_first);
    let text = line.trim_start_matches('~');
    match at {
        // What is left of a fence that lost its first sign could be the begin of a stroke.
        Some(0) if text.len() < line.len() => "\\~".repeat(line.len() - text.len()) + text,
        Some(at) => format!("{}\\{}", &line[..at], &line[at..]),
        None => line,
    }
}

/// Whether a line that follows another of its paragraph would be read as a block of another kind.
pub(super) fn begins_block(line: &str) -> bool {
    match_start(line.trim_start(), false).is_some()
}

/// The place of the sign to be escaped.
fn match_start(line: &str, is_first: bool) -> Option<usize> {
    let first = line.chars().next()?;
    let run = line.len() - line.trim_start_matches(first).len();
    let is_apart = |at: usize| line[at..].chars().next().is_none_or(|c| c == ' ' || c == '\t');
    let only = |signs: &str| line.chars().all(|c| signs.contains(c));
    match first {
        '#' if run <= 6 && is_apart(run) => Some(0),
        '>' => Some(0),
        '+' | '-' | '*' if is_apart(1) => Some(0),
        '-' | '*' | '_' if is_break(line, first) => Some(0),
        '=' | '-' if !is_first && run == line.len() => Some(0),
        '~' if run >= 3 => Some(0),
        '|' | ':' | '-' if !is_first && only("|:- ") && line.contains('-') => Some(0),
        '[' if is_first && is_definition(line) => Some(0),
        '0'..='9' => {
            let end = line.find(|c: char| !c.is_ascii_digit())?;
            let is_mark = line[end..].starts_with(['.', ')']) && end <= LONGEST_NUMBER && is_apart(end + 1);
            is_mark.then_some(end)
        }
        _ => None,
    }
}

/// Whether a line is a thematic break of a sign (4.1), alone or behind the bullet of an item.
fn is_break(line: &str, sign: char) -> bool {
    line.chars().all(|c| c == sign || c == ' ') && line.chars().filter(|c| *c == sign).count() >= 2
}

/// Whether a line could be taken for the definition of a link, a check box or an alert.
fn is_definition(line: &str) -> bool {
    let mut signs = line.char_indices().skip(1);
    let mut is_defined = false;
    while let Some((at, c)) = signs.next() {
        match c {
            '\\' => drop(signs.next()),
            ']' => {
                is_defined = line[at + 1..].starts_with(':');
                break;
            }
            _ => {}
        }
    }
    let is_box = ["[ ]", "[x]", "[X]", "[!"].iter().any(|begin| line.starts_with(begin));
    is_defined || is_box
}

/// The text of a heading: signs of headings at its end would be taken for an end of the line.
fn end_of_heading(text: String) -> String {
    let rest = text.trim_end_matches('#');
    if rest.len() < text.len() && (rest.is_empty() || rest.ends_with(' ')) {
        return format!("{rest}\\{}", &text[rest.len()..]);
    }
    text
}

/// Words for those who do not see a picture, between brackets.
pub(super) fn description(text: &str) -> String {
    let mut out = String::new();
    for word in text.split_whitespace() {
        if !out.is_empty() {
            out.push(' ');
        }
        for c in word.chars().filter(|c| !c.is_control()) {
            if "\\`*_[]<>&!$~|".contains(c) {
                out.push('\\');
            }
            out.push(c);
        }
    }
    out
}

/// Where a link leads, as it stands between the round brackets of a link (6.3).
pub(super) fn destination(target: &str) -> String {
    let target = target.trim();
    let is_even = are_pairs(target);
    let mut out = String::new();
    for (at, c) in target.char_indices() {
        match c {
            '(' | ')' if !is_even => out.extend(['\\', c]),
            '\\' | '<' | '>' | '[' | ']' | '|' | '`' | '$' => percent(&mut out, c),
            '&' if is_entity(&target[at + 1..]) => out.push_str("&amp;"),
            c if c.is_whitespace() || c.is_control() => percent(&mut out, c),
            c => out.push(c),
        }
    }
    out
}

/// Adds a character as an address writes one that it has no room for (RFC 3986, 2.1).
fn percent(out: &mut String, c: char) {
    out.extend(c.encode_utf8(&mut [0; 4]).bytes().map(|b| format!("%{b:02X}")));
}

/// Whether each round bracket has its other half.
fn are_pairs(text: &str) -> bool {
    let mut open = 0_usize;
    for c in text.chars() {
        match c {
            '(' => open += 1,
            ')' if open == 0 => return false,
            ')' => open -= 1,
            _ => {}
        }
    }
    open == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paragraph(text: &str) -> String {
        let mut line = Line::default();
        line.text(text);
        line.written(Seat::Paragraph)
    }

    #[test]
    fn text_is_escaped_where_it_would_be_markup_and_nowhere_else() {
        // What each would be read as is said in CommonMark 0.31.2 and in the dialect of GitHub.
        let cases = [
            ("2 * 3 * 4", "2 * 3 * 4"),
            ("a *b* c", "a \\*b\\* c"),
            ("snake_case_name", "snake_case_name"),
            ("_word_", "\\_word\\_"),
            ("about ~5 and ~6", "about ~5 and ~6"),
            ("a ~~b~~", "a \\~\\~b\\~\\~"),
            ("C:\\dir", "C:\\dir"),
            ("a\\*", "a\\\\*"),
            ("AT&T &amp; &#38;", "AT&T \\&amp; \\&#38;"),
            ("a < b <b>", "a < b \\<b>"),
            ("[1] and [a](b) [^1]", "[1] and [a\\](b) \\[^1]"),
            ("# no heading", "\\# no heading"),
            ("#1 and # 2", "#1 and # 2"),
            ("1. no item", "1\\. no item"),
            ("1.5 times", "1.5 times"),
            ("- no item", "\\- no item"),
            ("-5 degrees", "-5 degrees"),
            ("***", "\\***"),
            ("> no quote", "\\> no quote"),
            ("[a]: b", "\\[a]: b"),
            ("[x] done", "\\[x] done"),
            ("`code`", "\\`code\\`"),
            ("$5 or $6", "$5 or $6"),
            ("x$5 or 6$", "x\\$5 or 6\\$"),
            ("  a \n\t b  ", "a b"),
        ];
        for (text, expected) in cases {
            assert_eq!(paragraph(text), expected, "{text}");
        }
    }

    #[test]
    fn destinations_have_no_signs_that_end_them() {
        assert_eq!(destination("https://a.org/b_(c)?d=1&e=2"), "https://a.org/b_(c)?d=1&e=2");
        assert_eq!(destination("a b(c&copy;<"), "a%20b\\(c&amp;copy;%3C");
    }
}
