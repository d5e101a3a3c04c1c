//! Union-find and median: sets of numbers that hang together by pairs, and the middle one of some.

/// The middle one of some numbers, the upper one of two; `None` of none. They are put into another order.
pub(super) fn median(values: &mut [f32]) -> Option<f32> {
    let middle = values.len() / 2;
    (middle < values.len()).then(|| *values.select_nth_unstable_by(middle, f32::total_cmp).1)
}

/// Disjoint sets of the numbers from 0 (union by smaller root, path halving).
pub(super) struct Sets(Vec<usize>);

impl Sets {
    /// So many sets of one number each.
    pub fn new(count: usize) -> Sets {
        Sets((0..count).collect())
    }

    /// The number that stands for the set of `at`: its smallest.
    pub fn root(&mut self, mut at: usize) -> usize {
        while self.0[at] != at {
            self.0[at] = self.0[self.0[at]];
            at = self.0[at];
        }
        at
    }

    /// Makes the sets of two numbers one.
    pub fn join(&mut self, a: usize, b: usize) {
        let (a, b) = (self.root(a), self.root(b));
        let (low, high) = (a.min(b), a.max(b));
        self.0[high] = low;
    }
}
