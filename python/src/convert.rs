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

/// Converts a file to the format `to` names, or makes it smaller where that is its own format.
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

/// Converts a file to the file `dst`, which is there whole or not at all.
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
