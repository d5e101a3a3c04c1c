//! The piece table: the characters of the document, by the pieces they lie in ([MS-DOC], 2.4.1 and 2.9.38, Clx).

use super::plex::Plex;
use transvase_base::context::Context;
use transvase_base::error::{Error, Result};
use transvase_base::le;

/// Bytes of the change of a piece at most ([MS-DOC], 2.9.214, PrcData).
const MAX_CHANGE: usize = 0x3FA2;

/// A stretch of text that lies together in the file.
#[derive(Debug, Clone, Copy)]
struct Piece {
    /// Where it begins and ends in the text.
    begin: u32,
    end: u32,
    /// Where it begins in the stream.
    place: u32,
    /// Bytes of a character.
    width: u32,
    /// What was changed of it, in short.
    change: u16,
}

/// The text.
#[derive(Debug, Default)]
pub(super) struct Text {
    /// The characters as units of UTF-16, by their place in the text.
    units: Vec<u16>,
    pieces: Vec<Piece>,
    /// Changes of whole pieces that are longer.
    changes: Vec<Vec<u8>>,
}

impl Text {
    /// The text of the stream `document`, by its table of pieces.
    ///
    /// # Errors
    /// `Malformed` where there are no pieces, limits, `TimedOut`, `Cancelled`.
    pub(super) fn read(document: &[u8], table: &[u8], context: &Context) -> Result<Text> {
        let mut text = Text::default();
        let mut at = 0;
        while le::u8(table, at) == Some(1) {
            let len = usize::from(le::u16(table, at + 1).unwrap_or_default());
            let change = le::slice(table, at + 3, len).filter(|change| change.len() <= MAX_CHANGE);
            text.changes.push(change.unwrap_or_default().to_vec());
            at += 3 + len;
        }
        if le::u8(table, at) != Some(2) {
            return Err(Error::malformed("the Word document in the file is damaged: its piece table is missing"));
        }
        let len = le::u32(table, at + 1).unwrap_or_default() as usize;
        let end = at.saturating_add(5).saturating_add(len).min(table.len());
        let pieces = Plex::new(table.get(at + 5..end).unwrap_or_default(), 8);
        for (begin, end, record) in pieces.iter() {
            context.checkpoint()?;
            text.piece(document, (begin, end), record, context)?;
        }
        Ok(text)
    }

    fn piece(&mut self, document: &[u8], range: (u32, u32), record: &[u8], context: &Context) -> Result<()> {
        let place = le::u32(record, 2).unwrap_or_default();
        let change = le::u16(record, 6).unwrap_or_default();
        let is_narrow = place & 0x4000_0000 != 0;
        let place = place & 0x3FFF_FFFF;
        let (place, width) = if is_narrow { (place / 2, 1) } else { (place, 2) };
        let begin = self.len();
        let there = document.get(place as usize..).unwrap_or_default();
        // Pieces follow one another: what a damaged table says of its places is of no use.
        let count = range.1.saturating_sub(range.0).min((there.len() / width as usize) as u32);
        let there = there.get(..(count * width) as usize).unwrap_or_default();
        context.charge_unpacked(count as usize * 2)?;
        match is_narrow {
            true => self.units.extend(there.iter().map(|byte| wide(*byte))),
            false => self.units.extend(there.chunks_exact(2).map(|pair| u16::from_le_bytes([pair[0], pair[1]]))),
        }
        if count > 0 {
            self.pieces.push(Piece { begin, end: begin + count, place, width, change });
        }
        Ok(())
    }

    /// How many characters there are.
    pub(super) fn len(&self) -> u32 {
        self.units.len() as u32
    }

    /// The character at a place.
    pub(super) fn unit(&self, at: u32) -> Option<u16> {
        self.units.get(at as usize).copied()
    }

    /// The characters from one place to another, as far as there are any.
    pub(super) fn units(&self, begin: u32, end: u32) -> &[u16] {
        let end = (end as usize).min(self.units.len());
        self.units.get(begin as usize..end).unwrap_or_default()
    }

    /// Where a character lies in the stream, and where the stretch of the text it lies in is left when the stretch of
    /// the stream that begins with it ends at `end_of`.
    pub(super) fn place(&self, at: u32) -> Option<u32> {
        let piece = self.piece_at(at)?;
        Some(piece.place.saturating_add((at - piece.begin) * piece.width))
    }

    /// The place in the text that a place in the stream behind the character `at` is, at most the end of its piece.
    pub(super) fn reach(&self, at: u32, place: u32) -> u32 {
        let Some(piece) = self.piece_at(at) else { return at + 1 };
        let characters = place.saturating_sub(piece.place).div_ceil(piece.width);
        piece.begin.saturating_add(characters).clamp(at + 1, piece.end.max(at + 1))
    }

    /// What was changed of the piece that a character lies in ([MS-DOC], 2.9.209, Prm).
    pub(super) fn change(&self, at: u32) -> Change<'_> {
        match self.piece_at(at).map_or(0, |piece| piece.change) {
            0 => Change::None,
            long if long & 1 == 1 => {
                self.changes.get(usize::from(long >> 1)).map_or(Change::None, |change| Change::Long(change))
            }
            short => Change::Short((short >> 1) as u8 & 0x7F, (short >> 8) as u8),
        }
    }

    fn piece_at(&self, at: u32) -> Option<&Piece> {
        let index = self.pieces.partition_point(|piece| piece.end <= at);
        self.pieces.get(index).filter(|piece| piece.begin <= at)
    }
}

/// What was changed of a piece.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Change<'a> {
    None,
    /// The number of a property, and its value.
    Short(u8, u8),
    /// Properties.
    Long(&'a [u8]),
}

/// The character of a byte: those of the code page 1252 where it differs from Latin-1 ([MS-DOC], 2.4.1).
fn wide(byte: u8) -> u16 {
    const OTHERS: [u16; 32] = [
        0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D,
        0x017D, 0x8F, 0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A,
        0x0153, 0x9D, 0x017E, 0x0178,
    ];
    match byte {
        0x80..=0x9F => OTHERS[usize::from(byte - 0x80)],
        _ => u16::from(byte),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_of_the_code_page_of_windows() {
        for byte in (0..=0x7F).chain(0xA0..=0xFF) {
            assert_eq!(wide(byte), u16::from(byte));
        }
        for byte in 0x80..=0x9F {
            let known = encoding_rs::WINDOWS_1252.decode(&[byte]).0.encode_utf16().next().unwrap();
            assert_eq!(wide(byte), known);
        }
    }
}
