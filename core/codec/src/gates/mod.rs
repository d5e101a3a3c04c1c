//! What foreign decoders will allocate, told from the headers that they go by, before they run: a picture out of all
//! proportion to its file, or to the limits, is refused here. `docs/security.md` lists the gates.

#[cfg(feature = "exr")]
pub mod exr;
#[cfg(feature = "heic")]
pub mod heif;
pub mod jpx;
