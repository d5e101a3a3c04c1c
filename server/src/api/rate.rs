//! Rate limit headers: what a client is told of its rate.

use axum::http::{HeaderName, HeaderValue};

use crate::store::Rate;

/// The headers of draft-ietf-httpapi-ratelimit-headers; none where nothing is limited.
pub fn rate_headers(rate: Rate) -> Vec<(HeaderName, HeaderValue)> {
    if rate.limit == 0 {
        return Vec::new();
    }
    let policy = format!("\"default\";q={};w=60", rate.limit);
    let state = format!("\"default\";r={};t={}", rate.remaining, rate.reset_ms.div_ceil(1000));
    let lines = [("ratelimit-policy", policy), ("ratelimit", state)];
    lines
        .into_iter()
        .filter_map(|(name, text)| Some((HeaderName::from_static(name), HeaderValue::from_str(&text).ok()?)))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rate_is_told_in_the_words_of_the_draft() {
        let told = rate_headers(Rate { limit: 60, remaining: 59, reset_ms: 1001 });
        assert_eq!(told[0].1, "\"default\";q=60;w=60");
        assert_eq!(told[1].1, "\"default\";r=59;t=2");
        assert!(rate_headers(Rate { limit: 0, remaining: 0, reset_ms: 0 }).is_empty());
    }
}
