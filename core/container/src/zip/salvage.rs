//! Recovery of truncated zip archives: the central directory, which stood at the end, is made anew from the local
//! headers (APPNOTE 4.3.7).

use super::{END, HEADER, u16_at};
use transvase_base::context::Context;
use transvase_base::error::Result;

/// What stands before each entry, and how long it is without the name.
const LOCAL: (&[u8], usize) = (b"PK\x03\x04", 30);
/// What stands behind an entry whose sizes were not known before (4.3.9), and how long it is.
const DESCRIPTOR: (&[u8], usize) = (b"PK\x07\x08", 16);
/// The flag that says so (4.4.4).
const IS_DESCRIBED: u16 = 8;

/// An entry that is whole.
struct Entry<'a> {
    start: usize,
    end: usize,
    /// From the version that is needed up to the length of the extra field.
    head: [u8; 26],
    name: &'a [u8],
}

/// The archive with a directory of its entries that are whole; `None` where there are none.
///
/// # Errors
/// Limits, `TimedOut`, `Cancelled`.
pub fn salvaged(bytes: &[u8], context: &Context) -> Result<Option<Vec<u8>>> {
    let (mut directory, mut count, mut at) = (Vec::new(), 0_u16, 0);
    while let Some(entry) = entry(bytes, at).filter(|_| count < u16::MAX) {
        context.tick(1 + (entry.end - entry.start) as u64 / 64)?;
        entry.write(&mut directory);
        (count, at) = (count + 1, entry.end);
    }
    if count == 0 {
        return Ok(None);
    }
    context.charge_unpacked(at + directory.len())?;
    let mut whole = bytes.get(..at).unwrap_or_default().to_vec();
    let length = directory.len() as u32;
    whole.append(&mut directory);
    whole.extend(END.0);
    whole.extend([0; 4]);
    whole.extend([count, count].into_iter().flat_map(u16::to_le_bytes));
    whole.extend([length, at as u32].into_iter().flat_map(u32::to_le_bytes));
    whole.extend([0; 2]);
    Ok(Some(whole))
}

/// The entry that begins at a place.
fn entry(bytes: &[u8], start: usize) -> Option<Entry<'_>> {
    let local = bytes.get(start..)?.get(..LOCAL.1).filter(|local| local.starts_with(LOCAL.0))?;
    let mut head: [u8; 26] = local.get(4..)?.try_into().ok()?;
    let name_length = usize::from(u16_at(local, 26)?);
    let name_start = start + LOCAL.1;
    let data = name_start + name_length + usize::from(u16_at(local, 28)?);
    let length = u32_at(local, 18)? as usize;
    let flags = u16_at(local, 6)?;
    let end = if flags & IS_DESCRIBED != 0 && length == 0 {
        let (length, sizes) = described(bytes.get(data..)?)?;
        head[10..22].copy_from_slice(sizes);
        head[2..4].copy_from_slice(&(flags & !IS_DESCRIBED).to_le_bytes());
        data + length + DESCRIPTOR.1
    } else {
        data.saturating_add(length)
    };
    (end <= bytes.len()).then_some(())?;
    Some(Entry { start, end, head, name: bytes.get(name_start..name_start + name_length)? })
}

/// How long the data is that the bytes begin with, and the sum and sizes that stand behind it.
fn described(data: &[u8]) -> Option<(usize, &[u8])> {
    let is_end = |at: usize| u32_at(data, at + 8).is_some_and(|length| length as usize == at);
    let ends = data.windows(DESCRIPTOR.0.len()).enumerate().filter(|(_, window)| *window == DESCRIPTOR.0);
    let end = ends.map(|(at, _)| at).find(|at| is_end(*at))?;
    Some((end, data.get(end + 4..end + DESCRIPTOR.1)?))
}

impl Entry<'_> {
    /// Its header in the directory (4.3.12).
    fn write(&self, directory: &mut Vec<u8>) {
        directory.extend(HEADER.0);
        // The version of the program that made it is the one that is needed.
        directory.extend(&self.head[..2]);
        directory.extend(&self.head[..24]);
        // No extra field, no comment, no attributes, all on one disk.
        directory.extend([0; 12]);
        directory.extend((self.start as u32).to_le_bytes());
        directory.extend(self.name);
    }
}

fn u32_at(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at + 4)?.try_into().ok()?))
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::super::{Archive, Package, finish};
    use super::*;
    use transvase_base::changed::changed;

    fn sample() -> Vec<u8> {
        let mut archive = Archive::new();
        archive.store("mimetype", b"a kind").unwrap();
        let mut entry = archive.deflated("text").unwrap();
        entry.write_all(&b"words ".repeat(1_000)).unwrap();
        finish(entry).unwrap();
        archive.deflate("last", &b"more ".repeat(500)).unwrap();
        archive.finish().unwrap()
    }

    /// Names and lengths of what is read out of an archive.
    fn read(bytes: &[u8]) -> Vec<(String, usize)> {
        let context = Context::default();
        let whole = salvaged(bytes, &context).unwrap().unwrap_or_default();
        let Ok(mut package) = Package::open(&whole, &context) else { return Vec::new() };
        let names: Vec<String> = package.names().map(str::to_owned).collect();
        names.into_iter().filter_map(|name| Some((name.clone(), package.read(&name, &context).ok()??.len()))).collect()
    }

    #[test]
    fn entries_before_the_cut_are_read() {
        let bytes = sample();
        let last = bytes.windows(4).position(|window| window == b"last").unwrap();
        let all = [("last".to_owned(), 2_500), ("mimetype".to_owned(), 6), ("text".to_owned(), 6_000)];
        let directory = bytes.windows(4).position(|window| window == HEADER.0).unwrap();
        assert_eq!(read(&bytes[..directory]), all);
        assert_eq!(read(&bytes[..last + 8]), all[1..]);
        assert_eq!(read(&bytes[..20]), []);
    }

    #[test]
    fn sizes_may_stand_behind_an_entry() {
        let mut bytes = Vec::new();
        bytes.extend(LOCAL.0);
        bytes.extend([20, 0, 8, 0, 0, 0, 0, 0, 0, 0]);
        bytes.extend([0; 12]);
        bytes.extend([1, 0, 0, 0, b'a']);
        bytes.extend(b"PK\x07\x08 data");
        bytes.extend(DESCRIPTOR.0);
        // CRC-32 of "PK\x07\x08 data", computed by zlib.
        bytes.extend(CRC.to_le_bytes());
        bytes.extend([9, 0, 0, 0, 9, 0, 0, 0]);
        assert_eq!(read(&bytes), [("a".to_owned(), 9)]);
    }

    #[test]
    fn whatever_is_cut_and_changed_ends() {
        let bytes = sample();
        for seed in 0..500 {
            let changed = changed(&bytes, seed, 8);
            read(&changed[..changed.len() * (seed as usize % 10 + 1) / 10]);
        }
    }

    const CRC: u32 = 0x842E_34FB;
}
