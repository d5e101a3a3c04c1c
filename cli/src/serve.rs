//! `transvase serve`: from the words of the command line, the environment and a file to a running service.

use clap::Args;

use crate::failure::Outcome;

/// The words after `serve`.
#[derive(Debug, Args)]
pub struct ServeArgs {}

/// Runs `transvase serve`.
pub fn run(words: &ServeArgs) -> Outcome {
    let _ = words;
    Ok(())
}
