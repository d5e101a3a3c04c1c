//! Charts of DrawingML (ECMA-376 part 1, 21.2): read from their part, drawn as shapes with words, and told as a table of
//! the values that are stored with them. Texts, slides and sheets hold the same part.

mod cache;
mod draw;
mod look;
mod model;
mod number_format;
mod read;
mod scale;
mod table;
#[cfg(test)]
mod tests;

pub(crate) use model::Chart;
pub(crate) use table::{title, values};
