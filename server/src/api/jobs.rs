//! `/api/jobs`, asynchronous conversions that nobody waits for. What is asked for and what comes of it are those of
//! `/api/convert`; between the two lies time, which a client spends elsewhere.

use std::str::FromStr;
use std::sync::Arc;

use axum::Json;
use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Request, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use crate::api::admission::{self, Ticket, rfc3339};
use crate::api::allowance::Allowance;
use crate::api::convert;
use crate::api::disposition;
use crate::api::rate::rate_headers;
use crate::api::upload::{Form, Rules};
use crate::api::warnings;
use crate::depot::Order;
use crate::engine::Upload;
use crate::http::{Note, metrics};
use crate::parcel::Shelf;
use crate::problem::{self, Problem, Result};
use crate::state::App;
use crate::store::{self, Caller, Job, JobState, Webhook};

/// What becomes of a webhook: it is still to be sent.
pub const PENDING: &str = "pending";
/// It was taken.
pub const DELIVERED: &str = "delivered";
/// It was not, and is not sent any more.
pub const GIVEN_UP: &str = "given_up";

/// `POST /api/jobs`.
pub async fn create(State(app): State<Arc<App>>, request: Request<Body>) -> Result<Response> {
    let (parts, body) = request.into_parts();
    let caller = admission::caller(&app, &parts)?;
    let (job, mut headers) = accept(&app, caller, None, (parts, body)).await?;
    let place = format!("/api/jobs/{}", job.id);
    headers.insert(header::LOCATION, HeaderValue::from_str(&place).map_err(Problem::internal)?);
    Ok((StatusCode::ACCEPTED, headers, Json(document(&job))).into_response())
}

/// Makes a job, for the API and for the dashboard; with `csrf`, a part of that name is required and must be equal. The
/// job as it stands, and the headers that say the rate.
///
/// # Errors
/// Any problem there is; nothing is reserved then.
pub async fn accept(
    app: &Arc<App>,
    caller: Caller,
    csrf: Option<&str>,
    (parts, body): (Parts, Body),
) -> Result<(Job, HeaderMap)> {
    if app.engine.is_stopping() {
        return Err(Problem::overloaded("The service is stopping.", 2));
    }
    let mut ticket = Ticket::take_for_job(app, caller, &parts).await?;
    let (account, rate) = (ticket.admitted.account.id, rate_headers(ticket.admitted.rate));
    let made = match read(app, &mut ticket, (&parts, body), csrf).await {
        Err(problem) => Err(ticket.refused(problem).await),
        Ok(Wish::Before(id)) => known(app, account, &id).await,
        Ok(Wish::Now(wanted)) => {
            // From here on it goes its way, whoever hangs up: files and reservation become a job together.
            let task = tokio::spawn(keep(Arc::clone(app), ticket, wanted));
            task.await.unwrap_or_else(|error| Err(Problem::internal(error)))
        }
    };
    let job = made.map_err(|problem| problem.with_headers(rate.clone()))?;
    Ok((job, HeaderMap::from_iter(rate)))
}

/// What a request asks for.
enum Wish {
    /// A job.
    Now(Box<Wanted>),
    /// One that a request with the same `Idempotency-Key` has made.
    Before(String),
}

/// A job that is to be.
struct Wanted {
    order: Order,
    upload: Upload,
    webhook: Option<String>,
}

/// Reads the body.
async fn read(app: &App, ticket: &mut Ticket, (parts, body): (&Parts, Body), csrf: Option<&str>) -> Result<Wish> {
    let account = &ticket.admitted.account;
    let allowance = Allowance::of(account.plan, &app.config).for_job();
    let rules = Rules { is_job: true, ..Rules::of(&app.config, allowance.upload_bytes) };
    let form = convert::read(app, account.id, parts, body, rules, csrf).await?;
    form.tell(&mut ticket.outcome);
    Note::of(&parts.extensions).formats("", &ticket.outcome.target);
    let known = ticket.admitted.job.take();
    let before = known.as_ref().map(|(_, fingerprint)| *fingerprint).or(ticket.admitted.replay_of);
    if before.is_some_and(|before| Some(before) != form.fingerprint) {
        return Err(Problem::new(problem::IDEMPOTENCY_KEY_REUSED));
    }
    if let Some((id, _)) = known {
        return Ok(Wish::Before(id));
    }
    wanted(app, parts, form, &allowance).map(|wanted| Wish::Now(Box::new(wanted)))
}

/// What can be told now is no matter of an hour later.
fn wanted(app: &App, parts: &Parts, form: Form, allowance: &Allowance) -> Result<Wanted> {
    let stem = disposition::stem(form.first_name());
    let Form { files, body: upload, texts, .. } = form;
    let webhook = texts.webhook(app.config.webhook_private)?;
    let is_mixed = texts.warnings_in_body()?.unwrap_or_else(|| warnings::prefers_mixed(&parts.headers));
    let conversion = texts.job(files, allowance)?;
    conversion.converter().map_err(|error| Problem::from(&error))?;
    Ok(Wanted { order: Order { conversion, stem, is_mixed }, upload, webhook })
}

/// Keeps the files of a job, and makes it.
async fn keep(app: Arc<App>, ticket: Ticket, wanted: Box<Wanted>) -> Result<Job> {
    let Wanted { order, upload, webhook } = *wanted;
    let id = ticket.request().to_owned();
    if let Err(problem) = make_room(&app, ticket.admitted.account.id, upload.len()).await {
        return Err(ticket.refused(problem).await);
    }
    if let Err(error) = app.depot.put(&id, order, upload).await {
        return Err(ticket.refused(no_room(error)).await);
    }
    // Where it is in doubt whether the job was made, its files stay: they are tidied up where it was not.
    let job = ticket.into_job(webhook).await?;
    app.jobs.notify_one();
    Ok(job)
}

/// Whether so many bytes more fit, of which no account has more than half.
async fn make_room(app: &App, account: i64, bytes: u64) -> Result<()> {
    let has = app.store.job_bytes(account, store::now()).await.map_err(|error| admission::unavailable(&error))?;
    if has.saturating_add(bytes) > app.config.jobs_bytes / 2 {
        let detail = "The files of your jobs fill the space of your account. Delete finished jobs first.";
        return Err(Problem::new(problem::TOO_MANY_JOBS).detail(detail).retry_after(60));
    }
    match app.depot.has_room(bytes).await.map_err(no_room)? {
        true => Ok(()),
        false => {
            metrics::storage_full("upload");
            Err(Problem::overloaded("The service has no space for more jobs. Try again later.", 60))
        }
    }
}

fn no_room(error: std::io::Error) -> Problem {
    metrics::not_kept("upload", &error);
    tracing::error!(%error, "the files of a job could not be kept");
    Problem::overloaded("The service has no space for the job. Try again later.", 60)
}

/// A job of the account.
///
/// # Errors
/// `not_found`, `overloaded`.
pub async fn known(app: &App, account: i64, id: &str) -> Result<Job> {
    let job = app.store.job(account, id).await.map_err(|error| admission::unavailable(&error))?;
    job.ok_or_else(|| Problem::new(problem::NOT_FOUND).detail("Your account has no job with this id."))
}

/// `GET /api/jobs/{id}`.
pub async fn state(State(app): State<Arc<App>>, Path(id): Path<String>, request: Request<Body>) -> Result<Response> {
    let admitted = admission::look(&app, &request.into_parts().0).await?;
    let rate = HeaderMap::from_iter(rate_headers(admitted.rate));
    let job = known(&app, admitted.account.id, &id).await?;
    Ok((rate, Json(document(&job))).into_response())
}

/// `GET /api/jobs/{id}/result`.
pub async fn result(State(app): State<Arc<App>>, Path(id): Path<String>, request: Request<Body>) -> Result<Response> {
    let admitted = admission::look(&app, &request.into_parts().0).await?;
    let job = known(&app, admitted.account.id, &id).await?;
    let mut response = file(&app, &job).await?;
    response.headers_mut().insert("credits-cost", job.cost.into());
    response.headers_mut().extend(rate_headers(admitted.rate));
    Ok(response)
}

/// The answer of a job that succeeded.
///
/// # Errors
/// `job_not_finished`, `job_cancelled`, `result_expired`, or the job's own problem.
pub async fn file(app: &App, job: &Job) -> Result<Response> {
    match job.state {
        JobState::Queued | JobState::Running => {
            return Err(Problem::new(problem::JOB_NOT_FINISHED).retry_after(1));
        }
        JobState::Cancelled => return Err(Problem::new(problem::JOB_CANCELLED)),
        JobState::Failed => return Err(told(job)),
        JobState::Succeeded => {}
    }
    let expired = || Problem::new(problem::RESULT_EXPIRED);
    if job.expires_at.is_none_or(|expires_at| expires_at <= store::now()) {
        return Err(expired());
    }
    let (headers, file, length) = app.depot.result(&job.id).await.map_err(|error| {
        tracing::error!(%error, "the result of a job is not there");
        expired()
    })?;
    let mut response = Response::new(Shelf::file(file, length, app.config.upload_rate_bytes));
    for (name, value) in headers {
        if let (Ok(name), Ok(value)) = (HeaderName::from_str(&name), HeaderValue::from_str(&value)) {
            response.headers_mut().insert(name, value);
        }
    }
    response.headers_mut().insert(header::CONTENT_LENGTH, length.into());
    Ok(response)
}

/// The problem that a job ended with.
fn told(job: &Job) -> Problem {
    let document: Value = job.problem.as_deref().and_then(|text| serde_json::from_str(text).ok()).unwrap_or_default();
    Problem::of_document(&document)
}

/// `DELETE /api/jobs/{id}`: cancels a job that has not ended, and forgets one that has, with its result.
pub async fn remove(State(app): State<Arc<App>>, Path(id): Path<String>, request: Request<Body>) -> Result<Response> {
    let admitted = admission::look(&app, &request.into_parts().0).await?;
    end(&app, admitted.account.id, &id).await?;
    Ok((StatusCode::NO_CONTENT, HeaderMap::from_iter(rate_headers(admitted.rate))).into_response())
}

/// Cancels or forgets a job.
///
/// # Errors
/// `not_found`, `overloaded`.
pub async fn end(app: &App, account: i64, id: &str) -> Result<()> {
    let removal = app.store.remove_job(account, id, store::now()).await;
    match removal.map_err(|error| admission::unavailable(&error))? {
        None => Err(Problem::new(problem::NOT_FOUND).detail("Your account has no job with this id.")),
        Some(_) => {
            // Whoever converts it finds out.
            app.jobs.notify_one();
            app.depot.remove(id).await;
            Ok(())
        }
    }
}

/// A job as its owner's programs see it.
pub fn document(job: &Job) -> Value {
    let progress = job.progress.as_ref().filter(|_| job.state == JobState::Running);
    let is_there = job.state == JobState::Succeeded;
    let problem: Option<Value> = job.problem.as_deref().and_then(|text| serde_json::from_str(text).ok());
    let known = |format: &str| (!format.is_empty()).then(|| format.to_owned());
    let warnings = job.outcome.warnings.split(',').filter(|code| !code.is_empty()).collect::<Vec<_>>();
    json!({
        "id": job.id,
        "status": job.state.name(),
        "progress": progress.map(|(stage, done, total)| json!({ "stage": stage, "done": done, "total": total })),
        "from": known(&job.outcome.source),
        "to": known(&job.outcome.target),
        "bytes_in": job.outcome.bytes_in,
        "bytes_out": is_there.then_some(job.outcome.bytes_out),
        "warnings": warnings,
        "problem": problem,
        "credits_cost": job.state.is_over().then_some(job.cost),
        "created_at": rfc3339(job.created_at),
        "started_at": job.started_at.map(rfc3339),
        "finished_at": job.finished_at.map(rfc3339),
        "expires_at": job.expires_at.map(rfc3339),
        "result": is_there.then(|| format!("/api/jobs/{}/result", job.id)),
        "webhook": job.webhook.as_ref().filter(|_| job.state != JobState::Cancelled).map(of_webhook),
    })
}

fn of_webhook(webhook: &Webhook) -> Value {
    let status = match (webhook.ended_at, &webhook.reason) {
        (None, _) => PENDING,
        (Some(_), None) => DELIVERED,
        (Some(_), Some(_)) => GIVEN_UP,
    };
    json!({
        "status": status,
        "attempts": webhook.attempts,
        "next_attempt_at": webhook.next_at.map(rfc3339),
        "ended_at": webhook.ended_at.map(rfc3339),
        "reason": webhook.reason,
    })
}
