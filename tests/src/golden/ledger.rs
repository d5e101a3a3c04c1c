//! Folders of `tests/golden` in which is written down what the documents become, one file for each.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use super::difference;
use crate::{files_below, root};

/// Whether the test writes down what comes out instead of holding it against what is written down.
pub fn accepts() -> bool {
    std::env::var_os("TRANSVASE_GOLDEN").is_some_and(|word| word == "accept")
}

/// The folder of all that is written down.
pub fn folder() -> PathBuf {
    root().join("tests/golden")
}

/// One such folder while a test goes over its documents.
pub struct Ledger {
    folder: PathBuf,
    seen: BTreeSet<PathBuf>,
    wrong: String,
}

impl Ledger {
    /// The folder of this name, which need not be there yet.
    ///
    /// # Panics
    /// Where a folder cannot be made.
    pub fn open(name: &str) -> Ledger {
        let folder = folder().join(name);
        fs::create_dir_all(&folder).expect("the folder can be made");
        Ledger { folder, seen: BTreeSet::new(), wrong: String::new() }
    }

    /// Holds a text against the one that is written down under this name.
    ///
    /// # Panics
    /// Where a file cannot be written.
    pub fn hold(&mut self, name: &str, now: &str) {
        let path = self.folder.join(format!("{name}.txt"));
        let before = fs::read_to_string(&path).unwrap_or_default();
        self.seen.insert(path.clone());
        if before == now {
            return;
        }
        if accepts() {
            fs::write(&path, now).expect("the file can be written");
        } else {
            let _ = writeln!(self.wrong, "{name}\n{}", difference(&before, now));
        }
    }

    /// Fails where a text differed, or where a file is there whose document is not.
    ///
    /// # Panics
    /// In these cases: that is how a test fails.
    pub fn close(self) {
        settle_strays(&self.folder, &self.seen);
        let wrong = self.wrong;
        assert!(wrong.is_empty(), "cargo xtask golden --accept writes these down, if they are meant:\n{wrong}");
    }
}

/// Removes what is written down of documents that are no longer there, or fails because of it.
pub(super) fn settle_strays(folder: &Path, seen: &BTreeSet<PathBuf>) {
    for stray in files_below(folder).into_iter().filter(|path| !seen.contains(path)) {
        assert!(accepts(), "{} is there without its document", stray.display());
        fs::remove_file(stray).expect("the file can be removed");
    }
}
