//! Package parts, and which of them may go.

use std::collections::BTreeSet;
use std::sync::Arc;

use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_container::zip::Package;

/// Kinds of packages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Office Open XML (ECMA-376, part 2).
    Ooxml,
    /// OpenDocument (OASIS ODF 1.3, part 2).
    Odf,
    /// EPUB (OCF 3.3).
    Epub,
}

/// A part.
#[derive(Debug, Clone)]
pub(super) struct Part {
    pub(super) name: String,
    pub(super) bytes: Arc<[u8]>,
}

/// The parts of a package in their order.
#[derive(Debug, Clone)]
pub(super) struct Parts {
    kind: Kind,
    pub(super) list: Vec<Part>,
}

/// Relationships of an Office Open XML package, by the end of their types (ECMA-376, part 2, 9.3 and annex E).
const THUMBNAIL: &str = "/metadata/thumbnail\"";
const SIGNATURES: &str = "/digital-signature/origin\"";

/// Where the signatures of such a package are, by custom.
const SIGNED_FOLDER: &str = "_xmlsignatures/";

impl Parts {
    /// Unpacks a package. What names the format stands first (ODF 1.3, part 2, 3.3; OCF 3.3, 4.3).
    pub(super) fn read(bytes: &[u8], kind: Kind, context: &Context) -> Result<Parts> {
        let mut package = Package::open(bytes, context)?;
        let mut list = Vec::new();
        for name in package.in_order() {
            if let Some(bytes) = package.read(&name, context)?.filter(|_| !name.ends_with('/')) {
                list.push(Part { name, bytes: bytes.into() });
            }
        }
        list.sort_by_key(|part| part.name != "mimetype");
        Ok(Parts { kind, list })
    }

    #[cfg(test)]
    pub(super) fn of(kind: Kind, list: Vec<Part>) -> Parts {
        Parts { kind, list }
    }

    pub(super) fn get(&self, name: &str) -> Option<&[u8]> {
        self.list.iter().find(|part| part.name == name).map(|part| &*part.bytes)
    }

    pub(super) fn text(&self, name: &str) -> Option<&str> {
        std::str::from_utf8(self.get(name)?).ok()
    }

    pub(super) fn kind(&self) -> Kind {
        self.kind
    }

    pub(super) fn set(&mut self, name: &str, text: String) {
        if let Some(part) = self.list.iter_mut().find(|part| part.name == name) {
            part.bytes = text.into_bytes().into();
        }
    }

    fn has_folder(&self, folder: &str) -> bool {
        self.list.iter().any(|part| part.name.starts_with(folder))
    }

    /// Whether parts are encrypted that would have to be read.
    pub(super) fn are_encrypted(&self) -> bool {
        self.kind == Kind::Odf
            && self.text("META-INF/manifest.xml").is_some_and(|text| text.contains(":encryption-data"))
    }

    /// Whether a part is listed as changed beyond its packing: encrypted, or obfuscated as fonts are.
    pub(super) fn is_guarded(&self, name: &str) -> bool {
        if self.kind != Kind::Epub {
            return false;
        }
        let listed = self.text("META-INF/encryption.xml");
        let base = name.rsplit('/').next().unwrap_or(name);
        listed.is_some_and(|listed| listed.contains(base))
    }

    /// Whether somebody has signed the package.
    pub(super) fn are_signed(&self) -> bool {
        match self.kind {
            Kind::Ooxml => {
                self.has_folder(SIGNED_FOLDER) || self.text("_rels/.rels").is_some_and(|text| text.contains(SIGNATURES))
            }
            Kind::Odf => self.list.iter().any(|part| is_signature_of_odf(&part.name)),
            Kind::Epub => self.get("META-INF/signatures.xml").is_some(),
        }
    }

    /// Takes the signatures out.
    pub(super) fn drop_signatures(&mut self) {
        match self.kind {
            Kind::Ooxml => {
                self.list.retain(|part| !part.name.starts_with(SIGNED_FOLDER));
                self.drop_elements("_rels/.rels", SIGNATURES);
                self.drop_elements("[Content_Types].xml", "PartName=\"/_xmlsignatures/");
            }
            Kind::Odf => self.list.retain(|part| !is_signature_of_odf(&part.name)),
            Kind::Epub => self.list.retain(|part| part.name != "META-INF/signatures.xml"),
        }
    }

    /// Takes out the small picture of the first page that file managers show.
    pub(super) fn drop_thumbnails(&mut self) {
        match self.kind {
            Kind::Ooxml => {
                let targets = self.drop_elements("_rels/.rels", THUMBNAIL);
                for element in targets {
                    let Some(target) = attribute(&element, "Target") else { continue };
                    self.drop_parts(&[target.trim_start_matches('/').to_owned()].into());
                }
            }
            Kind::Odf => {
                self.list.retain(|part| !part.name.starts_with("Thumbnails/"));
                self.drop_elements("META-INF/manifest.xml", "full-path=\"Thumbnails/");
            }
            Kind::Epub => {}
        }
    }

    /// Takes parts out, and what the list of parts says of them.
    pub(super) fn drop_parts(&mut self, names: &BTreeSet<String>) {
        if names.is_empty() {
            return;
        }
        self.list.retain(|part| !names.contains(&part.name));
        let (list, before) = match self.kind {
            Kind::Ooxml => ("[Content_Types].xml", "PartName=\"/"),
            Kind::Odf => ("META-INF/manifest.xml", "full-path=\""),
            Kind::Epub => return,
        };
        if let Some(text) = self.text(list).map(|text| unlisted(text, before, names)) {
            self.set(list, text);
        }
    }

    /// Takes the elements of a part out that have a text in their first tag; returns these.
    fn drop_elements(&mut self, name: &str, with: &str) -> Vec<String> {
        let mut dropped = Vec::new();
        let Some(mut text) = self.text(name).map(str::to_owned) else { return dropped };
        while let Some((start, tag, end)) = element(&text, with) {
            dropped.push(text[start..tag].to_owned());
            text.replace_range(start..end, "");
        }
        if !dropped.is_empty() {
            self.set(name, text);
        }
        dropped
    }
}

fn is_signature_of_odf(name: &str) -> bool {
    name.starts_with("META-INF/") && name.to_ascii_lowercase().contains("signatures")
}

/// A list of parts without those of these names, which stand behind a text.
fn unlisted(text: &str, before: &str, names: &BTreeSet<String>) -> String {
    let (mut new, mut done) = (String::new(), 0);
    for (at, _) in text.match_indices(before) {
        let name = text[at + before.len()..].split('"').next().unwrap_or_default();
        if let Some((start, _, end)) = names.contains(name).then(|| element_at(text, at)).flatten() {
            new.push_str(text.get(done..start).unwrap_or_default());
            done = end;
        }
    }
    new + &text[done..]
}

/// Where an element begins whose first tag has a text, where that tag ends, and where the element does; `None` where
/// there is none without elements of its own.
pub(super) fn element(text: &str, with: &str) -> Option<(usize, usize, usize)> {
    element_at(text, text.find(with)?)
}

/// As [`element`], of what stands at a place.
fn element_at(text: &str, at: usize) -> Option<(usize, usize, usize)> {
    let start = text[..at].rfind('<')?;
    let tag = at + text[at..].find('>')? + 1;
    if text[..tag].ends_with("/>") {
        return Some((start, tag, tag));
    }
    let close = tag + text[tag..].find('<')?;
    let end = close + text[close..].find('>')? + 1;
    text[close..].starts_with("</").then_some((start, tag, end))
}

/// The value of an attribute of a tag.
pub(super) fn attribute<'t>(tag: &'t str, name: &str) -> Option<&'t str> {
    let start = tag.find(&format!("{name}=\""))? + name.len() + 2;
    let length = tag[start..].find('"')?;
    Some(&tag[start..start + length])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_are_found_whole() {
        let text = "<a><b x=\"1\"/><b x=\"2\"></b><c/></a>";
        let found = |with: &str| element(text, with).map(|(start, _, end)| &text[start..end]);
        assert_eq!(found("x=\"1\""), Some("<b x=\"1\"/>"));
        assert_eq!(found("x=\"2\""), Some("<b x=\"2\"></b>"));
        assert_eq!(found("x=\"3\""), None);
        assert_eq!(attribute("<b x=\"1\" Target=\"t/u.png\"/>", "Target"), Some("t/u.png"));
    }
}
