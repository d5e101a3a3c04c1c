//! What documents say of text beside their words: numbers of lists, languages, dates, colours, directions of writing.

#[cfg(any(feature = "docx", feature = "rtf"))]
pub(crate) mod bookmarks;
pub(crate) mod counting;
#[cfg(any(feature = "_html", feature = "_stills", feature = "docx"))]
#[cfg_attr(not(any(feature = "_html", feature = "docx")), allow(dead_code, reason = "pictures need colours alone"))]
pub(crate) mod css_color;
#[cfg(any(feature = "docx", feature = "epub", feature = "fb2", feature = "odt"))]
#[allow(dead_code, reason = "books and office files have dates of their own kinds; builds may have but one of these")]
pub(crate) mod dates;
#[cfg(any(feature = "docx", feature = "pdf-read", feature = "rtf"))]
#[allow(dead_code, reason = "documents of text have no brackets that are turned")]
pub(crate) mod directions;
#[cfg(any(feature = "doc", feature = "rtf"))]
pub(crate) mod edge_table;
pub(crate) mod fixed_pitch;
#[cfg(any(feature = "json", feature = "_html"))]
pub(crate) mod grid;
#[cfg(any(feature = "docx", feature = "_prose"))]
pub(crate) mod hidden_words;
#[cfg(any(feature = "docx", feature = "fb2", feature = "_markup"))]
pub(crate) mod language_tags;
#[cfg(any(feature = "doc", feature = "mobi", feature = "rtf"))]
pub(crate) mod lcid;
#[cfg(feature = "_charset")]
#[allow(dead_code, reason = "readers of pages need one half of it, those of text the other")]
pub(crate) mod misread;
#[cfg(any(feature = "_prose", feature = "pdf-read"))]
pub(crate) mod page_words;
