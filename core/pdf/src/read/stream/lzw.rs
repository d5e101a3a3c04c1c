//! `LZWDecode` (ISO 32000-1, 7.4.4): codes of 9 to 12 bits, most significant bit first.

use super::Output;
use transvase_base::context::Context;
use transvase_base::error::Result;

/// The code that empties the table (ISO 32000-1, 7.4.4.2).
const CLEAR: usize = 256;
/// The code for the end of the data.
const END: usize = 257;
/// The first code of a sequence.
const FIRST_FREE: usize = 258;
/// Codes of 12 bits, the longest.
const MAX_CODES: usize = 4_096;

/// Unpacks `bytes`; `early` says whether codes grow one entry too early, as they do by default.
///
/// # Errors
/// A limit on unpacked bytes.
pub(crate) fn unpack(bytes: &[u8], early: bool, context: &Context) -> Result<Vec<u8>> {
    let mut out = Output::new(context);
    let mut codes = Codes::new(bytes);
    // Each entry is a stretch of the output: where it begins and how long it is.
    let mut table: Vec<(usize, usize)> = Vec::new();
    let mut previous: Option<(usize, usize)> = None;
    while let Some(code) = codes.next(FIRST_FREE + table.len() + usize::from(early)) {
        out.look()?;
        let begin = out.bytes.len();
        match code {
            CLEAR => {
                table.clear();
                previous = None;
                continue;
            }
            END => break,
            0..CLEAR => out.bytes.push(code as u8),
            _ => {
                // The one code that is not in the table yet is the previous entry and its first byte.
                let (start, len) = match (table.get(code - FIRST_FREE), previous) {
                    (Some(entry), _) => *entry,
                    (None, Some((start, len))) if code - FIRST_FREE == table.len() => (start, len + 1),
                    _ => break,
                };
                // The stretch may reach into what it adds, so it is copied byte by byte.
                for at in start..start + len {
                    let byte = out.bytes.get(at).copied().unwrap_or(0);
                    out.bytes.push(byte);
                }
            }
        }
        if let Some((start, len)) = previous
            && FIRST_FREE + table.len() < MAX_CODES
        {
            table.push((start, len + 1));
        }
        previous = Some((begin, out.bytes.len() - begin));
    }
    out.finish()
}

/// Reads codes from a stream of bits.
struct Codes<'b> {
    bytes: &'b [u8],
    at: usize,
    bits: u32,
    have: u32,
}

impl<'b> Codes<'b> {
    fn new(bytes: &'b [u8]) -> Self {
        Codes { bytes, at: 0, bits: 0, have: 0 }
    }

    /// The next code, as wide as a table about to hold `entries` asks for.
    fn next(&mut self, entries: usize) -> Option<usize> {
        let width = match entries {
            0..=511 => 9,
            512..=1_023 => 10,
            1_024..=2_047 => 11,
            _ => 12,
        };
        while self.have < width {
            self.bits = self.bits << 8 | u32::from(*self.bytes.get(self.at)?);
            self.at += 1;
            self.have += 8;
        }
        self.have -= width;
        Some((self.bits >> self.have) as usize & ((1 << width) - 1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_example_of_the_standard() {
        // ISO 32000-1, 7.4.4.2, example 1.
        let packed = [0x80, 0x0B, 0x60, 0x50, 0x22, 0x0C, 0x0C, 0x85, 0x01];
        let unpacked = unpack(&packed, true, &Context::default()).unwrap();
        assert_eq!(unpacked, [45, 45, 45, 45, 45, 65, 45, 45, 45, 66]);
    }

    /// Packs by the rules of TIFF 6.0, section 13, whose codes grow one entry early.
    fn pack(bytes: &[u8]) -> Vec<u8> {
        let mut bits: Vec<bool> = Vec::new();
        let mut table: std::collections::BTreeMap<Vec<u8>, usize> = (0..256).map(|b| (vec![b as u8], b)).collect();
        let mut next = FIRST_FREE;
        let mut word: Vec<u8> = Vec::new();
        let mut put = |code: usize, next: usize| {
            let width = if next < 512 {
                9
            } else if next < 1_024 {
                10
            } else if next < 2_048 {
                11
            } else {
                12
            };
            bits.extend((0..width).rev().map(|bit| code >> bit & 1 == 1));
        };
        put(CLEAR, next);
        for byte in bytes {
            let longer: Vec<u8> = word.iter().copied().chain([*byte]).collect();
            if table.contains_key(&longer) {
                word = longer;
                continue;
            }
            put(table[&word], next);
            table.insert(longer, next);
            next += 1;
            word = vec![*byte];
            if next == MAX_CODES - 1 {
                put(table[&word], next);
                put(CLEAR, next);
                table.retain(|key, _| key.len() == 1);
                (next, word) = (FIRST_FREE, Vec::new());
            }
        }
        if !word.is_empty() {
            put(table[&word], next);
        }
        put(END, next + 1);
        bits.chunks(8)
            .map(|byte| byte.iter().enumerate().fold(0, |all, (at, bit)| all | u8::from(*bit) << (7 - at)))
            .collect()
    }

    #[test]
    fn codes_grow_and_are_cleared() {
        let text: Vec<u8> = (0..40_000_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 27) as u8).collect();
        assert_eq!(unpack(&pack(&text), true, &Context::default()).unwrap(), text);
    }
}
