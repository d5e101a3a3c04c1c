//! WOFF 1.0 (W3C, WOFF File Format 1.0): a font file whose tables are packed one by one. All numbers are big-endian.

use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::inflate;

/// What a file begins with.
const SIGNATURE: &[u8] = b"wOFF";

/// Bytes of the header (section 3).
const HEADER: usize = 44;
/// Bytes of an entry of the directory (section 4).
const ENTRY: usize = 20;
/// Bytes of the header of a plain font file (OpenType, "Organization of an OpenType Font").
const PLAIN_HEADER: usize = 12;
/// Bytes of an entry of the directory there.
const PLAIN_ENTRY: usize = 16;

/// Tables of a font.
const MAX_TABLES: usize = 256;

/// The plain font file in a packed one; `None` where the file is none or damaged.
///
/// # Errors
/// Limits on unpacked bytes.
pub(super) fn unpacked(file: &[u8], context: &Context) -> Result<Option<Vec<u8>>> {
    let Some(tables) = tables(file) else { return Ok(None) };
    let mut out = header(file, tables.len());
    directory(&tables, &mut out);
    for Table { packed, length, .. } in tables {
        let start = out.len();
        if packed.len() < length {
            out.extend(inflate::zlib(packed, context)?.unwrap_or_default());
        } else {
            // Many tables may name one stretch of the file.
            context.charge_unpacked(packed.len())?;
            out.extend(packed);
        }
        if out.len() - start != length {
            return Ok(None);
        }
        out.resize(out.len().next_multiple_of(4), 0);
    }
    Ok(Some(out))
}

/// The directory of a plain font file whose tables follow it in their order, each padded to whole words.
fn directory(tables: &[Table<'_>], out: &mut Vec<u8>) {
    let mut at = (PLAIN_HEADER + PLAIN_ENTRY * tables.len()) as u64;
    for Table { tag, checksum, length, .. } in tables {
        out.extend(*tag);
        for number in [*checksum, at as u32, *length as u32] {
            out.extend(number.to_be_bytes());
        }
        at += (*length as u64).next_multiple_of(4);
    }
}

struct Table<'f> {
    tag: &'f [u8],
    checksum: u32,
    packed: &'f [u8],
    /// Bytes once it is unpacked.
    length: usize,
}

fn tables(file: &[u8]) -> Option<Vec<Table<'_>>> {
    let count = usize::from(u16::from_be_bytes(file.strip_prefix(SIGNATURE)?.get(8..10)?.try_into().ok()?));
    let entries = file.get(HEADER..)?.get(..count.checked_mul(ENTRY)?).filter(|_| count <= MAX_TABLES)?;
    let entry = |entry: &[u8]| {
        let number = |at: usize| Some(u32::from_be_bytes(entry.get(at..at + 4)?.try_into().ok()?));
        let (start, size) = (number(4)? as usize, number(8)? as usize);
        let packed = file.get(start..start.checked_add(size)?)?;
        Some((number(16)?, packed, number(12)? as usize))
    };
    let tables = entries.chunks_exact(ENTRY).map(|bytes| {
        let (checksum, packed, length) = entry(bytes)?;
        Some(Table { tag: &bytes[..4], checksum, packed, length })
    });
    tables.collect()
}

/// The header of a plain font file, with the numbers that make its directory fast to search.
fn header(file: &[u8], count: usize) -> Vec<u8> {
    let mut out = file.get(4..8).unwrap_or_default().to_vec();
    let selector = count.max(1).ilog2() as u16;
    let range = 16_u16 << selector;
    for number in [count as u16, range, selector, (count as u16 * 16).wrapping_sub(range)] {
        out.extend(number.to_be_bytes());
    }
    out
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::ZlibEncoder;

    use super::*;
    use transvase_base::context::Limits;
    use transvase_base::error::ErrorCode;
    use transvase_base::options::Options;

    fn sample() -> Vec<u8> {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(&[7; 1_001]).unwrap();
        let packed = encoder.finish().unwrap();
        let mut file = b"wOFF\0\x01\0\0\0\0\0\0\0\x02\0\0".to_vec();
        file.resize(HEADER, 0);
        let first = HEADER + 2 * ENTRY;
        for (tag, at, size, length) in [(b"abcd", first, 3, 3), (b"long", first + 4, packed.len(), 1_001)] {
            file.extend(tag);
            for number in [at, size, length, 9] {
                file.extend((number as u32).to_be_bytes());
            }
        }
        file.extend(b"xyz\0");
        file.extend(packed);
        file
    }

    #[test]
    fn tables_are_unpacked_where_they_are_packed() {
        let font = unpacked(&sample(), &Context::default()).unwrap().unwrap();
        assert_eq!(font[..12], [0, 1, 0, 0, 0, 2, 0, 32, 0, 1, 0, 0]);
        assert_eq!(font[12..28], *b"abcd\0\0\0\x09\0\0\0\x2C\0\0\0\x03");
        assert_eq!(font[28..44], *b"long\0\0\0\x09\0\0\0\x30\0\0\x03\xE9");
        assert_eq!((&font[44..48], font.len()), (&b"xyz\0"[..], 48 + 1_004));
    }

    #[test]
    fn every_table_is_charged_once_and_before_it_is_held() {
        let limited = |unpacked_bytes| Context::new(Options::default(), Limits { unpacked_bytes, ..Limits::default() });
        assert!(unpacked(&sample(), &limited(1_100)).is_ok(), "1,004 bytes come out");
        let mut file = b"wOFF\0\x01\0\0\0\0\0\0\0\xC8\0\0".to_vec();
        file.resize(HEADER + 200 * ENTRY, 0);
        for entry in file[HEADER..].chunks_exact_mut(ENTRY).take(199) {
            entry[8..16].copy_from_slice(&[0, 0, 4, 0, 0, 0, 4, 0]);
        }
        file[HEADER + 199 * ENTRY + 15] = 1;
        let error = unpacked(&file, &limited(10_000)).unwrap_err();
        assert_eq!(error.code(), ErrorCode::LimitExceeded, "199 tables of 1 KiB, and one that is damaged");
    }

    #[test]
    fn damaged_files_are_none() {
        let (whole, context) = (sample(), Context::default());
        for end in 0..whole.len() - 1 {
            assert_eq!(unpacked(&whole[..end], &context).unwrap(), None, "{end}");
        }
        let mut wrong = whole;
        wrong[HEADER + ENTRY + 15] ^= 1;
        assert_eq!(unpacked(&wrong, &context).unwrap(), None, "another length");
    }
}
