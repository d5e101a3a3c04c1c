//! The command line, as a program of its own.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

mod batch;
mod files;
#[cfg(unix)]
mod isolate;
mod join;
#[cfg(unix)]
mod terminal;
