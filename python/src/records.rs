//! Records: plain classes of `transvase._records`, filled here.

use pyo3::call::PyCallArgs;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

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
    // Interned, as every name that is looked up: the interpreter's cache of look-ups keeps a name it
    // has not seen, and would fill up with copies of one.
    py.import(intern!(py, "transvase._records"))?.getattr(PyString::intern(py, name))?.call(fields, named)
}
