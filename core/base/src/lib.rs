//! What every room stands on: errors, warnings, limits and options, and plumbing of bytes (Deflate, prefix codes, character
//! sets, hashes, work on several threads).

#![forbid(unsafe_code)]

pub mod base64;
#[cfg(any(test, feature = "test-support"))]
pub mod changed;
#[cfg(feature = "charset")]
pub mod charset;
pub mod code_lengths;
pub mod context;
#[cfg(feature = "deflate")]
pub mod deflate;
pub mod error;
#[cfg(feature = "fail-points")]
pub mod fail_point;
pub mod fence;
pub mod files;
pub mod hash;
pub mod host;
pub mod inflate;
pub mod le;
mod memory;
pub mod options;
pub mod resources;
pub mod side_by_side;
mod spelling;
pub mod units;
pub mod uri;
pub mod votes;
pub mod warning;
pub mod wording;
