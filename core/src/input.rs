//! An input file, with what a caller knows of it.

use std::fmt;

use crate::formats::Format;

/// A file to convert.
#[derive(Clone, Copy)]
pub struct Input<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) hint: Option<Format>,
    name: Option<&'a str>,
}

impl<'a> Input<'a> {
    /// A file by its bytes.
    pub fn new(bytes: &'a [u8]) -> Self {
        Input { bytes, hint: None, name: None }
    }

    /// What warnings and errors call it, such as its path.
    #[must_use]
    pub fn name(mut self, name: &'a str) -> Self {
        self.name = Some(name);
        self
    }

    /// A guess at its format, such as its extension: it decides where the bytes do not.
    #[must_use]
    pub fn hint(mut self, hint: Option<Format>) -> Self {
        self.hint = hint;
        self
    }

    /// What it is called among several, at its place from 0.
    pub(crate) fn called(&self, at: usize) -> String {
        self.name.map_or_else(|| format!("input {}", at + 1), str::to_owned)
    }
}

impl fmt::Debug for Input<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Input").field("name", &self.name).field("bytes", &self.bytes.len()).finish_non_exhaustive()
    }
}
