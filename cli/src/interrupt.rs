//! Ctrl-C and its kin: the conversion is cancelled and cleans up after itself.

use transvase::CancelToken;

/// A token that SIGINT, SIGTERM and SIGHUP use.
pub fn token() -> CancelToken {
    let token = CancelToken::new();
    let handled = token.clone();
    // Where no handler can be set, the signal ends the program as it always did.
    let _ = ctrlc::set_handler(move || handled.cancel());
    token
}
