//! What documents say of text beside their words: numbers of lists, languages, dates, colours, directions of writing.

pub mod bookmarks;
pub mod counting;
pub mod css_color;
#[allow(dead_code, reason = "books and office files have dates of their own kinds; builds may have but one of these")]
pub mod dates;
#[allow(dead_code, reason = "documents of text have no brackets that are turned")]
pub mod directions;
pub mod edge_table;
pub mod fixed_pitch;
pub mod grid;
pub mod hidden_words;
pub mod language_tags;
pub mod lcid;
#[cfg(feature = "charset")]
#[allow(dead_code, reason = "readers of pages need one half of it, those of text the other")]
pub mod misread;
pub mod page_words;
