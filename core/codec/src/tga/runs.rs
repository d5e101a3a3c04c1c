//! Packets of pixels: one that comes several times, or several as they are (specification 2.0, "Run-length encoding of
//! images").

use transvase_base::context::Context;
use transvase_base::error::{Error, Result};

/// The bit of a packet's first byte that says that its one pixel is repeated; the others say how often, less one.
const REPEATED: u8 = 0x80;

/// Pixels of a packet, at the most.
const MOST: usize = 128;

/// Where a row begins: at a packet, and so many pixels into it.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Place {
    at: usize,
    skipped: usize,
}

/// A packet, and what follows it.
struct Packet<'a> {
    is_repeated: bool,
    count: usize,
    pixels: &'a [u8],
    next: usize,
}

/// Packed pixels of so many bytes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Packed<'a> {
    pub(crate) data: &'a [u8],
    pub(crate) pixel_bytes: usize,
}

impl<'a> Packed<'a> {
    /// The packet at a place; the last one of a file may be longer than what is left of the picture.
    fn packet(&self, at: usize) -> Option<Packet<'a>> {
        let (first, rest) = self.data.get(at..)?.split_first()?;
        let (is_repeated, count) = (first & REPEATED != 0, usize::from(first & !REPEATED) + 1);
        let bytes = self.pixel_bytes * if is_repeated { 1 } else { count };
        let pixels = rest.get(..bytes).unwrap_or(rest);
        Some(Packet { is_repeated, count, pixels, next: at + 1 + bytes })
    }

    /// Where each row begins, so that rows can be taken in any order: packets may go on from one row to the next.
    ///
    /// # Errors
    /// `Truncated` where there are too few pixels, a cancel.
    pub(crate) fn places(&self, (width, height): (u32, u32), context: &Context) -> Result<Vec<Place>> {
        let (width, mut places) = (width as usize, Vec::new());
        let (mut at, mut end) = (0, 0);
        let pixels = width * height as usize;
        while end < pixels {
            context.tick(1)?;
            let packet = self.packet(at).ok_or_else(ended)?;
            let needed = if packet.is_repeated { 1 } else { packet.count.min(pixels - end) };
            if packet.pixels.len() < needed * self.pixel_bytes {
                return Err(ended());
            }
            let start = end;
            end += packet.count;
            while places.len() < height as usize && places.len() * width < end {
                places.push(Place { at, skipped: places.len() * width - start });
            }
            at = packet.next;
        }
        Ok(places)
    }

    /// Fills `row` with the pixels from a place on.
    pub(crate) fn unpack(&self, place: Place, row: &mut [u8]) {
        let Place { mut at, mut skipped } = place;
        let mut rest = row;
        while !rest.is_empty() {
            let Some(packet) = self.packet(at) else { return };
            let bytes = ((packet.count - skipped) * self.pixel_bytes).min(rest.len());
            let (here, behind) = rest.split_at_mut(bytes);
            match packet.is_repeated {
                true => here.chunks_exact_mut(self.pixel_bytes).for_each(|pixel| pixel.copy_from_slice(packet.pixels)),
                false => here.copy_from_slice(&packet.pixels[skipped * self.pixel_bytes..][..bytes]),
            }
            (rest, at, skipped) = (behind, packet.next, 0);
        }
    }
}

fn ended() -> Error {
    Error::truncated("the picture")
}

/// Packs pixels as they come, row by row.
#[derive(Debug)]
pub struct Packer {
    /// What stands before the packets, and those of the rows that have ended.
    pub bytes: Vec<u8>,
    pixel_bytes: usize,
    /// Pixels that are to be told as they are.
    plain: Vec<u8>,
    /// The last pixel, and how often it has come.
    last: [u8; 4],
    count: usize,
}

impl Packer {
    /// Packs behind `bytes`.
    pub fn new(bytes: Vec<u8>, pixel_bytes: usize) -> Self {
        Packer { bytes, pixel_bytes, plain: Vec::new(), last: [0; 4], count: 0 }
    }

    /// Adds a pixel, its bytes in the order of the file; what is beyond them is zero.
    pub fn put(&mut self, pixel: [u8; 4]) {
        if pixel != self.last || self.count == MOST {
            self.end_run();
            self.last = pixel;
        }
        self.count += 1;
    }

    /// Tells the last pixel as often as it has come: by a packet of its own, where that is no longer than two that
    /// another one comes between.
    fn end_run(&mut self) {
        let count = std::mem::take(&mut self.count);
        if count > 2 || count == 2 && self.pixel_bytes > 1 {
            self.end_plain();
            self.bytes.push(REPEATED | (count - 1) as u8);
            self.bytes.extend_from_slice(&self.last[..self.pixel_bytes]);
            return;
        }
        for _ in 0..count {
            self.plain.extend_from_slice(&self.last[..self.pixel_bytes]);
            if self.plain.len() == MOST * self.pixel_bytes {
                self.end_plain();
            }
        }
    }

    fn end_plain(&mut self) {
        if !self.plain.is_empty() {
            self.bytes.push((self.plain.len() / self.pixel_bytes - 1) as u8);
            self.bytes.append(&mut self.plain);
        }
    }

    /// Ends the packets of a row: none may go on in the next one, and some readers refuse those that do.
    pub fn end_row(&mut self) {
        self.end_run();
        self.end_plain();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packets_go_on_from_row_to_row() {
        // Four times 7, then 1, 2, 3 as they are, twice 9: three rows of three.
        let packed = Packed { data: &[0x83, 7, 2, 1, 2, 3, 0x81, 9], pixel_bytes: 1 };
        let places = packed.places((3, 3), &Context::default()).unwrap();
        let rows = [[7, 7, 7], [7, 1, 2], [3, 9, 9]];
        for (place, expected) in places.into_iter().zip(rows).rev() {
            let mut row = [0; 3];
            packed.unpack(place, &mut row);
            assert_eq!(row, expected);
        }
        for cut in 0..8 {
            let packed = Packed { data: &packed.data[..cut], ..packed };
            assert!(packed.places((3, 3), &Context::default()).is_err(), "{cut}");
        }
    }

    #[test]
    fn runs_are_packed() {
        let mut packer = Packer::new(vec![], 3);
        for sample in [5, 5, 5, 1, 2, 2] {
            packer.put([sample, 0, 0, 0]);
        }
        packer.end_row();
        assert_eq!(packer.bytes, [0x82, 5, 0, 0, 0, 1, 0, 0, 0x81, 2, 0, 0]);
        let mut packer = Packer::new(vec![], 1);
        for at in 0..300_u16 {
            packer.put([if at < 130 { 4 } else { at as u8 }, 0, 0, 0]);
        }
        packer.end_row();
        let bytes = packer.bytes;
        // 128 of the same, two more with 126 others, and the last 44.
        assert_eq!((&bytes[..5], bytes.len()), (&[0xFF, 4, 0x7F, 4, 4][..], 2 + 129 + 45));
    }

    #[test]
    fn packets_end_with_their_row() {
        let mut packer = Packer::new(vec![], 1);
        for row in [[6, 6, 6], [6, 6, 6], [1, 2, 3], [3, 4, 4]] {
            row.into_iter().for_each(|sample| packer.put([sample, 0, 0, 0]));
            packer.end_row();
        }
        assert_eq!(packer.bytes, [0x82, 6, 0x82, 6, 2, 1, 2, 3, 2, 3, 4, 4]);
    }
}
