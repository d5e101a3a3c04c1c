//! Formulas in the languages that they are written in.

pub(crate) mod mathml;
