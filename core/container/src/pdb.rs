//! The Palm database container (Palm File Format Specification, "PDB"): a header of 78 bytes, a
//! list of record offsets, and the records.

use transvase_base::error::{Error, Result};

/// Length of the header before the record list.
const HEADER_LEN: usize = 78;

/// Length of an entry of the record list: offset, attributes, unique id.
const ENTRY_LEN: usize = 8;

/// A parsed container; records are slices of the file.
#[derive(Debug)]
pub struct Pdb<'a> {
    bytes: &'a [u8],
    /// Name of the database, at most 31 bytes, as the file has them.
    pub name: &'a [u8],
    offsets: Vec<usize>,
}

impl<'a> Pdb<'a> {
    /// Reads the header and the record list.
    ///
    /// # Errors
    /// `Truncated` where the file ends inside them, `Malformed` where there is no record.
    pub fn parse(bytes: &'a [u8]) -> Result<Pdb<'a>> {
        let header = bytes.get(..HEADER_LEN).ok_or_else(|| Error::truncated("the Palm database header"))?;
        let name = header[..32].split(|byte| *byte == 0).next().unwrap_or_default();
        let count = usize::from(be_u16(header, 76).unwrap_or(0));
        let list = bytes.get(HEADER_LEN..HEADER_LEN + count * ENTRY_LEN);
        let list = list.ok_or_else(|| Error::truncated("the list of records"))?;
        let offsets: Vec<usize> =
            list.chunks_exact(ENTRY_LEN).filter_map(|entry| be_u32(entry, 0)).map(|offset| offset as usize).collect();
        if offsets.is_empty() {
            return Err(Error::malformed("the Palm database has no records"));
        }
        Ok(Pdb { bytes, name, offsets })
    }

    /// Number of records the list names.
    pub fn record_count(&self) -> usize {
        self.offsets.len()
    }

    /// A record, up to where the next one begins. `None` where it is not listed or begins beyond the
    /// end of the file; a record the file ends in is cut short.
    pub fn record(&self, index: usize) -> Option<&'a [u8]> {
        let start = *self.offsets.get(index)?;
        let end = self.offsets.get(index + 1).copied().unwrap_or(self.bytes.len()).min(self.bytes.len());
        if start >= self.bytes.len() { None } else { Some(self.bytes.get(start..end).unwrap_or_default()) }
    }

    /// Whether the file ends before its last record does, as far as the list tells.
    pub fn is_cut_short(&self) -> bool {
        self.offsets.last().is_some_and(|last| *last >= self.bytes.len())
    }
}

/// A big-endian 16-bit number; `None` beyond the end.
pub fn be_u16(bytes: &[u8], at: usize) -> Option<u16> {
    let field = bytes.get(at..at.checked_add(2)?)?;
    Some(u16::from_be_bytes([field[0], field[1]]))
}

/// A big-endian 32-bit number; `None` beyond the end.
pub fn be_u32(bytes: &[u8], at: usize) -> Option<u32> {
    let field = bytes.get(at..at.checked_add(4)?)?;
    Some(u32::from_be_bytes([field[0], field[1], field[2], field[3]]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_base::error::ErrorCode;

    fn sample(records: &[&[u8]]) -> Vec<u8> {
        let mut file = vec![0; HEADER_LEN];
        file[..4].copy_from_slice(b"name");
        file[76..78].copy_from_slice(&(records.len() as u16).to_be_bytes());
        let mut offset = HEADER_LEN + ENTRY_LEN * records.len();
        for record in records {
            file.extend((offset as u32).to_be_bytes());
            file.extend([0; 4]);
            offset += record.len();
        }
        file.extend(records.concat());
        file
    }

    #[test]
    fn records_end_where_the_next_begins() {
        let file = sample(&[b"one", b"", b"three"]);
        let pdb = Pdb::parse(&file).unwrap();
        assert_eq!((pdb.name, pdb.record_count()), (&b"name"[..], 3));
        assert_eq!(pdb.record(0), Some(&b"one"[..]));
        assert_eq!(pdb.record(1), Some(&b""[..]));
        assert_eq!(pdb.record(2), Some(&b"three"[..]));
        assert_eq!(pdb.record(3), None);
    }

    #[test]
    fn damage_is_told_apart() {
        let file = sample(&[b"one", b"two"]);
        assert_eq!(Pdb::parse(&file[..60]).unwrap_err().code(), ErrorCode::Truncated);
        assert_eq!(Pdb::parse(&file[..80]).unwrap_err().code(), ErrorCode::Truncated);
        assert_eq!(Pdb::parse(&sample(&[])).unwrap_err().code(), ErrorCode::Malformed);
        let cut = Pdb::parse(&file[..file.len() - 3]).unwrap();
        assert!(cut.is_cut_short());
        assert_eq!((cut.record(0), cut.record(1)), (Some(&b"one"[..]), None));
    }
}
