//! `POST /api/convert`: from an admitted request to the file.

use std::sync::Arc;
use std::time::Instant;

use axum::body::Body;
use axum::extract::State;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Request, header};
use axum::response::Response;
use tokio::sync::watch;
use transvase::Stage;
use transvase_worker::Done;

use crate::api::admission::{self, Ticket, full};
use crate::api::allowance::Allowance;
use crate::api::disposition;
use crate::api::rate::rate_headers;
use crate::api::upload::{self, Form, Rules};
use crate::api::warnings;
use crate::engine::{Halt, Listener};
use crate::http::{Note, metrics};
use crate::problem::{self, Problem, Result};
use crate::state::App;
use crate::store::{Caller, Outcome, Rate, Settled};

/// How far a conversion is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// The step it is in.
    pub stage: Stage,
    /// What is done of it.
    pub done: u64,
    /// Its total; 0 where it is not known.
    pub total: u64,
}

/// The endpoint.
pub async fn endpoint(State(app): State<Arc<App>>, request: Request<Body>) -> Result<Response> {
    let (parts, body) = request.into_parts();
    let caller = admission::caller(&app, &parts)?;
    answer(&app, caller, None, Request::from_parts(parts, body), None).await
}

/// Answers one conversion, for the API and for the dashboard's try-it page. With `csrf`, a part of
/// that name is required and must be equal.
///
/// # Errors
/// Any problem there is; nothing is charged then.
pub async fn answer(
    app: &Arc<App>,
    caller: Caller,
    csrf: Option<&str>,
    request: Request<Body>,
    progress: Option<watch::Sender<Progress>>,
) -> Result<Response> {
    let (parts, body) = request.into_parts();
    let mut ticket = Ticket::take(app, caller, &parts).await?;
    let rate = ticket.admitted.rate;
    let outcome = converted(app, &mut ticket, (&parts, body), csrf, progress).await;
    Note::of(&parts.extensions).formats(&ticket.outcome.source, &ticket.outcome.target);
    match outcome {
        Err(problem) => Err(ticket.refused(problem).await.with_headers(rate_headers(rate))),
        Ok(result) => {
            // Settled before the first byte: what cannot be charged is not given away.
            let settled = ticket.settle().await?;
            metrics::settled(settled.cost);
            respond(app, result, settled, rate).await
        }
    }
}

/// A converted file, and how it is to be sent.
pub struct Converted {
    /// The file.
    pub done: Done,
    /// Its name without the extension.
    pub stem: String,
    /// Whether its warnings go with it, into the body.
    pub is_mixed: bool,
}

/// Reads the body and converts its files.
async fn converted(
    app: &App,
    ticket: &mut Ticket,
    (parts, body): (&Parts, Body),
    csrf: Option<&str>,
    progress: Option<watch::Sender<Progress>>,
) -> Result<Converted> {
    let allowance = Allowance::of(ticket.admitted.account.plan, &app.config);
    let rules = Rules::of(&app.config, allowance.upload_bytes);
    let form = read(app, ticket.admitted.account.id, parts, body, rules, csrf).await?;
    form.tell(&mut ticket.outcome);
    if ticket.admitted.replay_of.is_some_and(|known| Some(known) != form.fingerprint) {
        return Err(Problem::new(problem::IDEMPOTENCY_KEY_REUSED));
    }
    let stem = disposition::stem(form.first_name());
    let job = form.texts.job(form.files, &allowance)?;
    let is_mixed = form.texts.warnings_in_body()?.unwrap_or_else(|| warnings::prefers_mixed(&parts.headers));
    let began = Instant::now();
    let done = app.engine.convert(ticket.admitted.account.id, job, form.body, listener(progress)).await;
    let done = concluded(done, began, &mut ticket.outcome)?;
    Ok(Converted { done, stem, is_mixed })
}

/// Counts a conversion that has ended, and writes down what it made of what.
///
/// # Errors
/// The problem of one that gave no file.
pub fn concluded(done: Result<Done, Halt>, began: Instant, outcome: &mut Outcome) -> Result<Done> {
    let done = done.inspect_err(|halt| outcome.source = source_of(halt)).map_err(of_halt)?;
    metrics::conversion(done.source.id(), done.format.id(), began.elapsed());
    outcome.source = done.source.id().into();
    outcome.target = done.format.id().into();
    outcome.bytes_out = done.bytes.len() as u64;
    let kinds = warnings::kinds(&done.warnings);
    outcome.warnings = kinds.iter().map(|code| code.name()).collect::<Vec<_>>().join(",");
    Ok(done)
}

/// Reads the body, where not too many are being read already, of all accounts and of this one.
pub async fn read(
    app: &App,
    account: i64,
    parts: &Parts,
    body: Body,
    rules: Rules,
    csrf: Option<&str>,
) -> Result<Form> {
    let _place = app.uploads.enter(account, false).ok_or_else(full)?;
    upload::read(&parts.headers, body, rules, csrf).await
}

fn listener(progress: Option<watch::Sender<Progress>>) -> Listener {
    match progress {
        None => Box::new(|_, _, _| ()),
        Some(sender) => Box::new(move |stage, done, total| {
            sender.send_replace(Progress { stage, done, total });
        }),
    }
}

/// The format that the file was recognised as before its conversion failed; empty where it was not.
fn source_of(halt: &Halt) -> String {
    match halt {
        Halt::Failed(error) => error.format().unwrap_or_default().into(),
        Halt::Full | Halt::Stopping => String::new(),
    }
}

fn of_halt(halt: Halt) -> Problem {
    match halt {
        Halt::Full => full(),
        Halt::Stopping => Problem::overloaded("The service is stopping.", 2),
        Halt::Failed(error) => {
            if let Some(cause) = error.cause() {
                tracing::warn!(code = error.code().name(), cause = %cause, "a conversion failed inside");
            }
            Problem::from(&error)
        }
    }
}

/// The file with everything that is said about it, but for its length and what it cost.
pub fn answered(result: Converted) -> (HeaderMap, Vec<u8>) {
    let Converted { done, stem, is_mixed } = result;
    let spec = done.format.spec();
    let media_type = spec.media_types.first().copied().unwrap_or("application/octet-stream");
    let extension = spec.extensions.first().copied().unwrap_or(spec.id);
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(media_type));
    headers.insert(header::CONTENT_DISPOSITION, disposition::attachment(&stem, extension));
    let mut bytes = done.bytes;
    if is_mixed {
        let kind;
        (kind, bytes) = warnings::mixed(bytes, &headers, &done.warnings);
        headers = HeaderMap::from_iter([(header::CONTENT_TYPE, kind)]);
    }
    headers.extend(warnings::header(&done.warnings).map(|value| (warnings::HEADER, value)));
    (headers, bytes)
}

async fn respond(app: &App, result: Converted, settled: Settled, rate: Rate) -> Result<Response> {
    let (mut headers, bytes) = answered(result);
    headers.insert(header::CONTENT_LENGTH, bytes.len().into());
    headers.insert("credits-cost", settled.cost.into());
    if let Some(remaining) = settled.remaining {
        headers.insert("credits-remaining", remaining.into());
    }
    headers.extend(rate_headers(rate));
    let body = app.shelf.body(bytes, app.config.upload_rate_bytes).await.map_err(Problem::internal)?;
    let mut response = Response::new(body);
    *response.headers_mut() = headers;
    Ok(response)
}
