//! Jobs, from the queue to their end: each server over the database takes what waits, as far as it has places, converts
//! it, and tells whoever wanted to be told.
//!
//! A job is in the database from the moment it was accepted. Whatever becomes of a process, a job is either ended, with
//! its credit settled or given back in the same transaction, or it begins anew.

mod runner;
mod webhook;

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use crate::state::App;
use crate::store::{self, Needed};

/// Time between two looks at what waits: another server may have accepted it.
const LOOK: Duration = Duration::from_secs(1);

/// Time between two looks for files that nobody needs any more.
const TIDY: Duration = Duration::from_mins(1);

/// Runs jobs, sends webhooks and tidies up, until it is dropped: what runs then is cancelled, and begins anew with the
/// next start.
pub async fn run(app: Arc<App>) {
    tokio::join!(runner::run(&app), webhook::run(&app), tidy(&app));
}

/// Drops files of jobs that nobody needs any more, or that no job ever had.
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
    let there = app.depot.all().await.map_err(|error| error.to_string())?;
    let ids = there.iter().map(|(id, _)| id.clone()).collect();
    let needed = app.store.needed_of_jobs(ids, store::now()).await.map_err(|error| error.to_string())?;
    let needed: HashMap<String, Needed> = needed.into_iter().collect();
    for (id, is_old) in there {
        match needed.get(&id) {
            Some(Needed::Order) => {}
            Some(Needed::Result) => app.depot.drop_order(&id).await,
            Some(Needed::Nothing) => app.depot.remove(&id).await,
            // It may be about to become one.
            None if !is_old => {}
            None => app.depot.remove(&id).await,
        }
    }
    Ok(())
}
