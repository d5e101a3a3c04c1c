//! Arrow arrays across the border to Python: the Arrow PyCapsule interface, and all the unsafe code
//! of this crate's columns.
//!
//! A producer hands out capsules named `arrow_schema`, `arrow_array` and `arrow_array_stream`, each
//! around a C structure with a release callback. Whoever takes a structure out leaves a released one
//! behind. Three promises of the Arrow C data interface are relied on here and cannot be checked:
//! a capsule of one of these names holds that structure, the callbacks of a structure may be called
//! until it is released, and the buffers of an array are as its schema and its lengths say.

use std::ffi::{CStr, CString, c_char, c_int, c_void};
use std::ptr::NonNull;

use arrow_array::array::{ArrayRef, make_array};
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_schema::{ArrowError, DataType, Field};
use pyo3::exceptions::{PyOSError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyCapsuleMethods, PyTuple};

const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";
const STREAM: &CStr = c"arrow_array_stream";

/// An array, or a stream of arrays of one type, taken from a Python object.
pub struct Incoming {
    arrays: Arrays,
    schema: FFI_ArrowSchema,
    data_type: DataType,
}

enum Arrays {
    /// The array, until it was asked for.
    One(Option<FFI_ArrowArray>),
    Stream(FFI_ArrowArrayStream),
}

impl Incoming {
    /// Takes what `object` exports: a stream where it offers one, since every object with several
    /// chunks does, and else an array.
    ///
    /// # Errors
    /// `TypeError` where it exports neither or a type nobody knows, `ValueError` where the capsule was
    /// used before, `OSError` where the stream fails, and whatever the object itself raises.
    pub fn of(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        if object.hasattr("__arrow_c_stream__")? {
            return Self::of_stream(&object.call_method0("__arrow_c_stream__")?);
        }
        if object.hasattr("__arrow_c_array__")? {
            return Self::of_array(&object.call_method0("__arrow_c_array__")?);
        }
        let name = object.get_type().fully_qualified_name()?;
        let message = format!("{name} is no Arrow column: it has neither __arrow_c_stream__ nor __arrow_c_array__");
        Err(PyTypeError::new_err(message))
    }

    fn of_stream(capsule: &Bound<'_, PyAny>) -> PyResult<Self> {
        let place = pointer::<FFI_ArrowArrayStream>(capsule, STREAM)?;
        // SAFETY: by its name the capsule holds a stream. Taking it leaves a released one, so it is
        // released once only.
        let mut stream = unsafe { FFI_ArrowArrayStream::from_raw(place.as_ptr()) };
        let schema = schema_of(&mut stream)?;
        Self::new(Arrays::Stream(stream), schema)
    }

    fn of_array(capsules: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (schema, array): (Bound<'_, PyAny>, Bound<'_, PyAny>) = capsules.extract()?;
        let (schema, array) = (pointer::<FFI_ArrowSchema>(&schema, SCHEMA)?, pointer::<FFI_ArrowArray>(&array, ARRAY)?);
        // SAFETY: by their names the capsules hold a schema and an array. Taking them leaves released
        // ones, so each is released once only.
        let (schema, array) =
            unsafe { (FFI_ArrowSchema::from_raw(schema.as_ptr()), FFI_ArrowArray::from_raw(array.as_ptr())) };
        if array.is_released() || schema.release().is_none() {
            return Err(used_before());
        }
        Self::new(Arrays::One(Some(array)), schema)
    }

    fn new(arrays: Arrays, schema: FFI_ArrowSchema) -> PyResult<Self> {
        let data_type = DataType::try_from(&schema).map_err(|error| type_error(&error))?;
        Ok(Incoming { arrays, schema, data_type })
    }

    /// The type of every array.
    pub fn data_type(&self) -> &DataType {
        &self.data_type
    }

    /// The next array; `None` at the end. May run the producer's own code: to be called without the
    /// interpreter's lock.
    ///
    /// # Errors
    /// `OSError` with the producer's number and message.
    pub fn next_array(&mut self) -> PyResult<Option<ArrayRef>> {
        let array = match &mut self.arrays {
            Arrays::One(array) => array.take(),
            Arrays::Stream(stream) => next_of(stream)?,
        };
        let Some(array) = array else { return Ok(None) };
        // SAFETY: array and schema come from one producer, who promises that they agree.
        let data = unsafe { from_ffi(array, &self.schema) }.map_err(|error| type_error(&error))?;
        Ok(Some(make_array(data)))
    }
}

/// Where the structure of the capsule called `name` lies.
fn pointer<T>(capsule: &Bound<'_, PyAny>, name: &CStr) -> PyResult<NonNull<T>> {
    Ok(capsule.cast::<PyCapsule>()?.pointer_checked(Some(name))?.cast())
}

fn schema_of(stream: &mut FFI_ArrowArrayStream) -> PyResult<FFI_ArrowSchema> {
    let Some(get_schema) = stream.get_schema().filter(|_| stream.release().is_some()) else {
        return Err(used_before());
    };
    let mut schema = FFI_ArrowSchema::empty();
    // SAFETY: the stream is not released, and the callback is its own.
    let status = unsafe { get_schema(stream, &raw mut schema) };
    checked(stream, status).map(|()| schema)
}

fn next_of(stream: &mut FFI_ArrowArrayStream) -> PyResult<Option<FFI_ArrowArray>> {
    let Some(get_next) = stream.get_next() else { return Ok(None) };
    let mut array = FFI_ArrowArray::empty();
    // SAFETY: the stream is not released before it is dropped, and the callback is its own.
    let status = unsafe { get_next(stream, &raw mut array) };
    checked(stream, status)?;
    // A released array is how a stream says that it has ended.
    Ok(if array.is_released() { None } else { Some(array) })
}

/// Turns a status other than 0 into an `OSError` with the stream's own words.
fn checked(stream: &mut FFI_ArrowArrayStream, status: c_int) -> PyResult<()> {
    if status == 0 {
        return Ok(());
    }
    let text = match stream.get_last_error() {
        // SAFETY: the stream is not released, and the callback is its own.
        Some(get_last_error) => unsafe { get_last_error(stream) },
        None => std::ptr::null(),
    };
    let message = if text.is_null() {
        "the Arrow stream failed".into()
    } else {
        // SAFETY: what the callback gives is a C string that stays until the next call on the stream.
        unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
    };
    Err(PyOSError::new_err((status, message)))
}

fn used_before() -> PyErr {
    PyValueError::new_err("the Arrow capsule was used before")
}

fn type_error(error: &ArrowError) -> PyErr {
    PyTypeError::new_err(error.to_string())
}

/// A capsule with the schema of a nullable column.
pub fn schema_capsule<'py>(py: Python<'py>, data_type: &DataType) -> PyResult<Bound<'py, PyCapsule>> {
    PyCapsule::new_with_value(py, exported_schema(data_type).map_err(|error| type_error(&error))?, SCHEMA)
}

/// The two capsules of one array.
pub fn array_capsules<'py>(py: Python<'py>, array: &ArrayRef) -> PyResult<Bound<'py, PyTuple>> {
    let schema = schema_capsule(py, array.data_type())?;
    let array = PyCapsule::new_with_value(py, FFI_ArrowArray::new(&array.to_data()), ARRAY)?;
    (schema, array).into_pyobject(py)
}

/// A capsule with a stream of `chunks`, all of `data_type`.
pub fn stream_capsule(py: Python<'_>, data_type: DataType, chunks: Vec<ArrayRef>) -> PyResult<Bound<'_, PyCapsule>> {
    PyCapsule::new_with_value(py, exported_stream(data_type, chunks), STREAM)
}

fn exported_schema(data_type: &DataType) -> Result<FFI_ArrowSchema, ArrowError> {
    FFI_ArrowSchema::try_from(Field::new("", data_type.clone(), true))
}

/// What an exported stream owns.
struct Exported {
    data_type: DataType,
    chunks: std::vec::IntoIter<ArrayRef>,
    last_error: CString,
}

fn exported_stream(data_type: DataType, chunks: Vec<ArrayRef>) -> FFI_ArrowArrayStream {
    let exported = Exported { data_type, chunks: chunks.into_iter(), last_error: CString::default() };
    let exported = Box::into_raw(Box::new(exported)).cast::<c_void>();
    // SAFETY: the callbacks expect an `Exported` behind the private pointer, `release` frees it once
    // and marks the stream as released.
    unsafe {
        FFI_ArrowArrayStream::new_unchecked(
            Some(get_schema),
            Some(get_next),
            Some(get_last_error),
            Some(release),
            exported,
        )
    }
}

/// The `Exported` of a stream.
///
/// # Safety
/// `stream` was made by `exported_stream` and is not released; nobody else uses it meanwhile.
unsafe fn exported<'a>(stream: *mut FFI_ArrowArrayStream) -> &'a mut Exported {
    // SAFETY: as above.
    unsafe { &mut *(*stream).private_data().cast::<Exported>() }
}

/// # Safety
/// As the Arrow C stream interface says: `stream` is ours and live, `out` can be written.
unsafe extern "C" fn get_schema(stream: *mut FFI_ArrowArrayStream, out: *mut FFI_ArrowSchema) -> c_int {
    /// Invalid argument, in the numbers of every system.
    const EINVAL: c_int = 22;
    // SAFETY: the caller's promise.
    let exported = unsafe { exported(stream) };
    match exported_schema(&exported.data_type) {
        // SAFETY: the caller's promise. What `out` holds is not initialised, so it is not dropped.
        Ok(schema) => unsafe { out.write(schema) },
        Err(error) => {
            exported.last_error = CString::new(error.to_string()).unwrap_or_default();
            return EINVAL;
        }
    }
    0
}

/// # Safety
/// As the Arrow C stream interface says: `stream` is ours and live, `out` can be written.
unsafe extern "C" fn get_next(stream: *mut FFI_ArrowArrayStream, out: *mut FFI_ArrowArray) -> c_int {
    // SAFETY: the caller's promise.
    let chunk = unsafe { exported(stream) }.chunks.next();
    let array = chunk.map_or_else(FFI_ArrowArray::empty, |chunk| FFI_ArrowArray::new(&chunk.to_data()));
    // SAFETY: the caller's promise. What `out` holds is not initialised, so it is not dropped.
    unsafe { out.write(array) };
    0
}

/// # Safety
/// As the Arrow C stream interface says: `stream` is ours and live.
unsafe extern "C" fn get_last_error(stream: *mut FFI_ArrowArrayStream) -> *const c_char {
    // SAFETY: the caller's promise.
    unsafe { exported(stream) }.last_error.as_ptr()
}

/// # Safety
/// As the Arrow C stream interface says: `stream` is ours and live; nobody uses it afterwards.
unsafe extern "C" fn release(stream: *mut FFI_ArrowArrayStream) {
    // SAFETY: the pointer came from `Box::into_raw`. The stream written over it is a released one, so
    // this is the only time; overwriting does not drop, which would release again.
    unsafe {
        drop(Box::from_raw((*stream).private_data().cast::<Exported>()));
        stream.write(FFI_ArrowArrayStream::empty());
    }
}
