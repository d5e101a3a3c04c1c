//! The converting functions.

use std::path::PathBuf;

use pyo3::prelude::*;
use pyo3::types::PyDict;
use transvase_surface::{files, formats};

use crate::errors::{exception, guarded, os_error};
use crate::output::Output;
use crate::settings::Settings;
use crate::source::Source;
use crate::watch;

/// Adds the functions to the module.
pub fn add_to(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_function(wrap_pyfunction!(convert, module)?)?;
    module.add_function(wrap_pyfunction!(convert_file, module)?)
}

/// Converts a file to the format `to` names: an id, an extension or a media type. Where that is its
/// own format already, the file is made smaller.
///
/// `src` is bytes, any other buffer, a path, or an open binary file; a `str` is always a path, whose
/// extension decides where the bytes leave a doubt. `None` for a keyword means not set.
///
/// * `from_`: the source's format, instead of what its bytes look like.
/// * `max_bytes`: ceiling of the result's size; it is never larger. With `best_effort` the smallest
///   result there is, and a warning, takes the place of `TargetUnreachable`.
/// * `quality` (1 to 100), `effort` (0 to 9), `pages` (as in `1-3,7,9-`), `password`.
/// * `options`: any other option by its key; see `options()`.
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
#[pyo3(
    signature = (src, to, **settings),
    text_signature = "(src, to, *, from_=None, max_bytes=None, best_effort=False, quality=None, effort=None, \
                      pages=None, password=None, options=None, limits=None, timeout=None, progress=None, cancel=None)"
)]
fn convert(src: &Bound<'_, PyAny>, to: &str, settings: Option<&Bound<'_, PyDict>>) -> PyResult<Output> {
    let py = src.py();
    guarded(py, || {
        let settings = Settings::new(py, to, settings)?;
        run(src, settings)
    })
}

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
#[pyo3(
    signature = (src, dst, to = None, **settings),
    text_signature = "(src, dst, to=None, *, from_=None, max_bytes=None, best_effort=False, quality=None, effort=None, \
                      pages=None, password=None, options=None, limits=None, timeout=None, progress=None, cancel=None)"
)]
fn convert_file(
    src: &Bound<'_, PyAny>,
    dst: PathBuf,
    to: Option<&str>,
    settings: Option<&Bound<'_, PyDict>>,
) -> PyResult<Output> {
    let py = src.py();
    guarded(py, || {
        let target = formats::target(to, &dst).map_err(|error| exception(py, &error))?;
        let output = run(src, Settings::new(py, target.id(), settings)?)?;
        let written = py.detach(|| files::write_whole(&dst, output.data()));
        written.map_err(|error| os_error(py, &error, &dst))?;
        Ok(output)
    })
}

fn run(src: &Bound<'_, PyAny>, mut settings: Settings) -> PyResult<Output> {
    let source = Source::open(src, settings.input_bytes)?;
    settings.converter = settings.converter.hint(source.hint);
    watch::convert(src.py(), settings, source.bytes()).map(Output::new)
}
