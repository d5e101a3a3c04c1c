//! Sign-in, sign-up, the first administrator's link, and sign-out.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, RawQuery, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};

use super::form::{EntryPost, FieldError, Fields, Post};
use super::page::{Failure, Frame, Page, go, redirect, retry_after, show_as, with_cookie};
use super::throttle::{self, Throttled};
use super::visitor::Visitor;
use crate::auth::session::{self, BROWSER_LIFE_MS, Cookie, LIFE_MS};
use crate::auth::{self, password};
use crate::state::App;
use crate::store::{self, Account, Act, NewAccount, NotCreated, Plan, SecretHash};

/// What the one form of these pages is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Purpose {
    SignIn,
    SignUp,
    Setup,
}

#[derive(Template)]
#[template(path = "entry.html")]
struct EntryPage {
    frame: Frame,
    purpose: Purpose,
    action: String,
    next: String,
    email: String,
    error: Option<FieldError>,
    allow_signup: bool,
    credits: i64,
    days: u32,
}

/// `GET /`.
pub async fn home(State(app): State<Arc<App>>, visitor: Visitor) -> Page {
    Ok(redirect(if visitor.account(&app).await?.is_some() { "/dashboard" } else { "/signin" }))
}

/// `GET /signin`.
pub async fn sign_in_page(State(app): State<Arc<App>>, visitor: Visitor, RawQuery(query): RawQuery) -> Page {
    if visitor.account(&app).await?.is_some() {
        return Ok(redirect("/dashboard"));
    }
    let mut page = EntryPage::new(&app, Purpose::SignIn, "/signin");
    page.next = local(query.as_deref().and_then(|query| query.strip_prefix("next=")).unwrap_or_default()).into();
    page.frame = page.frame.after(query.as_deref());
    page.show(&visitor)
}

/// `POST /signin`.
pub async fn sign_in(State(app): State<Arc<App>>, EntryPost { visitor, fields }: EntryPost) -> Page {
    let mut page = EntryPage::new(&app, Purpose::SignIn, "/signin").filled(&fields);
    let email = fields.text("email").to_lowercase();
    if let Err(throttled) = throttle::attempt(&app, &visitor, &email).await? {
        return page.show_throttled(&visitor, throttled);
    }
    match checked(&app, &email, fields.raw("password")).await? {
        Ok(account) => {
            let next = redirect(local(&page.next));
            open_session(&app, &visitor, &account, next).await
        }
        Err(error) => {
            page.error = Some(error);
            page.show(&visitor)
        }
    }
}

/// The account of these credentials. An unknown address and a wrong password take the same time and
/// get the same words; that an account is disabled learns only who has its password.
async fn checked(app: &App, email: &str, given: &str) -> Result<Result<Account, FieldError>, Failure> {
    let found = app.store.credentials(email).await?;
    let (account, hash) = found.unzip();
    // Nothing longer than a password can be is worth hashing; it is compared all the same.
    let given = given.chars().take(password::LENGTH.end() + 1).collect();
    let matches = password::verify(given, hash.flatten()).await?;
    Ok(match account.filter(|_| matches) {
        None => Err(FieldError::new("password", "The e-mail address or the password is wrong.")),
        Some(account) if account.disabled_at.is_some() => {
            Err(FieldError::new("email", "This account is disabled. Ask the administrator of this service."))
        }
        Some(account) => Ok(account),
    })
}

/// `GET /signup`.
pub async fn sign_up_page(State(app): State<Arc<App>>, visitor: Visitor) -> Page {
    may_sign_up(&app)?;
    EntryPage::new(&app, Purpose::SignUp, "/signup").show(&visitor)
}

/// `POST /signup`.
pub async fn sign_up(State(app): State<Arc<App>>, EntryPost { visitor, fields }: EntryPost) -> Page {
    may_sign_up(&app)?;
    let page = EntryPage::new(&app, Purpose::SignUp, "/signup").filled(&fields);
    register(&app, &visitor, page, &fields, None).await
}

fn may_sign_up(app: &App) -> Result<(), Failure> {
    if app.config.allow_signup { Ok(()) } else { Err(Failure::not_found()) }
}

/// `GET /setup/{token}`.
pub async fn setup_page(State(app): State<Arc<App>>, Path(token): Path<String>, visitor: Visitor) -> Page {
    open_link(&app, &token).await?;
    EntryPage::new(&app, Purpose::Setup, &format!("/setup/{token}")).show(&visitor)
}

/// `POST /setup/{token}`.
pub async fn setup(
    State(app): State<Arc<App>>,
    Path(token): Path<String>,
    EntryPost { visitor, fields }: EntryPost,
) -> Page {
    let link = open_link(&app, &token).await?;
    let page = EntryPage::new(&app, Purpose::Setup, &format!("/setup/{token}")).filled(&fields);
    register(&app, &visitor, page, &fields, Some(link)).await
}

/// The link's hash, while it can be used.
async fn open_link(app: &App, token: &str) -> Result<SecretHash, Failure> {
    let link = auth::hash(token);
    // A token that none of ours can be goes into no page.
    let is_token = token.len() <= 128 && token.bytes().all(|byte| byte.is_ascii_alphanumeric());
    match is_token && app.store.link_is_open(link, store::now()).await? {
        true => Ok(link),
        false => Err(Failure::not_found()),
    }
}

/// Makes an account and signs it in; with a `link`, the first administrator's.
async fn register(
    app: &App,
    visitor: &Visitor,
    mut page: EntryPage,
    fields: &Fields,
    link: Option<SecretHash>,
) -> Page {
    let (email, password) = match wanted(fields) {
        Ok(wanted) => wanted,
        Err(error) => {
            page.error = Some(error);
            return page.show(visitor);
        }
    };
    if let Err(throttled) = throttle::attempt(app, visitor, &email).await? {
        return page.show_throttled(visitor, throttled);
    }
    let mut account = new_account(app, email, password).await?;
    if link.is_some() {
        // Whoever runs the service does not count credits with it.
        account = NewAccount { link, is_administrator: true, plan: Plan::Paid, ..account };
    }
    let act = Act { actor: account.email.clone(), now: store::now() };
    match app.store.create_account(account, act).await? {
        Ok(account) => open_session(app, visitor, &account, go("/dashboard", "welcome")).await,
        Err(NotCreated::BadLink) => Err(Failure::not_found()),
        Err(NotCreated::EmailTaken) => {
            page.error = Some(FieldError::new("email", "This address already has an account. Sign in instead."));
            page.show(visitor)
        }
    }
}

/// The address and password of a new account.
pub fn wanted(fields: &Fields) -> Result<(String, String), FieldError> {
    let email = fields.email()?;
    let password = fields.raw("password").to_owned();
    match password::refusal(&password, &email) {
        Some(why) => Err(FieldError::new("password", why)),
        None => Ok((email, password)),
    }
}

/// An account on the free plan, with its first credits.
pub async fn new_account(app: &App, email: String, password: String) -> Result<NewAccount, Failure> {
    let hash = password::hash(password).await?;
    Ok(NewAccount::on_free_plan(&app.config, email, Some(hash), store::now()))
}

/// Opens a new session, ends the one the browser had, and goes on to `next`.
pub async fn open_session(app: &App, visitor: &Visitor, account: &Account, next: Response) -> Page {
    let act = || Act { actor: account.email.clone(), now: store::now() };
    if let (Some(old), Some(owner)) = (&visitor.session, visitor.account(app).await?) {
        app.store.end_sessions(owner.id, Some(auth::hash(old)), act()).await?;
    }
    let token = session::new_token()?;
    app.store.open_session(auth::hash(&token), account.id, store::now() + LIFE_MS, act()).await?;
    let next = with_cookie(next, Cookie::Session.keep(&token, visitor.is_secure));
    let browser =
        visitor.browser.clone().filter(|token| session::is_token(token)).map_or_else(session::new_token, Ok)?;
    app.store.know_browser(auth::hash(&browser), account.id, store::now() + BROWSER_LIFE_MS).await?;
    let next = with_cookie(next, Cookie::Browser.keep(&browser, visitor.is_secure));
    Ok(with_cookie(next, Cookie::Visit.end(visitor.is_secure)))
}

/// `POST /signout`.
pub async fn sign_out(State(app): State<Arc<App>>, Post { who, .. }: Post) -> Page {
    app.store.end_sessions(who.account.id, Some(auth::hash(&who.token)), who.act()).await?;
    Ok(with_cookie(go("/signin", "signed-out"), Cookie::Session.end(who.visitor.is_secure)))
}

/// An address to go to after signing in: one of the dashboard's, whatever the form says.
fn local(path: &str) -> &str {
    let is_plain = path.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'/' | b'-'));
    let is_page = path == "/dashboard" || path.starts_with("/dashboard/");
    if is_page && is_plain { path } else { "/dashboard" }
}

impl EntryPage {
    fn new(app: &App, purpose: Purpose, action: &str) -> Self {
        EntryPage {
            frame: Frame::default(),
            purpose,
            action: action.into(),
            next: String::new(),
            email: String::new(),
            error: None,
            allow_signup: app.config.allow_signup,
            credits: app.config.free_credits,
            days: app.config.free_days,
        }
    }

    /// The page with what was typed, but for the password.
    fn filled(mut self, fields: &Fields) -> Self {
        self.email = fields.text("email").chars().take(254).collect();
        self.next = local(fields.text("next")).into();
        self
    }

    fn has_error(&self, field: &str) -> bool {
        self.error.as_ref().is_some_and(|error| error.field == field)
    }

    /// The page, its forms bound to the browser by the visit's token.
    fn show(mut self, visitor: &Visitor) -> Page {
        let known = visitor.visit.clone();
        let token = known.clone().map_or_else(session::new_token, Ok)?;
        self.frame.csrf = session::csrf_token(&token);
        let status = if self.error.is_some() { StatusCode::UNPROCESSABLE_ENTITY } else { StatusCode::OK };
        let response = show_as(status, &self)?;
        Ok(match known {
            Some(_) => response,
            None => with_cookie(response, Cookie::Visit.keep(&token, visitor.is_secure)),
        })
    }

    fn show_throttled(mut self, visitor: &Visitor, throttled: Throttled) -> Page {
        self.error = Some(throttled.error());
        let mut response = self.show(visitor)?;
        *response.status_mut() = StatusCode::TOO_MANY_REQUESTS;
        Ok((retry_after(Some(throttled.retry_after_s)), response).into_response())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signing_in_leads_to_our_own_pages_alone() {
        assert_eq!(local("/dashboard/keys"), "/dashboard/keys");
        for odd in ["", "//evil.example", "https://evil.example", "/dashboard.evil", "/dashboard/\\evil", "/signout"] {
            assert_eq!(local(odd), "/dashboard", "{odd}");
        }
    }
}
