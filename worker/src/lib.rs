//! Conversions in isolated worker processes.
//!
//! A [`Pool`] keeps processes of the same program ready, each locked down before it sees a byte of a
//! file: resource limits, Landlock, a seccomp filter, namespaces where they are allowed. A conversion
//! is one request and one answer over a socket; a worker that crashes, hangs or grows is killed and
//! replaced, and only its own conversion fails.

mod job;
mod pool;

pub use job::{Done, Input, Job, Sandbox, Settings, Watch};
pub use pool::{Pool, run};
