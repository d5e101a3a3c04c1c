//! MMR coding: the two-dimensional facsimile coding of T.6 (T.88 6.2.6).

use super::Result;
use super::bitmap::Bitmap;
use super::budget::{Budget, ROW};
use super::reader::Reader;

/// The longest code of a run.
const RUN_CODE_BITS: usize = 13;

/// Run lengths by the bits to come, with the length of their code; 0 where there is none.
type Runs = [(u16, u8); 1 << RUN_CODE_BITS];

/// The codes of white runs: 0 to 63, then every 64th to 1728 (T.4 Tables 2 and 3a).
const WHITE: &str = "00110101 000111 0111 1000 1011 1100 1110 1111 10011 10100 00111 01000 001000 000011 110100 110101 \
    101010 101011 0100111 0001100 0001000 0010111 0000011 0000100 0101000 0101011 0010011 0100100 0011000 00000010 \
    00000011 00011010 00011011 00010010 00010011 00010100 00010101 00010110 00010111 00101000 00101001 00101010 \
    00101011 00101100 00101101 00000100 00000101 00001010 00001011 01010010 01010011 01010100 01010101 00100100 \
    00100101 01011000 01011001 01011010 01011011 01001010 01001011 00110010 00110011 00110100 \
    11011 10010 010111 0110111 00110110 00110111 01100100 01100101 01101000 01100111 011001100 011001101 011010010 \
    011010011 011010100 011010101 011010110 011010111 011011000 011011001 011011010 011011011 010011000 010011001 \
    010011010 011000 010011011";

/// The codes of black runs (T.4 Tables 2 and 3a).
const BLACK: &str = "0000110111 010 11 10 011 0011 0010 00011 000101 000100 0000100 0000101 0000111 00000100 00000111 \
    000011000 0000010111 0000011000 0000001000 00001100111 00001101000 00001101100 00000110111 00000101000 00000010111 \
    00000011000 000011001010 000011001011 000011001100 000011001101 000001101000 000001101001 000001101010 \
    000001101011 000011010010 000011010011 000011010100 000011010101 000011010110 000011010111 000001101100 \
    000001101101 000011011010 000011011011 000001010100 000001010101 000001010110 000001010111 000001100100 \
    000001100101 000001010010 000001010011 000000100100 000000110111 000000111000 000000100111 000000101000 \
    000001011000 000001011001 000000101011 000000101100 000001011010 000001100110 000001100111 \
    0000001111 000011001000 000011001001 000001011011 000000110011 000000110100 000000110101 0000001101100 \
    0000001101101 0000001001010 0000001001011 0000001001100 0000001001101 0000001110010 0000001110011 0000001110100 \
    0000001110101 0000001110110 0000001110111 0000001010010 0000001010011 0000001010100 0000001010101 0000001011010 \
    0000001011011 0000001100100 0000001100101";

/// The codes of runs of either colour: every 64th from 1792 to 2560 (T.4 Table 3b).
const LONG: &str = "00000001000 00000001100 00000001101 000000010010 000000010011 000000010100 000000010101 000000010110 \
    000000010111 000000011100 000000011101 000000011110 000000011111";

/// The run after one in the lists above.
const fn next_run(run: u16) -> u16 {
    if run < 64 { run + 1 } else { run + 64 }
}

/// Enters the codes of a list into a table, the first being of the given run.
const fn enter(mut runs: Runs, codes: &str, mut run: u16) -> Runs {
    let codes = codes.as_bytes();
    let (mut at, mut code, mut length) = (0, 0, 0);
    while at <= codes.len() {
        if at == codes.len() || codes[at] == b' ' {
            let unused = RUN_CODE_BITS - length;
            let mut tail = 0;
            while length > 0 && tail < 1 << unused {
                runs[code << unused | tail] = (run, length as u8);
                tail += 1;
            }
            run = if length > 0 { next_run(run) } else { run };
            (code, length) = (0, 0);
        } else {
            code = code << 1 | (codes[at] - b'0') as usize;
            length += 1;
        }
        at += 1;
    }
    runs
}

/// White runs by their codes.
static WHITE_RUNS: Runs = enter(enter([(0, 0); 1 << RUN_CODE_BITS], WHITE, 0), LONG, 1792);

/// Black runs by their codes.
static BLACK_RUNS: Runs = enter(enter([(0, 0); 1 << RUN_CODE_BITS], BLACK, 0), LONG, 1792);

/// Marks the end of a facsimile block (T.6 2.4.1.1).
const END_OF_BLOCK: u32 = 0x00_1001;

/// How the next change of colour is coded (T.4 Table 4).
enum Mode {
    Pass,
    Horizontal,
    Vertical(i32),
}

/// Reads a mode; `None` where there is none.
fn mode(reader: &mut Reader) -> Option<Mode> {
    let bits = reader.peek24() >> 17;
    let (mode, length) = match bits {
        0b100_0000.. => (Mode::Vertical(0), 1),
        0b011_0000.. => (Mode::Vertical(1), 3),
        0b010_0000.. => (Mode::Vertical(-1), 3),
        0b001_0000.. => (Mode::Horizontal, 3),
        0b000_1000.. => (Mode::Pass, 4),
        0b000_0110.. => (Mode::Vertical(2), 6),
        0b000_0100.. => (Mode::Vertical(-2), 6),
        0b000_0011 => (Mode::Vertical(3), 7),
        0b000_0010 => (Mode::Vertical(-3), 7),
        _ => return None,
    };
    reader.skip(length);
    Some(mode)
}

/// Reads a run of one colour; `None` where there is none.
fn run(reader: &mut Reader, black: bool) -> Option<u32> {
    let runs = if black { &BLACK_RUNS } else { &WHITE_RUNS };
    let mut total: u32 = 0;
    loop {
        let &(run, length) = runs.get((reader.peek24() >> (24 - RUN_CODE_BITS)) as usize)?;
        if length == 0 {
            return None;
        }
        reader.skip(length.into());
        total = total.saturating_add(run.into());
        if run < 64 {
            return Some(total);
        }
    }
}

/// A row of pixels.
struct Row<'a> {
    bytes: &'a [u8],
    width: u32,
}

impl Row<'_> {
    /// The first pixel of a colour from a position on, or the end of the row.
    fn find(&self, mut x: u32, black: bool) -> u32 {
        let other = if black { 0 } else { 0xFF };
        while x < self.width {
            let byte = self.bytes.get((x / 8) as usize).map_or(other, |byte| byte ^ other) << (x % 8);
            if byte != 0 {
                return (x + byte.leading_zeros()).min(self.width);
            }
            x = (x | 7) + 1;
        }
        self.width
    }

    /// The first pixel after `x` that follows one of the given colour but is not of it; at `None` stands the white
    /// pixel imagined before the row.
    fn change(&self, x: Option<u32>, black: bool) -> u32 {
        self.find(x.map_or(0, |x| self.find(x, black)), !black)
    }
}

/// Decodes one row; `None` where it is damaged.
fn row(reader: &mut Reader, above: &Row, row: &mut [u8]) -> Option<()> {
    let (mut at, mut black) = (None, false);
    while at.unwrap_or(0) < above.width {
        let start = at.unwrap_or(0);
        let change = |offset| above.change(at, black).checked_add_signed(offset);
        let (end, changes) = match mode(reader)? {
            Mode::Pass => (above.find(change(0)?, black), false),
            Mode::Vertical(offset) => (change(offset)?, true),
            Mode::Horizontal => {
                let middle = start.saturating_add(run(reader, black)?).min(above.width);
                let end = middle.saturating_add(run(reader, !black)?).min(above.width);
                fill(row, if black { start..middle } else { middle..end });
                at = Some(end);
                continue;
            }
        };
        if end < start {
            return None;
        }
        if black {
            fill(row, start..end.min(above.width));
        }
        at = Some(end);
        black ^= changes;
    }
    Some(())
}

/// Blackens pixels of a row.
fn fill(row: &mut [u8], span: std::ops::Range<u32>) {
    for x in span {
        if let Some(byte) = row.get_mut((x / 8) as usize) {
            *byte |= 0x80 >> (x % 8);
        }
    }
}

/// Decodes a bitmap, and tells how many bytes it took. From damage on, it stays white.
pub(super) fn decode(data: &[u8], width: u32, height: u32, budget: &mut Budget) -> Result<(Bitmap, usize)> {
    let mut bitmap = Bitmap::new(width, height, budget)?;
    let mut reader = Reader::new(data);
    let mut above = budget.filled(bitmap.stride(), 0)?;
    for y in 0..height as usize {
        budget.work(u64::from(width) + ROW)?;
        let (_, current) = bitmap.split(y);
        if row(&mut reader, &Row { bytes: &above, width }, current).is_none() {
            break;
        }
        above.copy_from_slice(current);
    }
    if reader.peek24() == END_OF_BLOCK {
        reader.skip(24);
    }
    let left = reader.rest().len();
    Ok((bitmap, data.len() - left))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_code_begins_another() {
        for codes in [WHITE, BLACK] {
            let all: Vec<_> = codes.split_whitespace().chain(LONG.split_whitespace()).collect();
            assert_eq!(all.len(), 64 + 27 + 13);
            for (index, code) in all.iter().enumerate() {
                assert!(all.iter().skip(index + 1).all(|other| !other.starts_with(code) && !code.starts_with(other)));
            }
        }
    }

    #[test]
    fn rows_are_decoded() {
        // Horizontal, white 2, black 3; vertical 0 to the end. Then vertical 0, right 1, 0. Then the end of block.
        let data = [0b0010_1111, 0b0110_1110, 0b0000_0000, 0b0010_0000, 0b0000_0010, 0xAA];
        let context = crate::context::Context::default();
        let (bitmap, taken) = decode(&data, 8, 2, &mut Budget::new(&context)).expect("no fault");
        assert_eq!((bitmap.rows, taken), (vec![0b0011_1000, 0b0011_1100], 5));
    }
}
