//! The conversion thread: a deep stack, panics caught, and somebody on the caller's thread to look after it meanwhile.
//! See decisions 2 and 8.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use transvase_base::context::Context;
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_base::host::HAS_THREADS;
use transvase_base::side_by_side::STACK_BYTES;
pub use transvase_base::side_by_side::THREAD_NAME;

/// Time between two calls of an attendant ([`Converter::attended`](crate::Converter::attended)), and
/// between two looks of whoever waits for a conversion. With the 50 ms within which a conversion notices a cancel
/// it makes 100 ms, the delay at which a person begins to feel a program lag (R. B. Miller, "Response
/// time in man-computer conversational transactions", 1968).
pub const PULSE: Duration = Duration::from_millis(50);

/// Looks after a conversion from the caller's thread; false ends it.
pub type AttendantFn = dyn Fn() -> bool + Send + Sync;

/// Who is asked, on the caller's thread, whether a conversion may go on.
pub struct Attendant<'a> {
    /// The one who is asked.
    pub keep_going: &'a AttendantFn,
    /// The conversion that ends where the answer is no.
    pub context: &'a Context,
}

impl Attendant<'_> {
    /// Asks at every pulse until the conversion is done.
    fn wait(&self, done: &AtomicBool) {
        while !done.load(Ordering::Acquire) {
            std::thread::park_timeout(PULSE);
            if !done.load(Ordering::Acquire) && !(self.keep_going)() {
                self.context.stop();
            }
        }
    }
}

/// Runs `work` for a conversion on a thread with a deep stack, where there are threads, counts its memory, and turns a
/// panic into `Internal`.
///
/// # Errors
/// What `work` says; `Internal` where it panics, `OutOfMemory` where no thread can be started.
pub fn guarded<T: Send>(
    context: &Context,
    attendant: Option<Attendant>,
    work: impl FnOnce() -> Result<T> + Send,
) -> Result<T> {
    let fenced = || {
        let _counted = context.count_memory();
        catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|panic| Err(internal(&*panic)))
    };
    if !HAS_THREADS {
        return fenced();
    }
    let (caller, done) = (std::thread::current(), AtomicBool::new(false));
    let guarded = || {
        let result = fenced();
        done.store(true, Ordering::Release);
        caller.unpark();
        result
    };
    std::thread::scope(|scope| {
        let thread =
            std::thread::Builder::new().name(THREAD_NAME.into()).stack_size(STACK_BYTES).spawn_scoped(scope, guarded);
        match thread {
            Ok(thread) => {
                attendant.inspect(|attendant| attendant.wait(&done));
                thread.join().unwrap_or_else(|panic| Err(internal(&*panic)))
            }
            Err(error) => {
                Err(Error::new(ErrorCode::OutOfMemory, "the system could not start another thread").caused_by(error))
            }
        }
    })
}

fn internal(panic: &(dyn Any + Send)) -> Error {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    let text =
        text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "a panic without text".into());
    Error::new(ErrorCode::Internal, "the library failed on this input: this is a bug")
        .hint("please report it with the input")
        .caused_by(text)
}
