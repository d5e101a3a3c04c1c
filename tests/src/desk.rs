//! A folder with inputs, and the command line to use in it.

use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use crate::cli::{self, binary, failing_binary, run, scratch};
use crate::samples::{self, Sample};

/// A folder with `in.png` and `in.jpg`, and the command line to use in it.
pub struct Desk {
    /// The command line.
    pub binary: PathBuf,
    /// The folder, of its own.
    pub folder: PathBuf,
}

impl Desk {
    /// `None`, said aloud, where the command line is not built.
    pub fn new(name: &str) -> Option<Self> {
        Some(Self::with(binary("command line tests")?, name))
    }

    /// One whose conversions can be made to last; `None`, said aloud, where there is none.
    pub fn endless(name: &str) -> Option<Self> {
        Some(Self::with(failing_binary("command line tests")?, name))
    }

    fn with(binary: PathBuf, name: &str) -> Self {
        let desk = Desk { binary, folder: scratch(name) };
        desk.put("in.png", &sample("rgb.png").bytes);
        desk.put("in.jpg", &sample("rgb.jpg").bytes);
        desk
    }

    /// The command line with these words, nothing to read, nothing to be seen, and no fonts but its own.
    pub fn command(&self, words: &[&str]) -> Command {
        let mut command = cli::command(&self.binary, &self.folder, words);
        command.stdin(Stdio::null()).stderr(Stdio::null());
        command
    }

    /// Writes a file.
    ///
    /// # Panics
    /// Where it cannot be written.
    pub fn put(&self, name: &str, bytes: &[u8]) {
        std::fs::write(self.folder.join(name), bytes).expect("the folder can be written");
    }

    /// A file's bytes; `None` where there is no such file.
    pub fn read(&self, name: &str) -> Option<Vec<u8>> {
        std::fs::read(self.folder.join(name)).ok()
    }

    /// Runs it to its end.
    pub fn run(&self, words: &[&str]) -> Output {
        run(&self.binary, &self.folder, words)
    }

    /// The names in the folder, so that a test sees what was left behind.
    ///
    /// # Panics
    /// Where the folder is gone.
    pub fn names(&self) -> Vec<String> {
        names_in(&self.folder)
    }

    /// Runs words that must fail with `status`, say one plain sentence, and leave nothing behind.
    ///
    /// # Panics
    /// Where they do anything else.
    pub fn fails(&self, status: i32, words: &[&str]) -> String {
        let before = self.names();
        let output = self.run(words);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(status), "{words:?}: {said}");
        assert!(said.starts_with("error: "), "{words:?}: {said}");
        assert!(output.stdout.is_empty(), "{words:?} prints on standard output");
        assert!(!said.contains("panicked"), "{said}");
        assert_eq!(self.names(), before, "{words:?} leaves a file");
        said
    }

    /// As [`Desk::fails`], for words that are wrong themselves.
    ///
    /// # Panics
    /// Where they do anything else.
    pub fn fails_to_start(&self, words: &[&str]) -> String {
        self.fails(64, words)
    }
}

/// The one object that a command printed.
///
/// # Panics
/// Where it printed anything else.
pub fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).expect("it prints one object")
}

/// The names in a folder, in their order.
///
/// # Panics
/// Where there is no such folder.
pub fn names_in(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("the folder is there").flatten();
    let mut names: Vec<_> = entries.map(|entry| entry.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// The sample of this name.
///
/// # Panics
/// Where there is none.
pub fn sample(name: &str) -> Sample {
    samples::all().into_iter().find(|sample| sample.name == name).expect("the samples have it")
}
