//! HTML to flowing text: parsing into an own tree, a subset of CSS resolved once, and the builder
//! that turns the styled tree into blocks. Every format whose text is HTML ends here; what differs
//! between them (how a reference is resolved) is the caller's [`Host`].

mod build;
pub(crate) mod css;
pub(crate) mod links;
mod parse;
pub(crate) mod settle;
mod tree;
mod xhtml;

pub(crate) use build::{Builder, Host, Picture};
pub(crate) use css::is_right_to_left;
pub(crate) use parse::{Dialect, parse};
pub(crate) use tree::{Element, NodeId, Tree};
