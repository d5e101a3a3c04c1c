//! The binary interface of the C library is the one the repository has written down.

use std::path::PathBuf;

use transvase_tests::abi::{self, DUMP};
use transvase_tests::c_library::has;
use transvase_tests::{header, root};

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).expect("the temporary folder can be written");
    folder
}

fn tools_are_there() -> bool {
    ["gcc", "abidw", "abidiff"].iter().all(|tool| has(tool, "the binary interface"))
}

/// With `TRANSVASE_DOCS=write` in the environment the interface is written down instead.
#[test]
fn the_interface_is_the_one_written_down() {
    if !tools_are_there() {
        return;
    }
    let (library, dump) = (abi::empty_library(&header::text(), &folder("abi")), root().join(DUMP));
    if std::env::var_os("TRANSVASE_DOCS").is_some_and(|word| word == "write") {
        abi::write_down(&library, &dump);
    }
    let changes = abi::changes(&dump, &library);
    assert!(
        changes.is_empty(),
        "{changes}\nOnly additions are allowed within a series. Write the interface down with `cargo xtask header`."
    );
}

#[test]
fn every_kind_of_change_is_seen() {
    if !tools_are_there() {
        return;
    }
    let header = header::text();
    let folder = folder("abi-changes");
    let dump = folder.join("before.abi");
    abi::write_down(&abi::empty_library(&header, &folder), &dump);
    let changed = [
        ("uint32_t tvase_version_number(void);", ""),
        ("uint32_t tvase_warning_page(", "uint64_t tvase_warning_page("),
        (
            "size_t tvase_output_len(const tvase_output *output)",
            "size_t tvase_output_len(const tvase_output *output, int which)",
        ),
        ("uint32_t tvase_version_number(void);", "uint32_t tvase_version_number(void);\nint tvase_new_one(void);"),
    ];
    for (before, after) in changed {
        assert!(header.contains(before), "{before}");
        let library = abi::empty_library(&header.replace(before, after), &folder);
        assert!(!abi::changes(&dump, &library).is_empty(), "{after:?} instead of {before:?}");
    }
}
