//! Files in which something used to be lost, and what must be seen of each.

mod books;
mod images;
mod lists;
mod office;
mod pdf_read;
mod reflow;
mod texts;
mod typed;
