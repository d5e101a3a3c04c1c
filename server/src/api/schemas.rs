//! The shapes in `/openapi.json`: of requests, answers and problems, made from the tables they come
//! from.

use serde_json::{Map, Value, json};
use utoipa::openapi::{RefOr, Schema};

use crate::api::fields::{self, Field, IN_BODY, IN_HEADER, WARNINGS, WEBHOOK};
use crate::api::{formats, jobs};
use crate::problem::all;
use crate::store::JobState;

/// A shape in the description's own type.
pub fn schema(shape: Value) -> RefOr<Schema> {
    // Every shape here is a plain object that the type holds; the test of the document reads it back.
    serde_json::from_value(shape).unwrap_or_else(|_| RefOr::T(Schema::default()))
}

/// A reference to a named shape.
pub fn named(name: &str) -> RefOr<Schema> {
    schema(json!({ "$ref": format!("#/components/schemas/{name}") }))
}

/// Bytes.
pub fn binary() -> Value {
    json!({ "type": "string", "format": "binary" })
}

/// The parts of a conversion request, which may be one for a job.
pub fn request(is_job: bool) -> Value {
    let fields = || fields::of_request(is_job);
    let mut properties: Map<String, Value> = fields().map(|field| (field.name.to_owned(), part(field))).collect();
    properties.extend(options());
    let required: Vec<_> = fields().filter(|field| field.is_required).map(|field| field.name).collect();
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
}

fn part(field: &Field) -> Value {
    let name = field.name;
    let described = |mut shape: Value| {
        shape["description"] = field.doc.into();
        shape
    };
    match name {
        _ if field.is_file => {
            let least = usize::from(field.is_required);
            described(json!({ "type": "array", "items": binary(), "minItems": least }))
        }
        WARNINGS => described(json!({ "type": "string", "enum": [IN_HEADER, IN_BODY] })),
        WEBHOOK => described(json!({ "type": "string", "format": "uri" })),
        "options" => described(json!({ "type": "object", "properties": options(), "additionalProperties": false })),
        _ => described(json!({ "type": "string", "minLength": 1, "examples": ["pdf", ".docx", "image/jpeg"] })),
    }
}

/// The options that a client may set, by their keys.
fn options() -> Map<String, Value> {
    fields::options().into_iter().map(|option| (option.key.to_owned(), formats::schema(option))).collect()
}

/// A problem document (RFC 9457).
pub fn problem() -> Value {
    let text = json!({ "type": "string" });
    let count = json!({ "type": "integer", "minimum": 0 });
    let codes: Vec<_> = all().iter().map(|spec| spec.code).collect();
    json!({
        "type": "object",
        "description": "A problem document (RFC 9457). Branch on code; detail is for people.",
        "properties": {
            "type": text, "title": text, "detail": text, "instance": text, "request_id": text,
            "code": { "type": "string", "enum": codes },
            "status": { "type": "integer", "minimum": 400, "maximum": 599 },
            "retryable": { "type": "boolean" },
            "which": text, "limit": count, "seen": count, "limit_bytes": count, "smallest_bytes": count,
            "smallest_with_resize": count,
            "expires_at": { "type": "string", "format": "date-time" },
            "supported_targets": { "type": "array", "items": text },
        },
        "required": ["type", "title", "status", "detail", "instance", "code", "retryable", "request_id"],
    })
}

/// One format of `/api/formats`.
pub fn format() -> Value {
    let text = json!({ "type": "string" });
    let list = json!({ "type": "array", "items": text });
    let flag = json!({ "type": "boolean" });
    object(&[
        ("id", text.clone()),
        ("name", text.clone()),
        ("extensions", list.clone()),
        ("media_types", list.clone()),
        ("read", flag.clone()),
        ("write", flag.clone()),
        ("compress", flag),
        ("to", list),
        ("options", json!({ "type": "object", "description": "A JSON Schema of the options." })),
        ("notes", text),
    ])
}

/// What could not be carried over.
pub fn warnings() -> Value {
    let text = |words: &str| json!({ "type": "string", "description": words });
    let codes: Vec<_> = transvase::WARNINGS.iter().map(|(code, _)| code.name()).collect();
    let entry = json!({
        "type": "object",
        "properties": {
            "code": { "type": "string", "description": "The kind; new ones may come.", "examples": codes },
            "place": text("Where: a page, a part of the source, or document; always there in a body."),
            "message": text("What, in one sentence; always there in a body."),
        },
        "required": ["code"],
    });
    object(&[
        ("count", json!({ "type": "integer", "minimum": 0 })),
        ("truncated", json!({ "type": "boolean" })),
        ("warnings", json!({ "type": "array", "items": entry })),
    ])
}

/// The two parts of an answer with its warnings, in their order.
pub fn file_and_warnings() -> Value {
    object(&[("file", binary()), ("warnings", json!({ "$ref": "#/components/schemas/Warnings" }))])
}

/// The answer of `/api/account`.
pub fn account() -> Value {
    let count = json!({ "type": "integer", "minimum": 0 });
    let limits = object(&[
        ("upload_bytes", count.clone()),
        ("seconds", json!({ "type": "number", "minimum": 0 })),
        ("concurrency", count),
        ("requests_per_minute", json!({ "type": "integer", "minimum": 0, "description": "0 for no limit." })),
    ]);
    object(&[
        ("plan", json!({ "type": "string", "enum": ["free", "paid"] })),
        ("credits", json!({ "type": ["integer", "null"], "description": "Null on the paid plan." })),
        ("credits_expire_at", json!({ "type": ["string", "null"], "format": "date-time" })),
        ("limits", limits),
    ])
}

/// A job.
pub fn job() -> Value {
    let (text, count) = (json!({ "type": "string" }), json!({ "type": "integer", "minimum": 0 }));
    let at = |words: &str| json!({ "type": ["string", "null"], "format": "date-time", "description": words });
    let or_null = |shape: Value| json!({ "anyOf": [shape, { "type": "null" }] });
    let progress = object(&[("stage", text.clone()), ("done", count.clone()), ("total", count.clone())]);
    let webhook = object(&[
        ("status", json!({ "type": "string", "enum": [jobs::PENDING, jobs::DELIVERED, jobs::GIVEN_UP] })),
        ("attempts", count.clone()),
        ("next_attempt_at", at("When it is sent next; null before the job has ended, and while it is on its way.")),
        ("ended_at", at("When it was delivered or given up.")),
        ("reason", json!({ "type": ["string", "null"], "description": "Why the last attempt failed." })),
    ]);
    object(&[
        ("id", text.clone()),
        ("status", json!({ "type": "string", "enum": JobState::ALL.map(JobState::name) })),
        ("progress", or_null(progress)),
        ("from", json!({ "type": ["string", "null"] })),
        ("to", json!({ "type": ["string", "null"] })),
        ("bytes_in", count.clone()),
        ("bytes_out", or_null(count.clone())),
        ("warnings", json!({ "type": "array", "items": text, "description": "The kinds of what was lost." })),
        (
            "problem",
            or_null(json!({
                "$ref": "#/components/schemas/Problem",
                "description": "Why it failed, or why it waits for another try.",
            })),
        ),
        ("credits_cost", or_null(count)),
        ("created_at", json!({ "type": "string", "format": "date-time" })),
        ("started_at", at("When a worker began with it.")),
        ("finished_at", at("When it ended.")),
        ("expires_at", at("Until when its result is there.")),
        ("result", json!({ "type": ["string", "null"], "description": "The path of its result." })),
        ("webhook", or_null(webhook)),
    ])
}

/// The answer of `/healthz`.
pub fn health() -> Value {
    let list = json!({ "type": "array", "items": { "type": "string" } });
    let count = json!({ "type": "integer", "minimum": 0 });
    let sandbox = object(&[
        ("mode", json!({ "type": "string", "enum": ["isolated", "in-process"] })),
        ("layers", list.clone()),
        ("missing", list.clone()),
        ("not_allowed", list),
    ]);
    object(&[
        ("status", json!({ "type": "string", "enum": ["ok"] })),
        ("version", json!({ "type": "string" })),
        ("sandbox", sandbox),
        ("workers", count.clone()),
        ("capacity", count),
    ])
}

/// The answer of `/readyz`.
pub fn ready() -> Value {
    object(&[("status", json!({ "type": "string", "enum": ["ready"] }))])
}

/// An object whose members are all there and nothing else is.
fn object(members: &[(&str, Value)]) -> Value {
    let properties: Map<String, Value> =
        members.iter().map(|(name, shape)| ((*name).to_owned(), shape.clone())).collect();
    let required: Vec<_> = members.iter().map(|(name, _)| *name).collect();
    json!({ "type": "object", "properties": properties, "required": required, "additionalProperties": false })
}
