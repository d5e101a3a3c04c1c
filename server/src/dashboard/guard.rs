//! CSRF protection and security headers: changes come from our own pages, and the browser is told what a page may do.

use std::sync::Arc;

use axum::extract::{FromRequestParts, Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::page::Failure;
use super::visitor::Visitor;
use crate::state::App;

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// Nothing from elsewhere, nothing inline, no frame around it.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                      connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

/// What each page says to the browser. `same-origin` and not `no-referrer`, under which browsers send
/// `Origin: null` with our own forms.
const HEADERS: [(HeaderName, &str); 5] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "same-origin"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

/// Refuses changes from elsewhere and adds the headers.
pub async fn guard(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let (mut parts, body) = request.into_parts();
    let Ok(visitor) = Visitor::from_request_parts(&mut parts, &app).await;
    let may_pass = parts.method.is_safe() || is_from_here(&parts.headers, &visitor.base);
    let mut response = match may_pass {
        true => next.run(Request::from_parts(parts, body)).await,
        false => Failure::from_elsewhere().into_response(),
    };
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.insert(name, HeaderValue::from_static(value));
    }
    // Pages show accounts; what may be kept says so itself.
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// Whether a page of ours sent the request. Where the browser does not say so itself, its `Origin`
/// must be ours; a request with neither is no browser's.
fn is_from_here(headers: &HeaderMap, base: &str) -> bool {
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    match text(SEC_FETCH_SITE) {
        Some(site) => site == "same-origin",
        None => text(header::ORIGIN).is_some_and(|origin| origin.eq_ignore_ascii_case(base)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn comes_from_here(pairs: &[(HeaderName, &'static str)]) -> bool {
        let pairs = pairs.iter().map(|(name, value)| (name.clone(), HeaderValue::from_static(value)));
        is_from_here(&pairs.collect(), "https://convert.example.org")
    }

    #[test]
    fn only_our_own_pages_may_change_anything() {
        assert!(comes_from_here(&[(SEC_FETCH_SITE, "same-origin")]));
        assert!(comes_from_here(&[(header::ORIGIN, "https://convert.example.org")]));
        for site in ["cross-site", "same-site", "none"] {
            assert!(!comes_from_here(&[(SEC_FETCH_SITE, site), (header::ORIGIN, "https://convert.example.org")]));
        }
        for origin in ["null", "https://example.org", "http://convert.example.org", "https://convert.example.org.evil"]
        {
            assert!(!comes_from_here(&[(header::ORIGIN, origin)]), "{origin}");
        }
        assert!(!comes_from_here(&[]), "neither header");
    }
}
