//! The stub for systems without the means for worker processes: everything says so.

use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use transvase::{Error, ErrorCode, Result};

use crate::job::{Done, Input, Job, Sandbox, Settings, Watch};

/// Worker processes, which this system does not have.
#[derive(Debug)]
pub struct Pool(std::convert::Infallible);

impl Pool {
    /// Never succeeds here.
    ///
    /// # Errors
    /// `MissingResource`.
    pub fn start(_: Settings) -> Result<Pool> {
        Err(Error::new(ErrorCode::MissingResource, "isolated worker processes are not available on this system"))
    }

    /// What the workers have locked down.
    pub fn sandbox(&self) -> Sandbox {
        match self.0 {}
    }

    /// Process ids of the workers there are now.
    pub fn processes(&self) -> Vec<u32> {
        match self.0 {}
    }

    /// Converts `input` in a worker.
    ///
    /// # Errors
    /// None: there is no pool to ask.
    pub fn convert(&self, _: &Job, _: &mut dyn Input, _: &mut Watch) -> Result<Done> {
        match self.0 {}
    }

    /// Converts `input` in a worker that may step back.
    ///
    /// # Errors
    /// None: there is no pool to ask.
    pub fn convert_behind(&self, _: &Job, _: &mut dyn Input, _: &mut Watch, _: &AtomicBool) -> Result<Done> {
        match self.0 {}
    }

    /// Ends every worker.
    pub fn stop(&self) {
        match self.0 {}
    }
}

/// Ends at once: there is nothing to be a worker of.
pub fn run() -> ExitCode {
    ExitCode::FAILURE
}
