//! CFF dictionaries (TN 5176, section 4): operators with the bytes of their operands.

/// Entries in their order.
#[derive(Debug, Clone, Default, PartialEq)]
pub(in super::super) struct Dict(pub(in super::super) Vec<(u16, Vec<u8>)>);

impl Dict {
    /// Reads a dictionary; `None` where it is damaged.
    pub(super) fn read(data: &[u8]) -> Option<Dict> {
        let (mut entries, mut start, mut at) = (Vec::new(), 0, 0);
        while let Some(byte) = data.get(at) {
            let length = match byte {
                0..=21 => {
                    let operator = if *byte == 12 { 0x0C00 | u16::from(*data.get(at + 1)?) } else { u16::from(*byte) };
                    entries.push((operator, data.get(start..at)?.to_vec()));
                    start = at + if *byte == 12 { 2 } else { 1 };
                    start - at
                }
                28 => 3,
                29 => 5,
                30 => 2 + data.get(at + 1..)?.iter().position(|pair| pair & 15 == 15 || pair >> 4 == 15)?,
                32..=246 => 1,
                247..=254 => 2,
                _ => return None,
            };
            at += length;
        }
        Some(Dict(entries))
    }

    /// The bytes of an operator's operands.
    pub(super) fn raw(&self, operator: u16) -> Option<&[u8]> {
        self.0.iter().find(|(known, _)| *known == operator).map(|(_, operands)| operands.as_slice())
    }

    /// The operands of an operator that are whole numbers; `None` where one is not, or there is no such operator.
    pub(super) fn integers(&self, operator: u16) -> Option<Vec<i32>> {
        let (mut rest, mut numbers) = (self.raw(operator)?, Vec::new());
        while let Some((&byte, after)) = rest.split_first() {
            let number = i32::from(byte);
            let next = |at: usize| after.get(at).map(|byte| i32::from(*byte));
            let (value, used) = match byte {
                28 => (i32::from(i16::from_be_bytes(*after.first_chunk()?)), 2),
                29 => (i32::from_be_bytes(*after.first_chunk()?), 4),
                32..=246 => (number - 139, 0),
                247..=250 => ((number - 247) * 256 + next(0)? + 108, 1),
                251..=254 => (-(number - 251) * 256 - next(0)? - 108, 1),
                _ => return None,
            };
            numbers.push(value);
            rest = after.get(used..)?;
        }
        Some(numbers)
    }

    /// The operand of an operator that has one, which is a place or a size.
    pub(super) fn place(&self, operator: u16) -> Option<usize> {
        self.integers(operator)?.first().and_then(|place| usize::try_from(*place).ok())
    }

    /// The entries of these operators alone.
    pub(super) fn only(&self, operators: &[u16]) -> Dict {
        Dict(self.0.iter().filter(|(operator, _)| operators.contains(operator)).cloned().collect())
    }

    /// The entries of all operators but this one.
    pub(super) fn without(&self, operator: u16) -> Dict {
        Dict(self.0.iter().filter(|(known, _)| *known != operator).cloned().collect())
    }

    /// The dictionary as bytes.
    pub(super) fn write(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.0.iter().for_each(|(operator, operands)| put(*operator, operands, &mut bytes));
        bytes
    }
}

/// Appends an entry.
pub(super) fn put(operator: u16, operands: &[u8], out: &mut Vec<u8>) {
    out.extend(operands);
    if operator > 0xFF {
        out.push(12);
    }
    out.push(operator as u8);
}

/// A whole number as an operand, in as few bytes as it takes.
pub(in super::super) fn integer(value: i32) -> Vec<u8> {
    match value {
        -107..=107 => vec![(value + 139) as u8],
        108..=1_131 => vec![((value - 108) / 256 + 247) as u8, ((value - 108) % 256) as u8],
        -1_131..=-108 => vec![((-value - 108) / 256 + 251) as u8, ((-value - 108) % 256) as u8],
        -32_768..=32_767 => [&[28], &(value as i16).to_be_bytes()[..]].concat(),
        _ => fixed_width(value).to_vec(),
    }
}

/// A whole number as an operand of five bytes, for what is not known before all has its place.
pub(super) fn fixed_width(value: i32) -> [u8; 5] {
    let [a, b, c, d] = value.to_be_bytes();
    [29, a, b, c, d]
}

/// A decimal number as an operand (TN 5176, table 5); `None` where the text is none.
pub(in super::super) fn real(text: &str) -> Option<Vec<u8>> {
    if let Ok(whole) = text.parse::<i32>() {
        return Some(integer(whole));
    }
    text.parse::<f64>().ok()?;
    let (mut nibbles, mut letters) = (Vec::new(), text.bytes().peekable());
    while let Some(letter) = letters.next() {
        nibbles.push(match letter {
            b'0'..=b'9' => letter - b'0',
            b'.' => 10,
            b'e' | b'E' if letters.next_if_eq(&b'-').is_some() => 12,
            b'e' | b'E' => 11,
            b'-' => 14,
            b'+' => continue,
            _ => return None,
        });
    }
    nibbles.push(15);
    if nibbles.len() % 2 == 1 {
        nibbles.push(15);
    }
    let bytes = nibbles.chunks_exact(2).map(|pair| pair[0] << 4 | pair[1]);
    Some([30].into_iter().chain(bytes).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_follow_the_specification() {
        // TN 5176, tables 4 and 5.
        let whole = [
            (0, "8B"),
            (100, "EF"),
            (-100, "27"),
            (1_000, "FA7C"),
            (-1_000, "FE7C"),
            (10_000, "1C2710"),
            (-10_000, "1CD8F0"),
            (100_000, "1D000186A0"),
            (-100_000, "1DFFFE7960"),
        ];
        let hex = |bytes: Vec<u8>| bytes.iter().map(|byte| format!("{byte:02X}")).collect::<String>();
        for (value, expected) in whole {
            assert_eq!(hex(integer(value)), expected);
            let dict = Dict(vec![(15, integer(value))]);
            assert_eq!(Dict::read(&dict.write()).unwrap().integers(15), Some(vec![value]));
        }
        assert_eq!(real("-2.25").map(hex).as_deref(), Some("1EE2A25F"));
        assert_eq!(real("0.140541E-3").map(hex).as_deref(), Some("1E0A140541C3FF"));
        assert_eq!(real("7").map(hex).as_deref(), Some("92"));
        assert_eq!(real("x"), None);
    }

    #[test]
    fn entries_are_found_and_damage_is_seen() {
        let dict = Dict::read(&[139, 140, 30, 0x2F, 18, 141, 12, 7]).unwrap();
        assert_eq!(dict.integers(18), None, "one of them is no whole number");
        assert_eq!(dict.integers(0x0C07), Some(vec![2]));
        assert_eq!(dict.only(&[0x0C07]).write(), [141, 12, 7]);
        assert_eq!((Dict::read(&[30, 0x11]), Dict::read(&[12])), (None, None));
    }
}
