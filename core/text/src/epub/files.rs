//! Container files of a book: found by their paths, as far as these can be repaired.

use std::collections::BTreeMap;

use transvase_base::context::Context;
use transvase_base::error::{ErrorCode, Result};
use transvase_base::warning::{Warning, WarningCode};
use transvase_base::wording::counted;
use transvase_container::zip::Package;
use transvase_markup::html::address::{Address, decoded, resolve};

use super::encryption::Encryption;

/// Where the package document is named (EPUB OCF 3.3, 4.2.6.3.1).
pub(super) const CONTAINER: &str = "META-INF/container.xml";

/// The names of files by their spellings in lower case: as they are, as they would be written in a reference, and from
/// the folder on that the book lies in, where it was packed with that.
fn spellings<'n>(names: impl Iterator<Item = &'n str>) -> BTreeMap<String, String> {
    let exact: BTreeMap<String, String> =
        names.map(|name| (name.replace('\\', "/").to_lowercase(), name.to_owned())).collect();
    let container = CONTAINER.to_lowercase();
    let folder = exact.keys().filter_map(|name| name.strip_suffix(&container)).min_by_key(|folder| folder.len());
    let folder = folder.unwrap_or_default();
    let mut spelt = exact.clone();
    for (lower, name) in &exact {
        let within = lower.strip_prefix(folder).unwrap_or(lower);
        for other in [within.to_owned(), decoded(lower), decoded(within)] {
            spelt.entry(other).or_insert_with(|| name.clone());
        }
    }
    spelt
}

/// The files of a book.
pub(super) struct Files<'a> {
    archive: Package<'a>,
    /// Names by their spelling in lower case.
    names: BTreeMap<String, String>,
    /// How the fonts are obfuscated.
    pub encryption: Encryption,
    /// References in a spelling that is no name of a file, and the first of them.
    repaired: usize,
    first_repaired: Option<String>,
    /// Files that are damaged, by name.
    damaged: Vec<String>,
}

impl<'a> Files<'a> {
    /// Opens the archive.
    ///
    /// # Errors
    /// As [`Package::open`].
    pub fn open(bytes: &'a [u8], context: &Context) -> Result<Files<'a>> {
        let archive = Package::open(bytes, context)?;
        let names = spellings(archive.names());
        let encryption = Encryption::default();
        Ok(Files { archive, names, encryption, repaired: 0, first_repaired: None, damaged: Vec::new() })
    }

    /// The names of the files, in lower case and as they are.
    pub fn names(&self) -> impl Iterator<Item = (&str, &str)> {
        self.names.iter().map(|(lower, name)| (lower.as_str(), name.as_str()))
    }

    /// Where a reference in the file `base` leads, its path being the name of a file; `None` where there is none.
    pub fn find(&mut self, base: &str, reference: &str) -> Option<Address> {
        let decoded = resolve(base, reference, true)?;
        if let Some(name) = self.named(&decoded.path).filter(|name| **name == decoded.path) {
            return Some(Address { path: name.clone(), ..decoded });
        }
        let raw = resolve(base, reference, false)?;
        let name = self.named(&raw.path).or_else(|| self.named(&decoded.path))?.clone();
        self.repaired += 1;
        if self.first_repaired.is_none() {
            self.first_repaired = Some(reference.chars().take(80).collect());
        }
        Some(Address { path: name, ..decoded })
    }

    fn named(&self, path: &str) -> Option<&String> {
        self.names.get(&path.to_lowercase())
    }

    /// Unpacks a file; `None` where there is none of that name, or it is damaged.
    ///
    /// # Errors
    /// `DrmProtected`, `PasswordRequired`, limits, `TimedOut`, `Cancelled`.
    pub fn read(&mut self, name: &str, context: &Context) -> Result<Option<Vec<u8>>> {
        match self.archive.read(name, context) {
            Ok(bytes) => Ok(bytes.map(|bytes| self.encryption.clear(name, bytes))),
            Err(error) if error.code() == ErrorCode::Malformed => {
                self.damaged.push(name.to_owned());
                Ok(None)
            }
            Err(error) => Err(error),
        }
    }

    /// Warns of references that were repaired and of files that are damaged.
    pub fn warn_of_repairs(&self, context: &Context) {
        if let Some(first) = &self.first_repaired {
            let message = counted(
                self.repaired,
                "[reference does|references do] not match the spelling of [its file|their files]",
            );
            let message = format!("{message}; the first is {first:?}");
            context.warn(Warning::new(WarningCode::InputRepaired, message));
        }
        if let Some(first) = self.damaged.first() {
            let message = counted(self.damaged.len(), "[file|files] of the book [is|are] damaged");
            let message = format!("{message}; the first is {first:?}");
            context.warn(Warning::new(WarningCode::InputRepaired, message));
        }
    }
}
