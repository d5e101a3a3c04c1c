//! The sfnt container: tables of TrueType and OpenType files (OpenType 1.9, "Organization of an OpenType Font").

use std::collections::BTreeMap;

use super::{u16_at, u32_at};

/// Bytes of the header, and of a row of the directory.
const HEADER: usize = 12;
const ROW: usize = 16;

/// Bytes of `head` before the place of the sum over the whole file, and what the sums are to add up to.
const ADJUSTMENT: usize = 8;
const MAGIC: u32 = 0xB1B0_AFBA;

/// The tables of a file by their names.
pub(super) struct Tables<'a>(BTreeMap<[u8; 4], &'a [u8]>);

impl<'a> Tables<'a> {
    /// The tables of a single font; `None` where the file is none. Tables that are cut off end where the file does.
    pub(super) fn read(file: &'a [u8]) -> Option<Self> {
        let kind = file.first_chunk::<4>()?;
        if !matches!(kind, [0, 1, 0, 0] | b"true" | b"OTTO") {
            return None;
        }
        let count = usize::from(u16_at(file, 4)?);
        let rows = file.get(HEADER..)?.chunks_exact(ROW).take(count);
        let table = |row: &[u8]| {
            let (from, length) = (u32_at(row, 8)? as usize, u32_at(row, 12)? as usize);
            let end = from.saturating_add(length).min(file.len());
            // FreeType, which most viewers read fonts with, has it that an empty table is none.
            let table = file.get(from..end).filter(|table| !table.is_empty())?;
            Some((*row.first_chunk::<4>()?, table))
        };
        Some(Tables(rows.filter_map(table).collect()))
    }

    /// The table of a name.
    pub(super) fn get(&self, name: &[u8; 4]) -> Option<&'a [u8]> {
        self.0.get(name).copied()
    }
}

/// A file of these tables, with the sums the format asks for.
pub(super) fn write(tables: &BTreeMap<[u8; 4], Vec<u8>>) -> Vec<u8> {
    let count = tables.len() as u16;
    let power = count.max(1).ilog2() as u16;
    let range = 16 << power;
    let kind = if tables.contains_key(b"CFF ") { b"OTTO" } else { &[0, 1, 0, 0] };
    let mut file = kind.to_vec();
    [count, range, power, count * 16 - range].iter().for_each(|field| file.extend(field.to_be_bytes()));
    let mut at = HEADER + ROW * tables.len();
    for (name, table) in tables {
        file.extend(name);
        [sum(table), at as u32, table.len() as u32].iter().for_each(|field| file.extend(field.to_be_bytes()));
        at += table.len().next_multiple_of(4);
    }
    for table in tables.values() {
        file.extend(table);
        file.resize(file.len().next_multiple_of(4), 0);
    }
    adjust(&mut file, tables);
    file
}

/// The sum of a table's words.
fn sum(table: &[u8]) -> u32 {
    let word = |bytes: &[u8]| bytes.iter().chain(&[0; 3]).take(4).fold(0, |word, byte| word << 8 | u32::from(*byte));
    table.chunks(4).fold(0, |sum, bytes| sum.wrapping_add(word(bytes)))
}

/// Sets the sum over the whole file, whose place holds 0 until then.
fn adjust(file: &mut [u8], tables: &BTreeMap<[u8; 4], Vec<u8>>) {
    let before = tables.range(..*b"head").map(|(_, table)| table.len().next_multiple_of(4)).sum::<usize>();
    let place = HEADER + ROW * tables.len() + before + ADJUSTMENT;
    let adjustment = MAGIC.wrapping_sub(sum(file)).to_be_bytes();
    if let Some(place) = file.get_mut(place..place + 4).filter(|_| tables.contains_key(b"head")) {
        place.copy_from_slice(&adjustment);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_and_adds_up() {
        let tables = BTreeMap::from([(*b"cvt ", vec![1, 2, 3]), (*b"head", vec![0; 54]), (*b"zzzz", vec![9; 5])]);
        let file = write(&tables);
        let read = Tables::read(&file).unwrap();
        for (name, table) in &tables {
            let found = read.get(name).unwrap();
            if name == b"head" {
                assert_eq!(sum(&file), MAGIC, "the whole file");
                continue;
            }
            assert_eq!(found, table);
        }
    }

    #[test]
    fn what_is_no_font_has_no_tables() {
        assert!(Tables::read(b"%!PS-AdobeFont").is_none());
        assert!(Tables::read(&[0, 1]).is_none());
    }

    #[test]
    fn an_empty_table_is_none() {
        let file = write(&BTreeMap::from([(*b"cvt ", Vec::new()), (*b"zzzz", vec![9])]));
        let read = Tables::read(&file).unwrap();
        assert_eq!((read.get(b"cvt "), read.get(b"zzzz")), (None, Some(&[9][..])));
    }
}
