//! The access log: one line for each request, with what was asked and by whom, how it ended, how long it took. Never a
//! file's name, a query, a key or contents.

use std::backtrace::{Backtrace, BacktraceStatus};
use std::panic::PanicHookInfo;
use std::sync::{Arc, OnceLock};
use std::time::Instant;

use axum::body::HttpBody;
use axum::extract::Request;
use axum::http::{Extensions, header};
use axum::response::Response;
use tracing_subscriber::fmt::format::FmtSpan;

use super::{RequestId, metrics};
use crate::config::LogForm;

/// What the endpoints find out about a request, for its line: it lies among the request's extensions.
#[derive(Debug, Clone, Default)]
pub struct Note(Arc<Known>);

#[derive(Debug, Default)]
struct Known {
    account: OnceLock<i64>,
    key: OnceLock<i64>,
    from: OnceLock<String>,
    to: OnceLock<String>,
}

impl Note {
    /// The note of a request; one that nobody reads where there is none.
    pub fn of(extensions: &Extensions) -> Self {
        extensions.get::<Note>().cloned().unwrap_or_default()
    }

    /// Whose request it is: the numbers of the account and of the key, where there is one. The first
    /// word counts, here as below.
    pub fn caller(&self, account: i64, key: Option<i64>) {
        let _ = self.0.account.set(account);
        let _ = key.map(|key| self.0.key.set(key));
    }

    /// The formats of a conversion, by their ids; empty words for what is not known.
    pub fn formats(&self, from: &str, to: &str) {
        for (place, id) in [(&self.0.from, from), (&self.0.to, to)] {
            if !id.is_empty() {
                let _ = place.set(id.to_owned());
            }
        }
    }
}

/// What is known of a request for its line.
pub struct Line {
    began: Instant,
    method: String,
    bytes_in: u64,
    /// The route's pattern; empty where no route matched, so that strangers' words stay out.
    pub path: String,
    /// The problem's code, empty for none.
    pub code: String,
    /// What the endpoints find out.
    pub note: Note,
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
            note: Note::default(),
        }
    }
}

/// Writes the line and counts the request.
pub fn end(line: &Line, response: &Response, id: &RequestId) {
    let status = response.status().as_u16();
    let length = response.headers().get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse().ok());
    let bytes_out: u64 = length.or_else(|| response.body().size_hint().exact()).unwrap_or(0);
    // To a tenth of a millisecond.
    let ms = (line.began.elapsed().as_secs_f64() * 10_000.0).round() / 10.0;
    metrics::request(&line.path, status, &line.code);
    let known = &line.note.0;
    tracing::info!(
        target: "request",
        method = line.method,
        path = line.path,
        status,
        code = line.code,
        ms,
        bytes_in = line.bytes_in,
        bytes_out,
        request_id = id.0,
        account = known.account.get(),
        key = known.key.get(),
        from = known.from.get().map(String::as_str),
        to = known.to.get().map(String::as_str),
    );
}

/// Sends the log to standard error, in the form asked for, and panics into it: what a library has to
/// say comes in that form too. A log that is there already stays.
pub fn start(form: LogForm) {
    std::panic::set_hook(Box::new(panicked));
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

/// A panic as one line, with its backtrace where `RUST_BACKTRACE` asks for one.
fn panicked(info: &PanicHookInfo<'_>) {
    let trace = Backtrace::capture();
    let trace = (trace.status() == BacktraceStatus::Captured).then(|| trace.to_string());
    let text = info.payload_as_str().unwrap_or("a panic without a text");
    let place = info.location().map(ToString::to_string);
    tracing::error!(target: "panic", place, backtrace = trace, "{text}");
}
