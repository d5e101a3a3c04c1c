//! `/openapi.json`: the description of the interface, made from the tables that make the interface.

use std::sync::LazyLock;

use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use utoipa::openapi::content::ContentBuilder;
use utoipa::openapi::header::HeaderBuilder;
use utoipa::openapi::path::{HttpMethod, OperationBuilder, Parameter, ParameterBuilder, ParameterIn, PathItem};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::response::ResponseBuilder;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme};
use utoipa::openapi::{
    ComponentsBuilder, InfoBuilder, LicenseBuilder, OpenApi, OpenApiBuilder, PathsBuilder, RefOr, Required, Schema,
};

use crate::api::schemas::{self, named, schema};
use crate::problem::{self, MEDIA_TYPE, ProblemSpec};

static DOCUMENT: LazyLock<String> = LazyLock::new(|| openapi().to_json().unwrap_or_default());

/// The endpoint.
pub async fn document() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], DOCUMENT.as_str()).into_response()
}

/// Name of the security scheme.
const KEY: &str = "key";

/// The description.
pub fn openapi() -> OpenApi {
    let paths = PathsBuilder::new()
        .path("/api/convert", item(HttpMethod::Post, convert()))
        .path("/api/formats", item(HttpMethod::Get, formats()))
        .path("/api/formats/{id}", item(HttpMethod::Get, format()))
        .path("/api/account", item(HttpMethod::Get, account()))
        .path("/errors/{code}", item(HttpMethod::Get, error_page()))
        .path("/healthz", item(HttpMethod::Get, health()))
        .path("/readyz", item(HttpMethod::Get, ready()))
        .path("/openapi.json", item(HttpMethod::Get, description()));
    let components = ComponentsBuilder::new()
        .schema("Problem", schema(schemas::problem()))
        .schema("Format", schema(schemas::format()))
        .schema("Account", schema(schemas::account()))
        .security_scheme(KEY, SecurityScheme::Http(HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build()));
    OpenApiBuilder::new().info(info()).paths(paths).components(Some(components.build())).build()
}

fn info() -> InfoBuilder {
    let license = LicenseBuilder::new().name(env!("CARGO_PKG_LICENSE")).build();
    let words = "Converts documents, e-books and images, and compresses JPEG under a byte limit.";
    InfoBuilder::new().title("Transvase").version("1").description(Some(words)).license(Some(license))
}

fn item(method: HttpMethod, operation: OperationBuilder) -> PathItem {
    PathItem::new(method, operation)
}

/// The problems that an endpoint can answer with, by what it does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// Needs no key.
    Open,
    /// Needs a key.
    Look,
    /// Converts.
    Convert,
}

/// Whether an endpoint of this kind can answer with a problem. What comes with an address or a method
/// (404, 405) is each endpoint's own matter.
fn concerns(kind: Kind, spec: &ProblemSpec) -> bool {
    let anywhere = [problem::INVALID_REQUEST, problem::HEADERS_TOO_LARGE].contains(spec) || spec.status == 500;
    let at_a_key = [401, 403].contains(&spec.status) || spec.status == 503 || *spec == problem::RATE_LIMITED;
    match kind {
        Kind::Open => anywhere,
        Kind::Look => anywhere || at_a_key,
        Kind::Convert => ![404, 405].contains(&spec.status),
    }
}

/// An operation with every problem of its kind, and those of `more` statuses.
fn operation(kind: Kind, id: &str, summary: &str, more: &[u16]) -> OperationBuilder {
    let mut operation = OperationBuilder::new().operation_id(Some(id)).summary(Some(summary));
    if kind != Kind::Open {
        operation = operation.security(SecurityRequirement::new(KEY, Vec::<String>::new()));
    }
    let own = |spec: &ProblemSpec| concerns(kind, spec) || more.contains(&spec.status);
    let mut specs: Vec<_> = problem::all().into_iter().filter(own).collect();
    specs.sort_by_key(|spec| spec.status);
    for specs in specs.chunk_by(|one, next| one.status == next.status) {
        operation = operation.response(specs[0].status.to_string(), problem_response(kind, specs));
    }
    operation
}

fn problem_response(kind: Kind, specs: &[ProblemSpec]) -> ResponseBuilder {
    let words: Vec<_> = specs.iter().map(|spec| format!("{}: {}", spec.code, spec.title)).collect();
    let content = ContentBuilder::new().schema(Some(schema(schemas::problem_of(specs))));
    let mut response = common(ResponseBuilder::new().description(words.join("\n\n")), kind);
    response = response.content(MEDIA_TYPE, content.build());
    if specs[0].status == 401 {
        response = heading(response, "WWW-Authenticate", "How keys are sent.", json!({ "type": "string" }));
    }
    if [429, 503].contains(&specs[0].status) {
        response = heading(response, "Retry-After", "Seconds to wait.", json!({ "type": "integer", "minimum": 0 }));
    }
    response
}

fn heading(response: ResponseBuilder, name: &str, words: &str, shape: Value) -> ResponseBuilder {
    response.header(name, HeaderBuilder::new().schema(Some(schema(shape))).description(Some(words)).build())
}

/// The headers of every answer.
fn common(response: ResponseBuilder, kind: Kind) -> ResponseBuilder {
    let response = heading(response, "X-Request-Id", "The request's id.", json!({ "type": "string" }));
    match kind {
        Kind::Open => response,
        _ => heading(response, "Api-Version", "Version of the interface.", json!({ "type": "string", "enum": ["1"] })),
    }
}

/// The headers that say how many requests may still be made; absent where nothing is limited.
fn limited(response: ResponseBuilder) -> ResponseBuilder {
    let text = || json!({ "type": "string" });
    let response = heading(response, "RateLimit", "What is left of the rate.", text());
    heading(response, "RateLimit-Policy", "The rate.", text())
}

fn success(kind: Kind, words: &str, media_type: &str, shape: RefOr<Schema>) -> ResponseBuilder {
    let content = ContentBuilder::new().schema(Some(shape)).build();
    common(ResponseBuilder::new().description(words), kind).content(media_type, content)
}

fn parameter(name: &str, place: ParameterIn, words: &str, shape: Value) -> Parameter {
    let required = if place == ParameterIn::Path { Required::True } else { Required::False };
    let builder = ParameterBuilder::new().name(name).parameter_in(place).required(required);
    builder.description(Some(words)).schema(Some(schema(shape))).build()
}

fn convert() -> OperationBuilder {
    let form = ContentBuilder::new().schema(Some(schema(schemas::request()))).build();
    let body = RequestBodyBuilder::new().required(Some(Required::True)).content("multipart/form-data", form).build();
    let key = json!({ "type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]+$" });
    let id = json!({ "type": "string", "minLength": 1, "maxLength": 64, "pattern": "^[A-Za-z0-9._-]+$" });
    operation(Kind::Convert, "convert", "Convert a file, or make it smaller.", &[])
        .parameter(parameter("Idempotency-Key", ParameterIn::Header, "A second request with it costs nothing.", key))
        .parameter(parameter("X-Request-Id", ParameterIn::Header, "Comes back with the answer.", id))
        .request_body(Some(body))
        .response("200", converted())
}

/// The answer with the file, in each format that is written.
fn converted() -> ResponseBuilder {
    let words = "The file. What could not be carried over is named in Convert-Warnings.";
    let mut response = limited(common(ResponseBuilder::new().description(words), Kind::Convert));
    let written = transvase::formats().filter(|spec| !spec.writers.is_empty() || spec.shrinker.is_some());
    let media_types = written.filter_map(|spec| spec.media_types.first());
    for media_type in media_types {
        let content = ContentBuilder::new().schema(Some(schema(schemas::binary())));
        response = response.content(*media_type, content.build());
    }
    let count = || json!({ "type": "integer", "minimum": 0 });
    let text = || json!({ "type": "string" });
    response = heading(response, "Content-Disposition", "The result's name.", text());
    response = heading(response, "Credits-Cost", "Credits that were charged.", count());
    response = heading(response, "Credits-Remaining", "Credits left; absent on the paid plan.", count());
    heading(response, "Convert-Warnings", "Kinds of what could not be carried over, separated by commas.", text())
}

fn formats() -> OperationBuilder {
    let list = schema(json!({ "type": "array", "items": { "$ref": "#/components/schemas/Format" } }));
    tagged(operation(Kind::Look, "formats", "List the formats.", &[]), "The formats.", list)
}

fn format() -> OperationBuilder {
    let id = parameter("id", ParameterIn::Path, "An id, an extension or a media type.", json!({ "type": "string" }));
    let operation = operation(Kind::Look, "format", "Describe one format.", &[404]).parameter(id);
    tagged(operation, "The format.", named("Format"))
}

/// An answer that a client may keep, and ask whether it is still good.
fn tagged(operation: OperationBuilder, words: &str, shape: RefOr<Schema>) -> OperationBuilder {
    let text = || json!({ "type": "string" });
    let tag = "The document's entity tag.";
    let known = common(ResponseBuilder::new().description("It is what If-None-Match names."), Kind::Look);
    operation
        .parameter(parameter("If-None-Match", ParameterIn::Header, "The entity tag of the answer at hand.", text()))
        .response("200", heading(limited(success(Kind::Look, words, "application/json", shape)), "ETag", tag, text()))
        .response("304", heading(limited(known), "ETag", tag, text()))
}

fn account() -> OperationBuilder {
    let answer = limited(success(Kind::Look, "The account.", "application/json", named("Account")));
    operation(Kind::Look, "account", "Say the plan, its credits and what it allows.", &[]).response("200", answer)
}

fn codes() -> Value {
    json!({ "type": "string", "enum": problem::all().iter().map(|spec| spec.code).collect::<Vec<_>>() })
}

fn error_page() -> OperationBuilder {
    let code = parameter("code", ParameterIn::Path, "The problem's code.", codes());
    let page = success(Kind::Open, "A page for people.", "text/html", schema(json!({ "type": "string" })));
    operation(Kind::Open, "error", "Explain a problem.", &[404]).parameter(code).response("200", page)
}

fn health() -> OperationBuilder {
    let answer = success(Kind::Open, "It lives.", "application/json", schema(schemas::health()));
    operation(Kind::Open, "health", "Say whether the process lives, and how it is locked down.", &[])
        .response("200", answer)
}

fn ready() -> OperationBuilder {
    let answer = success(Kind::Open, "It takes requests.", "application/json", schema(schemas::ready()));
    operation(Kind::Open, "ready", "Say whether requests should be sent here.", &[503]).response("200", answer)
}

fn description() -> OperationBuilder {
    let shape = schema(json!({ "type": "object" }));
    let answer = success(Kind::Open, "This document.", "application/json", shape);
    operation(Kind::Open, "description", "Describe the interface.", &[]).response("200", answer)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told() -> Value {
        serde_json::to_value(openapi()).unwrap()
    }

    #[test]
    fn every_problem_is_told_of_somewhere() {
        let text = told().to_string();
        for spec in problem::all().iter().filter(|spec| **spec != problem::METHOD_NOT_ALLOWED) {
            assert!(text.contains(&format!("\"{}\"", spec.code)), "{}", spec.code);
        }
    }

    #[test]
    fn a_conversion_is_told_whole() {
        let told = told();
        let convert = &told["paths"]["/api/convert"]["post"];
        let form = &convert["requestBody"]["content"]["multipart/form-data"]["schema"];
        for field in crate::api::fields::FIELDS {
            assert!(form["properties"][field.name]["type"].is_string(), "{}", field.name);
        }
        assert_eq!(form["properties"]["options"]["properties"]["effort"]["maximum"], 9);
        let limited = &convert["responses"]["429"]["content"][MEDIA_TYPE]["schema"]["allOf"][1]["properties"]["code"];
        assert_eq!(limited["enum"], json!(["rate_limited", "too_many_concurrent"]));
        assert!(convert["responses"]["200"]["content"]["image/jpeg"].is_object());
        assert!(convert["responses"]["200"]["headers"]["Credits-Cost"].is_object());
        assert!(convert["security"][0]["key"].is_array());
    }

    #[test]
    fn the_named_shapes_survive() {
        let told = told();
        assert_eq!(told["components"]["schemas"]["Problem"]["required"], schemas::problem()["required"]);
        assert_eq!(
            told["components"]["schemas"]["Account"]["properties"]["credits"]["type"],
            json!(["integer", "null"])
        );
        assert_eq!(told["components"]["schemas"]["Format"]["additionalProperties"], false);
    }
}
