//! The inputs of a command: named as words, in a list, or found in directories.

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use transvase::{Format, Route};
use transvase_surface::formats;

use crate::args::{WorkArgs, is_standard};
use crate::failure::Failure;

/// One input.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Input {
    /// Where it lies.
    pub path: PathBuf,
    /// Folder of its result below that of all results: that of the input below the directory that was
    /// named; empty for a file that was named itself.
    pub folder: PathBuf,
}

/// Every input, in the order of `words` and then of the list, directories by name. A directory is gone
/// through with `--recursive` alone, for files that can become `target`, or smaller where there is none;
/// `out_dir` below it is left out.
///
/// # Errors
/// `NoInput` where a list or a directory cannot be read.
pub fn all(
    args: &WorkArgs,
    words: &[PathBuf],
    target: Option<Format>,
    out_dir: Option<&Path>,
) -> Result<Vec<Input>, Failure> {
    let mut named = words.to_vec();
    if let Some(list) = &args.files_from {
        named.extend(listed(list, args.null).map_err(|error| Failure::reading(list, &error))?);
    }
    let from = args.from.as_deref().map(formats::source).transpose()?;
    let search = Search { from, target, out_dir: out_dir.and_then(|dir| fs::canonicalize(dir).ok()) };
    let mut inputs = Vec::new();
    for path in named {
        if args.recursive && path.is_dir() {
            search.go_through(&path, Path::new(""), &mut inputs)?;
        } else {
            inputs.push(Input { path, folder: PathBuf::new() });
        }
    }
    Ok(inputs)
}

/// The names in a list; lines that are empty name nothing.
fn listed(list: &Path, by_null: bool) -> io::Result<Vec<PathBuf>> {
    let mut bytes = Vec::new();
    if is_standard(list) {
        io::stdin().lock().read_to_end(&mut bytes)?;
    } else {
        bytes = fs::read(list)?;
    }
    let end = if by_null { b'\0' } else { b'\n' };
    // Lists from other systems end their lines with two characters.
    let names =
        bytes.split(|byte| *byte == end).map(|name| name.strip_suffix(b"\r").filter(|_| !by_null).unwrap_or(name));
    names.filter(|name| !name.is_empty()).map(path).collect()
}

#[cfg(unix)]
fn path(name: &[u8]) -> io::Result<PathBuf> {
    use std::os::unix::ffi::OsStrExt;
    Ok(PathBuf::from(std::ffi::OsStr::from_bytes(name)))
}

#[cfg(not(unix))]
fn path(name: &[u8]) -> io::Result<PathBuf> {
    let text = std::str::from_utf8(name).map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not UTF-8"))?;
    Ok(PathBuf::from(text))
}

/// What is looked for in directories.
struct Search {
    from: Option<Format>,
    target: Option<Format>,
    out_dir: Option<PathBuf>,
}

impl Search {
    /// Adds what is in `directory`. Links to directories are not followed: they may lead back.
    fn go_through(&self, directory: &Path, folder: &Path, inputs: &mut Vec<Input>) -> Result<(), Failure> {
        for name in names(directory).map_err(|error| Failure::reading(directory, &error))? {
            let path = directory.join(&name);
            match fs::symlink_metadata(&path) {
                Ok(known) if known.is_dir() && self.holds_results(&path) => {}
                Ok(known) if known.is_dir() => self.go_through(&path, &folder.join(&name), inputs)?,
                _ if self.is_wanted(&path) => inputs.push(Input { path, folder: folder.to_owned() }),
                _ => {}
            }
        }
        Ok(())
    }

    /// Whether a directory is where the results go.
    fn holds_results(&self, directory: &Path) -> bool {
        self.out_dir.is_some() && fs::canonicalize(directory).ok() == self.out_dir
    }

    /// Whether a name says that the file can be converted.
    fn is_wanted(&self, path: &Path) -> bool {
        let Some(named) = formats::of_path(path).filter(|named| self.from.is_none_or(|from| from == *named)) else {
            return false;
        };
        path.is_file() && Route::between(named, self.target.unwrap_or(named)).is_ok()
    }
}

/// The names in a directory in their order, but for hidden ones.
fn names(directory: &Path) -> io::Result<BTreeSet<std::ffi::OsString>> {
    let names = fs::read_dir(directory)?.map(|entry| Ok(entry?.file_name()));
    let is_hidden = |name: &std::ffi::OsString| name.as_encoded_bytes().starts_with(b".");
    names.filter(|name| !name.as_ref().is_ok_and(is_hidden)).collect()
}
