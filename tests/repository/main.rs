//! What the repository says of itself is so, and its rooms keep their order.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod docs;
mod layering;
