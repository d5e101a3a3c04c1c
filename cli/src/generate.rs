//! Shell completions and manual pages, made from the command itself.

use std::io;
use std::path::Path;

use clap_complete::Shell;

use crate::args;
use crate::failure::Failure;
use crate::report;

/// Prints a completion script.
pub fn completions(shell: Shell) -> Result<(), Failure> {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut args::command(), "transvase", &mut script);
    report::print_text(&String::from_utf8_lossy(&script))
}

/// Prints the manual page, or writes those of all commands into `dir`.
pub fn man(dir: Option<&Path>) -> Result<(), Failure> {
    match dir {
        Some(dir) => write_pages(dir).map_err(|error| Failure::writing(dir, &error)),
        None => print_page(),
    }
}

fn print_page() -> Result<(), Failure> {
    let mut page = Vec::new();
    clap_mangen::Man::new(args::command()).render(&mut page).map_err(|error| report::unprinted(&error))?;
    report::print_text(&String::from_utf8_lossy(&page))
}

fn write_pages(dir: &Path) -> io::Result<()> {
    std::fs::create_dir_all(dir)?;
    clap_mangen::generate_to(args::command(), dir)
}
