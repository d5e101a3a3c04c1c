//! Every account, for administrators.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, RawQuery, State};
use axum::http::StatusCode;

use super::dates;
use super::entry::{new_account, wanted};
use super::form::{FieldError, Fields, Post};
use super::keys;
use super::page::{Failure, Frame, Page, go, show_as};
use super::visitor::SignedIn;
use crate::state::App;
use crate::store::{self, Account, NewAccount, Plan};

#[derive(Template)]
#[template(path = "accounts.html")]
struct AccountsPage {
    frame: Frame,
    accounts: Vec<Row>,
    /// The keys of the operator's account, which nobody signs in to.
    operator_keys: Vec<keys::Row>,
    email: String,
    error: Option<FieldError>,
}

struct Row {
    id: i64,
    email: String,
    is_operator: bool,
    is_paid: bool,
    is_administrator: bool,
    is_disabled: bool,
    is_self: bool,
    credits: i64,
    expire: String,
    since: String,
}

/// `GET /dashboard/accounts`.
pub async fn page(State(app): State<Arc<App>>, who: SignedIn, RawQuery(query): RawQuery) -> Page {
    administrator(&who)?;
    show_page(&app, &who, query.as_deref(), None).await
}

async fn show_page(app: &App, who: &SignedIn, query: Option<&str>, wrong: Option<(FieldError, &Fields)>) -> Page {
    let accounts = app.store.accounts().await?;
    let operator_keys = match accounts.iter().find(|account| account.is_operator()) {
        Some(account) => keys::living(app.store.keys(account.id).await?, store::now()),
        None => Vec::new(),
    };
    let status = if wrong.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
    let page = AccountsPage {
        frame: Frame::of(who, "/dashboard/accounts").after(query),
        operator_keys,
        accounts: accounts.into_iter().map(|account| row(account, who.account.id)).collect(),
        email: wrong.as_ref().map(|(_, fields)| fields.text("email").to_owned()).unwrap_or_default(),
        error: wrong.map(|(error, _)| error),
    };
    show_as(status, &page)
}

fn row(account: Account, own: i64) -> Row {
    Row {
        id: account.id,
        is_operator: account.is_operator(),
        email: account.email,
        is_paid: account.plan == Plan::Paid,
        is_administrator: account.is_administrator,
        is_disabled: account.disabled_at.is_some(),
        is_self: account.id == own,
        credits: account.credits,
        expire: dates::day(account.credits_expire_at),
        since: dates::day(account.created_at),
    }
}

/// For others the page does not exist.
fn administrator(who: &SignedIn) -> Result<(), Failure> {
    if who.account.is_administrator { Ok(()) } else { Err(Failure::not_found()) }
}

/// `POST /dashboard/accounts`.
pub async fn create(State(app): State<Arc<App>>, Post { who, fields }: Post) -> Page {
    administrator(&who)?;
    let (email, password) = match wanted(&fields) {
        Ok(wanted) => wanted,
        Err(error) => return show_page(&app, &who, None, Some((error, &fields))).await,
    };
    let account = NewAccount { plan: plan(&fields), ..new_account(&app, email, password).await? };
    match app.store.create_account(account, who.act()).await? {
        Ok(_) => Ok(go("/dashboard/accounts", "account-created")),
        Err(_) => {
            let error = FieldError::new("email", "This address already has an account.");
            show_page(&app, &who, None, Some((error, &fields))).await
        }
    }
}

fn plan(fields: &Fields) -> Plan {
    if fields.text("plan") == "paid" { Plan::Paid } else { Plan::Free }
}

/// `POST /dashboard/accounts/{id}/plan`.
pub async fn set_plan(State(app): State<Arc<App>>, Path(id): Path<i64>, Post { who, fields }: Post) -> Page {
    administrator(&who)?;
    app.store.set_plan(id, plan(&fields), who.act()).await?;
    Ok(go("/dashboard/accounts", "plan-set"))
}

/// `POST /dashboard/accounts/{id}/disabled`.
pub async fn set_disabled(State(app): State<Arc<App>>, Path(id): Path<i64>, Post { who, fields }: Post) -> Page {
    administrator(&who)?;
    if id == who.account.id {
        // The last administrator could lock everyone out.
        return Err(Failure::bad_form());
    }
    let is_disabled = fields.text("disabled") == "true";
    app.store.set_disabled(id, is_disabled, who.act()).await?;
    Ok(go("/dashboard/accounts", if is_disabled { "account-disabled" } else { "account-enabled" }))
}

impl AccountsPage {
    fn has_error(&self, field: &str) -> bool {
        self.error.as_ref().is_some_and(|error| error.field == field)
    }
}
