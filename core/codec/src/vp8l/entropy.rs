//! Entropy estimates: how many bits symbols will take.

use std::sync::OnceLock;

/// Counts whose logarithm is looked up.
const KNOWN: usize = 4_096;

/// A count's part in the entropy of those it stands among: the count times its binary logarithm.
#[inline]
pub(super) fn weight(count: u32) -> f32 {
    static TABLE: OnceLock<Vec<f32>> = OnceLock::new();
    let of = |count: u32| if count == 0 { 0.0 } else { count as f32 * libm::log2f(count as f32) };
    let table = TABLE.get_or_init(|| (0..KNOWN as u32).map(of).collect());
    table.get(count as usize).copied().unwrap_or_else(|| of(count))
}

/// Bits of all symbols by the best code that gives parts of bits.
pub(super) fn bits(counts: &[u32]) -> f32 {
    let (mut total, mut parts) = (0, 0.0);
    for count in counts.iter().filter(|count| **count > 0) {
        total += count;
        parts += weight(*count);
    }
    weight(total) - parts
}

/// Bits that it takes to tell a code for these counts, about: some for each symbol, and some wherever a run of none ends.
pub(super) fn telling(counts: &[u32]) -> f32 {
    let used = counts.iter().filter(|count| **count > 0).count();
    if used <= 2 {
        return 4.0 + 8.0 * used as f32;
    }
    let edges = counts.windows(2).filter(|pair| (pair[0] == 0) != (pair[1] == 0)).count();
    let total: u32 = counts.iter().sum();
    6.0 * total.ilog2() as f32 + 2.2 * used as f32 + 4.1 * edges as f32
}

/// Bits of one symbol of each sort, where they come so often; of those that did not come, more than of the rarest.
pub(super) fn costs(counts: &[u32]) -> Vec<f32> {
    let total: u32 = counts.iter().sum();
    let whole = libm::log2f(total.max(1) as f32);
    counts.iter().map(|count| if *count == 0 { whole + 3.0 } else { whole - libm::log2f(*count as f32) }).collect()
}

/// How often each value comes in each channel, blue first.
#[derive(Debug, Clone)]
pub(super) struct Channels([[u32; 256]; 4]);

impl Channels {
    pub(super) fn none() -> Self {
        Channels([[0; 256]; 4])
    }

    #[inline]
    pub(super) fn count(&mut self, color: u32) {
        for (counts, sample) in self.0.iter_mut().zip(color.to_le_bytes()) {
            counts[usize::from(sample)] += 1;
        }
    }

    /// Bits of all samples.
    pub(super) fn bits(&self) -> f32 {
        self.0.iter().map(|counts| bits(counts)).sum()
    }
}
