//! What every request can reach.

use std::sync::Arc;

use crate::config::Config;
use crate::engine::Engine;
use crate::store::Store;

/// The running service.
pub struct App {
    /// Its settings.
    pub config: Config,
    /// Its memory.
    pub store: Arc<dyn Store>,
    /// Where conversions run.
    pub engine: Arc<Engine>,
    /// The name of this start of the process, as [`Store::beat`] takes it.
    pub node: String,
}
