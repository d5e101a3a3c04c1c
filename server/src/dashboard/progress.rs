//! Progress of the try-it page's conversions that run in this process, by the number the page gave them.
//!
//! The number is 128 random bits of the page's own making. Where it is not known, because another
//! process behind the same balancer converts, the page shows a bar without a length.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::watch;
use transvase::Stage;

use crate::api::convert::Progress;

/// Conversions that are followed at the same time; more convert without being followed.
const MOST: usize = 1024;

type Followed = HashMap<(i64, String), watch::Receiver<Progress>>;

/// The conversions that can be followed.
#[derive(Debug, Clone, Default)]
pub struct Running(Arc<Mutex<Followed>>);

/// One of them; it is forgotten when this goes.
#[derive(Debug)]
pub struct Entry {
    running: Running,
    key: (i64, String),
}

impl Running {
    /// Lets `account` follow what is sent, under `id`; `None` where the number is none, is taken, or
    /// too many are followed.
    pub fn follow(&self, account: i64, id: &str) -> Option<(Entry, watch::Sender<Progress>)> {
        let key = (account, id.to_owned());
        let mut followed = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !is_number(id) || followed.len() >= MOST || followed.contains_key(&key) {
            return None;
        }
        let (sender, receiver) = watch::channel(Progress { stage: Stage::Options, done: 0, total: 0 });
        followed.insert(key.clone(), receiver);
        Some((Entry { running: self.clone(), key }, sender))
    }

    /// The account's conversion of this number.
    pub fn find(&self, account: i64, id: &str) -> Option<watch::Receiver<Progress>> {
        let followed = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        followed.get(&(account, id.to_owned())).cloned()
    }
}

/// Whether `id` is 32 hexadecimal digits.
fn is_number(id: &str) -> bool {
    id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_hexdigit())
}

impl Drop for Entry {
    fn drop(&mut self) {
        self.running.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.key);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ID: &str = "0123456789abcdef0123456789abcdef";

    #[test]
    fn a_conversion_is_followed_by_its_own_account_while_it_runs() {
        let running = Running::default();
        let (entry, sender) = running.follow(1, ID).unwrap();
        let receiver = running.find(1, ID).unwrap();
        sender.send(Progress { stage: Stage::Read, done: 1, total: 2 }).unwrap();
        assert_eq!(receiver.borrow().done, 1);
        assert!(running.find(2, ID).is_none(), "another account's");
        assert!(running.follow(1, ID).is_none(), "the number is taken");
        drop(entry);
        assert!(running.find(1, ID).is_none());
    }

    #[test]
    fn odd_numbers_are_not_followed() {
        for odd in ["", "0123", &"g".repeat(32), &"0".repeat(33)] {
            assert!(Running::default().follow(1, odd).is_none(), "{odd}");
        }
    }
}
