//! `transvase convert --isolate` as a person meets it, and what its workers do to the system: nothing.

use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use transvase_tests::cli::{binary, failing_binary, run, scratch};
use transvase_tests::process::{children, in_foreground, is_alive, signal, wait_until};
use transvase_tests::samples;

/// A folder with a file of each kind.
struct Desk {
    binary: PathBuf,
    folder: PathBuf,
}

impl Desk {
    fn new(name: &str) -> Option<Self> {
        Some(Self::with(binary("convert --isolate")?, name))
    }

    /// One whose conversions can be made to last.
    fn endless(name: &str) -> Option<Self> {
        Some(Self::with(failing_binary("convert --isolate")?, name))
    }

    fn with(binary: PathBuf, name: &str) -> Self {
        let folder = scratch(name);
        for sample in samples::all() {
            std::fs::write(folder.join(&sample.name), &sample.bytes).unwrap();
        }
        Desk { binary, folder }
    }

    fn run(&self, words: &[&str]) -> Output {
        run(&self.binary, &self.folder, words)
    }

    fn start(&self, words: &[&str]) -> Child {
        let mut command = in_foreground(&self.binary);
        command.args(words).current_dir(&self.folder).stdin(Stdio::null()).stderr(Stdio::null());
        command.spawn().unwrap()
    }
}

#[test]
fn results_and_errors_are_those_of_a_conversion_without_it() {
    let Some(desk) = Desk::new("isolate-same") else { return };
    let cases: [&[&str]; 6] = [
        &["made.pdf", "out.docx"],
        &["rgb.png", "out.jpg", "--max-bytes", "2KB", "--json"],
        &["rgb.png", "out.jpg", "--max-bytes", "10"],
        &["rgb.png", "out.docx"],
        &["rgb.png", "out.jpg", "--option", "nonsense=1"],
        &["made.pdf", "out.docx", "--limit", "pages=0", "--json"],
    ];
    for words in cases {
        let out = desk.folder.join(words[1]);
        let convert = |more: &[&str]| {
            let output = desk.run(&[&["convert", "--force"], words, more].concat());
            let result = std::fs::read(&out).ok();
            let _ = std::fs::remove_file(&out);
            (output, result)
        };
        assert_eq!(convert(&["--isolate"]), convert(&[]), "{words:?}");
    }
}

#[test]
fn a_batch_shares_its_workers() {
    let Some(desk) = Desk::new("isolate-batch") else { return };
    let words = ["convert", "--isolate", "--to", "jpeg", "--jobs", "2", "--out-dir", "made"];
    std::fs::write(desk.folder.join("nothing.bin"), [7; 64]).unwrap();
    // The three pages of the report are files of their own.
    let files = ["rgb.png", "gray.png", "report.pdf", "nothing.bin", "deep.png", "rgba.png"];
    let output = desk.run(&[&words[..], &files[..]].concat());
    assert_eq!(output.status.code(), Some(4), "one is of no known format: {output:?}");
    assert_eq!(std::fs::read_dir(desk.folder.join("made")).unwrap().count(), 7);
}

#[test]
fn an_interrupt_ends_the_worker_too() {
    let Some(desk) = Desk::endless("isolate-interrupt") else { return };
    let mut child = desk.start(&["convert", "--isolate", "rgb.png", "out.jpg", "--option", "fail_point=endless"]);
    wait_until("a worker starts", || !children(child.id()).is_empty());
    let workers = children(child.id());
    signal("-INT", child.id());
    assert_eq!(child.wait().unwrap().signal(), Some(2), "as a shell expects");
    assert!(workers.iter().all(|worker| !is_alive(*worker)));
    assert!(!desk.folder.join("out.jpg").exists());
}

#[test]
fn no_worker_outlives_a_program_that_is_killed() {
    let Some(desk) = Desk::endless("isolate-killed") else { return };
    let mut child = desk.start(&["convert", "--isolate", "rgb.png", "out.jpg", "--option", "fail_point=endless"]);
    wait_until("a worker starts", || !children(child.id()).is_empty());
    let workers = children(child.id());
    signal("-KILL", child.id());
    child.wait().unwrap();
    wait_until("the worker ends", || workers.iter().all(|worker| !is_alive(*worker)));
}

#[cfg(target_os = "linux")]
#[test]
fn a_complete_sandbox_is_used_and_can_be_required() {
    let Some(desk) = Desk::new("isolate-required") else { return };
    let output = desk.run(&["convert", "--isolate", "--require-sandbox", "rgb.png", "out.jpg"]);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    // A kernel may be older than the layers; then the command must say which one is missing, and why.
    match output.status.code() {
        Some(0) => assert!(!said.contains("sandbox"), "{said}"),
        Some(15) => assert!(said.contains("the sandbox is not complete: "), "{said}"),
        other => panic!("{other:?}: {said}"),
    }
}

/// The system calls of a worker and its threads once the last filter is in place, as `strace -ff` wrote
/// them into a file for each thread.
#[cfg(target_os = "linux")]
fn calls_after_lock_down(folder: &Path) -> Vec<String> {
    let threads: Vec<PathBuf> = transvase_tests::files_below(folder);
    let texts = threads.iter().map(|thread| std::fs::read_to_string(thread).unwrap());
    let worker = texts.into_iter().find(|text| text.contains("seccomp(")).unwrap();
    let mut calls: Vec<String> = worker.lines().map(str::to_owned).collect();
    let last_filter = calls.iter().rposition(|call| call.starts_with("seccomp(")).unwrap();
    calls.drain(..=last_filter);
    let started = calls.iter().filter(|call| call.starts_with("clone(")).filter_map(|call| call.rsplit_once("= "));
    let started: Vec<String> = started.map(|(_, thread)| format!("trace.{thread}")).collect();
    for thread in started {
        calls.extend(std::fs::read_to_string(folder.join(thread)).unwrap().lines().map(str::to_owned));
    }
    calls
}

#[cfg(target_os = "linux")]
#[test]
fn a_worker_opens_reaches_and_starts_nothing() {
    let Some(desk) = Desk::new("isolate-trace") else { return };
    if Command::new("strace").arg("-V").stdout(Stdio::null()).status().is_err() {
        println!("skipped: system calls of a worker: strace is not installed");
        return;
    }
    for (sample, target) in samples::pairs() {
        let traces = scratch("isolate-traces");
        let mut command = Command::new("strace");
        command.args(["-ff", "-qq", "-s", "0", "-o"]).arg(traces.join("trace")).arg(&desk.binary);
        command.args(["convert", "--isolate", "--force", "--quiet", "--to", target.id(), "--threads", "2"]);
        command.args(["--option", "dpi=20"]);
        command.args([sample.name.as_str(), "out"]).current_dir(&desk.folder);
        let status = command.status().unwrap();
        assert!(status.success(), "{} to {target}: {status}", sample.name);
        let calls = calls_after_lock_down(&traces);
        assert!(
            calls.iter().any(|call| call.starts_with("clone(")),
            "{} to {target}: a conversion has a thread of its own",
            sample.name
        );
        let names = ["open", "openat", "creat", "connect", "socket", "execve", "fork", "vfork", "unlink", "kill"];
        // The C library's allocator asks once how the system overcommits memory, and is refused.
        let bad = |call: &&String| {
            names.iter().any(|name| call.starts_with(&format!("{name}("))) && !call.contains("= -1 EACCES")
        };
        assert_eq!(calls.iter().find(bad), None, "{} to {target}", sample.name);
    }
}
