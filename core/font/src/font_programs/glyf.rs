//! Glyphs of the table `glyf` (OpenType 1.9, "glyf"): their parts, and the same without instructions.

use std::collections::BTreeSet;

use super::{u16_at, u32_at};

/// Bytes of a glyph before its outline: the number of contours, and its box.
const HEADER: usize = 10;

/// Bits of a component's flags.
const WORDS: u16 = 1;
const SCALE: u16 = 1 << 3;
const MORE: u16 = 1 << 5;
const SCALES: u16 = 1 << 6;
const MATRIX: u16 = 1 << 7;
const INSTRUCTIONS: u16 = 1 << 8;

/// Bits of a point's flags.
const SHORT_X: u8 = 1 << 1;
const SHORT_Y: u8 = 1 << 2;
const REPEAT: u8 = 1 << 3;
const SAME_X: u8 = 1 << 4;
const SAME_Y: u8 = 1 << 5;

/// The glyphs of a font.
#[derive(Clone, Copy)]
pub(super) struct Glyphs<'a> {
    pub(super) glyf: &'a [u8],
    pub(super) loca: &'a [u8],
    /// Whether places are told in four bytes each.
    pub(super) long: bool,
}

impl<'a> Glyphs<'a> {
    /// The data of a glyph, empty where it has no outline; `None` where the font has no such glyph.
    pub(super) fn get(&self, glyph: u16) -> Option<&'a [u8]> {
        let (from, to) = (self.place(usize::from(glyph))?, self.place(usize::from(glyph) + 1)?);
        self.glyf.get(from..to.min(self.glyf.len()).max(from))
    }

    /// Whether the places of the first `count` glyphs follow each other within the outlines.
    pub(super) fn are_in_order(&self, count: u16) -> bool {
        let (mut last, places) = (0, usize::from(count) + 1);
        let mut is_next = |index: usize| self.place(index).is_some_and(|at| at >= std::mem::replace(&mut last, at));
        (0..places).all(&mut is_next) && last <= self.glyf.len()
    }

    fn place(&self, index: usize) -> Option<usize> {
        match self.long {
            true => u32_at(self.loca, index * 4).map(|at| at as usize),
            false => u16_at(self.loca, index * 2).map(|at| usize::from(at) * 2),
        }
    }

    /// These glyphs, and all those they are made of; `None` where one is damaged.
    pub(super) fn with_parts(&self, used: &BTreeSet<u16>) -> Option<BTreeSet<u16>> {
        let mut all = BTreeSet::new();
        let mut waiting: Vec<u16> = used.iter().copied().collect();
        while let Some(glyph) = waiting.pop() {
            if !all.insert(glyph) {
                continue;
            }
            let Some(data) = self.get(glyph) else {
                all.remove(&glyph);
                continue;
            };
            waiting.extend(components(data)?.iter().map(|component| component.glyph));
        }
        Some(all)
    }
}

/// A glyph within another one.
struct Component {
    glyph: u16,
    flags: u16,
    /// Where its flags are.
    at: usize,
    /// Where what is said of it ends.
    end: usize,
}

/// The glyphs that a glyph is made of; none of one with an outline of its own. `None` where it is damaged.
fn components(data: &[u8]) -> Option<Vec<Component>> {
    let mut parts = Vec::new();
    if data.is_empty() || u16_at(data, 0)?.cast_signed() >= 0 {
        return Some(parts);
    }
    let mut at = HEADER;
    loop {
        let (flags, glyph) = (u16_at(data, at)?, u16_at(data, at + 2)?);
        let place = if flags & WORDS != 0 { 4 } else { 2 };
        let scale = match flags {
            flags if flags & SCALE != 0 => 2,
            flags if flags & SCALES != 0 => 4,
            flags if flags & MATRIX != 0 => 8,
            _ => 0,
        };
        let end = at + 4 + place + scale;
        parts.push(Component { glyph, flags, at, end });
        if flags & MORE == 0 {
            return Some(parts);
        }
        at = end;
    }
}

/// A glyph whose parts have numbers that are higher by `by`; `None` where it is damaged.
pub(super) fn with_parts_raised(data: &[u8], by: u16) -> Option<Vec<u8>> {
    let mut out = data.to_vec();
    for part in components(data)? {
        out.get_mut(part.at + 2..part.at + 4)?.copy_from_slice(&part.glyph.checked_add(by)?.to_be_bytes());
    }
    Some(out)
}

/// A glyph without its instructions; `None` where it is damaged.
pub(super) fn without_instructions(data: &[u8]) -> Option<Vec<u8>> {
    if data.is_empty() {
        return Some(Vec::new());
    }
    let contours = u16_at(data, 0)?.cast_signed();
    if contours >= 0 { simple_without(data, contours as usize) } else { composite_without(data) }
}

/// As [`without_instructions`], of a glyph with an outline of its own; what fills it up goes, too.
fn simple_without(data: &[u8], contours: usize) -> Option<Vec<u8>> {
    let ends = HEADER + contours * 2;
    let count = match contours {
        0 => 0,
        _ => usize::from(u16_at(data, ends - 2)?) + 1,
    };
    let instructions = u16_at(data, ends).map_or(0, usize::from);
    let outline = ends + 2 + instructions;
    if count == 0 {
        return Some([data.get(..ends)?, &[0, 0]].concat());
    }
    let points = points_end(data, outline, count)?;
    Some([data.get(..ends)?, &[0, 0], data.get(outline..points)?].concat())
}

/// Where the points of a glyph end, whose flags begin at `at`.
fn points_end(data: &[u8], mut at: usize, count: usize) -> Option<usize> {
    let (mut known, mut bytes) = (0, 0);
    while known < count {
        let flag = *data.get(at)?;
        at += 1;
        let times = match flag & REPEAT {
            0 => 1,
            _ => {
                at += 1;
                usize::from(*data.get(at - 1)?) + 1
            }
        };
        let axis = |short: u8, same: u8| match (flag & short, flag & same) {
            (0, 0) => 2,
            (0, _) => 0,
            _ => 1,
        };
        bytes += times.min(count - known) * (axis(SHORT_X, SAME_X) + axis(SHORT_Y, SAME_Y));
        known += times;
    }
    Some(at + bytes)
}

/// As [`without_instructions`], of a glyph that is made of others.
fn composite_without(data: &[u8]) -> Option<Vec<u8>> {
    let parts = components(data)?;
    let mut out = data.get(..parts.last()?.end)?.to_vec();
    for part in &parts {
        let flags = part.flags & !INSTRUCTIONS;
        out.get_mut(part.at..part.at + 2)?.copy_from_slice(&flags.to_be_bytes());
    }
    Some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A triangle with three bytes of instructions.
    const TRIANGLE: [u8; 28] =
        [0, 1, 0, 0, 0, 0, 0, 10, 0, 10, 0, 2, 0, 3, 7, 7, 7, 0x37, 0x37, 0x33, 0, 10, 5, 0, 0, 10, 0, 0];

    #[test]
    fn an_outline_stays_without_its_instructions() {
        let bare = without_instructions(&TRIANGLE).unwrap();
        assert_eq!(bare[..14], [0, 1, 0, 0, 0, 0, 0, 10, 0, 10, 0, 2, 0, 0]);
        // Flags: short and positive in both directions, thrice, but for a y that stays in the last.
        assert_eq!(bare[14..17], TRIANGLE[17..20]);
        assert_eq!(without_instructions(&bare).as_deref(), Some(&bare[..]));
        assert_eq!(without_instructions(&[]), Some(Vec::new()));
        assert_eq!(without_instructions(&TRIANGLE[..18]), None);
    }

    #[test]
    fn parts_are_kept_with_what_is_made_of_them() {
        let accented = [0xFF, 0xFF, 0, 0, 0, 0, 0, 0, 0, 0, 0, MORE as u8, 0, 1, 0, 0, 1, 0, 0, 2, 0, 0, 0, 1, 9];
        let glyf: Vec<u8> = [&accented[..], &[0; 7]].concat();
        let loca: Vec<u8> = [16u16, 16, 16, 0, 16].iter().flat_map(|at| at.to_be_bytes()).collect();
        let glyphs = Glyphs { glyf: &glyf, loca: &loca, long: false };
        assert_eq!(glyphs.with_parts(&BTreeSet::from([3])), Some(BTreeSet::from([1, 2, 3])));
        assert_eq!(glyphs.with_parts(&BTreeSet::from([0, 9])), Some(BTreeSet::from([0])));
        let bare = without_instructions(&accented).unwrap();
        assert_eq!((bare.len(), bare[16]), (22, 0));
    }
}
