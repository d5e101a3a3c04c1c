//! The reference pages are in step with the code.

use transvase_tests::reference::{pages, read};
use transvase_tests::root;

/// With `TRANSVASE_DOCS=write` in the environment the pages are written instead.
#[test]
fn reference_pages_are_in_step_with_the_code() {
    let write = std::env::var_os("TRANSVASE_DOCS").is_some_and(|word| word == "write");
    for (name, text) in pages() {
        if write {
            std::fs::write(root().join(name), text).expect("the repository can be written");
        } else {
            assert!(read(name) == text, "{name} is not what the code says; write it with `cargo xtask docs`");
        }
    }
}
