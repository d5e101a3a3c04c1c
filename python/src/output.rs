//! The result of a conversion, as Python sees it.

use std::ffi::c_int;
use std::path::PathBuf;

use pyo3::exceptions::PyValueError;
use pyo3::ffi;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList};
use transvase::{Place, Warning};
use transvase_surface::files;

use crate::errors::os_error;
use crate::records::record;

/// Code, message, place and page of a warning: what `transvase.Warning` takes.
type WarningFields = (String, String, String, Option<u32>);

/// Id of the format that is read as plain objects.
const JSON: &str = "json";

/// Formats a notebook shows.
const SHOWN: &[&str] = &["image/png", "image/jpeg", "application/pdf"];

/// Adds the class, and the function pickle restores it with, to the module.
pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Output>()?;
    module.add_function(wrap_pyfunction!(_restore, module)?)
}

/// The result of a conversion. It is bytes-like: `memoryview(output)`, `file.write(output)` and
/// `numpy.frombuffer(output, "uint8")` take it without a copy.
#[pyclass(frozen, module = "transvase")]
pub struct Output {
    data: Vec<u8>,
    format: String,
    route: String,
    warnings: Vec<WarningFields>,
}

impl Output {
    /// Takes over the core's result.
    pub fn new(output: transvase::Output) -> Self {
        Output {
            format: output.format.id().to_owned(),
            route: output.route.explain(),
            warnings: output.warnings.into_iter().map(fields).collect(),
            data: output.bytes,
        }
    }

    /// The file.
    pub fn data(&self) -> &[u8] {
        &self.data
    }

    fn media_type(&self) -> Option<&'static str> {
        let format = transvase::formats().find(|spec| spec.id == self.format)?;
        format.media_types.first().copied()
    }

    /// The file as it is, if it is of this media type.
    fn shown_as<'py>(&self, py: Python<'py>, media_type: &str) -> Option<Bound<'py, PyBytes>> {
        (self.media_type() == Some(media_type)).then(|| PyBytes::new(py, &self.data))
    }
}

fn fields(warning: Warning) -> WarningFields {
    let place = warning.place.to_string();
    let page = match warning.place {
        Place::Page(number) => Some(number),
        _ => None,
    };
    (warning.code.name().to_owned(), warning.message, place, page)
}

#[pymethods]
impl Output {
    /// The file as a `bytes` object: a copy.
    #[getter]
    fn bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.data)
    }

    /// Id of the format: the target.
    #[getter]
    fn format(&self) -> &str {
        &self.format
    }

    /// The steps that were taken, as in `pdf -> pages -> reflow -> flow -> docx`.
    #[getter]
    fn route(&self) -> &str {
        &self.route
    }

    /// What could not be carried over, in page order.
    #[getter]
    fn warnings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let list = PyList::empty(py);
        for (code, message, place, page) in &self.warnings {
            list.append(record(py, "Warning", (code, message, place, page))?)?;
        }
        Ok(list)
    }

    /// The document as plain objects, of the format JSON: a dict, or with the option `chunks` a list of dicts.
    #[getter]
    fn document<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        if self.format != JSON {
            let message = format!("a result of the format {} has no document: convert to json to get one", self.format);
            return Err(PyValueError::new_err(message));
        }
        let loads = py.import(intern!(py, "json"))?.getattr(intern!(py, "loads"))?;
        if transvase::detect(&self.data).is_some_and(|format| format.id() == JSON) {
            return loads.call1((self.bytes(py),));
        }
        let chunks = PyList::empty(py);
        for line in self.data.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
            chunks.append(loads.call1((PyBytes::new(py, line),))?)?;
        }
        Ok(chunks.into_any())
    }

    /// Makes `path` a file of these bytes, in one step: it is there whole or not at all.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        let written = py.detach(|| files::write_whole(&path, &self.data));
        written.map_err(|error| os_error(py, &error, &path))
    }

    fn __len__(&self) -> usize {
        self.data.len()
    }

    fn __bytes__<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        self.bytes(py)
    }

    fn __repr__(&self) -> String {
        let (format, bytes, warnings) = (&self.format, self.data.len(), self.warnings.len());
        format!("<transvase.Output {format}, {bytes} bytes, {warnings} warnings>")
    }

    fn __reduce__<'py>(
        slf: &Bound<'py, Self>,
    ) -> PyResult<(Bound<'py, PyAny>, (Bound<'py, PyBytes>, String, String, Vec<WarningFields>))> {
        let (py, output) = (slf.py(), slf.get());
        let restore = py.import(intern!(py, "transvase._native"))?.getattr(intern!(py, "_restore"))?;
        let state = (output.bytes(py), output.format.clone(), output.route.clone(), output.warnings.clone());
        Ok((restore, state))
    }

    fn _repr_png_<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyBytes>> {
        self.shown_as(py, "image/png")
    }

    fn _repr_jpeg_<'py>(&self, py: Python<'py>) -> Option<Bound<'py, PyBytes>> {
        self.shown_as(py, "image/jpeg")
    }

    /// What a notebook shows: text, and the file in base64 where it is of a kind that can be shown.
    #[pyo3(signature = (include = None, exclude = None))]
    fn _repr_mimebundle_<'py>(
        &self,
        py: Python<'py>,
        include: Option<&Bound<'py, PyAny>>,
        exclude: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyDict>> {
        // A notebook takes from the bundle what it asked for, so the two need no look.
        let _ = (include, exclude);
        let bundle = PyDict::new(py);
        bundle.set_item("text/plain", self.__repr__())?;
        if let Some(media_type) = self.media_type().filter(|media_type| SHOWN.contains(media_type)) {
            let encoded =
                py.import(intern!(py, "base64"))?.call_method1(intern!(py, "b64encode"), (self.bytes(py),))?;
            bundle.set_item(media_type, encoded.call_method1(intern!(py, "decode"), ("ascii",))?)?;
        }
        Ok(bundle)
    }

    #[allow(unsafe_code, reason = "the buffer protocol is one of raw pointers")]
    unsafe fn __getbuffer__(slf: Bound<'_, Self>, view: *mut ffi::Py_buffer, flags: c_int) -> PyResult<()> {
        let data = slf.get().data();
        // A buffer's length is signed; no allocation is longer than `isize::MAX`.
        let len = data.len() as ffi::Py_ssize_t;
        // SAFETY: the interpreter passes a view to fill. It holds a reference to `slf`, which keeps
        // the bytes where they are: the class is frozen and never gives up or changes its vector.
        // `PyBuffer_FillInfo` refuses writable views, as read-only is said here.
        let filled =
            unsafe { ffi::PyBuffer_FillInfo(view, slf.as_ptr(), data.as_ptr().cast_mut().cast(), len, 1, flags) };
        if filled == 0 { Ok(()) } else { Err(PyErr::fetch(slf.py())) }
    }
}

/// Makes an `Output` of what pickle has kept of one.
#[pyfunction]
fn _restore(data: Bound<'_, PyBytes>, format: String, route: String, warnings: Vec<WarningFields>) -> Output {
    Output { data: data.as_bytes().to_vec(), format, route, warnings }
}
