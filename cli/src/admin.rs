//! `transvase keys` and `transvase accounts`: what an operator does to the service's store.

use clap::Subcommand;

use crate::failure::Outcome;

/// What to do with keys.
#[derive(Debug, Subcommand)]
pub enum KeysCommand {
    /// List the keys of an account.
    List,
}

/// What to do with accounts.
#[derive(Debug, Subcommand)]
pub enum AccountsCommand {
    /// List the accounts.
    List,
}

/// Runs `transvase keys`.
pub fn keys(command: &KeysCommand) -> Outcome {
    let _ = command;
    Ok(())
}

/// Runs `transvase accounts`.
pub fn accounts(command: &AccountsCommand) -> Outcome {
    let _ = command;
    Ok(())
}
