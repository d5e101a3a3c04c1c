//! Sibling files, which lie beside an input, for its document to name.

use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

/// Finds files that documents name in the folders of their inputs and below, in the first folder that has one: for
/// [`transvase::Converter::resource_finder`]. A link is where it leads to; what lies outside of a folder is not found,
/// nor is anything but a regular file.
///
/// `most_bytes` is the conversion's limit `input_bytes`. Of a larger file one byte more than that is given: it tells
/// the conversion that the file is too large.
pub fn beside(folders: Vec<PathBuf>, most_bytes: u64) -> impl Fn(&str) -> Option<Vec<u8>> + Send + Sync + 'static {
    // Resolved at once: the process may go to another directory before something is looked for.
    let mut folders: Vec<PathBuf> = folders.into_iter().filter_map(|folder| fs::canonicalize(folder).ok()).collect();
    folders.dedup();
    move |name: &str| folders.iter().find_map(|folder| read(&inside(folder, name)?, most_bytes))
}

/// The place of a regular file in `folder` or below; `None` where a link leads out of it.
fn inside(folder: &Path, name: &str) -> Option<PathBuf> {
    let path = fs::canonicalize(folder.join(name)).ok()?;
    // Looked at before it is opened: to open a pipe is to wait for whoever writes to it.
    (path.starts_with(folder) && fs::metadata(&path).ok()?.is_file()).then_some(path)
}

fn read(path: &Path, most_bytes: u64) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path).ok()?.take(most_bytes.saturating_add(1)).read_to_end(&mut bytes).ok()?;
    Some(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An empty folder of one test, with `one/` and `two/` in it.
    fn place(name: &str) -> PathBuf {
        let place = std::env::temp_dir().join(format!("transvase-beside-{}-{name}", std::process::id()));
        for folder in ["one/pics", "two"] {
            fs::create_dir_all(place.join(folder)).unwrap();
        }
        place
    }

    #[test]
    fn files_are_found_in_the_first_folder_that_has_them_and_below() {
        let place = place("found");
        fs::write(place.join("one/pics/dot.png"), b"dot").unwrap();
        fs::write(place.join("two/style.css"), b"second").unwrap();
        let find = beside(vec![place.join("one"), place.join("gone"), place.join("two")], 100);
        assert_eq!(find("pics/dot.png").unwrap(), b"dot");
        assert_eq!(find("style.css").unwrap(), b"second");
        fs::write(place.join("one/style.css"), b"first").unwrap();
        assert_eq!(find("style.css").unwrap(), b"first");
        assert!(find("gone.css").is_none() && find("pics").is_none(), "a folder is no file");
        fs::remove_dir_all(&place).unwrap();
    }

    #[test]
    fn nothing_above_the_folder_is_found() {
        let place = place("above");
        fs::write(place.join("two/secret.txt"), b"secret").unwrap();
        let find = beside(vec![place.join("one")], 100);
        let absolute = place.join("two/secret.txt");
        for name in ["../two/secret.txt", "pics/../../two/secret.txt", absolute.to_str().unwrap()] {
            assert!(find(name).is_none(), "{name}");
        }
        fs::remove_dir_all(&place).unwrap();
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_where_it_leads_to_and_a_pipe_or_device_is_no_file() {
        use std::os::unix::fs::symlink;
        let place = place("links");
        fs::write(place.join("one/pics/dot.png"), b"dot").unwrap();
        fs::write(place.join("two/secret.txt"), b"secret").unwrap();
        symlink("pics/dot.png", place.join("one/inner.png")).unwrap();
        symlink("../two/secret.txt", place.join("one/outer.txt")).unwrap();
        symlink("../two", place.join("one/outer")).unwrap();
        symlink("/dev/zero", place.join("one/endless")).unwrap();
        let _socket = std::os::unix::net::UnixListener::bind(place.join("one/socket")).unwrap();
        // The folder itself may be reached by a link.
        symlink("one", place.join("three")).unwrap();
        for folder in ["one", "three"] {
            let find = beside(vec![place.join(folder)], 100);
            assert_eq!(find("inner.png").unwrap(), b"dot");
            for name in ["outer.txt", "outer/secret.txt", "endless", "socket"] {
                assert!(find(name).is_none(), "{name}");
            }
        }
        fs::remove_dir_all(&place).unwrap();
    }

    #[test]
    fn a_file_that_is_too_large_shows_it() {
        let place = place("large");
        fs::write(place.join("one/style.css"), b"four").unwrap();
        let given = |most_bytes| beside(vec![place.join("one")], most_bytes)("style.css").unwrap().len();
        assert_eq!([given(u64::MAX), given(4), given(3), given(0)], [4, 4, 4, 1]);
        fs::remove_dir_all(&place).unwrap();
    }
}
