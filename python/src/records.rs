//! Records: plain classes of `transvase._records`, filled here.

use pyo3::call::PyCallArgs;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// A record of the class `name`.
///
/// # Errors
/// What the class raises.
pub fn record<'py>(py: Python<'py>, name: &str, fields: impl PyCallArgs<'py>) -> PyResult<Bound<'py, PyAny>> {
    record_with(py, name, fields, None)
}

/// A record of the class `name`, with some of its fields by name.
///
/// # Errors
/// What the class raises.
pub fn record_with<'py>(
    py: Python<'py>,
    name: &str,
    fields: impl PyCallArgs<'py>,
    named: Option<&Bound<'py, PyDict>>,
) -> PyResult<Bound<'py, PyAny>> {
    py.import("transvase._records")?.getattr(name)?.call(fields, named)
}
