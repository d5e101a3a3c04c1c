//! Signals (Ctrl-C and its kin): the conversion is cancelled and cleans up after itself, and then the program ends as
//! if it had not caught the signal, so that the loop of a shell around it ends too.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock};

use signal_hook::{consts, flag, low_level};
use transvase::{CancelToken, PULSE};

/// What people and systems end programs with.
const SIGNALS: &[i32] = &[
    consts::SIGINT,
    consts::SIGTERM,
    #[cfg(unix)]
    consts::SIGHUP,
];

/// The signal that was received, 0 for none.
static RECEIVED: OnceLock<Arc<AtomicUsize>> = OnceLock::new();

/// A token that the signals use, but for those that whoever started the program has it ignore, as
/// `nohup` does. Where no handler can be set, a signal ends the program as it always did.
pub fn token() -> CancelToken {
    let received = RECEIVED.get_or_init(Arc::default);
    let ignored = ignored();
    for signal in SIGNALS.iter().filter(|signal| ignored & (1 << (**signal - 1)) == 0) {
        let _ = flag::register_usize(*signal, Arc::clone(received), *signal as usize);
    }
    let token = CancelToken::new();
    let used = token.clone();
    std::thread::spawn(move || {
        while received.load(Ordering::Relaxed) == 0 {
            std::thread::sleep(PULSE);
        }
        used.cancel();
    });
    token
}

/// Ends the program by the signal that was received, if there was one. Everything must be cleaned up.
pub fn pass_on() {
    let received = RECEIVED.get().map_or(0, |received| received.load(Ordering::Relaxed));
    if received != 0 {
        // Where the signal does not end the program, its status does.
        let _ = low_level::emulate_default_handler(received as i32);
    }
}

/// The signals that are ignored, a bit for each, where the system says so (proc(5), `SigIgn`).
fn ignored() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}
