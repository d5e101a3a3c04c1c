//! `PalmDOC` compression: LZ77 in bytes (`MobileRead` wiki, "PalmDOC").

/// Appends the text of one packed record to `out`. A pair that points before the record's own
/// beginning, or a record cut short, ends it; what was unpacked stays. Returns whether all was well.
pub(super) fn unpack(packed: &[u8], out: &mut Vec<u8>) -> bool {
    let begin = out.len();
    let mut bytes = packed.iter().copied();
    while let Some(byte) = bytes.next() {
        match byte {
            1..=8 => {
                for _ in 0..byte {
                    let Some(literal) = bytes.next() else { return false };
                    out.push(literal);
                }
            }
            0 | 9..=0x7F => out.push(byte),
            0x80..=0xBF => {
                let Some(low) = bytes.next() else { return false };
                let pair = u16::from_be_bytes([byte, low]);
                let (distance, length) = (usize::from(pair >> 3 & 0x7FF), usize::from(pair & 7) + 3);
                if distance == 0 || distance > out.len() - begin {
                    return false;
                }
                // Byte by byte, because a copy may overlap what it writes.
                for _ in 0..length {
                    out.push(out[out.len() - distance]);
                }
            }
            0xC0..=0xFF => out.extend([b' ', byte ^ 0x80]),
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::unpack;

    fn text(packed: &[u8]) -> (Vec<u8>, bool) {
        let mut out = b"earlier".to_vec();
        let whole = unpack(packed, &mut out);
        (out.split_off(7), whole)
    }

    #[test]
    fn every_kind_of_code() {
        // A literal, a space with a letter, two literal bytes, a copy of three from four back.
        let packed = [b'a', 0xE2, 2, 0xC3, 0xA9, 0x80, 0x20];
        assert_eq!(text(&packed), (b"a b\xC3\xA9 b\xC3".to_vec(), true));
    }

    #[test]
    fn copies_may_overlap() {
        assert_eq!(text(&[b'-', 0x80, 0x0F]), (b"-----------".to_vec(), true));
    }

    #[test]
    fn a_record_cannot_reach_into_the_one_before() {
        assert_eq!(text(&[b'a', 0x80, 0x10]), (b"a".to_vec(), false));
        assert_eq!(text(&[0x80, 0x00]), (Vec::new(), false));
        assert_eq!(text(&[3, b'a']), (b"a".to_vec(), false));
        assert_eq!(text(&[0x80]), (Vec::new(), false));
    }
}
