//! Files that go together.

/// A file among several.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedFile {
    /// Its name in the archive: a relative path with slashes.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// Whether its bytes are packed already, as those of pictures are.
    pub packed: bool,
}
