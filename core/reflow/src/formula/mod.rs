//! Formula recognition: what stands above, below and beside what in a displayed formula, as a tree.
//!
//! Pages with faces for formulas keep the glyphs of their text with the boxes they cover (`text::sign`).
//! Stretches of text that are signs and no words are gathered where they touch, stand at one short rule,
//! or are a small one at a large one (`region`). A region is read by its geometry (`parse`), after the
//! recursive X-Y cut and the base line structure tree (Zanibbi, Blostein and Cordy, *Recognizing
//! mathematical expressions using tree transformation*, 2002): rules become fractions and roots from the
//! shortest up, tall brackets take what stands between them (`fence`), operators their limits (`limit`),
//! and what is left is a base line of letters with smaller ones raised and lowered (`row`, `write`).
//!
//! A region that cannot be read whole stays the text it was: every sign has to find its place, and
//! none may be counted twice.

mod atom;
mod fence;
mod limit;
mod parse;
mod region;
mod row;
mod stretch;
#[cfg(test)]
mod tests;
mod tolerances;
mod write;

pub(super) use region::{settle, take};
