//! Problem documents (RFC 9457): every failure of the service as one.
//!
//! A failed conversion keeps the row it has in the core's table of errors; [`SERVICE_PROBLEMS`] adds
//! the codes that only a service has. Nothing else in this crate names a status and a code together.

use axum::http::{HeaderName, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value, json};
use transvase::{ERRORS, Error, ErrorCode};

/// Media type of a problem document.
pub const MEDIA_TYPE: &str = "application/problem+json";

/// One kind of failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProblemSpec {
    /// The stable word clients branch on; `/errors/{code}` is its page.
    pub code: &'static str,
    /// HTTP status.
    pub status: u16,
    /// Whether the same request may succeed later.
    pub retryable: bool,
    /// One sentence for people.
    pub title: &'static str,
}

macro_rules! problems {
    ($($name:ident $code:literal $status:literal $retryable:literal $title:literal;)*) => {
        $(#[doc = $title] pub const $name: ProblemSpec =
            ProblemSpec { code: $code, status: $status, retryable: $retryable, title: $title };)*

        /// The failures that are the service's own, not a conversion's.
        pub static SERVICE_PROBLEMS: &[ProblemSpec] = &[$($name),*];
    };
}

problems! {
    INVALID_MULTIPART "invalid_multipart" 400 false "The request body is not well-formed multipart/form-data.";
    MISSING_FILE "missing_file" 400 false "The request has no part named file.";
    MISSING_TO "missing_to" 400 false "The request has no part named to.";
    MISSING_FILENAME "missing_filename" 400 false "A part named resource has no filename.";
    UNKNOWN_FIELD "unknown_field" 400 false "The request has a part that the service does not know.";
    DUPLICATE_FIELD "duplicate_field" 400 false "A part is given twice.";
    INVALID_REQUEST "invalid_request" 400 false "The request is not well-formed.";
    MISSING_API_KEY "missing_api_key" 401 false "The request has no API key (header Authorization: Bearer YOUR_KEY).";
    INVALID_API_KEY "invalid_api_key" 401 false "The API key is not valid.";
    REVOKED_API_KEY "revoked_api_key" 401 false "The API key was revoked.";
    EXPIRED_API_KEY "expired_api_key" 401 false "The API key has expired.";
    CREDITS_EXHAUSTED "credits_exhausted" 402 false "The account has no credits left.";
    CREDITS_EXPIRED "credits_expired" 402 false "The account's free credits have expired.";
    ACCOUNT_DISABLED "account_disabled" 403 false "The account is disabled.";
    NOT_FOUND "not_found" 404 false "There is nothing at this URL.";
    METHOD_NOT_ALLOWED "method_not_allowed" 405 false "This URL does not accept that method.";
    UPLOAD_TIMEOUT "upload_timeout" 408 true "The upload was too slow.";
    JOB_NOT_FINISHED "job_not_finished" 409 true "The job has not finished yet.";
    JOB_CANCELLED "job_cancelled" 409 false "The job was cancelled.";
    RESULT_EXPIRED "result_expired" 410 false "The result of the job has expired.";
    IDEMPOTENCY_IN_PROGRESS "idempotency_in_progress" 409 true "A request with this Idempotency-Key is still running.";
    FILE_TOO_LARGE "file_too_large" 413 false "The upload is larger than the plan allows.";
    NOT_MULTIPART "not_multipart" 415 false "The request body must be multipart/form-data.";
    IDEMPOTENCY_KEY_REUSED "idempotency_key_reused" 422 false "This Idempotency-Key was used for another request.";
    HEADERS_TOO_LARGE "headers_too_large" 431 false "The request's headers are too large.";
    RATE_LIMITED "rate_limited" 429 true "Too many requests.";
    TOO_MANY_CONCURRENT "too_many_concurrent" 429 true "Too many conversions of this account are running.";
    TOO_MANY_JOBS "too_many_jobs" 429 true "This account has too many unfinished jobs.";
    OVERLOADED "overloaded" 503 true "The service is busy, or not ready: the header Retry-After says when to try again.";
}

/// Every code the service can answer with: the core's, then its own; each once.
pub fn all() -> Vec<ProblemSpec> {
    let mut all: Vec<ProblemSpec> = Vec::new();
    let core = ERRORS.iter().filter_map(|row| of_core(row.code));
    for spec in core.chain(SERVICE_PROBLEMS.iter().copied()) {
        if !all.iter().any(|known| known.code == spec.code) {
            all.push(spec);
        }
    }
    all
}

/// The core's row as a problem; `None` for what has no answer (the client is gone). Where the service
/// answers with the same code for reasons of its own, its title covers both, and the detail says which.
pub fn of_core(code: ErrorCode) -> Option<ProblemSpec> {
    let row = code.spec();
    let (code, status) = (row.problem?, row.http?);
    let shared = SERVICE_PROBLEMS.iter().find(|spec| spec.code == code).copied();
    Some(shared.unwrap_or(ProblemSpec { code, status, retryable: row.retryable, title: row.doc }))
}

/// One failure, ready to be sent.
#[derive(Debug, Clone)]
pub struct Problem {
    /// Its kind.
    pub spec: ProblemSpec,
    /// What happened this time; never a path of this machine or a key, and of files no name but the one that was sent.
    pub detail: String,
    /// Members of the kind, such as `limit_bytes`.
    pub members: Map<String, Value>,
    /// Seconds for `Retry-After`.
    pub retry_after_s: Option<u64>,
    /// Headers the answer carries besides, such as `RateLimit`.
    pub headers: Box<[(HeaderName, HeaderValue)]>,
}

/// Result of a step of a request.
pub type Result<T, E = Problem> = std::result::Result<T, E>;

impl Problem {
    /// A failure of a kind, in the kind's own words.
    pub fn new(spec: ProblemSpec) -> Self {
        Problem { spec, detail: spec.title.into(), members: Map::new(), retry_after_s: None, headers: Box::default() }
    }

    /// What happened this time.
    #[must_use]
    pub fn detail(mut self, detail: impl Into<String>) -> Self {
        self.detail = detail.into();
        self
    }

    /// A member of the document.
    #[must_use]
    pub fn with(mut self, key: &str, value: impl Into<Value>) -> Self {
        self.members.insert(key.into(), value.into());
        self
    }

    /// When to try again, in seconds.
    #[must_use]
    pub fn retry_after(mut self, seconds: u64) -> Self {
        self.retry_after_s = Some(seconds);
        self
    }

    /// Headers for the answer.
    #[must_use]
    pub fn with_headers(mut self, headers: Vec<(HeaderName, HeaderValue)>) -> Self {
        self.headers = headers.into();
        self
    }

    /// The failure that a document told of before.
    pub fn of_document(document: &Value) -> Self {
        let code = document["code"].as_str().unwrap_or_default();
        let spec = all().into_iter().find(|spec| spec.code == code);
        let mut problem = spec.map_or_else(|| Problem::of_code(ErrorCode::Internal), Problem::new);
        let own = ["type", "title", "status", "detail", "instance", "code", "retryable", "request_id"];
        for (key, value) in document.as_object().into_iter().flatten() {
            match (key.as_str(), value) {
                ("detail", Value::String(detail)) => detail.clone_into(&mut problem.detail),
                (key, value) if !own.contains(&key) => problem = problem.with(key, value.clone()),
                _ => {}
            }
        }
        problem
    }

    /// A defect of the service itself: what is known of it goes to the log alone.
    pub fn internal(cause: impl std::fmt::Display) -> Self {
        tracing::error!(%cause, "internal error");
        Problem::of_code(ErrorCode::Internal)
    }

    /// A failure of the core by its code, in the code's own words.
    pub fn of_code(code: ErrorCode) -> Self {
        of_core(code).map_or_else(|| Problem::new(NOT_FOUND), Problem::new)
    }

    /// The service is busy or not ready; `Retry-After` says when to come back.
    pub fn overloaded(detail: &str, seconds: u64) -> Self {
        Problem::new(OVERLOADED).detail(detail).retry_after(seconds)
    }

    /// The document. `request_id` is the answer's `X-Request-Id`.
    pub fn document(&self, request_id: &str, instance: &str) -> Value {
        let mut document = json!({
            "type": format!("/errors/{}", self.spec.code),
            "title": self.spec.title,
            "status": self.spec.status,
            "detail": self.detail,
            "instance": instance,
            "code": self.spec.code,
            "retryable": self.spec.retryable,
            "request_id": request_id,
        });
        if let Some(object) = document.as_object_mut() {
            object.extend(self.members.clone());
        }
        document
    }
}

impl From<&Error> for Problem {
    fn from(error: &Error) -> Self {
        let Some(spec) = of_core(error.code()) else { return Problem::internal(error) };
        let mut problem = Problem::new(spec).detail(sentence(error));
        if spec.retryable {
            problem = problem.retry_after(1);
        }
        let details = error.details();
        let members = [
            ("which", json!(details.which)),
            ("limit", json!(details.limit)),
            ("seen", json!(details.seen)),
            ("smallest_bytes", json!(details.smallest_bytes)),
            ("smallest_with_resize", json!(details.smallest_with_resize)),
            ("supported_targets", json!((!details.supported_targets.is_empty()).then_some(&details.supported_targets))),
        ];
        let set = members.into_iter().filter(|(_, value)| !value.is_null());
        problem.members.extend(set.map(|(key, value)| (key.to_owned(), value)));
        problem
    }
}

/// The message, and what would work instead. A defect's own text stays out of the answer; so does the
/// advice to raise a limit, which is not the client's to raise.
fn sentence(error: &Error) -> String {
    match (error.code(), error.hint_text()) {
        (ErrorCode::Internal, _) => error.code().spec().doc.into(),
        (ErrorCode::LimitExceeded, _) | (_, None) => error.to_string(),
        (_, Some(hint)) => format!("{error}; {hint}"),
    }
}

/// The answer without what only the outermost layer knows: that layer finds the [`Problem`] among the
/// response's extensions and writes the document with the request's id and path.
impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.spec.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = status.into_response();
        let headers = response.headers_mut();
        if status == StatusCode::UNAUTHORIZED {
            headers.insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        if let Some(seconds) = self.retry_after_s {
            headers.insert(header::RETRY_AFTER, seconds.into());
        }
        headers.extend(self.headers.iter().cloned());
        response.extensions_mut().insert(self);
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_busy_service_does_not_speak_of_memory_and_memory_has_its_own_sentence() {
        let busy = Problem::overloaded("The service is busy.", 2).document("id", "/");
        assert_eq!((&busy["status"], &busy["code"]), (&json!(503), &json!("overloaded")));
        assert!(!busy.to_string().to_lowercase().contains("memory"), "{busy}");
        let memory = Problem::from(&Error::new(ErrorCode::OutOfMemory, "memory ran out"));
        assert_eq!((memory.spec, memory.retry_after_s), (OVERLOADED, Some(1)));
        assert!(memory.detail.contains("memory ran out"), "{}", memory.detail);
    }

    #[test]
    fn a_code_has_one_status_and_one_word_on_repeating() {
        for row in ERRORS {
            let Some(spec) = of_core(row.code) else { continue };
            assert_eq!((Some(spec.status), spec.retryable), (row.http, row.retryable), "{}", spec.code);
        }
    }
}
