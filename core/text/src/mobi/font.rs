//! Font records: a font file, packed and with its beginning made unreadable (`MobileRead` wiki, "MOBI",
//! "FONT record"). All numbers are big-endian.
//!
//! | at | what |
//! |---|---|
//! | 0 | `FONT` |
//! | 4 | length of the font file |
//! | 8 | flags: bit 0 packed by zlib, bit 1 obfuscated |
//! | 12 | where the data begins |
//! | 16 | length of the key |
//! | 20 | where the key begins |

use std::sync::Arc;

use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::inflate;
use transvase_container::pdb::be_u32;

/// Marks records of embedded fonts.
pub(super) const MARK: &[u8] = b"FONT";

const PACKED: u32 = 1;
const OBFUSCATED: u32 = 2;

/// Bytes that the key is laid over.
const OBFUSCATED_BYTES: usize = 1_040;

/// The font file in a record; `None` where the record is damaged or no font.
///
/// # Errors
/// Limits on unpacked bytes.
pub(super) fn read(record: &[u8], context: &Context) -> Result<Option<Arc<[u8]>>> {
    let Some((data, flags)) = clear(record) else { return Ok(None) };
    if flags & PACKED != 0 {
        return Ok(inflate::zlib(&data, context)?.map(Arc::from));
    }
    context.charge_unpacked(data.len())?;
    Ok(Some(Arc::from(data)))
}

/// The data of a record as they were before they were obfuscated, with the record's flags.
fn clear(record: &[u8]) -> Option<(Vec<u8>, u32)> {
    let number = |at| be_u32(record, at).map(|number| number as usize);
    let flags = be_u32(record, 8)?;
    let mut data = record.strip_prefix(MARK).and(record.get(number(12)?..))?.to_vec();
    if flags & OBFUSCATED != 0 {
        let (length, start) = (number(16)?, number(20)?);
        let key = record.get(start..start.checked_add(length)?).filter(|key| !key.is_empty())?;
        for (byte, mask) in data.iter_mut().take(OBFUSCATED_BYTES).zip(key.iter().cycle()) {
            *byte ^= mask;
        }
    }
    Some((data, flags))
}

#[cfg(test)]
pub(super) mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::ZlibEncoder;

    use super::*;

    /// A record with these flags and this key around data that are already packed and obfuscated.
    pub(in super::super) fn record(flags: u32, key: &[u8], data: &[u8]) -> Vec<u8> {
        let mut record = MARK.to_vec();
        let data_at = 24 + key.len() as u32;
        for number in [2_000, flags, data_at, key.len() as u32, 24] {
            record.extend(number.to_be_bytes());
        }
        record.extend(key);
        record.extend(data);
        record
    }

    fn packed(file: &[u8]) -> Vec<u8> {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(file).unwrap();
        encoder.finish().unwrap()
    }

    fn file() -> Vec<u8> {
        (0..6_000_u32).map(|at| (at * at % 251) as u8).collect()
    }

    fn obfuscated(mut data: Vec<u8>, key: &[u8]) -> Vec<u8> {
        for (at, byte) in data.iter_mut().enumerate().take(1_040) {
            *byte ^= key[at % key.len()];
        }
        data
    }

    #[test]
    fn every_kind_of_record_gives_the_file() {
        let (file, key) = (file(), b"sixteen byte key".as_slice());
        let context = Context::default();
        for (name, record) in [
            ("plain", record(0, b"", &file)),
            ("packed", record(1, b"", &packed(&file))),
            ("obfuscated", record(2, key, &obfuscated(file.clone(), key))),
            ("both", record(3, key, &obfuscated(packed(&file), key))),
        ] {
            assert_eq!(read(&record, &context).unwrap().as_deref(), Some(&file[..]), "{name}");
        }
    }

    #[test]
    fn damaged_records_are_none() {
        let context = Context::default();
        let whole = record(3, b"key", &obfuscated(packed(&file()), b"key"));
        for end in [0, 4, 11, 23, 25] {
            assert_eq!(read(&whole[..end], &context).unwrap(), None, "{end}");
        }
        assert_eq!(read(&record(2, b"", b"data"), &context).unwrap(), None, "no key");
        assert_eq!(read(&record(1, b"", b"not packed"), &context).unwrap(), None);
        let mut far = whole.clone();
        far[12..16].copy_from_slice(&u32::MAX.to_be_bytes());
        assert_eq!(read(&far, &context).unwrap(), None);
    }
}
