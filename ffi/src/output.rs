//! The output handle: the result of a conversion.

use std::ffi::{CString, c_char};
use std::sync::OnceLock;

use transvase::{Format, Place, Route};

use crate::catalogue;
use crate::error::c_string;
use crate::guard;

/// The result of a conversion. Its bytes and strings live as long as it does.
pub struct Output {
    bytes: Vec<u8>,
    format: Format,
    warnings: Vec<Warning>,
    route: Route,
    /// The route in words, once somebody has asked.
    steps: OnceLock<CString>,
}

/// One loss.
pub struct Warning {
    code: CString,
    message: CString,
    place: CString,
    page: u32,
}

impl From<transvase::Output> for Output {
    fn from(output: transvase::Output) -> Self {
        Output {
            warnings: output.warnings.iter().map(Warning::new).collect(),
            bytes: output.bytes,
            format: output.format,
            route: output.route,
            steps: OnceLock::new(),
        }
    }
}

impl Output {
    /// The file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Lets go of the file, once it lies somewhere else.
    #[must_use]
    pub fn without_bytes(mut self) -> Self {
        self.bytes = Vec::new();
        self
    }
}

impl Warning {
    fn new(warning: &transvase::Warning) -> Self {
        Warning {
            code: c_string(warning.code.name()),
            message: c_string(&warning.message),
            place: c_string(warning.place.to_string()),
            page: if let Place::Page(number) = warning.place { number } else { 0 },
        }
    }
}

/// Frees a result with its bytes and strings. NULL is accepted.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_output_free(output: Option<Box<Output>>) {
    guard::answer((), || drop(output));
}

/// The bytes of the file, `tvase_output_len` of them; NULL of NULL, and of a result that was written
/// to a file.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_output_data(output: Option<&Output>) -> *const u8 {
    let bytes = guard::answer(None, || output.map(Output::bytes).filter(|bytes| !bytes.is_empty()));
    bytes.map_or(std::ptr::null(), <[u8]>::as_ptr)
}

/// How many bytes `tvase_output_data` points at.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_output_len(output: Option<&Output>) -> usize {
    guard::answer(0, || output.map_or(0, |output| output.bytes.len()))
}

/// Id of the format, as in "docx".
#[unsafe(no_mangle)]
pub extern "C" fn tvase_output_format(output: Option<&Output>) -> *const c_char {
    guard::text(|| output.and_then(|output| catalogue::id(output.format)))
}

/// The steps that were taken, as in "pdf -> pages -> reflow -> flow -> docx".
#[unsafe(no_mangle)]
pub extern "C" fn tvase_output_route(output: Option<&Output>) -> *const c_char {
    guard::text(|| output.map(|output| output.steps.get_or_init(|| c_string(output.route.explain())).as_c_str()))
}

/// What could not be carried over, in page order: the loss `index`, counted from 0; NULL behind the
/// last. It lives as long as the result.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_output_warning(output: Option<&Output>, index: usize) -> Option<&Warning> {
    guard::answer(None, || output.and_then(|output| output.warnings.get(index)))
}

/// Name of the loss's code, as in "FontSubstituted"; docs/errors.md lists them.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_warning_code(warning: Option<&Warning>) -> *const c_char {
    guard::text(|| warning.map(|warning| warning.code.as_c_str()))
}

/// One plain sentence.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_warning_message(warning: Option<&Warning>) -> *const c_char {
    guard::text(|| warning.map(|warning| warning.message.as_c_str()))
}

/// Where in the source it happened, as in "page 3".
#[unsafe(no_mangle)]
pub extern "C" fn tvase_warning_place(warning: Option<&Warning>) -> *const c_char {
    guard::text(|| warning.map(|warning| warning.place.as_c_str()))
}

/// The page it happened on, counted from 1; 0 where it concerns no single page.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_warning_page(warning: Option<&Warning>) -> u32 {
    guard::answer(0, || warning.map_or(0, |warning| warning.page))
}
