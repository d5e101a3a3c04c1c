//! Tests over whole small documents.
