//! The style sheet, the scripts and the icon: part of the program, checked by `ETag`.

use axum::extract::Path;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use sha2::{Digest, Sha256};

use super::page::{Failure, Page};
use crate::auth::session::hex;

/// A file of the pages.
struct Asset {
    name: &'static str,
    media_type: &'static str,
    bytes: &'static [u8],
}

macro_rules! assets {
    ($($name:literal $media_type:literal;)*) => {
        static ASSETS: &[Asset] = &[$(Asset {
            name: $name,
            media_type: $media_type,
            bytes: include_bytes!(concat!("../../static/", $name)),
        }),*];
    };
}

assets! {
    "style.css" "text/css; charset=utf-8";
    "page.js" "text/javascript; charset=utf-8";
    "jobs.js" "text/javascript; charset=utf-8";
    "try.js" "text/javascript; charset=utf-8";
    "icon.svg" "image/svg+xml";
}

/// `GET /static/{name}`.
pub async fn file(Path(name): Path<String>, headers: HeaderMap) -> Page {
    let asset = ASSETS.iter().find(|asset| asset.name == name).ok_or_else(Failure::not_found)?;
    let tag = format!("\"{}\"", hex(&Sha256::digest(asset.bytes)[..16]));
    let known = headers.get(header::IF_NONE_MATCH).and_then(|value| value.to_str().ok());
    // Asked for again each time, so that a new version of the service never meets an old style.
    let common = [(header::ETAG, tag.clone()), (header::CACHE_CONTROL, "no-cache".into())];
    Ok(match known.is_some_and(|known| is_known(known, &tag)) {
        true => (StatusCode::NOT_MODIFIED, common).into_response(),
        false => whole(asset, common),
    })
}

fn whole(asset: &Asset, common: [(header::HeaderName, String); 2]) -> Response {
    (common, [(header::CONTENT_TYPE, asset.media_type)], asset.bytes).into_response()
}

/// Whether an `If-None-Match` names the tag. Proxies that compress make it weak, which is no matter here.
fn is_known(known: &str, tag: &str) -> bool {
    known.split(',').map(str::trim).any(|known| known == "*" || known.trim_start_matches("W/") == tag)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_known_file_is_not_sent_again() {
        let first = file(Path("style.css".into()), HeaderMap::new()).await.unwrap();
        assert_eq!(
            (first.status(), &first.headers()[header::CONTENT_TYPE]),
            (StatusCode::OK, &"text/css; charset=utf-8".parse().unwrap())
        );
        let known = HeaderMap::from_iter([(header::IF_NONE_MATCH, first.headers()[header::ETAG].clone())]);
        assert_eq!(file(Path("style.css".into()), known.clone()).await.unwrap().status(), StatusCode::NOT_MODIFIED);
        assert_eq!(file(Path("page.js".into()), known).await.unwrap().status(), StatusCode::OK, "another file's tag");
    }

    #[tokio::test]
    async fn nothing_else_is_served() {
        for name in ["", "../Cargo.toml", "style.css/", "nothing"] {
            assert!(file(Path(name.into()), HeaderMap::new()).await.is_err(), "{name}");
        }
    }
}
