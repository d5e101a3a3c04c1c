//! The request's session: the browser, and the account that is signed in to it.

use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::uri::Authority;
use axum::http::{Method, Uri, header};

use super::page::Failure;
use crate::auth::session::Cookie;
use crate::auth::{self, session};
use crate::config::Config;
use crate::http::{Client, Note};
use crate::state::App;
use crate::store::{self, Account, Act};

/// A browser.
#[derive(Debug, Clone)]
pub struct Visitor {
    /// Its address.
    pub ip: IpAddr,
    /// Whether it reaches us over TLS, which decides the cookies' form.
    pub is_secure: bool,
    /// The service's base URL as the browser sees it, without a slash at its end.
    pub base: String,
    /// Its session's token, not yet held against the store.
    pub session: Option<String>,
    /// Its visit's token.
    pub visit: Option<String>,
    /// Its own token, where somebody has signed in with it.
    pub browser: Option<String>,
}

/// A browser with an account.
#[derive(Debug, Clone)]
pub struct SignedIn {
    /// The account.
    pub account: Account,
    /// The session's token.
    pub token: String,
    /// The browser.
    pub visitor: Visitor,
}

impl Visitor {
    fn of(parts: &Parts, config: &Config) -> Self {
        let client = parts.extensions.get::<Client>().copied();
        let client = client.unwrap_or(Client { ip: Ipv4Addr::UNSPECIFIED.into(), is_https: false });
        let public = config.public_url.as_deref().map(|url| url.trim_end_matches('/').to_owned());
        let base = public.unwrap_or_else(|| format!("{}://{}", client.scheme(), host(parts, config)));
        let is_secure = base.starts_with("https://");
        Visitor {
            ip: client.ip,
            is_secure,
            base,
            session: Cookie::Session.read(&parts.headers, is_secure),
            visit: Cookie::Visit.read(&parts.headers, is_secure),
            browser: Cookie::Browser.read(&parts.headers, is_secure),
        }
    }

    /// The account of the visitor's session, while both live.
    pub async fn account(&self, app: &App) -> store::Result<Option<Account>> {
        let Some(token) = &self.session else { return Ok(None) };
        let account = app.store.session(auth::hash(token), store::now()).await?;
        Ok(account.filter(|account| account.disabled_at.is_none()))
    }
}

/// The host that the request names. It ends up in code people run, so only what a host can hold is
/// taken from it.
fn host(parts: &Parts, config: &Config) -> String {
    let named = parts.headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let named = named.or_else(|| parts.uri.authority().map(Authority::as_str));
    let is_host = |host: &&str| {
        !host.is_empty()
            && host.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b':' | b'[' | b']'))
    };
    named.filter(is_host).map_or_else(|| config.listen.to_string(), str::to_owned)
}

impl SignedIn {
    /// What the account does now, for the audit log.
    pub fn act(&self) -> Act {
        Act { actor: self.account.email.clone(), now: store::now() }
    }

    /// The token of the session's forms.
    pub fn csrf(&self) -> String {
        session::csrf_token(&self.token)
    }
}

impl FromRequestParts<Arc<App>> for Visitor {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Infallible> {
        Ok(Visitor::of(parts, &app.config))
    }
}

impl FromRequestParts<Arc<App>> for SignedIn {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Failure> {
        let visitor = Visitor::of(parts, &app.config);
        let account = visitor.account(app).await?;
        match (account, visitor.session.clone()) {
            (Some(account), Some(token)) => {
                Note::of(&parts.extensions).caller(account.id, None);
                Ok(SignedIn { account, token, visitor })
            }
            _ => Err(Failure::to_sign_in(&came_for(&parts.method, &parts.uri))),
        }
    }
}

/// Where to go after signing in: the page asked for, or the overview after a change.
fn came_for(method: &Method, uri: &Uri) -> String {
    if method == Method::GET { uri.path().to_owned() } else { "/dashboard".into() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::Request;

    fn visitor(public_url: &str, host: &str) -> Visitor {
        let mut config = Config::default();
        config.set("public_url", public_url).unwrap();
        let request = Request::builder().header(header::HOST, host).body(()).unwrap();
        Visitor::of(&request.into_parts().0, &config)
    }

    #[test]
    fn the_base_is_the_public_url_or_the_host_asked_for() {
        let open = visitor("", "box.local:8080");
        assert_eq!((open.base.as_str(), open.is_secure), ("http://box.local:8080", false));
        let public = visitor("https://convert.example.org/", "10.0.0.3");
        assert_eq!((public.base.as_str(), public.is_secure), ("https://convert.example.org", true));
    }

    #[test]
    fn a_host_that_is_none_never_reaches_a_page() {
        for odd in ["a\"b", "$(reboot)", "a/b", "a b", ""] {
            assert_eq!(visitor("", odd).base, "http://127.0.0.1:8080", "{odd}");
        }
    }
}
