//! `--isolate`: conversions in worker processes of this program.

use std::io::Cursor;

use transvase::{CancelToken, Output, Result, Route};
use transvase_surface::fonts::Fonts;
use transvase_worker::{Job, Pool, Settings};

use crate::args::WorkArgs;
use crate::progress::State;
use crate::report;

/// The workers the command line asks for. What the sandbox lacks is said on standard error.
///
/// # Errors
/// `MissingResource`.
pub fn pool(args: &WorkArgs, workers: usize, fonts: Fonts) -> Result<Pool> {
    let settings = Settings::of_this_program(workers);
    let pool = Pool::start(Settings { require_sandbox: args.require_sandbox, fonts, ..settings })?;
    if !args.quiet {
        for layer in &pool.sandbox().missing {
            report::say(format_args!("warning: the sandbox is not complete: {layer}"));
        }
    }
    Ok(pool)
}

/// Converts `bytes` in a worker; it is killed as soon as `cancel` is used.
///
/// # Errors
/// What the library says.
pub fn run(
    job: &Job,
    bytes: &[u8],
    pool: &Pool,
    cancel: &CancelToken,
    mut pulse: impl FnMut(&State),
) -> Result<Output> {
    let state = State::default();
    let mut watch = |news: Option<_>| {
        if let Some((stage, done, total)) = news {
            state.set(stage, done, total);
        }
        pulse(&state);
        !cancel.is_cancelled()
    };
    let done = pool.convert(job, &mut Cursor::new(bytes), &mut watch)?;
    let route = Route::between(done.source, done.format)?;
    Ok(Output::new(done.bytes, done.format, done.warnings, route))
}
