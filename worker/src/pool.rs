//! Worker processes kept ready.

use transvase::{Error, ErrorCode, Result};

use crate::job::{Done, Input, Job, Sandbox, Settings, Watch};

/// Worker processes kept ready. Shared by reference; every method may be called from many threads.
#[derive(Debug)]
pub struct Pool {
    settings: Settings,
}

impl Pool {
    /// Starts the workers, all at once, and waits until each is locked down.
    ///
    /// # Errors
    /// `MissingResource` where a process cannot be started, or a layer is missing and required.
    pub fn start(settings: Settings) -> Result<Pool> {
        Ok(Pool { settings })
    }

    /// What the workers have locked down.
    pub fn sandbox(&self) -> &Sandbox {
        static NONE: Sandbox = Sandbox { layers: Vec::new(), missing: Vec::new(), not_allowed: Vec::new() };
        &NONE
    }

    /// Process ids of the workers there are now.
    pub fn processes(&self) -> Vec<u32> {
        vec![0; self.settings.workers]
    }

    /// Converts `input`, from its beginning to its end, in a worker, waiting for a free one.
    ///
    /// # Errors
    /// Any code of [`transvase::ERRORS`]: what the conversion says; `Cancelled` where `watch` says so;
    /// `TimedOut` at the deadline; `LimitExceeded` (memory) or `Internal` where the worker died.
    pub fn convert(&self, job: &Job, input: &mut dyn Input, watch: &mut Watch) -> Result<Done> {
        let _ = (job, input, watch);
        Err(Error::new(ErrorCode::Internal, "not built yet"))
    }

    /// Ends every worker; what they are converting ends with `Cancelled`.
    pub fn stop(&self) {}
}

/// The life of a worker process.
pub fn run() -> std::process::ExitCode {
    std::process::ExitCode::FAILURE
}
