//! MOBI6: one stretch of old HTML in which links and the guide name byte positions.

use std::collections::BTreeSet;

use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_markup::html::Dialect;

use super::marks;

/// The dialect: attributes of its own for links and images, and a tag that breaks the page.
pub(super) const DIALECT: Dialect = Dialect {
    xhtml: true,
    is_xml: false,
    void: &[marks::ELEMENT, "page-break"],
    elements: &[("mbp:pagebreak", "page-break")],
    attributes: &[("filepos", "href"), ("recindex", "src")],
};

/// How readers show it by default: paragraphs are told apart by their indent. Converters write the
/// margin of list items as quotations inside them, which the list itself already shows.
pub(super) const SHEET: &str = "
p { margin: 0; text-indent: 1.5em }
blockquote { margin: 0; margin-inline-start: 2em }
li blockquote { margin: 0 }
page-break { display: block; page-break-after: always }
";

/// Media whose rules count.
pub(super) const MEDIA: &[&str] = &["screen", "amzn-mobi", "amzn-mobi7"];

/// Every position the text refers to.
///
/// # Errors
/// `TimedOut`, `Cancelled`.
pub(super) fn places(raw: &[u8], context: &Context) -> Result<BTreeSet<usize>> {
    let mut places = BTreeSet::new();
    let mut rest = raw;
    while let Some(at) = find(rest, b"filepos=") {
        context.tick(1 + at as u64 / 64)?;
        rest = &rest[at + 8..];
        let number = rest.strip_prefix(b"\"").or_else(|| rest.strip_prefix(b"'")).unwrap_or(rest);
        places.extend(leading_number(number));
    }
    Ok(places)
}

/// The position a reference names.
pub(super) fn position(reference: &str) -> Option<usize> {
    let digits = reference.trim();
    (!digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())).then(|| digits.parse().ok()).flatten()
}

/// Position and kind of the guide's entries, such as `toc`.
pub(super) fn guide_toc(raw: &[u8]) -> Option<usize> {
    let start = find(raw, b"<guide")?;
    let guide = &raw[start..];
    let guide = &guide[..find(guide, b"</guide").unwrap_or(guide.len().min(8_192))];
    let text = String::from_utf8_lossy(guide);
    let reference = text.split('<').find(|tag| {
        let tag = tag.to_ascii_lowercase();
        tag.starts_with("reference") && (tag.contains("type=\"toc\"") || tag.contains("type=toc"))
    })?;
    let (_, value) = reference.split_once("filepos=")?;
    leading_number(value.trim_start_matches(['"', '\'']).as_bytes())
}

fn leading_number(bytes: &[u8]) -> Option<usize> {
    let digits = bytes.iter().take(10).take_while(|byte| byte.is_ascii_digit());
    let number = digits.fold(None, |number: Option<usize>, digit| {
        Some(number.unwrap_or(0).saturating_mul(10).saturating_add(usize::from(digit - b'0')))
    });
    number.filter(|number| u32::try_from(*number).is_ok())
}

/// Where `needle` first stands.
pub(super) fn find(text: &[u8], needle: &[u8]) -> Option<usize> {
    let first = *needle.first()?;
    let mut from = 0;
    while let Some(at) = text.get(from..)?.iter().position(|byte| *byte == first) {
        from += at;
        if text[from..].starts_with(needle) {
            return Some(from);
        }
        from += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_found_in_every_spelling() {
        let raw = b"<a filepos=0000000012>x</a> <a filepos=\"7\" > <reference filepos='3'/> filepos=x";
        assert_eq!(places(raw, &Context::default()).unwrap().into_iter().collect::<Vec<_>>(), [3, 7, 12]);
        let guide =
            b"<guide><reference type=\"cover\" filepos=1 /><reference title=\"C\" type=\"toc\" filepos=0042 /></guide>";
        assert_eq!(guide_toc(guide), Some(42));
        assert_eq!(position("0000000012"), Some(12));
        assert_eq!(position("http://x"), None);
    }
}
