//! Damaged books: whatever happens to their bytes, the answer is a book or an error.

use super::build::Packing;
use super::{kf8, novel, read};
use transvase_base::context::Context;

/// Marsaglia's xorshift, for damage that is the same in every run.
pub(super) struct Random(pub u64);

impl Random {
    pub fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }
}

fn samples() -> Vec<Vec<u8>> {
    vec![
        novel(Packing::None).write(),
        novel(Packing::PalmDoc).write(),
        novel(Packing::HuffCdic).write(),
        kf8().write(),
        novel(Packing::PalmDoc).write_joint(kf8()),
    ]
}

/// Reads damaged bytes; a panic fails the test.
fn survive(bytes: &[u8]) {
    let context = Context::default().with_input(bytes.len()).unwrap();
    let _ = read(bytes, &context);
}

#[test]
fn cut_short_anywhere() {
    for sample in samples() {
        for cut in (0..sample.len()).step_by(37) {
            survive(&sample[..cut]);
        }
    }
}

#[test]
fn bytes_changed_at_random() {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    for sample in samples() {
        for _ in 0..150 {
            let mut damaged = sample.clone();
            for _ in 0..=random.below(12) {
                let at = random.below(damaged.len());
                damaged[at] = random.below(256) as u8;
            }
            survive(&damaged);
        }
    }
}

#[test]
fn numbers_replaced_by_extremes() {
    let mut random = Random(0x1234_5678_9ABC_DEF1);
    for sample in samples() {
        for at in 0..sample.len().saturating_sub(4) {
            // Headers closely, the rest here and there.
            if random.below(if at < 700 { 3 } else { 12 }) > 0 {
                continue;
            }
            let mut damaged = sample.clone();
            let extreme = [[0xFF; 4], [0; 4], [0x7F, 0xFF, 0xFF, 0xFF], [0x80, 0, 0, 0]][random.below(4)];
            damaged[at..at + 4].copy_from_slice(&extreme);
            survive(&damaged);
        }
    }
}

#[test]
fn runs_taken_out_or_doubled() {
    let mut random = Random(0xABCD_EF01_2345_6789);
    for sample in samples() {
        for _ in 0..80 {
            let mut damaged = sample.clone();
            let (from, to) = (random.below(sample.len()), random.below(sample.len()));
            let (from, to) = (from.min(to), from.max(to));
            if random.below(2) == 0 {
                damaged.drain(from..to);
            } else {
                let run = damaged[from..to].to_vec();
                damaged.splice(to..to, run);
            }
            survive(&damaged);
        }
    }
}
