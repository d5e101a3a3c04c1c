//! The functions `convert`, `compress` and their kin.

use std::path::PathBuf;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use transvase::{Format, Input};
use transvase_surface::{files, formats};

use crate::errors::{exception, guarded, os_error};
use crate::output::Output;
use crate::settings::Settings;
use crate::source::Source;
use crate::watch;

/// Adds the functions to the module.
pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(convert, module)?)?;
    module.add_function(wrap_pyfunction!(convert_file, module)?)?;
    module.add_function(wrap_pyfunction!(compress, module)?)
}

/// The first lines of a docstring, which are the function's signature to `help` and `inspect`. The
/// options' keywords are made from the core's table by `cargo xtask docs`.
macro_rules! signature {
    ($before:literal) => {
        concat!(
            $before,
            ", from_=None, ",
            include_str!("keywords.txt"),
            "threads=None, options=None, limits=None, fonts=None, system_fonts=None, timeout=None, progress=None, cancel=None)\n--\n"
        )
    };
}

#[doc = signature!("convert(src, to, *, resources=None")]
/// Converts a file to the format `to` names: an id, an extension or a media type. Where that is its
/// own format already, the file is made smaller.
///
/// `src` is bytes, any other buffer, a path, or an open binary file; a `str` is always a path, whose
/// extension decides where the bytes leave a doubt. A sequence of these becomes one file, each behind
/// the one before. `None` for a keyword means not set.
///
/// * `resources`: files that the document names, such as its pictures, by these names: relative paths
///   with slashes. What a file given by its path names in its own folder or below is found without.
/// * `from_`: the source's format, instead of what its bytes look like.
/// * `max_bytes`: ceiling of the result's size, as a number or as in `"200KB"` (200,000 bytes) and
///   `"1MiB"` (1,048,576); it is never larger. With `best_effort` the smallest result there is, and a
///   warning, takes the place of `TargetUnreachable`.
/// * `quality` (1 to 100), `effort` (0 to 9), `pages` (as in `"1-3,7,9-"`), `page_size` and every other
///   option by its key: `options()` lists them with their values.
/// * `options`: the same as a mapping, for keys that are known at run time only.
/// * `limits`: ceilings on what the conversion may use, by key; see `limits()`.
/// * `timeout`: seconds until `TimedOut`.
/// * `progress`: called with `(stage, done, total)` on this thread, about every 50 ms while the
///   conversion runs and once after it. What it raises ends the conversion.
/// * `cancel`: a `CancelToken` that ends the conversion from another thread.
///
/// Raises an `Error`, of the subclass that says why; `OSError` for a file that cannot be read. Other
/// threads run meanwhile, and Ctrl-C ends the conversion.
///
/// >>> docx = transvase.convert("report.pdf", "docx", timeout=60)
/// >>> docx.format, docx.route
/// ('docx', 'pdf -> pages -> reflow -> flow -> docx')
/// >>> with open("photo.jpg", "rb") as file:
/// ...     small = transvase.convert(file, "jpeg", max_bytes=100_000)
/// >>> len(small) <= 100_000
/// True
#[pyfunction]
#[pyo3(signature = (src, to, *, resources = None, **settings), text_signature = None)]
fn convert(
    src: &Bound<'_, PyAny>,
    to: &str,
    resources: Option<&Bound<'_, PyAny>>,
    settings: Option<&Bound<'_, PyDict>>,
) -> PyResult<Output> {
    let py = src.py();
    guarded(py, || {
        let target = transvase::target(to).map_err(|error| exception(py, &error))?;
        run(src, Settings::new(py, target, settings)?.resources(resources)?)
    })
}

#[doc = signature!("convert_file(src, dst, to=None, *, resources=None")]
/// Converts a file to the file `dst`, which is there whole or not at all; a file that is there
/// already is replaced. The target is `to`, or else what the extension of `dst` names.
///
/// Takes the keywords of `convert`, and gives the same `Output`.
///
/// >>> transvase.convert_file("photo.jpg", "small.jpg", max_bytes=100_000).warnings
/// []
/// >>> transvase.detect("small.jpg")
/// 'jpeg'
#[pyfunction]
#[pyo3(signature = (src, dst, to = None, *, resources = None, **settings), text_signature = None)]
fn convert_file(
    src: &Bound<'_, PyAny>,
    dst: PathBuf,
    to: Option<&str>,
    resources: Option<&Bound<'_, PyAny>>,
    settings: Option<&Bound<'_, PyDict>>,
) -> PyResult<Output> {
    let py = src.py();
    guarded(py, || {
        let target = formats::target(to, &dst).map_err(|error| exception(py, &error))?;
        let output = run(src, Settings::new(py, target, settings)?.resources(resources)?)?;
        let written = py.detach(|| files::write_whole(&dst, output.data()));
        written.map_err(|error| os_error(py, &error, &dst))?;
        Ok(output)
    })
}

#[doc = signature!("compress(src, *")]
/// Makes a file smaller in its own format; the result is never larger than the file.
///
/// Without `quality`, `lossless` or `max_bytes` it is the format's balanced level: see the repository's
/// `docs/formats.md`. Takes the keywords of `convert` but `resources`.
///
/// Raises an `Error` as `convert` does: `UnsupportedRoute` where there is no way to make the format
/// smaller.
///
/// >>> small = transvase.compress("photo.jpg", max_bytes="100KB")
/// >>> small.format, len(small) <= 100_000
/// ('jpeg', True)
#[pyfunction]
#[pyo3(signature = (src, **settings), text_signature = None)]
fn compress(src: &Bound<'_, PyAny>, settings: Option<&Bound<'_, PyDict>>) -> PyResult<Output> {
    let py = src.py();
    guarded(py, || {
        // The target turns out when the file has been read; until then any format stands for it.
        let mut settings = Settings::new(py, Format::JPEG, settings)?;
        let source = Source::open(src, settings.input_bytes)?;
        settings.converter = settings.converter.hint(source.hint);
        let own = settings.source.map_or_else(|| transvase::identify(source.bytes()), Ok);
        let own = own.map_err(|error| exception(py, &error))?;
        let bytes = source.bytes();
        watch::convert(py, settings, |converter| converter.convert_to(own, bytes)).map(Output::new)
    })
}

fn run(src: &Bound<'_, PyAny>, settings: Settings) -> PyResult<Output> {
    let sources = Source::open_all(src, settings.input_bytes)?;
    let folders = sources.iter().filter_map(|source| source.folder.clone()).collect();
    let inputs: Vec<Input> = sources.iter().map(Source::input).collect();
    watch::convert(src.py(), settings.beside(src.py(), folders), |converter| converter.join(&inputs)).map(Output::new)
}
