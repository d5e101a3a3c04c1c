//! The outermost layer: it names each request, refuses what no endpoint should see, and turns every
//! failure, a panic and the framework's own included, into one form.

use std::panic::AssertUnwindSafe;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll};

use axum::body::{Body, Bytes};
use axum::extract::{MatchedPath, Request, State};
use axum::http::{HeaderName, HeaderValue, Method, StatusCode, Version, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures_util::{FutureExt, StreamExt};
use hyper::body::{Body as HttpBody, Frame, SizeHint};

use super::accept::Flaw;
use super::client::Peer;
use super::cors::{self, Leave};
use super::log::{self, Line};
use super::socket::{LINGER_BYTES, LINGER_TIME};
use super::{Client, MAX_HEAD_BYTES, MAX_HEADERS, RequestId};
use crate::problem::{self, MEDIA_TYPE, Problem};
use crate::state::App;

/// Header with the request's id.
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Header with the version of the API.
pub const API_VERSION: HeaderName = HeaderName::from_static("api-version");

/// A browser that came over TLS comes over nothing else for a year (RFC 6797).
const HSTS: &str = "max-age=31536000";

/// What is no page of the dashboard may do nothing in a browser.
const NO_PAGE: &str = "default-src 'none'; frame-ancestors 'none'; sandbox";

/// Wraps every endpoint.
pub async fn layer(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    let mut line = Line::begin(&request);
    let sent = request.headers().get(REQUEST_ID).and_then(|value| value.to_str().ok());
    let id = RequestId::of(sent);
    let was_read = watch_body(&mut request);
    introduce(&app, &mut request, &id);
    request.extensions_mut().insert(line.note.clone());
    let facts = Facts {
        path: request.uri().path().to_owned(),
        is_head: request.method() == Method::HEAD,
        is_http1: request.version() < Version::HTTP_2,
        is_https: request.extensions().get::<Client>().is_some_and(|client| client.is_https),
    };
    line.path = request.extensions().get::<MatchedPath>().map_or_else(String::new, |path| path.as_str().to_owned());
    let (parts, body) = request.into_parts();
    let leave = Leave::of(&parts, &app.config);
    let request = Request::from_parts(parts, body);
    let mut response = match (refusal(&request), leave.as_ref().and_then(Leave::preflight)) {
        (Some(problem), _) => problem.into_response(),
        (None, Some(answer)) => answer,
        (None, None) => run(next, request).await,
    };
    line.code = complete(&mut response, &facts, &id);
    if facts.is_https {
        response.headers_mut().insert(header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static(HSTS));
    }
    cors::vary(&facts.path, &app.config, response.headers_mut());
    if let Some(leave) = leave {
        leave.tell(response.headers_mut());
    }
    if facts.is_http1 && !was_read.load(Ordering::Relaxed) {
        // What is left of the body stands between this answer and the next request.
        response.headers_mut().insert(header::CONNECTION, HeaderValue::from_static("close"));
    }
    log::end(&line, &response, &id);
    response
}

struct Facts {
    path: String,
    is_head: bool,
    is_http1: bool,
    is_https: bool,
}

/// Leaves client and id where the endpoints find them.
fn introduce(app: &App, request: &mut Request, id: &RequestId) {
    let nobody = Peer { address: ([0, 0, 0, 0], 0).into(), is_tls: false };
    let peer = request.extensions().get::<Peer>().copied().unwrap_or(nobody);
    let client = Client::of(peer, request.headers(), &app.config);
    request.extensions_mut().insert(client);
    request.extensions_mut().insert(id.clone());
}

/// What is wrong with a request, whatever it is for.
fn refusal(request: &Request) -> Option<Problem> {
    let lines = request.headers().iter().map(|(name, value)| name.as_str().len() + value.len() + 4);
    let head = request.uri().to_string().len() + lines.sum::<usize>();
    if head > MAX_HEAD_BYTES || request.headers().len() > MAX_HEADERS {
        let detail = format!("A request may have at most {MAX_HEADERS} headers, of {MAX_HEAD_BYTES} bytes together.");
        return Some(Problem::new(problem::HEADERS_TOO_LARGE).detail(detail));
    }
    let flaw = request.extensions().get::<Flaw>().and_then(|flaw| flaw.0)?;
    Some(Problem::new(problem::INVALID_REQUEST).detail(flaw))
}

/// Runs the endpoint; its panic is a defect, not the end of the connection.
async fn run(next: Next, request: Request) -> Response {
    let outcome = AssertUnwindSafe(next.run(request)).catch_unwind().await;
    outcome.unwrap_or_else(|panic| Problem::internal(panic_text(&panic)).into_response())
}

fn panic_text(panic: &(dyn std::any::Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic without a text".into())
}

/// Gives the answer its last form and returns the problem's code, empty for none.
fn complete(response: &mut Response, facts: &Facts, id: &RequestId) -> String {
    let problem = response.extensions_mut().remove::<Problem>().or_else(|| of_framework(response));
    let code = problem.as_ref().map_or_else(String::new, |problem| problem.spec.code.to_owned());
    if let Some(problem) = problem {
        write(response, &problem, id, &facts.path);
    }
    if facts.is_head {
        behead(response);
    }
    let headers = response.headers_mut();
    headers.insert(REQUEST_ID, HeaderValue::from_str(&id.0).unwrap_or(HeaderValue::from_static("-")));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.entry(header::CONTENT_SECURITY_POLICY).or_insert(HeaderValue::from_static(NO_PAGE));
    if facts.path.starts_with("/api/") {
        headers.insert(API_VERSION, HeaderValue::from_static("1"));
        headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    }
    code
}

/// The problem behind an error that the framework answered in its own form; pages of ours are left
/// alone.
fn of_framework(response: &Response) -> Option<Problem> {
    let status = response.status();
    let kind = response.headers().get(header::CONTENT_TYPE).map(HeaderValue::as_bytes);
    let is_bare = kind.is_none_or(|kind| kind.starts_with(b"text/plain"));
    if !(status.is_client_error() || status.is_server_error()) || !is_bare {
        return None;
    }
    let spec = match status {
        StatusCode::NOT_FOUND => problem::NOT_FOUND,
        StatusCode::METHOD_NOT_ALLOWED => problem::METHOD_NOT_ALLOWED,
        StatusCode::PAYLOAD_TOO_LARGE => problem::FILE_TOO_LARGE,
        StatusCode::REQUEST_TIMEOUT => problem::UPLOAD_TIMEOUT,
        StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE => problem::HEADERS_TOO_LARGE,
        status if status.is_client_error() => problem::INVALID_REQUEST,
        _ => return Some(Problem::internal(format_args!("the framework answered {status}"))),
    };
    Some(Problem::new(spec))
}

/// The problem as a document, beside the headers the answer has already (`Allow`, `Retry-After`).
fn write(response: &mut Response, problem: &Problem, id: &RequestId, path: &str) {
    let document = problem.document(&id.0, path).to_string();
    let length = document.len();
    *response.status_mut() = StatusCode::from_u16(problem.spec.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    *response.body_mut() = Body::from(document);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(MEDIA_TYPE));
    headers.insert(header::CONTENT_LENGTH, length.into());
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
}

/// Drops the body of an answer to HEAD, but not what the headers say of it.
fn behead(response: &mut Response) {
    let length = response.body().size_hint().exact().filter(|length| *length > 0);
    if let (Some(length), headers) = (length, response.headers_mut()) {
        headers.entry(header::CONTENT_LENGTH).or_insert(length.into());
    }
    *response.body_mut() = Body::empty();
}

/// A body that says when it has been read to its end.
struct Watched {
    body: Body,
    was_read: Arc<AtomicBool>,
    is_http2: bool,
}

fn watch_body(request: &mut Request) -> Arc<AtomicBool> {
    let was_read = Arc::new(AtomicBool::new(request.body().is_end_stream()));
    if !was_read.load(Ordering::Relaxed) {
        let is_http2 = request.version() == Version::HTTP_2;
        let body = std::mem::take(request.body_mut());
        *request.body_mut() = Body::new(Watched { body, was_read: Arc::clone(&was_read), is_http2 });
    }
    was_read
}

/// A client of HTTP/2 whose upload is cut off may not look at the answer: what it still sends is taken
/// for a while, as it is on a connection of HTTP/1 by [`super::socket`].
impl Drop for Watched {
    fn drop(&mut self) {
        if self.is_http2 && !self.was_read.load(Ordering::Relaxed) {
            let body = std::mem::take(&mut self.body);
            tokio::spawn(tokio::time::timeout(LINGER_TIME, drain(body)));
        }
    }
}

async fn drain(body: Body) {
    let mut pieces = body.into_data_stream();
    let mut taken = 0;
    while taken < LINGER_BYTES {
        match pieces.next().await {
            Some(Ok(piece)) => taken += piece.len() as u64,
            _ => return,
        }
    }
}

impl HttpBody for Watched {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        let frame = Pin::new(&mut self.body).poll_frame(cx);
        if matches!(frame, Poll::Ready(None)) || self.body.is_end_stream() {
            self.was_read.store(true, Ordering::Relaxed);
        }
        frame
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use axum::Router;
    use axum::http::HeaderMap;
    use axum::routing::{get, post};
    use http_body_util::BodyExt;
    use tokio::sync::watch;
    use tower::ServiceExt;

    use super::*;
    use crate::config::Config;
    use crate::engine::Engine;
    use crate::store;

    /// A service whose endpoints do not behave.
    async fn service(folder: &tempfile::TempDir) -> Router {
        let mut config = Config::default();
        config.set("database", &format!("sqlite:{}", folder.path().join("x.db").display())).unwrap();
        config.set("in_process", "true").unwrap();
        let store = store::open(&config).await.unwrap();
        let engine = Engine::start(&config, watch::channel(false).1).unwrap();
        let app = App::new(Arc::new(config), store, Arc::new(engine), "test".into());
        let routes = Router::new()
            .route("/api/panic", get(|| async { panic!("a secret place") as Response }))
            .route("/plain", get(|| async { (StatusCode::BAD_REQUEST, "no") }))
            .route("/page", get(|| async { (StatusCode::BAD_REQUEST, axum::response::Html("<p>no</p>")) }))
            .route("/unread", post(|| async { "done" }));
        routes.layer(axum::middleware::from_fn_with_state(app, layer))
    }

    async fn answer(request: Request) -> (StatusCode, HeaderMap, String) {
        let folder = tempfile::tempdir().unwrap();
        let response = service(&folder).await.oneshot(request).await.unwrap();
        let (parts, body) = response.into_parts();
        let text = body.collect().await.unwrap().to_bytes();
        (parts.status, parts.headers, String::from_utf8(text.to_vec()).unwrap())
    }

    fn get_request(path: &str) -> Request {
        Request::get(path).body(Body::empty()).unwrap()
    }

    #[tokio::test]
    async fn a_panic_is_a_problem_that_keeps_its_secrets() {
        let (status, headers, text) = answer(get_request("/api/panic")).await;
        assert_eq!((status.as_u16(), &headers["content-type"]), (500, &HeaderValue::from_static(MEDIA_TYPE)));
        assert!(text.contains("internal_error") && !text.contains("secret"), "{text}");
        assert_eq!(
            (&headers["api-version"], &headers["cache-control"]),
            (&"1".parse().unwrap(), &"no-store".parse().unwrap())
        );
    }

    #[tokio::test]
    async fn the_frameworks_words_become_a_document_and_our_pages_stay() {
        let (_, headers, text) = answer(get_request("/plain")).await;
        assert!(headers["content-type"] == MEDIA_TYPE && text.contains("invalid_request"), "{text}");
        let (_, headers, text) = answer(get_request("/page")).await;
        assert!(headers["content-type"] == "text/html; charset=utf-8" && text == "<p>no</p>", "{text}");
    }

    #[tokio::test]
    async fn a_body_that_was_not_read_ends_the_connection() {
        let body = Body::from_stream(futures_util::stream::iter([Ok::<_, std::io::Error>("x")]));
        let (_, headers, _) = answer(Request::post("/unread").body(body).unwrap()).await;
        assert_eq!(headers["connection"], "close");
        let (_, headers, _) = answer(Request::post("/unread").body(Body::empty()).unwrap()).await;
        assert!(!headers.contains_key("connection"));
    }

    #[tokio::test]
    async fn an_answer_to_head_has_the_headers_alone() {
        let (status, headers, text) = answer(Request::head("/nowhere").body(Body::empty()).unwrap()).await;
        assert_eq!((status.as_u16(), text.as_str()), (404, ""));
        assert!(headers["content-length"].to_str().unwrap().parse::<u64>().unwrap() > 100);
    }
}
