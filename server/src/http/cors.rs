//! CORS: leave for web pages of other origins to use the API (the CORS protocol of the Fetch standard). The API knows
//! no cookie, so credentials are never part of it; the dashboard has no such leave.

use axum::body::Body;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};

use crate::config::{Config, Origin};

/// What a page may send.
const METHODS: &str = "GET, POST, HEAD, DELETE";
const SENT: &str = "authorization, content-type, idempotency-key, if-none-match, x-request-id";

/// What a page may read of an answer, besides the headers that any may.
pub const READ: &str = "allow, api-version, content-disposition, content-length, convert-warnings, credits-cost, \
                    credits-remaining, etag, location, ratelimit, ratelimit-policy, retry-after, www-authenticate, x-request-id";

/// Time a browser may keep the answer to its question, in seconds. Browsers cut it down to their own most.
const KEPT_S: &str = "7200";

/// Addresses that pages of other origins may use.
fn is_open(path: &str) -> bool {
    path.starts_with("/api/") || path == "/openapi.json"
}

/// What is told to a page of another origin that a request comes from.
#[derive(Debug, Clone)]
pub struct Leave {
    origin: HeaderValue,
    is_question: bool,
}

impl Leave {
    /// The leave of a request, by the settings; `None` where its page has none, or it comes from no page.
    pub fn of(parts: &Parts, config: &Config) -> Option<Self> {
        let sent = parts.headers.get(header::ORIGIN).filter(|_| is_open(parts.uri.path()))?;
        let origin = if config.cors_origins.iter().any(Origin::is_any) {
            HeaderValue::from_static("*")
        } else {
            let text = sent.to_str().ok()?;
            config.cors_origins.iter().any(|known| known.0.eq_ignore_ascii_case(text)).then(|| sent.clone())?
        };
        let asks = parts.headers.contains_key(header::ACCESS_CONTROL_REQUEST_METHOD);
        Some(Leave { origin, is_question: parts.method == Method::OPTIONS && asks })
    }

    /// The answer to a browser that asks before it sends (a preflight), which carries no key.
    pub fn preflight(&self) -> Option<Response> {
        self.is_question.then(|| {
            let told = [
                (header::ACCESS_CONTROL_ALLOW_METHODS, METHODS),
                (header::ACCESS_CONTROL_ALLOW_HEADERS, SENT),
                (header::ACCESS_CONTROL_MAX_AGE, KEPT_S),
            ];
            (StatusCode::NO_CONTENT, told, Body::empty()).into_response()
        })
    }

    /// Says it in an answer, failures included.
    pub fn tell(&self, headers: &mut HeaderMap) {
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, self.origin.clone());
        if !self.is_question {
            headers.insert(header::ACCESS_CONTROL_EXPOSE_HEADERS, HeaderValue::from_static(READ));
        }
    }
}

/// Tells caches that an answer of an open address goes by the page's origin, where some have leave.
pub fn vary(path: &str, config: &Config, headers: &mut HeaderMap) {
    if is_open(path) && !config.cors_origins.is_empty() {
        headers.append(header::VARY, HeaderValue::from_static("origin"));
    }
}

#[cfg(test)]
mod tests {
    use axum::http::Request;

    use super::*;

    fn leave(origins: &str, method: &str, path: &str, headers: &[(&str, &str)]) -> Option<Leave> {
        let mut config = Config::default();
        config.set("cors_origins", origins).unwrap();
        let request = headers
            .iter()
            .fold(Request::builder().method(method).uri(path), |request, (name, value)| request.header(*name, *value));
        Leave::of(&request.body(()).unwrap().into_parts().0, &config)
    }

    const APP: &str = "https://app.example.org";

    #[test]
    fn only_named_origins_have_leave_and_only_for_the_api() {
        assert!(leave(APP, "GET", "/api/formats", &[("origin", APP)]).is_some());
        for other in ["https://app.example.org.evil", "http://app.example.org", "https://evil.example", "null"] {
            assert!(leave(APP, "GET", "/api/formats", &[("origin", other)]).is_none(), "{other}");
        }
        assert!(leave(APP, "GET", "/dashboard", &[("origin", APP)]).is_none());
        assert!(leave("", "GET", "/api/formats", &[("origin", APP)]).is_none(), "off by default");
        assert!(leave(APP, "GET", "/api/formats", &[]).is_none());
    }

    #[test]
    fn any_origin_is_told_a_star_and_nobody_credentials() {
        let leave = leave("*", "GET", "/api/formats", &[("origin", "https://x.example")]).unwrap();
        let mut headers = HeaderMap::new();
        leave.tell(&mut headers);
        assert_eq!(headers[header::ACCESS_CONTROL_ALLOW_ORIGIN], "*");
        assert!(headers[header::ACCESS_CONTROL_EXPOSE_HEADERS].to_str().unwrap().contains("convert-warnings"));
        assert!(!headers.contains_key(header::ACCESS_CONTROL_ALLOW_CREDENTIALS));
    }

    #[test]
    fn a_question_is_answered_and_a_plain_options_is_not() {
        let asking = [("origin", APP), ("access-control-request-method", "POST")];
        let answer = leave(APP, "OPTIONS", "/api/convert", &asking).unwrap().preflight().unwrap();
        assert_eq!(answer.status(), StatusCode::NO_CONTENT);
        assert!(answer.headers()[header::ACCESS_CONTROL_ALLOW_HEADERS].to_str().unwrap().contains("authorization"));
        assert!(leave(APP, "OPTIONS", "/api/convert", &asking[..1]).unwrap().preflight().is_none());
        assert!(leave(APP, "POST", "/api/convert", &asking).unwrap().preflight().is_none());
    }
}
