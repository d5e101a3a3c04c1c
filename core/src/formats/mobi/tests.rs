//! Whole books, built here and from the corpus.
