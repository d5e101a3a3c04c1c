//! Formats as people name them: by a word, or by the extension of a path.

use std::path::Path;

use transvase::{Error, ErrorCode, Format, Result};

/// The format a path's extension names.
pub fn of_path(path: &Path) -> Option<Format> {
    path.extension().and_then(|extension| extension.to_str()).and_then(Format::find)
}

/// The target: what `word` names, or else the extension of the output.
///
/// # Errors
/// `UnknownTarget`.
pub fn target(word: Option<&str>, output: &Path) -> Result<Format> {
    match (word, output.extension()) {
        (Some(word), _) => transvase::target(word),
        (None, Some(extension)) => transvase::target(&extension.to_string_lossy()),
        (None, None) => Err(Error::new(
            ErrorCode::UnknownTarget,
            "the format cannot be told from the output's name: name it with an extension, or give the format",
        )),
    }
}

/// The source that `word` names.
///
/// # Errors
/// `UnknownSource`, with the ids there are.
pub fn source(word: &str) -> Result<Format> {
    Format::find(word).ok_or_else(|| {
        let readable = transvase::formats().filter(|spec| spec.is_read()).map(|spec| spec.id);
        Error::no_format(ErrorCode::UnknownSource, word).spelled("format", word, &readable.collect::<Vec<_>>())
    })
}
