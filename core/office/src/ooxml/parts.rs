//! Package parts and relationships of an office file (ECMA-376 part 2, clauses 8 and 9).

use std::collections::BTreeMap;

use super::namespaces::relationship_kind;
use super::tree::Trees;
use transvase_base::context::Context;
use transvase_base::error::{ErrorCode, Result};
use transvase_base::warning::{Warning, WarningCode};
use transvase_container::xml::decode;
use transvase_container::zip::{self, Package};

/// An office file whose parts are read by name.
pub(crate) struct Parts<'a> {
    package: Package<'a>,
    /// Names of entries by their names in small letters: names of parts do not tell capitals apart.
    names: BTreeMap<String, String>,
}

/// A relationship of a part.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Related {
    /// Its type, without the start that those of its schema share.
    pub kind: String,
    /// Name of a part without a slash before it, or the address of something outside.
    pub target: String,
    /// Whether the target lies outside of the file.
    pub external: bool,
}

/// The relationships of a part, by their ids.
pub(crate) type Relations = BTreeMap<String, Related>;

impl<'a> Parts<'a> {
    /// Opens an office file.
    ///
    /// # Errors
    /// As [`Package::open`].
    pub(crate) fn open(bytes: &'a [u8], context: &Context) -> Result<Parts<'a>> {
        let package = Package::open(bytes, context)?;
        let names = package.names().map(|name| (key(name), name.to_owned())).collect();
        Ok(Parts { package, names })
    }

    /// The bytes of a part; `None` where there is none of that name.
    ///
    /// # Errors
    /// As [`Package::read`].
    pub(crate) fn read(&mut self, name: &str, context: &Context) -> Result<Option<Vec<u8>>> {
        match self.names.get(&key(name)) {
            Some(name) => self.package.read(name, context),
            None => Ok(None),
        }
    }

    /// As [`Parts::read`]; a part that is damaged is told and counts as missing.
    ///
    /// # Errors
    /// Limits, `TimedOut`, `Cancelled`.
    pub(crate) fn sound(&mut self, name: &str, context: &Context) -> Result<Option<Vec<u8>>> {
        match self.read(name, context) {
            Err(error) if matches!(error.code(), ErrorCode::Malformed | ErrorCode::Truncated) => {
                context.warn(Warning::new(WarningCode::InputRepaired, format!("the part {name} cannot be read")));
                Ok(None)
            }
            other => other,
        }
    }

    /// The name of the first part, by its name in small letters.
    pub(crate) fn find(&self, is_it: impl Fn(&str) -> bool) -> Option<&str> {
        self.names.iter().find(|(key, _)| is_it(key)).map(|(_, name)| name.as_str())
    }

    /// Whether there is a part of that name.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.names.contains_key(&key(name))
    }

    /// The relationships of a part; those of the file where the name is empty.
    ///
    /// # Errors
    /// Limits, `TimedOut`, `Cancelled`.
    pub(crate) fn relations(&mut self, part: &str, context: &Context) -> Result<Relations> {
        let (folder, file) = part.rsplit_once('/').unwrap_or(("", part));
        let slash = if folder.is_empty() { "" } else { "/" };
        let bytes = self.sound(&format!("{folder}{slash}_rels/{file}.rels"), context)?.unwrap_or_default();
        let text = decode(&bytes);
        let mut trees = Trees::new(&text, &["rel:Relationships"], context);
        let mut relations = Relations::new();
        while let Some(tree) = trees.next()? {
            let attribute = |name| tree.attribute(name).map(str::to_owned);
            let (Some(id), Some(kind), Some(target)) = (attribute("Id"), attribute("Type"), attribute("Target")) else {
                continue;
            };
            let external = tree.attribute("TargetMode").is_some_and(|mode| mode.eq_ignore_ascii_case("External"));
            let target = if external { target } else { zip::referred(folder, &target) };
            relations.insert(id, Related { kind: relationship_kind(&kind).to_owned(), target, external });
        }
        Ok(relations)
    }
}

/// The name of the part of a kind, by the relationships of another.
pub(crate) fn part_of_kind<'r>(relations: &'r Relations, kind: &str) -> Option<&'r str> {
    let mut rows = relations.values();
    rows.find(|row| !row.external && row.kind == kind).map(|row| row.target.as_str())
}

/// What two spellings of the name of a part share.
fn key(name: &str) -> String {
    name.trim_start_matches('/').replace('\\', "/").to_ascii_lowercase()
}

/// The name of a part as all its spellings have it, of that of an entry of the archive.
pub(crate) fn part_name(entry: &[u8]) -> String {
    key(&String::from_utf8_lossy(entry))
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_container::zip::Archive;

    #[test]
    fn relations_are_read_and_names_do_not_tell_capitals_apart() {
        let mut archive = Archive::new();
        let rows = "<Relationships xmlns='http://schemas.openxmlformats.org/package/2006/relationships'>
            <Relationship Id='a' Type='http://purl.oclc.org/ooxml/officeDocument/relationships/styles' Target='Styles.xml'/>
            <Relationship Id='b' Type='http://schemas.openxmlformats.org/officeDocument/2006/relationships/hyperlink'
             Target='https://example.org/' TargetMode='External'/></Relationships>";
        archive.deflate("word/_rels/document.xml.rels", rows.as_bytes()).unwrap();
        archive.deflate("word/styles.xml", b"<a/>").unwrap();
        let (bytes, context) = (archive.finish().unwrap(), Context::default());
        let mut parts = Parts::open(&bytes, &context).unwrap();
        let relations = parts.relations("word/document.xml", &context).unwrap();
        let styles = part_of_kind(&relations, "styles").unwrap();
        assert_eq!(parts.read(styles, &context).unwrap().unwrap(), b"<a/>");
        assert!(relations["b"].external && relations["b"].kind == "hyperlink");
    }
}
