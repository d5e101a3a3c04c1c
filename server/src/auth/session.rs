//! Sessions of the dashboard: random tokens in cookies, and the CSRF tokens derived from them.
//!
//! Over TLS a cookie has the `__Host-` prefix, which a browser takes only with `Secure`, for this very
//! host and for every path; over plain HTTP the prefix and `Secure` are left out, because browsers
//! would refuse the cookie. A cookie of the one kind is never read as one of the other.

use axum::http::{HeaderMap, HeaderValue, header};
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// Life of a session in milliseconds: 12 hours from sign-in, however it is used.
pub const LIFE_MS: i64 = 12 * 3600 * 1000;

/// Time for which a browser is known after a sign-in, in milliseconds: half a year.
pub const BROWSER_LIFE_MS: i64 = 180 * 24 * 3600 * 1000;

/// A cookie of the dashboard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Cookie {
    /// The session's token.
    Session,
    /// A token that binds the forms of someone not signed in to their browser.
    Visit,
    /// A token of a browser that its owner has signed in with before.
    Browser,
    /// A new key, from the request that made it to the page that shows it once.
    NewKey,
}

impl Cookie {
    /// The cookie's name.
    pub fn name(self, is_secure: bool) -> &'static str {
        match (self, is_secure) {
            (Cookie::Session, true) => "__Host-session",
            (Cookie::Session, false) => "session",
            (Cookie::Visit, true) => "__Host-visit",
            (Cookie::Visit, false) => "visit",
            (Cookie::Browser, true) => "__Host-browser",
            (Cookie::Browser, false) => "browser",
            (Cookie::NewKey, true) => "__Host-new-key",
            (Cookie::NewKey, false) => "new-key",
        }
    }

    /// Life in seconds.
    fn life_s(self) -> i64 {
        match self {
            Cookie::Session => LIFE_MS / 1000,
            Cookie::Visit => 3600,
            Cookie::Browser => BROWSER_LIFE_MS / 1000,
            Cookie::NewKey => 60,
        }
    }

    /// The value that a request brings, if it brings one.
    pub fn read(self, headers: &HeaderMap, is_secure: bool) -> Option<String> {
        let lines = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
        let mut pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
        pairs.find(|(name, _)| *name == self.name(is_secure)).map(|(_, value)| value.to_owned())
    }

    /// The `Set-Cookie` header that keeps `value`, which must be letters, digits and underscores.
    pub fn keep(self, value: &str, is_secure: bool) -> HeaderValue {
        self.header(value, self.life_s(), is_secure)
    }

    /// The `Set-Cookie` header that ends the cookie.
    pub fn end(self, is_secure: bool) -> HeaderValue {
        self.header("", 0, is_secure)
    }

    fn header(self, value: &str, life_s: i64, is_secure: bool) -> HeaderValue {
        let secure = if is_secure { "; Secure" } else { "" };
        let name = self.name(is_secure);
        let text = format!("{name}={value}; Path=/; Max-Age={life_s}; HttpOnly; SameSite=Lax{secure}");
        // Only a value with control characters could fail, and a token or a key has none.
        HeaderValue::from_str(&text).unwrap_or_else(|_| HeaderValue::from_static(""))
    }
}

/// A new secret of 256 bits, as 64 hexadecimal digits: a session, a visit, a one-time link.
///
/// # Errors
/// Where the system has no randomness to give.
pub fn new_token() -> Result<String, getrandom::Error> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes)?;
    Ok(hex(&bytes))
}

/// Whether a text has the form of a token.
pub fn is_token(text: &str) -> bool {
    text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// The token that the forms of a session carry: worth nothing without the session's cookie, and no way
/// back to it.
pub fn csrf_token(token: &str) -> String {
    hex(&Sha256::digest(format!("transvase form {token}")))
}

/// Whether `given` is the token of the session's forms; takes as long for any text of its length.
pub fn csrf_matches(token: &str, given: &str) -> bool {
    csrf_token(token).as_bytes().ct_eq(given.as_bytes()).into()
}

/// Bytes as hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(cookies: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(header::COOKIE, HeaderValue::from_static(cookies))])
    }

    #[test]
    fn cookies_carry_every_flag() {
        assert_eq!(
            Cookie::Session.keep("abc", true),
            "__Host-session=abc; Path=/; Max-Age=43200; HttpOnly; SameSite=Lax; Secure"
        );
        assert_eq!(Cookie::Session.keep("abc", false), "session=abc; Path=/; Max-Age=43200; HttpOnly; SameSite=Lax");
        assert_eq!(Cookie::Session.end(true), "__Host-session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax; Secure");
    }

    #[test]
    fn a_cookie_is_read_by_its_own_name() {
        let request = headers("theme=dark; session=plain; __Host-session=safe");
        assert_eq!(Cookie::Session.read(&request, true).as_deref(), Some("safe"));
        assert_eq!(Cookie::Session.read(&request, false).as_deref(), Some("plain"));
        assert_eq!(Cookie::Visit.read(&request, true), None);
        assert_eq!(Cookie::Session.read(&headers("session=plain"), true), None, "plain is never taken for secure");
    }

    #[test]
    fn tokens_are_long_and_different() {
        let (one, other) = (new_token().unwrap(), new_token().unwrap());
        assert_eq!(one.len(), 64);
        assert_ne!(one, other);
    }

    #[test]
    fn a_form_token_belongs_to_one_session() {
        let (one, other) = (new_token().unwrap(), new_token().unwrap());
        assert!(csrf_matches(&one, &csrf_token(&one)));
        for given in [csrf_token(&other), one.clone(), String::new(), csrf_token(&one)[1..].to_owned()] {
            assert!(!csrf_matches(&one, &given), "{given}");
        }
    }
}
