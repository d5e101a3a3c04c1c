//! API keys: listed, created, shown once, rotated, revoked.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, RawQuery, State};
use axum::http::{HeaderMap, StatusCode};

use super::dates;
use super::form::{FieldError, Fields, Post};
use super::page::{Failure, Frame, Page, go, show, show_as, with_cookie};
use super::visitor::SignedIn;
use crate::auth::key::{self, GRACES, NAME_LENGTH};
use crate::auth::session::Cookie;
use crate::state::App;
use crate::store::{self, ApiKey, DAY_MS, Moment};

#[derive(Template)]
#[template(path = "keys.html")]
struct KeysPage {
    frame: Frame,
    new_key: Option<String>,
    living: Vec<Row>,
    ended: Vec<Row>,
    name: String,
    expires: String,
    tomorrow: String,
    error: Option<FieldError>,
}

/// A key as the page lists it.
pub(super) struct Row {
    id: i64,
    pub(super) name: String,
    pub(super) shown: String,
    created: String,
    pub(super) last_used: String,
    expires: String,
    state: &'static str,
    can_rotate: bool,
}

#[derive(Template)]
#[template(path = "key_change.html")]
struct ChangePage {
    frame: Frame,
    key: Row,
    is_rotation: bool,
    graces: Vec<(&'static str, &'static str)>,
}

/// `GET /dashboard/keys`. A key that was just made is shown and forgotten: its cookie ends here.
pub async fn page(State(app): State<Arc<App>>, who: SignedIn, RawQuery(query): RawQuery, headers: HeaderMap) -> Page {
    let is_secure = who.visitor.is_secure;
    let new_key = Cookie::NewKey.read(&headers, is_secure);
    let mut page = KeysPage::of(&app, &who).await?;
    page.frame = page.frame.after(query.as_deref());
    let is_new = new_key.is_some();
    page.new_key = new_key.filter(|text| key::is_well_formed(text));
    let response = show(&page)?;
    Ok(if is_new { with_cookie(response, Cookie::NewKey.end(is_secure)) } else { response })
}

/// `POST /dashboard/keys`.
pub async fn create(State(app): State<Arc<App>>, Post { who, fields }: Post) -> Page {
    let (name, expires_at) = match wanted(&fields) {
        Ok(wanted) => wanted,
        Err(error) => {
            let mut page = KeysPage::of(&app, &who).await?;
            page.name = fields.text("name").chars().take(NAME_LENGTH).collect();
            page.expires = dates::end_of_day(fields.text("expires")).map(dates::iso_day).unwrap_or_default();
            page.error = Some(error);
            return show_as(StatusCode::UNPROCESSABLE_ENTITY, &page);
        }
    };
    let (text, new) = key::issue(who.account.id, &name, expires_at)?;
    app.store.create_key(new, who.act()).await?;
    Ok(with_cookie(go("/dashboard/keys", "key-created"), Cookie::NewKey.keep(&text, who.visitor.is_secure)))
}

fn wanted(fields: &Fields) -> Result<(String, Option<Moment>), FieldError> {
    let name = fields.text("name");
    if !key::is_name(name) {
        return Err(FieldError::new("name", format!("Enter a name of at most {NAME_LENGTH} characters.")));
    }
    if fields.text("expires").is_empty() {
        return Ok((name.into(), None));
    }
    match dates::end_of_day(fields.text("expires")).filter(|end| *end > store::now()) {
        Some(end) => Ok((name.into(), Some(end))),
        None => Err(FieldError::new("expires", "Enter a day from today on, or leave the field empty.")),
    }
}

/// `GET /dashboard/keys/{id}/rotate`.
pub async fn rotate_page(State(app): State<Arc<App>>, Path(id): Path<i64>, who: SignedIn) -> Page {
    change_page(&app, &who, id, true).await
}

/// `GET /dashboard/keys/{id}/revoke`.
pub async fn revoke_page(State(app): State<Arc<App>>, Path(id): Path<i64>, who: SignedIn) -> Page {
    change_page(&app, &who, id, false).await
}

async fn change_page(app: &App, who: &SignedIn, id: i64, is_rotation: bool) -> Page {
    let key = row(living_key(app, who, id).await?, store::now());
    if is_rotation && !key.can_rotate {
        return Err(Failure::not_found());
    }
    let graces = GRACES.iter().map(|(word, _, text)| (*word, *text)).collect();
    show(&ChangePage { frame: Frame::of(who, "/dashboard/keys"), key, is_rotation, graces })
}

/// The account's key of this number, while it works.
async fn living_key(app: &App, who: &SignedIn, id: i64) -> Result<ApiKey, Failure> {
    let keys = app.store.keys(who.account.id).await?;
    let key = keys.into_iter().find(|key| key.id == id && key.is_living(store::now()));
    key.ok_or_else(Failure::not_found)
}

/// `POST /dashboard/keys/{id}/rotate`.
pub async fn rotate(State(app): State<Arc<App>>, Path(id): Path<i64>, Post { who, fields }: Post) -> Page {
    let grace = GRACES.iter().find(|(word, ..)| *word == fields.text("grace"));
    let (_, grace_ms, _) = grace.ok_or_else(Failure::bad_form)?;
    let old = living_key(&app, &who, id).await?;
    let (text, new) = key::issue(who.account.id, &old.name, old.expires_at)?;
    app.store.rotate_key(id, new, *grace_ms, who.act()).await?.ok_or_else(Failure::not_found)?;
    Ok(with_cookie(go("/dashboard/keys", "key-rotated"), Cookie::NewKey.keep(&text, who.visitor.is_secure)))
}

/// `POST /dashboard/keys/{id}/revoke`.
pub async fn revoke(State(app): State<Arc<App>>, Path(id): Path<i64>, Post { who, .. }: Post) -> Page {
    match app.store.revoke_key(who.account.id, id, who.act()).await? {
        true => Ok(go("/dashboard/keys", "key-revoked")),
        false => Err(Failure::not_found()),
    }
}

/// Those of the keys that work.
pub(super) fn living(keys: Vec<ApiKey>, now: Moment) -> Vec<Row> {
    keys.into_iter().filter(|key| key.is_living(now)).map(|key| row(key, now)).collect()
}

fn row(key: ApiKey, now: Moment) -> Row {
    let is_replaced = key.replaced_by.is_some();
    let state = match (key.is_living(now), key.revoked_at.is_some(), is_replaced) {
        (true, _, false) => "active",
        (true, _, true) => "replaced",
        (false, true, _) => "revoked",
        (false, false, true) => "rotated out",
        (false, false, false) => "expired",
    };
    Row {
        id: key.id,
        shown: format!("{}…{}", key.prefix, key.last_four),
        name: key.name,
        created: dates::day(key.created_at),
        last_used: key.last_used_at.map_or_else(|| "never".into(), dates::minute),
        expires: key.expires_at.map_or_else(|| "never".into(), dates::minute),
        state,
        can_rotate: !is_replaced,
    }
}

impl KeysPage {
    async fn of(app: &App, who: &SignedIn) -> Result<Self, Failure> {
        let now = store::now();
        let keys = app.store.keys(who.account.id).await?;
        let (living, ended): (Vec<_>, Vec<_>) = keys.into_iter().partition(|key| key.is_living(now));
        let rows = |keys: Vec<ApiKey>| keys.into_iter().map(|key| row(key, now)).collect();
        Ok(KeysPage {
            frame: Frame::of(who, "/dashboard/keys"),
            new_key: None,
            living: rows(living),
            ended: rows(ended),
            name: String::new(),
            expires: String::new(),
            tomorrow: dates::iso_day(now + DAY_MS),
            error: None,
        })
    }

    fn has_error(&self, field: &str) -> bool {
        self.error.as_ref().is_some_and(|error| error.field == field)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: Moment = 1_794_211_559_999;

    fn state(expires_at: Option<Moment>, revoked_at: Option<Moment>, replaced_by: Option<i64>) -> (&'static str, bool) {
        let key = ApiKey {
            id: 1,
            account: 1,
            name: "n".into(),
            prefix: "tvs_live_abcd".into(),
            last_four: "wxyz".into(),
            created_at: 0,
            last_used_at: None,
            expires_at,
            revoked_at,
            replaced_by,
        };
        let row = row(key, NOW);
        assert_eq!(row.shown, "tvs_live_abcd…wxyz");
        (row.state, row.can_rotate)
    }

    #[test]
    fn a_key_is_in_one_state() {
        assert_eq!(state(None, None, None), ("active", true));
        assert_eq!(state(Some(NOW + 1), None, Some(2)), ("replaced", false));
        assert_eq!(state(Some(NOW), None, None), ("expired", true));
        assert_eq!(state(Some(NOW), None, Some(2)), ("rotated out", false));
        assert_eq!(state(None, Some(NOW - 1), None), ("revoked", true));
    }
}
