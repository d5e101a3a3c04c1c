//! Examples in `/openapi.json`: what it shows of real answers.

use serde_json::{Value, json};
use transvase::Format;

use crate::api::{formats, jobs};
use crate::problem::{Problem, ProblemSpec};
use crate::store::NewJob;

/// A request's id, as the service makes them.
const REQUEST_ID: &str = "7d1f0c2a9b3e4f5a8c6d7e8f9a0b1c2d";

/// A problem of this kind, as it is answered to a conversion.
pub fn problem(spec: ProblemSpec) -> Value {
    Problem::new(spec).document(REQUEST_ID, "/api/convert")
}

/// The warnings of a conversion.
pub fn warnings() -> Value {
    json!({ "count": 2, "truncated": false, "warnings": [
        { "code": "FontSubstituted", "place": "page 1", "message": "Frutiger was replaced by Liberation Sans" },
        { "code": "MetadataDropped", "place": "document", "message": "the title was left out" },
    ] })
}

/// A format, as this service has it.
pub fn format() -> Value {
    formats::document(Format::PNG.spec(), &transvase::routes())
}

/// An account on the free plan.
pub fn account() -> Value {
    json!({
        "plan": "free",
        "credits": 199,
        "credits_expire_at": "2027-01-31T12:00:00Z",
        "limits": { "upload_bytes": 26_214_400, "seconds": 30.0, "concurrency": 2, "requests_per_minute": 60 },
    })
}

/// A job that has just been accepted.
pub fn job() -> Value {
    let new = NewJob {
        id: REQUEST_ID.into(),
        target: "docx".into(),
        bytes_in: 2_412_833,
        fingerprint: None,
        webhook: Some("https://example.org/done".into()),
        now: 1_801_396_800_000,
    };
    jobs::document(&new.accepted(1))
}

/// A healthy process.
pub fn health() -> Value {
    let sandbox = json!({ "mode": "isolated", "layers": ["rlimits", "seccomp"], "missing": [], "not_allowed": [] });
    json!({ "status": "ok", "version": transvase::VERSION, "sandbox": sandbox, "workers": 2, "capacity": 2 })
}
