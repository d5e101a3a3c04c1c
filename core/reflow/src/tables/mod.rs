//! Tables, once the document is known: those that go on from page to page become one (`continuation`), rows that a page
//! cuts too (`row_continuation`); and where text stands in their cells (`cell_padding`, `column_edges`).
//!
//! What comes in are pages as blocks; afterwards every table has its rows and the padding of its cells.

mod cell_padding;
mod column_edges;
mod continuation;
mod row_continuation;

pub(super) use cell_padding::{settle, settle_table};
pub(super) use continuation::join;
