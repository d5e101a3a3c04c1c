//! A fence around calls into programs of others that panic on some of what damaged files hold.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// What the call gives; `None` where it panicked.
pub(crate) fn fenced<T>(call: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(call)).ok()
}
