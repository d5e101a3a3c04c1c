//! The command line as a person and a script meet it: statuses, files, standard streams, JSON.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use transvase::{Format, formats, routes};
use transvase_tests::cli::{binary, run, scratch};
use transvase_tests::samples::{self, Sample};

/// A folder with `in.png` and `in.jpg`, and the command line to use in it.
struct Desk {
    binary: PathBuf,
    folder: PathBuf,
}

impl Desk {
    /// `None`, said aloud, where the command line is not built.
    fn new(name: &str) -> Option<Self> {
        let desk = Desk { binary: binary("command line tests")?, folder: scratch(name) };
        desk.put("in.png", &sample("rgb.png").bytes);
        desk.put("in.jpg", &sample("rgb.jpg").bytes);
        Some(desk)
    }

    fn put(&self, name: &str, bytes: &[u8]) {
        std::fs::write(self.folder.join(name), bytes).unwrap();
    }

    fn read(&self, name: &str) -> Option<Vec<u8>> {
        std::fs::read(self.folder.join(name)).ok()
    }

    fn run(&self, words: &[&str]) -> Output {
        run(&self.binary, &self.folder, words)
    }

    /// The names in the folder, so that a test sees what was left behind.
    fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.folder).unwrap().map(|entry| entry.unwrap().file_name());
        let mut names: Vec<_> = entries.map(|name| name.to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }

    /// Runs words that must fail with `status`, say one plain sentence, and leave nothing behind.
    fn fails(&self, status: i32, words: &[&str]) -> String {
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
}

fn sample(name: &str) -> Sample {
    samples::all().into_iter().find(|sample| sample.name == name).unwrap()
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn a_file_becomes_another() {
    let Some(desk) = Desk::new("converts") else { return };
    let output = desk.run(&["convert", "in.png", "out.jpg"]);
    assert!(output.status.success());
    assert!(output.stdout.is_empty());
    assert_eq!(transvase::detect(&desk.read("out.jpg").unwrap()), Some(Format::JPEG));
    assert_eq!(desk.names(), ["in.jpg", "in.png", "out.jpg"]);
}

#[test]
fn errors_have_their_number_a_sentence_and_leave_nothing() {
    let Some(desk) = Desk::new("fails") else { return };
    desk.put("empty.png", b"");
    desk.put("noise.bin", &[0x13, 0x37, 0, 1, 2]);
    desk.put("broken.png", b"\x89PNG\r\n\x1a\nthis is no picture at all, but it goes on for a while");
    desk.fails(2, &["convert", "in.png", "out.jpg", "--quality", "200"]);
    desk.fails(2, &["convert", "in.png", "out.jpg", "--max-bytes", "lots"]);
    desk.fails(2, &["convert", "in.png", "out.jpg", "--pages", "3-1"]);
    desk.fails(2, &["convert", "in.png", "out.jpg", "--timeout", "-1"]);
    desk.fails(2, &["convert", "in.png", "out.jpg", "--limit", "wings=3"]);
    let said = desk.fails(2, &["convert", "in.png", "out.jpg", "--option", "colour=red"]);
    assert!(said.contains("quality"), "the hint lists the options: {said}");
    desk.fails(3, &["convert", "in.png", "out.xyz"]);
    desk.fails(3, &["convert", "in.png", "out"]);
    desk.fails(3, &["convert", "in.png", "-"]);
    desk.fails(4, &["convert", "noise.bin", "out.jpg"]);
    desk.fails(4, &["convert", "in.png", "out.jpg", "--from", "xyz"]);
    desk.fails(6, &["convert", "in.png", "out.png", "--from", "jpeg"]);
    desk.fails(7, &["convert", "empty.png", "out.jpg"]);
    desk.fails(8, &["convert", "broken.png", "out.jpg"]);
    desk.fails(14, &["convert", "in.png", "out.jpg", "--limit", "image_pixels=10"]);
    desk.fails(14, &["convert", "in.png", "out.jpg", "--limit", "input_bytes=1KB"]);
    desk.fails(16, &["convert", "in.png", "out.jpg", "--timeout", "0.000001"]);
    desk.fails(66, &["convert", "absent.png", "out.jpg"]);
    desk.fails(66, &["convert", ".", "out.jpg"]);
    desk.fails(74, &["convert", "in.png", "absent/out.jpg"]);
    desk.fails(74, &["convert", "in.png", ".", "--to", "jpeg"]);
    desk.fails(64, &["convert", "in.png"]);
    desk.fails(64, &["convert", "in.png", "a.jpg", "b.jpg"]);
    desk.fails(64, &["convert", "in.png", "a.jpg", "--colour"]);
    desk.fails(64, &["transform"]);
}

#[test]
fn a_pair_without_a_route_and_protected_files_have_numbers_too() {
    let Some(desk) = Desk::new("refusals") else { return };
    let routes = routes();
    let lacking = formats().map(transvase::FormatSpec::format).find(|target| {
        let written = !target.spec().writers.is_empty();
        written && !routes.iter().any(|route| (route.source(), route.target()) == (Format::PNG, *target))
    });
    if let Some(target) = lacking {
        desk.fails(5, &["convert", "in.png", "out", "--to", target.id()]);
    }
    if let Some(book) = samples::all().iter().find(|sample| sample.name == "made.mobi") {
        let mut locked = book.bytes.clone();
        // The encryption field of record 0, which begins behind the header, 3 entries and 2 bytes.
        locked[78 + 3 * 8 + 2 + 13] = 2;
        desk.put("locked.mobi", &locked);
        desk.fails(12, &["convert", "locked.mobi", "out.pdf"]);
    }
    if let Some(pdf) = locked_pdf() {
        desk.put("locked.pdf", &pdf);
        let said = desk.fails(10, &["convert", "locked.pdf", "out.docx"]);
        assert!(said.contains("--password"), "{said}");
        desk.fails(11, &["convert", "locked.pdf", "out.docx", "--password", "wrong"]);
        assert!(desk.run(&["convert", "locked.pdf", "out.docx", "--password", "open"]).status.success());
    }
}

/// A page protected with the password "open", where this build reads it.
fn locked_pdf() -> Option<Vec<u8>> {
    let bytes = std::fs::read(transvase_tests::root().join("tests/data/locked.pdf")).unwrap();
    transvase::detect(&bytes).map(|_| bytes)
}

#[test]
fn a_ceiling_is_never_passed_unless_asked() {
    let Some(desk) = Desk::new("ceiling") else { return };
    let said = desk.fails(13, &["convert", "in.png", "out.jpg", "--max-bytes", "10B"]);
    assert!(said.contains("--best-effort"), "{said}");
    let output = desk.run(&["convert", "in.png", "out.jpg", "--max-bytes", "10B", "--best-effort"]);
    assert!(output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("warning: "), "a missed ceiling is said");
    let output = desk.run(&["convert", "in.png", "fits.jpg", "--option", "max_bytes=1MB", "--quiet"]);
    assert!(output.status.success() && output.stderr.is_empty());
}

#[test]
fn an_output_is_replaced_only_with_force() {
    let Some(desk) = Desk::new("force") else { return };
    desk.put("out.jpg", b"precious");
    let said = desk.fails(2, &["convert", "in.png", "out.jpg"]);
    assert!(said.contains("--force"), "{said}");
    assert_eq!(desk.read("out.jpg").unwrap(), b"precious");
    // A conversion that fails leaves the old file, even with --force.
    desk.fails(13, &["convert", "in.png", "out.jpg", "--force", "--max-bytes", "10"]);
    assert_eq!(desk.read("out.jpg").unwrap(), b"precious");
    assert!(desk.run(&["convert", "in.png", "out.jpg", "--force"]).status.success());
    assert_eq!(transvase::detect(&desk.read("out.jpg").unwrap()), Some(Format::JPEG));
}

#[test]
fn input_and_output_may_be_one_file() {
    let Some(desk) = Desk::new("same") else { return };
    let before = desk.read("in.png").unwrap();
    desk.fails(2, &["convert", "in.png", "in.png", "--to", "jpeg"]);
    assert_eq!(desk.read("in.png").unwrap(), before);
    assert!(desk.run(&["convert", "in.png", "in.png", "--to", "jpeg", "--force"]).status.success());
    assert_eq!(transvase::detect(&desk.read("in.png").unwrap()), Some(Format::JPEG));
}

#[cfg(unix)]
#[test]
fn links_permissions_devices_and_odd_names_are_respected() {
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::fs::{PermissionsExt, symlink};

    let Some(desk) = Desk::new("unix") else { return };
    desk.put("real.jpg", b"old");
    std::fs::set_permissions(desk.folder.join("real.jpg"), PermissionsExt::from_mode(0o600)).unwrap();
    symlink("real.jpg", desk.folder.join("link.jpg")).unwrap();
    assert!(desk.run(&["convert", "in.png", "link.jpg", "--force"]).status.success());
    assert!(std::fs::symlink_metadata(desk.folder.join("link.jpg")).unwrap().is_symlink());
    let real = std::fs::metadata(desk.folder.join("real.jpg")).unwrap();
    assert!(real.len() > 100 && real.permissions().mode() & 0o777 == 0o600);
    assert!(desk.run(&["convert", "in.png", "/dev/null", "--to", "jpeg"]).status.success());
    let odd = OsStr::from_bytes(b"caf\xE9.jpg");
    let words = [OsStr::new("convert"), OsStr::new("in.png"), odd, OsStr::new("--json")];
    let output = run(&desk.binary, &desk.folder, &words);
    assert!(output.status.success() && desk.folder.join(odd).is_file());
    json(&output);
}

#[test]
fn standard_streams_stand_in_for_files() {
    let Some(desk) = Desk::new("streams") else { return };
    let mut child = Command::new(&desk.binary)
        .args(["convert", "-", "-", "--to", "png", "--json"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(&sample("rgb.jpg").bytes).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert_eq!(transvase::detect(&output.stdout), Some(Format::PNG));
    let report: Value = serde_json::from_slice(&output.stderr).unwrap();
    assert_eq!(report["bytes"], output.stdout.len());
}

#[test]
fn json_says_all_there_is() {
    let Some(desk) = Desk::new("json") else { return };
    desk.put("in.png", &sample("rgba.png").bytes);
    let output = desk.run(&["convert", "in.png", "out.jpg", "--json"]);
    let report = json(&output);
    assert!(output.stderr.is_empty());
    assert_eq!((&report["input"], &report["output"]), (&"in.png".into(), &"out.jpg".into()));
    assert_eq!(report["format"], "jpeg");
    assert_eq!(report["bytes"], desk.read("out.jpg").unwrap().len());
    assert_eq!(report["warnings"][0]["code"], "AlphaFlattened");
    assert!(report["route"].as_str().unwrap().starts_with("png -> "));
    let output = desk.run(&["convert", "in.png", "new.jpg", "--json", "--max-bytes", "10"]);
    let error = &json(&output)["error"];
    assert!(output.stderr.is_empty());
    assert_eq!(
        (output.status.code(), &error["number"], &error["code"]),
        (Some(13), &13.into(), &"TargetUnreachable".into())
    );
    assert!(error["details"]["smallest_bytes"].as_u64().unwrap() > 10);
    assert!(error["message"].is_string() && error["hint"].is_string());
    let absent = json(&desk.run(&["convert", "absent.png", "new.jpg", "--json"]));
    assert_eq!(absent["error"]["number"], 66);
}

#[test]
fn one_failure_of_a_batch_does_not_stop_the_others() {
    let Some(desk) = Desk::new("batch") else { return };
    desk.put("broken.png", b"\x89PNG\r\n\x1a\nthis is no picture at all, but it goes on for a while");
    std::fs::create_dir(desk.folder.join("more")).unwrap();
    desk.put("more/in.png", &sample("gray.png").bytes);
    let words = ["convert", "--out-dir", "made", "--to", "jpg", "--jobs", "2", "--json"];
    let inputs = ["broken.png", "in.png", "more/in.png", "absent.png"];
    let output = desk.run(&[&words[..], &inputs].concat());
    let report = json(&output);
    assert_eq!((&report["converted"], &report["failed"]), (&1.into(), &3.into()));
    assert_eq!(report["results"][0]["error"]["number"], 8);
    let numbers: Vec<_> = [1, 2].map(|index| report["results"][index]["error"]["number"].as_u64()).into();
    assert!(numbers == [None, Some(2)] || numbers == [Some(2), None], "one of two equal names: {numbers:?}");
    assert_eq!(report["results"][3]["error"]["number"], 66);
    assert_eq!(output.status.code(), Some(8), "the first failure in the order of the inputs");
    assert_eq!(std::fs::read_dir(desk.folder.join("made")).unwrap().count(), 1);
    let output = desk.run(&["convert", "--out-dir", "made", "--to", "png", "in.jpg"]);
    assert!(output.status.success());
    assert!(String::from_utf8_lossy(&output.stderr).contains("1 converted, 0 failed"));
    desk.fails(64, &["convert", "--out-dir", "made", "--to", "png", "-"]);
    desk.fails(3, &["convert", "--out-dir", "made", "--to", "xyz", "in.png"]);
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_with_its_number_and_no_file() {
    let Some(desk) = Desk::new("interrupt") else { return };
    // Standard input never ends, so the child is surely still at work.
    let mut child = Command::new(&desk.binary)
        .args(["convert", "-", "out.jpg"])
        .current_dir(&desk.folder)
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Waiting for a child closes its standard input, if it still holds it.
    let _open = child.stdin.take();
    std::thread::sleep(std::time::Duration::from_millis(300));
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(17));
    assert_eq!(desk.names(), ["in.jpg", "in.png"]);
}

#[test]
fn lists_are_the_registry() {
    let Some(desk) = Desk::new("lists") else { return };
    let listed = json(&desk.run(&["formats", "--json"]));
    let ids: Vec<_> = listed["formats"].as_array().unwrap().iter().map(|row| row["id"].as_str().unwrap()).collect();
    assert_eq!(ids, formats().map(|spec| spec.id).collect::<Vec<_>>());
    let text = String::from_utf8(desk.run(&["formats"]).stdout).unwrap();
    assert_eq!(text.lines().count(), ids.len() + 1);
    let listed = json(&desk.run(&["routes", "--json", "--from", "png"]));
    let steps: Vec<_> = listed["routes"].as_array().unwrap().iter().map(|row| row["steps"].as_str().unwrap()).collect();
    let known = routes();
    let known = known.iter().filter(|route| route.source() == Format::PNG);
    assert_eq!(steps, known.map(transvase::Route::explain).collect::<Vec<_>>());
    desk.fails(4, &["routes", "--from", "xyz"]);
}

#[test]
fn inspect_says_what_a_file_is() {
    let Some(desk) = Desk::new("inspect") else { return };
    let report = json(&desk.run(&["inspect", "in.png", "--json"]));
    assert_eq!((&report["format"], &report["pixels"]["width"]), (&"png".into(), &61.into()));
    let text = String::from_utf8(desk.run(&["inspect", "in.png"]).stdout).unwrap();
    assert!(text.contains("PNG") && text.contains("61 x 43"), "{text}");
    desk.fails(66, &["inspect", "absent"]);
}

#[test]
fn help_manual_and_completions_are_there() {
    let Some(desk) = Desk::new("help") else { return };
    let help = String::from_utf8(desk.run(&["convert", "--help"]).stdout).unwrap();
    assert!(!help.contains("fail_point"), "a released build cannot be made to fail on request");
    for spec in transvase_tests::reference::released_options() {
        assert!(help.contains(&format!("  {}=", spec.key)), "{} is not in the help", spec.key);
    }
    assert!(help.contains("transvase convert report.pdf report.docx"));
    let help = String::from_utf8(desk.run(&["--help"]).stdout).unwrap();
    assert!(transvase::ERRORS.iter().all(|row| help.contains(row.name)), "{help}");
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(!desk.run(&["completions", shell]).stdout.is_empty(), "{shell}");
    }
    assert!(String::from_utf8(desk.run(&["man"]).stdout).unwrap().contains(".TH transvase"));
    assert!(desk.run(&["man", "--dir", "man"]).status.success());
    assert!(Path::new(&desk.folder.join("man/transvase-convert.1")).is_file());
}
