//! Sheets of paper, and pictures on them.

#[cfg(any(feature = "cbz", feature = "pdf-write"))]
pub(crate) mod paper;
#[cfg(any(feature = "cbz", feature = "pdf-write"))]
pub(crate) mod sheet;
