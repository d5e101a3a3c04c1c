//! Reading zip archives that anybody may have made: every size is measured and not believed, and no byte of
//! the file is unpacked for two entries.

use std::collections::BTreeMap;
use std::io::{Cursor, Read};

use zip::ZipArchive;
use zip::result::ZipError;

use super::{directory_len, is_cut};
use transvase_base::context::{Context, Limit};
use transvase_base::error::{Error, ErrorCode, Result};

/// Bytes unpacked between two charges.
const CHUNK: usize = 1 << 16;

/// An archive, its entries known by name.
pub struct Package<'a> {
    archive: ZipArchive<Cursor<&'a [u8]>>,
    /// The entry of each name; the last where several have it, as programs that unpack to files do.
    entries: BTreeMap<String, usize>,
}

impl<'a> Package<'a> {
    /// Reads the directory of an archive.
    ///
    /// # Errors
    /// `Truncated` where the file has no directory, `Malformed` where that is damaged or entries lie in one
    /// another, `LimitExceeded` for `archive_entries`, `TimedOut`, `Cancelled`.
    pub fn open(bytes: &'a [u8], context: &Context) -> Result<Package<'a>> {
        let count = directory_len(bytes, context.limits().archive_entries.saturating_add(1));
        context.check(Limit::archive_entries, count)?;
        let opened = ZipArchive::new(Cursor::new(bytes));
        let mut archive = opened.map_err(|error| match is_cut(bytes) {
            true => Error::truncated("the directory of the archive"),
            false => unreadable(&error),
        })?;
        let mut entries = BTreeMap::new();
        let mut places = Vec::new();
        for index in 0..archive.len() {
            context.tick(16)?;
            let entry = archive.by_index_raw(index).map_err(|error| unreadable(&error))?;
            let start = entry.data_start().unwrap_or_default();
            places.push((start, start.saturating_add(entry.compressed_size())));
            entries.insert(entry.name().to_owned(), index);
        }
        places.sort_unstable();
        if places.windows(2).any(|pair| pair[1].0 < pair[0].1) {
            return Err(Error::malformed("entries of the archive overlap"));
        }
        Ok(Package { archive, entries })
    }

    /// The names of the entries, sorted.
    #[cfg_attr(not(test), allow(dead_code, reason = "for readers of formats without a table of contents"))]
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.entries.keys().map(String::as_str)
    }

    /// The names of the entries in the order of the directory.
    pub fn in_order(&self) -> Vec<String> {
        let mut names: Vec<(&usize, &String)> = self.entries.iter().map(|(name, index)| (index, name)).collect();
        names.sort_unstable();
        names.into_iter().map(|(_, name)| name.clone()).collect()
    }

    /// Unpacks an entry; `None` where there is none of that name.
    ///
    /// # Errors
    /// `PasswordRequired` of an encrypted entry, `Malformed` of a damaged one or one that is longer than it says,
    /// limits, `TimedOut`, `Cancelled`.
    pub fn read(&mut self, name: &str, context: &Context) -> Result<Option<Vec<u8>>> {
        let Some(index) = self.entries.get(name) else { return Ok(None) };
        let mut entry = self.archive.by_index(*index).map_err(|error| unreadable(&error))?;
        let declared = entry.size();
        context.check(Limit::stream_bytes, declared)?;
        let mut bytes: Vec<u8> = Vec::new();
        loop {
            let before = bytes.len();
            let damaged = |_| Error::malformed(format!("the entry {name} is damaged"));
            entry.by_ref().take(CHUNK as u64).read_to_end(&mut bytes).map_err(damaged)?;
            if bytes.len() == before {
                return Ok(Some(bytes));
            }
            if bytes.len() as u64 > declared {
                return Err(Error::malformed(format!("the entry {name} is larger than the archive says")));
            }
            context.charge_unpacked(bytes.len() - before)?;
            context.checkpoint()?;
        }
    }
}

fn unreadable(error: &ZipError) -> Error {
    match error {
        ZipError::UnsupportedArchive(ZipError::PASSWORD_REQUIRED) => {
            Error::new(ErrorCode::PasswordRequired, "an entry of the archive is encrypted")
        }
        ZipError::UnsupportedArchive(what) => Error::malformed(format!("the archive cannot be read: {what}")),
        ZipError::FileNotFound => Error::malformed("an entry of the archive is missing"),
        other => Error::malformed(format!("the archive is damaged: {other}")),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::super::{Archive, finish};
    use super::*;
    use transvase_base::context::Limits;
    use transvase_base::options::Options;

    fn sample() -> Vec<u8> {
        let mut archive = Archive::new();
        let mut entry = archive.deflated("a/text.xml").unwrap();
        entry.write_all(&b"text ".repeat(30_000)).unwrap();
        finish(entry).unwrap();
        archive.store("b.jpeg", &[7; 100]).unwrap();
        archive.finish().unwrap()
    }

    fn with(limits: Limits) -> Context {
        Context::new(Options::default(), limits)
    }

    #[test]
    fn entries_are_read_by_name() {
        let (bytes, context) = (sample(), Context::default());
        let mut package = Package::open(&bytes, &context).unwrap();
        assert_eq!(package.names().collect::<Vec<_>>(), ["a/text.xml", "b.jpeg"]);
        assert_eq!(package.read("a/text.xml", &context).unwrap().unwrap(), b"text ".repeat(30_000));
        assert_eq!(package.read("b.jpeg", &context).unwrap().unwrap(), [7; 100]);
        assert_eq!(package.read("c", &context).unwrap(), None);
    }

    #[test]
    fn limits_hold() {
        let bytes = sample();
        let which = |limits: Limits| {
            let context = with(limits);
            let read = Package::open(&bytes, &context).and_then(|mut package| package.read("a/text.xml", &context));
            read.unwrap_err().details().which.clone()
        };
        assert_eq!(which(Limits { archive_entries: 1, ..Limits::default() }).as_deref(), Some("archive_entries"));
        assert_eq!(which(Limits { stream_bytes: 1_000, ..Limits::default() }).as_deref(), Some("stream_bytes"));
        assert_eq!(which(Limits { unpacked_bytes: 70_000, ..Limits::default() }).as_deref(), Some("unpacked_bytes"));
    }

    /// The size in the directory, which lies before the real one.
    #[test]
    fn sizes_are_measured_and_not_believed() {
        let mut bytes = sample();
        let directory = bytes.windows(4).position(|window| window == b"PK\x01\x02").unwrap();
        bytes[directory + 24..directory + 28].copy_from_slice(&1_000_u32.to_le_bytes());
        let context = Context::default();
        let error = Package::open(&bytes, &context).unwrap().read("a/text.xml", &context).unwrap_err();
        assert_eq!(error.code(), ErrorCode::Malformed);
    }

    /// A zip bomb without nesting lets many entries share one packed stream (Fifield, WOOT 2019).
    #[test]
    fn entries_that_share_bytes_are_refused() {
        let mut bytes = sample();
        let second = bytes.windows(4).rposition(|window| window == b"PK\x01\x02").unwrap();
        bytes[second + 42..second + 46].copy_from_slice(&0_u32.to_le_bytes());
        assert_eq!(Package::open(&bytes, &Context::default()).err().unwrap().code(), ErrorCode::Malformed);
    }

    #[test]
    fn damage_is_an_error_and_no_panic() {
        let (bytes, context) = (sample(), Context::default());
        let read = |bytes: &[u8]| {
            let mut package = Package::open(bytes, &context)?;
            let names: Vec<String> = package.names().map(str::to_owned).collect();
            names.iter().try_for_each(|name| package.read(name, &context).map(drop))
        };
        for end in 0..bytes.len() {
            assert!(read(&bytes[..end]).is_err(), "{end}");
        }
        for at in 0..bytes.len() {
            for value in [0, 0xFF, bytes[at] ^ 0x10] {
                let mut damaged = bytes.clone();
                damaged[at] = value;
                let _ = read(&damaged);
            }
        }
    }
}
