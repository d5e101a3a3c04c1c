//! Connections: the accept loop with its deadlines and caps, TLS, request ids, logs, the last word on every failure.

pub mod accept;
pub mod busy;
pub mod client;
pub mod cors;
pub mod framing;
pub mod last_word;
pub mod log;
pub mod metrics;
pub(crate) mod outside;
pub mod socket;
pub mod tls;

pub use client::{Client, RequestId};
pub use log::Note;

/// Largest head of a request, its address included, in bytes.
pub const MAX_HEAD_BYTES: usize = 16 << 10;

/// Most headers of a request.
pub const MAX_HEADERS: usize = 100;
