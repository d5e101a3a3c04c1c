//! Parallel work: the parts of a document on several threads, as far as the option `threads` allows, with the results
//! in the order of the parts.
//!
//! Which thread takes which part is left to chance, so nothing a result holds may depend on it: what a
//! thread keeps from part to part comes back with its results, for the caller to settle in order.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::Builder;

use crate::context::Context;
use crate::error::{Error, Result, Stage};

/// Stack of a thread that converts. Nested input costs stack; pages of it are only committed when
/// they are used.
pub const STACK_BYTES: usize = 64 << 20;

/// Name of the threads that convert: by it a surface knows which panics come back as errors.
pub const THREAD_NAME: &str = "transvase";

/// Fewer parts than this for each thread are not worth starting it: that costs some 0.1 ms, a page
/// about 1 ms.
const PARTS_PER_THREAD: usize = 2;

/// Results in the order of their parts, and what the threads kept.
pub struct Done<T, K> {
    /// Each result with the index of what its thread kept.
    pub results: Vec<(T, usize)>,
    /// What the threads kept.
    pub kept: Vec<K>,
}

/// Works on each part; the progress counts as that of a stage, if one is named.
///
/// # Errors
/// That of the first part in order that failed; `TimedOut` or `Cancelled`.
pub fn each<P: Send, T: Send>(
    parts: Vec<P>,
    stage: impl Into<Option<Stage>>,
    context: &Context,
    work: impl Fn(P) -> Result<T> + Sync,
) -> Result<Vec<T>> {
    let done = each_with(parts, stage, context, || (), |(), part| work(part), |()| ())?;
    Ok(done.results.into_iter().map(|(result, _)| result).collect())
}

/// Works on each part, where every thread has something of its own that it `begin`s with and at its
/// `end` gives back.
///
/// # Errors
/// As [`each`].
pub fn each_with<P: Send, T: Send, S, K: Send>(
    parts: Vec<P>,
    stage: impl Into<Option<Stage>>,
    context: &Context,
    begin: impl Fn() -> S + Sync,
    work: impl Fn(&mut S, P) -> Result<T> + Sync,
    end: impl Fn(S) -> K + Sync,
) -> Result<Done<T, K>> {
    let threads = context.threads().min(parts.len() / PARTS_PER_THREAD).max(1);
    let queue = Queue::new(parts, stage.into(), context);
    let share = || {
        let _counted = context.count_memory();
        let mut own = begin();
        let (results, failure) = queue.serve(|part| work(&mut own, part));
        Share { results, failure, kept: end(own) }
    };
    let shares = std::thread::scope(|scope| {
        // A thread that cannot be started is not missed: this one goes on until nothing waits.
        let start = |_| Builder::new().name(THREAD_NAME.into()).stack_size(STACK_BYTES).spawn_scoped(scope, share);
        let helpers: Vec<_> = (1..threads).filter_map(|index| start(index).ok()).collect();
        let mut shares = vec![share()];
        for helper in helpers {
            shares.push(helper.join().unwrap_or_else(|panic| resume_unwind(panic)));
        }
        shares
    });
    in_order(shares)
}

/// The work of one thread.
struct Share<T, K> {
    results: Vec<(usize, T)>,
    failure: Option<(usize, Error)>,
    kept: K,
}

fn in_order<T, K>(shares: Vec<Share<T, K>>) -> Result<Done<T, K>> {
    let (mut all, mut kept, mut failures) = (Vec::new(), Vec::new(), Vec::new());
    for (thread, share) in shares.into_iter().enumerate() {
        all.extend(share.results.into_iter().map(|(index, result)| (index, (result, thread))));
        kept.push(share.kept);
        failures.extend(share.failure);
    }
    if let Some((_, error)) = failures.into_iter().min_by_key(|(index, _)| *index) {
        return Err(error);
    }
    all.sort_unstable_by_key(|(index, _)| *index);
    Ok(Done { results: all.into_iter().map(|(_, result)| result).collect(), kept })
}

/// The parts that wait, in order.
struct Queue<'a, P> {
    waiting: Mutex<std::iter::Enumerate<std::vec::IntoIter<P>>>,
    /// Set where a part failed: the ones after it are not wanted any more.
    failed: AtomicBool,
    total: u64,
    /// Whose progress is reported.
    stage: Option<Stage>,
    context: &'a Context,
}

impl<'a, P> Queue<'a, P> {
    fn new(parts: Vec<P>, stage: Option<Stage>, context: &'a Context) -> Self {
        let total = parts.len() as u64;
        let waiting = Mutex::new(parts.into_iter().enumerate());
        Queue { waiting, failed: AtomicBool::new(false), total, stage, context }
    }

    fn next(&self) -> Option<(usize, P)> {
        let mut waiting = self.waiting.lock().unwrap_or_else(PoisonError::into_inner);
        let (index, part) = waiting.next().filter(|_| !self.failed.load(Ordering::Relaxed))?;
        // Inside the lock, so that reports come in order.
        if let Some(stage) = self.stage {
            self.context.report(stage, index as u64, self.total);
        }
        Some((index, part))
    }

    /// Takes parts until none waits or one failed.
    fn serve<T>(&self, mut work: impl FnMut(P) -> Result<T>) -> (Vec<(usize, T)>, Option<(usize, Error)>) {
        let mut results = Vec::new();
        while let Some((index, part)) = self.next() {
            match self.context.checkpoint().and_then(|()| work(part)) {
                Ok(result) => results.push((index, result)),
                Err(error) => {
                    self.failed.store(true, Ordering::Relaxed);
                    return (results, Some((index, error)));
                }
            }
        }
        (results, None)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;

    use super::*;
    use crate::context::{CancelToken, Limits};
    use crate::error::ErrorCode;
    use crate::options::{self, Options};

    fn context(threads: u64) -> Context {
        let mut options = Options::default();
        options.set(&options::THREADS, &threads.to_string()).unwrap();
        Context::new(options, Limits::default())
    }

    #[test]
    fn results_come_in_order_for_any_number_of_threads() {
        for threads in [1, 2, 8, 100] {
            let squares = each((0..50).collect(), Stage::Read, &context(threads), |n: u32| Ok(n * n)).unwrap();
            assert_eq!(squares, (0..50).map(|n| n * n).collect::<Vec<_>>(), "{threads}");
        }
        assert!(each(Vec::<u8>::new(), Stage::Read, &context(4), Ok).unwrap().is_empty());
    }

    #[test]
    fn what_a_thread_keeps_belongs_to_its_results() {
        let ids = AtomicUsize::new(0);
        let begin = || (ids.fetch_add(1, Ordering::Relaxed), 0_u32);
        let work = |own: &mut (usize, u32), _: u32| {
            own.1 += 1;
            Ok(own.0)
        };
        let done = each_with((0..40).collect(), Stage::Read, &context(3), begin, work, |own| own).unwrap();
        assert_eq!(done.kept.iter().map(|(_, count)| count).sum::<u32>(), 40);
        assert!(done.results.iter().all(|(id, thread)| done.kept[*thread].0 == *id));
    }

    #[test]
    fn the_first_failure_counts_and_nothing_follows_a_cancel() {
        let fail = |n: u32| if n >= 7 { Err(Error::malformed(n.to_string())) } else { Ok(n) };
        for threads in [1, 4] {
            let error = each((0..40).collect(), Stage::Read, &context(threads), fail).unwrap_err();
            assert!(error.to_string().contains('7'), "{error}");
        }
        let token = CancelToken::new();
        let cancelled = context(2).with_cancel(token.clone());
        token.cancel();
        let error = each(vec![1, 2, 3, 4], Stage::Read, &cancelled, Ok).unwrap_err();
        assert_eq!(error.code(), ErrorCode::Cancelled);
    }

    #[test]
    fn a_panic_on_any_thread_is_one_of_the_caller() {
        let work = |n: u32| if n == 30 { panic!("thirty") } else { Ok(n) };
        let caught = std::panic::catch_unwind(|| each((0..40).collect(), Stage::Read, &context(4), work).is_ok());
        assert!(caught.unwrap_err().downcast_ref::<&str>().is_some_and(|text| *text == "thirty"));
    }

    #[test]
    fn reports_come_in_order() {
        let seen = std::sync::Arc::new(Mutex::new(Vec::new()));
        let listener = std::sync::Arc::clone(&seen);
        let context = context(4).with_progress(Some(std::sync::Arc::new(move |_, done, total| {
            listener.lock().unwrap().push((done, total));
            true
        })));
        each((0..20).collect(), Stage::Read, &context, |n: u32| Ok(n)).unwrap();
        assert_eq!(*seen.lock().unwrap(), (0..20).map(|n| (n, 20)).collect::<Vec<_>>());
    }
}
