//! What a worker gives up before it sees a file.

use crate::job::Sandbox;

/// Locks this process down.
pub fn lock_down(memory_bytes: u64) -> Sandbox {
    let _ = memory_bytes;
    Sandbox { layers: Vec::new(), missing: vec!["everything: not built yet".into()], not_allowed: Vec::new() }
}
