//! Plumbing that several formats share.

pub(crate) mod pixels;
