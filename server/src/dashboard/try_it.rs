//! The try-it page: a file, a target, a byte limit; the same conversion as the API's, on the account.

use std::convert::Infallible;
use std::sync::{Arc, LazyLock};
use std::time::Duration;

use askama::Template;
use axum::body::{Body, Bytes};
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::sse::{Event, KeepAlive, Sse};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use futures_util::stream;
use serde_json::{Value, json};
use tokio::sync::watch;
use transvase::{Format, FormatSpec, OptionKind, OptionSpec, Route, WARNINGS};

use super::overview::bytes_text;
use super::page::{Failure, Frame, Page, show};
use super::progress::{Entry, Running};
use super::visitor::SignedIn;
use crate::api::convert::{self, Progress};
use crate::auth::session;
use crate::problem;
use crate::state::App;
use crate::store::{Caller, Plan};

/// Bytes of a file that are enough to recognise it by.
const LOOK_BYTES: usize = 65_536;

/// Every conversion: they are many, and the same each time.
static ROUTES: LazyLock<Vec<Route>> = LazyLock::new(transvase::routes);

#[derive(Template)]
#[template(path = "try.html")]
struct TryPage {
    frame: Frame,
    targets: Vec<&'static FormatSpec>,
    accept: String,
    upload_bytes: u64,
    upload_text: String,
    look_bytes: usize,
    formats: String,
    warnings: String,
}

/// `GET /dashboard/try`.
pub async fn page(State(app): State<Arc<App>>, who: SignedIn) -> Page {
    let upload_bytes = match who.account.plan {
        Plan::Free => app.config.free_upload_bytes,
        Plan::Paid => app.config.paid_upload_bytes,
    };
    show(&TryPage {
        frame: Frame::of(&who, "/dashboard/try"),
        targets: transvase::formats().filter(|format| is_target(format)).collect(),
        accept: readable_extensions(),
        upload_bytes,
        upload_text: bytes_text(upload_bytes),
        look_bytes: LOOK_BYTES,
        formats: readable().map(source).collect::<Value>().to_string(),
        warnings: WARNINGS.iter().map(|(code, doc)| (code.name(), doc.trim())).collect::<Value>().to_string(),
    })
}

fn readable() -> impl Iterator<Item = &'static FormatSpec> {
    transvase::formats().filter(|format| !targets(Format::of(format)).is_empty())
}

/// What a field for files takes.
pub fn readable_extensions() -> String {
    let extensions = readable().flat_map(|format| format.extensions).map(|extension| format!(".{extension}"));
    extensions.collect::<Vec<_>>().join(",")
}

/// Whether a format can be converted to.
pub fn is_target(format: &FormatSpec) -> bool {
    format.is_written() || format.is_compressed()
}

fn targets(source: Format) -> Vec<Format> {
    ROUTES.iter().filter(|route| route.source() == source).map(Route::target).collect()
}

/// A format and what it can become, as the page's script reads it.
fn source(format: &'static FormatSpec) -> Value {
    json!({
        "id": format.id,
        "name": format.name,
        "extensions": format.extensions,
        "targets": targets(Format::of(format)).into_iter().map(|to| target(to, format)).collect::<Vec<_>>(),
    })
}

fn target(to: Format, source: &FormatSpec) -> Value {
    let spec = to.spec();
    json!({
        "id": spec.id,
        "name": spec.name,
        "is_same": spec.id == source.id,
        "options": spec.options().iter().map(|option| row(option)).collect::<Vec<_>>(),
    })
}

/// An option as a field.
fn row(option: &OptionSpec) -> Value {
    let (kind, choices) = match option.kind {
        OptionKind::Integer { .. } | OptionKind::Number { .. } => ("number", json!([])),
        OptionKind::Flag => ("flag", json!([])),
        OptionKind::Choice(words) => ("choice", json!(words)),
        OptionKind::Pages | OptionKind::Text => ("text", json!([])),
    };
    let (unit, default, doc) = (option.unit, option.default, option.doc);
    json!({ "key": option.key, "kind": kind, "choices": choices, "unit": unit, "default": default, "doc": doc })
}

/// `POST /dashboard/try/detect`: the id of the format that the first bytes of a file have.
pub async fn detect(who: SignedIn, headers: HeaderMap, bytes: Bytes) -> Page {
    let token = headers.get("x-csrf-token").and_then(|value| value.to_str().ok()).unwrap_or_default();
    if !session::csrf_matches(&who.token, token) {
        return Err(Failure::stale_form());
    }
    let format = transvase::detect(&bytes[..bytes.len().min(LOOK_BYTES)]);
    Ok(Json(json!({ "format": format.map(Format::id) })).into_response())
}

/// `POST /dashboard/try`: the file; with the script a problem document, without it a page.
pub async fn convert(
    State(app): State<Arc<App>>,
    Extension(running): Extension<Running>,
    who: SignedIn,
    request: Request<Body>,
) -> Response {
    let is_script = accepts_problems(request.headers());
    let id = number(request.uri()).to_owned();
    let (entry, sender) = running.follow(who.account.id, &id).unzip();
    let caller = Caller::Account(who.account.id);
    let answer = convert::answer(&app, caller, Some(&who.csrf()), request, sender).await;
    drop::<Option<Entry>>(entry);
    match answer {
        Ok(file) => file,
        Err(problem) if is_script => problem.into_response(),
        Err(problem) => Failure::from(problem).into_response(),
    }
}

fn accepts_problems(headers: &HeaderMap) -> bool {
    headers.get(header::ACCEPT).is_some_and(|accept| accept == problem::MEDIA_TYPE)
}

/// The number that the page gave the conversion.
fn number(uri: &Uri) -> &str {
    uri.query().and_then(|query| query.strip_prefix("progress=")).unwrap_or_default()
}

/// `GET /dashboard/try/progress/{id}`: how far the conversion is, as server-sent events. 204, after
/// which browsers do not ask again, where this process does not know it.
pub async fn progress(Extension(running): Extension<Running>, Path(id): Path<String>, who: SignedIn) -> Response {
    let Some(receiver) = appearing(&running, who.account.id, &id).await else {
        return StatusCode::NO_CONTENT.into_response();
    };
    Sse::new(stream::unfold(Some(receiver), next)).keep_alive(KeepAlive::default()).into_response()
}

/// The page asks while its upload starts, so the conversion may be known a moment later.
async fn appearing(running: &Running, account: i64, id: &str) -> Option<watch::Receiver<Progress>> {
    for _ in 0..60 {
        if let Some(receiver) = running.find(account, id) {
            return Some(receiver);
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    None
}

/// The next event and what comes after it: an `end` after the last news, then nothing.
async fn next(
    receiver: Option<watch::Receiver<Progress>>,
) -> Option<(Result<Event, Infallible>, Option<watch::Receiver<Progress>>)> {
    let mut receiver = receiver?;
    if receiver.changed().await.is_err() {
        return Some((Ok(Event::default().event("end").data("")), None));
    }
    let Progress { stage, done, total } = *receiver.borrow_and_update();
    let news = json!({ "stage": stage.name(), "done": done, "total": total });
    // A bar needs no more than ten looks a second.
    tokio::time::sleep(Duration::from_millis(100)).await;
    Some((Ok(Event::default().data(news.to_string())), Some(receiver)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_offers_the_routes_there_are() {
        for format in readable() {
            let said = source(format);
            let targets: Vec<_> =
                said["targets"].as_array().unwrap().iter().map(|row| row["id"].as_str().unwrap()).collect();
            assert_eq!(targets.contains(&format.id), format.is_compressed(), "{}", format.id);
        }
        let routes: usize = readable().map(|format| targets(Format::of(format)).len()).sum();
        assert_eq!(routes, transvase::routes().len());
    }

    #[tokio::test]
    async fn news_come_before_the_end() {
        let (sender, receiver) = watch::channel(Progress { stage: transvase::Stage::Read, done: 0, total: 4 });
        sender.send_modify(|news| news.done = 3);
        drop(sender);
        let (_, rest) = next(Some(receiver)).await.unwrap();
        let (_, end) = next(rest).await.unwrap();
        assert!(end.is_none());
        assert!(next(end).await.is_none());
    }
}
