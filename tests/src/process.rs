//! Processes by their id, as an operator sees them: through `ps` and `kill`.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

/// Longer than anything here takes: a test that waits this long has hung.
pub const HANG: Duration = Duration::from_mins(1);

/// A command with the signals as a shell gives them to what runs in its foreground: whoever runs the tests
/// may have them ignored, and then a program leaves them so.
pub fn in_foreground(program: &Path) -> Command {
    let mut command = Command::new("env");
    command.arg("--default-signal=INT,TERM,HUP").arg(program);
    command
}

/// Sends a signal, as an operator or the system would.
///
/// # Panics
/// Where there is no such process.
pub fn signal(name: &str, process: u32) {
    let status = Command::new("kill").args([name, &process.to_string()]).status();
    assert!(status.is_ok_and(|status| status.success()), "kill {name} {process}");
}

/// Whether a process is there and not only waiting to be buried.
pub fn is_alive(process: u32) -> bool {
    rows().iter().any(|(_, id)| *id == process)
}

/// Ids of the processes that `parent` has started and that are alive.
pub fn children(parent: u32) -> Vec<u32> {
    rows().into_iter().filter(|(its_parent, _)| *its_parent == parent).map(|(_, id)| id).collect()
}

/// Parents and ids of everything that is alive.
fn rows() -> Vec<(u32, u32)> {
    let output = Command::new("ps").args(["-A", "-o", "ppid=,pid=,stat="]).output().expect("ps can be run");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let rows = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    let alive = rows.filter(|row| row.get(2).is_some_and(|state| !state.starts_with('Z')));
    alive.filter_map(|row| Some((row[0].parse().ok()?, row[1].parse().ok()?))).collect()
}

/// Waits until `done` says so.
///
/// # Panics
/// Where that takes longer than [`HANG`].
pub fn wait_until(what: &str, done: impl Fn() -> bool) {
    let began = Instant::now();
    while !done() {
        assert!(began.elapsed() < HANG, "{what}");
        std::thread::sleep(Duration::from_millis(5));
    }
}
