//! What a writer gives: one file, or several that go into one archive.

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

/// What a writer made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Written {
    /// One file of the format.
    File(Vec<u8>),
    /// Several files, which the caller gets as one zip archive.
    Files(Vec<NamedFile>),
}

impl Written {
    /// The one file that a test wrote.
    #[cfg(any(test, feature = "test-support"))]
    pub fn alone(self) -> Vec<u8> {
        match self {
            Written::File(bytes) => bytes,
            Written::Files(files) => panic!("{} files", files.len()),
        }
    }
}

impl From<Vec<u8>> for Written {
    fn from(bytes: Vec<u8>) -> Written {
        Written::File(bytes)
    }
}
