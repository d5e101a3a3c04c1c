//! Plumbing that several formats share, by what it is about.

pub(crate) mod base;
pub(crate) mod codec;
pub(crate) mod container;
pub(crate) mod font;
pub(crate) mod markup;
pub(crate) mod office;
pub(crate) mod page;
pub(crate) mod text;
