//! The panic hook: panics that come back as errors say nothing on standard error.

use std::any::Any;
use std::panic;
use std::sync::Once;

/// Keeps panics of conversions off standard error: they become the error `Internal`, with their text
/// as its cause. Panics of other threads go to the hook that was there. Done once for a process.
pub fn silence() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let others = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if std::thread::current().name() != Some(transvase::THREAD_NAME) {
                others(info);
            }
        }));
    });
}

/// What a panic that was caught says; `None` where it is no text.
pub fn text(panic: &(dyn Any + Send)) -> Option<&str> {
    panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied())
}
