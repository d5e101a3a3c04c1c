//! Flat OPC: office files that are one XML text, each part in an element of it, as Word saves them under the name of
//! XML document (schema `http://schemas.microsoft.com/office/2006/xmlPackage`). They are packed into the archive that
//! they would be.

use std::borrow::Cow;
use std::collections::BTreeSet;

use memchr::memmem;

use transvase_base::base64;
use transvase_base::context::Context;
use transvase_base::error::{Error, Result};
use transvase_container::xml::decode;
use transvase_container::zip::Archive;

/// Namespace of the package and its parts.
const NAMESPACE: &str = "http://schemas.microsoft.com/office/2006/xmlPackage";
/// Bytes in which the first element ends.
const HEAD_BYTES: usize = 4 << 10;

/// Whether bytes are such a file with a part whose name begins so.
pub(crate) fn is_flat(bytes: &[u8], name: &str) -> bool {
    let head = bytes.get(..HEAD_BYTES.min(bytes.len())).unwrap_or_default();
    let is_package = bytes.trim_ascii_start().starts_with(b"<") || bytes.starts_with(b"\xEF\xBB\xBF");
    is_package
        && memmem::find(head, NAMESPACE.as_bytes()).is_some()
        && memmem::find(bytes, format!("name=\"/{name}").as_bytes()).is_some()
}

/// The archive of an office file, which is packed where it is one XML text.
///
/// # Errors
/// Limits, `TimedOut`, `Cancelled`.
pub(crate) fn packed<'b>(bytes: &'b [u8], context: &Context) -> Result<Cow<'b, [u8]>> {
    if !is_flat(bytes, "") {
        return Ok(Cow::Borrowed(bytes));
    }
    let text = decode(bytes);
    let prefix = prefix(&text).ok_or_else(|| Error::malformed("the package has no parts"))?;
    let (mut archive, mut names) = (Archive::new(), BTreeSet::new());
    let (begin, end) = (format!("<{prefix}part "), format!("</{prefix}part>"));
    for part in text.split(&begin).skip(1) {
        context.tick(1)?;
        let part = part.split(&end).next().unwrap_or_default();
        let Some((name, content)) = name(part, prefix).zip(content(part, prefix)) else { continue };
        context.charge_unpacked(content.len())?;
        // Of parts of one name the first counts.
        if names.insert(name) {
            archive.store(name, &content)?;
        }
    }
    archive.finish().map(Cow::Owned)
}

/// The prefix of the elements of the package, with its colon.
fn prefix(text: &str) -> Option<&str> {
    let before = text.get(..text.find(&format!("=\"{NAMESPACE}\""))?)?;
    let name = before.get(before.rfind(char::is_whitespace)?..)?.trim_start();
    let declared = name.strip_prefix("xmlns:")?;
    let element = text.find(&format!("<{declared}:"))?;
    text.get(element + 1..element + declared.len() + 2)
}

/// The name of a part, without the slash before it.
fn name<'t>(part: &'t str, prefix: &str) -> Option<&'t str> {
    let (_, rest) = part.get(..part.find('>')?)?.split_once(&format!("{prefix}name=\""))?;
    Some(rest.split('"').next()?.trim_start_matches('/'))
}

/// What a part holds: XML, or bytes in base64.
fn content<'t>(part: &'t str, prefix: &str) -> Option<Cow<'t, [u8]>> {
    let inside = |kind: &str| {
        let begin = part.find(&format!("<{prefix}{kind}"))?;
        let end = part.rfind(&format!("</{prefix}{kind}>"))?;
        part.get(begin..end)?.split_once('>').map(|(_, inside)| inside)
    };
    match inside("xmlData") {
        Some(xml) => Some(Cow::Borrowed(xml.as_bytes())),
        None => base64::decoded(inside("binaryData")?.as_bytes()).map(Cow::Owned),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_container::zip::Package;

    #[test]
    fn parts_of_one_text_are_those_of_an_archive() {
        let text = format!(
            "<?xml version=\"1.0\"?><?mso-application progid=\"Word.Document\"?><k:package xmlns:k=\"{NAMESPACE}\">
             <k:part k:name=\"/word/document.xml\" k:contentType=\"a\"><k:xmlData><a>b</a></k:xmlData></k:part>
             <k:part k:contentType=\"image/gif\" k:name=\"/word/media/a.gif\" k:compression=\"store\"><k:binaryData>R0lG
             ODlh</k:binaryData></k:part><k:part k:name=\"/word/document.xml\"><k:xmlData>c</k:xmlData></k:part></k:package>"
        );
        let context = Context::default();
        assert!(is_flat(text.as_bytes(), "word/") && !is_flat(text.as_bytes(), "xl/"));
        let archive = packed(text.as_bytes(), &context).unwrap();
        let mut package = Package::open(&archive, &context).unwrap();
        assert_eq!(package.read("word/document.xml", &context).unwrap().unwrap(), b"<a>b</a>");
        assert_eq!(package.read("word/media/a.gif", &context).unwrap().unwrap(), b"GIF89a");
    }

    #[test]
    fn what_is_cut_or_no_package_ends_in_no_panic() {
        let text =
            format!("<k:package xmlns:k=\"{NAMESPACE}\"><k:part k:name=\"/a\"><k:xmlData>b</k:xmlData></k:part>");
        for end in (0..text.len()).filter(|end| text.is_char_boundary(*end)) {
            let _ = packed(&text.as_bytes()[..end], &Context::default());
        }
        assert!(matches!(packed(b"PK", &Context::default()), Ok(Cow::Borrowed(b"PK"))));
    }
}
