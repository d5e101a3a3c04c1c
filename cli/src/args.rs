//! The words of the command line.

use std::path::PathBuf;

use clap::builder::styling::{AnsiColor, Styles};
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};
use transvase::{ERRORS, OptionKind, OptionSpec};

use crate::failure;

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

const EXAMPLES: &str = "\
Examples:
  transvase convert report.pdf report.docx
  transvase convert book.mobi book.pdf --option page_size=a5
  transvase convert photo.jpg small.jpg --max-bytes 200KB
  transvase convert *.pdf --to docx --out-dir converted --jobs 4
  cat scan.pdf | transvase convert - - --to docx > scan.docx
  transvase formats";

/// Converts documents, e-books and images, and compresses JPEG under a byte limit.
///
/// The format of the result is the extension of its name. Where it is the input's own format, the
/// file is made smaller. Nothing is opened but the files named here, and no program or network is used.
#[derive(Debug, Parser)]
#[command(name = "transvase", version, styles = STYLES, arg_required_else_help = true)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Convert a file, or make it smaller.
    Convert(Box<ConvertArgs>),
    /// List the formats: what is read, written and compressed.
    Formats {
        /// Print one JSON object.
        #[arg(long)]
        json: bool,
    },
    /// List the conversions, with the steps each takes.
    Routes {
        /// Only from this format.
        #[arg(long, value_name = "FORMAT")]
        from: Option<String>,
        /// Only to this format.
        #[arg(long, value_name = "FORMAT")]
        to: Option<String>,
        /// Print one JSON object.
        #[arg(long)]
        json: bool,
    },
    /// Say what a file is: format, pages, dimensions, metadata, encryption.
    Inspect {
        /// The file; - is standard input.
        #[arg(value_name = "FILE")]
        file: PathBuf,
        /// Print one JSON object.
        #[arg(long)]
        json: bool,
    },
    /// Serve conversions over HTTP, with API keys, credits and a dashboard.
    #[cfg(feature = "serve")]
    Serve(Box<crate::serve::ServeArgs>),
    /// Make, list, rotate and revoke API keys of the service.
    #[cfg(feature = "serve")]
    #[command(subcommand)]
    Keys(crate::admin::KeysCommand),
    /// List and make accounts of the service, and set their plans.
    #[cfg(feature = "serve")]
    #[command(subcommand)]
    Accounts(crate::admin::AccountsCommand),
    /// A worker process of `serve` and `--isolate`: started by them alone.
    #[command(hide = true)]
    Worker,
    /// Print a completion script for a shell.
    Completions {
        /// The shell.
        shell: clap_complete::Shell,
    },
    /// Print the manual page, or write the pages of all commands into a directory.
    Man {
        /// Directory to write transvase.1 and the pages of the subcommands into.
        #[arg(long, value_name = "DIR")]
        dir: Option<PathBuf>,
    },
}

/// The words after `convert`.
#[derive(Debug, Args)]
#[allow(clippy::struct_excessive_bools, reason = "each is a flag a person types")]
#[command(
    override_usage = "transvase convert [OPTIONS] IN OUT\n       transvase convert [OPTIONS] --out-dir DIR IN..."
)]
pub struct ConvertArgs {
    /// The input and the output; with --out-dir, inputs only. - is standard input or output.
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,

    /// Format of the result, where the output's extension does not say it.
    #[arg(long, value_name = "FORMAT")]
    pub to: Option<String>,

    /// Format of the input, where its bytes do not say it.
    #[arg(long, value_name = "FORMAT")]
    pub from: Option<String>,

    /// Ceiling of the result's size, as in 200KB (200,000 bytes) or 200KiB (204,800 bytes).
    #[arg(long, value_name = "SIZE")]
    pub max_bytes: Option<String>,

    /// Return the smallest result where --max-bytes cannot be met.
    #[arg(long)]
    pub best_effort: bool,

    /// Quality of lossy encodings, 1 to 100.
    #[arg(long, value_name = "N")]
    pub quality: Option<String>,

    /// Time to spend on a smaller result, 0 to 9.
    #[arg(long, value_name = "N")]
    pub effort: Option<String>,

    /// Compress without changing a pixel or a character.
    #[arg(long)]
    pub lossless: bool,

    /// Pages to convert, as in 1-3,7,9-.
    #[arg(long, value_name = "RANGES", allow_hyphen_values = true)]
    pub pages: Option<String>,

    /// Password of an encrypted input.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub password: Option<String>,

    /// Any option of the table below, by its key; can be given several times.
    #[arg(long = "option", value_name = "KEY=VALUE")]
    pub options: Vec<String>,

    /// Raise or lower a limit by its key, as in pages=10000; can be given several times.
    #[arg(long = "limit", value_name = "KEY=VALUE")]
    pub limits: Vec<String>,

    /// Replace an output that exists.
    #[arg(long, short)]
    pub force: bool,

    /// Print one JSON object about the result, on standard output (on standard error where the
    /// result itself goes to standard output).
    #[arg(long)]
    pub json: bool,

    /// Print errors only: no warnings, no progress.
    #[arg(long, short)]
    pub quiet: bool,

    /// Threads of one conversion; the result does not depend on it. [default: all cores]
    #[arg(long, value_name = "N")]
    pub threads: Option<String>,

    /// Seconds a conversion may take; 0 means no end.
    #[arg(long, value_name = "SECONDS", default_value_t = 300.0, allow_negative_numbers = true)]
    pub timeout: f64,

    /// Convert in a worker process that can open no file and no connection, and that is killed where it
    /// does not end in time.
    #[arg(long)]
    pub isolate: bool,

    /// With --isolate: refuse to convert where a layer of the sandbox is missing.
    #[arg(long, requires = "isolate")]
    pub require_sandbox: bool,

    /// Put the results of many inputs into this directory. Without --to each file is compressed in
    /// its own format.
    #[arg(long, value_name = "DIR")]
    pub out_dir: Option<PathBuf>,

    /// Files converted at a time, with --out-dir. [default: all cores]
    #[arg(long, value_name = "N", requires = "out_dir", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: Option<u16>,
}

/// Reads the command line; wrong words end the program with the status of a usage error.
pub fn parse() -> Command {
    match command().try_get_matches().and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli.command,
        Err(error) => {
            // Where even this cannot be printed there is nobody to tell.
            let _ = error.print();
            std::process::exit(if error.use_stderr() { i32::from(failure::USAGE) } else { 0 });
        }
    }
}

/// Ends the program with a usage error of `convert`.
pub fn usage_error(message: &str) -> ! {
    usage_error_of("convert", message)
}

/// Ends the program with a usage error of a subcommand.
pub fn usage_error_of(subcommand: &str, message: &str) -> ! {
    let mut command = command();
    // The subcommand exists: it is a variant of `Command`. The fallback keeps this total all the same.
    let error = match command.find_subcommand_mut(subcommand) {
        Some(found) => found.error(clap::error::ErrorKind::WrongNumberOfValues, message),
        None => command.error(clap::error::ErrorKind::WrongNumberOfValues, message),
    };
    let _ = error.print();
    std::process::exit(i32::from(failure::USAGE))
}

/// The whole command, with the help that is made from the library's tables.
pub fn command() -> clap::Command {
    let convert_help = format!("{}\n\n{EXAMPLES}", options_help());
    Cli::command()
        .after_help(EXAMPLES)
        .after_long_help(format!("{EXAMPLES}\n\n{}", status_help()))
        .mut_subcommand("convert", |convert| convert.after_help(EXAMPLES).after_long_help(convert_help))
}

/// The keys `--option` takes.
fn options_help() -> String {
    let rows = transvase::option_specs().into_iter().map(option_row);
    format!("Keys of --option:\n{}", rows.collect::<Vec<_>>().join("\n"))
}

fn option_row(spec: &OptionSpec) -> String {
    let default = if spec.default.is_empty() { String::new() } else { format!(" [default: {}]", spec.default) };
    format!("  {}={}\n      {}{default}", spec.key, value_words(spec), spec.doc)
}

/// What a value of `spec` looks like.
fn value_words(spec: &OptionSpec) -> String {
    match spec.kind {
        OptionKind::Integer { max: u64::MAX, .. } if spec.unit == "bytes" => "SIZE".into(),
        OptionKind::Integer { min, max } => with_unit(format!("{min}..{max}"), spec.unit),
        OptionKind::Number { min, max } => with_unit(format!("{min}..{max}"), spec.unit),
        OptionKind::Flag => "true|false".into(),
        OptionKind::Choice(words) => words.join("|"),
        OptionKind::Pages => "RANGES".into(),
        OptionKind::Text => "TEXT".into(),
    }
}

fn with_unit(range: String, unit: &str) -> String {
    if unit.is_empty() { range } else { format!("{range} ({unit})") }
}

/// The exit statuses, from the library's error table and the command's own.
fn status_help() -> String {
    let own = failure::OWN_STATUSES.iter().map(|(status, doc)| (*status, (*doc).to_owned()));
    let table = ERRORS.iter().map(|row| (row.code.number(), format!("{}: {}", row.name, row.doc)));
    let mut rows: Vec<_> = own.chain(table).collect();
    rows.sort();
    let lines = rows.into_iter().map(|(status, doc)| format!("  {status:>3}  {doc}"));
    format!("Exit status:\n{}", lines.collect::<Vec<_>>().join("\n"))
}

/// Whether a path names standard input or output.
pub fn is_standard(path: &std::path::Path) -> bool {
    path.as_os_str() == "-"
}
