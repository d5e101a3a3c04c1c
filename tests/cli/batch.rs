//! Many inputs on one command line: named, listed, found in directories.

use std::io::Write;
use std::process::{Output, Stdio};

use serde_json::Value;
use transvase_tests::desk::{Desk, names_in, sample};

/// The objects of a report with a line for each input, by the name of the input.
fn lines(output: &Output) -> Vec<Value> {
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.lines().map(|line| serde_json::from_str(line).expect("each line is an object")).collect()
}

fn of<'a>(lines: &'a [Value], input: &str) -> &'a Value {
    lines.iter().find(|line| line["input"] == input).expect("each input has a line")
}

#[test]
fn one_failure_does_not_stop_the_others() {
    let Some(desk) = Desk::new("batch") else { return };
    desk.put("broken.png", b"\x89PNG\r\n\x1a\nthis is no picture at all, but it goes on for a while");
    std::fs::create_dir(desk.folder.join("more")).unwrap();
    desk.put("more/in.png", &sample("gray.png").bytes);
    let words = ["convert", "--out-dir", "made", "--to", "jpg", "--jobs", "2", "--json"];
    let inputs = ["broken.png", "in.png", "more/in.png", "absent.png"];
    let output = desk.run(&[&words[..], &inputs].concat());
    let lines = lines(&output);
    assert_eq!(lines.len(), 4);
    assert_eq!(of(&lines, "broken.png")["error"]["number"], 8);
    assert_eq!(of(&lines, "absent.png")["error"]["number"], 66);
    let numbers = ["in.png", "more/in.png"].map(|input| of(&lines, input)["error"]["number"].as_u64());
    assert!(numbers == [None, Some(2)] || numbers == [Some(2), None], "one of two equal names: {numbers:?}");
    assert_eq!(output.status.code(), Some(8), "the first failure in the order of the inputs");
    assert_eq!(names_in(&desk.folder.join("made")).len(), 1);
    let output = desk.run(&["convert", "--out-dir", "made", "--to", "png", "in.jpg"]);
    assert!(output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("1 converted"));
    desk.fails_to_start(&["convert", "--out-dir", "made", "--to", "png", "-"]);
    desk.fails(3, &["convert", "--out-dir", "made", "--to", "xyz", "in.png"]);
}

#[test]
fn several_files_become_others_beside_themselves() {
    let Some(desk) = Desk::new("batch-beside") else { return };
    assert!(desk.run(&["convert", "--to", "webp", "in.png", "in.jpg"]).status.code() == Some(2), "two of one name");
    std::fs::rename(desk.folder.join("in.jpg"), desk.folder.join("other.jpg")).unwrap();
    desk.put("third.jpg", &sample("rgb.png").bytes);
    assert!(desk.run(&["convert", "--force", "--to", "webp", "in.png", "other.jpg"]).status.success());
    assert!(desk.read("in.webp").is_some() && desk.read("other.webp").is_some());
    let planned = desk.run(&["compress", "--dry-run", "in.png", "other.jpg", "third.jpg"]);
    let said = String::from_utf8_lossy(&planned.stderr).into_owned();
    assert!(said.contains("in.png -> in.min.png") && said.contains("3 would be converted"), "{said}");
    assert!(desk.run(&["compress", "in.png", "other.jpg", "third.jpg"]).status.success());
    assert!(["in.min.png", "other.min.jpg"].iter().all(|name| desk.read(name).is_some()), "{:?}", desk.names());
}

#[test]
fn directories_are_gone_through_and_their_tree_is_kept() {
    let Some(desk) = Desk::new("tree") else { return };
    std::fs::create_dir_all(desk.folder.join("album/2024/may")).unwrap();
    desk.put("album/a.png", &sample("rgb.png").bytes);
    desk.put("album/2024/b.png", &sample("rgb.png").bytes);
    desk.put("album/2024/may/a.png", &sample("rgb.png").bytes);
    desk.put("album/2024/may/notes.bin", &[0x13, 0x37, 0, 1, 2]);
    let words = ["convert", "--recursive", "album", "--to", "jpeg", "--out-dir", "album/made"];
    for _ in 0..2 {
        // What was made before lies inside, and is no input.
        assert!(desk.run(&[&words[..], &["--force"]].concat()).status.success());
    }
    // Without the word nobody said that its files are meant.
    let refused = desk.run(&["convert", "album", "--to", "jpeg"]);
    assert!(refused.status.code() == Some(66) && String::from_utf8_lossy(&refused.stderr).contains("--recursive"));
    let made = desk.folder.join("album/made");
    assert_eq!(names_in(&made), ["2024", "a.jpg"]);
    assert_eq!(names_in(&made.join("2024")), ["b.jpg", "may"]);
    assert_eq!(names_in(&made.join("2024/may")), ["a.jpg"]);
}

#[test]
fn results_that_are_there_are_passed_over_if_asked() {
    let Some(desk) = Desk::new("skip") else { return };
    let words = ["convert", "--out-dir", "made", "--to", "jpeg", "in.png"];
    assert!(desk.run(&words).status.success());
    let first = desk.read("made/in.jpg").unwrap();
    desk.put("in.png", &sample("gray.png").bytes);
    let again = desk.run(&words);
    assert!(!again.status.success(), "it is there already");
    let skipped = desk.run(&[&words[..], &["--skip-existing"]].concat());
    assert!(skipped.status.success() && String::from_utf8_lossy(&skipped.stderr).contains("skipped"));
    assert_eq!(desk.read("made/in.jpg").unwrap(), first);
}

#[test]
fn inputs_may_come_from_a_list() {
    let Some(desk) = Desk::new("list") else { return };
    desk.put("with space.png", &sample("rgb.png").bytes);
    desk.put("list.txt", b"in.png\r\n\nwith space.png\n");
    let words = ["convert", "--to", "jpeg", "--out-dir", "made", "--files-from"];
    assert!(desk.run(&[&words[..], &["list.txt"]].concat()).status.success());
    assert_eq!(names_in(&desk.folder.join("made")), ["in.jpg", "with space.jpg"]);
    let mut child = desk.command(&[&words[..], &["-", "-0", "--force"]].concat());
    let mut child = child.stdin(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(b"in.png\0with space.png\0").unwrap();
    assert!(child.wait().unwrap().success());
    desk.fails(66, &[&words[..], &["absent.txt"]].concat());
}
