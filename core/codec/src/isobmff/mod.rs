//! The container of HEIC and AVIF (ISO/IEC 14496-12, ISO/IEC 23008-12): boxes, items of pictures with their properties,
//! and tracks of pictures.

#![cfg_attr(target_arch = "wasm32", allow(dead_code, unused_imports, reason = "AVIF is left out there"))]

mod boxes;
#[cfg(feature = "avif")]
mod fields;
#[cfg(feature = "avif")]
mod items;
#[cfg(feature = "avif")]
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
#[cfg(feature = "avif")]
pub(crate) use fields::Fields;
#[cfg(feature = "avif")]
pub use items::{Item, Meta};
#[cfg(feature = "avif")]
pub use properties::{Area, Codes, Property};
#[cfg(feature = "avif")]
pub use silent::silenced;
#[cfg(feature = "avif")]
pub(crate) use tracks::{Sample, Track, tracks};
#[cfg(feature = "avif")]
pub use write::{NewItem, file};
