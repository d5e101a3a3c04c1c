//! Cancel tokens.

use pyo3::prelude::*;

/// Ends every conversion that was given it. It can be used from any thread, once and for all.
#[pyclass(frozen, module = "transvase")]
#[derive(Clone)]
pub struct CancelToken {
    token: transvase::CancelToken,
    /// The tokens this one follows.
    parents: Vec<transvase::CancelToken>,
}

#[pymethods]
impl CancelToken {
    /// A token nobody has used yet. It counts as used once `parent` is.
    #[new]
    #[pyo3(signature = (parent = None))]
    fn new(parent: Option<&Bound<'_, CancelToken>>) -> Self {
        let parents = parent.map_or_else(Vec::new, |parent| parent.get().line());
        CancelToken { token: transvase::CancelToken::new(), parents }
    }

    /// Ends the conversions that hold this token, or one made from it, with `Cancelled`.
    fn cancel(&self) {
        self.token.cancel();
    }

    /// Whether `cancel` was called, here or on a parent.
    #[getter]
    fn cancelled(&self) -> bool {
        self.is_cancelled()
    }

    fn __repr__(&self) -> String {
        format!("<transvase.CancelToken cancelled={}>", if self.is_cancelled() { "True" } else { "False" })
    }
}

impl CancelToken {
    /// The core's token. It is used, too, where a parent is: a conversion that ends before its first
    /// pulse must not miss that.
    pub fn own(&self) -> transvase::CancelToken {
        if self.is_cancelled() {
            self.token.cancel();
        }
        self.token.clone()
    }

    /// Whether this token, or one it follows, was used.
    pub fn is_cancelled(&self) -> bool {
        self.token.is_cancelled() || self.parents.iter().any(transvase::CancelToken::is_cancelled)
    }

    fn line(&self) -> Vec<transvase::CancelToken> {
        self.parents.iter().chain([&self.token]).cloned().collect()
    }
}
