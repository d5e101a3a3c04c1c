//! The directory of a compound file ([MS-CFB], 2.6): a tree of entries for each storage.

use transvase_base::le;

/// Bytes of an entry.
const ENTRY: usize = 128;
/// Entries that count.
const MAX_ENTRIES: usize = 1 << 16;

/// The entries, in the order of the file; the first is the root.
#[derive(Debug)]
pub(super) struct Directory {
    entries: Vec<Entry>,
}

/// An entry.
#[derive(Debug)]
pub(super) struct Entry {
    name: String,
    kind: u8,
    left: u32,
    right: u32,
    child: u32,
    /// Its first sector.
    pub start: u32,
    /// Its bytes.
    pub size: u64,
}

impl Entry {
    fn read(bytes: &[u8], is_long: bool) -> Option<Entry> {
        // The length counts bytes, and the zero at the end with them.
        let letters = (usize::from(le::u16(bytes, 64)?) / 2).saturating_sub(1).min(31);
        let size = le::u64(bytes, 120)?;
        Some(Entry {
            name: le::text(bytes, 0, letters)?,
            kind: le::u8(bytes, 66)?,
            left: le::u32(bytes, 68)?,
            right: le::u32(bytes, 72)?,
            child: le::u32(bytes, 76)?,
            start: le::u32(bytes, 116)?,
            // In files of small sectors the upper half may hold anything ([MS-CFB], 2.6.3).
            size: if is_long { size } else { size & 0xFFFF_FFFF },
        })
    }

    /// Whether it is a stream.
    pub fn is_stream(&self) -> bool {
        self.kind == 2
    }
}

impl Directory {
    /// The directory in the bytes of its sectors.
    pub fn read(bytes: &[u8], is_long: bool) -> Directory {
        let entries = bytes.chunks_exact(ENTRY).take(MAX_ENTRIES);
        Directory { entries: entries.filter_map(|entry| Entry::read(entry, is_long)).collect() }
    }

    /// Whether there is nothing in it.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The first sector of the small sectors.
    pub fn root_start(&self) -> u32 {
        self.entries.first().map_or(u32::MAX, |root| root.start)
    }

    /// The entry of a path; case does not count.
    pub fn find(&self, path: &[&str]) -> Option<&Entry> {
        let mut at = self.entries.first()?;
        for name in path {
            at = self.child(at, name)?;
        }
        Some(at)
    }

    /// Whatever order the tree has, each of its entries is looked at once.
    fn child(&self, parent: &Entry, name: &str) -> Option<&Entry> {
        let mut seen = vec![false; self.entries.len()];
        let mut open = vec![parent.child];
        while let Some(number) = open.pop() {
            let at = number as usize;
            let (Some(entry), Some(seen)) = (self.entries.get(at), seen.get_mut(at)) else { continue };
            if std::mem::replace(seen, true) {
                continue;
            }
            if entry.name.eq_ignore_ascii_case(name) && entry.kind != 0 {
                return Some(entry);
            }
            open.extend([entry.left, entry.right]);
        }
        None
    }
}
