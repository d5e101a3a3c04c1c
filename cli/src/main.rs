//! The `transvase` command line: a thin surface over the library of the same name.
//!
//! Every list it shows (formats, routes, options, error numbers) is read from the library's tables.

#![forbid(unsafe_code)]

#[cfg(feature = "serve")]
mod admin;
mod args;
mod batch;
mod failure;
mod generate;
#[cfg(feature = "serve")]
mod health;
mod inspect;
mod interrupt;
mod isolated;
mod job;
mod listing;
mod output;
mod progress;
mod report;
#[cfg(feature = "serve")]
mod serve;
mod settings;

use std::process::ExitCode;

use args::{Command, ConvertArgs};
use failure::{Failure, Outcome};

fn main() -> ExitCode {
    silence_panics();
    let outcome = match args::parse() {
        Command::Convert(convert) => run_convert(&convert),
        Command::Formats { json } => {
            listing::formats(json);
            Ok(())
        }
        Command::Routes { from, to, json } => listing::routes(from.as_deref(), to.as_deref(), json),
        Command::Inspect { file, json } => inspect::run(&file, json),
        #[cfg(feature = "serve")]
        Command::Serve(words) => serve::run(&words),
        #[cfg(feature = "serve")]
        Command::Keys(command) => admin::keys(&command),
        #[cfg(feature = "serve")]
        Command::Accounts(command) => admin::accounts(&command),
        Command::Worker => return transvase_worker::run(),
        Command::Completions { shell } => {
            generate::completions(shell);
            Ok(())
        }
        Command::Man { dir } => generate::man(dir.as_deref()),
    };
    outcome.map_or_else(|status| ExitCode::from(status.0), |()| ExitCode::SUCCESS)
}

fn run_convert(convert: &ConvertArgs) -> Outcome {
    let cancel = interrupt::token();
    match &convert.out_dir {
        Some(dir) => batch::run(convert, dir, &cancel),
        None => job::run_one(convert, &cancel),
    }
}

/// A panic inside a conversion comes back as the error `Internal`, with its text: nothing else is to
/// be printed, unless a developer asks for the backtrace.
fn silence_panics() {
    if std::env::var_os("RUST_BACKTRACE").is_none() {
        std::panic::set_hook(Box::new(|_| {}));
    }
}

/// Ends a command that has reported nothing yet.
fn fail(failure: &Failure, json: bool) -> Outcome {
    report::failure(None, None, failure, json)
}
