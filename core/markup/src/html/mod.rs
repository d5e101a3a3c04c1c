//! HTML to flowing text: parsing into an own tree, a subset of CSS resolved once, and the builder
//! that turns the styled tree into blocks. Every format whose text is HTML ends here; what differs
//! between them (how a reference is resolved) is the caller's [`Host`].

pub mod address;
mod build;
pub mod charset;
pub(crate) mod css;
mod data;
mod doctype;
mod from_xml;
pub mod gallery;
pub mod headings;
pub mod links;
pub mod notes;
mod order;
pub mod parse;
pub mod settle;
mod tree;
mod woff;
mod words;
mod xhtml;

pub use build::{Builder, Host, Picture, Sheet};
pub use css::is_right_to_left;
pub use data::data_uri;
pub use doctype::without_declarations;
pub use from_xml::from_xml;
pub use gallery::Gallery;
pub use parse::{Dialect, parse};
pub use tree::{Content, Element, NodeId, Tree};
pub use words::without_markup;
