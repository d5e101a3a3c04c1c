//! Connections: the accept loop with its deadlines and caps, TLS, request ids, logs, the last word on every failure.

pub mod client;

pub use client::{Client, RequestId};
