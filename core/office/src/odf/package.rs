//! The files of a document: a zip package, or one XML file with all of them (OASIS ODF 1.3 part 2, and part 3, 2.1).

use std::borrow::Cow;

use super::tree::{Element, parse};
use transvase_base::context::Context;
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_container::zip::{self, Package};

/// The entry that says what the package is (part 2, 3.3).
const MIMETYPE: &str = "mimetype";
/// The entry that lists all others (part 2, 4).
const MANIFEST: &str = "META-INF/manifest.xml";
/// Start of all media types of the format.
const MEDIA_TYPE: &[u8] = b"application/vnd.oasis.opendocument.";
/// Where the bytes of the first entry's name begin in a zip archive (APPNOTE 4.3.7).
const FIRST_NAME: usize = 30;
/// Bytes of a flat file that are looked at for its kind.
const HEAD_BYTES: usize = 16 << 10;

/// What follows [`MEDIA_TYPE`] in the media type of a package or flat file, such as `text` or `text-template`; `None`
/// where the bytes are no such thing.
pub(crate) fn kind(bytes: &[u8]) -> Option<Cow<'_, str>> {
    let found = if bytes.starts_with(b"PK") { kind_of_package(bytes) } else { kind_of_flat(bytes).map(Cow::Borrowed) };
    found.map(|kind| match kind {
        Cow::Borrowed(kind) => String::from_utf8_lossy(kind),
        Cow::Owned(kind) => String::from_utf8_lossy(&kind).into_owned().into(),
    })
}

/// Well-made packages say it at a fixed place; of others the entries are looked into.
fn kind_of_package(bytes: &[u8]) -> Option<Cow<'_, [u8]>> {
    let head = bytes.get(FIRST_NAME..)?.strip_prefix(MIMETYPE.as_bytes());
    if let Some(rest) = head.and_then(|rest| rest.strip_prefix(MEDIA_TYPE)) {
        return Some(Cow::Borrowed(word(rest)));
    }
    if !zip::entry_names(bytes).any(|name| name == b"content.xml") {
        return None;
    }
    let context = Context::default();
    let mut package = Package::open(bytes, &context).ok()?;
    let stated = package.read(MIMETYPE, &context).ok().flatten();
    let listed = || package.read(MANIFEST, &context).ok().flatten().and_then(|file| root_type(&file, &context));
    let stated = stated.filter(|text| text.trim_ascii().starts_with(MEDIA_TYPE)).or_else(listed)?;
    stated.trim_ascii().strip_prefix(MEDIA_TYPE).map(|kind| word(kind).to_vec().into())
}

/// The media type of the package as a whole in its manifest.
fn root_type(manifest: &[u8], context: &Context) -> Option<Vec<u8>> {
    let manifest = parse(manifest, MANIFEST, context).ok()?;
    let root = manifest.elements().find(|entry| entry.is("manifest:full-path", "/"))?;
    root.get("manifest:media-type").map(|kind| kind.as_bytes().to_vec())
}

/// The attribute `office:mimetype` of a flat file's root (part 3, 19.385).
fn kind_of_flat(bytes: &[u8]) -> Option<&[u8]> {
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).trim_ascii_start();
    let head = text.get(..HEAD_BYTES.min(text.len()))?;
    let at = |word: &[u8]| head.windows(word.len()).position(|window| window == word);
    if !head.starts_with(b"<") || at(b"office:document").is_none() {
        return None;
    }
    let stated = head.get(at(b"office:mimetype=")?..)?;
    let value = stated.get(b"office:mimetype=".len() + 1..)?;
    value.strip_prefix(MEDIA_TYPE).map(word)
}

/// Letters and dashes at the beginning.
fn word(text: &[u8]) -> &[u8] {
    let end = text.iter().position(|byte| !byte.is_ascii_lowercase() && *byte != b'-').unwrap_or(text.len());
    &text[..end]
}

/// The trees of a document.
#[derive(Debug, Default)]
pub(crate) struct Document {
    /// The text, and the styles that only it has.
    pub content: Element,
    /// The styles that have names, and what runs at the edges of pages. That of a flat file is its content.
    pub styles: Option<Element>,
    /// What the document says about itself.
    pub meta: Option<Element>,
    /// How the program that made it was set.
    pub settings: Option<Element>,
}

impl Document {
    /// The element of styles: of a flat file the one root there is.
    pub(crate) fn styles(&self) -> &Element {
        self.styles.as_ref().unwrap_or(&self.content)
    }

    /// The element of what the document says about itself.
    pub(crate) fn meta(&self) -> &Element {
        self.meta.as_ref().unwrap_or(&self.content)
    }

    /// What stands in `office:body`, such as `office:text`.
    pub(crate) fn body(&self, name: &str) -> Option<&Element> {
        self.content.child("office:body")?.child(name)
    }

    /// The value of a setting of the program (3.10.3 `config:config-item`).
    pub(crate) fn setting(&self, name: &str) -> Option<String> {
        let root = self.settings.as_ref().unwrap_or(&self.content).child("office:settings")?;
        let mut items = root.descendants().filter(|item| item.name() == "config:config-item");
        items.find(|item| item.is("config:name", name)).map(Element::text)
    }
}

/// The files a document refers to.
pub(crate) struct Files<'a> {
    package: Option<Package<'a>>,
}

impl Files<'_> {
    /// The file that a reference names inside the package, such as `Pictures/1.png` or `./Object 1`.
    ///
    /// # Errors
    /// Limits, `TimedOut`, `Cancelled`.
    pub(crate) fn read(&mut self, reference: &str, context: &Context) -> Result<Option<Vec<u8>>> {
        let Some(package) = &mut self.package else { return Ok(None) };
        let name = reference.strip_prefix("./").unwrap_or(reference);
        match package.read(name, context) {
            Err(error) if matches!(error.code(), ErrorCode::Malformed | ErrorCode::PasswordRequired) => Ok(None),
            other => other,
        }
    }

    /// The tree of the content of an object in the package.
    ///
    /// # Errors
    /// Limits, `TimedOut`, `Cancelled`.
    pub(crate) fn object(&mut self, reference: &str, context: &Context) -> Result<Option<Element>> {
        let name = format!("{}/content.xml", reference.trim_end_matches('/'));
        let Some(bytes) = self.read(&name, context)? else { return Ok(None) };
        match parse(&bytes, &name, context) {
            Err(error) if error.code() == ErrorCode::Malformed => Ok(None),
            other => other.map(Some),
        }
    }
}

/// Opens a document, packed or flat.
///
/// # Errors
/// `PasswordRequired` where the document is encrypted, `Malformed`, `Truncated`, limits, `TimedOut`, `Cancelled`.
pub(crate) fn open<'a>(bytes: &'a [u8], context: &Context) -> Result<(Document, Files<'a>)> {
    if !bytes.starts_with(b"PK") {
        context.charge_unpacked(bytes.len())?;
        let content = parse(bytes, "the document", context)?;
        if content.name() != "office:document" {
            return Err(Error::malformed("the file is XML, but no document"));
        }
        return Ok((Document { content, ..Document::default() }, Files { package: None }));
    }
    let mut package = Package::open(bytes, context)?;
    refuse_encrypted(&mut package, context)?;
    let content = tree(&mut package, "content.xml", context)?;
    let content = content.ok_or_else(|| Error::malformed("the package holds no content.xml"))?;
    let mut optional = |name: &str| match tree(&mut package, name, context) {
        Err(error) if error.code() == ErrorCode::Malformed => Ok(None),
        other => other,
    };
    let styles = Some(optional("styles.xml")?.unwrap_or_default());
    let meta = Some(optional("meta.xml")?.unwrap_or_default());
    let settings = Some(optional("settings.xml")?.unwrap_or_default());
    Ok((Document { content, styles, meta, settings }, Files { package: Some(package) }))
}

/// The `meta.xml` of a package, or a flat file as a whole.
///
/// # Errors
/// As [`open`].
pub(crate) fn meta(bytes: &[u8], context: &Context) -> Result<Element> {
    if !bytes.starts_with(b"PK") {
        return open(bytes, context).map(|(document, _)| document.content);
    }
    let mut package = Package::open(bytes, context)?;
    Ok(tree(&mut package, "meta.xml", context)?.unwrap_or_default())
}

fn tree(package: &mut Package<'_>, name: &str, context: &Context) -> Result<Option<Element>> {
    package.read(name, context)?.map(|bytes| parse(&bytes, name, context)).transpose()
}

/// Ends where the manifest says that the content, or the package as a whole, is encrypted (part 2, 4.4 and 4.8).
fn refuse_encrypted(package: &mut Package<'_>, context: &Context) -> Result<()> {
    let Some(manifest) = tree(package, MANIFEST, context)? else { return Ok(()) };
    let is_meant = |entry: &&Element| {
        let path = entry.get("manifest:full-path").unwrap_or_default();
        matches!(path, "content.xml" | "encrypted-package")
    };
    if manifest.elements().filter(is_meant).any(|entry| entry.child("manifest:encryption-data").is_some()) {
        let error = Error::new(ErrorCode::PasswordRequired, "the document is encrypted and cannot be read");
        return Err(error.hint("save it without a password"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_container::zip::Archive;

    const TEXT: &[u8] = b"application/vnd.oasis.opendocument.text";
    const OFFICE: &str = "xmlns:office='urn:oasis:names:tc:opendocument:xmlns:office:1.0'";

    fn packed(entries: &[(&str, &[u8])]) -> Vec<u8> {
        let mut archive = Archive::new();
        entries.iter().for_each(|(name, bytes)| archive.store(name, bytes).unwrap());
        archive.finish().unwrap()
    }

    #[test]
    fn kinds_are_told_wherever_they_are_said() {
        let manifest = b"<m:manifest xmlns:m='urn:oasis:names:tc:opendocument:xmlns:manifest:1.0'><m:file-entry
            m:full-path='/' m:media-type='application/vnd.oasis.opendocument.spreadsheet'/></m:manifest>";
        let flat = format!(
            "<?xml version='1.0'?><office:document {OFFICE}
            office:mimetype='application/vnd.oasis.opendocument.text'/>"
        );
        let cases: [(Vec<u8>, Option<&str>); 6] = [
            (packed(&[("mimetype", TEXT), ("content.xml", b"<a/>")]), Some("text")),
            (
                packed(&[("content.xml", b"<a/>"), ("mimetype", b"application/vnd.oasis.opendocument.text-template")]),
                Some("text-template"),
            ),
            (packed(&[("content.xml", b"<a/>"), (MANIFEST, manifest)]), Some("spreadsheet")),
            (packed(&[("content.xml", b"<a/>")]), None),
            (flat.into_bytes(), Some("text")),
            (b"<html/>".to_vec(), None),
        ];
        for (bytes, expected) in cases {
            assert_eq!(kind(&bytes).as_deref(), expected);
        }
    }

    #[test]
    fn encrypted_documents_are_refused() {
        let manifest = b"<m:manifest xmlns:m='urn:oasis:names:tc:opendocument:xmlns:manifest:1.0'><m:file-entry
            m:full-path='content.xml'><m:encryption-data/></m:file-entry></m:manifest>";
        let bytes = packed(&[("mimetype", TEXT), ("content.xml", b"\0\x01"), (MANIFEST, manifest)]);
        let error = open(&bytes, &Context::default()).err().unwrap();
        assert_eq!(error.code(), ErrorCode::PasswordRequired);
    }

    #[test]
    fn references_are_found_in_the_package() {
        let bytes = packed(&[("mimetype", TEXT), ("content.xml", b"<a/>"), ("Pictures/1.png", b"x")]);
        let context = Context::default();
        let (_, mut files) = open(&bytes, &context).unwrap();
        assert_eq!(files.read("./Pictures/1.png", &context).unwrap().as_deref(), Some(&b"x"[..]));
        assert_eq!(files.read("../Pictures/1.png", &context).unwrap(), None);
        let empty = packed(&[("mimetype", TEXT)]);
        assert_eq!(open(&empty, &context).err().unwrap().code(), ErrorCode::Malformed);
    }
}
