//! PLC structures, tables of places in the text ([MS-DOC], 2.2.2), and STTB, tables of strings (2.2.4).

use transvase_base::le;

/// Places in the text, in rising order, and a record for each but the last.
#[derive(Debug, Clone, Copy)]
pub(super) struct Plex<'a> {
    bytes: &'a [u8],
    size: usize,
    count: usize,
}

impl<'a> Plex<'a> {
    /// The table with records of so many bytes.
    pub(super) fn new(bytes: &'a [u8], size: usize) -> Self {
        Plex { bytes, size, count: bytes.len().saturating_sub(4) / (size + 4) }
    }

    /// How many records it has.
    pub(super) fn len(&self) -> usize {
        self.count
    }

    /// A place; there is one more than there are records.
    pub(super) fn place(&self, at: usize) -> Option<u32> {
        if at <= self.count { le::u32(self.bytes, at * 4) } else { None }
    }

    /// The record that begins at a place.
    pub(super) fn record(&self, at: usize) -> Option<&'a [u8]> {
        let begin = (self.count + 1) * 4 + at * self.size;
        if at < self.count { le::slice(self.bytes, begin, self.size) } else { None }
    }

    /// The records, with where each begins and ends.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u32, u32, &'a [u8])> + use<'a> {
        let this = *self;
        (0..this.count).map_while(move |at| Some((this.place(at)?, this.place(at + 1)?, this.record(at)?)))
    }
}

/// Strings of a table, those of sixteen bits and of eight, with what comes with each.
pub(super) fn strings(bytes: &[u8]) -> Vec<String> {
    let is_wide = le::u16(bytes, 0) == Some(0xFFFF);
    let mut at = if is_wide { 2 } else { 0 };
    let count = le::u16(bytes, at).unwrap_or_default();
    let extra = usize::from(le::u16(bytes, at + 2).unwrap_or_default());
    at += 4;
    let mut strings = Vec::new();
    for _ in 0..count {
        let string = if is_wide {
            let units = le::u16(bytes, at).map(usize::from);
            at += 2;
            units.and_then(|units| Some((le::text(bytes, at, units)?, units * 2)))
        } else {
            let len = le::u8(bytes, at).map(usize::from);
            at += 1;
            len.and_then(|len| Some((encoding_rs::WINDOWS_1252.decode(le::slice(bytes, at, len)?).0.into_owned(), len)))
        };
        let Some((string, len)) = string else { break };
        strings.push(string);
        at += len + extra;
    }
    strings
}
