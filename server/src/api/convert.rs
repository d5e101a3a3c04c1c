//! `POST /api/convert`: from an admitted request to the file.

use std::sync::Arc;

use axum::body::Body;
use axum::http::Request;
use axum::response::Response;
use tokio::sync::watch;
use transvase::Stage;

use crate::problem::{Problem, Result};
use crate::state::App;
use crate::store::Caller;

/// How far a conversion is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// The step it is in.
    pub stage: Stage,
    /// What is done of it.
    pub done: u64,
    /// Its total; 0 where it is not known.
    pub total: u64,
}

/// Answers one conversion, for the API and for the dashboard's try-it page. With `csrf`, a part of
/// that name is allowed and must be equal.
pub async fn answer(
    app: &Arc<App>,
    caller: Caller,
    csrf: Option<&str>,
    request: Request<Body>,
    progress: Option<watch::Sender<Progress>>,
) -> Result<Response> {
    let _ = (app, caller, csrf, request, progress);
    Err(Problem::internal("not built yet"))
}
