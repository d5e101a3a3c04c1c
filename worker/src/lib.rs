//! Conversions in isolated worker processes.
//!
//! A [`Pool`] keeps processes of the same program ready, each locked down before it sees a byte of a
//! file: resource limits, Landlock, a seccomp filter, namespaces where they are allowed. A conversion
//! is one request and one answer over a socket; a worker that crashes, hangs or grows is killed and
//! replaced, and only its own conversion fails.
//!
//! What a worker answers is not trusted more than the file it reads: every length is bounded before
//! memory is taken for it, and every name is looked up in the library's tables.

#![forbid(unsafe_code)]

mod job;
#[cfg(unix)]
mod line;
#[cfg(unix)]
mod wire;

#[cfg(target_os = "linux")]
mod confine;
#[cfg(all(unix, not(target_os = "linux")))]
#[path = "confine_posix.rs"]
mod confine;
#[cfg(target_os = "linux")]
mod seccomp;

#[cfg(unix)]
mod pool;
#[cfg(unix)]
mod process;
#[cfg(unix)]
mod serve;

#[cfg(not(unix))]
#[path = "absent.rs"]
mod pool;
#[cfg(not(unix))]
use pool as serve;

pub use job::{Done, Files, Input, Job, Part, Sandbox, Settings, Watch};
pub use pool::Pool;
pub use serve::run;
