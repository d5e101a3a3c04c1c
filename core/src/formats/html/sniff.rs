//! Whether bytes are HTML: by the tags they begin with (in the spirit of WHATWG MIME Sniffing, 7.1).

use crate::format::Confidence;
use crate::parts::html::charset;

/// Bytes that are looked at.
const HEAD_BYTES: usize = 4_096;

/// Tags that begin a document.
const DOCUMENTS: [&str; 9] = ["!doctype html", "html", "head", "body", "title", "meta", "base", "frameset", "script"];

/// Tags that a document may begin with which leaves out all others. Text in Markdown may too.
const PIECES: [&str; 24] = [
    "p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "table", "ul", "ol", "dl", "a", "b", "i", "br", "span", "font",
    "center", "pre", "img", "section", "article", "style",
];

pub(super) fn sniff(bytes: &[u8]) -> Confidence {
    let head = charset::decode(bytes.get(..HEAD_BYTES.min(bytes.len())).unwrap_or_default());
    let mut rest = head.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{FEFF}');
    let mut in_xml = false;
    loop {
        let after = match rest {
            _ if rest.starts_with("<!--") => rest.split_once("-->"),
            _ if rest.starts_with("<?") => {
                in_xml = true;
                rest.split_once("?>").or_else(|| rest.split_once('>'))
            }
            _ => break,
        };
        let Some((_, after)) = after else { return Confidence::No };
        rest = after.trim_start();
    }
    let begins = |tags: &[&str]| tags.iter().any(|tag| begins_with(rest, tag));
    let named = in_xml && rest.contains("http://www.w3.org/1999/xhtml");
    match () {
        () if begins(&DOCUMENTS) || named && begins(&PIECES) => Confidence::Likely,
        () if !in_xml && begins(&PIECES) => Confidence::Maybe,
        () => Confidence::No,
    }
}

/// Whether a text begins with a tag of that name.
fn begins_with(text: &str, tag: &str) -> bool {
    let Some(text) = text.strip_prefix('<') else { return false };
    let name = text.get(..tag.len()).filter(|name| name.eq_ignore_ascii_case(tag));
    name.is_some() && text[tag.len()..].starts_with(|c: char| c.is_ascii_whitespace() || c == '>' || c == '/')
}
