//! HUFF/CDIC compression: Huffman codes for phrases that may themselves be packed (as the
//! `MobileRead` wiki and the published decoders describe it).

use transvase_base::context::{Context, Limit};
use transvase_base::error::{Error, Result};
use transvase_container::pdb::{be_u16, be_u32};

/// How deep packed phrases may lie in one another. Encoders nest two or three levels.
const MAX_DEPTH: u32 = 32;

/// Longest text one record may unpack to. Records hold 4,096 bytes of text.
const MAX_RECORD_BYTES: usize = 1 << 20;

/// One of the 256 codes the first eight bits select.
#[derive(Debug, Clone, Copy, Default)]
struct Prefix {
    /// Bits of the code; of the shortest one where it is not terminal.
    length: u32,
    /// Whether eight bits are enough to know the code.
    terminal: bool,
    /// Largest code of this length, left-aligned in 32 bits.
    max_code: u32,
}

/// A phrase of the dictionary.
#[derive(Debug, Clone)]
enum Phrase<'a> {
    Packed(&'a [u8]),
    Plain(&'a [u8]),
    Unpacked(Vec<u8>),
    /// Being unpacked: to meet it again means it contains itself.
    Open,
}

/// The tables of one book.
#[derive(Debug)]
pub(super) struct HuffCdic<'a> {
    prefixes: Vec<Prefix>,
    /// Smallest and largest code by length (0 to 32), left-aligned in 32 bits.
    ranges: [(u32, u32); 33],
    phrases: Vec<Phrase<'a>>,
}

impl<'a> HuffCdic<'a> {
    /// Reads the HUFF record and the CDIC records that follow it.
    ///
    /// # Errors
    /// `Malformed` where a record is not what it should be.
    pub fn parse(records: &[&'a [u8]], context: &Context) -> Result<HuffCdic<'a>> {
        let (huff, cdics) = records.split_first().ok_or_else(|| Error::malformed("the Huffman tables are missing"))?;
        let (prefixes, ranges) = parse_huff(huff).ok_or_else(|| Error::malformed("the HUFF record is damaged"))?;
        let mut phrases = Vec::new();
        for cdic in cdics {
            parse_cdic(cdic, &mut phrases, context)?;
        }
        Ok(HuffCdic { prefixes, ranges, phrases })
    }

    /// Appends the text of one packed record to `out`.
    ///
    /// # Errors
    /// `Malformed` for codes without a phrase, phrases that contain themselves and the like.
    pub fn unpack(&mut self, packed: &[u8], out: &mut Vec<u8>, context: &Context) -> Result<()> {
        let limit = out.len().saturating_add(MAX_RECORD_BYTES);
        self.unpack_into(packed, out, limit, 0, context)
    }

    fn unpack_into(
        &mut self,
        packed: &[u8],
        out: &mut Vec<u8>,
        limit: usize,
        depth: u32,
        context: &Context,
    ) -> Result<()> {
        if depth > MAX_DEPTH {
            return Err(Error::malformed("phrases of the compression dictionary are nested too deeply"));
        }
        let mut bits = Bits { bytes: packed, position: 0 };
        while bits.left() > 0 {
            context.tick(1)?;
            let Some((length, index)) = self.code(bits.peek()) else {
                return Err(Error::malformed("the compressed text holds a code that is not in its dictionary"));
            };
            if u64::from(length) > bits.left() {
                break;
            }
            bits.position += u64::from(length);
            self.append(index as usize, out, limit, depth, context)?;
            if out.len() > limit {
                return Err(Error::malformed("a text record decompresses to more than the format allows"));
            }
        }
        Ok(())
    }

    /// The code that the next 32 bits begin with: its length and the number of its phrase.
    fn code(&self, window: u32) -> Option<(u32, u32)> {
        let prefix = self.prefixes[(window >> 24) as usize];
        let (mut length, mut max_code) = (prefix.length, prefix.max_code);
        if !prefix.terminal {
            while window < self.ranges.get(length as usize)?.0 {
                length += 1;
            }
            max_code = self.ranges.get(length as usize)?.1;
        }
        if !(1..=32).contains(&length) {
            return None;
        }
        Some((length, max_code.checked_sub(window)? >> (32 - length)))
    }

    /// Appends a phrase, unpacking it on its first use.
    fn append(&mut self, index: usize, out: &mut Vec<u8>, limit: usize, depth: u32, context: &Context) -> Result<()> {
        let phrase = self.phrases.get_mut(index);
        let phrase =
            phrase.ok_or_else(|| Error::malformed("the compressed text holds a code that is not in its dictionary"))?;
        match phrase {
            Phrase::Plain(text) => out.extend_from_slice(text),
            Phrase::Unpacked(text) => out.extend_from_slice(text),
            Phrase::Open => return Err(Error::malformed("a phrase of the dictionary contains itself")),
            Phrase::Packed(packed) => {
                let packed = *packed;
                *phrase = Phrase::Open;
                let mut text = Vec::new();
                self.unpack_into(packed, &mut text, limit.saturating_sub(out.len()), depth + 1, context)?;
                // Kept for the next use, so it counts as unpacked memory.
                context.charge(Limit::unpacked_bytes, text.len() as u64)?;
                out.extend_from_slice(&text);
                self.phrases[index] = Phrase::Unpacked(text);
            }
        }
        Ok(())
    }
}

/// A reader of bits, the highest first; zeros follow the end.
struct Bits<'a> {
    bytes: &'a [u8],
    position: u64,
}

impl Bits<'_> {
    fn left(&self) -> u64 {
        (self.bytes.len() as u64 * 8).saturating_sub(self.position)
    }

    /// The next 32 bits.
    fn peek(&self) -> u32 {
        let first = (self.position / 8) as usize;
        let wide = (0..5).fold(0_u64, |wide, i| wide << 8 | u64::from(self.bytes.get(first + i).copied().unwrap_or(0)));
        (wide >> (8 - self.position % 8)) as u32
    }
}

fn parse_huff(record: &[u8]) -> Option<(Vec<Prefix>, [(u32, u32); 33])> {
    record.strip_prefix(b"HUFF")?;
    let (prefix_table, range_table) = (be_u32(record, 8)? as usize, be_u32(record, 12)? as usize);
    let word = |table: usize, index: usize| be_u32(record, table.checked_add(index * 4)?);
    let mut prefixes = Vec::new();
    for index in 0..256 {
        let value = word(prefix_table, index)?;
        let length = value & 0x1F;
        if length == 0 {
            return None;
        }
        prefixes.push(Prefix { length, terminal: value & 0x80 != 0, max_code: last_code(value >> 8, length) });
    }
    let mut ranges = [(0, 0); 33];
    for length in 1..=32_u32 {
        let index = (length as usize - 1) * 2;
        let (min, max) = (word(range_table, index)?, word(range_table, index + 1)?);
        ranges[length as usize] = ((u64::from(min) << (32 - length)) as u32, last_code(max, length));
    }
    Some((prefixes, ranges))
}

/// The largest 32-bit window that begins with `code` of `length` bits.
fn last_code(code: u32, length: u32) -> u32 {
    (((u64::from(code) + 1) << (32 - length)).wrapping_sub(1)) as u32
}

fn parse_cdic<'a>(record: &'a [u8], phrases: &mut Vec<Phrase<'a>>, context: &Context) -> Result<()> {
    let damaged = || Error::malformed("a CDIC record is damaged");
    let (Some(total), Some(bits), true) = (be_u32(record, 8), be_u32(record, 12), record.starts_with(b"CDIC")) else {
        return Err(damaged());
    };
    let here = 1_usize.checked_shl(bits.min(31)).unwrap_or(0).min((total as usize).saturating_sub(phrases.len()));
    for index in 0..here {
        context.tick(1)?;
        let offset = be_u16(record, 16 + index * 2).ok_or_else(damaged)?;
        let at = 16 + usize::from(offset);
        let length = be_u16(record, at).ok_or_else(damaged)?;
        let text = record.get(at + 2..at + 2 + usize::from(length & 0x7FFF)).ok_or_else(damaged)?;
        phrases.push(if length & 0x8000 != 0 { Phrase::Plain(text) } else { Phrase::Packed(text) });
    }
    Ok(())
}

#[cfg(test)]
pub(super) mod sample {
    /// A HUFF record in which every code has eight bits and the code `c` names phrase `255 - c`.
    pub fn huff() -> Vec<u8> {
        let mut record = b"HUFF\0\0\0\x18".to_vec();
        record.extend(24_u32.to_be_bytes());
        record.extend((24_u32 + 1024).to_be_bytes());
        record.extend([0; 8]);
        for _ in 0..256 {
            // Eight bits, terminal, largest code 255.
            record.extend((255_u32 << 8 | 0x80 | 8).to_be_bytes());
        }
        for _ in 0..64 {
            record.extend([0; 4]);
        }
        record
    }

    /// A CDIC record of the given phrases; `true` marks one that is not packed again.
    pub fn cdic(phrases: &[(&[u8], bool)]) -> Vec<u8> {
        let mut record = b"CDIC\0\0\0\x10".to_vec();
        record.extend((phrases.len() as u32).to_be_bytes());
        record.extend(8_u32.to_be_bytes());
        let mut offset = phrases.len() as u16 * 2;
        let mut texts = Vec::new();
        for (text, plain) in phrases {
            record.extend(offset.to_be_bytes());
            let length = text.len() as u16 | if *plain { 0x8000 } else { 0 };
            texts.extend(length.to_be_bytes());
            texts.extend_from_slice(text);
            offset += 2 + text.len() as u16;
        }
        record.extend(texts);
        record
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn unpack(phrases: &[(&[u8], bool)], packed: &[u8]) -> Result<Vec<u8>> {
        let (huff, cdic) = (sample::huff(), sample::cdic(phrases));
        let context = Context::default();
        let mut tables = HuffCdic::parse(&[&huff, &cdic], &context)?;
        let mut out = Vec::new();
        tables.unpack(packed, &mut out, &context)?;
        Ok(out)
    }

    #[test]
    fn phrases_may_be_packed_themselves() {
        let phrases: &[(&[u8], bool)] = &[(b"the ", true), (b"whale ", true), (&[255, 254], false)];
        assert_eq!(unpack(phrases, &[253, 254, 253]).unwrap(), b"the whale whale the whale ");
    }

    #[test]
    fn a_phrase_that_contains_itself_is_refused() {
        assert!(unpack(&[(&[254], false), (&[255], false)], &[255]).is_err());
    }

    #[test]
    fn codes_without_a_phrase_are_refused() {
        assert!(unpack(&[(b"x", true)], &[3]).is_err());
    }

    #[test]
    fn bits_run_over_byte_borders() {
        let bits = Bits { bytes: &[0x12, 0x34, 0x56], position: 4 };
        assert_eq!((bits.peek(), bits.left()), (0x2345_6000, 20));
    }
}
