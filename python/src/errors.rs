//! Exceptions: one class for each row of the core's table of errors, made when the module loads.
//!
//! A class is named as its row is, and derives from `transvase.Error` and from the builtin the row
//! names, so that `except ValueError` works as well as `except transvase.Malformed`. What is the same
//! for every error of a code lies on the class, the rest on the instance; the message is the only
//! constructor argument, so exceptions pickle as any other does.

use std::any::Any;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use pyo3::exceptions::{PyException, PyOSError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyDict, PyTuple, PyType};
use transvase::{ERRORS, Error, ErrorCode, ErrorDetails, ErrorSpec};
use transvase_surface::panics;

/// The classes, in the order of [`ERRORS`].
static CLASSES: PyOnceLock<Vec<Py<PyType>>> = PyOnceLock::new();

const ERROR_DOC: &str = "A conversion failed. The class says why; `code` is its name.";
const UNKNOWN_DOC: &str = "A format is not one this build knows: the target, or the source.";

/// Adds the classes to the module.
pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = module.py();
    let error = class(py, "Error", &[py.get_type::<PyException>()], ERROR_DOC, &defaults(py)?)?;
    let bases = [error.clone(), py.get_type::<PyValueError>()];
    let unknown = class(py, "UnknownFormat", &bases, UNKNOWN_DOC, &PyDict::new(py))?;
    let classes = ERRORS.iter().map(|row| class_of_row(row, &error, &unknown)).collect::<PyResult<Vec<_>>>()?;
    for class in [&error, &unknown].into_iter().chain(&classes) {
        module.add(class.name()?.to_str()?, class)?;
    }
    // The first set is the only one: pyo3 lets a process make the module once.
    let _ = CLASSES.set(py, classes.into_iter().map(Bound::unbind).collect());
    Ok(())
}

/// What an instance has before anything is known of it.
fn defaults(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let members = PyDict::new(py);
    for name in ["hint", "stage", "format"] {
        members.set_item(name, py.None())?;
    }
    // Shared by all instances, so it must not be one that can be filled by mistake.
    let nothing = py.import("types")?.getattr("MappingProxyType")?.call1((PyDict::new(py),))?;
    members.set_item("details", nothing)?;
    Ok(members)
}

fn class_of_row<'py>(
    row: &ErrorSpec,
    error: &Bound<'py, PyType>,
    unknown: &Bound<'py, PyType>,
) -> PyResult<Bound<'py, PyType>> {
    let py = error.py();
    let family = match row.code {
        ErrorCode::UnknownTarget | ErrorCode::UnknownSource => unknown,
        _ => error,
    };
    let mut bases = vec![family.clone()];
    if let Some(builtin) = row.python {
        bases.push(py.import("builtins")?.getattr(builtin)?.cast_into::<PyType>()?);
    }
    let members = PyDict::new(py);
    members.set_item("code", row.name)?;
    members.set_item("number", row.code.number())?;
    members.set_item("problem", row.problem)?;
    members.set_item("retryable", row.retryable)?;
    if row.code == ErrorCode::TargetUnreachable {
        members.set_item("smallest_bytes", py.None())?;
        members.set_item("smallest_with_resize", py.None())?;
    }
    class(py, row.name, &bases, row.doc, &members)
}

/// `class name(*bases): ...` in the module `transvase`, where pickle looks for it.
fn class<'py>(
    py: Python<'py>,
    name: &str,
    bases: &[Bound<'py, PyType>],
    doc: &str,
    members: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyType>> {
    members.set_item("__module__", "transvase")?;
    members.set_item("__doc__", doc)?;
    let class = py.get_type::<PyType>().call1((name, PyTuple::new(py, bases)?, members))?;
    Ok(class.cast_into::<PyType>()?)
}

/// The exception for an error of the core.
pub fn exception(py: Python<'_>, error: &Error) -> PyErr {
    instance(py, error).map_or_else(|failure| failure, PyErr::from_value)
}

fn instance<'py>(py: Python<'py>, error: &Error) -> PyResult<Bound<'py, PyAny>> {
    let row = ERRORS.iter().position(|row| row.code == error.code());
    let class = row.and_then(|row| CLASSES.get(py)?.get(row));
    let class = class.ok_or_else(|| PyException::new_err(error.to_string()))?;
    let instance = class.bind(py).call1((text(error),))?;
    instance.setattr(intern!(py, "hint"), error.hint_text())?;
    instance.setattr(intern!(py, "stage"), error.stage().map(transvase::Stage::name))?;
    instance.setattr(intern!(py, "format"), error.format())?;
    instance.setattr(intern!(py, "details"), details(py, error.details())?)?;
    if error.code() == ErrorCode::TargetUnreachable {
        instance.setattr(intern!(py, "smallest_bytes"), error.details().smallest_bytes)?;
        instance.setattr(intern!(py, "smallest_with_resize"), error.details().smallest_with_resize)?;
    }
    if let Some(cause) = error.cause() {
        instance.call_method1(intern!(py, "add_note"), (format!("caused by: {cause}"),))?;
    }
    Ok(instance)
}

/// The sentence, and what would work instead.
pub fn text(error: &Error) -> String {
    match error.hint_text() {
        Some(hint) => format!("{error}; {hint}"),
        None => error.to_string(),
    }
}

/// The figures that are set, by name.
fn details<'py>(py: Python<'py>, details: &ErrorDetails) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    if let Some(which) = &details.which {
        dict.set_item("which", which)?;
    }
    let figures = [
        ("limit", details.limit),
        ("seen", details.seen),
        ("smallest_bytes", details.smallest_bytes),
        ("smallest_with_resize", details.smallest_with_resize),
    ];
    for (name, figure) in figures {
        if let Some(figure) = figure {
            dict.set_item(name, figure)?;
        }
    }
    if !details.supported_targets.is_empty() {
        dict.set_item("supported_targets", &details.supported_targets)?;
    }
    Ok(dict)
}

/// The `OSError`, of the subclass its number asks for, that Python itself raises for `path`.
pub fn os_error(py: Python<'_>, error: &io::Error, path: &Path) -> PyErr {
    let Some(number) = error.raw_os_error() else {
        return PyOSError::new_err(format!("{error}: {}", path.display()));
    };
    let text = py.import("os").and_then(|os| os.call_method1(intern!(py, "strerror"), (number,))).map(Bound::unbind);
    match text {
        Ok(text) => PyOSError::new_err((number, text, path.as_os_str().to_owned())),
        Err(failure) => failure,
    }
}

/// Runs `work` and turns a panic of the binding itself into `Internal`: pyo3's own `PanicException`
/// is not an `Exception`, and no caller expects it.
pub fn guarded<T>(py: Python<'_>, work: impl FnOnce() -> PyResult<T>) -> PyResult<T> {
    catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(exception(py, &internal(&*panic))))
}

fn internal(panic: &(dyn Any + Send)) -> Error {
    let text = panics::text(panic).unwrap_or("no text");
    Error::new(ErrorCode::Internal, "a defect of the Python binding").caused_by(text)
}
