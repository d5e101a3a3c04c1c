//! Plain pages: HTML for people beside the interface for programs, without scripts, forms or a session.

use askama::Template;
use axum::http::header;
use axum::response::{Html, IntoResponse, Response};

use crate::problem::{Problem, Result};

/// They have the style of the other pages, and do nothing.
const POLICY: &str =
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// A template as an answer.
///
/// # Errors
/// `internal_error` where it cannot be filled.
pub fn show(page: &impl Template) -> Result<Response> {
    Ok(answer(page.render().map_err(Problem::internal)?))
}

/// A page as an answer.
pub fn answer(text: String) -> Response {
    ([(header::CONTENT_SECURITY_POLICY, POLICY)], Html(text)).into_response()
}
