//! HTML to flowing text: parsing into an own tree, a subset of CSS resolved once, and the builder
//! that turns the styled tree into blocks. Every format whose text is HTML ends here; what differs
//! between them (how a reference is resolved) is the caller's [`Host`].

pub(crate) mod address;
mod build;
pub(crate) mod charset;
pub(crate) mod css;
mod data;
mod doctype;
#[cfg(feature = "_xml")]
mod from_xml;
pub(crate) mod gallery;
pub(crate) mod headings;
pub(crate) mod links;
pub(crate) mod notes;
mod order;
mod parse;
pub(crate) mod settle;
mod tree;
mod woff;
mod words;
mod xhtml;

pub(crate) use build::{Builder, Host, Picture, Sheet};
pub(crate) use css::is_right_to_left;
pub(crate) use data::data_uri;
#[cfg(feature = "_xml")]
pub(crate) use doctype::without_declarations;
#[cfg(feature = "_xml")]
pub(crate) use from_xml::from_xml;
pub(crate) use gallery::Gallery;
pub(crate) use parse::{Dialect, parse};
pub(crate) use tree::{Content, Element, NodeId, Tree};
pub(crate) use words::without_markup;
