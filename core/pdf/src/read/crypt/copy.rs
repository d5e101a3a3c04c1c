//! Decrypted copies: a file written anew without its encryption. The object layer finds the objects of such a copy by
//! looking for them, as it does in files with a damaged table.

use hayro_syntax::object::{Array, Dict, FromBytes, Name, Object, ObjectIdentifier, String as PdfString};
use memchr::memmem;

use super::{Key, Lock, Method};
use transvase_base::context::Context;
use transvase_base::error::Result;

/// The file with all that is enciphered deciphered, without the entries that say so.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`.
pub(super) fn deciphered(bytes: &[u8], lock: &Lock, key: &Key, context: &Context) -> Result<Vec<u8>> {
    context.charge_unpacked(bytes.len())?;
    let mut copy = Copy { bytes, lock, key, out: Vec::new() };
    let mut at = 0;
    while let Some((id, start)) = next_object(bytes, at) {
        copy.out.extend_from_slice(&bytes[at..start]);
        let before = copy.out.len();
        at = if Some(id) == lock.place { start } else { copy.object(id, start) };
        context.charge_unpacked((copy.out.len() - before).saturating_sub(at - start))?;
        context.tick((at - start) as u64 / 16 + 1)?;
    }
    copy.out.extend_from_slice(&bytes[at..]);
    let mut out = copy.out;
    hide(&mut out);
    Ok(out)
}

/// Makes unknown what says that a file is encrypted and where its objects are.
pub(in super::super) fn hide(bytes: &mut [u8]) {
    for word in [&b"/Encrypt"[..], b"startxref"] {
        let places: Vec<usize> = memmem::find_iter(bytes, word).map(|at| at + word.len() - 1).collect();
        for at in places {
            if bytes.get(at + 1).is_none_or(|next| !next.is_ascii_alphanumeric()) {
                bytes[at] = b'-';
            }
        }
    }
}

/// The next `12 0 obj` from `from` on: the object, and where its head ends.
pub(crate) fn next_object(bytes: &[u8], from: usize) -> Option<(ObjectIdentifier, usize)> {
    memmem::find_iter(bytes.get(from..)?, b"obj").find_map(|at| {
        let (before, generation) = number_at_end(bytes.get(from..from + at)?)?;
        let (_, object) = number_at_end(before)?;
        Some((ObjectIdentifier::new(object, generation.try_into().ok()?), from + at + b"obj".len()))
    })
}

/// The number that a text ends with, blanks behind it, and what stands before it.
fn number_at_end(text: &[u8]) -> Option<(&[u8], u32)> {
    let trimmed = text.trim_ascii_end();
    let digits = trimmed.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
    let (before, digits) = trimmed.split_at(trimmed.len() - digits);
    Some((before, std::str::from_utf8(digits).ok()?.parse().ok()?))
}

struct Copy<'c> {
    bytes: &'c [u8],
    lock: &'c Lock,
    key: &'c Key,
    out: Vec<u8>,
}

impl Copy<'_> {
    /// Copies an object whose head ends at `start`; returns where to go on, at `endobj` or `endstream`.
    fn object(&mut self, id: ObjectIdentifier, start: usize) -> usize {
        let dict = Dict::from_bytes(self.bytes[start..].trim_ascii_start()).unwrap_or_default();
        let is_table = dict.get::<Name<'_>>(b"Type").is_some_and(|kind| kind.as_ref() == b"XRef");
        let strings = if is_table { Method::None } else { self.lock.strings };
        let mut at = start;
        while let Some(byte) = self.bytes.get(at) {
            let rest = &self.bytes[at..];
            let begins = |word: &[u8]| rest.starts_with(word) && !is_regular(self.bytes[at - 1]);
            at += match byte {
                b'%' => {
                    self.plain(at, rest.iter().position(|byte| matches!(byte, b'\r' | b'\n')).unwrap_or(rest.len()))
                }
                b'(' => self.string(id, strings, at, literal_len(rest)),
                b'<' if rest.starts_with(b"<<") => self.plain(at, 2),
                b'<' => {
                    self.string(id, strings, at, rest.iter().position(|byte| *byte == b'>').map_or(1, |end| end + 1))
                }
                b'e' if begins(b"endobj") => return at,
                b's' if begins(b"stream") => return self.stream(id, &dict, at),
                _ => self.plain(at, 1),
            };
        }
        at
    }

    fn plain(&mut self, at: usize, len: usize) -> usize {
        self.out.extend_from_slice(&self.bytes[at..at + len]);
        len
    }

    /// Copies a string, as hexadecimal digits where it is enciphered.
    fn string(&mut self, id: ObjectIdentifier, method: Method, at: usize, len: usize) -> usize {
        let text = &self.bytes[at..at + len];
        match PdfString::from_bytes(text).filter(|_| method != Method::None) {
            Some(string) => {
                const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
                let plain = self.key.decipher(method, id, string.as_bytes());
                let digits = |byte: u8| [DIGITS[usize::from(byte >> 4)], DIGITS[usize::from(byte & 15)]];
                self.out.push(b'<');
                self.out.extend(plain.into_iter().flat_map(digits));
                self.out.push(b'>');
            }
            None => self.out.extend_from_slice(text),
        }
        len
    }

    /// Copies the data of a stream whose keyword is at `at`. It keeps its length, filled up with blanks.
    fn stream(&mut self, id: ObjectIdentifier, dict: &Dict<'_>, at: usize) -> usize {
        let rest = &self.bytes[at + b"stream".len()..];
        let line_end = match rest {
            [b'\r', b'\n', ..] => 2,
            [b'\r' | b'\n', ..] => 1,
            _ => 0,
        };
        let start = at + self.plain(at, b"stream".len() + line_end);
        let data = data(&self.bytes[start..], dict, self.lock.method(dict));
        let plain = self.key.decipher(self.lock.method(dict), id, data);
        self.out.extend_from_slice(&plain);
        self.out.extend(std::iter::repeat_n(b' ', data.len().saturating_sub(plain.len())));
        start + data.len()
    }
}

impl Lock {
    /// How the data of a stream is enciphered.
    fn method(&self, dict: &Dict<'_>) -> Method {
        let kind = dict.get::<Name<'_>>(b"Type");
        match kind.as_ref().map(AsRef::as_ref) {
            Some(b"XRef") => Method::None,
            Some(b"Metadata") if self.spares_metadata => Method::None,
            _ if first_filter(dict).is_some_and(|filter| filter.as_ref() == b"Crypt") => {
                let name = parameters(dict).and_then(|parameters| parameters.get::<Name<'_>>(b"Name"));
                name.and_then(|name| self.filters.get(name.as_ref()).copied()).unwrap_or(Method::None)
            }
            _ => self.streams,
        }
    }
}

fn first_filter<'a>(dict: &Dict<'a>) -> Option<Name<'a>> {
    match dict.get::<Object<'a>>(b"Filter")? {
        Object::Array(several) => several.iter::<Name<'a>>().next(),
        one => one.into_name(),
    }
}

/// The parameters of the first filter.
fn parameters<'a>(dict: &Dict<'a>) -> Option<Dict<'a>> {
    match dict.get::<Object<'a>>(b"DecodeParms")? {
        Object::Array(several) => Array::iter::<Object<'a>>(&several).next()?.into_dict(),
        one => one.into_dict(),
    }
}

/// The data of a stream at the beginning of `rest`: as long as its dictionary says where that is so, else up to
/// `endstream`, and in whole blocks where it is enciphered in such.
fn data<'r>(rest: &'r [u8], dict: &Dict<'_>, method: Method) -> &'r [u8] {
    let stated = dict.get::<i32>(b"Length").and_then(|len| usize::try_from(len).ok());
    let is_end = |len: &usize| rest.get(*len..).is_some_and(|rest| rest.trim_ascii_start().starts_with(b"endstream"));
    let found = || {
        let len = memmem::find(rest, b"endstream").unwrap_or(rest.len());
        if method == Method::Aes128 { len - len % 16 } else { without_line_end(&rest[..len]).len() }
    };
    &rest[..stated.filter(is_end).unwrap_or_else(found)]
}

fn without_line_end(data: &[u8]) -> &[u8] {
    let data = data.strip_suffix(b"\n").unwrap_or(data);
    data.strip_suffix(b"\r").unwrap_or(data)
}

/// Whether a byte may be part of a word or begin a name (ISO 32000-1, 7.2.2).
fn is_regular(byte: u8) -> bool {
    !byte.is_ascii_whitespace() && byte != 0 && !b"()<>[]{}%".contains(&byte)
}

/// Bytes of a string in parentheses, those included (ISO 32000-1, 7.3.4.2).
fn literal_len(text: &[u8]) -> usize {
    let (mut depth, mut at) = (0_usize, 0);
    while let Some(byte) = text.get(at) {
        match byte {
            b'\\' => at += 1,
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => {}
        }
        at += 1;
        if depth == 0 {
            break;
        }
    }
    at.min(text.len())
}
