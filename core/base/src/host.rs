//! Host capabilities: threads and a clock, which the machine a conversion runs on may lack. A browser has neither for
//! the library.

use std::time::Instant;

/// Whether threads can be started. Without them a conversion runs on the caller's own, whose stack is then as deep
/// as whoever links the program made it: nested input wants 16 MiB.
pub const HAS_THREADS: bool = cfg!(not(all(target_family = "wasm", target_os = "unknown")));

/// The time by the one clock there is; `None` where there is none, so that a deadline never comes.
#[allow(clippy::disallowed_methods, reason = "this is the one clock")]
pub(crate) fn now() -> Option<Instant> {
    HAS_THREADS.then(Instant::now)
}
