//! Marks: elements put into raw text where links lead to, so that byte positions survive parsing.

use std::collections::BTreeSet;

use transvase_base::context::Context;
use transvase_base::error::Result;

/// Name of the element; it never has content.
pub(super) const ELEMENT: &str = "x-place";

/// What the id of a mark begins with.
const PREFIX: char = '@';

/// The id, and the anchor's name, of a position.
pub(super) fn id(position: usize) -> String {
    format!("{PREFIX}{position}")
}

/// Whether an id is one of a mark.
pub(super) fn is_mark(id: &str) -> bool {
    id.strip_prefix(PREFIX).is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// A copy of `raw`, which begins at position `begin`, with a mark at each of `places` in it. A place
/// inside a tag moves before it, one inside a character of UTF-8 to its beginning, one before the
/// body into it.
///
/// # Errors
/// `TimedOut`, `Cancelled`.
pub(super) fn insert(
    raw: &[u8],
    begin: usize,
    places: &BTreeSet<usize>,
    utf8: bool,
    context: &Context,
) -> Result<Vec<u8>> {
    let body = body_start(raw);
    let mut out = Vec::new();
    let mut copied = 0;
    let mut tag = None;
    let mut at = 0;
    let end = begin.saturating_add(raw.len());
    for place in places.range(begin..end) {
        context.tick(1)?;
        let wanted = (place - begin).max(body);
        tag = scan_tags(raw, at, wanted, tag);
        at = at.max(wanted);
        let mut point = tag.unwrap_or(wanted).max(copied);
        while utf8 && point > copied && raw.get(point).is_some_and(|byte| byte & 0xC0 == 0x80) {
            point -= 1;
        }
        out.extend_from_slice(&raw[copied..point]);
        out.extend(format!("<{ELEMENT} id=\"{}\">", id(*place)).bytes());
        copied = point;
    }
    out.extend_from_slice(&raw[copied..]);
    Ok(out)
}

/// Where the tag that is open at `to` began, given the one open at `from`.
fn scan_tags(raw: &[u8], from: usize, to: usize, open: Option<usize>) -> Option<usize> {
    let mut open = open;
    for at in from..to {
        match raw[at] {
            b'>' => open = None,
            b'<' if open.is_none() && raw.get(at + 1).is_some_and(|next| is_tag_start(*next)) => open = Some(at),
            _ => {}
        }
    }
    open
}

fn is_tag_start(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || matches!(byte, b'/' | b'!' | b'?')
}

/// Where the content of `body` begins; 0 where there is no such tag.
fn body_start(raw: &[u8]) -> usize {
    let tag = raw.windows(5).position(|window| window.eq_ignore_ascii_case(b"<body"));
    tag.and_then(|tag| raw[tag..].iter().position(|byte| *byte == b'>').map(|close| tag + close + 1)).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn marked(raw: &str, places: &[usize]) -> String {
        let places = places.iter().copied().collect();
        let out = insert(raw.as_bytes(), 0, &places, true, &Context::default()).unwrap();
        String::from_utf8(out).unwrap().replace(" id=\"", "").replace('"', "")
    }

    #[test]
    fn marks_stand_between_tags_and_characters() {
        assert_eq!(marked("<p>one<p>two", &[0, 6, 9]), "<x-place@0><p>one<x-place@6><p><x-place@9>two");
        assert_eq!(marked("<p class=x>é!", &[5, 12]), "<x-place@5><p class=x><x-place@12>é!");
        assert_eq!(marked("a < b > c", &[5]), "a < b<x-place@5> > c");
    }

    #[test]
    fn places_before_the_body_move_into_it() {
        assert_eq!(marked("<head></head><BODY x>t", &[0, 3, 99]), "<head></head><BODY x><x-place@0><x-place@3>t");
    }
}
