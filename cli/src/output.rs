//! Where results go: whole or not at all.
//!
//! A file is written beside its place under another name and renamed when it is complete, so a
//! failure, a cancel or a full disk leaves nothing half written and an old file untouched.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use transvase::{Error, ErrorCode};

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
            // Through a symbolic link the file it points at is replaced, not the link.
            Ok(_) => Ok(Destination::File(fs::canonicalize(path).map_err(|error| Failure::writing(path, &error))?)),
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
            Destination::Device(path) => OpenOptions::new()
                .write(true)
                .open(path)
                .and_then(|mut file| file.write_all(bytes))
                .map_err(|error| Failure::writing(path, &error)),
            Destination::File(path) if !force && path.exists() => {
                if holds(path, bytes) {
                    Ok(())
                } else {
                    Err(exists(path))
                }
            }
            Destination::File(path) => Temporary::filled(path, bytes)
                .and_then(|temporary| temporary.rename(path))
                .map_err(|error| Failure::writing(path, &error)),
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

/// The directory a path lies in.
fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// A file under a temporary name; removed unless it is renamed.
struct Temporary(Option<PathBuf>);

impl Temporary {
    /// A complete copy of `bytes` in the directory of `path`, with the permissions of the file that
    /// stands there.
    fn filled(path: &Path, bytes: &[u8]) -> io::Result<Self> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!(".transvase-{}-{count}.tmp", std::process::id());
        let place = folder_of(path).join(name);
        let mut file = File::create_new(&place)?;
        let temporary = Temporary(Some(place.clone()));
        file.write_all(bytes)?;
        if let Ok(old) = fs::metadata(path) {
            fs::set_permissions(&place, old.permissions())?;
        }
        file.sync_all()?;
        Ok(temporary)
    }

    fn rename(mut self, path: &Path) -> io::Result<()> {
        if let Some(place) = self.0.as_deref() {
            fs::rename(place, path)?;
        }
        self.0 = None;
        Ok(())
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        if let Some(place) = self.0.take() {
            // It lies in the caller's directory: a failure to remove it cannot be mended from here.
            let _ = fs::remove_file(place);
        }
    }
}
