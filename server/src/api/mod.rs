//! The endpoints for programs: conversion, formats, account, health, metrics and their description.

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::routing::{get, post};

use crate::config::Config;
use crate::state::App;

pub mod account;
pub mod admission;
pub mod allowance;
pub mod convert;
pub mod disposition;
pub mod errors;
pub mod examples;
pub mod fields;
pub mod formats;
pub mod health;
pub mod jobs;
pub mod key;
pub mod openapi;
pub mod rate;
pub mod schemas;
pub mod upload;
pub mod warnings;

/// The endpoints' addresses.
pub fn router(config: &Config) -> Router<Arc<App>> {
    let description = openapi::text(config.public_url.as_deref());
    Router::new()
        // The upload is counted as it is read, against the plan's own limit.
        .route("/api/convert", post(convert::endpoint).layer(DefaultBodyLimit::disable()))
        .route("/api/jobs", post(jobs::create).layer(DefaultBodyLimit::disable()))
        .route("/api/jobs/{id}", get(jobs::state).delete(jobs::remove))
        .route("/api/jobs/{id}/result", get(jobs::result))
        .route("/api/formats", get(formats::list))
        .route("/api/formats/{id}", get(formats::one))
        .route("/api/account", get(account::endpoint))
        .route("/errors/{code}", get(errors::page))
        .route("/healthz", get(health::alive))
        .route("/readyz", get(health::ready))
        .route("/openapi.json", get(async || openapi::document(description)))
}
