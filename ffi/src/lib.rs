//! The C library of Transvase. The header `include/transvase.h` is made from this crate and is its
//! manual; this page is about how the crate is built.
//!
//! * Every function is a thin layer over the crate `transvase`: no format logic, no list of its own.
//! * Every function is a panic boundary: see `guard.rs`.
//! * All pointer work is in `pointer.rs`; everything else is safe Rust. A handle is a `Box` that C holds,
//!   a nullable argument an `Option`.
//! * There is no state but the tables of `catalogue.rs`, which never change.

mod catalogue;
mod convert;
mod error;
mod guard;
mod input;
mod inspection;
mod options;
mod output;
mod pointer;
mod status;
mod version;

pub use catalogue::{Choice, FormatRow, LimitRow, OptionRow, RouteRow};
pub use convert::*;
pub use error::Error;
pub use input::Input;
pub use inspection::Inspection;
pub use options::{Cancel, Options};
pub use output::{Output, Warning};
pub use status::Status;

/// Counts memory, for the limit `memory_bytes`.
#[global_allocator]
static ALLOCATOR: transvase_memory::Counting = transvase_memory::Counting::SYSTEM;
