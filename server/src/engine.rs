//! The conversion engine: in worker processes, or in this process where the operator says so. Whose turn it is says
//! [`Queue`]; a few may wait, and the wait is short.

use std::fs::File;
use std::io::{Cursor, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use tokio::sync::watch;
use transvase::{CancelToken, Error, ErrorCode, Stage};
use transvase_surface::fonts::{Fonts, Library};
use transvase_worker::{Done, Job, Pool, Sandbox, Settings};

use crate::config::Config;
use crate::queue::{Place, Queue, STEP_ASIDE, Sizes};

/// How far workers step back behind the threads that answer: with every core converting, a refusal still
/// goes out at once.
const NICENESS: u8 = 5;

/// Where conversions run.
pub struct Engine {
    home: Home,
    count: usize,
    queue: Arc<Queue>,
    longest_wait: Duration,
    stop: watch::Receiver<bool>,
}

enum Home {
    Isolated(Arc<Pool>),
    InProcess(Fonts),
}

/// The files that were sent, one after the other.
#[derive(Debug)]
pub enum Upload {
    /// Small ones.
    Memory(Vec<u8>),
    /// Large ones: a file without a name, and its length in bytes.
    Disk(File, u64),
}

/// Why a conversion gave no file.
#[derive(Debug)]
pub enum Halt {
    /// Nobody was free in time.
    Full,
    /// The service is stopping.
    Stopping,
    /// It failed.
    Failed(Error),
}

impl From<Error> for Halt {
    fn from(error: Error) -> Self {
        Halt::Failed(error)
    }
}

/// Hears `(stage, done, total)` while a conversion runs.
pub type Listener = Box<dyn Fn(Stage, u64, u64) + Send + Sync>;

impl Upload {
    /// Its length in bytes.
    pub fn len(&self) -> u64 {
        match self {
            Upload::Memory(bytes) => bytes.len() as u64,
            Upload::Disk(_, length) => *length,
        }
    }

    /// Whether it has no bytes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn into_bytes(self) -> std::io::Result<Vec<u8>> {
        match self {
            Upload::Memory(bytes) => Ok(bytes),
            Upload::Disk(mut file, length) => {
                let mut bytes = Vec::with_capacity(length as usize);
                file.read_to_end(&mut bytes)?;
                Ok(bytes)
            }
        }
    }
}

impl Engine {
    /// Starts the workers. `stop` says true once the service is to end.
    ///
    /// # Errors
    /// `MissingResource` where a worker cannot be started, or a required layer of the sandbox is missing.
    pub fn start(config: &Config, stop: watch::Receiver<bool>) -> transvase::Result<Self> {
        let (count, slow) = (config.worker_count(), config.slow_count());
        let home = match config.in_process {
            true => Home::InProcess(fonts(config)),
            false => Home::Isolated(Arc::new(pool(config, count + slow)?)),
        };
        Ok(Engine {
            home,
            count,
            queue: Queue::new(Sizes { quick: count, slow, waiting: config.queue_places() }),
            longest_wait: config.queue_wait_s.0,
            stop,
        })
    }

    /// What is locked down; `None` where conversions run in this process.
    pub fn sandbox(&self) -> Option<Sandbox> {
        match &self.home {
            Home::Isolated(pool) => Some(pool.sandbox()),
            Home::InProcess(_) => None,
        }
    }

    /// Process ids of the workers.
    pub fn processes(&self) -> Vec<u32> {
        match &self.home {
            Home::Isolated(pool) => pool.processes(),
            Home::InProcess(_) => Vec::new(),
        }
    }

    /// Conversions that may run at a time beside those that take long.
    pub fn capacity(&self) -> usize {
        self.count
    }

    /// Conversions that run.
    pub fn running(&self) -> usize {
        self.queue.running()
    }

    /// Conversions that wait.
    pub fn waiting(&self) -> usize {
        self.queue.waiting()
    }

    /// Whether one more conversion could run or wait now, whosever it is.
    pub fn has_room(&self) -> bool {
        !self.is_stopping() && self.queue.has_room()
    }

    /// Whether one more conversion of this account could run or wait now.
    pub fn has_room_for(&self, account: i64) -> bool {
        !self.is_stopping() && self.queue.has_room_for(account)
    }

    /// Whether the service is to end.
    pub fn is_stopping(&self) -> bool {
        *self.stop.borrow()
    }

    /// Ends every worker process.
    pub fn end(&self) {
        if let Home::Isolated(pool) = &self.home {
            pool.stop();
        }
    }

    /// Converts for an account, waiting a little for its turn. A caller that drops this cancels the conversion: its
    /// worker is killed.
    ///
    /// # Errors
    /// [`Halt`].
    pub async fn convert(&self, account: i64, job: Job, input: Upload, listener: Listener) -> Result<Done, Halt> {
        let place = self.wait(account).await?;
        self.run(place, job, input, listener).await
    }

    /// Converts at a place that was waited for. A caller that drops this cancels the conversion.
    ///
    /// # Errors
    /// [`Halt::Failed`], and [`Halt::Stopping`] where the service ended under it.
    pub async fn run(&self, place: Place, job: Job, input: Upload, listener: Listener) -> Result<Done, Halt> {
        let hang_up = HangUp::default();
        let cancelled = Arc::clone(&hang_up.0);
        let is_behind = Arc::clone(&place.is_behind);
        let work: Box<dyn FnOnce() -> transvase::Result<Done> + Send> = match &self.home {
            Home::Isolated(pool) => {
                let pool = Arc::clone(pool);
                Box::new(move || isolated(&pool, &job, input, &listener, &cancelled, &is_behind))
            }
            Home::InProcess(fonts) => {
                let fonts = fonts.clone();
                Box::new(move || in_process(&job, input, &fonts, listener, cancelled))
            }
        };
        // The place goes with the thread: a thread that has not noticed its cancelling is no free worker.
        let mut thread = tokio::task::spawn_blocking(move || (work(), drop(place)).0);
        let outcome = loop {
            match tokio::time::timeout(STEP_ASIDE, &mut thread).await {
                Ok(outcome) => break outcome,
                Err(_) => self.queue.look_round(),
            }
        };
        let outcome =
            outcome.map_err(|panic| Error::new(ErrorCode::Internal, "a conversion panicked").caused_by(panic))?;
        outcome.map_err(|error| match error.code() {
            // Whoever waits here has cancelled nothing: the workers were told to end.
            ErrorCode::Cancelled => Halt::Stopping,
            _ => Halt::Failed(error),
        })
    }

    /// Waits for a place for what nobody sits and waits for; `None` where the service stops.
    pub async fn patient_place(&self, account: i64) -> Option<Place> {
        let mut stop = self.stop.clone();
        tokio::select! {
            place = self.queue.enter_patiently(account) => place.filter(|_| !self.is_stopping()),
            _ = stop.wait_for(|stop| *stop) => None,
        }
    }

    async fn wait(&self, account: i64) -> Result<Place, Halt> {
        if self.is_stopping() {
            return Err(Halt::Stopping);
        }
        let mut stop = self.stop.clone();
        tokio::select! {
            place = self.queue.enter(account, self.longest_wait) => place.ok_or(Halt::Full),
            _ = stop.wait_for(|stop| *stop) => Err(Halt::Stopping),
        }
    }
}

fn pool(config: &Config, count: usize) -> transvase::Result<Pool> {
    Pool::start(Settings {
        memory_bytes: config.worker_memory_bytes,
        niceness: NICENESS,
        recycle_jobs: config.recycle_jobs,
        recycle_growth_bytes: config.recycle_growth_bytes,
        require_sandbox: config.require_sandbox,
        fonts: fonts(config),
        ..Settings::of_this_program(count)
    })
}

/// The fonts beside the bundled ones: looked at where text has no glyphs, and kept in no memory until then.
fn fonts(config: &Config) -> Fonts {
    let (folders, system) = (config.fonts_dir.iter().cloned().collect::<Vec<_>>(), !config.no_system_fonts);
    let library = (system || !folders.is_empty()).then(|| Arc::new(Library::new(folders, system)));
    Fonts { given: Vec::new(), library }
}

/// Says that nobody waits for a conversion any more, when it is dropped.
#[derive(Default)]
struct HangUp(Arc<Cancelled>);

#[derive(Default)]
struct Cancelled {
    is_set: AtomicBool,
    token: CancelToken,
}

impl Drop for HangUp {
    fn drop(&mut self) {
        self.0.is_set.store(true, Ordering::Relaxed);
        self.0.token.cancel();
    }
}

fn isolated(
    pool: &Pool,
    job: &Job,
    input: Upload,
    listener: &Listener,
    cancelled: &Cancelled,
    is_behind: &AtomicBool,
) -> transvase::Result<Done> {
    let mut watch = |news: Option<(Stage, u64, u64)>| {
        if let Some((stage, done, total)) = news {
            listener(stage, done, total);
        }
        !cancelled.is_set.load(Ordering::Relaxed)
    };
    match input {
        Upload::Memory(bytes) => pool.convert_behind(job, &mut Cursor::new(bytes), &mut watch, is_behind),
        Upload::Disk(mut file, _) => pool.convert_behind(job, &mut file, &mut watch, is_behind),
    }
}

fn in_process(
    job: &Job,
    input: Upload,
    fonts: &Fonts,
    listener: Listener,
    cancelled: Arc<Cancelled>,
) -> transvase::Result<Done> {
    let bytes = input
        .into_bytes()
        .map_err(|error| Error::new(ErrorCode::Internal, "the upload cannot be read back").caused_by(error))?;
    let converter = fonts.hand_to(job.converter()?).cancel(cancelled.token.clone()).progress(listener);
    Ok(job.files(&bytes)?.convert(converter)?.into())
}
