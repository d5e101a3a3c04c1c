//! The operations on jobs.

use serde_json::json;
use utoipa::openapi::path::{HttpMethod, OperationBuilder, Parameter, ParameterIn, PathItem};
use utoipa::openapi::response::ResponseBuilder;

use super::{Kind, Tag, common, converted, form, heading, idempotency_key, item, limited, operation, parameter, shown};
use crate::api::examples;
use crate::api::schemas::named;

/// Statuses of what can become of a conversion.
const CONVERSION: &[u16] = &[400, 404, 409, 410, 413, 415, 422, 504];

/// The addresses and what can be done there.
pub fn paths() -> [(&'static str, PathItem); 3] {
    let mut job = item(HttpMethod::Get, state());
    job.delete = Some(remove().build());
    [
        ("/api/jobs", item(HttpMethod::Post, create())),
        ("/api/jobs/{id}", job),
        ("/api/jobs/{id}/result", item(HttpMethod::Get, result())),
    ]
}

fn id() -> Parameter {
    parameter("id", ParameterIn::Path, "The job's id.", json!({ "type": "string", "pattern": "^[0-9a-f]{32}$" }))
}

fn told(words: &str) -> ResponseBuilder {
    limited(shown(Kind::Look, words, "application/json", named("Job"), Some(examples::job())))
}

fn create() -> OperationBuilder {
    let words = [
        "Have files converted without waiting for them.",
        "Takes what /api/convert takes and answers at once with a job, which may take longer than a conversion that is \
         waited for. It costs what a conversion does, when it has succeeded. With a webhook, its end is told as Standard \
         Webhooks has it: the secret is the SHA-256 of the API key.",
    ];
    let place = json!({ "type": "string" });
    operation(Kind::Order, Tag::Job, "create_job", words, &[])
        .parameter(idempotency_key("A second request with it answers with the same job."))
        .request_body(Some(form(true)))
        .response("202", heading(told("The job was accepted."), "Location", "The job's address.", place))
}

fn state() -> OperationBuilder {
    let words = [
        "Say how a job stands, and what became of its webhook.",
        "A job is known for a day after it has ended, its result for an hour. One that waits and has a problem is tried \
         again: the service had no space for its result.",
    ];
    operation(Kind::Look, Tag::Job, "job", words, &[404]).parameter(id()).response("200", told("The job."))
}

fn remove() -> OperationBuilder {
    let words = [
        "Cancel or forget a job.",
        "One that has not ended is cancelled and costs nothing; one that has is forgotten, with its result.",
    ];
    let done = limited(common(ResponseBuilder::new().description("It is gone, or goes no further."), Kind::Look));
    operation(Kind::Look, Tag::Job, "remove_job", words, &[404]).parameter(id()).response("204", done)
}

fn result() -> OperationBuilder {
    let words = [
        "Fetch the result of a job.",
        "Answers as /api/convert would have: with the file, or with the problem that the conversion ended with.",
    ];
    let operation = operation(Kind::Look, Tag::Job, "job_result", words, CONVERSION).parameter(id());
    operation.response("200", converted(Kind::Look))
}
