//! Markup, formulas and drawings: HTML and CSS, Markdown, plain text, MathML, SVG, metafiles, and what writers of prose share.

#![forbid(unsafe_code)]
// A build with few formats leaves some of it unused.
#![cfg_attr(not(all(feature = "html", feature = "markdown")), allow(dead_code, unused_imports, unused_variables))]

#[cfg(feature = "canvas")]
pub mod canvas;
#[cfg(feature = "drawings")]
pub mod drawings;
#[cfg(feature = "html")]
pub mod html;
pub mod html_out;
#[cfg(feature = "markdown")]
pub mod markdown;
pub mod math;
#[cfg(feature = "metafiles")]
pub mod metafile;
#[cfg(feature = "html")]
pub mod mht;
pub mod plain;
#[cfg_attr(not(feature = "markdown"), allow(dead_code, unused_imports, reason = "no writer needs all of it"))]
pub mod prose;
#[cfg(feature = "html")]
pub mod svg;
