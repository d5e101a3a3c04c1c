//! Font sources for glyphs that nobody handed in: the package `transvase-fonts`, where it is installed, and the system.

use std::path::PathBuf;
use std::sync::Arc;

use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use transvase_surface::fonts::Library;

/// The fonts of the package and, where `system` is set, of the system; `None` where there is nothing to look at.
/// Each is made once in a process.
pub fn library(py: Python<'_>, system: bool) -> Option<Arc<Library>> {
    static WITH_SYSTEM: PyOnceLock<Option<Arc<Library>>> = PyOnceLock::new();
    static PACKAGE: PyOnceLock<Option<Arc<Library>>> = PyOnceLock::new();
    let once = if system { &WITH_SYSTEM } else { &PACKAGE };
    let make = || {
        let folder = package_folder(py);
        let some = system || folder.is_some();
        some.then(|| Arc::new(Library::new(folder.into_iter().collect(), system)))
    };
    once.get_or_init(py, make).clone()
}

/// The folder of the package's fonts; `None` where it is not installed.
fn package_folder(py: Python<'_>) -> Option<PathBuf> {
    py.import("transvase_fonts").ok()?.getattr("FOLDER").ok()?.extract().ok()
}
