//! Plumbing that several formats share.

pub(crate) mod ooxml;
pub(crate) mod pixels;
pub(crate) mod xml;
pub(crate) mod zip;
