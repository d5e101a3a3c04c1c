//! Plumbing that several formats share.

pub(crate) mod html;
pub(crate) mod image_size;
pub(crate) mod pdb;
pub(crate) mod pixels;
