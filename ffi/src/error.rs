//! The error handle: what went wrong, and its parts.

use std::any::Any;
use std::ffi::{CStr, CString, c_char};
use std::io;
use std::path::Path;

use transvase::{ErrorCode, Stage};
use transvase_surface::panics;

use crate::guard;
use crate::status::Status;

/// A failure on its way to C: the library's own, or trouble with a file.
pub enum Failure {
    /// The library refused or failed.
    Conversion(transvase::Error),
    /// A file cannot be read or written: the sentence names it.
    File(Status, String),
}

impl From<transvase::Error> for Failure {
    fn from(error: transvase::Error) -> Self {
        Failure::Conversion(error)
    }
}

impl Failure {
    /// The file at `path` cannot be read.
    pub fn reading(path: &Path, error: &io::Error) -> Self {
        Failure::File(Status::NO_INPUT, format!("{} cannot be read: {error}", path.display()))
    }

    /// The file at `path` cannot be written.
    pub fn writing(path: &Path, error: &io::Error) -> Self {
        Failure::File(Status::IO, format!("{} cannot be written: {error}", path.display()))
    }

    /// A panic of this crate itself; one of a conversion is an error of the library already.
    pub fn panic(panic: &(dyn Any + Send)) -> Self {
        let text = panics::text(panic).unwrap_or("a panic");
        transvase::Error::new(ErrorCode::Internal, format!("the C library failed: {text}")).into()
    }

    /// The status of the call that failed.
    pub fn status(&self) -> Status {
        match self {
            Failure::Conversion(error) => error.code().into(),
            Failure::File(status, _) => *status,
        }
    }
}

/// What went wrong. Its strings live as long as it does.
pub struct Error {
    status: Status,
    name: CString,
    message: CString,
    hint: Option<CString>,
    stage: Option<CString>,
    format: Option<CString>,
    which: Option<CString>,
    cause: Option<CString>,
    targets: Vec<CString>,
    limit: u64,
    seen: u64,
    smallest_bytes: u64,
    smallest_with_resize: u64,
    retryable: bool,
}

/// A C string of `text`; a zero byte inside, which no sentence of ours has, ends it early.
pub fn c_string(text: impl AsRef<str>) -> CString {
    let text = text.as_ref();
    let end = text.find('\0').unwrap_or(text.len());
    CString::new(&text[..end]).unwrap_or_default()
}

impl Error {
    /// The handle of a failure.
    pub fn new(failure: Failure) -> Self {
        match failure {
            Failure::Conversion(error) => Self::of(&error),
            Failure::File(status, message) => Error {
                status,
                name: c_string(if status == Status::NO_INPUT { "NoInput" } else { "Output" }),
                message: c_string(message),
                ..Self::of(&transvase::Error::new(ErrorCode::Internal, ""))
            },
        }
    }

    fn of(error: &transvase::Error) -> Self {
        let details = error.details();
        Error {
            status: error.code().into(),
            name: c_string(error.code().name()),
            message: c_string(error.to_string()),
            hint: error.hint_text().map(c_string),
            stage: error.stage().map(Stage::name).map(c_string),
            format: error.format().map(c_string),
            which: details.which.as_ref().map(c_string),
            cause: error.cause().map(|cause| c_string(cause.to_string())),
            targets: details.supported_targets.iter().map(c_string).collect(),
            limit: details.limit.unwrap_or(0),
            seen: details.seen.unwrap_or(0),
            smallest_bytes: details.smallest_bytes.unwrap_or(0),
            smallest_with_resize: details.smallest_with_resize.unwrap_or(0),
            retryable: error.code().spec().retryable,
        }
    }
}

/// Frees an error and its strings. NULL is accepted.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_error_free(error: Option<Box<Error>>) {
    guard::answer((), || drop(error));
}

/// The status the call answered with; `TVASE_OK` of NULL.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_error_status(error: Option<&Error>) -> Status {
    guard::answer(Status::INTERNAL, || error.map_or(Status::OK, |error| error.status))
}

/// The name of the code, as in "Malformed".
#[unsafe(no_mangle)]
pub extern "C" fn tvase_error_name(error: Option<&Error>) -> *const c_char {
    guard::text(|| error.map(|error| error.name.as_c_str()))
}

/// One plain sentence that says what failed and where.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_error_message(error: Option<&Error>) -> *const c_char {
    guard::text(|| error.map(|error| error.message.as_c_str()))
}

/// One plain sentence that says what would work instead; NULL where the library does not know.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_error_hint(error: Option<&Error>) -> *const c_char {
    guard::text(|| part(error, |error| &error.hint))
}

/// The stage it came from: "options", "detect", "read", "transform", "write" or "fit"; NULL where it
/// is not known.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_error_stage(error: Option<&Error>) -> *const c_char {
    guard::text(|| part(error, |error| &error.stage))
}

/// Id of the format concerned; NULL where there is none.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_error_format(error: Option<&Error>) -> *const c_char {
    guard::text(|| part(error, |error| &error.format))
}

/// What lies below the library's own message, for a report to its authors; NULL where nothing does.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_error_cause(error: Option<&Error>) -> *const c_char {
    guard::text(|| part(error, |error| &error.cause))
}

/// `TVASE_LIMIT_EXCEEDED`: key of the limit. `TVASE_INVALID_OPTION`: key of the option, or name of the
/// argument. NULL for other codes.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_error_which(error: Option<&Error>) -> *const c_char {
    guard::text(|| part(error, |error| &error.which))
}

/// `TVASE_LIMIT_EXCEEDED`: the limit, in the unit of its key; 0 for other codes.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_error_limit(error: Option<&Error>) -> u64 {
    guard::answer(0, || error.map_or(0, |error| error.limit))
}

/// `TVASE_LIMIT_EXCEEDED`: what the input asked for, as far as it was counted; 0 for other codes.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_error_seen(error: Option<&Error>) -> u64 {
    guard::answer(0, || error.map_or(0, |error| error.seen))
}

/// `TVASE_TARGET_UNREACHABLE`: the smallest size reached in bytes; 0 for other codes.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_error_smallest_bytes(error: Option<&Error>) -> u64 {
    guard::answer(0, || error.map_or(0, |error| error.smallest_bytes))
}

/// `TVASE_TARGET_UNREACHABLE`: the smallest size in bytes that a picture has with fewer pixels, which the option `resize`
/// allows; 0 for other codes, and where there is none.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_error_smallest_with_resize(error: Option<&Error>) -> u64 {
    guard::answer(0, || error.map_or(0, |error| error.smallest_with_resize))
}

/// `TVASE_UNKNOWN_TARGET` and `TVASE_UNSUPPORTED_ROUTE`: id of a target that would work, counted from
/// 0; NULL behind the last.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_error_supported_target(error: Option<&Error>, index: usize) -> *const c_char {
    guard::text(|| error.and_then(|error| error.targets.get(index)).map(CString::as_c_str))
}

/// Whether the same call may succeed later.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_error_retryable(error: Option<&Error>) -> bool {
    guard::answer(false, || error.is_some_and(|error| error.retryable))
}

fn part(error: Option<&Error>, of: impl Fn(&Error) -> &Option<CString>) -> Option<&CStr> {
    error.and_then(|error| of(error).as_deref())
}
