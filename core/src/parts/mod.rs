//! Plumbing that several formats share.

pub(crate) mod exif;
pub(crate) mod icc;
pub(crate) mod pixels;
