//! The `transvase` command line: a thin surface over the library of the same name.
//!
//! Every list it shows (formats, routes, options, error numbers) is read from the library's tables.

#![forbid(unsafe_code)]

#[cfg(feature = "serve")]
mod admin;
mod args;
mod batch;
mod engine;
mod failure;
mod generate;
#[cfg(feature = "serve")]
mod health;
mod inputs;
mod inspect;
mod interrupt;
mod isolated;
mod job;
mod listing;
mod names;
mod numbered;
mod output;
mod password;
mod progress;
mod report;
mod resources;
#[cfg(feature = "serve")]
mod serve;
mod settings;
mod sources;

use std::process::ExitCode;

use args::{Command, WorkArgs};
use failure::{Failure, Outcome};

/// Counts memory, for the limit `memory_bytes`.
#[global_allocator]
static ALLOCATOR: transvase_memory::Counting = transvase_memory::Counting::SYSTEM;

fn main() -> ExitCode {
    silence_panics();
    let outcome = match args::parse() {
        Command::Convert(words) => run_work(words.into_work()),
        Command::Compress(words) => run_work(*words),
        Command::Formats { format, json } => told(listing::formats(format.as_deref(), json), json),
        Command::Routes { formats, from, to, json } => {
            let (from, to) = (from.as_ref().or(formats.first()), to.as_ref().or(formats.get(1)));
            told(listing::routes(from.map(String::as_str), to.map(String::as_str), json), json)
        }
        Command::Inspect(words) => inspect::run(&words),
        #[cfg(feature = "serve")]
        Command::Serve(words) => serve::run(&words),
        #[cfg(feature = "serve")]
        Command::Keys(command) => admin::keys(&command),
        #[cfg(feature = "serve")]
        Command::Accounts(command) => admin::accounts(&command),
        Command::Worker => {
            // It lives long and converts whatever comes.
            transvase_memory::give_back_large_blocks();
            return transvase_worker::run();
        }
        Command::Completions { shell } => told(generate::completions(shell), false),
        Command::Man { dir } => told(generate::man(dir.as_deref()), false),
    };
    interrupt::pass_on();
    outcome.map_or_else(|status| ExitCode::from(status.0), |()| ExitCode::SUCCESS)
}

fn run_work(mut args: WorkArgs) -> Outcome {
    let cancel = interrupt::token();
    password::check_inputs(&args.password, &[&args.files[..], args.files_from.as_slice()].concat(), args.command());
    args.password.password = match password::given(&args.password) {
        Ok(password) => password,
        Err(failure) => return fail(&failure, args.json),
    };
    job::take_directory(&mut args);
    match &args.out_dir {
        Some(dir) => batch::run(&args, Some(dir), &cancel),
        None if job::lie_beside(&args) => batch::run(&args, None, &cancel),
        None => job::run_one(&args, &cancel),
    }
}

/// A panic inside a conversion comes back as the error `Internal`, with its text: nothing else is to
/// be printed, unless a developer asks for the backtrace.
fn silence_panics() {
    if std::env::var_os("RUST_BACKTRACE").is_none() {
        std::panic::set_hook(Box::new(|_| {}));
    }
}

/// Reports the failure of a command that says nothing else.
fn told(result: Result<(), Failure>, json: bool) -> Outcome {
    result.or_else(|failure| fail(&failure, json))
}

/// Ends a command that has reported nothing yet.
fn fail(failure: &Failure, json: bool) -> Outcome {
    report::failure(None, None, failure, json)
}
