//! Plumbing that several formats share.

#[allow(dead_code, reason = "a build with few formats asks it little")]
pub(crate) mod about;
#[cfg(any(feature = "docx", feature = "_html"))]
pub(crate) mod base64;
#[cfg(any(feature = "dds", feature = "tga", feature = "_dib"))]
pub(crate) mod bit_mask;
#[cfg(any(feature = "tga", feature = "_dib"))]
pub(crate) mod blue_first;
#[cfg(any(feature = "docx", feature = "rtf"))]
pub(crate) mod bookmarks;
#[cfg(feature = "_canvas")]
pub(crate) mod canvas;
#[cfg(feature = "_cfb")]
#[cfg_attr(not(feature = "doc"), allow(dead_code, reason = "what is encrypted is told by its directory"))]
pub(crate) mod cfb;
#[cfg(test)]
pub(crate) mod changed;
#[cfg(feature = "_charset")]
pub(crate) mod charset;
#[cfg(any(feature = "webp", feature = "_jpeg"))]
pub(crate) mod code_lengths;
pub(crate) mod counting;
#[cfg(any(feature = "_html", feature = "_stills", feature = "docx"))]
#[cfg_attr(not(any(feature = "_html", feature = "docx")), allow(dead_code, reason = "pictures need colours alone"))]
pub(crate) mod css_color;
#[cfg(any(feature = "docx", feature = "epub", feature = "fb2", feature = "odt"))]
#[allow(dead_code, reason = "books and office files have dates of their own kinds; builds may have but one of these")]
pub(crate) mod dates;
#[cfg(feature = "_deflate")]
pub(crate) mod deflate;
#[cfg(feature = "_dib")]
pub(crate) mod dib;
#[cfg(any(feature = "docx", feature = "rtf"))]
pub(crate) mod directions;
pub(crate) mod directories;
#[cfg(feature = "_drawings")]
pub(crate) mod drawings;
#[cfg(any(feature = "doc", feature = "rtf"))]
pub(crate) mod edge_table;
#[cfg(any(feature = "doc", feature = "docx", feature = "rtf"))]
pub(crate) mod eq_field;
pub(crate) mod exif;
#[cfg(feature = "_fax")]
pub(crate) mod fax;
#[cfg(feature = "_dib")]
pub(crate) mod fax_rows;
pub(crate) mod fence;
pub(crate) mod files;
#[cfg(feature = "_stills")]
pub(crate) mod film;
pub(crate) mod fixed_pitch;
pub(crate) mod font_names;
#[cfg(feature = "pdf-render")]
#[cfg_attr(
    not(feature = "pdf-edit"),
    allow(dead_code, unused_imports, reason = "only the editor makes programs smaller")
)]
pub(crate) mod font_programs;
#[cfg(feature = "_faces")]
pub(crate) mod fonts;
pub(crate) mod foreign;
#[cfg(any(feature = "json", feature = "_html"))]
pub(crate) mod grid;
#[cfg(any(feature = "dds", feature = "tiff"))]
pub(crate) mod halves;
#[cfg(any(feature = "docx", feature = "epub", feature = "fb2", feature = "pdf-write"))]
pub(crate) mod hash;
#[cfg(any(feature = "docx", feature = "_prose"))]
pub(crate) mod hidden_words;
#[cfg(feature = "_stills")]
pub(crate) mod holds;
#[cfg(feature = "_html")]
pub(crate) mod html;
#[cfg(feature = "_markup")]
#[cfg_attr(not(feature = "epub"), allow(dead_code, unused_imports, reason = "only books need all of it"))]
pub(crate) mod html_out;
pub(crate) mod icc;
pub(crate) mod image_size;
#[cfg(feature = "_inflate")]
pub(crate) mod inflate;
#[cfg_attr(not(feature = "psd"), allow(dead_code, reason = "most hand resources on as they are"))]
pub(crate) mod iptc;
#[cfg(feature = "_isobmff")]
pub(crate) mod isobmff;
#[cfg(feature = "pdf-read")]
pub(crate) mod jbig2;
#[cfg(feature = "_jpeg")]
pub(crate) mod jpeg;
#[cfg(feature = "_stills")]
pub(crate) mod jpeg_head;
#[cfg(any(feature = "jp2", feature = "pdf-read"))]
pub(crate) mod jpx_gate;
#[cfg(any(feature = "psd", feature = "tiff"))]
pub(crate) mod lab;
#[cfg(any(feature = "docx", feature = "fb2", feature = "_markup"))]
pub(crate) mod language_tags;
#[cfg(any(feature = "doc", feature = "mobi", feature = "rtf"))]
pub(crate) mod lcid;
#[cfg(any(feature = "gif", feature = "tga", feature = "webp", feature = "_cfb", feature = "_dib"))]
pub(crate) mod le;
#[cfg(feature = "_stills")]
pub(crate) mod led;
#[cfg(feature = "_pixels")]
pub(crate) mod light;
#[cfg(feature = "_stills")]
pub(crate) mod likeness;
#[cfg(any(feature = "doc", feature = "docx", feature = "odt", feature = "rtf"))]
pub(crate) mod line_heights;
pub(crate) mod mail;
#[cfg(feature = "_markdown")]
pub(crate) mod markdown;
#[cfg(any(feature = "_html", feature = "_markup", feature = "docx"))]
pub(crate) mod math;
#[cfg(feature = "_metafile")]
pub(crate) mod metafile;
#[cfg(all(feature = "docx", feature = "html"))]
pub(crate) mod mht;
#[cfg(feature = "_charset")]
#[allow(dead_code, reason = "readers of pages need one half of it, those of text the other")]
pub(crate) mod misread;
#[cfg(feature = "odt")]
pub(crate) mod odf;
#[cfg(feature = "docx")]
pub(crate) mod ooxml;
#[cfg(feature = "_package")]
pub(crate) mod package;
#[cfg(any(feature = "_prose", feature = "pdf-read"))]
pub(crate) mod page_words;
#[cfg(any(feature = "gif", feature = "_png"))]
pub(crate) mod palette;
#[cfg(any(feature = "cbz", feature = "pdf-write"))]
pub(crate) mod paper;
pub(crate) mod pdb;
#[cfg(any(feature = "avif", feature = "webp"))]
pub(crate) mod photographs;
#[cfg(any(feature = "docx", feature = "rtf"))]
pub(crate) mod picture_size;
#[cfg(feature = "_pixels")]
pub(crate) mod pixels;
#[cfg(feature = "_plain")]
pub(crate) mod plain;
#[cfg(feature = "_pixels")]
pub(crate) mod png;
#[cfg(feature = "_stills")]
pub(crate) mod png_out;
#[cfg(feature = "_stills")]
pub(crate) mod profiles;
#[cfg(feature = "_prose")]
#[cfg_attr(
    not(all(feature = "epub", feature = "fb2", feature = "json", feature = "md", feature = "txt")),
    allow(dead_code, unused_imports, reason = "no writer needs all of it")
)]
pub(crate) mod prose;
#[cfg(any(feature = "docx", feature = "fb2", feature = "_markup"))]
pub(crate) mod recode;
#[cfg(feature = "_stills")]
pub(crate) mod resize;
#[cfg(feature = "_stills")]
pub(crate) mod rewriting;
#[cfg(feature = "pdf-write")]
pub(crate) mod shaping;
#[cfg(any(feature = "cbz", feature = "pdf-write"))]
pub(crate) mod sheet;
pub(crate) mod side_by_side;
#[cfg(all(test, feature = "_stills"))]
pub(crate) mod still_tests;
#[cfg(feature = "_pixels")]
pub(crate) mod stills;
pub(crate) mod strip;
#[cfg(feature = "_html")]
pub(crate) mod svg;
pub(crate) mod symbol_fonts;
#[cfg(any(feature = "docx", feature = "_html", feature = "_prose"))]
#[cfg_attr(not(any(feature = "docx", feature = "_prose")), allow(dead_code, reason = "only writers clean addresses"))]
pub(crate) mod uri;
#[cfg(any(feature = "docx", feature = "_markup"))]
#[cfg_attr(not(feature = "docx"), allow(dead_code, reason = "only office documents need all of it"))]
pub(crate) mod votes;
#[cfg(feature = "_vp8")]
pub(crate) mod vp8;
#[cfg(feature = "webp")]
pub(crate) mod vp8l;
#[cfg(feature = "_xml")]
pub(crate) mod xml;
#[cfg(feature = "_zip")]
pub(crate) mod zip;
