//! `GET /api/formats` and `GET /api/formats/{id}`: the registry, as it is compiled in.

use std::sync::{Arc, LazyLock};

use axum::body::Body;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, Request, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use transvase::{Format, FormatSpec, OptionKind, OptionSpec, Route};

use crate::api::rate::rate_headers;
use crate::api::{admission, fields};
use crate::problem::{self, Problem, Result};
use crate::state::App;

/// Every format.
pub async fn list(State(app): State<Arc<App>>, request: Request<Body>) -> Result<Response> {
    static LIST: LazyLock<Page> = LazyLock::new(|| Page::new(&Value::Array(all())));
    answer(&app, request, Ok(&LIST)).await
}

/// One format, by any name the registry knows.
pub async fn one(State(app): State<Arc<App>>, Path(id): Path<String>, request: Request<Body>) -> Result<Response> {
    let routes = transvase::routes();
    let page = Format::find(&id).map(|format| Page::new(&document(format.spec(), &routes)));
    let unknown = || Problem::new(problem::NOT_FOUND).detail("There is no format with this name.");
    answer(&app, request, page.as_ref().ok_or_else(unknown)).await
}

/// What is told does not change while the service runs: a client that has it is told so.
async fn answer(app: &App, request: Request<Body>, page: Result<&Page>) -> Result<Response> {
    let (parts, _) = request.into_parts();
    let admitted = admission::look(app, &parts).await?;
    let page = page?;
    let mut response = match page.is_known_to(&parts.headers) {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => ([(header::CONTENT_TYPE, "application/json")], page.text.clone()).into_response(),
    };
    let headers = response.headers_mut();
    headers.insert(header::ETAG, page.tag.clone());
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
    headers.extend(rate_headers(admitted.rate));
    Ok(response)
}

/// A document with its strong entity tag.
struct Page {
    text: String,
    tag: HeaderValue,
}

impl Page {
    fn new(document: &Value) -> Self {
        let text = document.to_string();
        let digest: String = Sha256::digest(&text)[..12].iter().map(|byte| format!("{byte:02x}")).collect();
        let tag = HeaderValue::from_str(&format!("\"{digest}\"")).unwrap_or(HeaderValue::from_static("\"0\""));
        Page { text, tag }
    }

    /// Whether `If-None-Match` holds the tag. Weak and strong count alike there (RFC 9110, 13.1.2).
    fn is_known_to(&self, headers: &HeaderMap) -> bool {
        let lines = headers.get_all(header::IF_NONE_MATCH).iter().filter_map(|value| value.to_str().ok());
        let mut tags = lines.flat_map(|line| line.split(',')).map(str::trim);
        tags.any(|tag| tag == "*" || tag.strip_prefix("W/").unwrap_or(tag).as_bytes() == self.tag.as_bytes())
    }
}

fn all() -> Vec<Value> {
    let routes = transvase::routes();
    transvase::formats().map(|spec| document(spec, &routes)).collect()
}

/// One format, with its targets among `routes`.
pub fn document(spec: &FormatSpec, routes: &[Route]) -> Value {
    let targets: Vec<_> =
        routes.iter().filter(|route| route.source() == Format::of(spec)).map(|route| route.target().id()).collect();
    json!({
        "id": spec.id,
        "name": spec.name,
        "extensions": spec.extensions,
        "media_types": spec.media_types,
        "read": spec.is_read(),
        "write": spec.is_written(),
        "compress": spec.is_compressed(),
        "to": targets,
        "options": options(spec),
        "notes": spec.notes,
    })
}

/// The options of a format, its own and those every conversion shares, as one JSON Schema.
fn options(spec: &FormatSpec) -> Value {
    let others: Vec<_> =
        transvase::formats().filter(|other| other.id != spec.id).flat_map(FormatSpec::options).collect();
    let own = spec.options();
    let is_here = |option: &&&'static OptionSpec| {
        own.iter().any(|own| own.key == option.key) || !others.iter().any(|other| other.key == option.key)
    };
    let options = fields::options();
    let properties: Map<String, Value> =
        options.iter().filter(is_here).map(|option| (option.key.to_owned(), schema(option))).collect();
    json!({ "type": "object", "properties": properties, "additionalProperties": false })
}

/// One option as a JSON Schema.
pub fn schema(spec: &OptionSpec) -> Value {
    let mut schema = match spec.kind {
        // The largest number that JSON carries everywhere.
        OptionKind::Integer { min, max } => json!({ "type": "integer", "minimum": min, "maximum": max.min(1 << 53) }),
        OptionKind::Number { min, max } => json!({ "type": "number", "minimum": min, "maximum": max }),
        OptionKind::Flag => json!({ "type": "boolean" }),
        OptionKind::Choice(words) => json!({ "type": "string", "enum": words }),
        OptionKind::Pages => {
            json!({ "type": "string", "pattern": r"^\s*\d+(\s*-\s*\d*)?(\s*,\s*\d+(\s*-\s*\d*)?)*\s*$" })
        }
        OptionKind::Text => json!({ "type": "string" }),
    };
    if let Some(members) = schema.as_object_mut() {
        let unit = if spec.unit.is_empty() { String::new() } else { format!(" Unit: {}.", spec.unit) };
        members.insert("description".into(), format!("{}{unit}", spec.doc).into());
        if !spec.default.is_empty() {
            let text = || Value::from(spec.default);
            let is_text = matches!(spec.kind, OptionKind::Choice(_) | OptionKind::Pages | OptionKind::Text);
            let default = if is_text { text() } else { serde_json::from_str(spec.default).unwrap_or_else(|_| text()) };
            members.insert("default".into(), default);
        }
    }
    schema
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_says_what_it_becomes_and_which_options_it_has() {
        let all = all();
        assert_eq!(all.len(), transvase::formats().count());
        let jpeg = all.iter().find(|format| format["id"] == "jpeg").unwrap();
        assert!(jpeg["to"].as_array().unwrap().contains(&json!("png")));
        assert_eq!(jpeg["options"]["properties"]["quality"]["maximum"], 100);
        assert!(jpeg["options"]["properties"]["threads"].is_null(), "threads are the service's to choose");
    }

    #[test]
    fn a_format_does_not_show_what_belongs_to_another_alone() {
        for spec in transvase::formats() {
            let shown = options(spec);
            for own in spec.options() {
                assert!(shown["properties"][own.key].is_object(), "{} {}", spec.id, own.key);
            }
        }
    }

    #[test]
    fn a_tag_is_recognised_in_its_list() {
        let page = Page::new(&json!([1]));
        let with = |text: &str| HeaderMap::from_iter([(header::IF_NONE_MATCH, text.parse().unwrap())]);
        let tag = page.tag.to_str().unwrap();
        assert!(page.is_known_to(&with(tag)) && page.is_known_to(&with(&format!("\"x\", W/{tag}"))));
        assert!(page.is_known_to(&with("*")) && !page.is_known_to(&with("\"x\"")));
        assert!(!page.is_known_to(&HeaderMap::new()));
    }
}
