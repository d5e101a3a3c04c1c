//! Files beside the input, for documents to name. No name leads out of the folder of the input.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use crate::error::{Error, ErrorCode, Result};
use crate::units::vec_with_room;

/// Finds a file that a document names, by its relative path with slashes; `None` where there is none.
pub type ResourceFinder = dyn Fn(&str) -> Option<Vec<u8>> + Send + Sync;

/// The files that a caller hands in for documents to name, and whoever finds more.
#[derive(Clone, Default)]
pub struct Resources {
    files: BTreeMap<String, Arc<[u8]>>,
    finder: Option<Arc<ResourceFinder>>,
}

impl Resources {
    /// Adds a file.
    ///
    /// # Errors
    /// `InvalidOption` where its name leads out of the folder of the input, or nowhere.
    pub fn add(&mut self, name: &str, bytes: Arc<[u8]>) -> Result<()> {
        let path = inner_path(name).ok_or_else(|| {
            let message = format!("{name:?} is not the name of a file in the folder of the input or below it");
            Error::new(ErrorCode::InvalidOption, message).hint("name a resource by its relative path, with slashes")
        })?;
        self.files.insert(path, bytes);
        Ok(())
    }

    /// Asks `finder`, too, for what was not handed in.
    pub fn ask(&mut self, finder: Arc<ResourceFinder>) {
        self.finder = Some(finder);
    }

    /// Bytes of all files.
    pub fn byte_len(&self) -> usize {
        self.files.values().map(|file| file.len()).sum()
    }
}

/// The files handed in for one conversion, and what it made of them.
#[derive(Default)]
pub struct HandedIn {
    resources: Arc<Resources>,
    asked: Mutex<Asked>,
}

/// What documents named.
#[derive(Default)]
struct Asked {
    used: BTreeSet<String>,
    found: BTreeMap<String, Option<Arc<[u8]>>>,
    found_bytes: u64,
}

impl HandedIn {
    /// What was handed in, for one conversion.
    pub fn new(resources: Arc<Resources>) -> Self {
        HandedIn { resources, asked: Mutex::default() }
    }

    /// The file that a reference names.
    pub fn get(&self, reference: &str) -> Option<Arc<[u8]>> {
        let path = referenced_path(reference)?;
        let asked = &mut *self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(file) = self.resources.files.get(&path) {
            asked.used.insert(path);
            return Some(Arc::clone(file));
        }
        let find = self.resources.finder.as_deref()?;
        let found = asked.found.entry(path).or_insert_with_key(|path| {
            let file: Option<Arc<[u8]>> = find(path).map(Arc::from);
            asked.found_bytes += file.as_ref().map_or(0, |file| file.len() as u64);
            file
        });
        found.clone()
    }

    /// Bytes of the files that were found rather than handed in.
    pub fn found_bytes(&self) -> u64 {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner).found_bytes
    }

    /// The files that nothing named.
    pub fn unused(&self) -> Vec<&str> {
        let asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        self.resources.files.keys().filter(|name| !asked.used.contains(*name)).map(String::as_str).collect()
    }
}

/// The path that a relative reference of a document names (RFC 3986, 4.2), without query and fragment; `None` for
/// one with a scheme or an authority, and one that leads out of the document's folder.
fn referenced_path(reference: &str) -> Option<String> {
    let reference = reference.trim();
    let path = reference.split(['?', '#']).next().unwrap_or_default();
    let scheme = path.split('/').next().unwrap_or_default().contains(':');
    if scheme { None } else { inner_path(&percent_decoded(path)?) }
}

/// A relative path without `.` and `..`; `None` where it leads out of the folder it starts from, or is empty.
fn inner_path(name: &str) -> Option<String> {
    let name = name.replace('\\', "/");
    let mut parts: Vec<&str> = Vec::new();
    if name.starts_with('/') || name.contains('\0') {
        return None;
    }
    for part in name.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    (!parts.is_empty()).then(|| parts.join("/"))
}

/// Text with its `%41` resolved (RFC 3986, 2.1); `None` where the bytes are no UTF-8. A percent sign that begins no
/// such code stands for itself.
fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = vec_with_room(text.len());
    let mut rest = text.as_bytes();
    while let [first, after @ ..] = rest {
        let code = match (first, after) {
            (b'%', [high, low, ..]) => hex(*high).zip(hex(*low)).map(|(high, low)| high << 4 | low),
            _ => None,
        };
        bytes.push(code.unwrap_or(*first));
        rest = if code.is_some() { after.get(2..).unwrap_or_default() } else { after };
    }
    String::from_utf8(bytes).ok()
}

fn hex(digit: u8) -> Option<u8> {
    char::from(digit).to_digit(16).map(|digit| digit as u8)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn references_name_files_below_the_document_alone() {
        let path = |reference| referenced_path(reference);
        assert_eq!(path("images/a%20b.png?x=1#y").as_deref(), Some("images/a b.png"));
        assert_eq!(path(" ./one/../two.css").as_deref(), Some("two.css"));
        assert_eq!(path("one\\two.png").as_deref(), Some("one/two.png"));
        assert_eq!(path("50%.png").as_deref(), Some("50%.png"));
        for outside in
            ["../a", "a/../../b", "/etc/passwd", "C:\\a", "http://x/y", "%2e%2e/a", "//host/a", "#a", "", "a%00b"]
        {
            assert_eq!(path(outside), None, "{outside}");
        }
    }

    #[test]
    fn a_file_is_looked_for_once_and_what_nobody_names_is_told() {
        let calls = Arc::new(std::sync::atomic::AtomicUsize::new(0));
        let mut resources = Resources::default();
        resources.add("a.png", Arc::from([1])).unwrap();
        resources.add("./b/c.png", Arc::from([2, 3])).unwrap();
        assert_eq!(resources.add("../d", Arc::from([1])).unwrap_err().code(), ErrorCode::InvalidOption);
        let counted = Arc::clone(&calls);
        resources.ask(Arc::new(move |name: &str| {
            counted.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            (name == "found.png").then(|| vec![4; 5])
        }));
        assert_eq!(resources.byte_len(), 3);
        let handed_in = HandedIn::new(Arc::new(resources));
        assert_eq!(handed_in.get("b/c.png").as_deref(), Some(&[2, 3][..]));
        for _ in 0..3 {
            assert_eq!(handed_in.get("found.png").map(|file| file.len()), Some(5));
            assert!(handed_in.get("gone.png").is_none() && handed_in.get("../a.png").is_none());
        }
        assert_eq!(calls.load(std::sync::atomic::Ordering::Relaxed), 2);
        assert_eq!((handed_in.found_bytes(), handed_in.unused()), (5, vec!["a.png"]));
    }
}
