//! `/healthz`: whether the process lives and how it is locked down. `/readyz`: whether requests should
//! be sent to it.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};

use crate::api::admission;
use crate::problem::{Problem, Result};
use crate::state::App;

/// `/healthz`.
pub async fn alive(State(app): State<Arc<App>>) -> Response {
    axum::Json(json!({
        "status": "ok",
        "version": transvase::VERSION,
        "sandbox": sandbox(&app),
        "workers": app.engine.processes().len(),
        "capacity": app.engine.capacity(),
    }))
    .into_response()
}

fn sandbox(app: &App) -> Value {
    match app.engine.sandbox() {
        Some(sandbox) => json!({
            "mode": "isolated",
            "layers": sandbox.layers,
            "missing": sandbox.missing,
            "not_allowed": sandbox.not_allowed,
        }),
        None => json!({ "mode": "in-process", "layers": [], "missing": [], "not_allowed": [] }),
    }
}

/// `/readyz`.
pub async fn ready(State(app): State<Arc<App>>) -> Result<Response> {
    if app.engine.is_stopping() {
        return Err(Problem::overloaded("The service is stopping.", 5));
    }
    app.store.ping().await.map_err(|error| admission::unavailable(&error))?;
    if !app.is_writable.load(Ordering::Relaxed) {
        return Err(Problem::overloaded("The service cannot write to its database.", 5));
    }
    Ok(axum::Json(json!({ "status": "ready" })).into_response())
}
