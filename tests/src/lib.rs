//! What the tests across the surfaces share: samples, places, and bytes made hostile.

pub mod abi;
pub mod books;
pub mod c_library;
pub mod circles;
pub mod claims;
pub mod cli;
pub mod desk;
mod doc;
pub mod font;
pub mod golden;
pub mod header;
pub mod hostile;
pub mod http;
pub mod jobs;
pub mod layering;
pub mod load;
pub mod made;
mod office;
pub mod postgres;
pub mod process;
pub mod python;
pub mod reference;
pub mod samples;
pub mod service;
mod stub;
#[cfg(unix)]
pub mod terminal;
mod texts;
pub mod words;
pub mod xml;

use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// The repository's root.
///
/// # Panics
/// Never: the package lies one folder below the root.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("the package lies one folder below the root")
}

/// The corpus of real files, where `TRANSVASE_CORPUS` names it; otherwise says that `what` is
/// skipped.
pub fn corpus(what: &str) -> Option<PathBuf> {
    let place = std::env::var_os("TRANSVASE_CORPUS").map(PathBuf::from).filter(|place| place.is_dir());
    if place.is_none() {
        println!("skipped: {what}: TRANSVASE_CORPUS is not set");
    }
    place
}

/// The bytes of a small real file that once went wrong; `None`, said aloud, where they are not at hand.
pub fn case(name: &str) -> Option<Vec<u8>> {
    let bytes = std::fs::read(corpus(name)?.parent()?.join("cases").join(name)).ok();
    if bytes.is_none() {
        println!("skipped: {name} is not among the cases");
    }
    bytes
}

/// Every file below `folder`, in the order of their names.
pub fn files_below(folder: &Path) -> Vec<PathBuf> {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder).into_iter().flatten().filter_map(|entry| Some(entry.ok()?.path())).collect();
    entries.sort();
    entries.into_iter().flat_map(|path| if path.is_dir() { files_below(&path) } else { vec![path] }).collect()
}

/// Does something with each item, on two threads: for what takes minutes on one. A panic of either is the caller's.
pub fn two_at_a_time<T: Send>(items: impl Iterator<Item = T> + Send, work: impl Fn(T) + Sync) {
    let items = Mutex::new(items);
    let next = || items.lock().unwrap_or_else(PoisonError::into_inner).next();
    let work = || {
        while let Some(item) = next() {
            work(item);
        }
    };
    std::thread::scope(|scope| (0..2).for_each(|_| drop(scope.spawn(work))));
}
