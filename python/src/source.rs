//! What a caller hands in: bytes, a buffer, a path, or a file that is open.

use std::path::{Path, PathBuf};

use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyMemoryView, PyString};
use transvase::{FontFile, Format};
use transvase_surface::files::{self, Unread};
use transvase_surface::{fonts, formats};

use crate::errors::{exception, os_error};

/// The bytes of an input, and the format its name hints at.
pub struct Source<'py> {
    data: Data<'py>,
    /// The format the name's extension stands for.
    pub hint: Option<Format>,
}

/// Bytes that nobody changes while the interpreter is free.
enum Data<'py> {
    /// Borrowed: a `bytes` object never changes.
    Python(Bound<'py, PyBytes>),
    /// Read from a path.
    Owned(Vec<u8>),
}

/// The fonts that `object` is: those of a path, which may be a folder, or one in a buffer or a file, which is
/// named by its place in the list.
///
/// # Errors
/// As [`Source::open`].
pub fn fonts(object: &Bound<'_, PyAny>, index: usize) -> PyResult<Vec<FontFile>> {
    let py = object.py();
    if object.is_instance_of::<PyString>() || object.hasattr(intern!(py, "__fspath__"))? {
        let path = object.extract::<PathBuf>()?;
        return py.detach(|| fonts::given(&path)).map_err(|error| os_error(py, &error, &path));
    }
    let source = Source::open(object, fonts::MOST_BYTES)?;
    Ok(vec![FontFile::new(format!("fonts[{index}]"), source.bytes())])
}

impl<'py> Source<'py> {
    /// Opens whatever `object` is. Nothing is read or copied of what is known to be larger than
    /// `input_bytes` allows, and from other files no more than tells so.
    ///
    /// # Errors
    /// `OSError` for a file that cannot be read, `LimitExceeded` for one that is too large,
    /// `TypeError` for an object that holds no bytes.
    pub fn open(object: &Bound<'py, PyAny>, input_bytes: u64) -> PyResult<Self> {
        if let Ok(bytes) = object.cast::<PyBytes>() {
            return Ok(Source { data: Data::Python(bytes.clone()), hint: None });
        }
        if object.is_instance_of::<PyString>() || object.hasattr(intern!(object.py(), "__fspath__"))? {
            return Self::of_path(object.py(), &object.extract::<PathBuf>()?, input_bytes);
        }
        if let Ok(view) = PyMemoryView::from(object) {
            let size = view.getattr(intern!(object.py(), "nbytes"))?.extract()?;
            checked(object.py(), size, input_bytes)?;
            return Ok(Source { data: Data::Python(copy(&view)?), hint: None });
        }
        if object.hasattr(intern!(object.py(), "read"))? {
            return Self::of_file(object, input_bytes);
        }
        let kind = object.get_type().name()?;
        Err(PyTypeError::new_err(format!("expected bytes, a buffer, a path or a binary file, got {kind}")))
    }

    /// The bytes.
    pub fn bytes(&self) -> &[u8] {
        match &self.data {
            Data::Python(bytes) => bytes.as_bytes(),
            Data::Owned(bytes) => bytes,
        }
    }

    fn of_path(py: Python<'py>, path: &Path, input_bytes: u64) -> PyResult<Self> {
        let bytes = py.detach(|| files::read(path, input_bytes)).map_err(|unread| match unread {
            Unread::System(error) => os_error(py, &error, path),
            Unread::TooLarge(error) => exception(py, &error),
        })?;
        Ok(Source { data: Data::Owned(bytes), hint: formats::of_path(path) })
    }

    fn of_file(file: &Bound<'py, PyAny>, input_bytes: u64) -> PyResult<Self> {
        let py = file.py();
        let ahead = py.import(intern!(py, "transvase._source"))?.call_method1(intern!(py, "bytes_ahead"), (file,))?;
        checked(py, ahead.extract()?, input_bytes)?;
        let most = usize::try_from(input_bytes).unwrap_or(usize::MAX).saturating_add(1);
        let mut bytes = Vec::new();
        // A raw file or a socket may give less than was asked for: only nothing means the end.
        while bytes.len() < most {
            let part = file.call_method1(intern!(py, "read"), (most - bytes.len(),))?;
            let Ok(part) = part.cast::<PyBytes>() else {
                return Err(PyTypeError::new_err("the file must be open in binary mode"));
            };
            if part.as_bytes().is_empty() {
                break;
            }
            bytes.extend_from_slice(part.as_bytes());
        }
        checked(py, bytes.len() as u64, input_bytes)?;
        Ok(Source { data: Data::Owned(bytes), hint: name_of(file).and_then(|name| formats::of_path(&name)) })
    }
}

/// Holds the size of an input, as far as it is known, against the limit.
fn checked(py: Python<'_>, size: u64, input_bytes: u64) -> PyResult<()> {
    files::check_size(size, input_bytes).map_err(|error| exception(py, &error))
}

/// One copy of a buffer of any shape, which its owner may change meanwhile.
fn copy<'py>(view: &Bound<'py, PyMemoryView>) -> PyResult<Bound<'py, PyBytes>> {
    Ok(view.call_method0(intern!(view.py(), "tobytes"))?.cast_into::<PyBytes>()?)
}

/// The name of an open file; some have none, or a number.
fn name_of(file: &Bound<'_, PyAny>) -> Option<PathBuf> {
    file.getattr(intern!(file.py(), "name")).ok()?.extract::<PathBuf>().ok()
}
