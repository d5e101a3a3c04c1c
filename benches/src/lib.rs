//! The inputs of the benchmarks.

use std::path::Path;

/// A file of `examples/`.
///
/// # Panics
/// Where it is not there: the files are part of the repository.
pub fn example(name: &str) -> Vec<u8> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples").join(name);
    std::fs::read(path).expect("the examples are part of the repository")
}
