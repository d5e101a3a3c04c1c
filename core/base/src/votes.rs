//! Majority votes: counts of values, of which the most frequent wins (the mode).

use std::collections::BTreeMap;

/// Counts of values.
#[derive(Debug)]
pub struct Votes<T>(BTreeMap<T, u64>);

impl<T> Default for Votes<T> {
    fn default() -> Self {
        Votes(BTreeMap::new())
    }
}

impl<T: Ord> Votes<T> {
    /// Counts a value.
    pub fn add(&mut self, value: T, weight: u64) {
        let count = self.0.entry(value).or_default();
        *count = count.saturating_add(weight);
    }

    /// The value with the largest count; the smallest of those where several have it.
    pub fn winner(self) -> Option<T> {
        self.best().map(|(value, _)| value)
    }

    /// The winner with its count.
    pub fn best(self) -> Option<(T, u64)> {
        let best = self.0.values().copied().max()?;
        self.0.into_iter().find(|(_, count)| *count == best)
    }

    /// Every value with its count, in rising order.
    pub fn counts(&self) -> impl Iterator<Item = (&T, u64)> {
        self.0.iter().map(|(value, count)| (value, *count))
    }

    /// Every value, in rising order.
    pub fn values(&self) -> impl Iterator<Item = &T> {
        self.0.keys()
    }
}
