//! The command line as a child process.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

/// The command line: `TRANSVASE_BIN`, or a build of this target folder; otherwise says that `what`
/// is skipped.
pub fn binary(what: &str) -> Option<PathBuf> {
    let named = std::env::var_os("TRANSVASE_BIN").map(PathBuf::from);
    let found = named.into_iter().chain(built()).find(|path| path.is_file());
    if found.is_none() {
        println!("skipped: {what}: the command line is not built");
    }
    found
}

/// The command line that was built with the tests, which has the option `fail_point`; otherwise says
/// that `what` is skipped.
pub fn failing_binary(what: &str) -> Option<PathBuf> {
    let found = built().filter(|path| path.is_file());
    if found.is_none() {
        println!("skipped: {what}: the command line is not built beside the tests");
    }
    found
}

/// `target/<profile>/transvase`, as seen from `target/<profile>/deps/<this test>`.
fn built() -> Option<PathBuf> {
    let test = std::env::current_exe().ok()?;
    Some(test.parent()?.parent()?.join(format!("transvase{}", std::env::consts::EXE_SUFFIX)))
}

/// An empty folder of its own for a test; what an earlier run left there is removed.
///
/// # Panics
/// Where the folder cannot be made.
pub fn scratch(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("transvase-tests-{}", std::process::id())).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("the temporary folder can be written");
    folder
}

/// The command line in `folder`, with no fonts of the machine, which are none of a test's business.
pub fn command<S: AsRef<OsStr>>(binary: &Path, folder: &Path, words: &[S]) -> Command {
    let mut command = Command::new(binary);
    command.args(words).current_dir(folder).env("TRANSVASE_SYSTEM_FONTS", folder.join("no-fonts"));
    command
}

/// Runs the command line in `folder` to its end.
///
/// # Panics
/// Where it cannot be started.
pub fn run<S: AsRef<OsStr>>(binary: &Path, folder: &Path, words: &[S]) -> Output {
    command(binary, folder, words).stdin(Stdio::null()).output().expect("the command line starts")
}

/// How a child ended.
#[derive(Debug)]
pub enum End {
    /// By itself, with what it printed on standard output.
    Exit(i32, Vec<u8>),
    /// By a signal: a crash.
    Signal,
    /// Not at all, within its time.
    Hang,
}

/// Runs the command line under a limit of address space and of wall time. Standard output goes
/// through the file `answer`, so that a child that is killed cannot block anyone.
///
/// # Panics
/// Where the shell cannot be started.
pub fn run_limited(binary: &Path, words: &[&OsStr], memory_kib: u64, wall: Duration, answer: &Path) -> End {
    let out = std::fs::File::create(answer).expect("the temporary folder can be written");
    let script = format!("ulimit -v {memory_kib} && exec \"$@\"");
    let mut command = Command::new("sh");
    command.args(["-c", &script, "sh"]).arg(binary).args(words);
    let mut child = command.stdin(Stdio::null()).stdout(out).stderr(Stdio::null()).spawn().expect("the shell starts");
    match wait(&mut child, wall) {
        None => End::Hang,
        Some(status) => match status.code() {
            // 128 and more is how a shell passes a signal on.
            Some(code) if code < 128 => End::Exit(code, std::fs::read(answer).unwrap_or_default()),
            _ => End::Signal,
        },
    }
}

fn wait(child: &mut Child, wall: Duration) -> Option<std::process::ExitStatus> {
    let began = Instant::now();
    loop {
        if let Ok(Some(status)) = child.try_wait() {
            return Some(status);
        }
        if began.elapsed() > wall {
            let _ = child.kill();
            let _ = child.wait();
            return None;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}
