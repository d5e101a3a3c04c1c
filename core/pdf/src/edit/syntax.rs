//! Object serialisation: values as they are written (ISO 32000-2, 7.3), in as few bytes as they need.

use std::io::Write;

use super::object::{Dictionary, Id, Object};
use super::tokens::{self, is_regular};

/// What decides how references and strings are written.
pub(super) trait Style {
    /// The number of the object a reference leads to; `None` where it leads nowhere.
    fn number(&self, of: Id) -> Option<u32>;

    /// A string as it stands in the file: encrypted or not.
    fn string<'s>(&self, plain: &'s [u8]) -> std::borrow::Cow<'s, [u8]>;
}

/// Writes a value behind what `out` has.
pub(super) fn write(object: &Object, style: &dyn Style, out: &mut Vec<u8>) {
    match object {
        Object::Null => word(b"null", out),
        Object::Boolean(true) => word(b"true", out),
        Object::Boolean(false) => word(b"false", out),
        Object::Integer(value) => word(value.to_string().as_bytes(), out),
        Object::Real(value) => word(real(*value).as_bytes(), out),
        Object::String(text) => string(&style.string(text), out),
        Object::Name(text) => name(text, out),
        Object::Array(items) => {
            out.push(b'[');
            items.iter().for_each(|item| write(item, style, out));
            out.push(b']');
        }
        Object::Dictionary(entries) => dictionary(entries, None, style, out),
        // A stream is an object of its own: within a value there is none.
        Object::Stream(stream) => dictionary(&stream.dictionary, None, style, out),
        Object::Reference(id) => match style.number(*id) {
            Some(number) => word(format!("{number} 0 R").as_bytes(), out),
            None => word(b"null", out),
        },
        Object::Written(text) => rewrite(text, style, out),
    }
}

/// Writes the text of a value, its references under their new numbers.
fn rewrite(text: &[u8], style: &dyn Style, out: &mut Vec<u8>) {
    // The last two words, as long as they may belong to a reference.
    let mut numbers: Vec<&[u8]> = Vec::new();
    tokens::each(text, |token| {
        if token.iter().all(u8::is_ascii_digit) {
            if numbers.len() == 2 {
                word(numbers.remove(0), out);
            }
            return numbers.push(token);
        }
        if token == b"R" && numbers.len() == 2 {
            let id = tokens::number(numbers[0]).map(|number| Id { number, generation: 0 });
            match id.and_then(|id| style.number(id)) {
                Some(number) => word(format!("{number} 0 R").as_bytes(), out),
                None => word(b"null", out),
            }
            return numbers.clear();
        }
        numbers.drain(..).for_each(|number| word(number, out));
        match token {
            [first, ..] if is_regular(*first) => word(token, out),
            _ => out.extend_from_slice(token),
        }
    });
    numbers.drain(..).for_each(|number| word(number, out));
}

/// Writes a dictionary, with the length of a stream's data where there is one. Entries that lead nowhere are none.
pub(super) fn dictionary(entries: &Dictionary, length: Option<usize>, style: &dyn Style, out: &mut Vec<u8>) {
    out.extend_from_slice(b"<<");
    for (key, value) in entries.iter() {
        if matches!(value, Object::Reference(id) if style.number(*id).is_none()) {
            continue;
        }
        name(key, out);
        write(value, style, out);
    }
    if let Some(length) = length {
        name(b"Length", out);
        word(length.to_string().as_bytes(), out);
    }
    out.extend_from_slice(b">>");
}

/// Writes a word of regular characters, apart from one before it.
fn word(text: &[u8], out: &mut Vec<u8>) {
    if out.last().is_some_and(|last| is_regular(*last)) {
        out.push(b' ');
    }
    out.extend_from_slice(text);
}

/// A number with a fraction: no exponent, no zero before the point (7.3.3).
fn real(value: f64) -> String {
    let text = value.to_string();
    match text.strip_prefix("0.").or_else(|| text.strip_prefix("-0.")) {
        Some(fraction) => format!("{}.{fraction}", if value < 0.0 { "-" } else { "" }),
        None => text,
    }
}

/// Writes a name, bytes that are not regular characters as digits (7.3.5).
fn name(text: &[u8], out: &mut Vec<u8>) {
    out.push(b'/');
    for byte in text {
        if is_regular(*byte) && *byte != b'#' && (0x21..=0x7E).contains(byte) {
            out.push(*byte);
        } else {
            // Writing to memory does not fail.
            let _ = write!(out, "#{byte:02X}");
        }
    }
    // An empty name needs something that ends it.
    if text.is_empty() {
        out.push(b' ');
    }
}

/// Writes a string in parentheses (7.3.4.2); only what would be read otherwise is escaped.
fn string(text: &[u8], out: &mut Vec<u8>) {
    let balanced = are_balanced(text);
    out.push(b'(');
    for byte in text {
        match byte {
            b'\\' => out.extend_from_slice(b"\\\\"),
            b'(' | b')' if !balanced => out.extend_from_slice(&[b'\\', *byte]),
            // A line's end of whatever kind is read as a line feed.
            b'\r' => out.extend_from_slice(b"\\r"),
            byte => out.push(*byte),
        }
    }
    out.push(b')');
}

/// Whether each parenthesis in a text has its partner.
fn are_balanced(text: &[u8]) -> bool {
    let mut depth = 0_u32;
    for byte in text {
        match byte {
            b'(' => depth += 1,
            b')' if depth == 0 => return false,
            b')' => depth -= 1,
            _ => {}
        }
        // Readers may not follow many.
        if depth > 16 {
            return false;
        }
    }
    depth == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Plain;

    impl Style for Plain {
        fn number(&self, of: Id) -> Option<u32> {
            (of.number < 10).then_some(of.number + 100)
        }

        fn string<'s>(&self, plain: &'s [u8]) -> std::borrow::Cow<'s, [u8]> {
            plain.into()
        }
    }

    fn written(object: impl Into<Object>) -> String {
        let mut out = Vec::new();
        write(&object.into(), &Plain, &mut out);
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn values_are_written_as_the_standard_has_them() {
        let id = |number| Object::Reference(Id { number, generation: 0 });
        let items = vec![1.into(), Object::Real(0.5), Object::Real(-0.25), Object::Real(12.5), Object::name("A b")];
        assert_eq!(written(items), "[1 .5 -.25 12.5/A#20b]");
        assert_eq!(written(vec![id(1), Object::Null, id(99), Object::Boolean(true)]), "[101 0 R null null true]");
        let entries = Dictionary::default().with("A", id(1)).with("B", id(99)).with("C", Object::String(b"x".to_vec()));
        assert_eq!(written(entries), "<</A 101 0 R/C(x)>>");
        assert_eq!(written(vec![Object::name(""), 1.into()]), "[/ 1]");
    }

    #[test]
    fn text_of_values_is_written_with_new_numbers() {
        let text = b"<<\n/P 1 0 R /K [ 2 0 R 3 4 99 0 R 5 ]\n/S (1 0 R) /T <31> /B true /C -0.5\n>>";
        let written = written(Object::Written(text[..].into()));
        assert_eq!(written, "<</P 101 0 R/K[102 0 R 3 4 null 5]/S(1 0 R)/T<31>/B true/C -0.5>>");
    }

    #[test]
    fn strings_are_escaped_only_where_they_must_be() {
        let text = |text: &str| written(Object::String(text.as_bytes().to_vec()));
        assert_eq!(text("a (b) c"), "(a (b) c)");
        assert_eq!(text("a) (b"), "(a\\) \\(b)");
        assert_eq!(text("\r\n\\"), "(\\r\n\\\\)");
    }
}
