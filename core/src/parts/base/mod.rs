//! Plumbing of bytes: Deflate and prefix codes, character sets, hashes, and work on several threads.

#[cfg(any(feature = "docx", feature = "_html"))]
pub(crate) mod base64;
#[cfg(test)]
pub(crate) mod changed;
#[cfg(feature = "_charset")]
pub(crate) mod charset;
#[cfg(any(feature = "webp", feature = "_jpeg"))]
pub(crate) mod code_lengths;
#[cfg(feature = "_deflate")]
pub(crate) mod deflate;
pub(crate) mod fence;
pub(crate) mod files;
#[cfg(any(feature = "docx", feature = "epub", feature = "fb2", feature = "pdf-write"))]
pub(crate) mod hash;
#[cfg(feature = "_inflate")]
pub(crate) mod inflate;
#[cfg(any(feature = "gif", feature = "tga", feature = "webp", feature = "_cfb", feature = "_dib"))]
pub(crate) mod le;
pub(crate) mod side_by_side;
#[cfg(any(feature = "docx", feature = "_html", feature = "_prose"))]
#[cfg_attr(not(any(feature = "docx", feature = "_prose")), allow(dead_code, reason = "only writers clean addresses"))]
pub(crate) mod uri;
#[cfg(any(feature = "docx", feature = "_markup"))]
#[cfg_attr(not(feature = "docx"), allow(dead_code, reason = "only office documents need all of it"))]
pub(crate) mod votes;
