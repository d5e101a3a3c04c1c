//! The life of the service: it opens the store, starts the workers, listens, and ends in order when it
//! is told to.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::sync::watch;

use crate::auth::{self, session};
use crate::config::{Config, LogForm};
use crate::dashboard;
use crate::engine::Engine;
use crate::http::accept::{self, Front};
use crate::http::{client, log, metrics, tls};
use crate::jobs;
use crate::router;
use crate::state::App;
use crate::store;

/// Time between two signs of life, and between two sweeps, in seconds.
const BEAT_S: u64 = 2;
const SWEEP_S: u64 = 5;

/// Life of the first administrator's link, in milliseconds.
const LINK_MS: i64 = store::DAY_MS;

/// Why the service did not start.
#[derive(Debug)]
pub enum CannotStart {
    /// A setting cannot be taken; the sentence names it.
    Setting(String),
    /// A worker, the database or the address is not to be had; the sentence says which.
    Unavailable(String),
}

impl std::fmt::Display for CannotStart {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            CannotStart::Setting(why) | CannotStart::Unavailable(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for CannotStart {}

fn unavailable(what: &str) -> impl Fn(std::io::Error) -> CannotStart + '_ {
    move |error| CannotStart::Unavailable(format!("{what}: {error}"))
}

/// Runs the service until SIGTERM or SIGINT, and then until running conversions have ended. `announce`
/// is told each address as soon as it listens, with the word that stands before it.
///
/// # Errors
/// [`CannotStart`], which the log says too where programs read it.
pub async fn serve(config: Config, announce: impl Fn(&str, SocketAddr)) -> Result<(), CannotStart> {
    log::start(config.log);
    let is_for_programs = config.log == LogForm::Json;
    let outcome = run(config, announce).await;
    outcome.inspect_err(|why| {
        if is_for_programs {
            tracing::error!("{why}");
        }
    })
}

async fn run(config: Config, announce: impl Fn(&str, SocketAddr)) -> Result<(), CannotStart> {
    metrics::start();
    let config = Arc::new(config);
    let tls = tls::acceptor(&config).map_err(CannotStart::Setting)?;
    dashboard::report_plain_http(&config);
    let listener = listen(config.listen).await?;
    let (stop, stopping) = watch::channel(false);
    let app = start(Arc::clone(&config), stopping.clone()).await?;
    let address = listener.local_addr().map_err(unavailable("the address"))?;
    invite(&app, address, tls.is_some()).await?;
    let mut told = StopSignals::listen().map_err(unavailable("the signals"))?;
    announce("listening on", address);
    let measured = match config.metrics_listen {
        Some(wanted) => {
            let listener = listen(wanted).await?;
            announce("metrics on", listener.local_addr().map_err(unavailable("the address"))?);
            let page = Front { tls: None, router: metrics::router(Arc::clone(&app)), config: config.clone() };
            Some(tokio::spawn(accept::serve(listener, page, stopping.clone())))
        }
        None => None,
    };
    let chores = tokio::spawn(chores(Arc::clone(&app)));
    let jobs = tokio::spawn(jobs::run(Arc::clone(&app)));
    let front = Front { tls, router: router(&app), config };
    let served = tokio::spawn(accept::serve(listener, front, stopping));
    told.recv().await;
    tracing::info!("stopping: running conversions may end");
    let _ = stop.send(true);
    tokio::select! {
        _ = served => {}
        () = told.recv() => tracing::warn!("stopping at once"),
    }
    jobs.abort();
    let _ = jobs.await;
    leave_jobs(&app).await;
    chores.abort();
    if let Some(measured) = measured {
        measured.abort();
    }
    app.engine.end();
    Ok(())
}

async fn listen(address: SocketAddr) -> Result<TcpListener, CannotStart> {
    TcpListener::bind(address).await.map_err(unavailable(&format!("the service cannot listen on {address}")))
}

/// Opens the store and starts the workers, at the same time.
async fn start(config: Arc<Config>, stop: watch::Receiver<bool>) -> Result<Arc<App>, CannotStart> {
    let workers = tokio::task::spawn_blocking({
        let config = Arc::clone(&config);
        move || Engine::start(&config, stop)
    });
    let store = store::open(&config).await.map_err(|error| CannotStart::Unavailable(error.to_string()))?;
    let engine = workers.await.map_err(|error| CannotStart::Unavailable(error.to_string()))?;
    let engine = engine.map_err(|error| CannotStart::Unavailable(error.to_string()))?;
    report_sandbox(&engine);
    let app = App::new(config, store, Arc::new(engine), client::random_word());
    beat(&app).await;
    sweep(&app).await;
    Ok(app)
}

/// A server that is less locked down than it could be says so where nobody overlooks it.
fn report_sandbox(engine: &Engine) {
    let Some(sandbox) = engine.sandbox() else {
        tracing::warn!("conversions run in this process, without isolation");
        return;
    };
    for missing in &sandbox.missing {
        tracing::warn!(%missing, "A LAYER OF THE SANDBOX IS MISSING");
    }
    tracing::info!(layers = sandbox.layers.join(","), "workers are locked down");
}

/// Prints a one-time link where no administrator exists yet.
async fn invite(app: &App, address: SocketAddr, is_tls: bool) -> Result<(), CannotStart> {
    let failed = |error: store::StoreError| CannotStart::Unavailable(error.to_string());
    let accounts = app.store.accounts().await.map_err(failed)?;
    if accounts.iter().any(|account| account.is_administrator) {
        return Ok(());
    }
    let token = session::new_token().map_err(|error| CannotStart::Unavailable(error.to_string()))?;
    app.store.create_link(auth::hash(&token), store::now() + LINK_MS).await.map_err(failed)?;
    let scheme = if is_tls { "https" } else { "http" };
    let base = app.config.public_url.clone().unwrap_or_else(|| format!("{scheme}://{address}"));
    tracing::info!("first administrator: {}/setup/{token}", base.trim_end_matches('/'));
    Ok(())
}

/// What is done again and again: signs of life, sweeps, counting.
async fn chores(app: Arc<App>) {
    let mut beats = tokio::time::interval(Duration::from_secs(BEAT_S));
    let mut sweeps = tokio::time::interval(Duration::from_secs(SWEEP_S));
    let mut workers = app.engine.processes();
    loop {
        tokio::select! {
            _ = beats.tick() => beat(&app).await,
            _ = sweeps.tick() => {
                sweep(&app).await;
                metrics::tidy();
                let now = app.engine.processes();
                let new = now.iter().filter(|process| !workers.contains(process)).count();
                metrics::worker_restarts(new as u64);
                workers = now;
            }
        }
    }
}

/// What was begun and not ended begins anew, at once if another server is there.
async fn leave_jobs(app: &App) {
    if let Err(error) = app.store.leave_jobs(&app.node).await {
        tracing::error!(%error, "running jobs begin anew later");
    }
}

async fn beat(app: &App) {
    let outcome = app.store.beat(&app.node, store::now()).await;
    app.is_writable.store(outcome.is_ok(), Ordering::Relaxed);
    if let Err(error) = outcome {
        tracing::error!(%error, "the sign of life could not be left");
    }
}

async fn sweep(app: &App) {
    match app.store.sweep(store::now()).await {
        Ok(swept) if swept.reservations + swept.jobs > 0 => {
            let (reservations, jobs) = (swept.reservations, swept.jobs);
            tracing::warn!(reservations, jobs, "dead processes: reservations were given back, jobs begin anew");
        }
        Ok(_) => {}
        Err(error) => tracing::error!(%error, "the store could not be swept"),
    }
}

/// What tells the process to end. It listens all the time: a second signal that comes while the first
/// is answered is not lost.
#[cfg(unix)]
struct StopSignals {
    terminate: tokio::signal::unix::Signal,
    interrupt: tokio::signal::unix::Signal,
}

#[cfg(unix)]
impl StopSignals {
    fn listen() -> std::io::Result<StopSignals> {
        use tokio::signal::unix::{SignalKind, signal};
        Ok(StopSignals { terminate: signal(SignalKind::terminate())?, interrupt: signal(SignalKind::interrupt())? })
    }

    /// Returns when the next signal comes.
    async fn recv(&mut self) {
        tokio::select! {
            _ = self.terminate.recv() => {}
            _ = self.interrupt.recv() => {}
        }
    }
}

/// What tells the process to end.
#[cfg(not(unix))]
struct StopSignals;

#[cfg(not(unix))]
impl StopSignals {
    fn listen() -> std::io::Result<StopSignals> {
        Ok(StopSignals)
    }

    async fn recv(&mut self) {
        let _ = tokio::signal::ctrl_c().await;
    }
}
