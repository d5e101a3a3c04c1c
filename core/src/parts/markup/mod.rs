//! Markup, formulas and drawings: HTML and CSS, Markdown, plain text, MathML, SVG, metafiles, and what writers of prose share.

#[cfg(feature = "_canvas")]
pub(crate) mod canvas;
#[cfg(feature = "_drawings")]
pub(crate) mod drawings;
#[cfg(feature = "_html")]
pub(crate) mod html;
#[cfg(feature = "_markup")]
#[cfg_attr(not(feature = "epub"), allow(dead_code, unused_imports, reason = "only books need all of it"))]
pub(crate) mod html_out;
#[cfg(feature = "_markdown")]
pub(crate) mod markdown;
#[cfg(any(feature = "_html", feature = "_markup", feature = "docx"))]
pub(crate) mod math;
#[cfg(feature = "_metafile")]
pub(crate) mod metafile;
#[cfg(all(feature = "docx", feature = "html"))]
pub(crate) mod mht;
#[cfg(feature = "_plain")]
pub(crate) mod plain;
#[cfg(feature = "_prose")]
#[cfg_attr(
    not(all(feature = "epub", feature = "fb2", feature = "json", feature = "md", feature = "txt")),
    allow(dead_code, unused_imports, reason = "no writer needs all of it")
)]
pub(crate) mod prose;
#[cfg(feature = "_html")]
pub(crate) mod svg;
