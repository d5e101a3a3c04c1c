//! Places of which there are so many, and of which no account has more than a quarter.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The places.
#[derive(Debug)]
pub struct Places {
    count: usize,
    taken: Mutex<HashMap<i64, usize>>,
}

/// One of them, left when it is dropped.
#[derive(Debug)]
pub struct Place {
    places: Arc<Places>,
    account: i64,
}

impl Places {
    /// So many places.
    pub fn new(count: usize) -> Arc<Self> {
        Arc::new(Places { count, taken: Mutex::default() })
    }

    /// A place for an account; `None` where all are taken, or it has its share.
    pub fn enter(self: &Arc<Self>, account: i64) -> Option<Place> {
        let mut taken = self.taken.lock().unwrap_or_else(PoisonError::into_inner);
        let own = taken.get(&account).copied().unwrap_or(0);
        if own >= self.count.div_ceil(4) || taken.values().sum::<usize>() >= self.count {
            return None;
        }
        taken.insert(account, own + 1);
        Some(Place { places: Arc::clone(self), account })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut taken = self.places.taken.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(own) = taken.get_mut(&self.account) {
            *own -= 1;
            if *own == 0 {
                taken.remove(&self.account);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_account_has_more_than_a_quarter() {
        let places = Places::new(4);
        let first = places.enter(1).unwrap();
        assert!(places.enter(1).is_none());
        let others: Vec<_> = (2..=4).map(|account| places.enter(account).unwrap()).collect();
        assert!(places.enter(5).is_none(), "all are taken");
        drop(first);
        assert!(places.enter(5).is_some());
        drop(others);
        assert!(places.taken.lock().unwrap().is_empty());
    }
}
