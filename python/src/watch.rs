//! Signals and cancellation: looks after a running conversion from the thread that called it.
//!
//! The core asks every 50 ms, on the caller's own thread, whether the conversion may go on. Then
//! signals are handled, the latest progress is handed to Python, and parent tokens are looked at. The
//! conversion's thread never waits for the interpreter: it only leaves its latest report in a slot.

use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use transvase::{Converter, Stage};

use crate::cancel::CancelToken;
use crate::errors::{exception, guarded};
use crate::settings::Settings;

type Report = (Stage, u64, u64);

/// Does `work`, a conversion with these settings, with the interpreter free for other threads.
///
/// # Errors
/// What a signal handler or the progress callable raised, or else the core's error.
pub fn convert(
    py: Python<'_>,
    settings: Settings,
    work: impl FnOnce(&Converter) -> transvase::Result<transvase::Output> + Send,
) -> PyResult<transvase::Output> {
    let watch = Arc::new(Watch { cancel: settings.cancel, progress: settings.progress, ..Watch::default() });
    let converter = watch.attend(settings.converter);
    let result = py.detach(|| work(&converter));
    if let Some(raised) = lock(&watch.raised).take() {
        return Err(raised);
    }
    let output = result.map_err(|error| exception(py, &error))?;
    watch.deliver(py)?;
    Ok(output)
}

#[derive(Default)]
struct Watch {
    progress: Option<Py<PyAny>>,
    cancel: Option<CancelToken>,
    /// The report that was not delivered yet.
    latest: Mutex<Option<Report>>,
    /// What ended the conversion from Python's side.
    raised: Mutex<Option<PyErr>>,
}

impl Watch {
    fn attend(self: &Arc<Self>, converter: Converter) -> Converter {
        let watch = Arc::clone(self);
        let converter = converter.attended(move || watch.may_go_on());
        if self.progress.is_none() {
            return converter;
        }
        let watch = Arc::clone(self);
        converter.progress(move |stage, done, total| *lock(&watch.latest) = Some((stage, done, total)))
    }

    /// False once something was raised, a token was used, or the interpreter is going down.
    fn may_go_on(&self) -> bool {
        if lock(&self.raised).is_some() || self.cancel.as_ref().is_some_and(CancelToken::is_cancelled) {
            return false;
        }
        match Python::try_attach(|py| guarded(py, || self.pulse(py))) {
            Some(Ok(())) => true,
            Some(Err(raised)) => {
                *lock(&self.raised) = Some(raised);
                false
            }
            None => false,
        }
    }

    fn pulse(&self, py: Python<'_>) -> PyResult<()> {
        py.check_signals()?;
        self.deliver(py)
    }

    /// Hands the latest report to Python, once.
    fn deliver(&self, py: Python<'_>) -> PyResult<()> {
        let latest = lock(&self.latest).take();
        if let (Some(progress), Some((stage, done, total))) = (&self.progress, latest) {
            progress.call1(py, (stage.name(), done, total))?;
        }
        Ok(())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
