//! Where conversions run: in worker processes, or in this process where the operator says so. As many
//! at a time as there are workers; a few may wait, and the wait is short.

use std::fs::File;
use std::io::{Cursor, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use transvase::{CancelToken, Error, ErrorCode, Stage};
use transvase_surface::fonts::{Fonts, Library};
use transvase_worker::{Done, Job, Pool, Sandbox, Settings};

use crate::config::Config;

/// How far workers step back behind the threads that answer: with every core converting, a refusal still
/// goes out at once.
const NICENESS: u8 = 5;

/// Where conversions run.
pub struct Engine {
    place: Place,
    workers: Arc<Semaphore>,
    count: usize,
    waiting: AtomicUsize,
    queue: usize,
    longest_wait: Duration,
    stop: watch::Receiver<bool>,
}

enum Place {
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
        let count = config.worker_count();
        let place = match config.in_process {
            true => Place::InProcess(fonts(config)),
            false => Place::Isolated(Arc::new(pool(config, count)?)),
        };
        Ok(Engine {
            place,
            workers: Arc::new(Semaphore::new(count)),
            count,
            waiting: AtomicUsize::new(0),
            queue: config.queue_places(),
            longest_wait: config.queue_wait_s.0,
            stop,
        })
    }

    /// What is locked down; `None` where conversions run in this process.
    pub fn sandbox(&self) -> Option<Sandbox> {
        match &self.place {
            Place::Isolated(pool) => Some(pool.sandbox()),
            Place::InProcess(_) => None,
        }
    }

    /// Process ids of the workers.
    pub fn processes(&self) -> Vec<u32> {
        match &self.place {
            Place::Isolated(pool) => pool.processes(),
            Place::InProcess(_) => Vec::new(),
        }
    }

    /// Conversions that may run at a time.
    pub fn capacity(&self) -> usize {
        self.count
    }

    /// Conversions that run.
    pub fn running(&self) -> usize {
        self.count - self.workers.available_permits().min(self.count)
    }

    /// Conversions that wait.
    pub fn waiting(&self) -> usize {
        self.waiting.load(Ordering::Relaxed)
    }

    /// Whether one more conversion could run or wait now.
    pub fn has_room(&self) -> bool {
        !self.is_stopping() && (self.workers.available_permits() > 0 || self.waiting() < self.queue)
    }

    /// Whether the service is to end.
    pub fn is_stopping(&self) -> bool {
        *self.stop.borrow()
    }

    /// Ends every worker process.
    pub fn end(&self) {
        if let Place::Isolated(pool) = &self.place {
            pool.stop();
        }
    }

    /// Converts, waiting a little for a free worker. A caller that drops this cancels the conversion:
    /// its worker is killed.
    ///
    /// # Errors
    /// [`Halt`].
    pub async fn convert(&self, job: Job, input: Upload, listener: Listener) -> Result<Done, Halt> {
        let permit = self.wait().await?;
        let hang_up = HangUp::default();
        let cancelled = Arc::clone(&hang_up.0);
        let work: Box<dyn FnOnce() -> transvase::Result<Done> + Send> = match &self.place {
            Place::Isolated(pool) => {
                let pool = Arc::clone(pool);
                Box::new(move || isolated(&pool, &job, input, &listener, &cancelled))
            }
            Place::InProcess(fonts) => {
                let fonts = fonts.clone();
                Box::new(move || in_process(&job, input, &fonts, listener, cancelled))
            }
        };
        // The permit goes with the thread: a thread that has not noticed its cancelling is no free worker.
        let thread = tokio::task::spawn_blocking(move || (work(), drop(permit)).0);
        let outcome = thread.await;
        Ok(outcome.map_err(|panic| Error::new(ErrorCode::Internal, "a conversion panicked").caused_by(panic))??)
    }

    async fn wait(&self) -> Result<OwnedSemaphorePermit, Halt> {
        if self.is_stopping() {
            return Err(Halt::Stopping);
        }
        if let Ok(permit) = Arc::clone(&self.workers).try_acquire_owned() {
            return Ok(permit);
        }
        let _turn = Turn::take(&self.waiting, self.queue).ok_or(Halt::Full)?;
        let mut stop = self.stop.clone();
        tokio::select! {
            permit = tokio::time::timeout(self.longest_wait, Arc::clone(&self.workers).acquire_owned()) => match permit {
                Ok(Ok(permit)) => Ok(permit),
                _ => Err(Halt::Full),
            },
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

/// A place in the queue, given back when it is dropped.
struct Turn<'a>(&'a AtomicUsize);

impl<'a> Turn<'a> {
    fn take(waiting: &'a AtomicUsize, most: usize) -> Option<Self> {
        let turn = Turn(waiting);
        // The turn is made first: it takes the count back where the answer is no.
        (waiting.fetch_add(1, Ordering::Relaxed) < most).then_some(turn)
    }
}

impl Drop for Turn<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
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
) -> transvase::Result<Done> {
    let mut watch = |news: Option<(Stage, u64, u64)>| {
        if let Some((stage, done, total)) = news {
            listener(stage, done, total);
        }
        !cancelled.is_set.load(Ordering::Relaxed)
    };
    match input {
        Upload::Memory(bytes) => pool.convert(job, &mut Cursor::new(bytes), &mut watch),
        Upload::Disk(mut file, _) => pool.convert(job, &mut file, &mut watch),
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
