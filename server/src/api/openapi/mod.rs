//! `/openapi.json`: the description of the interface, made from the tables that make the interface.

mod jobs;

use axum::body::Bytes;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use utoipa::openapi::content::ContentBuilder;
use utoipa::openapi::header::{Header, HeaderBuilder};
use utoipa::openapi::path::{HttpMethod, OperationBuilder, Parameter, ParameterBuilder, ParameterIn, PathItem};
use utoipa::openapi::request_body::{RequestBody, RequestBodyBuilder};
use utoipa::openapi::response::ResponseBuilder;
use utoipa::openapi::security::{HttpAuthScheme, HttpBuilder, SecurityRequirement, SecurityScheme};
use utoipa::openapi::tag::TagBuilder;
use utoipa::openapi::{
    ComponentsBuilder, ContactBuilder, InfoBuilder, LicenseBuilder, OpenApi, OpenApiBuilder, PathsBuilder, RefOr,
    Required, Schema, ServerBuilder,
};

use crate::api::schemas::{self, named, schema};
use crate::api::{examples, warnings};
use crate::problem::{self, MEDIA_TYPE, ProblemSpec};

/// The document as it is sent.
pub fn text(description: &OpenApi) -> Bytes {
    description.to_json().unwrap_or_default().into()
}

/// The endpoint's answer.
pub fn document(text: Bytes) -> Response {
    ([(header::CONTENT_TYPE, "application/json")], text).into_response()
}

/// Name of the security scheme.
const KEY: &str = "key";

/// The description of a service that clients reach at `public_url`; without one, where they got it from.
pub fn openapi(public_url: Option<&str>) -> OpenApi {
    let of_jobs = jobs::paths().into_iter();
    let paths = of_jobs.fold(PathsBuilder::new(), |paths, (path, item)| paths.path(path, item));
    let paths = paths
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
        .schema("Job", schema(schemas::job()))
        .schema("Warnings", schema(schemas::warnings()))
        .security_scheme(KEY, SecurityScheme::Http(HttpBuilder::new().scheme(HttpAuthScheme::Bearer).build()));
    let base = public_url.map_or("/", |url| url.trim_end_matches('/'));
    let server = ServerBuilder::new().url(base).description(Some("This service.")).build();
    let tags = Tag::ALL.map(|tag| TagBuilder::new().name(tag.name()).description(Some(tag.words())).build());
    let document = OpenApiBuilder::new().info(info()).servers(Some([server])).tags(Some(tags)).paths(paths);
    document.components(Some(components.build())).build()
}

/// What an operation is about.
#[derive(Debug, Clone, Copy)]
enum Tag {
    Conversion,
    Job,
    Account,
    Service,
}

impl Tag {
    const ALL: [Tag; 4] = [Tag::Conversion, Tag::Job, Tag::Account, Tag::Service];

    fn name(self) -> &'static str {
        match self {
            Tag::Conversion => "conversion",
            Tag::Job => "job",
            Tag::Account => "account",
            Tag::Service => "service",
        }
    }

    fn words(self) -> &'static str {
        match self {
            Tag::Conversion => "Files, and what they can become.",
            Tag::Job => "Conversions that nobody waits for.",
            Tag::Account => "What the owner of a key may still do.",
            Tag::Service => "The service itself; no key is needed.",
        }
    }
}

fn info() -> InfoBuilder {
    let license = LicenseBuilder::new().name(env!("CARGO_PKG_LICENSE")).identifier(Some(env!("CARGO_PKG_LICENSE")));
    let contact = ContactBuilder::new().name(Some("Transvase")).url(Some(env!("CARGO_PKG_REPOSITORY"))).build();
    let words = "Converts documents, e-books and images, and compresses PDF, JPEG, PNG and WebP under a byte limit. Every failure is a \
                 problem document (RFC 9457) with a code to branch on, and costs nothing.";
    let info = InfoBuilder::new().title("Transvase").version("1").description(Some(words));
    info.contact(Some(contact)).license(Some(license.build()))
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
    /// Has something converted later.
    Order,
}

/// What only those are told who ask for the result of a job.
const OF_RESULTS: [ProblemSpec; 3] = [problem::JOB_NOT_FINISHED, problem::JOB_CANCELLED, problem::RESULT_EXPIRED];

/// Whether an endpoint of this kind can answer with a problem. What comes with an address or a method
/// (404, 405) is each endpoint's own matter.
fn concerns(kind: Kind, spec: &ProblemSpec) -> bool {
    let anywhere = [problem::INVALID_REQUEST, problem::HEADERS_TOO_LARGE].contains(spec) || spec.status == 500;
    let at_a_key = [401, 403].contains(&spec.status) || spec.status == 503 || *spec == problem::RATE_LIMITED;
    match kind {
        Kind::Open => anywhere,
        Kind::Look => anywhere || at_a_key,
        _ if [404, 405].contains(&spec.status) || OF_RESULTS.contains(spec) => false,
        Kind::Convert => *spec != problem::TOO_MANY_JOBS,
        Kind::Order => *spec != problem::TOO_MANY_CONCURRENT,
    }
}

/// An operation with every problem of its kind, and those of `more` statuses. `words` are its summary
/// and its description.
fn operation(kind: Kind, tag: Tag, id: &str, words: [&str; 2], more: &[u16]) -> OperationBuilder {
    let [summary, description] = words;
    let operation = OperationBuilder::new().operation_id(Some(id)).tag(tag.name());
    let operation = operation.summary(Some(summary)).description(Some(description));
    // No requirement at all would say that nobody has thought of it: an empty list says that none is needed.
    let needed = (kind != Kind::Open).then(|| SecurityRequirement::new(KEY, Vec::<String>::new()));
    let mut operation = operation.securities(Some(needed));
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
    // One shape for all: programs that make clients make a class for each shape that they find.
    let content = ContentBuilder::new().schema(Some(named("Problem")));
    let content = content.example(Some(examples::problem(specs[0])));
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
    shown(kind, words, media_type, shape, None)
}

/// As [`success`], with an example.
fn shown(kind: Kind, words: &str, media_type: &str, shape: RefOr<Schema>, example: Option<Value>) -> ResponseBuilder {
    let content = ContentBuilder::new().schema(Some(shape)).example(example).build();
    common(ResponseBuilder::new().description(words), kind).content(media_type, content)
}

fn parameter(name: &str, place: ParameterIn, words: &str, shape: Value) -> Parameter {
    let required = if place == ParameterIn::Path { Required::True } else { Required::False };
    let builder = ParameterBuilder::new().name(name).parameter_in(place).required(required);
    builder.description(Some(words)).schema(Some(schema(shape))).build()
}

fn convert() -> OperationBuilder {
    let id = json!({ "type": "string", "minLength": 1, "maxLength": 64, "pattern": "^[A-Za-z0-9._-]+$" });
    let words = [
        "Convert a file, make it smaller, or join several to one.",
        "Answers with the file. Where Accept prefers multipart/mixed, or the part warnings says body, the file is the \
         first part of two, and the second lists everything that could not be carried over.",
    ];
    operation(Kind::Convert, Tag::Conversion, "convert", words, &[])
        .parameter(idempotency_key("A second request with it costs nothing."))
        .parameter(parameter("X-Request-Id", ParameterIn::Header, "Comes back with the answer.", id))
        .request_body(Some(form(false)))
        .response("200", converted(Kind::Convert))
}

/// The body of a request for a conversion, which may be a job.
fn form(is_job: bool) -> RequestBody {
    let form = ContentBuilder::new().schema(Some(schema(schemas::request(is_job)))).build();
    RequestBodyBuilder::new().required(Some(Required::True)).content("multipart/form-data", form).build()
}

fn idempotency_key(words: &str) -> Parameter {
    let key = json!({ "type": "string", "minLength": 1, "maxLength": 255, "pattern": "^[!-~]+$" });
    parameter("Idempotency-Key", ParameterIn::Header, words, key)
}

/// The answer with the file. Programs that make clients take the first media type they know, and of bytes
/// they know one: it stands for the others, each of which is what a format that is written has.
fn converted(kind: Kind) -> ResponseBuilder {
    let words = "The file, under its own media type. What could not be carried over is named in Convert-Warnings.";
    let mut response = limited(common(ResponseBuilder::new().description(words), kind));
    let written = transvase::formats().filter(|spec| spec.is_written() || spec.is_compressed());
    let media_types = written.filter_map(|spec| spec.media_types.first().copied());
    for media_type in std::iter::once("application/octet-stream").chain(media_types) {
        let content = ContentBuilder::new().schema(Some(schema(schemas::binary())));
        response = response.content(media_type, content.build());
    }
    let both = ContentBuilder::new().schema(Some(schema(schemas::file_and_warnings()))).build();
    response = response.content(warnings::MIXED, both);
    let count = || json!({ "type": "integer", "minimum": 0 });
    let text = || json!({ "type": "string" });
    response = heading(response, "Content-Disposition", "The result's name.", text());
    response = heading(response, "Credits-Cost", "Credits that were charged.", count());
    response = heading(response, "Credits-Remaining", "Credits left; absent on the paid plan.", count());
    response.header("Convert-Warnings", warnings_header())
}

fn warnings_header() -> Header {
    let words = format!(
        "What could not be carried over, in at most {} bytes; absent where nothing was lost. count is the number of all \
         losses; truncated says that not all of them, or not all that is known of them, is here.",
        warnings::HEADER_BYTES
    );
    let content = ContentBuilder::new().schema(Some(named("Warnings"))).example(Some(examples::warnings())).build();
    // A header has a schema or a content; the builder begins with a schema.
    HeaderBuilder::new().schema(None::<Schema>).description(Some(words)).content("application/json", content).build()
}

fn formats() -> OperationBuilder {
    let list = schema(json!({ "type": "array", "items": { "$ref": "#/components/schemas/Format" } }));
    let words =
        ["List the formats.", "Every format of this service, with its targets and the JSON Schemas of its options."];
    let example = json!([examples::format()]);
    tagged(operation(Kind::Look, Tag::Conversion, "formats", words, &[]), "The formats.", list, example)
}

fn format() -> OperationBuilder {
    let id = parameter("id", ParameterIn::Path, "An id, an extension or a media type.", json!({ "type": "string" }));
    let words = ["Describe one format.", "One format, by any name of it, with its targets and options."];
    let operation = operation(Kind::Look, Tag::Conversion, "format", words, &[404]).parameter(id);
    tagged(operation, "The format.", named("Format"), examples::format())
}

/// An answer that a client may keep, and ask whether it is still good.
fn tagged(operation: OperationBuilder, words: &str, shape: RefOr<Schema>, example: Value) -> OperationBuilder {
    let text = || json!({ "type": "string" });
    let tag = "The document's entity tag.";
    let known = common(ResponseBuilder::new().description("It is what If-None-Match names."), Kind::Look);
    let answer = shown(Kind::Look, words, "application/json", shape, Some(example));
    operation
        .parameter(parameter("If-None-Match", ParameterIn::Header, "The entity tag of the answer at hand.", text()))
        .response("200", heading(limited(answer), "ETag", tag, text()))
        .response("304", heading(limited(known), "ETag", tag, text()))
}

fn account() -> OperationBuilder {
    let answer = shown(Kind::Look, "The account.", "application/json", named("Account"), Some(examples::account()));
    let words = ["Say the plan, its credits and what it allows.", "The account that the key belongs to."];
    operation(Kind::Look, Tag::Account, "account", words, &[]).response("200", limited(answer))
}

fn codes() -> Value {
    json!({ "type": "string", "enum": problem::all().iter().map(|spec| spec.code).collect::<Vec<_>>() })
}

fn error_page() -> OperationBuilder {
    let code = parameter("code", ParameterIn::Path, "The problem's code.", codes());
    let page = success(Kind::Open, "A page for people.", "text/html", schema(json!({ "type": "string" })));
    let words = ["Explain a problem.", "The page that the type of a problem document points at."];
    operation(Kind::Open, Tag::Service, "error", words, &[404]).parameter(code).response("200", page)
}

fn health() -> OperationBuilder {
    let (shape, example) = (schema(schemas::health()), Some(examples::health()));
    let answer = shown(Kind::Open, "It lives.", "application/json", shape, example);
    let words = ["Say whether the process lives.", "Also how its workers are locked down, and how many there are."];
    operation(Kind::Open, Tag::Service, "health", words, &[]).response("200", answer)
}

fn ready() -> OperationBuilder {
    let answer = success(Kind::Open, "It takes requests.", "application/json", schema(schemas::ready()));
    let words = ["Say whether requests should be sent here.", "Not while it stops, or cannot reach its database."];
    operation(Kind::Open, Tag::Service, "ready", words, &[503]).response("200", answer)
}

fn description() -> OperationBuilder {
    let shape = schema(json!({ "type": "object" }));
    let answer = success(Kind::Open, "This document.", "application/json", shape);
    let words = ["Describe the interface.", "This document, made from the tables that make the interface."];
    operation(Kind::Open, Tag::Service, "description", words, &[]).response("200", answer)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::http::cors;

    fn told() -> Value {
        serde_json::to_value(openapi(None)).unwrap()
    }

    #[test]
    fn a_program_that_makes_clients_finds_all_it_needs() {
        let told = told();
        assert_eq!(told["servers"][0]["url"], "/");
        let public = serde_json::to_value(openapi(Some("https://convert.example.org/"))).unwrap();
        assert_eq!(public["servers"][0]["url"], "https://convert.example.org");
        let paths = told["paths"].as_object().unwrap();
        for operation in paths.values().flat_map(|path| path.as_object().unwrap().values()) {
            let has = |name: &str| operation[name].as_str().is_some_and(|text| !text.is_empty());
            assert!(has("operationId") && has("summary") && has("description"), "{operation}");
            assert!(operation["tags"][0].is_string() && operation["security"].is_array(), "{operation}");
            assert!(operation["responses"].as_object().unwrap().keys().any(|status| status.starts_with('4')));
        }
        let text = openapi(None).to_json().unwrap();
        let place = |word: &str| text.find(&format!("\"{word}\":{{\"schema\"")).unwrap();
        assert!(place("application/octet-stream") < place("image/png"), "bytes come first");
    }

    #[test]
    fn every_problem_is_told_of_somewhere() {
        let text = told()["paths"].to_string();
        for spec in problem::all().iter().filter(|spec| **spec != problem::METHOD_NOT_ALLOWED) {
            assert!(text.contains(&format!("{}: {}", spec.code, spec.title)), "{}", spec.code);
        }
        let told = told();
        let codes = &told["components"]["schemas"]["Problem"]["properties"]["code"]["enum"];
        assert_eq!(codes.as_array().unwrap().len(), problem::all().len());
    }

    #[test]
    fn pages_of_other_origins_can_read_every_header() {
        let told = told();
        let of_api = told["paths"].as_object().unwrap().iter().filter(|(path, _)| path.starts_with("/api/"));
        let operations = of_api.flat_map(|(_, path)| path.as_object().unwrap().values());
        let responses = operations.flat_map(|operation| operation["responses"].as_object().unwrap().values());
        let names: Vec<_> = responses.flat_map(|response| response["headers"].as_object().unwrap().keys()).collect();
        assert!(names.len() > 20);
        for name in names {
            assert!(cors::READ.split(", ").any(|known| name.eq_ignore_ascii_case(known)), "{name}");
        }
    }

    #[test]
    fn a_conversion_is_told_whole() {
        let told = told();
        let convert = &told["paths"]["/api/convert"]["post"];
        let form = &convert["requestBody"]["content"]["multipart/form-data"]["schema"];
        for field in crate::api::fields::of_request(false) {
            assert!(form["properties"][field.name]["type"].is_string(), "{}", field.name);
        }
        for name in ["file", "resource"] {
            assert_eq!(form["properties"][name]["items"], schemas::binary(), "{name} may come several times");
        }
        assert_eq!(form["required"], json!(["file", "to"]));
        assert_eq!(form["properties"]["options"]["properties"]["effort"]["maximum"], 9);
        let limited = convert["responses"]["429"]["description"].as_str().unwrap();
        let codes: Vec<_> = limited.split("\n\n").filter_map(|line| line.split(':').next()).collect();
        assert_eq!(codes, ["rate_limited", "too_many_concurrent"]);
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
