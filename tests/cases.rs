//! Files in which something used to be lost, and what must be seen of each.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[path = "cases/reflow.rs"]
mod reflow;
