//! Memory accounting: what a conversion holds, as the allocator counts it where it does ([`transvase_memory`]).

use std::cell::Cell;
use std::sync::atomic::{AtomicI64, Ordering};

use transvase_memory::held;

thread_local! {
    /// What this thread held when its conversion last looked; `None` on a thread that works for none.
    static SEEN: Cell<Option<i64>> = const { Cell::new(None) };
}

/// The bytes that the threads of one conversion hold together.
#[derive(Debug, Default)]
pub(crate) struct Account(AtomicI64);

impl Account {
    /// Counts what this thread allocates from now on until the guard is dropped.
    pub fn count(&self) -> Counted<'_> {
        let now = held();
        let untold = SEEN.replace(Some(now)).map(|seen| now - seen);
        Counted { account: self, untold }
    }

    /// Adds what this thread allocated since it last looked, and tells the sum.
    pub fn settle(&self) -> u64 {
        let change = match SEEN.get() {
            Some(seen) => {
                let now = held();
                SEEN.set(Some(now));
                now - seen
            }
            None => 0,
        };
        let before = self.0.fetch_add(change, Ordering::Relaxed);
        u64::try_from(before + change).unwrap_or(0)
    }
}

/// Whether this thread works for a conversion.
#[cfg(feature = "fail-points")]
pub(crate) fn is_counted() -> bool {
    SEEN.get().is_some()
}

/// A thread that works for a conversion.
pub struct Counted<'a> {
    account: &'a Account,
    /// What the thread allocated before for another conversion that it works for, and has not told yet.
    untold: Option<i64>,
}

impl Drop for Counted<'_> {
    fn drop(&mut self) {
        self.account.settle();
        SEEN.set(self.untold.map(|untold| held() - untold));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The allocator of the core's own tests.
    #[global_allocator]
    static ALLOCATOR: transvase_memory::Counting = transvase_memory::Counting::SYSTEM;

    #[test]
    fn what_threads_pass_on_is_counted_once() {
        let account = Account::default();
        let kept = {
            let _counted = account.count();
            let there = std::thread::scope(|scope| {
                let work = || {
                    let _counted = account.count();
                    vec![1_u8; 100_000]
                };
                scope.spawn(work).join().unwrap()
            });
            let here = vec![1_u8; 10_000];
            let sum = account.settle();
            assert!((110_000..150_000).contains(&sum), "{sum}");
            drop(there);
            let sum = account.settle();
            assert!((10_000..50_000).contains(&sum), "{sum}");
            here
        };
        drop(kept);
        assert!(account.settle() >= 10_000, "what is given back later is not the conversion's");
    }

    #[test]
    fn a_conversion_within_another_counts_for_itself() {
        let (outer, inner) = (Account::default(), Account::default());
        let _outer = outer.count();
        let own = vec![1_u8; 5_000];
        let kept = {
            let _inner = inner.count();
            vec![1_u8; 70_000]
        };
        // The thread works for the outer one again: what it has to tell is told to that one first.
        assert!((5_000..10_000).contains(&outer.settle()));
        assert!((70_000..80_000).contains(&inner.settle()));
        drop((own, kept));
    }

    #[test]
    fn a_thread_that_works_for_nobody_is_not_counted() {
        let account = Account::default();
        let kept = vec![1_u8; 70_000];
        assert_eq!(account.settle(), 0);
        drop(kept);
    }
}
