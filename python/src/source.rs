//! Input arguments: bytes, a buffer, a path, or a file that is open; or several of these.

use std::path::{Path, PathBuf};

use pyo3::exceptions::PyTypeError;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyMemoryView, PySequence, PyString};
use transvase::{FontFile, Format, Input};
use transvase_surface::files::{self, Unread};
use transvase_surface::{fonts, formats};

use crate::errors::{exception, os_error};

/// The bytes of an input, and what its name says.
pub struct Source<'py> {
    data: Data<'py>,
    /// What messages call it.
    name: Option<String>,
    /// The format the name's extension stands for.
    pub hint: Option<Format>,
    /// The folder of a path.
    pub folder: Option<PathBuf>,
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

/// Opens one object after the other, and refuses the one with which they are too large together.
pub fn each<'py>(
    objects: impl IntoIterator<Item = Bound<'py, PyAny>>,
    input_bytes: u64,
) -> impl Iterator<Item = PyResult<Source<'py>>> {
    let mut size = 0;
    objects.into_iter().map(move |object| {
        let source = Source::open(&object, input_bytes)?;
        size += source.bytes().len() as u64;
        checked(object.py(), size, input_bytes)?;
        Ok(source)
    })
}

impl<'py> Source<'py> {
    /// Opens the one input that `object` is, or each of a sequence of inputs.
    ///
    /// # Errors
    /// As [`Source::open`].
    pub fn open_all(object: &Bound<'py, PyAny>, input_bytes: u64) -> PyResult<Vec<Self>> {
        // Bytes, text and other buffers are sequences, too.
        if let Some(source) = Self::of(object, input_bytes)? {
            return Ok(vec![source]);
        }
        let sequence = object.cast::<PySequence>().map_err(|_| refused(object))?;
        let objects: Vec<_> = sequence.try_iter()?.collect::<PyResult<_>>()?;
        each(objects, input_bytes).collect()
    }

    /// Opens whatever `object` is. Nothing is read or copied of what is known to be larger than
    /// `input_bytes` allows, and from other files no more than tells so.
    ///
    /// # Errors
    /// `OSError` for a file that cannot be read, `LimitExceeded` for one that is too large,
    /// `TypeError` for an object that holds no bytes.
    pub fn open(object: &Bound<'py, PyAny>, input_bytes: u64) -> PyResult<Self> {
        Self::of(object, input_bytes)?.ok_or_else(|| refused(object))
    }

    /// The input that `object` is; `None` where it is none.
    fn of(object: &Bound<'py, PyAny>, input_bytes: u64) -> PyResult<Option<Self>> {
        if let Ok(bytes) = object.cast::<PyBytes>() {
            return Ok(Some(Self::unnamed(Data::Python(bytes.clone()))));
        }
        if object.is_instance_of::<PyString>() || object.hasattr(intern!(object.py(), "__fspath__"))? {
            return Self::of_path(object.py(), &object.extract::<PathBuf>()?, input_bytes).map(Some);
        }
        if let Ok(view) = PyMemoryView::from(object) {
            let size = view.getattr(intern!(object.py(), "nbytes"))?.extract()?;
            checked(object.py(), size, input_bytes)?;
            return Ok(Some(Self::unnamed(Data::Python(copy(&view)?))));
        }
        if object.hasattr(intern!(object.py(), "read"))? {
            return Self::of_file(object, input_bytes).map(Some);
        }
        Ok(None)
    }

    /// The input as the core takes it.
    pub fn input(&self) -> Input<'_> {
        let input = Input::new(self.bytes()).hint(self.hint);
        self.name.as_deref().map_or(input, |name| input.name(name))
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
        let folder = Some(files::folder_of(path).to_owned());
        Ok(Source { folder, ..Self::unnamed(Data::Owned(bytes)).named(path) })
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
        let source = Self::unnamed(Data::Owned(bytes));
        Ok(match name_of(file) {
            Some(name) => source.named(&name),
            None => source,
        })
    }

    fn unnamed(data: Data<'py>) -> Self {
        Source { data, name: None, hint: None, folder: None }
    }

    fn named(self, path: &Path) -> Self {
        Source { name: Some(path.to_string_lossy().into_owned()), hint: formats::of_path(path), ..self }
    }
}

/// The exception for an object that is no input.
fn refused(object: &Bound<'_, PyAny>) -> PyErr {
    match object.get_type().name() {
        Ok(kind) => PyTypeError::new_err(format!("expected bytes, a buffer, a path or a binary file, got {kind}")),
        Err(failure) => failure,
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
