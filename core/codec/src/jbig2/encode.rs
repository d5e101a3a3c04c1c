//! An encoder of generic regions (T.88 6.2) by arithmetic coding, for one image as PDF embeds it (ISO 32000-1, 7.4.7).

use super::Bitmap;
use super::arithmetic::{Contexts, STATES};
use super::bitmap::{pixel, row};
use super::generic::{adaptive_from, template};
use super::template::Known;
use transvase_base::context::Context;
use transvase_base::error::Result;

/// Bits of the contexts of template 0, which suits most images best.
const CONTEXT_BITS: u32 = 16;

/// The place of the first adaptive pixel where it usually is (T.88 Figure 3).
const FIRST: (i8, i8) = (3, -1);

/// Types of segments (T.88 7.3).
const PAGE: u8 = 48;
const LOSSLESS_GENERIC: u8 = 39;

/// The segments of a page with this bitmap.
///
/// # Errors
/// `TimedOut` or `Cancelled`.
pub fn encode(bitmap: &Bitmap, context: &Context) -> Result<Vec<u8>> {
    let size = [bitmap.width.to_be_bytes(), bitmap.height.to_be_bytes()].concat();
    // Resolution is not told; lossless, white ground, no stripes (T.88 7.4.8).
    let page = [&size[..], &[0; 8], &[1, 0, 0]].concat();
    let mut region = [&size[..], &[0; 9]].concat();
    // Template 0, and rows that repeat the one above (T.88 7.4.6.2).
    region.push(1 << 3);
    region.extend(adaptive_from(FIRST).iter().flat_map(|(x, y)| [x.cast_unsigned(), y.cast_unsigned()]));
    region.extend(coded(bitmap, context)?);
    Ok([segment(0, PAGE, &page), segment(1, LOSSLESS_GENERIC, &region)].concat())
}

/// A segment of the only page (T.88 7.2).
fn segment(number: u32, kind: u8, data: &[u8]) -> Vec<u8> {
    let mut segment = number.to_be_bytes().to_vec();
    segment.extend([kind, 0, 1]);
    segment.extend((data.len() as u32).to_be_bytes());
    segment.extend(data);
    segment
}

/// The pixels of a bitmap (T.88 6.2.5.7).
fn coded(bitmap: &Bitmap, context: &Context) -> Result<Vec<u8>> {
    let template = template(0, &adaptive_from(FIRST));
    let mut contexts = Contexts::fresh(CONTEXT_BITS);
    let mut encoder = Encoder::default();
    let (stride, mut repeats) = (bitmap.stride(), false);
    for y in 0..bitmap.height.cast_signed() {
        context.tick(u64::from(bitmap.width) / 16 + 1)?;
        let current = row(&bitmap.rows, stride, y);
        let above = row(&bitmap.rows, stride, y - 1);
        let is_same = if y == 0 { current.iter().all(|byte| *byte == 0) } else { above == current };
        encoder.bit(&mut contexts, template.typical, is_same != repeats);
        repeats = is_same;
        if is_same {
            continue;
        }
        let known = Known { above: &bitmap.rows, stride, y, reference: None };
        let lines = template.lines(known);
        let mut index = template.start(known);
        for x in 0..bitmap.width.cast_signed() {
            let bit = pixel(current, x);
            encoder.bit(&mut contexts, index, bit == 1);
            index = template.step(index, bit, &lines, current, x + 1);
        }
    }
    Ok(encoder.finish())
}

/// The encoder's registers (T.88 E.2), and the bytes so far: the first stands before the data.
struct Encoder {
    out: Vec<u8>,
    code: u32,
    interval: u32,
    shifts: u32,
}

impl Default for Encoder {
    fn default() -> Self {
        Encoder { out: vec![0], code: 0, interval: 0x8000, shifts: 12 }
    }
}

impl Encoder {
    /// Encodes one bit in the given context (T.88 E.2.2 to E.2.4).
    #[inline]
    fn bit(&mut self, contexts: &mut Contexts, index: usize, bit: bool) {
        let Some(context) = contexts.get_mut(index) else { return };
        let Some(state) = STATES.get(usize::from(*context >> 1)) else { return };
        let likely = *context & 1;
        self.interval -= state.estimate;
        let is_likely = u8::from(bit) == likely;
        if is_likely && self.interval & 0x8000 != 0 {
            self.code += state.estimate;
            return;
        }
        // The smaller part of the interval is the lower one of the unlikely symbol, whichever of the two it is.
        if (self.interval < state.estimate) == is_likely {
            self.interval = state.estimate;
        } else {
            self.code += state.estimate;
        }
        let (next, switch) = if is_likely { (state.after_likely, 0) } else { (state.after_unlikely, state.switches) };
        *context = next << 1 | (likely ^ switch);
        self.renormalise();
    }

    /// Doubles the interval until it is large enough (T.88 E.2.5).
    fn renormalise(&mut self) {
        while self.interval & 0x8000 == 0 {
            self.interval <<= 1;
            self.code <<= 1;
            self.shifts -= 1;
            if self.shifts == 0 {
                self.byte_out();
            }
        }
    }

    /// Writes a byte (T.88 E.2.6): a carry goes to the one before, and after 0xFF come seven bits.
    fn byte_out(&mut self) {
        if let Some(last) = self.out.last_mut()
            && *last != 0xFF
            && self.code >= 0x800_0000
        {
            *last += 1;
            self.code &= 0x7FF_FFFF;
        }
        let bits = if self.out.last() == Some(&0xFF) { 7 } else { 8 };
        self.out.push((self.code >> (27 - bits)) as u8);
        self.code &= (1 << (27 - bits)) - 1;
        self.shifts = bits;
    }

    /// Ends the data with as many set bits as it can, and a marker (T.88 E.2.9).
    fn finish(mut self) -> Vec<u8> {
        let end = self.code + self.interval;
        self.code |= 0xFFFF;
        if self.code >= end {
            self.code -= 0x8000;
        }
        for _ in 0..2 {
            self.code <<= self.shifts;
            self.byte_out();
        }
        if self.out.last() != Some(&0xFF) {
            self.out.push(0xFF);
        }
        self.out.push(0xAC);
        self.out.split_off(1)
    }
}

#[cfg(test)]
mod tests {
    use super::super::decode;
    use super::*;

    #[test]
    fn the_test_sequence_encodes() {
        // T.88 H.2.
        let plain = [
            0x00, 0x02, 0x00, 0x51, 0x00, 0x00, 0x00, 0xC0, 0x03, 0x52, 0x87, 0x2A, 0xAA, 0xAA, 0xAA, 0xAA, 0x82, 0xC0,
            0x20, 0x00, 0xFC, 0xD7, 0x9E, 0xF6, 0xBF, 0x7F, 0xED, 0x90, 0x4F, 0x46, 0xA3, 0xBF_u8,
        ];
        let coded = [
            0x84, 0xC7, 0x3B, 0xFC, 0xE1, 0xA1, 0x43, 0x04, 0x02, 0x20, 0x00, 0x00, 0x41, 0x0D, 0xBB, 0x86, 0xF4, 0x31,
            0x7F, 0xFF, 0x88, 0xFF, 0x37, 0x47, 0x1A, 0xDB, 0x6A, 0xDF, 0xFF, 0xAC,
        ];
        let mut contexts = Contexts::fresh(1);
        let mut encoder = Encoder::default();
        for bit in plain.iter().flat_map(|byte| (0..8).rev().map(move |at| byte >> at & 1 == 1)) {
            encoder.bit(&mut contexts, 0, bit);
        }
        assert_eq!(encoder.finish(), coded);
    }

    #[test]
    fn bitmaps_come_back() {
        let mut state = 1_u32;
        for (width, height) in [(1, 1), (7, 3), (64, 20), (133, 57)] {
            let stride = usize::try_from(u32::div_ceil(width, 8)).expect("small");
            let mut rows = vec![0; stride * height as usize];
            for (at, byte) in rows.iter_mut().enumerate() {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                // Every third row is as the one above or white.
                *byte = if (at / stride).is_multiple_of(3) { 0 } else { (state >> 24) as u8 & 0x3C };
            }
            let filling = (0xFF_u16 << (8 - ((width - 1) % 8 + 1))) as u8;
            rows.chunks_mut(stride).for_each(|row| row[stride - 1] &= filling);
            let bitmap = Bitmap { width, height, rows };
            let context = Context::default();
            let data = encode(&bitmap, &context).unwrap();
            assert_eq!(decode(&data, &[], &context).unwrap(), Some(bitmap));
        }
    }
}
