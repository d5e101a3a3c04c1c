//! Conversions in isolated worker processes.
//!
//! A [`Pool`] keeps processes of the same program ready, each locked down before it sees a byte of a
//! file: resource limits, Landlock, a seccomp filter, namespaces where they are allowed. A conversion
//! is one request and one answer over a socket; a worker that crashes, hangs or grows is killed and
//! replaced, and only its own conversion fails.

use std::path::PathBuf;
use std::time::Duration;

use transvase::{Error, Format, Limits, Stage, Warning};

/// A conversion to be made elsewhere.
#[derive(Debug, Clone, Default)]
pub struct Job {
    /// The target, by any name the registry knows.
    pub to: String,
    /// The source, where the caller says it.
    pub from: Option<String>,
    /// A guess at the source's format, such as an extension.
    pub hint: Option<String>,
    /// Options by key and text, as the option table takes them.
    pub options: Vec<(String, String)>,
    /// Ceilings.
    pub limits: Limits,
    /// Time it may take; `None` for no end.
    pub deadline: Option<Duration>,
}

/// The result of a [`Job`].
#[derive(Debug, Clone)]
pub struct Done {
    /// The file.
    pub bytes: Vec<u8>,
    /// Its format.
    pub format: Format,
    /// The source's format, as it was recognised.
    pub source: Format,
    /// What could not be carried.
    pub warnings: Vec<Warning>,
}

/// How the pool is built.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The program and its first words that become a worker: it must call [`run`].
    pub program: PathBuf,
    /// Words after the program.
    pub words: Vec<String>,
    /// Processes kept ready.
    pub workers: usize,
    /// Conversions after which a worker is replaced.
    pub recycle_jobs: u64,
    /// Growth of a worker's resident memory in bytes after which it is replaced.
    pub recycle_growth_bytes: u64,
    /// Refuse to start where a layer of the sandbox is missing.
    pub require_sandbox: bool,
}

/// What a worker has locked down; reported at start and by the service's health.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sandbox {
    /// Layers in force, such as `landlock`.
    pub layers: Vec<String>,
    /// Layers that are missing, each with the reason.
    pub missing: Vec<String>,
}

/// Worker processes kept ready. Shared by reference; every method may be called from many threads.
#[derive(Debug)]
pub struct Pool {
    settings: Settings,
}

impl Pool {
    /// Starts the workers.
    ///
    /// # Errors
    /// `MissingResource` where a process cannot be started, or a layer is missing and required.
    pub fn start(settings: Settings) -> transvase::Result<Pool> {
        Ok(Pool { settings })
    }

    /// What the workers have locked down.
    pub fn sandbox(&self) -> Sandbox {
        Sandbox { layers: Vec::new(), missing: vec!["everything: not built yet".into()] }
    }

    /// Process ids of the workers there are now.
    pub fn processes(&self) -> Vec<u32> {
        vec![0; self.settings.workers]
    }

    /// Converts `input_bytes` bytes of `input` in a worker, waiting for a free one. `watch` is called on
    /// this thread at least every 50 ms, with the stage, what is done of it and its total where there is
    /// news; once it answers false the worker is killed and the conversion ends with `Cancelled`.
    ///
    /// # Errors
    /// Any code of [`transvase::ERRORS`]: what the conversion says; `TimedOut` at the deadline;
    /// `LimitExceeded` (memory) or `Internal` where the worker died.
    pub fn convert(
        &self,
        job: &Job,
        input: &mut dyn std::io::Read,
        input_bytes: u64,
        watch: &mut dyn FnMut(Option<(Stage, u64, u64)>) -> bool,
    ) -> transvase::Result<Done> {
        let _ = (job, input, input_bytes, watch);
        Err(Error::new(transvase::ErrorCode::Internal, "not built yet"))
    }

    /// Ends every worker.
    pub fn stop(&self) {}
}

/// The life of a worker process: locks itself down, then converts what comes over standard input, a
/// socket, until that closes. The program's `main` calls it for its hidden word `worker`.
pub fn run() -> std::process::ExitCode {
    std::process::ExitCode::FAILURE
}
