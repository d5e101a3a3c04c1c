//! `--isolate`: conversions in worker processes of this program.

use std::borrow::Cow;
use std::io::Cursor;

use transvase::{CancelToken, Format, Output, Result, Route};
use transvase_surface::fonts::Fonts;
use transvase_worker::{Job, Part, Pool, Settings};

use crate::args::WorkArgs;
use crate::progress::State;
use crate::report;
use crate::sources::Sources;

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

/// Converts `sources` in a worker; it is killed as soon as `cancel` is used. The worker cannot ask for files:
/// what the inputs name is handed in or missing.
///
/// # Errors
/// What the library says.
pub fn run(
    job: &Job,
    sources: &Sources,
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
    let job = Job { parts: parts(sources), ..job.clone() };
    let done = pool.convert(&job, &mut Cursor::new(body(sources)), &mut watch)?;
    // Several files come as one zip, to which no route leads.
    let target = Format::find(&job.to).unwrap_or(done.format);
    let route = Route::between(done.source, target)?;
    Ok(Output::new(done.bytes, done.format, done.warnings, route))
}

/// What the files of the body are, in their order.
fn parts(sources: &Sources) -> Vec<Part> {
    let inputs = sources.inputs.iter().map(|input| Part {
        name: Some(input.name()),
        hint: input.hint().map(|format| format.id().to_owned()),
        bytes: input.bytes.len() as u64,
        resource: false,
    });
    let resources = sources.resources.iter().map(|file| Part {
        name: Some(file.name.clone()),
        hint: None,
        bytes: file.bytes.len() as u64,
        resource: true,
    });
    inputs.chain(resources).collect()
}

/// The files one after the other; a single one is not copied.
fn body(sources: &Sources) -> Cow<'_, [u8]> {
    let inputs = sources.inputs.iter().map(|input| input.bytes.as_slice());
    let files: Vec<&[u8]> = inputs.chain(sources.resources.iter().map(|file| &*file.bytes)).collect();
    match files.as_slice() {
        &[file] => Cow::Borrowed(file),
        _ => Cow::Owned(files.concat()),
    }
}
