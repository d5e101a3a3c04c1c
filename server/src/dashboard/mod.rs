//! The pages for people. Rendered on the server; they work without JavaScript and better with it.

use std::sync::Arc;

use axum::Router;

use crate::state::App;

/// The pages' addresses.
pub fn router() -> Router<Arc<App>> {
    Router::new()
}
