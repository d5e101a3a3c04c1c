//! The sandbox on Linux (resource limits, Landlock, seccomp, namespaces): what a worker gives up before it sees a file,
//! layer by layer.
//!
//! The process is single-threaded here, as `unshare` of a user namespace asks. There is no namespace
//! of process ids: only a child of the one who asks for it is inside, and a worker that forks would
//! need code outside safe Rust; the filter refuses every call that names another process instead.

use landlock::{ABI, Access, AccessFs, AccessNet, Ruleset, RulesetAttr, RulesetStatus, Scope};
use nix::errno::Errno;
use nix::sched::{CloneFlags, unshare};
use nix::sys::prctl;
use nix::sys::resource::{Resource, getrlimit, setrlimit};
use nix::sys::signal::{SigSet, Signal};

use crate::job::Sandbox;
use crate::seccomp;

/// File descriptors a worker may have: the socket, its copy and the standard ones, with room to spare.
const OPEN_FILES: u64 = 16;

/// The newest interface of Landlock whose rights are all handled; older kernels handle a part.
const LANDLOCK: ABI = ABI::V6;

/// Locks this process down. It cannot open, reach or start anything afterwards; each conversion's
/// threads inherit that.
pub fn lock_down(memory_bytes: u64) -> Sandbox {
    ignore_signals();
    let mut sandbox = Sandbox::default();
    // Namespaces first: a change of credentials takes back some of what follows.
    match unshare_all() {
        Ok(()) => sandbox.layers.push("namespaces".into()),
        Err(error) => sandbox.not_allowed.push(format!("namespaces: {}", error.desc())),
    }
    let layers: [(&str, Result<(), String>); 4] = [
        ("resource limits", limit(memory_bytes).map_err(said)),
        ("no new privileges", give_up_privileges().map_err(said)),
        ("landlock", close_files()),
        ("seccomp", seccomp::install()),
    ];
    for (name, result) in layers {
        match result {
            Ok(()) => sandbox.layers.push(name.into()),
            Err(why) => sandbox.missing.push(format!("{name}: {why}")),
        }
    }
    sandbox
}

fn said(error: Errno) -> String {
    error.desc().to_owned()
}

/// Signals meant for the whole program, as a service manager or a terminal sends them, are for the pool:
/// it lets running conversions end. Whoever means this process has SIGKILL.
fn ignore_signals() {
    let mut set = SigSet::empty();
    for signal in [Signal::SIGINT, Signal::SIGTERM, Signal::SIGHUP, Signal::SIGQUIT, Signal::SIGUSR1, Signal::SIGUSR2] {
        set.add(signal);
    }
    // It fails for sets that are none alone.
    let _ = set.thread_block();
}

fn unshare_all() -> nix::Result<()> {
    unshare(CloneFlags::CLONE_NEWUSER | CloneFlags::CLONE_NEWNET | CloneFlags::CLONE_NEWIPC | CloneFlags::CLONE_NEWNS)
}

fn limit(memory_bytes: u64) -> nix::Result<()> {
    let limits = [
        (Resource::RLIMIT_AS, memory_bytes),
        (Resource::RLIMIT_FSIZE, 0),
        (Resource::RLIMIT_NOFILE, OPEN_FILES),
        (Resource::RLIMIT_CORE, 0),
    ];
    limits.into_iter().try_for_each(|(resource, most)| {
        // A limit that is lower already stays: only the privileged may raise one.
        let most = most.min(getrlimit(resource)?.1);
        setrlimit(resource, most, most)
    })
}

/// No way to more rights, no looking into this process, and no life after the pool's.
fn give_up_privileges() -> nix::Result<()> {
    prctl::set_no_new_privs()?;
    prctl::set_dumpable(false)?;
    prctl::set_pdeathsig(Signal::SIGKILL)
}

/// Takes every right to files, to TCP, and to signals and sockets of other processes.
fn close_files() -> Result<(), String> {
    let restricted = Ruleset::default()
        .handle_access(AccessFs::from_all(LANDLOCK))
        .and_then(|rules| rules.handle_access(AccessNet::from_all(LANDLOCK)))
        .and_then(|rules| rules.scope(Scope::from_all(LANDLOCK)))
        .and_then(Ruleset::create)
        .and_then(landlock::RulesetCreated::restrict_self);
    match restricted {
        Ok(status) if status.ruleset == RulesetStatus::NotEnforced => Err("this kernel does not have it".into()),
        // Enforced in part means no rights to files, and the filter takes the rest.
        Ok(_) => Ok(()),
        Err(error) => Err(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::process::ExitStatusExt;
    use std::process::{Command, Output};

    use super::*;

    const PROBE: &str = "TRANSVASE_PROBE";

    /// What the tests below try in a process of its own: this program again, locked down.
    #[test]
    fn probe() {
        let Ok(what) = std::env::var(PROBE) else { return };
        println!("missing {:?}", lock_down(1 << 32).missing);
        match what.as_str() {
            "open" => println!("{:?}", std::fs::read("/proc/self/status").map_err(|error| error.kind())),
            "connect" => println!("{:?}", std::net::TcpStream::connect("127.0.0.1:9")),
            "bind" => println!("{:?}", std::net::UdpSocket::bind("127.0.0.1:0")),
            "exec" => println!("{:?}", nix::unistd::execv(c"/bin/true", &[c"true"])),
            "start" => println!("{:?}", Command::new("/bin/true").status()),
            "kill" => println!("{:?}", nix::sys::signal::kill(nix::unistd::Pid::parent(), None)),
            "limits" => println!("{:?}", setrlimit(Resource::RLIMIT_AS, 1 << 33, 1 << 33)),
            "thread" => println!("{:?}", std::thread::spawn(|| 7).join()),
            "panic" => println!("{}", std::panic::catch_unwind(|| panic!("on request")).is_err()),
            "memory" => println!("{}", Vec::<u8>::new().try_reserve(5 << 30).is_err()),
            "abort" => std::process::abort(),
            other => panic!("nobody knows how to try {other}"),
        }
    }

    fn attempt(what: &str) -> Output {
        let mut command = Command::new(std::env::current_exe().unwrap());
        // One thread, so that the attempt is made on the process's first.
        command.args(["--exact", "confine::tests::probe", "--nocapture", "--test-threads=1"]).env(PROBE, what);
        // A backtrace would read the program's own file; workers have no environment.
        command.env_remove("RUST_BACKTRACE");
        command.output().unwrap()
    }

    #[test]
    fn what_reaches_out_ends_the_process() {
        for what in ["connect", "bind", "exec", "start", "kill", "limits"] {
            let output = attempt(what);
            assert!(String::from_utf8_lossy(&output.stdout).contains("missing []"), "{what}: {output:?}");
            assert_eq!(output.status.signal(), Some(Signal::SIGSYS as i32), "{what}: {output:?}");
        }
    }

    #[test]
    fn what_a_conversion_needs_goes_on() {
        let answers = [("open", "Err(PermissionDenied)"), ("thread", "Ok(7)"), ("panic", "true"), ("memory", "true")];
        for (what, answer) in answers {
            let output = attempt(what);
            let said = String::from_utf8_lossy(&output.stdout).into_owned();
            assert!(said.lines().any(|line| line == answer), "{what}: {said}");
        }
        assert_eq!(attempt("abort").status.signal(), Some(Signal::SIGABRT as i32), "an abort ends as one");
    }
}
