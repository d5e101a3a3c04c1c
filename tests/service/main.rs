//! The service over real sockets.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod answers;
mod clients;
mod fair;
mod jobs;
mod webhooks;
mod wire;
