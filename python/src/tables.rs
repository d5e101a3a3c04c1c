//! Capability tables of this build, read from the core's tables; and what a file is.

use pyo3::prelude::*;
use pyo3::types::PyDict;
use transvase::{ERRORS, FormatSpec, Limit, Limits, OptionKind, OptionSpec};

use crate::errors::{exception, guarded};
use crate::records::{record, record_with};
use crate::source::Source;

/// Adds the functions to the module.
pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(detect, module)?)?;
    module.add_function(wrap_pyfunction!(inspect, module)?)?;
    module.add_function(wrap_pyfunction!(formats, module)?)?;
    module.add_function(wrap_pyfunction!(routes, module)?)?;
    module.add_function(wrap_pyfunction!(options, module)?)?;
    module.add_function(wrap_pyfunction!(limits, module)?)?;
    module.add_function(wrap_pyfunction!(_errors, module)?)
}

/// Id of the format a file is of, by its bytes; `None` where they are of no known format.
///
/// >>> transvase.detect("report.pdf")
/// 'pdf'
/// >>> transvase.detect(b"\x00\x01\x02") is None
/// True
#[pyfunction]
fn detect(src: &Bound<'_, PyAny>) -> PyResult<Option<&'static str>> {
    let py = src.py();
    guarded(py, || {
        let source = Source::open(src, Limits::default().input_bytes)?;
        let bytes = source.bytes();
        Ok(py.detach(|| transvase::detect(bytes)).map(transvase::Format::id))
    })
}

/// What a file is, without converting it: format, size, and what its reader tells at a glance.
///
/// >>> photo = transvase.inspect("photo.jpg")
/// >>> photo.format, photo.encrypted, photo.width > photo.height
/// ('jpeg', False, True)
#[pyfunction]
#[pyo3(signature = (src, *, password = None))]
fn inspect<'py>(src: &Bound<'py, PyAny>, password: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
    let py = src.py();
    guarded(py, || {
        let source = Source::open(src, Limits::default().input_bytes)?;
        let bytes = source.bytes();
        let inspection = py
            .detach(|| transvase::inspect_with(bytes, password, Limits::default()))
            .map_err(|error| exception(py, &error))?;
        let facts = inspection.facts;
        let (width, height) = facts.pixels.unzip();
        let metadata = metadata(py, facts.metadata)?;
        let fields = (inspection.format.id(), inspection.bytes, facts.pages, width, height, facts.encrypted, metadata);
        record(py, "Inspection", fields)
    })
}

fn metadata(py: Python<'_>, said: transvase::Metadata) -> PyResult<Bound<'_, PyAny>> {
    let fields = (
        said.title,
        said.authors,
        said.subject,
        said.keywords,
        said.publisher,
        said.language,
        said.identifier,
        said.date,
        said.producer,
    );
    record(py, "Metadata", fields)
}

/// Every format, in the registry's order.
#[pyfunction]
fn formats(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyAny>>> {
    transvase::formats().map(|spec| format(py, spec)).collect()
}

fn format<'py>(py: Python<'py>, spec: &FormatSpec) -> PyResult<Bound<'py, PyAny>> {
    let (reads, writes, compresses) = (spec.is_read(), spec.is_written(), spec.is_compressed());
    let fields = (spec.id, spec.name, spec.extensions, spec.media_types, reads, writes, compresses, spec.notes);
    record(py, "Format", fields)
}

/// Every conversion there is, compressions included, in the registry's order.
#[pyfunction]
fn routes(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyAny>>> {
    let fields = |route: &transvase::Route| (route.source().id(), route.target().id(), route.cost(), route.explain());
    transvase::routes().iter().map(|route| record(py, "Route", fields(route))).collect()
}

/// Every option. Each is a keyword of the converting functions.
#[pyfunction]
fn options(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyAny>>> {
    transvase::option_specs().into_iter().map(|spec| option(py, spec)).collect()
}

fn option<'py>(py: Python<'py>, spec: &OptionSpec) -> PyResult<Bound<'py, PyAny>> {
    let values = PyDict::new(py);
    let kind = match spec.kind {
        OptionKind::Integer { min, max } => {
            values.set_item("minimum", min)?;
            values.set_item("maximum", max)?;
            "integer"
        }
        OptionKind::Number { min, max } => {
            values.set_item("minimum", min)?;
            values.set_item("maximum", max)?;
            "number"
        }
        OptionKind::Choice(words) => {
            values.set_item("choices", words)?;
            "choice"
        }
        OptionKind::Flag => "flag",
        OptionKind::Pages => "pages",
        OptionKind::Text => "text",
    };
    let default = Some(spec.default).filter(|default| !default.is_empty());
    record_with(py, "OptionSpec", (spec.key, kind, spec.unit, default, spec.doc), Some(&values))
}

/// Every limit, for `limits={...}`. Those in bytes take sizes as text, too, as in `"1MiB"`.
#[pyfunction]
fn limits(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyAny>>> {
    let fields = |(limit, unit, default, doc): &(Limit, &str, u64, &str)| {
        record(py, "LimitSpec", (limit.key(), *unit, *default, *doc))
    };
    Limit::ALL.iter().map(fields).collect()
}

/// Name, number, problem, whether a retry may help, and builtin base of every error: for the tests.
#[pyfunction]
fn _errors() -> Vec<(&'static str, u8, Option<&'static str>, bool, Option<&'static str>)> {
    ERRORS.iter().map(|row| (row.name, row.code.number(), row.problem, row.retryable, row.python)).collect()
}
