//! A fair semaphore: places of which there are so many, and of which nobody has more than a share.

use std::collections::HashMap;
use std::hash::Hash;
use std::sync::{Arc, Mutex, PoisonError};

/// The places, of accounts or of addresses.
#[derive(Debug)]
pub struct Places<K: Hash + Eq + Copy> {
    count: usize,
    share: usize,
    taken: Mutex<Taken<K>>,
}

#[derive(Debug)]
struct Taken<K> {
    all: usize,
    of_each: HashMap<K, usize>,
}

/// One of them, left when it is dropped.
#[derive(Debug)]
pub struct Place<K: Hash + Eq + Copy> {
    places: Arc<Places<K>>,
    whose: K,
}

impl<K: Hash + Eq + Copy> Places<K> {
    /// So many places, and so many for each.
    pub fn new(count: usize, share: usize) -> Arc<Self> {
        Arc::new(Places { count, share, taken: Mutex::new(Taken { all: 0, of_each: HashMap::new() }) })
    }

    /// A place; `None` where all are taken, or `whose` share is, unless that is unlimited.
    pub fn enter(self: &Arc<Self>, whose: K, is_unlimited: bool) -> Option<Place<K>> {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let own = taken.of_each.get(&whose).copied().unwrap_or(0);
        if taken.all >= self.count || (own >= self.share && !is_unlimited) {
            return None;
        }
        taken.all += 1;
        taken.of_each.insert(whose, own + 1);
        Some(Place { places: Arc::clone(self), whose })
    }

    /// Whether nobody has one.
    #[cfg(test)]
    pub fn is_empty(&self) -> bool {
        self.taken.lock().unwrap_or_else(PoisonError::into_inner).of_each.is_empty()
    }
}

impl<K: Hash + Eq + Copy> Drop for Place<K> {
    fn drop(&mut self) {
        let mut taken = self.places.taken.lock().unwrap_or_else(PoisonError::into_inner);
        taken.all -= 1;
        if let Some(own) = taken.of_each.get_mut(&self.whose) {
            *own -= 1;
            if *own == 0 {
                taken.of_each.remove(&self.whose);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_account_has_more_than_a_quarter() {
        let places = Places::new(4, 1);
        let first = places.enter(1, false).unwrap();
        assert!(places.enter(1, false).is_none());
        let others: Vec<_> = (2..=4).map(|account| places.enter(account, false).unwrap()).collect();
        assert!(places.enter(5, false).is_none(), "all are taken");
        drop(first);
        assert!(places.enter(5, false).is_some());
        drop(others);
        assert!(places.is_empty());
    }
}
