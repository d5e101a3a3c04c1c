//! Complexity limits: how much of a page is compared with each other. Beyond these a page is a pattern, a map or an
//! attack, which no rule here was made for: the step that counts leaves it as it is. Each is far above what documents
//! for people to read have, and low enough that a step stays below a millisecond; `Context::tick` counts the whole.

/// What is compared with everything around it, each with each: columns of a table, tables and pictures side by side.
pub(super) const FEW: usize = 64;
/// What is compared with what stands near it: rules, fills and words of one line.
pub(super) const SOME: usize = 400;
/// What is compared with its neighbours in order: fills and rules of a page.
pub(super) const MANY: usize = 2_000;
/// What is gone through once for each of few: lines and drawings of a page.
pub(super) const MOST: usize = 4_000;
