//! Output files and streams, written whole or not at all.

use std::fs;
use std::io::{self, IsTerminal, Write, stdout};
use std::path::{Path, PathBuf};

use transvase::{Error, ErrorCode, Format};
use transvase_surface::files::{folder_of, write_new, write_whole};
use transvase_surface::formats;

use crate::args::is_standard;
use crate::failure::Failure;
use crate::names;

/// The place of one result, known to be usable before the conversion begins.
#[derive(Debug)]
pub enum Destination {
    /// Standard output.
    Standard,
    /// A device or a pipe, written as it is.
    Device(PathBuf),
    /// A file that comes into being whole, over one that exists.
    Replaced(PathBuf),
    /// A file that comes into being whole where there is none yet.
    Fresh(PathBuf),
}

impl Destination {
    /// Looks at `path` before any work is done. A file that exists is replaced with `force` alone.
    ///
    /// # Errors
    /// `Output` where the place cannot hold a file; `Exists`.
    pub fn new(path: &Path, force: bool) -> Result<Self, Failure> {
        if is_standard(path) {
            return Ok(Destination::Standard);
        }
        match fs::metadata(path) {
            Ok(known) if known.is_dir() => {
                Err(Failure::Output(format!("{} is a directory; name the file in it", path.display())))
            }
            Ok(known) if !known.is_file() => Ok(Destination::Device(path.to_owned())),
            Ok(_) if force => Ok(Destination::Replaced(path.to_owned())),
            Ok(_) => Err(Failure::Exists(path.to_owned())),
            Err(_) => Ok(Destination::Fresh(path.to_owned())),
        }
    }

    /// The place, where its folder is there too.
    ///
    /// # Errors
    /// `Output`.
    pub fn in_known_folder(self) -> Result<Self, Failure> {
        match &self {
            Destination::Fresh(path) if !folder_of(path).is_dir() => {
                let folder = folder_of(path).display();
                Err(Failure::Output(format!("{} cannot be written: there is no directory {folder}", path.display())))
            }
            _ => Ok(self),
        }
    }

    /// The place, unless it is a terminal that can do nothing with a file of this format.
    ///
    /// # Errors
    /// `InvalidOption`.
    pub fn for_format(self, format: Format, force: bool) -> Result<Self, Failure> {
        let is_text = format.spec().media_types.first().is_some_and(|media_type| media_type.starts_with("text/"));
        let is_terminal = matches!(self, Destination::Standard) && stdout().is_terminal();
        if !is_terminal || is_text || force {
            return Ok(self);
        }
        let message = format!("{} is a binary format, which a terminal cannot show", format.spec().name);
        let hint = "name an output, redirect standard output with > FILE, or insist with --force";
        Err(Error::new(ErrorCode::InvalidOption, message).hint(hint).into())
    }

    /// The place of a result that has another format than its name says, as several files in one archive have, or a single
    /// one where an archive was expected: a file is named by what it is, and no input is replaced by it.
    ///
    /// # Errors
    /// `Exists`, `Output`.
    pub fn named_for<'p>(
        self,
        output: PathBuf,
        format: Format,
        inputs: impl Iterator<Item = &'p Path> + Clone,
        force: bool,
    ) -> Result<(PathBuf, Self), Failure> {
        if !self.is_file() || formats::of_path(&output) == Some(format) {
            return Ok((output, self));
        }
        let output = names::of_other(&output, format, |name| !inputs.clone().any(|input| are_one(input, name)));
        let destination = Destination::new(&output, force)?;
        Ok((output, destination))
    }

    /// Takes away what was written where there was nothing.
    pub fn take_back(&self) {
        if let Destination::Fresh(path) = self {
            // It was just written; where it cannot be removed there is nothing better to do.
            let _ = fs::remove_file(path);
        }
    }

    /// Whether it is a file, which other files can lie beside.
    pub fn is_file(&self) -> bool {
        matches!(self, Destination::Replaced(_) | Destination::Fresh(_))
    }

    /// Writes the result, and makes the folder of a fresh file where it is missing.
    ///
    /// # Errors
    /// `Output` with the system's words; `Exists` where a file has appeared meanwhile.
    pub fn write(&self, bytes: &[u8]) -> Result<(), Failure> {
        match self {
            Destination::Standard => to_standard(bytes).map_err(|error| crate::report::unprinted(&error)),
            Destination::Replaced(path) | Destination::Device(path) => {
                write_whole(path, bytes).map_err(|error| Failure::writing(path, &error))
            }
            Destination::Fresh(path) => {
                let written = fs::create_dir_all(folder_of(path)).and_then(|()| write_new(path, bytes));
                written.map_err(|error| match error.kind() {
                    io::ErrorKind::AlreadyExists => Failure::Exists(path.clone()),
                    _ => Failure::writing(path, &error),
                })
            }
        }
    }
}

/// Whether two paths lead to one file, which is there.
pub fn are_one(one: &Path, other: &Path) -> bool {
    matches!((fs::canonicalize(one), fs::canonicalize(other)), (Ok(one), Ok(other)) if one == other)
}

fn to_standard(bytes: &[u8]) -> io::Result<()> {
    let mut out = stdout().lock();
    out.write_all(bytes)?;
    out.flush()
}
