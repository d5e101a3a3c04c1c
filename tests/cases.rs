//! Files in which something used to be lost, and what must be seen of each.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

#[path = "cases/books.rs"]
mod books;
#[path = "cases/images.rs"]
mod images;
#[path = "cases/lists.rs"]
mod lists;
#[path = "cases/office.rs"]
mod office;
#[path = "cases/pdf_read.rs"]
mod pdf_read;
#[path = "cases/reflow.rs"]
mod reflow;
#[path = "cases/texts.rs"]
mod texts;
#[path = "cases/typed.rs"]
mod typed;
