//! The filters that write bytes as printable characters; what they give is smaller than what they
//! take.

/// `ASCIIHexDecode` (ISO 32000-1, 7.4.2).
pub(crate) fn from_hex(bytes: &[u8]) -> Vec<u8> {
    let digits: Vec<u8> = bytes
        .iter()
        .take_while(|byte| **byte != b'>')
        .filter_map(|byte| (*byte as char).to_digit(16))
        .map(|digit| digit as u8)
        .collect();
    digits.chunks(2).map(|pair| pair[0] << 4 | pair.get(1).copied().unwrap_or(0)).collect()
}

/// `ASCII85Decode` (ISO 32000-1, 7.4.3).
pub(crate) fn from_base85(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::new();
    let mut group = [0_u8; 5];
    let mut filled = 0;
    let body = bytes.strip_prefix(b"<~").unwrap_or(bytes);
    for byte in body.iter().take_while(|byte| **byte != b'~') {
        match byte {
            b'z' if filled == 0 => out.extend([0; 4]),
            b'!'..=b'u' => {
                group[filled] = byte - b'!';
                filled += 1;
                if filled == 5 {
                    out.extend(group_bytes(group));
                    filled = 0;
                }
            }
            _ => {}
        }
    }
    if filled > 1 {
        // A short last group is filled up with the highest digit and gives one byte less.
        group[filled..].fill(84);
        out.extend(&group_bytes(group)[..filled - 1]);
    }
    out
}

fn group_bytes(group: [u8; 5]) -> [u8; 4] {
    group.iter().fold(0_u32, |value, digit| value.wrapping_mul(85).wrapping_add(u32::from(*digit))).to_be_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_become_bytes() {
        assert_eq!(from_hex(b"48 65 6C6c 6F7>zz"), b"Hellop");
        assert_eq!(from_base85(b"<~87cURD]i,\"Ebo80~>"), b"Hello World!");
        assert_eq!(from_base85(b"z87cUR~>"), b"\0\0\0\0Hell");
        assert_eq!(from_base85(b"9jqo^~>"), b"Man ");
    }
}
