//! What the command line, the C library and the Python package share, and the core must not know:
//! files and what lies beside them, fonts of the machine, formats named by a person or a path, sizes with their units,
//! and the process's panic hook.

#![forbid(unsafe_code)]

pub mod beside;
pub mod files;
pub mod fonts;
pub mod formats;
pub mod options;
pub mod panics;
pub mod sizes;
