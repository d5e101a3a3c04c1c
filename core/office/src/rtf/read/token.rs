//! The RTF tokenizer (RTF 1.9.1, "Conventions of an RTF Reader").

/// Letters of a control word that count; the specification allows 32.
const MAX_WORD: usize = 40;
/// Digits of a parameter that count.
const MAX_DIGITS: usize = 10;

/// A token.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Token<'a> {
    /// A group begins.
    Open,
    /// A group ends.
    Close,
    /// A control word and its parameter.
    Word(&'a str, Option<i32>),
    /// A control symbol.
    Symbol(u8),
    /// A byte of text by its two digits.
    Hex(u8),
    /// Bytes of text.
    Text(&'a [u8]),
    /// Bytes that `\bin` counts.
    Binary(&'a [u8]),
}

impl Token<'_> {
    /// Whether what follows is at the head of its group, which this was `at_head` of or opens: blanks do not count.
    pub(super) fn keeps_head(self, at_head: bool) -> bool {
        match self {
            Token::Open => true,
            Token::Text(text) => at_head && text.trim_ascii().is_empty(),
            _ => false,
        }
    }
}

/// A file that is being taken apart.
#[derive(Debug)]
pub(super) struct Tokens<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Tokens<'a> {
    /// Begins at the first byte.
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Tokens { bytes, at: 0 }
    }

    /// The bytes that are left.
    pub(super) fn rest(&self) -> &'a [u8] {
        self.bytes.get(self.at..).unwrap_or_default()
    }

    fn peek(&self) -> Option<u8> {
        self.bytes.get(self.at).copied()
    }

    /// The bytes from here on that fit, at most so many.
    fn take(&mut self, most: usize, fits: impl Fn(u8) -> bool) -> &'a [u8] {
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let length = rest.iter().take(most).take_while(|byte| fits(**byte)).count();
        self.at += length;
        rest.get(..length).unwrap_or_default()
    }

    /// What follows a backslash.
    fn control(&mut self) -> Option<Token<'a>> {
        let first = self.peek()?;
        if first.is_ascii_alphabetic() {
            return Some(self.word());
        }
        self.at += 1;
        if first != b'\'' {
            return Some(Token::Symbol(first));
        }
        let digits = self.take(2, |byte| byte.is_ascii_hexdigit());
        let digits = std::str::from_utf8(digits).unwrap_or_default();
        Some(u8::from_str_radix(digits, 16).map_or(Token::Text(&[]), Token::Hex))
    }

    fn word(&mut self) -> Token<'a> {
        let word = self.take(MAX_WORD, |byte| byte.is_ascii_alphabetic());
        self.take(usize::MAX, |byte| byte.is_ascii_alphabetic());
        let negative = self.peek() == Some(b'-') && self.bytes.get(self.at + 1).is_some_and(u8::is_ascii_digit);
        self.at += usize::from(negative);
        let digits = self.take(MAX_DIGITS, |byte| byte.is_ascii_digit());
        self.take(usize::MAX, |byte| byte.is_ascii_digit());
        let number = std::str::from_utf8(digits).unwrap_or_default().parse::<i64>().ok();
        let number = number.map(|number| if negative { -number } else { number });
        let number = number.map(|number| number.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32);
        if self.peek() == Some(b' ') {
            self.at += 1;
        }
        match (word, number) {
            (b"bin", count) => Token::Binary(self.take(count.unwrap_or(0).max(0) as usize, |_| true)),
            _ => Token::Word(std::str::from_utf8(word).unwrap_or_default(), number),
        }
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        self.take(usize::MAX, |byte| matches!(byte, b'\r' | b'\n' | 0));
        let first = self.peek()?;
        if !matches!(first, b'{' | b'}' | b'\\') {
            let is_text = |byte| !matches!(byte, b'{' | b'}' | b'\\' | b'\r' | b'\n' | 0);
            return Some(Token::Text(self.take(usize::MAX, is_text)));
        }
        self.at += 1;
        match first {
            b'{' => Some(Token::Open),
            b'}' => Some(Token::Close),
            _ => self.control(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_end_with_their_delimiter_and_bytes_are_counted() {
        let bytes = b"{\\b1 x\r\ny\\i-2z\\~\\'e4\\bin3 {}\\\\par}\\bin99999999999 ab";
        let tokens: Vec<Token<'_>> = Tokens::new(bytes).collect();
        let expected = [
            Token::Open,
            Token::Word("b", Some(1)),
            Token::Text(b"x"),
            Token::Text(b"y"),
            Token::Word("i", Some(-2)),
            Token::Text(b"z"),
            Token::Symbol(b'~'),
            Token::Hex(0xE4),
            Token::Binary(b"{}\\"),
            Token::Word("par", None),
            Token::Close,
            Token::Binary(b"ab"),
        ];
        assert_eq!(tokens, expected);
    }

    #[test]
    fn a_group_has_its_head_behind_the_brace() {
        let mut at_head = false;
        let heads = Tokens::new(b"{ \\*\\a{\\b\\*\\c}x").map(|token| {
            let was = at_head;
            at_head = token.keeps_head(at_head);
            was
        });
        let expected = [false, true, true, false, false, true, false, false, false, false];
        assert_eq!(heads.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn odd_ends_are_no_tokens_or_empty_ones() {
        assert_eq!(Tokens::new(b"\\").next(), None);
        assert_eq!(Tokens::new(b"\\'g").next(), Some(Token::Text(b"")));
        assert_eq!(Tokens::new(b"\\u-").next(), Some(Token::Word("u", None)));
    }
}
