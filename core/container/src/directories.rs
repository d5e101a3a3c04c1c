//! TIFF directories edited in place (TIFF 6.0, section 2; BigTIFF): fields go, and nothing else moves, so that all
//! offsets stay right.

use std::ops::Range;

/// Directories within a field: Exif, GPS and interoperability (Exif 2.32, 4.6.3).
const WITHIN: [u16; 3] = [0x8769, 0x8825, 0xA005];

/// Directories that are followed below one another.
const DEEPEST: u32 = 4;

/// Fields of one directory that are followed, and directories named by one of them.
const MOST_FIELDS: usize = 4_096;
const MOST_NUMBERS: usize = 1_000;

/// A structure that is changed.
pub struct Directories<'a> {
    bytes: &'a mut [u8],
    little: bool,
    /// Bytes of the number of fields, of a field, and of a place.
    widths: (usize, usize, usize),
    /// Bytes that may still be filled: values do not lie over one another, so all together are no more than the file.
    left: usize,
}

impl<'a> Directories<'a> {
    /// `None` where it is none.
    pub fn open(bytes: &'a mut [u8]) -> Option<Self> {
        let (little, widths) = match bytes.get(..4)? {
            [b'I', b'I', 42, 0] => (true, (2, 12, 4)),
            [b'M', b'M', 0, 42] => (false, (2, 12, 4)),
            [b'I', b'I', 43, 0] => (true, (8, 20, 8)),
            [b'M', b'M', 0, 43] => (false, (8, 20, 8)),
            _ => return None,
        };
        let left = bytes.len();
        Some(Directories { bytes, little, widths, left })
    }

    fn number(&self, at: usize, width: usize) -> Option<usize> {
        let bytes = self.bytes.get(at..at.checked_add(width)?)?;
        let add = |number: u64, byte: &u8| number << 8 | u64::from(*byte);
        let number = if self.little { bytes.iter().rev().fold(0, add) } else { bytes.iter().fold(0, add) };
        usize::try_from(number).ok()
    }

    fn put(&mut self, at: usize, width: usize, number: usize) {
        let Some(bytes) = self.bytes.get_mut(at..at.saturating_add(width)) else { return };
        let number = (number as u64).to_le_bytes();
        bytes.iter_mut().zip(number).for_each(|(byte, new)| *byte = new);
        if !self.little {
            bytes.reverse();
        }
    }

    fn blank(&mut self, range: Range<usize>) {
        if let (Some(bytes), Some(left)) = (self.bytes.get_mut(range.clone()), self.left.checked_sub(range.len())) {
            bytes.fill(0);
            self.left = left;
        }
    }

    /// Where the first directory is.
    pub fn first(&self) -> Option<usize> {
        let width = self.widths.2;
        self.number(width, width)
    }

    /// Where the place of the directory behind the one at `at` is told.
    fn link(&self, at: usize) -> Option<usize> {
        self.fields(at).map(|fields| fields.end)
    }

    /// Where the directory behind the one at `at` is.
    pub fn next(&self, at: usize) -> Option<usize> {
        self.number(self.link(at)?, self.widths.2).filter(|next| *next > 0)
    }

    /// Makes the directory at `at` the last one.
    pub fn end(&mut self, at: usize) {
        if let Some(link) = self.link(at) {
            self.blank(link..link + self.widths.2);
        }
    }

    /// Where the fields of a directory lie; `None` where they reach beyond the file.
    fn fields(&self, at: usize) -> Option<Range<usize>> {
        let count = self.number(at, self.widths.0)?;
        let start = at.checked_add(self.widths.0)?;
        let end = start.checked_add(count.checked_mul(self.widths.1)?)?;
        (count <= MOST_FIELDS && end + self.widths.2 <= self.bytes.len()).then_some(start..end)
    }

    /// Where the value of a field lies.
    fn value(&self, field: usize) -> Option<(Range<usize>, usize)> {
        let (_, _, place) = self.widths;
        let width = match self.number(field + 2, 2)? {
            1 | 2 | 6 | 7 => 1,
            3 | 8 => 2,
            4 | 9 | 11 | 13 => 4,
            5 | 10 | 12 | 16..=18 => 8,
            _ => return None,
        };
        let length = self.number(field + 4, place)?.checked_mul(width)?;
        let inside = field + 4 + place;
        let start = if length <= place { inside } else { self.number(inside, place)? };
        Some((start..start.checked_add(length)?, width))
    }

    /// The numbers that the field of a tag holds.
    pub fn numbers(&self, at: usize, tag: u16) -> Vec<usize> {
        let fields = self.fields(at).unwrap_or_default().step_by(self.widths.1);
        let field = fields.into_iter().find(|field| self.number(*field, 2) == Some(tag.into()));
        let Some((range, width)) = field.and_then(|field| self.value(field)) else { return Vec::new() };
        range.step_by(width).take(MOST_NUMBERS).map_while(|at| self.number(at, width)).collect()
    }

    /// Fills what two fields of a directory tell the place and the length of.
    pub fn blank_told(&mut self, at: usize, (place, length): (u16, u16)) {
        for (start, length) in self.numbers(at, place).into_iter().zip(self.numbers(at, length)) {
            self.blank(start..start.saturating_add(length));
        }
    }

    /// Takes away the fields of a directory that are not kept, with their values and the directories within; `None` where
    /// there is no such directory.
    pub fn retain(&mut self, at: usize, keep: &dyn Fn(u16) -> bool) -> Option<()> {
        self.retain_within(at, keep, DEEPEST)
    }

    fn retain_within(&mut self, at: usize, keep: &dyn Fn(u16) -> bool, depth: u32) -> Option<()> {
        let fields = self.fields(at)?;
        let (count, size, place) = self.widths;
        let mut to = fields.start;
        for field in fields.clone().step_by(size) {
            let tag = self.number(field, 2).unwrap_or(0) as u16;
            if keep(tag) {
                self.bytes.copy_within(field..field + size, to);
                to += size;
                continue;
            }
            if WITHIN.contains(&tag) && depth > 0 {
                let inside = self.number(field + 4 + place, place).filter(|inside| *inside != at);
                inside.and_then(|inside| self.retain_within(inside, &|_| false, depth - 1));
            }
            // A value in the field itself is written over with it.
            if let Some((value, _)) = self.value(field).filter(|(value, _)| !fields.contains(&value.start)) {
                self.blank(value);
            }
        }
        self.bytes.copy_within(fields.end..fields.end + place, to);
        self.blank(to + place..fields.end + place);
        self.put(at, count, (to - fields.start) / size);
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A structure of one directory with numbers of 16 bits in it, a text of 6 bytes behind it, and a link to a place.
    fn sample(little: bool) -> Vec<u8> {
        let two = |number: u16| if little { number.to_le_bytes() } else { number.to_be_bytes() };
        let four = |number: u32| if little { number.to_le_bytes() } else { number.to_be_bytes() };
        let short = |tag: u16, value: u16| [&two(tag)[..], &two(3), &four(1), &two(value), &[0, 0]].concat();
        let text = [&two(271)[..], &two(2), &four(6), &four(50)].concat();
        let head = if little { b"II*\0" } else { b"MM\0*" };
        [&head[..], &four(8), &two(3), &short(256, 7), &text, &short(274, 6), &four(56), b"Maker\0", &two(0), &four(0)]
            .concat()
    }

    #[test]
    fn fields_go_with_their_values_and_the_rest_stays_in_its_place() {
        for little in [true, false] {
            let mut bytes = sample(little);
            let mut directories = Directories::open(&mut bytes).unwrap();
            directories.retain(8, &|tag| tag != 271).unwrap();
            assert_eq!((directories.numbers(8, 256), directories.numbers(8, 274)), (vec![7], vec![6]));
            assert_eq!((directories.numbers(8, 271), directories.next(8)), (vec![], Some(56)));
            directories.end(8);
            assert_eq!(directories.next(8), None);
            assert!(!bytes.windows(5).any(|text| text == b"Maker"));
            assert_eq!(bytes.len(), sample(little).len());
        }
    }

    #[test]
    fn damage_does_no_harm() {
        let whole = sample(true);
        for end in 0..whole.len() {
            for at in 0..end {
                let mut bad = whole[..end].to_vec();
                bad[at] ^= 0x55;
                if let Some(mut directories) = Directories::open(&mut bad) {
                    let first = directories.first().unwrap_or(0);
                    let _ = directories.retain(first, &|_| false);
                    let _ = directories.next(first);
                }
            }
        }
    }
}
