//! The text records: trailing entries off, unpacked, joined. What comes out is still in the book's
//! own encoding, because records may end inside a character.

use transvase_base::context::{Context, Limit};
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_base::warning::{Warning, WarningCode};
use transvase_container::pdb::Pdb;

use super::header::{Compression, Header};
use super::huffcdic::HuffCdic;
use super::palmdoc;

/// The raw text of the book whose record 0 is record `base` of the file.
///
/// # Errors
/// `DrmProtected`; `Truncated` where no text record is left; `Malformed` for broken tables; limits.
pub(super) fn raw(pdb: &Pdb, base: usize, header: &Header, context: &Context) -> Result<Vec<u8>> {
    header.refuse_drm()?;
    let mut unpacker = Unpacker::new(pdb, base, header, context)?;
    let mut out = Vec::new();
    let (mut missing, mut damaged) = (0_usize, 0_usize);
    for index in 1..=header.text_records {
        let Some(record) = pdb.record(base + index) else {
            missing += 1;
            continue;
        };
        let before = out.len();
        let whole = unpacker.unpack(strip_trailing(record, header.trailing_flags()), &mut out, context)?;
        damaged += usize::from(!whole);
        context.charge_unpacked(out.len() - before)?;
        context.check(Limit::stream_bytes, out.len() as u64)?;
        context.tick(64)?;
    }
    if out.is_empty() {
        return Err(if missing > 0 {
            Error::truncated("the first records of the book")
        } else {
            Error::malformed("the text of the book cannot be decompressed")
        });
    }
    warn_of_gaps(header, missing, damaged, out.len(), context);
    Ok(out)
}

fn warn_of_gaps(header: &Header, missing: usize, damaged: usize, seen: usize, context: &Context) {
    let all = header.text_records;
    if missing > 0 {
        let message = format!("the file is cut short: {missing} of {all} text records are missing");
        context.warn(Warning::new(WarningCode::InputRepaired, message));
    }
    if damaged > 0 {
        let message = format!("{damaged} of {all} text records are damaged and end early");
        context.warn(Warning::new(WarningCode::InputRepaired, message));
    }
    if missing == 0 && damaged == 0 && seen < header.text_length {
        let message = format!("the header states {} bytes of text, but the records hold {seen}", header.text_length);
        context.warn(Warning::new(WarningCode::InputRepaired, message));
    }
}

/// A record without the entries that follow its text: each flag above bit 0 stands for an entry
/// whose length is a varint read backwards; bit 0 for bytes of a character split between records.
fn strip_trailing(record: &[u8], flags: u16) -> &[u8] {
    let mut text = record;
    for _ in 0..(flags >> 1).count_ones() {
        let size = backward_varint(text).clamp(1, text.len().max(1));
        text = &text[..text.len().saturating_sub(size)];
    }
    if flags & 1 != 0
        && let Some((last, _)) = text.split_last()
    {
        let size = usize::from(last & 3) + 1;
        text = &text[..text.len().saturating_sub(size)];
    }
    text
}

/// The number at the end of `bytes`: seven bits a byte, the byte with the high bit comes first. The
/// size it gives counts its own bytes.
fn backward_varint(bytes: &[u8]) -> usize {
    let mut value = 0;
    for (index, byte) in bytes.iter().rev().take(4).enumerate() {
        value |= usize::from(byte & 0x7F) << (7 * index);
        if byte & 0x80 != 0 {
            break;
        }
    }
    value
}

/// The unpacking a book asks for.
enum Unpacker<'a> {
    Copy,
    PalmDoc,
    HuffCdic(Box<HuffCdic<'a>>),
}

impl<'a> Unpacker<'a> {
    fn new(pdb: &Pdb<'a>, base: usize, header: &Header, context: &Context) -> Result<Unpacker<'a>> {
        Ok(match header.compression {
            Compression::None => Unpacker::Copy,
            Compression::PalmDoc => Unpacker::PalmDoc,
            Compression::HuffCdic => {
                let (first, count) =
                    header.huffman().ok_or_else(|| Error::malformed("the header names no Huffman tables"))?;
                let first = base.saturating_add(first);
                let last = first.saturating_add(count).min(pdb.record_count());
                let records: Vec<&[u8]> = (first..last).filter_map(|index| pdb.record(index)).collect();
                Unpacker::HuffCdic(Box::new(HuffCdic::parse(&records, context)?))
            }
        })
    }

    /// Appends the text of a record; returns whether the record was sound.
    fn unpack(&mut self, packed: &[u8], out: &mut Vec<u8>, context: &Context) -> Result<bool> {
        match self {
            Unpacker::Copy => out.extend_from_slice(packed),
            Unpacker::PalmDoc => return Ok(palmdoc::unpack(packed, out)),
            Unpacker::HuffCdic(tables) => match tables.unpack(packed, out, context) {
                Err(error) if error.code() == ErrorCode::Malformed => return Ok(false),
                other => other?,
            },
        }
        Ok(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trailing_entries_go_before_unpacking() {
        // Text, one overlap byte with its count, then an entry of three bytes (0x83 ends it).
        assert_eq!(strip_trailing(b"text\xA9\x01xx\x83", 0b11), b"text");
        assert_eq!(strip_trailing(b"text\x00", 1), b"text");
        assert_eq!(strip_trailing(b"text", 0), b"text");
    }

    #[test]
    fn trailing_sizes_beyond_the_record_leave_nothing() {
        assert_eq!(strip_trailing(b"\x81\x7F\x7F", 0xFFFF), b"");
        assert_eq!(strip_trailing(b"", 0xFFFF), b"");
    }

    #[test]
    fn backward_varints_stop_at_the_high_bit() {
        assert_eq!(backward_varint(&[0xFF, 0x84, 0x22]), 4 << 7 | 0x22);
        assert_eq!(backward_varint(&[0x83]), 3);
    }
}
