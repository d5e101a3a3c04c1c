//! Books and texts: what has words in an order and no pages.

#![forbid(unsafe_code)]
// A build with few formats leaves some of it unused.
#![cfg_attr(
    not(all(feature = "epub", feature = "html", feature = "txt")),
    allow(dead_code, unused_imports, unused_variables)
)]

#[cfg(feature = "epub")]
pub mod epub;
#[cfg(feature = "fb2")]
pub mod fb2;
#[cfg(feature = "html")]
pub mod html;
#[cfg(feature = "ipynb")]
pub mod ipynb;
#[cfg(feature = "json")]
pub mod json;
#[cfg(feature = "md")]
pub mod md;
#[cfg(feature = "mobi")]
pub mod mobi;
#[cfg(feature = "txt")]
pub mod txt;
