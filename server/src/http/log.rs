//! One line for each request: what was asked, how it ended, how long it took. Never a file's name, a
//! query, a key or contents.

use std::time::Instant;

use axum::body::HttpBody;
use axum::extract::Request;
use axum::http::header;
use axum::response::Response;
use tracing_subscriber::fmt::format::FmtSpan;

use super::{RequestId, metrics};
use crate::config::LogForm;

/// What is known of a request for its line.
pub struct Line {
    began: Instant,
    method: String,
    bytes_in: u64,
    /// The route's pattern; empty where no route matched, so that strangers' words stay out.
    pub path: String,
    /// The problem's code, empty for none.
    pub code: String,
}

impl Line {
    /// Starts the clock.
    pub fn begin(request: &Request) -> Self {
        let known = request.method().as_str().len() <= 16;
        Line {
            began: Instant::now(),
            method: if known { request.method().to_string() } else { "OTHER".into() },
            bytes_in: request.body().size_hint().exact().unwrap_or(0),
            path: String::new(),
            code: String::new(),
        }
    }
}

/// Writes the line and counts the request.
pub fn end(line: &Line, response: &Response, id: &RequestId) {
    let status = response.status().as_u16();
    let length = response.headers().get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse().ok());
    let bytes_out: u64 = length.or_else(|| response.body().size_hint().exact()).unwrap_or(0);
    let ms = line.began.elapsed().as_secs_f64() * 1000.0;
    metrics::request(&line.path, status, &line.code);
    tracing::info!(
        target: "request",
        method = line.method,
        path = line.path,
        status,
        code = line.code,
        ms = format_args!("{ms:.1}"),
        bytes_in = line.bytes_in,
        bytes_out,
        request_id = id.0,
    );
}

/// Sends the log to standard error, in the form asked for. A log that is there already stays.
pub fn start(form: LogForm) {
    let builder = tracing_subscriber::fmt()
        .with_writer(std::io::stderr)
        .with_max_level(tracing::Level::INFO)
        .with_span_events(FmtSpan::NONE)
        .with_ansi(false);
    // A second service in one process keeps the first one's log.
    let _ = match form {
        LogForm::Text => builder.try_init(),
        LogForm::Json => builder.json().flatten_event(true).try_init(),
    };
}
