//! `transvase serve`: from the words of the command line, the environment and a file to a running service.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use serde_json::json;
use transvase_server::CannotStart;
use transvase_server::api::admission::rfc3339;
use transvase_server::config::{Config, LogForm, SETTINGS, Setting};
use transvase_server::store;

use crate::failure::{Failure, Outcome, Status, UNAVAILABLE, USAGE};
use crate::{args, health, report};

/// The variable that names the file of settings.
const CONFIG_VARIABLE: &str = "TRANSVASE_CONFIG";

/// Threads that answer requests. Conversions have processes of their own; these only pass bytes on.
const THREADS: usize = 2;

/// The words after `serve`: a flag for each row of the table of settings, and two of the command's own.
#[derive(Debug, Default)]
pub struct ServeArgs {
    settings: Vec<(&'static str, String)>,
    file: Option<PathBuf>,
    print: bool,
    check: bool,
}

impl Args for ServeArgs {
    fn augment_args(command: Command) -> Command {
        let own = [
            Arg::new("config")
                .long("config")
                .value_name("FILE")
                .value_parser(clap::value_parser!(PathBuf))
                .help(format!("File of settings, in TOML. [env: {CONFIG_VARIABLE}]")),
            Arg::new("print-config")
                .long("print-config")
                .action(ArgAction::SetTrue)
                .help("Print the settings in effect, without secrets, and exit."),
            Arg::new("check")
                .long("check")
                .action(ArgAction::SetTrue)
                .help("Check whether the service with these settings is running; exit status 0 if it is."),
        ];
        command.args(own).args(SETTINGS.iter().map(flag))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

impl FromArgMatches for ServeArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut words = ServeArgs::default();
        words.update_from_arg_matches(matches)?;
        Ok(words)
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        self.file = matches.get_one::<PathBuf>("config").cloned();
        self.print = matches.get_flag("print-config");
        self.check = matches.get_flag("check");
        let set = SETTINGS.iter().filter_map(|setting| {
            let text = match setting.is_switch {
                true => matches.get_flag(setting.key).then(|| "true".to_owned()),
                false => matches.get_one::<String>(setting.key).cloned(),
            };
            Some((setting.key, text?))
        });
        self.settings = set.collect();
        Ok(())
    }
}

/// The flag of a row.
fn flag(setting: &'static Setting) -> Arg {
    let default = if setting.default.is_empty() { String::new() } else { format!(" [default: {}]", setting.default) };
    let arg = Arg::new(setting.key).long(setting.flag()).help(format!(
        "{}{default} [env: {}]",
        setting.doc.trim(),
        setting.variable()
    ));
    match setting.is_switch {
        true => arg.action(ArgAction::SetTrue),
        false => arg.value_name("VALUE").allow_hyphen_values(true),
    }
}

/// Runs `transvase serve`.
pub fn run(words: &ServeArgs) -> Outcome {
    let config = settings(words.file.as_deref(), words.settings.clone())
        .unwrap_or_else(|why| args::usage_error_of("serve", &why));
    if words.print {
        return report::print_text(&config.show()).or_else(|failure| crate::fail(&failure, false));
    }
    if words.check {
        return health::check(&config).or_else(|why| crate::fail(&Failure::Service(why), false));
    }
    let is_for_programs = config.log == LogForm::Json;
    match serve(config) {
        Ok(()) => Ok(()),
        // The log has it already, in its own form.
        Err(why) if is_for_programs => Err(status(&why)),
        Err(CannotStart::Setting(why)) => args::usage_error_of("serve", &why),
        Err(CannotStart::Unavailable(why)) => crate::fail(&Failure::Service(why), false),
    }
}

fn status(why: &CannotStart) -> Status {
    Status(match why {
        CannotStart::Setting(_) => USAGE,
        CannotStart::Unavailable(_) => UNAVAILABLE,
    })
}

fn serve(config: Config) -> Result<(), CannotStart> {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(THREADS).enable_all().build();
    let runtime = runtime.map_err(|error| CannotStart::Unavailable(error.to_string()))?;
    let announce = if config.log == LogForm::Json { announce_to_programs } else { announce };
    let outcome = runtime.block_on(transvase_server::serve(config, announce));
    // A conversion in this process that does not hear its cancelling is not waited for.
    runtime.shutdown_background();
    outcome
}

/// Tells where the service listens, on a line that a program can wait for.
fn announce(words: &str, address: std::net::SocketAddr) {
    let mut out = std::io::stdout().lock();
    let _ = writeln!(out, "{words} http://{address}").and_then(|()| out.flush());
}

/// The same as a line of the log.
fn announce_to_programs(words: &str, address: std::net::SocketAddr) {
    let (at, url) = (rfc3339(store::now()), format!("http://{address}"));
    let mut out = std::io::stdout().lock();
    let line = json!({ "timestamp": at, "level": "INFO", "message": words, "url": url });
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}

/// The settings: a flag wins over a variable, a variable over the file, the file over the default.
pub fn settings(
    file: Option<&Path>,
    flags: impl IntoIterator<Item = (&'static str, String)>,
) -> Result<Config, String> {
    let mut config = Config::default();
    let named = file.map(Path::to_owned).or_else(|| std::env::var_os(CONFIG_VARIABLE).map(PathBuf::from));
    if let Some(path) = named.filter(|path| !path.as_os_str().is_empty()) {
        config.set_from_toml(&read(&path)?).map_err(|bad| format!("{}: {bad}", path.display()))?;
    }
    for setting in SETTINGS {
        if let Ok(text) = std::env::var(setting.variable()) {
            config.set(setting.key, &text).map_err(|bad| format!("{}: {bad}", setting.variable()))?;
        }
    }
    for (key, text) in flags {
        config.set(key, &text).map_err(|bad| bad.to_string())?;
    }
    Ok(config)
}

fn read(path: &Path) -> Result<String, String> {
    std::fs::read_to_string(path).map_err(|error| format!("{} cannot be read: {error}", path.display()))
}
