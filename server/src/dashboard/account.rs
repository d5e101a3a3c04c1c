//! The signed-in account: its password, its sessions, what was done to it, its end.

use std::sync::Arc;

use askama::Template;
use axum::extract::{RawQuery, State};
use axum::http::StatusCode;

use super::dates;
use super::entry::open_session;
use super::form::{FieldError, Fields, Post};
use super::page::{Failure, Frame, Page, go, show_as, with_cookie};
use super::throttle;
use super::visitor::SignedIn;
use crate::auth::password;
use crate::auth::session::Cookie;
use crate::state::App;
use crate::store::{self, Plan};

/// Entries of the audit log that are shown.
const ENTRIES: u32 = 50;

#[derive(Template)]
#[template(path = "account.html")]
struct AccountPage {
    frame: Frame,
    email: String,
    is_paid: bool,
    since: String,
    error: Option<FieldError>,
    log: Vec<Entry>,
}

#[derive(Template)]
#[template(path = "account_delete.html")]
struct DeletePage {
    frame: Frame,
    email: String,
    keys: usize,
    credits: Option<i64>,
    error: Option<FieldError>,
}

struct Entry {
    at: String,
    actor: String,
    action: String,
    subject: String,
}

/// `GET /dashboard/account`.
pub async fn page(State(app): State<Arc<App>>, who: SignedIn, RawQuery(query): RawQuery) -> Page {
    show_page(&app, &who, query.as_deref(), None).await
}

async fn show_page(app: &App, who: &SignedIn, query: Option<&str>, error: Option<FieldError>) -> Page {
    let entries = app.store.audit_log(who.account.id, ENTRIES).await?;
    let entry = |entry: store::AuditEntry| Entry {
        at: dates::minute(entry.at),
        actor: entry.actor,
        action: entry.action.replace(['.', '_'], " "),
        subject: entry.subject,
    };
    let status = if error.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let page = AccountPage {
        frame: Frame::of(who, "/dashboard/account").after(query),
        email: who.account.email.clone(),
        is_paid: who.account.plan == Plan::Paid,
        since: dates::day(who.account.created_at),
        error,
        log: entries.into_iter().map(entry).collect(),
    };
    show_as(status, &page)
}

/// `POST /dashboard/account/password`.
pub async fn change_password(State(app): State<Arc<App>>, Post { who, fields }: Post) -> Page {
    if let Some(error) = refused(&app, &who, &fields).await? {
        return show_page(&app, &who, None, Some(error)).await;
    }
    let hash = password::hash(fields.raw("password").into()).await?;
    // Every session ends and this browser gets a new one: whoever had copied a cookie is out.
    app.store.set_password(who.account.id, &hash, None, who.act()).await?;
    open_session(&app, &who.visitor, &who.account, go("/dashboard/account", "password-changed")).await
}

/// What speaks against the change.
async fn refused(app: &App, who: &SignedIn, fields: &Fields) -> Result<Option<FieldError>, Failure> {
    if let Some(why) = password::refusal(fields.raw("password"), &who.account.email) {
        return Ok(Some(FieldError::new("password", why)));
    }
    own_password(app, who, fields).await
}

/// What speaks against the field `current` being the password of who is signed in.
async fn own_password(app: &App, who: &SignedIn, fields: &Fields) -> Result<Option<FieldError>, Failure> {
    if let Err(throttled) = throttle::attempt(app, &who.visitor, &who.account.email).await? {
        return Ok(Some(FieldError { field: "current", ..throttled.error() }));
    }
    let hash = app.store.credentials(&who.account.email).await?.and_then(|(_, hash)| hash);
    let given = fields.raw("current").chars().take(password::LENGTH.end() + 1).collect();
    let is_own = password::verify(given, hash).await?;
    Ok((!is_own).then(|| FieldError::new("current", "This is not your password.")))
}

/// `GET /dashboard/account/delete`.
pub async fn delete_page(State(app): State<Arc<App>>, who: SignedIn) -> Page {
    show_question(&app, &who, None).await
}

async fn show_question(app: &App, who: &SignedIn, error: Option<FieldError>) -> Page {
    let now = store::now();
    let keys = app.store.keys(who.account.id).await?;
    let status = if error.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let page = DeletePage {
        frame: Frame::of(who, "/dashboard/account"),
        email: who.account.email.clone(),
        keys: keys.iter().filter(|key| key.is_living(now)).count(),
        credits: (who.account.plan == Plan::Free && who.account.credits > 0).then_some(who.account.credits),
        error,
    };
    show_as(status, &page)
}

/// `POST /dashboard/account/delete`: with the password, so that an open browser is not enough.
pub async fn delete(State(app): State<Arc<App>>, Post { who, fields }: Post) -> Page {
    if let Some(error) = own_password(&app, &who, &fields).await? {
        return show_question(&app, &who, Some(error)).await;
    }
    app.store.delete_account(who.account.id, who.act()).await?;
    Ok(with_cookie(go("/signin", "account-deleted"), Cookie::Session.end(who.visitor.is_secure)))
}

/// `POST /dashboard/account/signout`.
pub async fn sign_out_everywhere(State(app): State<Arc<App>>, Post { who, .. }: Post) -> Page {
    app.store.end_sessions(who.account.id, None, who.act()).await?;
    Ok(with_cookie(go("/signin", "signed-out-everywhere"), Cookie::Session.end(who.visitor.is_secure)))
}

impl AccountPage {
    fn has_error(&self, field: &str) -> bool {
        self.error.as_ref().is_some_and(|error| error.field == field)
    }
}
