//! Compound files ([MS-CFB]), in which the older programs of Office keep their documents: streams of bytes in storages,
//! as files lie in folders.
//!
//! All that is held is bounded by the file: chains of sectors end where they come to more sectors than it has, and a
//! directory that leads back into itself is followed once.

#[cfg(any(test, feature = "test-support"))]
pub mod build;
mod directory;
pub mod properties;

use transvase_base::context::Context;
use transvase_base::error::{Error, Result};
use transvase_base::le;

use directory::Directory;

/// First bytes ([MS-CFB], 2.2).
const SIGNATURE: &[u8] = b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1";
/// Bytes of the header, the beginning of the list of the sectors of the table of sectors with it.
const HEADER: usize = 512;
/// Sectors of the table that the header lists.
const LISTED: usize = 109;
/// Where that list begins in the header.
const LIST: usize = 76;

/// Whether bytes begin as a compound file does.
pub fn is_container(bytes: &[u8]) -> bool {
    bytes.starts_with(SIGNATURE)
}

/// Whether a compound file holds a stream or storage of a name at its root.
pub fn holds(bytes: &[u8], name: &str) -> bool {
    is_container(bytes) && Container::open(bytes).is_ok_and(|container| container.has(&[name]))
}

/// An open compound file.
pub struct Container<'a> {
    sectors: Sectors<'a>,
    /// The sector that follows each sector ([MS-CFB], 2.3).
    table: Vec<u32>,
    /// The same of the small sectors ([MS-CFB], 2.4).
    small_table: Vec<u32>,
    /// The sectors in which the small ones lie.
    small: Vec<u32>,
    small_size: usize,
    /// Streams of fewer bytes lie in small sectors.
    cutoff: u64,
    directory: Directory,
}

/// The sectors of a file.
#[derive(Debug, Clone, Copy)]
struct Sectors<'a> {
    bytes: &'a [u8],
    size: usize,
}

impl<'a> Sectors<'a> {
    /// A sector; the last one of a file may be cut.
    fn get(self, number: u32) -> &'a [u8] {
        let begin = (number as usize).saturating_add(1).saturating_mul(self.size);
        let end = begin.saturating_add(self.size).min(self.bytes.len());
        self.bytes.get(begin..end).unwrap_or_default()
    }

    /// How many there are.
    fn count(self) -> usize {
        (self.bytes.len() / self.size).max(1)
    }
}

impl<'a> Container<'a> {
    /// Opens a compound file.
    ///
    /// # Errors
    /// `Malformed`, `Truncated`.
    pub fn open(bytes: &'a [u8]) -> Result<Self> {
        if !is_container(bytes) {
            return Err(Error::malformed("the file is not a compound file (OLE)"));
        }
        let header = bytes.get(..HEADER).ok_or_else(|| Error::truncated("the header of the compound file"))?;
        let field = |at: usize| le::u32(header, at).unwrap_or_default();
        let size =
            shift(header, 30, 7..=16).ok_or_else(|| Error::malformed("the sector size of the file is invalid"))?;
        let small_size = shift(header, 32, 4..=9).unwrap_or(64);
        let sectors = Sectors { bytes, size };
        let table = table(sectors, header, field(68));
        let is_long = le::u16(header, 26) != Some(3);
        let directory = Directory::read(&joined(sectors, &table, field(48), usize::MAX), is_long);
        if directory.is_empty() {
            return Err(Error::truncated("the compound file, before its directory"));
        }
        let small_table = numbers(&joined(sectors, &table, field(60), usize::MAX));
        let small = chain(&table, directory.root_start(), sectors.count());
        let cutoff = u64::from(field(56));
        Ok(Container { sectors, table, small_table, small, small_size, cutoff, directory })
    }

    /// The bytes of a stream; `None` where there is none of that path. Fewer than it should have where its sectors are
    /// missing.
    ///
    /// # Errors
    /// Limits.
    pub fn stream(&self, path: &[&str], context: &Context) -> Result<Option<Vec<u8>>> {
        let Some(entry) = self.directory.find(path).filter(|entry| entry.is_stream()) else { return Ok(None) };
        let most = usize::try_from(entry.size).unwrap_or(usize::MAX).min(self.sectors.bytes.len());
        context.room(most)?;
        let bytes = match entry.size < self.cutoff {
            true => self.small_stream(entry.start, most),
            false => joined(self.sectors, &self.table, entry.start, most),
        };
        context.charge_unpacked(bytes.len())?;
        Ok(Some(bytes))
    }

    /// Whether there is a stream or storage of a path.
    pub fn has(&self, path: &[&str]) -> bool {
        self.directory.find(path).is_some()
    }

    fn small_stream(&self, start: u32, most: usize) -> Vec<u8> {
        let each = self.sectors.size / self.small_size;
        let mut bytes = Vec::new();
        for number in chain(&self.small_table, start, most.div_ceil(self.small_size)) {
            let number = number as usize;
            let Some(sector) = self.small.get(number / each.max(1)) else { break };
            let begin = number % each.max(1) * self.small_size;
            let whole = self.sectors.get(*sector);
            bytes.extend_from_slice(whole.get(begin..(begin + self.small_size).min(whole.len())).unwrap_or_default());
        }
        bytes.truncate(most);
        bytes
    }
}

/// A size that the header states as a power of two.
fn shift(header: &[u8], at: usize, range: std::ops::RangeInclusive<u16>) -> Option<usize> {
    le::u16(header, at).filter(|shift| range.contains(shift)).map(|shift| 1 << shift)
}

/// The table of sectors: the header lists the first sectors it lies in, and further ones list the others
/// ([MS-CFB], 2.5).
fn table(sectors: Sectors<'_>, header: &[u8], further: u32) -> Vec<u32> {
    let most = sectors.count();
    let mut listed = numbers(header.get(LIST..LIST + LISTED * 4).unwrap_or_default());
    let (mut next, mut seen) = (further, 0);
    while (next as usize) < most && seen < most {
        let mut list = numbers(sectors.get(next));
        next = list.pop().unwrap_or(u32::MAX);
        listed.append(&mut list);
        seen += 1;
    }
    listed.retain(|number| (*number as usize) < most);
    // One sector of the table tells of as many as it has numbers.
    listed.truncate(most.div_ceil(sectors.size / 4));
    let mut table = Vec::new();
    listed.into_iter().for_each(|number| table.extend(numbers(sectors.get(number))));
    table
}

fn numbers(bytes: &[u8]) -> Vec<u32> {
    bytes.chunks_exact(4).map(|word| u32::from_le_bytes([word[0], word[1], word[2], word[3]])).collect()
}

/// The sectors from one on, at most so many: what leads back to itself ends there too.
fn chain(table: &[u32], start: u32, most: usize) -> Vec<u32> {
    let mut chain = Vec::new();
    let mut at = start;
    while let Some(next) = table.get(at as usize).filter(|_| chain.len() < most.min(table.len())) {
        chain.push(at);
        at = *next;
    }
    chain
}

/// The bytes of a chain of sectors, at most so many.
fn joined(sectors: Sectors<'_>, table: &[u32], start: u32, most: usize) -> Vec<u8> {
    let mut bytes = Vec::new();
    for number in chain(table, start, most.div_ceil(sectors.size).min(sectors.count())) {
        bytes.extend_from_slice(sectors.get(number));
    }
    bytes.truncate(most);
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_base::changed::changed;

    fn sample() -> Vec<u8> {
        build::container(&[("Long", &[7; 5_000]), ("Short", b"abc"), ("Empty", b"")])
    }

    #[test]
    fn streams_lie_in_sectors_of_both_sizes() {
        let bytes = sample();
        let (container, context) = (Container::open(&bytes).unwrap(), Context::default());
        let stream = |name| container.stream(&[name], &context).unwrap();
        assert_eq!(stream("Long"), Some(vec![7; 5_000]));
        assert_eq!(stream("short").as_deref(), Some(&b"abc"[..]), "case does not count");
        assert_eq!(stream("Empty").as_deref(), Some(&b""[..]));
        assert_eq!(stream("Other"), None);
        assert!(holds(&bytes, "Short") && !holds(b"Short", "Short"));
    }

    #[test]
    fn chains_that_lead_back_end() {
        assert_eq!(chain(&[1, 0], 0, usize::MAX), [0, 1]);
        assert_eq!(chain(&[1, 2, 0xFFFF_FFFE], 0, 2), [0, 1]);
        assert_eq!(chain(&[5], 0, 9), [0]);
    }

    #[test]
    fn changed_files_give_streams_or_errors() {
        let bytes = sample();
        for seed in 0..300 {
            let bytes = changed(&bytes, seed, 40);
            let Ok(container) = Container::open(&bytes) else { continue };
            for name in ["Long", "Short", "Empty"] {
                let stream = container.stream(&[name], &Context::default()).unwrap();
                assert!(stream.is_none_or(|stream| stream.len() <= bytes.len()));
            }
        }
    }
}
