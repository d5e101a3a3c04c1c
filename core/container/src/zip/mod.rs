//! Zip archives (PKWARE APPNOTE 6.3): written with fixed times, looked into and read within bounds.

mod names;
mod package;
mod salvage;

pub use names::referred;
pub use package::Package;
pub use salvage::salvaged;

use std::io::{BufWriter, Cursor, Write};

use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, DateTime, System, ZipWriter};

use transvase_base::error::{Error, ErrorCode, Result};

/// Bytes gathered before they go to the compressor: XML comes in pieces of a few bytes.
const BUFFER_BYTES: usize = 32 << 10;

/// An archive being written in memory. The bytes depend on names and contents alone.
pub struct Archive {
    zip: ZipWriter<Cursor<Vec<u8>>>,
}

/// An entry being written; to be ended with [`finish`].
pub type Entry<'a> = BufWriter<&'a mut ZipWriter<Cursor<Vec<u8>>>>;

impl Default for Archive {
    fn default() -> Self {
        Archive::new()
    }
}

impl Archive {
    /// An archive without entries.
    pub fn new() -> Self {
        Archive { zip: ZipWriter::new(Cursor::new(Vec::new())) }
    }

    /// Begins an entry that is compressed as it is written.
    pub fn deflated(&mut self, name: &str) -> Result<Entry<'_>> {
        self.begin(name, CompressionMethod::Deflated)?;
        Ok(BufWriter::with_capacity(BUFFER_BYTES, &mut self.zip))
    }

    /// Adds an entry that is compressed already, such as a JPEG.
    pub fn store(&mut self, name: &str, bytes: &[u8]) -> Result<()> {
        self.begin(name, CompressionMethod::Stored)?;
        self.zip.write_all(bytes).map_err(write_error)
    }

    /// Adds an entry and compresses it.
    pub fn deflate(&mut self, name: &str, bytes: &[u8]) -> Result<()> {
        self.begin(name, CompressionMethod::Deflated)?;
        self.zip.write_all(bytes).map_err(write_error)
    }

    /// The bytes of the archive.
    pub fn finish(self) -> Result<Vec<u8>> {
        Ok(self.zip.finish().map_err(write_error)?.into_inner())
    }

    fn begin(&mut self, name: &str, method: CompressionMethod) -> Result<()> {
        // The time is the earliest a zip can hold, and the system does not follow the machine's.
        let options = SimpleFileOptions::default()
            .compression_method(method)
            .last_modified_time(DateTime::default())
            .system(System::Unix)
            .unix_permissions(0o644);
        self.zip.start_file(name, options).map_err(write_error)
    }
}

/// Ends an entry: what is gathered goes to the archive.
pub fn finish(mut entry: Entry<'_>) -> Result<()> {
    entry.flush().map_err(write_error)
}

fn write_error(error: impl std::error::Error + Send + Sync + 'static) -> Error {
    Error::new(ErrorCode::Internal, "the archive cannot be written").caused_by(error)
}

/// End of central directory record: signature, and its size without the comment (APPNOTE 4.3.16).
const END: (&[u8], usize) = (b"PK\x05\x06", 22);
/// Central directory header: signature, and its size without the names (APPNOTE 4.3.12).
const HEADER: (&[u8], usize) = (b"PK\x01\x02", 46);
/// Longest comment an archive can end with.
const MAX_COMMENT: usize = 0xFFFF;
/// Bytes in which a name is looked for in an archive that has been cut off.
const HEAD_BYTES: usize = 1 << 20;
/// Names looked at before an archive is given up.
const MAX_NAMES: usize = 1_024;

/// The names in the central directory, as far as it can be followed: for recognising a format, not
/// for reading the archive.
pub fn entry_names(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    directory(bytes).take(MAX_NAMES)
}

/// Whether the archive has been cut off, so that it has no directory, after an entry of one of these names.
pub fn is_cut_after(bytes: &[u8], names: &[&[u8]]) -> bool {
    let head = bytes.get(..HEAD_BYTES.min(bytes.len())).unwrap_or_default();
    let is_named = |name: &&[u8]| head.windows(name.len()).any(|window| window == *name);
    is_cut(bytes) && names.iter().any(is_named)
}

/// Whether the archive begins as one and has no directory.
pub fn is_cut(bytes: &[u8]) -> bool {
    bytes.starts_with(b"PK\x03\x04") && directory(bytes).next().is_none()
}

/// How many entries the central directory has, up to `most`.
fn directory_len(bytes: &[u8], most: u64) -> u64 {
    directory(bytes).take(usize::try_from(most).unwrap_or(usize::MAX)).count() as u64
}

fn directory(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut at = if bytes.starts_with(b"PK") { directory_start(bytes) } else { None };
    std::iter::from_fn(move || {
        let start = at?;
        let header = bytes.get(start..)?.get(..HEADER.1).filter(|header| header.starts_with(HEADER.0))?;
        let [name, extra, comment] = [28, 30, 32].map(|field| u16_at(header, field).map_or(0, usize::from));
        let name_start = start + HEADER.1;
        at = Some(name_start + name + extra + comment);
        bytes.get(name_start..name_start + name)
    })
}

fn directory_start(bytes: &[u8]) -> Option<usize> {
    let tail_start = bytes.len().saturating_sub(END.1 + MAX_COMMENT);
    let tail = bytes.get(tail_start..)?;
    let end = tail.windows(END.0.len()).rposition(|window| window == END.0)?;
    let offset = tail.get(end + 16..end + 20)?;
    Some(u32::from_le_bytes(offset.try_into().ok()?) as usize)
}

fn u16_at(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(bytes.get(at..at + 2)?.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample() -> Vec<u8> {
        let mut archive = Archive::new();
        let mut entry = archive.deflated("a/text.xml").unwrap();
        entry.write_all(&b"text ".repeat(1_000)).unwrap();
        finish(entry).unwrap();
        archive.store("b.jpeg", &[7; 100]).unwrap();
        archive.finish().unwrap()
    }

    #[test]
    fn entries_come_back_and_the_names_are_seen() {
        let bytes = sample();
        assert!(bytes.len() < 700, "text is compressed: {}", bytes.len());
        assert_eq!(entry_names(&bytes).collect::<Vec<_>>(), [&b"a/text.xml"[..], b"b.jpeg"]);
        let mut archive = zip::ZipArchive::new(Cursor::new(&bytes)).unwrap();
        let mut text = String::new();
        std::io::Read::read_to_string(&mut archive.by_name("a/text.xml").unwrap(), &mut text).unwrap();
        assert_eq!(text.len(), 5_000);
        let entry = archive.by_name("b.jpeg").unwrap();
        assert_eq!(entry.compression(), CompressionMethod::Stored);
        assert_eq!(entry.last_modified().map(|time| time.year()), Some(1980));
    }

    #[test]
    fn bytes_depend_on_contents_alone() {
        assert_eq!(sample(), sample());
    }

    #[test]
    fn damaged_directories_end_the_look() {
        let bytes = sample();
        for cut in 0..bytes.len() {
            let _ = entry_names(&bytes[..cut]).count();
            let mut damaged = bytes.clone();
            damaged[cut] ^= 0xFF;
            assert!(entry_names(&damaged).count() <= MAX_NAMES);
        }
        assert_eq!(entry_names(b"not a zip").count(), 0);
    }
}
