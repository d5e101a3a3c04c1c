//! A `catch_unwind` guard around calls into libraries that panic on some damaged files.

use std::panic::{AssertUnwindSafe, catch_unwind};

/// What the call gives; `None` where it panicked.
pub fn fenced<T>(call: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(call)).ok()
}
