//! The endpoints for programs: conversion, formats, account, health, metrics and their description.

use std::sync::Arc;

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::response::Redirect;
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
pub mod plain;
pub mod rate;
pub mod reference;
pub mod schemas;
pub mod upload;
pub mod warnings;

/// Where clients reach the service, as far as its settings tell.
fn base(config: &Config) -> String {
    let scheme = if config.tls_certificate.is_some() { "https" } else { "http" };
    let public = config.public_url.as_deref().map(|url| url.trim_end_matches('/').to_owned());
    public.unwrap_or_else(|| format!("{scheme}://{}", config.listen))
}

/// The endpoints' addresses.
pub fn router(config: &Config) -> Router<Arc<App>> {
    let described = openapi::openapi(config.public_url.as_deref());
    // The description is made of our own tables: it is the same at each start, and a test reads it.
    let page = serde_json::to_value(&described).unwrap_or_default();
    let page = reference::text(&page, &base(config)).unwrap_or_default();
    let description = openapi::text(&described);
    Router::new()
        // The upload is counted as it is read, against the plan's own limit.
        .route("/api/convert", post(convert::endpoint).layer(DefaultBodyLimit::disable()))
        .route("/api/jobs", post(jobs::create).layer(DefaultBodyLimit::disable()))
        .route("/api/jobs/{id}", get(jobs::state).delete(jobs::remove))
        .route("/api/jobs/{id}/result", get(jobs::result))
        .route("/api/formats", get(formats::list))
        .route("/api/formats/{id}", get(formats::one))
        .route("/api/account", get(account::endpoint))
        .route("/docs", get(async || plain::answer(page)))
        .route("/docs/", get(async || Redirect::permanent("/docs")))
        .route("/errors", get(errors::index))
        .route("/errors/{code}", get(errors::page))
        .route("/healthz", get(health::alive))
        .route("/readyz", get(health::ready))
        .route("/openapi.json", get(async || openapi::document(description)))
}
