//! INDX records: a small table format (header with TAGX, data records with IDXT, strings in CNCX)
//! that holds the NCX and the parts of KF8 (`MobileRead` wiki, "MOBI", section on indices).

use std::collections::BTreeMap;

use transvase_base::context::{Context, Limit};
use transvase_base::error::{Error, Result};
use transvase_container::pdb::{Pdb, be_u16, be_u32};

/// An index: its entries, and the strings they point at.
#[derive(Debug, Default)]
pub(super) struct Index<'a> {
    pub entries: Vec<Entry<'a>>,
    /// CNCX records in their order.
    strings: Vec<&'a [u8]>,
}

/// An entry: its label, and its values by tag.
#[derive(Debug, Default)]
pub(super) struct Entry<'a> {
    pub label: &'a [u8],
    tags: BTreeMap<u8, Vec<u32>>,
}

impl Entry<'_> {
    /// The `index`th value of a tag.
    pub fn value(&self, tag: u8, index: usize) -> Option<u32> {
        self.tags.get(&tag)?.get(index).copied()
    }
}

/// A row of the TAGX table: which bits of which control byte count the values of a tag.
#[derive(Debug, Clone, Copy)]
struct Tag {
    tag: u8,
    values: u8,
    mask: u8,
    ends_byte: bool,
}

impl<'a> Index<'a> {
    /// Reads the index whose header is record `at` of the file.
    ///
    /// # Errors
    /// `Malformed` where the record is no index, and limits. Damaged entries are left out.
    pub fn parse(pdb: &Pdb<'a>, at: usize, context: &Context) -> Result<Index<'a>> {
        let header = pdb.record(at).filter(|record| record.starts_with(b"INDX"));
        let header = header.ok_or_else(|| Error::malformed(format!("record {at} is not an index")))?;
        let (data_records, string_records) = (be_u32(header, 24).unwrap_or(0), be_u32(header, 52).unwrap_or(0));
        let first_string = at.saturating_add(1).saturating_add(data_records as usize);
        let mut index = Index::default();
        let Some((tags, control_bytes)) = parse_tagx(header) else { return Ok(index) };
        for record in (at + 1..first_string.min(pdb.record_count())).map_while(|record| pdb.record(record)) {
            index.read_entries(record, &tags, control_bytes, context)?;
        }
        let last_string = first_string.saturating_add(string_records as usize).min(pdb.record_count());
        index.strings = (first_string..last_string).map(|record| pdb.record(record).unwrap_or_default()).collect();
        Ok(index)
    }

    fn read_entries(&mut self, record: &'a [u8], tags: &[Tag], control: usize, context: &Context) -> Result<()> {
        let (Some(table), Some(count), true) = (be_u32(record, 20), be_u32(record, 24), record.starts_with(b"INDX"))
        else {
            return Ok(());
        };
        let table = table as usize;
        let offset = |index: usize| {
            let at = table.checked_add(4)?.checked_add(index.checked_mul(2)?)?;
            be_u16(record, at).map(usize::from)
        };
        for index in 0..count as usize {
            context.tick(1)?;
            let Some(start) = offset(index) else { break };
            let end = offset(index + 1).filter(|_| index + 1 < count as usize).unwrap_or(table);
            let Some(bytes) = record.get(start..end) else { continue };
            if let Some(entry) = parse_entry(bytes, tags, control, context)? {
                context.charge(Limit::elements, 1)?;
                self.entries.push(entry);
            }
        }
        Ok(())
    }

    /// The string at an offset of the CNCX records, each of which takes 64 KiB of offsets.
    pub fn string(&self, offset: u32) -> Option<&'a [u8]> {
        let record = self.strings.get(offset as usize >> 16)?;
        let rest = record.get(offset as usize & 0xFFFF..)?;
        let (length, size) = forward_varint(rest)?;
        rest.get(size..size + length as usize)
    }
}

/// The TAGX table and the number of control bytes in each entry.
fn parse_tagx(header: &[u8]) -> Option<(Vec<Tag>, usize)> {
    let tagx = header.get(be_u32(header, 4)? as usize..)?;
    tagx.strip_prefix(b"TAGX")?;
    let (end, control) = (be_u32(tagx, 4)? as usize, be_u32(tagx, 8)? as usize);
    let rows = tagx.get(12..end.min(tagx.len()))?.chunks_exact(4);
    let tags = rows.map(|row| Tag { tag: row[0], values: row[1], mask: row[2], ends_byte: row[3] == 1 });
    Some((tags.collect(), control))
}

/// An entry; `None` where it is damaged.
fn parse_entry<'a>(bytes: &'a [u8], tags: &[Tag], control: usize, context: &Context) -> Result<Option<Entry<'a>>> {
    let Some((length, rest)) = bytes.split_first() else { return Ok(None) };
    let (Some(label), Some(rest)) = (rest.get(..usize::from(*length)), rest.get(usize::from(*length)..)) else {
        return Ok(None);
    };
    let (Some(mut control_bytes), Some(mut values)) = (rest.get(..control), rest.get(control..)) else {
        return Ok(None);
    };
    let mut plan = Vec::new();
    for tag in tags {
        if tag.ends_byte {
            control_bytes = control_bytes.get(1..).unwrap_or_default();
        } else if let Some(amount) = amount(*tag, control_bytes, &mut values) {
            plan.push((*tag, amount));
        }
    }
    let mut entry = Entry { label, tags: BTreeMap::new() };
    for (tag, amount) in plan {
        let read = read_values(amount, usize::from(tag.values), &mut values, context)?;
        entry.tags.entry(tag.tag).or_insert(read);
    }
    Ok(Some(entry))
}

/// How the values of a tag are counted.
#[derive(Debug, Clone, Copy)]
enum Amount {
    /// So many groups of values.
    Groups(usize),
    /// All that lie in so many bytes.
    Bytes(usize),
}

/// What the control byte says about a tag; `None` where it is absent.
fn amount(tag: Tag, control: &[u8], values: &mut &[u8]) -> Option<Amount> {
    let bits = control.first()? & tag.mask;
    if bits == 0 {
        return None;
    }
    // All bits of a mask of several mean that a count of bytes comes first.
    if bits == tag.mask && tag.mask.count_ones() > 1 {
        let (length, size) = forward_varint(values)?;
        *values = &values[size..];
        return Some(Amount::Bytes(length as usize));
    }
    Some(Amount::Groups(usize::from(bits >> tag.mask.trailing_zeros())))
}

fn read_values(amount: Amount, per_group: usize, values: &mut &[u8], context: &Context) -> Result<Vec<u32>> {
    let (count, bytes) = match amount {
        Amount::Groups(groups) => (groups * per_group, usize::MAX),
        Amount::Bytes(bytes) => (usize::MAX, bytes),
    };
    let mut read = Vec::new();
    let mut used = 0;
    while read.len() < count && used < bytes {
        context.tick(1)?;
        let Some((value, size)) = forward_varint(values) else { break };
        read.push(value);
        used += size;
        *values = &values[size..];
    }
    Ok(read)
}

/// The number at the beginning of `bytes` and its size: seven bits a byte, the high bit marks the
/// last one.
fn forward_varint(bytes: &[u8]) -> Option<(u32, usize)> {
    let mut value = 0_u32;
    for (index, byte) in bytes.iter().take(5).enumerate() {
        value = value << 7 | u32::from(byte & 0x7F);
        if byte & 0x80 != 0 {
            return Some((value, index + 1));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn varints_end_at_the_high_bit() {
        assert_eq!(forward_varint(&[0x84, 1]), Some((4, 1)));
        assert_eq!(forward_varint(&[0x04, 0xA2]), Some((4 << 7 | 0x22, 2)));
        assert_eq!(forward_varint(&[0x04, 0x22]), None);
    }

    #[test]
    fn control_bits_count_groups_or_announce_bytes() {
        let tag = |tag, values, mask| Tag { tag, values, mask, ends_byte: false };
        let end = Tag { tag: 0, values: 0, mask: 0, ends_byte: true };
        let tags = [tag(1, 1, 0b0000_0001), tag(6, 2, 0b0000_0110), tag(22, 1, 0b0011_0000), end];
        // Tag 1 once, tag 6 twice (two values each), tag 22 by bytes (two of them).
        let entry = b"\x02ab\x35\x82\x81\x91\x92\x93\x94\x87\x88";
        let context = Context::default();
        let entry = parse_entry(entry, &tags, 1, &context).unwrap().unwrap();
        assert_eq!(entry.label, b"ab");
        assert_eq!((entry.value(1, 0), entry.value(1, 1)), (Some(1), None));
        assert_eq!(entry.tags[&6], [0x11, 0x12, 0x13, 0x14]);
        assert_eq!(entry.tags[&22], [7, 8]);
        assert!(parse_entry(b"\x09ab", &tags, 1, &context).unwrap().is_none());
    }
}
