//! The property `content` and counters (CSS Generated Content 3, 2; CSS Lists 3, 4).

use std::sync::Arc;

use super::list_style::ListStyle;

/// A piece of `content`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Generated {
    Text(Arc<str>),
    /// The value of an attribute.
    Attribute(Arc<str>),
    /// The innermost counter of a name.
    Counter(Arc<str>, ListStyle),
    /// All counters of a name, with what parts them.
    Counters(Arc<str>, Arc<str>, ListStyle),
}

/// Counters by name, and what they are set to or counted on by.
pub(crate) type Changes = Arc<[(Arc<str>, i32)]>;

/// Counters that one declaration names; others are not counted.
const MAX_CHANGES: usize = 64;

/// The pieces of `content`. Pictures and counts of pages say nothing.
pub(super) fn pieces(text: &str) -> Option<Vec<Generated>> {
    let mut pieces = Vec::new();
    let mut rest = text.trim();
    // Behind a slash stands what is read aloud instead.
    while let Some(first) = rest.chars().next().filter(|first| *first != '/') {
        let after = match first {
            '"' | '\'' => {
                let (string, after) = string(&rest[1..], first)?;
                pieces.push(Generated::Text(string.into()));
                after
            }
            _ => {
                let end = rest.find(|c: char| c.is_whitespace() || "\"'(/".contains(c)).unwrap_or(rest.len());
                let (word, after) = rest.split_at(end);
                match after.strip_prefix('(') {
                    Some(inside) => {
                        let (inside, after) = inside.split_at_checked(closing(inside)?)?;
                        pieces.extend(function(&word.to_ascii_lowercase(), inside));
                        &after[1..]
                    }
                    None => {
                        pieces.extend(keyword(&word.to_ascii_lowercase())?);
                        after
                    }
                }
            }
        };
        rest = after.trim_start();
    }
    Some(pieces)
}

/// What a word says; `None` where it is none of `content`.
fn keyword(word: &str) -> Option<Option<Generated>> {
    Some(match word {
        "none" | "normal" | "no-open-quote" | "no-close-quote" => None,
        "open-quote" => Some(Generated::Text("\u{201C}".into())),
        "close-quote" => Some(Generated::Text("\u{201D}".into())),
        _ => return None,
    })
}

fn function(name: &str, inside: &str) -> Option<Generated> {
    let arguments = arguments(inside);
    let named = || arguments.first().map(|name| Arc::from(name.trim())).filter(|name: &Arc<str>| !name.is_empty());
    let style = |at: usize| match arguments.get(at) {
        Some(style) => ListStyle::parse(style).unwrap_or_default(),
        None => ListStyle::default(),
    };
    Some(match name {
        "attr" => {
            let name = arguments.first()?.split_whitespace().next()?.to_ascii_lowercase();
            Generated::Attribute(name.into())
        }
        "counter" => Generated::Counter(named()?, style(1)),
        "counters" => {
            let between = arguments.get(1)?.trim();
            let quote = between.chars().next().filter(|c| matches!(c, '"' | '\''))?;
            Generated::Counters(named()?, string(&between[1..], quote)?.0.into(), style(2))
        }
        _ => return None,
    })
}

/// What commas part, outside quotation marks.
fn arguments(text: &str) -> Vec<&str> {
    let mut quote = None;
    text.split(|c: char| outside(c, &mut quote) && c == ',').collect()
}

/// Where the bracket is closed that `text` begins in.
fn closing(text: &str) -> Option<usize> {
    let (mut quote, mut depth) = (None, 0_u32);
    text.char_indices().filter(|(_, c)| outside(*c, &mut quote)).find_map(|(at, c)| match c {
        '(' => {
            depth += 1;
            None
        }
        ')' if depth == 0 => Some(at),
        ')' => {
            depth -= 1;
            None
        }
        _ => None,
    })
}

/// Whether a character stands outside quotation marks; `quote` is the mark that is open.
fn outside(c: char, quote: &mut Option<char>) -> bool {
    match *quote {
        Some(open) => {
            if open == c {
                *quote = None;
            }
            false
        }
        None => {
            *quote = Some(c).filter(|c| matches!(c, '"' | '\''));
            quote.is_none()
        }
    }
}

/// The string that `text` begins in, its escapes resolved (CSS Syntax 3, 4.3.7), and what comes after it.
pub(super) fn string(text: &str, quote: char) -> Option<(String, &str)> {
    let mut out = String::new();
    let mut rest = text;
    loop {
        let c = rest.chars().next()?;
        rest = &rest[c.len_utf8()..];
        match c {
            _ if c == quote => return Some((out, rest)),
            '\\' => {
                let digits = rest.bytes().take(6).take_while(u8::is_ascii_hexdigit).count();
                if digits > 0 {
                    let code = u32::from_str_radix(&rest[..digits], 16).ok();
                    out.extend(code.and_then(char::from_u32));
                    rest = &rest[digits..];
                    rest = rest.strip_prefix(|c: char| c.is_ascii_whitespace()).unwrap_or(rest);
                } else if let Some(next) = rest.chars().next() {
                    out.extend(Some(next).filter(|next| *next != '\n'));
                    rest = &rest[next.len_utf8()..];
                }
            }
            c => out.push(c),
        }
    }
}

/// The counters that a declaration names, each with the number behind it or else `usual`.
pub(super) fn changes(text: &str, usual: i32) -> Option<Changes> {
    let mut changes: Vec<(Arc<str>, i32)> = Vec::new();
    for word in text.split_whitespace().filter(|word| *word != "none").take(MAX_CHANGES) {
        match (word.parse(), changes.last_mut()) {
            (Ok(number), Some(last)) => last.1 = number,
            (Ok(_), None) => return None,
            (Err(_), _) => changes.push((Arc::from(word), usual)),
        }
    }
    Some(changes.into())
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_model::flow::NumberFormat;

    #[test]
    fn content_is_strings_attributes_and_counters() {
        let text = |text: &str| Generated::Text(text.into());
        let roman = ListStyle::Number(NumberFormat::UpperRoman);
        let cases = [
            (r#""\201C\A0 a\"b""#, vec![text("\u{201C}\u{A0}a\"b")]),
            ("'(' attr( title ) ')'", vec![text("("), Generated::Attribute("title".into()), text(")")]),
            ("counter(Chap, upper-roman) '. '", vec![Generated::Counter("Chap".into(), roman), text(". ")]),
            ("counters(item,'.')", vec![Generated::Counters("item".into(), ".".into(), ListStyle::default())]),
            ("counters(item, ', ')", vec![Generated::Counters("item".into(), ", ".into(), ListStyle::default())]),
            ("url(x.png) 'a' / 'read'", vec![text("a")]),
            ("none", vec![]),
        ];
        for (said, expected) in cases {
            assert_eq!(pieces(said), Some(expected), "{said}");
        }
        assert_eq!((pieces("'open"), pieces("counter(a"), pieces("word")), (None, None, None));
    }

    #[test]
    fn counters_have_a_number_or_the_usual_one() {
        let said = changes("a b 5 c -2", 1).unwrap();
        assert_eq!(said.iter().map(|(name, by)| (&**name, *by)).collect::<Vec<_>>(), [("a", 1), ("b", 5), ("c", -2)]);
        assert_eq!(changes("none", 0).map(|said| said.len()), Some(0));
        assert_eq!(changes("3", 0), None);
    }
}
