//! Where conversions run: in worker processes, or in this process where the operator says so.

use transvase_worker::Pool;

/// Where conversions run.
#[derive(Debug)]
pub enum Engine {
    /// In worker processes.
    Isolated(Pool),
    /// In this process.
    InProcess,
}
