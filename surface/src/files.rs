//! File input and output: inputs read no further than a limit, and results that are there whole or not at all.
//!
//! A result is written beside its place under another name and renamed when it is complete, so a
//! failure, a cancel or a full disk leaves nothing half written and an old file untouched.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use transvase::Error;

/// Status where an input file cannot be read (`EX_NOINPUT` of BSD's sysexits). It and the next one
/// stand beside the library's table of errors, which knows no files.
pub const NO_INPUT: u8 = 66;

/// Status where an output file cannot be created or written (`EX_IOERR`).
pub const IO: u8 = 74;

/// Why an input was not read.
#[derive(Debug)]
pub enum Unread {
    /// The system could not.
    System(io::Error),
    /// It is larger than the limit allows: `LimitExceeded`.
    TooLarge(Error),
}

impl From<io::Error> for Unread {
    fn from(error: io::Error) -> Self {
        Unread::System(error)
    }
}

impl From<Error> for Unread {
    fn from(error: Error) -> Self {
        Unread::TooLarge(error)
    }
}

/// The bytes of a file, if there are no more than `input_bytes`. Nothing is read of a regular file that
/// has more, and the error says how many it has; of a pipe or a device, whose size nobody knows, one byte
/// more than allowed tells that there are more.
///
/// # Errors
/// The system's, or `LimitExceeded`.
pub fn read(path: &Path, input_bytes: u64) -> Result<Vec<u8>, Unread> {
    let file = File::open(path)?;
    let known = file.metadata()?;
    let size = if known.is_file() { known.len() } else { 0 };
    check_size(size, input_bytes)?;
    read_up_to(file, size, input_bytes)
}

/// The bytes of a source, `expected` or so, if there are no more than `input_bytes`.
///
/// # Errors
/// The system's, or `LimitExceeded` once one byte more has been read.
pub fn read_up_to(source: impl Read, expected: u64, input_bytes: u64) -> Result<Vec<u8>, Unread> {
    let mut bytes = Vec::new();
    // The exact room, where it is known: growing by doubling would cost up to twice as much.
    bytes.reserve_exact(expected as usize + 1);
    source.take(input_bytes.saturating_add(1)).read_to_end(&mut bytes)?;
    check_size(bytes.len() as u64, input_bytes)?;
    Ok(bytes)
}

/// Holds the size of an input, as far as it is known, against the limit.
///
/// # Errors
/// `LimitExceeded`.
pub fn check_size(seen: u64, input_bytes: u64) -> transvase::Result<()> {
    if seen > input_bytes { Err(Error::limit("input_bytes", input_bytes, seen)) } else { Ok(()) }
}

/// Makes `path` a file of just these bytes, in one step that is seen whole or not at all. Through a
/// symbolic link the file it points at is replaced, not the link; permissions stay. A device or a pipe
/// is written to as it is, and never replaced.
///
/// # Errors
/// The system's; nothing is left behind and an old file is untouched.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    if fs::metadata(path).is_ok_and(|known| !known.is_file() && !known.is_dir()) {
        return OpenOptions::new().write(true).open(path)?.write_all(bytes);
    }
    let place = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    Temporary::filled(&place, bytes)?.rename(&place)
}

/// As [`write_whole`], but for a file that is not there yet: one that appears meanwhile is left alone.
///
/// # Errors
/// `AlreadyExists`, or the system's; nothing is left behind.
pub fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    Temporary::filled(path, bytes)?.link(path)
}

/// The directory a path lies in.
pub fn folder_of(path: &Path) -> &Path {
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

    /// Gives the file its name unless something has that name, in one step where the file system has
    /// links; elsewhere the name is taken by an empty file first.
    fn link(self, path: &Path) -> io::Result<()> {
        let Some(place) = self.0.as_deref() else { return Ok(()) };
        match fs::hard_link(place, path) {
            Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                File::create_new(path)?;
                self.rename(path).inspect_err(|_| drop(fs::remove_file(path)))
            }
            linked => linked,
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("transvase-files-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        folder
    }

    #[test]
    fn a_file_is_replaced_whole_and_nothing_is_left_behind() {
        let folder = folder("whole");
        let place = folder.join("result.bin");
        write_whole(&place, b"first").unwrap();
        write_whole(&place, b"second").unwrap();
        assert_eq!(read(&place, 100).unwrap(), b"second");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_new_file_is_never_put_over_another() {
        let folder = folder("new");
        let place = folder.join("result.bin");
        write_new(&place, b"first").unwrap();
        let error = write_new(&place, b"second").unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&place).unwrap(), b"first");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1, "nothing else is left behind");
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_file_that_is_too_large_says_how_large_it_is() {
        let folder = folder("large");
        let place = folder.join("input.bin");
        fs::write(&place, b"second").unwrap();
        assert_eq!(read(&place, 6).unwrap(), b"second");
        // Sparse, and larger than memory: whoever reads it on does not come back.
        File::options().write(true).open(&place).unwrap().set_len(1 << 42).unwrap();
        for (input_bytes, seen) in [(3, 1 << 42), ((1 << 42) - 1, 1 << 42)] {
            let Err(Unread::TooLarge(error)) = read(&place, input_bytes) else { panic!("it is too large") };
            assert_eq!((error.details().limit, error.details().seen), (Some(input_bytes), Some(seen)));
        }
        assert!(matches!(read(&folder, 1), Err(Unread::System(_))), "a directory has no size");
        fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn a_source_of_unknown_size_is_read_one_byte_too_far() {
        assert_eq!(read_up_to(&b"abcd"[..], 0, 4).unwrap(), b"abcd");
        let Err(Unread::TooLarge(error)) = read_up_to(io::repeat(0), 0, 4) else { panic!("it never ends") };
        assert_eq!(error.details().seen, Some(5));
    }

    #[test]
    fn a_place_that_cannot_be_written_is_an_error() {
        let folder = folder("refused");
        assert!(write_whole(&folder.join("missing/result.bin"), b"x").is_err());
        assert!(write_whole(&folder, b"x").is_err(), "a directory is no place for a file");
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 0);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_device_stays_a_device() {
        let folder = folder("device");
        let link = folder.join("nothing.bin");
        std::os::unix::fs::symlink("/dev/null", &link).unwrap();
        write_whole(&link, b"bytes").unwrap();
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
        assert_eq!(fs::read_dir(&folder).unwrap().count(), 1);
        fs::remove_dir_all(&folder).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_link_keeps_pointing_at_the_file_that_changes() {
        let folder = folder("link");
        let (place, link) = (folder.join("result.bin"), folder.join("link.bin"));
        fs::write(&place, b"old").unwrap();
        std::os::unix::fs::symlink(&place, &link).unwrap();
        write_whole(&link, b"new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&place).unwrap(), b"new");
        fs::remove_dir_all(&folder).unwrap();
    }
}
