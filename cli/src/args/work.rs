//! Arguments of `convert` and `compress`.

use std::path::PathBuf;

use clap::{Args, ValueHint};

use super::PasswordArgs;
use super::values::{limits, options, readable, writable};

/// Heading of what concerns more inputs than one.
const MANY: &str = "Many files";

/// What can be done with more inputs than one: one thing or the other.
const TOGETHER: &str = "together";

/// The words after `convert`.
#[derive(Debug, Args)]
pub struct ConvertArgs {
    /// Format of the result, where the output's extension does not say it.
    #[arg(long, alias = "format", value_name = "FORMAT", value_parser = writable(), hide_possible_values = true)]
    to: Option<String>,

    /// Make one result of all inputs, in their order. The last name is that of the output, unless --to
    /// names another format than it does: then it is an input, and the result lies beside the first.
    #[arg(long, group = TOGETHER, help_heading = MANY)]
    join: bool,

    #[command(flatten)]
    work: WorkArgs,
}

impl ConvertArgs {
    /// What is to be done.
    pub fn into_work(self) -> WorkArgs {
        let goal = self.to.map_or(Goal::ByName, Goal::Named);
        WorkArgs { goal, join: self.join, ..self.work }
    }
}

/// Which format the result has.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Goal {
    /// The input's own: the file is made smaller.
    #[default]
    Own,
    /// The one that the output's name says; the input's own where the output has no name yet.
    ByName,
    /// This one.
    Named(String),
}

/// What `convert` and `compress` share.
#[derive(Debug, Args)]
pub struct WorkArgs {
    /// Which format the result has: not a word, but what the command says.
    #[arg(skip)]
    pub goal: Goal,

    /// Whether all inputs become one result: a word of `convert` alone.
    #[arg(skip)]
    pub join: bool,

    /// The input and the output; with --join, inputs and the output; with --out-dir, inputs only. - is
    /// standard input or output.
    #[arg(value_name = "FILE", required_unless_present = "files_from")]
    pub files: Vec<PathBuf>,

    /// Where the result goes, as the last name does otherwise: all names are inputs then.
    #[arg(long, short, value_name = "FILE", conflicts_with = "out_dir")]
    pub output: Option<PathBuf>,

    /// Say which files would be written, and write none.
    #[arg(long)]
    pub dry_run: bool,

    /// Format of the input, where its bytes do not say it.
    #[arg(long, value_name = "FORMAT", value_parser = readable(), hide_possible_values = true)]
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

    #[command(flatten)]
    pub password: PasswordArgs,

    /// Any option of the table below, by its key; can be given several times.
    #[arg(long = "option", value_name = "KEY=VALUE", value_parser = options(), hide_possible_values = true)]
    pub options: Vec<String>,

    /// Raise or lower a limit of the table below by its key, as in pages=10000; can be given several times.
    #[arg(long = "limit", value_name = "KEY=VALUE", value_parser = limits(), hide_possible_values = true)]
    pub limits: Vec<String>,

    /// Hand in a file that an input names, such as a picture or a style sheet, under the name that it has
    /// there; can be given several times. Those in the folder of the input and below are found without
    /// it, but not with --isolate.
    #[arg(long = "resource", value_name = "NAME=FILE")]
    pub resources: Vec<String>,

    /// Font file, or folder of fonts, for characters that the bundled fonts lack; can be given several
    /// times. The variable TRANSVASE_FONTS names more, as PATH names folders.
    #[arg(long = "font", value_name = "FILE|DIR", value_hint = ValueHint::AnyPath)]
    pub fonts: Vec<PathBuf>,

    /// Do not look for fonts of this system where text has no glyphs: the result is the same elsewhere. The
    /// variable TRANSVASE_SYSTEM_FONTS names the folders to look in, instead of the usual ones.
    #[arg(long)]
    pub no_system_fonts: bool,

    /// Replace an existing output, and write binary data even to a terminal.
    #[arg(long, short)]
    pub force: bool,

    /// Skip inputs whose output already exists.
    #[arg(long, conflicts_with = "force")]
    pub skip_existing: bool,

    /// Print one JSON object about the result, on standard output (on standard error where the
    /// result itself goes to standard output); with --out-dir, one on each line as each input ends.
    #[arg(long)]
    pub json: bool,

    /// Print errors only: no warnings, no progress.
    #[arg(long, short)]
    pub quiet: bool,

    /// Threads of one conversion; the result does not depend on it. [default: all cores]
    #[arg(long, value_name = "N")]
    pub threads: Option<String>,

    /// Time limit of a conversion in seconds; 0 means none.
    #[arg(long, value_name = "SECONDS", default_value_t = 300.0, allow_negative_numbers = true)]
    pub timeout: f64,

    /// Convert in a worker process that can open no file and no connection, and that is killed where it
    /// does not end in time. Of the files that an input names it has those of --resource alone.
    #[arg(long)]
    pub isolate: bool,

    /// With --isolate: refuse to convert where a layer of the sandbox is missing.
    #[arg(long, requires = "isolate")]
    pub require_sandbox: bool,

    /// Put the results of many inputs into this directory. Without --to each file is compressed in
    /// its own format.
    #[arg(long, value_name = "DIR", value_hint = ValueHint::DirPath, group = TOGETHER, help_heading = MANY)]
    pub out_dir: Option<PathBuf>,

    /// Take the files of directories and of those below them that can be converted by their extension,
    /// but for hidden ones; the tree is kept below --out-dir.
    #[arg(long, short, requires = TOGETHER, help_heading = MANY)]
    pub recursive: bool,

    /// Read names of inputs from a file, one on each line; - is standard input.
    #[arg(long, value_name = "FILE", requires = TOGETHER, help_heading = MANY)]
    pub files_from: Option<PathBuf>,

    /// Names in --files-from end with a NUL character, as `find -print0` writes them.
    #[arg(long, short = '0', requires = "files_from", help_heading = MANY)]
    pub null: bool,

    /// Files converted at a time, with --out-dir. [default: all cores]
    #[arg(long, value_name = "N", requires = "out_dir", help_heading = MANY,
          value_parser = clap::value_parser!(u16).range(1..=256))]
    pub jobs: Option<u16>,
}

impl WorkArgs {
    /// The command these words stand behind.
    pub fn command(&self) -> &'static str {
        if self.goal == Goal::Own { "compress" } else { "convert" }
    }
}
