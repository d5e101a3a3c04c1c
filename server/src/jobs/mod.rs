//! Jobs, from the queue to their end: each server over the database takes what waits, as far as it has places, converts
//! it, and tells whoever wanted to be told.
//!
//! A job is in the database from the moment it was accepted. Whatever becomes of a process, a job is either ended, with
//! its credit settled or given back in the same transaction, or it begins anew.

mod outside;
mod runner;
mod webhook;

use std::sync::Arc;
use std::time::Duration;

use crate::state::App;
use crate::store;

/// Time between two looks at what waits: another server may have accepted it.
const LOOK: Duration = Duration::from_secs(1);

/// Time between two looks for files that nobody needs any more.
const TIDY: Duration = Duration::from_mins(1);

/// Runs jobs, sends webhooks and tidies up, until it is dropped: what runs then is cancelled, and begins anew with the
/// next start.
pub async fn run(app: Arc<App>) {
    tokio::join!(runner::run(&app), webhook::run(&app), tidy(&app));
}

/// Drops the files of jobs that are over: past their time, forgotten, or never accepted.
async fn tidy(app: &App) {
    let mut looks = tokio::time::interval(TIDY);
    loop {
        looks.tick().await;
        if let Err(why) = tidy_once(app).await {
            tracing::error!(%why, "files of jobs could not be tidied up");
        }
    }
}

async fn tidy_once(app: &App) -> Result<(), String> {
    let there = app.depot.settled().await.map_err(|error| error.to_string())?;
    let needed = app.store.needed_jobs(there.clone(), store::now()).await.map_err(|error| error.to_string())?;
    for id in there.iter().filter(|id| !needed.contains(id)) {
        app.depot.remove(id).await;
    }
    Ok(())
}
