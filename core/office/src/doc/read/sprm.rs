//! Sprms, single property modifiers ([MS-DOC], 2.2.5): a number that tells what is said, and a value.

use transvase_base::le;

/// A property.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Sprm<'a> {
    /// Its number, with what it is said of and the size of its value in it.
    pub code: u16,
    /// The value, without its length.
    pub value: &'a [u8],
}

/// Properties of tables whose values have lengths of their own kind ([MS-DOC], 2.2.5.1, `spra` 6).
const TABLES: [u16; 2] = [0xD606, 0xD608];
/// The same for tabs: sprmPChgTabs.
const TABS: u16 = 0xC615;

impl Sprm<'_> {
    /// The value as a byte.
    pub(super) fn byte(&self) -> u8 {
        le::u8(self.value, 0).unwrap_or_default()
    }

    /// The value as two bytes.
    pub(super) fn word(&self) -> u16 {
        le::u16(self.value, 0).unwrap_or_else(|| u16::from(self.byte()))
    }

    /// The value as two bytes with a sign.
    pub(super) fn short(&self) -> i32 {
        i32::from(self.word() as i16)
    }

    /// The value as four bytes.
    pub(super) fn long(&self) -> u32 {
        le::u32(self.value, 0).unwrap_or_else(|| u32::from(self.word()))
    }

    /// Whether the value says yes.
    pub(super) fn is_on(&self) -> bool {
        self.byte() & 1 == 1
    }
}

/// The properties of a list; it ends where the bytes do, and with a property that they cut.
pub(super) fn each(bytes: &[u8]) -> impl Iterator<Item = Sprm<'_>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let code = le::u16(bytes, at)?;
        let begin = at + 2;
        let (skip, len) = match code >> 13 {
            0 | 1 => (0, 1),
            2 | 4 | 5 => (0, 2),
            3 => (0, 4),
            7 => (0, 3),
            _ if TABLES.contains(&code) => (2, usize::from(le::u16(bytes, begin)?).saturating_sub(1)),
            _ => match usize::from(le::u8(bytes, begin)?) {
                255 if code == TABS => (1, tabs_len(bytes, begin + 1)?),
                len => (1, len),
            },
        };
        let value = le::slice(bytes, begin + skip, len)?;
        at = begin + skip + len;
        Some(Sprm { code, value })
    })
}

/// The length of a list of tabs that is longer than its byte can say: counts of tabs to take away, with four bytes for
/// each, and to add, with three.
fn tabs_len(bytes: &[u8], at: usize) -> Option<usize> {
    let taken = 1 + usize::from(le::u8(bytes, at)?) * 4;
    let added = 1 + usize::from(le::u8(bytes, at + taken)?) * 3;
    Some(taken + added)
}

/// The numbers of the properties that a change of a piece can name in seven bits ([MS-DOC], 2.9.210, Prm0).
pub(super) fn short_code(number: u8) -> Option<u16> {
    const CODES: [(u8, u16); 25] = [
        (0x04, 0x2602),
        (0x05, 0x2403),
        (0x07, 0x2405),
        (0x08, 0x2406),
        (0x09, 0x2407),
        (0x0C, 0x260A),
        (0x18, 0x2416),
        (0x19, 0x2417),
        (0x41, 0x0800),
        (0x42, 0x0801),
        (0x43, 0x0802),
        (0x4D, 0x2A0C),
        (0x53, 0x2A33),
        (0x55, 0x0835),
        (0x56, 0x0836),
        (0x57, 0x0837),
        (0x5A, 0x083A),
        (0x5B, 0x083B),
        (0x5C, 0x083C),
        (0x5E, 0x2A3E),
        (0x62, 0x2A42),
        (0x68, 0x2A48),
        (0x73, 0x2A53),
        (0x75, 0x0855),
        (0x78, 0x2640),
    ];
    CODES.iter().find(|(known, _)| *known == number).map(|(_, code)| *code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_have_the_sizes_that_their_numbers_say() {
        let mut bytes = vec![0x35, 0x08, 1]; // bold
        bytes.extend([0x43, 0x4A, 24, 0]); // size
        bytes.extend([0x70, 0x68, 1, 2, 3, 0]); // colour
        bytes.extend([0x14, 0xF6, 3, 0x10, 0x0E]); // width of a table
        bytes.extend([0x0D, 0xC6, 2, 0, 0]); // tabs
        bytes.extend([0x08, 0xD6, 4, 0, 1, 2, 3]); // a row
        bytes.extend([0x15, 0xC6, 255, 1, 9, 9, 9, 9, 1, 8, 8, 8]); // long tabs
        bytes.extend([0x6D, 0x24]); // cut
        let lens: Vec<usize> = each(&bytes).map(|sprm| sprm.value.len()).collect();
        assert_eq!(lens, [1, 2, 4, 3, 2, 3, 9]);
        assert_eq!(each(&bytes).nth(1).map(|sprm| (sprm.code, sprm.word())), Some((0x4A43, 24)));
    }
}
