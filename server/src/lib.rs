//! The HTTP service of transvase: one endpoint, API keys, credits and a dashboard over the core.
//!
//! It parses a request, calls the core (in a worker process) and maps the core's table of errors to
//! problem documents; it knows no format. Rooms, left to right, each using only what is to its left:
//! `config, problem < auth, parcel, places, queue, store < engine < depot < state < http < api < jobs < dashboard < lib`.

#![forbid(unsafe_code)]

pub mod api;
pub mod auth;
pub mod config;
pub mod dashboard;
pub mod depot;
pub mod engine;
pub mod http;
pub mod jobs;
pub mod parcel;
pub mod places;
pub mod problem;
pub mod queue;
mod service;
pub mod state;
pub mod store;

pub use service::{CannotStart, serve};

use std::sync::Arc;

use axum::Router;

use crate::problem::{NOT_FOUND, Problem};
use crate::state::App;

/// Everything the service answers: the endpoints, the pages, and the last word on every failure. For
/// embedding; [`serve`] puts its own accept loop, with deadlines and caps, below.
pub fn router(app: &Arc<App>) -> Router {
    let routes = api::router(&app.config).merge(dashboard::router(app)).fallback(|| async { Problem::new(NOT_FOUND) });
    let layer = axum::middleware::from_fn_with_state(Arc::clone(app), http::last_word::layer);
    routes.layer(layer).with_state(Arc::clone(app))
}
