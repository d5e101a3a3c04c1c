//! Command-line arguments: the words of the command line.

mod help;
mod values;
mod work;

use std::io::IsTerminal;
use std::path::PathBuf;

use clap::builder::styling::{AnsiColor, Styles};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::failure;
use values::{readable, writable};
pub use work::{ConvertArgs, Goal, WorkArgs};

const STYLES: Styles = Styles::styled()
    .header(AnsiColor::Green.on_default().bold())
    .usage(AnsiColor::Green.on_default().bold())
    .literal(AnsiColor::Cyan.on_default().bold())
    .placeholder(AnsiColor::Cyan.on_default());

/// Converts documents, e-books and images, and compresses PDF, JPEG, PNG and WebP under a byte limit.
///
/// The format of the result is the extension of its name. Where it is the input's own format, the
/// file is made smaller. Nothing is opened but the files named here, those that an input names in its own
/// folder and below, and, for letters that no other font has, fonts of the system; no program or network
/// is used.
#[derive(Debug, Parser)]
#[command(name = "transvase", version, styles = STYLES, arg_required_else_help = true)]
pub struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Convert files.
    ///
    /// The result has the format that its name says. Of several pages or frames p.png becomes p-1.png, p-2.png
    /// and so on, p-%03d.png says where their numbers go, and p.zip holds all of them. With --to and no output
    /// each result is written beside its input: x.png for x.jpg, and x.min.jpg where x.jpg keeps its format. A
    /// file that exists is never replaced unless --force says so.
    #[command(override_usage = "transvase convert [OPTIONS] IN OUT\n       \
                                transvase convert [OPTIONS] --to FORMAT IN...\n       \
                                transvase convert [OPTIONS] --join IN... OUT\n       \
                                transvase convert [OPTIONS] --out-dir DIR IN...")]
    Convert(Box<ConvertArgs>),
    /// Make files smaller in their own format.
    ///
    /// Without a limit or a quality that means the balanced level of the format, which `transvase routes`
    /// describes. Without an output x.jpg becomes x.min.jpg beside it.
    #[command(override_usage = "transvase compress [OPTIONS] IN [OUT]\n       \
                                transvase compress [OPTIONS] --out-dir DIR IN...")]
    Compress(Box<WorkArgs>),
    /// List the formats: what is read, written and compressed.
    Formats {
        /// Only this format, with what it can become.
        #[arg(value_name = "FORMAT", value_parser = readable(), hide_possible_values = true)]
        format: Option<String>,
        /// Print one JSON object.
        #[arg(long)]
        json: bool,
    },
    /// List the conversions, with the steps each takes.
    Routes {
        /// Only from the first of these formats, and only to the second.
        #[arg(value_name = "FORMAT", num_args = 0..=2, value_parser = readable(), hide_possible_values = true,
              conflicts_with_all = ["from", "to"])]
        formats: Vec<String>,
        /// Only from this format.
        #[arg(long, value_name = "FORMAT", value_parser = readable(), hide_possible_values = true)]
        from: Option<String>,
        /// Only to this format.
        #[arg(long, value_name = "FORMAT", value_parser = writable(), hide_possible_values = true)]
        to: Option<String>,
        /// Print one JSON object.
        #[arg(long)]
        json: bool,
    },
    /// Say what a file is: format, pages, dimensions, metadata, encryption.
    Inspect(InspectArgs),
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

/// The words after `inspect`.
#[derive(Debug, Args)]
pub struct InspectArgs {
    /// The file; - is standard input.
    #[arg(value_name = "FILE")]
    pub file: PathBuf,

    #[command(flatten)]
    pub password: PasswordArgs,

    /// Print one JSON object.
    #[arg(long)]
    pub json: bool,
}

/// How an encrypted input is opened.
#[derive(Debug, Args)]
pub struct PasswordArgs {
    /// Password of an encrypted input. Other people on this machine can see it in the list of processes.
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    pub password: Option<String>,

    /// Read the password from the first line of a file; - is standard input. Where neither is given and
    /// one file needs a password, it is asked for on the terminal.
    #[arg(long, value_name = "FILE", conflicts_with = "password")]
    pub password_file: Option<PathBuf>,
}

/// Reads the command line; wrong words end the program with the status of a usage error.
pub fn parse() -> Command {
    match command().try_get_matches().and_then(|matches| Cli::from_arg_matches(&matches)) {
        Ok(cli) => cli.command,
        Err(mut error) => {
            let option = option_of(&error);
            if option.is_some() {
                // What clap takes it for instead leads astray.
                error.remove(ContextKind::Suggested);
                error.remove(ContextKind::SuggestedArg);
            }
            let status = print(&error);
            if error.kind() == ErrorKind::InvalidSubcommand {
                suggest_convert();
            }
            if let Some(key) = option {
                crate::report::say(format_args!("hint: --option {key}=VALUE"));
            }
            std::process::exit(i32::from(status))
        }
    }
}

/// The option of the table that somebody has taken for a flag.
fn option_of(error: &clap::Error) -> Option<&'static str> {
    let Some(ContextValue::String(word)) = error.get(ContextKind::InvalidArg) else { return None };
    let key = word.trim_start_matches('-').split('=').next()?.replace('-', "_");
    transvase::option_spec(&key).ok().filter(|_| error.kind() == ErrorKind::UnknownArgument).map(|spec| spec.key)
}

/// Says how files are converted to somebody who has named some without a command.
fn suggest_convert() {
    let words: Vec<_> = std::env::args_os().skip(1).collect();
    if words.first().is_some_and(|first| std::path::Path::new(first).exists()) {
        let words: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
        crate::report::say(format_args!("hint: transvase convert {}", words.join(" ")));
    }
}

/// Prints what is wrong with the words, or the help they ask for; the status it ends with.
fn print(error: &clap::Error) -> u8 {
    if error.use_stderr() {
        // Where even this cannot be printed there is nobody to tell.
        let _ = error.print();
        return failure::USAGE;
    }
    let text = error.render();
    let shown = if std::io::stdout().is_terminal() { text.ansi().to_string() } else { text.to_string() };
    let printed = crate::report::print_text(&shown).or_else(|failure| crate::fail(&failure, false));
    printed.map_or_else(|status| status.0, |()| 0)
}

/// Ends the program with a usage error of a subcommand.
pub fn usage_error_of(subcommand: &str, message: &str) -> ! {
    let mut command = command();
    // The subcommand exists: it is a variant of `Command`. The fallback keeps this total all the same.
    let error = match command.find_subcommand_mut(subcommand) {
        Some(found) => found.error(ErrorKind::WrongNumberOfValues, message),
        None => command.error(ErrorKind::WrongNumberOfValues, message),
    };
    std::process::exit(i32::from(print(&error)))
}

/// The whole command, with the help that is made from the library's tables.
pub fn command() -> clap::Command {
    let with_tables = |command: clap::Command, examples: &'static str| {
        command.after_help(examples).after_long_help(format!("{}\n\n{examples}", help::tables()))
    };
    Cli::command()
        .after_help(help::EXAMPLES)
        .after_long_help(format!("{}\n\n{}", help::EXAMPLES, help::statuses()))
        .mut_subcommand("convert", |convert| with_tables(convert, help::EXAMPLES))
        .mut_subcommand("compress", |compress| with_tables(compress, help::COMPRESS_EXAMPLES))
}

/// Whether a path names standard input or output.
pub fn is_standard(path: &std::path::Path) -> bool {
    path.as_os_str() == "-"
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_words_do_not_contradict_each_other() {
        super::command().debug_assert();
    }
}
