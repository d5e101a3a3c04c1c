//! The container of HEIC and AVIF (ISO/IEC 14496-12, ISO/IEC 23008-12): boxes, items of pictures with their properties,
//! and tracks of pictures.

#![cfg_attr(
    any(target_arch = "wasm32", not(feature = "avif")),
    allow(dead_code, unused_imports, reason = "most of it is for AVIF, which is left out there")
)]

mod boxes;
#[cfg(any(feature = "avif", feature = "heic"))]
mod fields;
#[cfg(feature = "avif")]
mod film;
#[cfg(any(feature = "avif", feature = "heic"))]
mod items;
#[cfg(any(feature = "avif", feature = "heic"))]
mod properties;
#[cfg(feature = "avif")]
mod silent;
#[cfg(all(test, feature = "avif"))]
mod tests;
#[cfg(feature = "avif")]
mod tracks;
#[cfg(feature = "avif")]
mod write;

pub(crate) use boxes::brands;
#[cfg(any(feature = "avif", feature = "heic"))]
pub(crate) use fields::Fields;
#[cfg(feature = "avif")]
pub use film::{ALPHA, NewSample, NewTrack, film};
#[cfg(any(feature = "avif", feature = "heic"))]
pub use items::{Item, Meta};
#[cfg(any(feature = "avif", feature = "heic"))]
pub use properties::{Area, Codes, Property};
#[cfg(feature = "avif")]
pub use silent::silenced;
#[cfg(feature = "avif")]
pub(crate) use tracks::{Sample, Track, tracks};
#[cfg(feature = "avif")]
pub use write::{NewItem, file, property};
