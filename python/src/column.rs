//! Arrow columns of files: Arrow in, Arrow out, one conversion for each row.
//!
//! Data crosses the border by the Arrow PyCapsule interface, without a copy and without knowing which
//! library is on the other side. The result is made at the call, not while it is read: an exception is
//! then raised where the conversion was asked for. A stream is still read array by array, so no more
//! than one array of the input is held at a time.

mod blobs;
mod capsule;
mod result;
mod work;

use std::sync::Arc;

use arrow_array::array::{Array, ArrayRef};
use arrow_schema::DataType;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict, PyTuple};
use transvase::{Converter, Error, ErrorCode};

use blobs::Blobs;
use capsule::Incoming;
use result::Chunks;
use work::Watch;

use crate::errors::{exception, guarded};
use crate::settings::Settings;

/// Most bytes of a chunk where the caller names no number: as many as 32-bit offsets reach, so that a
/// chunk can be cast to Arrow's `binary`, which Spark for one needs.
const CHUNK_BYTES: usize = i32::MAX as usize;

/// What becomes of a row that cannot be converted.
#[derive(Clone, Copy, PartialEq)]
enum OnError {
    Raise,
    Null,
    Struct,
}

impl OnError {
    fn parse(word: &str) -> transvase::Result<Self> {
        match word {
            "raise" => Ok(OnError::Raise),
            "null" => Ok(OnError::Null),
            "struct" => Ok(OnError::Struct),
            _ => Err(Error::option("on_error", format!("{word:?} is not one of raise, null, struct"))),
        }
    }

    fn chunks(self, most: usize) -> Chunks {
        match self {
            OnError::Struct => Chunks::records(most),
            OnError::Raise | OnError::Null => Chunks::plain(most),
        }
    }
}

/// The result of `convert_column`: a column for any library that speaks Arrow.
///
/// Its type is `large_binary`, or with `on_error="struct"` a record of `data` (large_binary), `code`
/// and `message` (text, null where the row was converted) and `warnings` (a list of records of `code`,
/// `place` and `message`). `pyarrow.chunked_array(column)`, `polars.Series(column)` and their like
/// take it without a copy, as often as you wish.
#[pyclass(frozen, module = "transvase")]
pub struct Column {
    /// At least one, all of one type.
    chunks: Vec<ArrayRef>,
}

impl Column {
    fn data_type(&self) -> &DataType {
        self.chunks[0].data_type()
    }
}

#[pymethods]
impl Column {
    /// How many rows there are.
    fn __len__(&self) -> usize {
        self.chunks.iter().map(Array::len).sum()
    }

    fn __repr__(&self) -> String {
        format!("<transvase.Column: {} rows of {} in {} chunks>", self.__len__(), self.data_type(), self.chunks.len())
    }

    /// A capsule with the column's Arrow type.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        capsule::schema_capsule(py, self.data_type())
    }

    /// Capsules with the column's type and its one chunk. The schema asked for is not looked at, which
    /// the protocol allows.
    ///
    /// Raises `ValueError` where there are more chunks: take the stream then.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyTuple>> {
        let _ = requested_schema;
        match self.chunks.as_slice() {
            [chunk] => capsule::array_capsules(py, chunk),
            chunks => {
                let count = chunks.len();
                Err(PyValueError::new_err(format!("the column has {count} chunks: take it as a chunked array")))
            }
        }
    }

    /// A capsule with a stream of the chunks. The schema asked for is not looked at, which the protocol
    /// allows.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        let _ = requested_schema;
        capsule::stream_capsule(py, self.data_type().clone(), self.chunks.clone())
    }
}

// The signature, as those of `convert.rs`.
#[doc = concat!(
    "convert_column(array, to, *, on_error='raise', threads=1, chunk_bytes=2147483647, from_=None, ",
    include_str!("keywords.txt"),
    "options=None, limits=None, fonts=None, system_fonts=None, timeout=None, cancel=None)\n--\n"
)]
/// Converts each row of a column of files; nulls stay nulls.
///
/// `array` is anything that exports Arrow data (pyarrow, polars, nanoarrow, Daft, DuckDB) of type binary,
/// `large_binary`, `binary_view` or `fixed_size_binary`; a table of one such column will do. The result is a
/// `Column`, which the same libraries take.
///
/// `on_error` says what becomes of a row that cannot be converted: with `"raise"` the first one's exception
/// ends the call, and a note on it names the row, counted from 0; with `"null"` it is null; with `"struct"`
/// every row is a record of `data`, `code`, `message` and `warnings`.
///
/// `threads` rows are converted side by side, each on one thread. No chunk of the result has more than `chunk_bytes`, unless it is
/// one row. The other keywords are those of `convert`. Ctrl-C and `cancel` end the whole call.
///
/// >>> import pyarrow
/// >>> photos = pyarrow.array([open("photo.jpg", "rb").read(), None])
/// >>> small = transvase.convert_column(photos, "jpeg", max_bytes=100_000)
/// >>> pyarrow.array(small).is_valid().to_pylist()
/// [True, False]
#[pyfunction]
#[pyo3(
    signature = (array, to, *, on_error = "raise", threads = 1, chunk_bytes = CHUNK_BYTES, **settings),
    text_signature = None
)]
fn convert_column(
    array: &Bound<'_, PyAny>,
    to: &str,
    on_error: &str,
    threads: u64,
    chunk_bytes: usize,
    settings: Option<&Bound<'_, PyDict>>,
) -> PyResult<Column> {
    let py = array.py();
    guarded(py, || {
        let target = transvase::target(to).map_err(|error| exception(py, &error))?;
        let job = Job::new(py, Settings::new(py, target, settings)?, on_error, threads, chunk_bytes)?;
        let incoming = Incoming::of(array)?;
        blobs::check(incoming.data_type())?;
        py.detach(|| job.run(incoming))
    })
}

/// Adds the function and its result's class to the module.
pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<Column>()?;
    module.add_function(wrap_pyfunction!(convert_column, module)?)
}

/// What one call was asked for, beside the input.
struct Job {
    converter: Converter,
    watch: Arc<Watch>,
    on_error: OnError,
    threads: usize,
    chunk_bytes: usize,
}

impl Job {
    fn new(py: Python<'_>, settings: Settings, on_error: &str, threads: u64, chunk_bytes: usize) -> PyResult<Self> {
        if settings.progress.is_some() {
            return Err(PyTypeError::new_err("a column reports no progress"));
        }
        let refused = |error: Error| exception(py, &error);
        check_options(&settings.converter).map_err(refused)?;
        Ok(Job {
            on_error: OnError::parse(on_error).map_err(refused)?,
            threads: check_threads(threads).map_err(refused)?,
            converter: settings.converter,
            watch: Arc::new(Watch::new(settings.cancel)),
            chunk_bytes,
        })
    }

    /// Converts every array of `source`. To be called without the interpreter's lock.
    fn run(&self, mut source: Incoming) -> PyResult<Column> {
        let mut chunks = self.on_error.chunks(self.chunk_bytes);
        let mut row = 0;
        while let Some(array) = source.next_array()? {
            let blobs = Blobs::new(array);
            work::convert_rows(&blobs, &self.converter, self.threads, &self.watch, &mut |outcome| {
                self.add(&mut chunks, row, outcome)?;
                row += 1;
                Ok(())
            })?;
        }
        Ok(Column { chunks: chunks.finish() })
    }

    /// Adds what became of a row to the result, or refuses it.
    fn add(&self, chunks: &mut Chunks, row: usize, outcome: work::Outcome) -> PyResult<()> {
        match outcome {
            None => chunks.push_null(),
            Some(Ok(output)) => chunks.push_output(&output),
            // The caller cancelled the call, not this row.
            Some(Err(error)) if self.on_error == OnError::Raise || error.code() == ErrorCode::Cancelled => {
                return Err(row_error(row, &error));
            }
            Some(Err(error)) => chunks.push_error(&error),
        }
        Ok(())
    }
}

/// The exception of a row, which its note names.
fn row_error(row: usize, error: &Error) -> PyErr {
    Python::attach(|py| {
        let raised = exception(py, error);
        match raised.value(py).call_method1("add_note", (format!("row {row} of the column"),)) {
            Ok(_) => raised,
            Err(other) => other,
        }
    })
}

/// An option that is wrong for every row is the call's error, even where there are no rows. Options are
/// looked at before the input, so any input shows it.
fn check_options(converter: &Converter) -> transvase::Result<()> {
    match converter.convert(&[]) {
        Err(error) if error.code() == ErrorCode::InvalidOption => Err(error),
        _ => Ok(()),
    }
}

/// Threads to convert rows on: the same range as the option of that name.
fn check_threads(threads: u64) -> transvase::Result<usize> {
    let mut specs = transvase::option_specs().into_iter();
    specs.find(|spec| spec.key == "threads").map_or(Ok(()), |spec| spec.parse(&threads.to_string()).map(|_| ()))?;
    Ok(threads as usize)
}
