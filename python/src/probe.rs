//! Functions that only the tests and measurements call. No released build has them.

use pyo3::prelude::*;
use transvase::{Converter, Format};

use crate::errors::{exception, guarded};

/// Adds the functions to the module.
pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(_panic, module)?)?;
    module.add_function(wrap_pyfunction!(_core_loop, module)?)
}

/// Panics inside the binding, on request.
#[pyfunction]
fn _panic(py: Python<'_>) -> PyResult<()> {
    guarded(py, || panic!("a panic on request"))
}

/// Compresses a JPEG `rounds` times as a Rust program would: what a call costs without the binding.
#[pyfunction]
fn _core_loop(py: Python<'_>, jpeg: &[u8], max_bytes: u64, rounds: usize) -> PyResult<()> {
    for _ in 0..rounds {
        let result = Converter::new(Format::JPEG).max_bytes(max_bytes).convert(jpeg);
        std::hint::black_box(result.map_err(|error| exception(py, &error))?);
    }
    Ok(())
}
