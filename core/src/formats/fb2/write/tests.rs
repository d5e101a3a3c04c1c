//! Books as they are written.
