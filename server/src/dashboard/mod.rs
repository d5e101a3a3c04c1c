//! The pages for people. Rendered on the server; they work without JavaScript and better with it.
//!
//! A page is a handler that fills a template of `templates/`. Changes are made by POST alone, each
//! behind the `guard`'s check of where it comes from and the `form`'s token, and each ends in a
//! redirect, so that a reload repeats nothing.

mod account;
mod accounts;
mod assets;
mod chart;
mod code;
mod dates;
mod entry;
mod form;
mod guard;
mod jobs;
mod keys;
mod overview;
mod page;
mod progress;
mod throttle;
mod try_it;
mod visitor;

use std::sync::Arc;

use axum::extract::DefaultBodyLimit;
use axum::routing::{any, get, post};
use axum::{Router, middleware};

use crate::config::Config;
use crate::state::App;

/// Largest body of a form in bytes. The try-it page's upload has the plan's limit instead.
const FORM_BYTES: usize = 80 * 1024;

/// Says at the start where sessions will be no safer than the connections they come over.
pub fn report_plain_http(config: &Config) {
    let is_public_https = config.public_url.as_deref().is_some_and(|url| url.starts_with("https://"));
    // What does not leave the machine is as safe as the machine.
    let is_local = config.listen.ip().is_loopback();
    if !is_local && config.tls_certificate.is_none() && config.trusted_proxies.is_empty() && !is_public_https {
        tracing::warn!(
            "no certificate, no trusted proxy and no https public_url: the dashboard's cookies travel over plain HTTP, \
             without Secure and the __Host- prefix"
        );
    }
}

/// The pages' addresses.
pub fn router(app: &Arc<App>) -> Router<Arc<App>> {
    Router::new()
        .route("/", get(entry::home))
        .route("/signin", get(entry::sign_in_page).post(entry::sign_in))
        .route("/signup", get(entry::sign_up_page).post(entry::sign_up))
        .route("/setup/{token}", get(entry::setup_page).post(entry::setup))
        .route("/signout", post(entry::sign_out))
        .route("/dashboard", get(overview::page))
        .route("/dashboard/keys", get(keys::page).post(keys::create))
        .route("/dashboard/keys/{id}/rotate", get(keys::rotate_page).post(keys::rotate))
        .route("/dashboard/keys/{id}/revoke", get(keys::revoke_page).post(keys::revoke))
        .route("/dashboard/try", get(try_it::page).post(try_it::convert))
        .route("/dashboard/try/detect", post(try_it::detect))
        .route("/dashboard/try/progress/{id}", get(try_it::progress))
        .route("/dashboard/jobs", get(jobs::page).post(jobs::create))
        .route("/dashboard/jobs/state", get(jobs::state))
        .route("/dashboard/jobs/{id}/result", get(jobs::result))
        .route("/dashboard/jobs/{id}/remove", post(jobs::remove))
        .route("/dashboard/code", get(code::page))
        .route("/dashboard/account", get(account::page))
        .route("/dashboard/account/password", post(account::change_password))
        .route("/dashboard/account/delete", get(account::delete_page).post(account::delete))
        .route("/dashboard/account/signout", post(account::sign_out_everywhere))
        .route("/dashboard/accounts", get(accounts::page).post(accounts::create))
        .route("/dashboard/accounts/{id}/plan", post(accounts::set_plan))
        .route("/dashboard/accounts/{id}/disabled", post(accounts::set_disabled))
        .route("/dashboard/{*rest}", any(|| async { page::Failure::not_found() }))
        .route("/static/{name}", get(assets::file))
        .layer(DefaultBodyLimit::max(FORM_BYTES))
        .layer(axum::Extension(progress::Running::default()))
        .layer(middleware::from_fn_with_state(app.clone(), guard::guard))
}
