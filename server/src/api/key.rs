//! API key authentication: where the key of a request may stand, and what is told to one who has none.

use axum::http::header;
use axum::http::request::Parts;

use crate::auth;
use crate::problem::{self, Problem, Result};
use crate::store::SecretHash;

/// Names under which other services take keys from the query string.
const QUERY_NAMES: &[&str] = &["api_key", "apikey", "api-key", "access_token", "key", "token"];

/// The hash of the request's key, once its checksum holds.
///
/// # Errors
/// `missing_api_key`, `invalid_api_key`.
pub fn of(parts: &Parts) -> Result<SecretHash> {
    refuse_query_key(parts.uri.query().unwrap_or_default())?;
    let missing = || Problem::new(problem::MISSING_API_KEY).detail("Send the header Authorization: Bearer YOUR_KEY.");
    let mut lines = parts.headers.get_all(header::AUTHORIZATION).iter();
    let line = lines.next().and_then(|value| value.to_str().ok()).ok_or_else(missing)?;
    let (scheme, key) = line.trim().split_once(' ').ok_or_else(missing)?;
    if !scheme.eq_ignore_ascii_case("bearer") {
        return Err(missing());
    }
    let key = Some(key.trim()).filter(|key| auth::key::is_well_formed(key) && lines.next().is_none());
    key.map(auth::hash).ok_or_else(|| Problem::new(problem::INVALID_API_KEY))
}

/// A key in an address ends up in logs and histories: it is not taken, so that nobody gets used to it.
fn refuse_query_key(query: &str) -> Result<()> {
    let is_key = |pair: &str| {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        QUERY_NAMES.iter().any(|known| name.eq_ignore_ascii_case(known)) || value.starts_with(auth::key::PREFIX)
    };
    if query.split('&').any(is_key) {
        let detail = "API keys in the URL are not accepted: send the header Authorization: Bearer YOUR_KEY.";
        return Err(Problem::new(problem::MISSING_API_KEY).detail(detail));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn code(uri: &str, lines: &[&str]) -> &'static str {
        let mut request = axum::http::Request::get(uri);
        for line in lines {
            request = request.header("authorization", *line);
        }
        of(&request.body(()).unwrap().into_parts().0).unwrap_err().spec.code
    }

    #[test]
    fn a_request_without_a_good_key_is_told_which_way_it_is_wrong() {
        assert_eq!(code("/", &[]), "missing_api_key");
        assert_eq!(code("/", &["Basic abc"]), "missing_api_key");
        assert_eq!(code("/", &["Bearer"]), "missing_api_key");
        assert_eq!(code("/", &["Bearer tvs_live_short"]), "invalid_api_key");
        assert_eq!(code("/?api_key=1", &["Bearer x"]), "missing_api_key");
        assert_eq!(code("/?a=tvs_live_x", &["Bearer x"]), "missing_api_key");
    }
}
