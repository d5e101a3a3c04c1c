//! Where results go: whole or not at all.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use transvase::{Error, ErrorCode};
use transvase_surface::files::{folder_of, write_whole};

use crate::args::is_standard;
use crate::failure::Failure;

/// The place of one result, known to be usable before the conversion begins.
#[derive(Debug)]
pub enum Destination {
    /// Standard output.
    Standard,
    /// A device or a pipe, written as it is.
    Device(PathBuf),
    /// A file that comes into being whole.
    File(PathBuf),
}

impl Destination {
    /// Looks at `path` before any work is done.
    ///
    /// # Errors
    /// `Output` where the place cannot hold a file.
    pub fn new(path: &Path) -> Result<Self, Failure> {
        if is_standard(path) {
            return Ok(Destination::Standard);
        }
        match fs::metadata(path) {
            Ok(known) if known.is_dir() => {
                Err(Failure::Output(format!("{} is a directory; name the file in it", path.display())))
            }
            Ok(known) if !known.is_file() => Ok(Destination::Device(path.to_owned())),
            Ok(_) => Ok(Destination::File(path.to_owned())),
            Err(_) => Self::fresh(path),
        }
    }

    fn fresh(path: &Path) -> Result<Self, Failure> {
        let folder = folder_of(path);
        if folder.is_dir() {
            return Ok(Destination::File(path.to_owned()));
        }
        Err(Failure::Output(format!(
            "{} cannot be written: there is no directory {}",
            path.display(),
            folder.display()
        )))
    }

    /// Writes the result. A file that already holds these bytes is left alone, so that the same call
    /// twice is no error.
    ///
    /// # Errors
    /// `Output` with the system's words, or `InvalidOption` where another file would be replaced
    /// without `force`.
    pub fn write(&self, bytes: &[u8], force: bool) -> Result<(), Failure> {
        match self {
            Destination::Standard => {
                let mut out = io::stdout().lock();
                out.write_all(bytes)
                    .and_then(|()| out.flush())
                    .map_err(|error| Failure::writing(Path::new("standard output"), &error))
            }
            Destination::File(path) if !force && path.exists() => {
                if holds(path, bytes) {
                    Ok(())
                } else {
                    Err(exists(path))
                }
            }
            Destination::File(path) | Destination::Device(path) => {
                write_whole(path, bytes).map_err(|error| Failure::writing(path, &error))
            }
        }
    }
}

fn exists(path: &Path) -> Failure {
    Error::new(ErrorCode::InvalidOption, format!("the output {} exists already", path.display()))
        .hint("replace it with --force")
        .into()
}

/// Whether the file holds just these bytes.
fn holds(path: &Path, bytes: &[u8]) -> bool {
    let same_length = fs::metadata(path).is_ok_and(|known| known.len() == bytes.len() as u64);
    same_length && fs::read(path).is_ok_and(|held| held == bytes)
}
