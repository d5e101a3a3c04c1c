//! The seccomp filter: the system calls a worker may make. Any other kills the process.
//!
//! A conversion computes: it needs memory, threads, the clock and the one socket it has. Three calls
//! that the C library makes on its own are answered rather than punished: `clone3`, whose flags a
//! filter cannot see, answers that it does not exist, upon which `clone` is used; `open` and `openat`,
//! by which glibc's allocator asks how the system overcommits memory, answer that they may not, as
//! Landlock would.

use std::collections::BTreeMap;

use nix::libc::{self, c_long};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter, SeccompRule,
    TargetArch, apply_filter_all_threads,
};

type Rules = BTreeMap<c_long, Vec<SeccompRule>>;

/// Calls that are allowed whatever their arguments.
#[rustfmt::skip]
const ALLOWED: &[c_long] = &[
    // The socket and standard error.
    libc::SYS_read, libc::SYS_readv, libc::SYS_recvfrom, libc::SYS_recvmsg,
    libc::SYS_write, libc::SYS_writev, libc::SYS_sendto, libc::SYS_ppoll, libc::SYS_close,
    // Memory.
    libc::SYS_brk, libc::SYS_madvise, libc::SYS_mremap, libc::SYS_munmap,
    // Threads.
    libc::SYS_exit, libc::SYS_exit_group, libc::SYS_futex, libc::SYS_getpid, libc::SYS_gettid,
    libc::SYS_membarrier, libc::SYS_rseq, libc::SYS_sched_getaffinity, libc::SYS_sched_yield,
    libc::SYS_set_robust_list,
    // Signals: a panic, an abort and a stack overflow must be able to end as such.
    libc::SYS_restart_syscall, libc::SYS_rt_sigaction, libc::SYS_rt_sigprocmask, libc::SYS_rt_sigreturn,
    libc::SYS_sigaltstack,
    // Clock, chance, and the size of the machine.
    libc::SYS_clock_getres, libc::SYS_clock_gettime, libc::SYS_clock_nanosleep, libc::SYS_getcpu,
    libc::SYS_getrandom, libc::SYS_gettimeofday, libc::SYS_nanosleep, libc::SYS_sysinfo, libc::SYS_uname,
    // Answered by the other filters.
    libc::SYS_clone3, libc::SYS_openat,
];

/// Calls that only older architectures have.
#[cfg(target_arch = "x86_64")]
const ALLOWED_HERE: &[c_long] = &[libc::SYS_open, libc::SYS_poll, libc::SYS_time];
#[cfg(not(target_arch = "x86_64"))]
const ALLOWED_HERE: &[c_long] = &[];

/// Calls that open a file.
#[cfg(target_arch = "x86_64")]
const OPENING: &[c_long] = &[libc::SYS_open, libc::SYS_openat];
#[cfg(not(target_arch = "x86_64"))]
const OPENING: &[c_long] = &[libc::SYS_openat];

/// What a clone must ask for to be a thread of this process.
const THREAD: u64 = (libc::CLONE_THREAD | libc::CLONE_VM | libc::CLONE_SIGHAND) as u64;

/// What no thread asks for: a namespace of its own.
const NAMESPACES: u64 = (libc::CLONE_NEWNS
    | libc::CLONE_NEWCGROUP
    | libc::CLONE_NEWUTS
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWUSER
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWNET) as u64;

/// Installs the filters for every thread there is and will be.
///
/// # Errors
/// What the system says, or that there is no filter for this processor.
pub fn install() -> Result<(), String> {
    for program in programs().map_err(|error| error.to_string())? {
        apply_filter_all_threads(&program).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// The filters. Each call is put to all of them, and the strictest answer counts.
fn programs() -> Result<[BpfProgram; 3], seccompiler::BackendError> {
    let answer = |calls: &[c_long], errno: i32| {
        let rules = calls.iter().map(|call| (*call, Vec::new())).collect();
        compile(rules, SeccompAction::Allow, SeccompAction::Errno(errno as u32))
    };
    Ok([
        answer(&[libc::SYS_clone3], libc::ENOSYS)?,
        answer(OPENING, libc::EACCES)?,
        compile(allowed()?, SeccompAction::KillProcess, SeccompAction::Allow)?,
    ])
}

fn compile(
    rules: Rules,
    otherwise: SeccompAction,
    matched: SeccompAction,
) -> Result<BpfProgram, seccompiler::BackendError> {
    let arch = TargetArch::try_from(std::env::consts::ARCH)?;
    SeccompFilter::new(rules, otherwise, matched, arch)?.try_into()
}

fn allowed() -> Result<Rules, seccompiler::BackendError> {
    let mut rules: Rules = ALLOWED.iter().chain(ALLOWED_HERE).map(|call| (*call, Vec::new())).collect();
    let own_process = u64::from(std::process::id());
    let data = masked(2, libc::PROT_EXEC as u64, 0)?;
    rules.insert(libc::SYS_clone, vec![rule(vec![masked(0, THREAD | NAMESPACES, THREAD)?])?]);
    rules.insert(libc::SYS_mmap, vec![rule(vec![data.clone()])?]);
    rules.insert(libc::SYS_mprotect, vec![rule(vec![data])?]);
    rules.insert(libc::SYS_tgkill, vec![rule(vec![masked(0, u64::from(u32::MAX), own_process)?])?]);
    // Names of threads and of memory, for those who look at the process from outside.
    let names = [libc::PR_SET_NAME as u64, libc::PR_SET_VMA as u64];
    let names = names.into_iter().map(|name| rule(vec![masked(0, u64::from(u32::MAX), name)?]));
    rules.insert(libc::SYS_prctl, names.collect::<Result<_, _>>()?);
    Ok(rules)
}

/// The bits `mask` of argument `index`, counted from 0, are those of `value`.
fn masked(index: u8, mask: u64, value: u64) -> Result<SeccompCondition, seccompiler::BackendError> {
    SeccompCondition::new(index, SeccompCmpArgLen::Qword, SeccompCmpOp::MaskedEq(mask), value)
}

fn rule(conditions: Vec<SeccompCondition>) -> Result<SeccompRule, seccompiler::BackendError> {
    SeccompRule::new(conditions)
}

#[cfg(test)]
mod tests {
    use super::*;

    const KILLED: u32 = libc::SECCOMP_RET_KILL_PROCESS;
    const ALLOW: u32 = libc::SECCOMP_RET_ALLOW;

    /// What the kernel would do, by the rules of classic BPF (McCanne and Jacobson, "The BSD Packet
    /// Filter", 1993) as far as the filters use them.
    fn run(program: &BpfProgram, data: &[u8]) -> u32 {
        let (mut at, mut a) = (0, 0_u32);
        loop {
            let step = &program[at];
            let (is_equal, is_greater) = (a == step.k, a > step.k);
            let chosen = |yes: bool| usize::from(if yes { step.jt } else { step.jf });
            at += 1;
            match u32::from(step.code) {
                0x20 => a = u32::from_le_bytes(data[step.k as usize..][..4].try_into().unwrap()),
                0x54 => a &= step.k,
                0x05 => at += step.k as usize,
                0x15 => at += chosen(is_equal),
                0x25 => at += chosen(is_greater),
                0x35 => at += chosen(is_equal || is_greater),
                0x06 => return step.k,
                code => panic!("a step of kind {code:#x}"),
            }
        }
    }

    /// The answer to a call: the strictest of the filters', which is the smallest as a signed number.
    fn answer(call: c_long, args: [u64; 6]) -> u32 {
        let arch: u32 = if cfg!(target_arch = "x86_64") { 0xC000_003E } else { 0xC000_00B7 };
        let mut data = (call as u32).to_le_bytes().to_vec();
        data.extend(arch.to_le_bytes());
        data.extend(0_u64.to_le_bytes());
        args.iter().for_each(|arg| data.extend(arg.to_le_bytes()));
        let answers = programs().unwrap().map(|program| run(&program, &data) as i32);
        answers.into_iter().min().unwrap() as u32
    }

    #[test]
    fn nothing_is_reached_started_or_looked_into() {
        let calls = [
            libc::SYS_socket,
            libc::SYS_connect,
            libc::SYS_bind,
            libc::SYS_execve,
            libc::SYS_execveat,
            libc::SYS_ptrace,
            libc::SYS_process_vm_readv,
            libc::SYS_kill,
            libc::SYS_unlinkat,
            libc::SYS_mount,
            libc::SYS_unshare,
            libc::SYS_setns,
            libc::SYS_bpf,
            libc::SYS_io_uring_setup,
            libc::SYS_userfaultfd,
            libc::SYS_memfd_create,
            libc::SYS_prlimit64,
            libc::SYS_openat2,
        ];
        for call in calls {
            assert_eq!(answer(call, [0; 6]), KILLED, "call {call}");
        }
    }

    #[test]
    fn threads_are_no_processes() {
        let thread = libc::CLONE_VM | libc::CLONE_FS | libc::CLONE_FILES | libc::CLONE_SIGHAND | libc::CLONE_THREAD;
        let flags = |flags: i32| [flags as u64, 0, 0, 0, 0, 0];
        assert_eq!(answer(libc::SYS_clone, flags(thread | libc::CLONE_SETTLS)), ALLOW);
        assert_eq!(answer(libc::SYS_clone, flags(libc::SIGCHLD)), KILLED, "fork");
        assert_eq!(answer(libc::SYS_clone, flags(libc::CLONE_VM | libc::CLONE_VFORK)), KILLED, "vfork");
        assert_eq!(answer(libc::SYS_clone, flags(thread | libc::CLONE_NEWUSER)), KILLED);
        assert_eq!(answer(libc::SYS_clone3, [0; 6]), libc::SECCOMP_RET_ERRNO | libc::ENOSYS as u32);
    }

    #[test]
    fn memory_is_never_code() {
        let protection = |bits: i32| [0, 4096, bits as u64, 0, 0, 0];
        for call in [libc::SYS_mmap, libc::SYS_mprotect] {
            assert_eq!(answer(call, protection(libc::PROT_READ | libc::PROT_WRITE)), ALLOW);
            assert_eq!(answer(call, protection(libc::PROT_READ | libc::PROT_EXEC)), KILLED);
        }
    }

    #[test]
    fn signals_and_names_are_its_own() {
        let own = u64::from(std::process::id());
        assert_eq!(answer(libc::SYS_tgkill, [own, own, 6, 0, 0, 0]), ALLOW);
        assert_eq!(answer(libc::SYS_tgkill, [own + 1, own + 1, 6, 0, 0, 0]), KILLED);
        assert_eq!(answer(libc::SYS_prctl, [libc::PR_SET_NAME as u64, 0, 0, 0, 0, 0]), ALLOW);
        assert_eq!(answer(libc::SYS_prctl, [libc::PR_SET_DUMPABLE as u64, 1, 0, 0, 0, 0]), KILLED);
        assert_eq!(answer(libc::SYS_openat, [0; 6]), libc::SECCOMP_RET_ERRNO | libc::EACCES as u32);
        assert_eq!(answer(libc::SYS_read, [0; 6]), ALLOW);
    }
}
