//! The Python package's native half, `transvase._native`.
//!
//! It turns Python values into the core's and back, and nothing else: `source` reads what a caller
//! hands in, `settings` turns keywords into a `Converter`, `watch` looks after a running conversion
//! from the caller's thread, `output` is the result, `errors` makes the exception classes from the
//! core's table, and `convert` and `tables` hold the functions. Where Python is the better language
//! (records, streams of files) the code is in `transvase/*.py`.

mod cancel;
mod column;
mod convert;
mod errors;
mod fonts;
mod output;
#[cfg(feature = "fail-points")]
mod probe;
mod records;
mod settings;
mod source;
mod tables;
mod watch;

use pyo3::prelude::*;

/// Counts memory, for the limit `memory_bytes`.
#[global_allocator]
static ALLOCATOR: transvase_memory::Counting = transvase_memory::Counting::SYSTEM;

#[pymodule(gil_used = false)]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    transvase_surface::panics::silence();
    module.add("__version__", transvase::VERSION)?;
    errors::add_to(module)?;
    #[cfg(feature = "fail-points")]
    probe::add_to(module)?;
    output::add_to(module)?;
    module.add_class::<cancel::CancelToken>()?;
    convert::add_to(module)?;
    column::add_to(module)?;
    tables::add_to(module)
}
