//! The sandbox where there is no Linux: what a worker gives up, which is resource limits and open descriptors.

use nix::sys::resource::{Resource, setrlimit};

use crate::job::Sandbox;

/// Locks this process down as far as the system goes.
pub fn lock_down(memory_bytes: u64) -> Sandbox {
    let limits = [(Resource::RLIMIT_AS, memory_bytes), (Resource::RLIMIT_CORE, 0), (Resource::RLIMIT_FSIZE, 0)];
    let limited = limits.into_iter().all(|(resource, most)| setrlimit(resource, most, most).is_ok());
    let mut sandbox =
        Sandbox { missing: vec!["landlock and seccomp: only Linux has them".into()], ..Sandbox::default() };
    if limited {
        sandbox.layers.push("resource limits".into());
    } else {
        sandbox.missing.push("resource limits: the system refuses them".into());
    }
    sandbox
}
