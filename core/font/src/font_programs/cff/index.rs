//! CFF INDEX structures (TN 5176, section 5): lists of byte strings.

use super::super::u16_at;

/// The entries of the list at `at`, and where it ends; `None` where it is damaged.
pub(super) fn read(data: &[u8], at: usize) -> Option<(Vec<&[u8]>, usize)> {
    let count = usize::from(u16_at(data, at)?);
    if count == 0 {
        return Some((Vec::new(), at + 2));
    }
    let size = usize::from(*data.get(at + 2)?);
    if !(1..=4).contains(&size) {
        return None;
    }
    let base = at + 2 + (count + 1) * size;
    let offsets = data.get(at + 3..at + 3 + (count + 1) * size)?.chunks_exact(size);
    let places = offsets.map(|bytes| base + bytes.iter().fold(0, |place, byte| place << 8 | usize::from(*byte)));
    let places: Vec<usize> = places.collect();
    let entries: Option<Vec<&[u8]>> = places.windows(2).map(|pair| data.get(pair[0]..pair[1])).collect();
    Some((entries?, *places.last()?))
}

/// A list of these entries.
pub(super) fn write<T: AsRef<[u8]>>(entries: &[T]) -> Vec<u8> {
    let mut list = (entries.len() as u16).to_be_bytes().to_vec();
    if entries.is_empty() {
        return list;
    }
    let total = entries.iter().map(|entry| entry.as_ref().len()).sum::<usize>() + 1;
    let size = (1..4).find(|size| total < 1 << (8 * size)).unwrap_or(4);
    list.push(size as u8);
    let mut place = 1u32;
    for entry in entries {
        list.extend(&place.to_be_bytes()[4 - size..]);
        place += entry.as_ref().len() as u32;
    }
    list.extend(&place.to_be_bytes()[4 - size..]);
    entries.iter().for_each(|entry| list.extend(entry.as_ref()));
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_read_as_written() {
        let long = [7; 300];
        for entries in [vec![], vec![&b""[..]], vec![b"ab", b"", b"c"], vec![&long[..], b"x"]] {
            let list = write(&entries);
            assert_eq!(read(&list, 0), Some((entries, list.len())));
        }
        assert_eq!(read(&[0, 2, 1, 1, 2], 0), None);
        assert_eq!(read(&[0, 1, 9, 0, 0], 0), None);
    }
}
