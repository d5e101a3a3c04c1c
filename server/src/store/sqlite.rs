//! Transactions on SQLite: one connection writes, in the order of arrival, and commits together what
//! arrived together; a few others read.
//!
//! A commit is what costs: one for a whole group of requests is what lets the disk be waited for at
//! each (`synchronous = full`) without a queue. Each operation runs inside a savepoint, so that one
//! that fails leaves nothing behind and does not spoil the others.

use std::path::Path;
use std::time::{Duration, Instant};

use async_trait::async_trait;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::{AnyConnection, AnyPool, ConnectOptions, Connection, Executor};
use tokio::sync::{mpsc, oneshot};

use super::sql::{Database, Operation};
use super::{Result, StoreError, migrate};
use crate::config::Synchronous;

/// Operations that share one commit at most; a group ends earlier where nobody else waits.
const GROUP: usize = 64;
/// Connections that read.
const READERS: u32 = 4;
/// How long another process may hold the database, as `transvase keys` does for a moment. It is also
/// the time that a connection of the driver waits for a lock.
const BUSY: Duration = Duration::from_secs(5);

/// A SQLite database.
pub struct Sqlite {
    jobs: mpsc::UnboundedSender<Box<dyn Job>>,
    readers: AnyPool,
}

/// How connections that write are made.
#[derive(Clone)]
struct Opener {
    options: AnyConnectOptions,
    synchronous: Synchronous,
}

impl Sqlite {
    /// Opens the database in `file`, which is made where it is missing, readable by its owner alone.
    pub async fn open(file: &Path, synchronous: Synchronous) -> Result<Self> {
        create_private(file).map_err(|error| StoreError(format!("{}: {error}", file.display())))?;
        let options = options(file)?;
        let opener = Opener { options: options.clone(), synchronous };
        let mut writer = opener.connect().await?;
        bring_up_to_date(&mut writer).await?;
        let (jobs, queue) = mpsc::unbounded_channel();
        tokio::spawn(run(writer, opener, queue));
        Ok(Sqlite { jobs, readers: readers(options) })
    }
}

impl Database for Sqlite {
    async fn write<T: Send + 'static>(&self, operation: Operation<T>) -> Result<T> {
        let (caller, answer) = oneshot::channel();
        let gone = || StoreError("the connection that writes is gone".into());
        self.jobs.send(Box::new(Pending { operation, caller, result: None })).map_err(|_| gone())?;
        answer.await.unwrap_or_else(|_| Err(gone()))
    }

    async fn read<T: Send + 'static>(&self, operation: Operation<T>) -> Result<T> {
        let mut connection = self.readers.acquire().await?;
        Ok(operation(&mut connection).await?)
    }
}

/// The driver takes a URL: every character of the path that could mean something in one is escaped.
fn options(file: &Path) -> Result<AnyConnectOptions> {
    // The path was text when it was set.
    let text = file.to_string_lossy();
    let path = utf8_percent_encode(&text, NON_ALPHANUMERIC);
    let options: AnyConnectOptions = format!("sqlite:{path}?mode=rw").parse()?;
    Ok(options.disable_statement_logging())
}

fn readers(options: AnyConnectOptions) -> AnyPool {
    let pool = AnyPoolOptions::new().max_connections(READERS).test_before_acquire(false);
    let pool = pool.after_connect(|connection, _| {
        Box::pin(async move { connection.execute("PRAGMA query_only = ON").await.map(|_| ()) })
    });
    pool.connect_lazy_with(options)
}

/// The files that SQLite puts beside the database get its permissions.
fn create_private(file: &Path) -> std::io::Result<()> {
    let mut options = std::fs::OpenOptions::new();
    options.create(true).append(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(file).map(|_| ())
}

impl Opener {
    async fn connect(&self) -> Result<AnyConnection> {
        let mut connection = AnyConnection::connect_with(&self.options).await?;
        write_ahead(&mut connection).await?;
        let synchronous = match self.synchronous {
            Synchronous::Normal => "PRAGMA synchronous = NORMAL",
            Synchronous::Full => "PRAGMA synchronous = FULL",
        };
        connection.execute(synchronous).await?;
        Ok(connection)
    }
}

/// Turns the write-ahead log on. SQLite does not wait for a lock here, as it does elsewhere: two
/// processes that start on a new file at the same moment would fail.
async fn write_ahead(connection: &mut AnyConnection) -> Result<()> {
    let began = Instant::now();
    loop {
        match connection.execute("PRAGMA journal_mode = WAL").await {
            Ok(_) => return Ok(()),
            Err(error) if began.elapsed() > BUSY => return Err(error.into()),
            Err(_) => tokio::time::sleep(Duration::from_millis(20)).await,
        }
    }
}

/// The transaction around the migrations keeps another process out, which then finds them done.
async fn bring_up_to_date(connection: &mut AnyConnection) -> Result<()> {
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    migrate::run(&mut transaction, "INTEGER PRIMARY KEY").await?;
    Ok(transaction.commit().await?)
}

/// An operation that waits for its turn.
#[async_trait]
trait Job: Send {
    /// Runs it; false where it failed and what it did is to be undone.
    async fn run(&mut self, connection: &mut AnyConnection) -> bool;

    /// Tells the caller, once the group was committed or failed to be.
    fn answer(self: Box<Self>, committed: Result<()>);
}

struct Pending<T> {
    operation: Operation<T>,
    caller: oneshot::Sender<Result<T>>,
    result: Option<Result<T>>,
}

#[async_trait]
impl<T: Send + 'static> Job for Pending<T> {
    async fn run(&mut self, connection: &mut AnyConnection) -> bool {
        let result = (self.operation)(connection).await.map_err(StoreError::from);
        let is_kept = result.is_ok();
        self.result = Some(result);
        is_kept
    }

    fn answer(self: Box<Self>, committed: Result<()>) {
        let Pending { caller, result, .. } = *self;
        let result = result.unwrap_or_else(|| Err(StoreError("the operation was not run".into())));
        // A caller that went away wants no answer.
        let _ = caller.send(committed.and(result));
    }
}

/// Runs what arrives, group by group, until nobody can send any more.
async fn run(mut connection: AnyConnection, opener: Opener, mut queue: mpsc::UnboundedReceiver<Box<dyn Job>>) {
    while let Some(first) = queue.recv().await {
        let mut group = vec![first];
        let outcome = commit_together(&mut connection, &mut group, &mut queue).await;
        if let Err(error) = &outcome {
            tracing::error!(%error, "a transaction failed");
            // Those who came meanwhile have waited as long for the same: each in its turn would wait once more.
            while let Ok(job) = queue.try_recv() {
                group.push(job);
            }
            // It leaves a connection whose state nobody knows.
            if let Ok(fresh) = opener.connect().await {
                connection = fresh;
            }
        }
        let outcome = outcome.map_err(StoreError::from);
        for job in group {
            job.answer(outcome.clone());
        }
    }
}

/// Runs the group's first operation and those that arrive meanwhile, and commits them.
async fn commit_together(
    connection: &mut AnyConnection,
    group: &mut Vec<Box<dyn Job>>,
    queue: &mut mpsc::UnboundedReceiver<Box<dyn Job>>,
) -> sqlx::Result<()> {
    let mut transaction = connection.begin_with("BEGIN IMMEDIATE").await?;
    let mut next = 0;
    while let Some(job) = group.get_mut(next) {
        let mut savepoint = transaction.begin().await?;
        if job.run(&mut savepoint).await {
            savepoint.commit().await?;
        } else {
            savepoint.rollback().await?;
        }
        next += 1;
        if next < GROUP {
            group.extend(queue.try_recv().ok());
        }
    }
    transaction.commit().await
}
