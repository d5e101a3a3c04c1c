//! Throttling of wrong API keys by address: a token bucket for each, in memory.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

/// The addresses that sent wrong keys of late.
#[derive(Debug, Default)]
pub struct Strangers(Mutex<HashMap<IpAddr, Bucket>>);

#[derive(Debug, Clone, Copy)]
struct Bucket {
    tokens: f64,
    at: Instant,
}

/// Wrong keys an address may send at once, and a minute.
const BURST: f64 = 30.0;
const PER_MINUTE: f64 = 30.0;

/// Addresses that are remembered.
const ADDRESSES: usize = 10_000;

impl Strangers {
    /// Counts a wrong key of this address; false where it has sent too many.
    pub fn take(&self, ip: IpAddr) -> bool {
        let now = Instant::now();
        let mut buckets = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if buckets.len() >= ADDRESSES {
            buckets.retain(|_, bucket| bucket.filled(now) < BURST);
        }
        if buckets.len() >= ADDRESSES {
            // So many strangers at once are one crowd: the oldest words of it are forgotten together.
            buckets.clear();
        }
        let bucket = buckets.entry(ip).or_insert(Bucket { tokens: BURST, at: now });
        let tokens = bucket.filled(now);
        let is_free = tokens >= 1.0;
        *bucket = Bucket { tokens: if is_free { tokens - 1.0 } else { tokens }, at: now };
        is_free
    }
}

impl Bucket {
    fn filled(&self, now: Instant) -> f64 {
        let flown = now.saturating_duration_since(self.at).as_secs_f64() * PER_MINUTE / 60.0;
        (self.tokens + flown).min(BURST)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_may_be_wrong_so_often_and_no_other_pays_for_it() {
        let strangers = Strangers::default();
        let taken = (0..40).filter(|_| strangers.take([192, 0, 2, 1].into())).count();
        assert!((30..=31).contains(&taken), "{taken}");
        assert!(strangers.take([192, 0, 2, 2].into()));
    }

    #[test]
    fn it_remembers_no_more_than_it_should() {
        let strangers = Strangers::default();
        for address in 0..(ADDRESSES as u32 + 10) {
            strangers.take(IpAddr::V4(address.into()));
        }
        assert!(strangers.0.lock().unwrap().len() <= ADDRESSES);
    }
}
