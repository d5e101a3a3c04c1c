//! Application state: what every request can reach.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use tokio::sync::Notify;

use crate::auth::strangers::Strangers;
use crate::config::Config;
use crate::depot::Depot;
use crate::engine::Engine;
use crate::parcel::Shelf;
use crate::places::Places;
use crate::store::Store;

/// The running service.
pub struct App {
    /// Its settings.
    pub config: Arc<Config>,
    /// Its memory.
    pub store: Arc<dyn Store>,
    /// Where conversions run.
    pub engine: Arc<Engine>,
    /// The name of this start of the process, as [`Store::beat`] takes it.
    pub node: String,
    /// Uploads that may be read at the same time, a quarter of them of one account.
    pub uploads: Arc<Places<i64>>,
    /// Memory for results that are being sent.
    pub shelf: Shelf,
    /// Files of jobs.
    pub depot: Depot,
    /// Is told of a job that was made, or ended.
    pub jobs: Notify,
    /// Whether the last sign of life could be written to the store.
    pub is_writable: AtomicBool,
    /// Addresses that sent wrong keys.
    pub strangers: Strangers,
}

impl App {
    /// The service over its parts, as the process `node`.
    pub fn new(config: Arc<Config>, store: Arc<dyn Store>, engine: Arc<Engine>, node: String) -> Arc<Self> {
        let uploads = Places::new(config.uploads, config.uploads.div_ceil(4));
        let (shelf, is_writable) = (Shelf::new(config.result_memory_bytes), AtomicBool::new(true));
        let depot = Depot::new(config.jobs_folder(), config.jobs_bytes);
        let (jobs, strangers) = (Notify::new(), Strangers::default());
        Arc::new(App { config, store, engine, node, uploads, shelf, depot, jobs, is_writable, strangers })
    }
}
