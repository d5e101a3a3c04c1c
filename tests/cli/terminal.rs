//! The command line before a person: at a terminal, and interrupted.

use std::os::unix::process::ExitStatusExt;
use std::process::Stdio;
use std::time::Duration;

use transvase_tests::desk::{Desk, names_in};
use transvase_tests::{process, terminal};

/// A file that the password `open` opens.
const LOCKED: &str = "locked.pdf";

fn locked() -> Vec<u8> {
    std::fs::read(transvase_tests::root().join("tests/data").join(LOCKED)).expect("it is part of the repository")
}

#[test]
fn a_file_is_not_written_to_a_terminal() {
    let Some(desk) = Desk::new("to-terminal") else { return };
    let binary = desk.binary.display().to_string();
    let words = [&binary, "convert", "in.png", "-", "--to", "jpeg"];
    let Some(shown) = terminal::run(&desk.folder, &words, "never shown", "") else { return };
    assert_eq!(shown.status, Some(2), "{}", shown.text);
    assert!(shown.text.contains("terminal") && shown.text.contains("--force"), "{}", shown.text);
}

#[test]
fn a_signal_ends_the_program_as_a_shell_expects() {
    let Some(desk) = Desk::endless("signals") else { return };
    for (name, number) in [("INT", 2), ("TERM", 15), ("HUP", 1)] {
        let words = ["convert", "in.png", "out.jpg", "--option", "fail_point=endless"];
        let batch = ["convert", "in.png", "--to", "jpeg", "--out-dir", "made", "--option", "fail_point=endless"];
        for words in [&words[..], &batch] {
            let mut command = process::in_foreground(&desk.binary);
            command.args(words).current_dir(&desk.folder).stdin(Stdio::null());
            let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
            std::thread::sleep(Duration::from_millis(400));
            process::signal(&format!("-{name}"), child.id());
            let ended = child.wait().unwrap();
            assert_eq!(ended.signal(), Some(number), "{name}: {ended:?}");
        }
    }
    assert_eq!(desk.names(), ["in.jpg", "in.png", "made"]);
    assert!(names_in(&desk.folder.join("made")).is_empty());
}

#[test]
fn a_password_is_asked_for_and_not_shown() {
    let Some(desk) = Desk::new("password") else { return };
    desk.put(LOCKED, &locked());
    let binary = desk.binary.display().to_string();
    let words = [&binary, "convert", LOCKED, "out.docx"];
    let Some(shown) = terminal::run(&desk.folder, &words, "Password of", "open") else { return };
    assert_eq!(shown.status, Some(0), "{}", shown.text);
    assert!(!shown.text.contains("open"), "{}", shown.text);
    assert!(desk.read("out.docx").is_some());
    assert_eq!(desk.run(&["convert", LOCKED, "again.docx"]).status.code(), Some(10), "nobody is there to be asked");
}

#[test]
fn a_password_may_lie_in_a_file() {
    let Some(desk) = Desk::new("password-file") else { return };
    desk.put(LOCKED, &locked());
    desk.put("word", b"open\n");
    desk.put("wrong", b"shut\n");
    assert!(desk.run(&["convert", LOCKED, "out.docx", "--password-file", "word"]).status.success());
    desk.fails(11, &["convert", LOCKED, "no.docx", "--password-file", "wrong"]);
    desk.fails(66, &["convert", LOCKED, "no.docx", "--password-file", "absent"]);
}
