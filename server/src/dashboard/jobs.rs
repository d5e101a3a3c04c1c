//! Jobs: started, followed, fetched, cancelled. The same as the API's, on the account.

use std::sync::Arc;

use askama::Template;
use axum::Json;
use axum::body::Body;
use axum::extract::{Path, RawQuery, Request, State};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use super::dates;
use super::form::Post;
use super::overview::{conversion, sizes};
use super::page::{Failure, Frame, Page, go, show};
use super::try_it::{is_target, readable_extensions};
use super::visitor::SignedIn;
use crate::api::jobs;
use crate::state::App;
use crate::store::{self, Caller, Job, JobState};

/// Jobs that are listed.
const LAST: u32 = 50;

#[derive(Template)]
#[template(path = "jobs.html")]
struct JobsPage {
    frame: Frame,
    targets: Vec<&'static transvase::FormatSpec>,
    accept: String,
    rows: Vec<Row>,
    is_working: bool,
}

/// A job as the page lists it.
struct Row {
    id: String,
    at: String,
    conversion: String,
    state: &'static str,
    progress: String,
    sizes: String,
    code: String,
    cost: i64,
    is_over: bool,
    has_result: bool,
}

/// `GET /dashboard/jobs`.
pub async fn page(State(app): State<Arc<App>>, who: SignedIn, RawQuery(query): RawQuery) -> Page {
    let rows = rows(&app, &who).await?;
    show(&JobsPage {
        frame: Frame::of(&who, "/dashboard/jobs").after(query.as_deref()),
        targets: transvase::formats().filter(|format| is_target(format)).collect(),
        accept: readable_extensions(),
        is_working: rows.iter().any(|row| !row.is_over),
        rows,
    })
}

async fn rows(app: &App, who: &SignedIn) -> Result<Vec<Row>, Failure> {
    let now = store::now();
    Ok(app.store.jobs(who.account.id, LAST).await?.into_iter().map(|job| row(job, now)).collect())
}

fn row(job: Job, now: store::Moment) -> Row {
    let is_there = job.state == JobState::Succeeded;
    let progress = job.progress.filter(|_| job.state == JobState::Running);
    let bytes_out = if is_there { job.outcome.bytes_out } else { 0 };
    Row {
        id: job.id,
        at: dates::short_minute(job.created_at),
        conversion: conversion(&job.outcome.source, &job.outcome.target),
        state: job.state.name(),
        progress: progress.map_or_else(String::new, |(stage, done, total)| progress_text(&stage, done, total)),
        sizes: sizes(job.outcome.bytes_in, bytes_out),
        code: job.outcome.code,
        cost: job.cost,
        is_over: job.state.is_over(),
        has_result: is_there && job.expires_at.is_some_and(|expires_at| expires_at > now),
    }
}

fn progress_text(stage: &str, done: u64, total: u64) -> String {
    match done.saturating_mul(100).checked_div(total) {
        Some(percent) => format!("{stage} {}%", percent.min(100)),
        None => stage.to_owned(),
    }
}

/// `GET /dashboard/jobs/state`: what the page's script writes over the rows.
pub async fn state(State(app): State<Arc<App>>, who: SignedIn) -> Page {
    let row = |row: Row| {
        let Row { id, state, progress, is_over, .. } = row;
        json!({ "id": id, "state": state, "progress": progress, "is_over": is_over })
    };
    let rows: Value = rows(&app, &who).await?.into_iter().map(row).collect();
    Ok(Json(rows).into_response())
}

/// `POST /dashboard/jobs`.
pub async fn create(State(app): State<Arc<App>>, who: SignedIn, request: Request<Body>) -> Page {
    let caller = Caller::Account(who.account.id);
    jobs::accept(&app, caller, Some(&who.csrf()), request.into_parts()).await?;
    Ok(go("/dashboard/jobs", "job-created"))
}

/// `GET /dashboard/jobs/{id}/result`.
pub async fn result(State(app): State<Arc<App>>, Path(id): Path<String>, who: SignedIn) -> Page {
    let job = jobs::known(&app, who.account.id, &id).await?;
    Ok::<Response, _>(jobs::file(&app, &job).await?)
}

/// `POST /dashboard/jobs/{id}/remove`.
pub async fn remove(State(app): State<Arc<App>>, Path(id): Path<String>, Post { who, .. }: Post) -> Page {
    jobs::end(&app, who.account.id, &id).await?;
    Ok(go("/dashboard/jobs", "job-removed"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::Outcome;

    #[test]
    fn a_row_says_what_can_be_done() {
        let job = |state| Job {
            id: "a".into(),
            account: 1,
            state,
            created_at: 0,
            started_at: None,
            finished_at: None,
            expires_at: Some(5),
            progress: Some(("read".into(), 1, 3)),
            problem: None,
            cost: 1,
            outcome: Outcome { bytes_in: 10, bytes_out: 5, ..Outcome::default() },
            webhook: None,
        };
        let running = row(job(JobState::Running), 4);
        assert_eq!(
            (running.progress.as_str(), running.has_result, running.sizes.as_str()),
            ("read 33%", false, "10 B")
        );
        let done = row(job(JobState::Succeeded), 4);
        assert_eq!((done.progress.as_str(), done.has_result, done.sizes.as_str()), ("", true, "10 B → 5 B"));
        assert!(!row(job(JobState::Succeeded), 5).has_result, "it is past its time");
        assert_eq!(progress_text("write", 9, 0), "write");
    }
}
