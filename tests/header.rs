//! The C header is in step with the sources.

use transvase_tests::header::{HEADER, text};
use transvase_tests::reference::read;
use transvase_tests::root;

/// With `TRANSVASE_DOCS=write` in the environment the header is written instead.
#[test]
fn the_header_is_in_step_with_the_sources() {
    let text = text();
    if std::env::var_os("TRANSVASE_DOCS").is_some_and(|word| word == "write") {
        std::fs::write(root().join(HEADER), text).expect("the repository can be written");
    } else {
        assert!(read(HEADER) == text, "{HEADER} is not what the code says; write it with `cargo xtask header`");
    }
}
