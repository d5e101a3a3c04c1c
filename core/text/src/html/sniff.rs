//! HTML detection: by the tags bytes begin with (in the spirit of WHATWG MIME Sniffing, 7.1), or by those that stand in
//! their text.

use transvase_container::{about, mail};
use transvase_format::Confidence;
use transvase_markup::html::charset;

/// Bytes that are looked at.
const HEAD_BYTES: usize = 4_096;

/// Tags that begin a document.
const DOCUMENTS: [&str; 9] = ["!doctype html", "html", "head", "body", "title", "meta", "base", "frameset", "script"];

/// Tags that a document may begin with which leaves out all others. Text in Markdown may too.
const PIECES: [&str; 24] = [
    "p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "table", "ul", "ol", "dl", "a", "b", "i", "br", "span", "font",
    "center", "pre", "img", "section", "article", "style",
];

/// Tags within a text that none begins.
const WITHIN: [&str; 4] = ["em", "strong", "u", "code"];

/// A text of any kind is HTML where the caller says so: a page may begin with words.
pub(super) fn sniff(bytes: &[u8]) -> Confidence {
    let head = charset::decode(bytes.get(..HEAD_BYTES.min(bytes.len())).unwrap_or_default());
    let text = head.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{FEFF}');
    if text.is_empty() {
        return Confidence::No;
    }
    let (rest, in_xml) = behind_remarks(text);
    let begins = |tags: &[&str]| tags.iter().any(|tag| begins_with(rest, tag));
    let named = in_xml && rest.contains("http://www.w3.org/1999/xhtml");
    match () {
        // A text may begin with the name of a tag that it speaks of.
        () if begins(&DOCUMENTS[1..]) && !about::ends_with(bytes, b'>') => Confidence::Maybe,
        () if begins(&DOCUMENTS[..1]) && !is_followed_by_tag(rest) => Confidence::Maybe,
        () if begins(&DOCUMENTS) || named && begins(&PIECES) => Confidence::Likely,
        () if !in_xml && (begins(&PIECES) || is_marked_up(rest)) => Confidence::Maybe,
        () if !about::is_characters(text) || mail::name(bytes).is_some() => Confidence::No,
        () => Confidence::Unlikely,
    }
}

/// What follows declarations and remarks, and whether one of them is of XML.
fn behind_remarks(text: &str) -> (&str, bool) {
    let (mut rest, mut in_xml) = (text, false);
    loop {
        let after = match rest {
            _ if rest.starts_with("<!--") => rest.split_once("-->"),
            _ if rest.starts_with("<?") => {
                in_xml = true;
                rest.split_once("?>").or_else(|| rest.split_once('>'))
            }
            _ => return (rest, in_xml),
        };
        let Some((_, after)) = after else { return (rest, in_xml) };
        rest = after.trim_start();
    }
}

/// Whether a tag follows the one that a text begins with.
fn is_followed_by_tag(text: &str) -> bool {
    text.split_once('>').is_some_and(|(_, rest)| rest.trim().is_empty() || rest.trim_start().starts_with('<'))
}

/// Whether a text begins with a tag of that name.
fn begins_with(text: &str, tag: &str) -> bool {
    text.strip_prefix('<').is_some_and(|text| is_named(text, tag))
}

/// Whether what stands behind `<` is a tag of that name.
fn is_named(text: &str, tag: &str) -> bool {
    let name = text.get(..tag.len()).filter(|name| name.eq_ignore_ascii_case(tag));
    name.is_some() && text[tag.len()..].starts_with(|c: char| c.is_ascii_whitespace() || c == '>' || c == '/')
}

/// Whether a text that begins with words has tags of two kinds, one of them closed, and nothing of what programs and
/// Markdown have.
fn is_marked_up(text: &str) -> bool {
    let is_of_others = |line: &str| {
        line.starts_with(['#', '-', '*', '>', '|'])
            || line.ends_with(';') && !line.contains('&')
            || ["**", "](", "{", "`"].iter().any(|sign| line.contains(sign))
    };
    if text.lines().any(is_of_others) {
        return false;
    }
    let has = |tag: &&&str| text.split('<').skip(1).any(|rest| is_named(rest, tag));
    let is_closed = |tag: &&str| text.split("</").skip(1).any(|rest| is_named(rest, tag));
    PIECES.iter().chain(&WITHIN).filter(has).count() >= 2 && PIECES.iter().chain(&WITHIN).any(is_closed)
}
