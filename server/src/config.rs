//! The settings of the service: one table. Flags, `TRANSVASE_*` variables, the keys of the TOML file
//! and `--print-config` are all derived from [`SETTINGS`].

use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// One setting: how it is named, said and set.
pub struct Setting {
    /// The key in the file; `--free-credits` and `TRANSVASE_FREE_CREDITS` are derived from `free_credits`.
    pub key: &'static str,
    /// What it is, with its unit.
    pub doc: &'static str,
    /// The default, as it would be written.
    pub default: &'static str,
    /// Whether it is a switch, which takes no value on the command line.
    pub is_switch: bool,
    set: fn(&mut Config, &str) -> Result<(), String>,
    get: fn(&Config) -> String,
}

macro_rules! settings {
    ($($(#[doc = $doc:literal])+ $key:ident: $type:ty = $default:literal;)*) => {
        /// Every setting of the service, typed.
        #[derive(Debug, Clone, PartialEq)]
        pub struct Config {
            $($(#[doc = $doc])+ pub $key: $type,)*
        }

        /// The table of settings.
        pub static SETTINGS: &[Setting] = &[$(Setting {
            key: stringify!($key),
            doc: concat!($($doc),+),
            default: $default,
            is_switch: <$type as Value>::IS_SWITCH,
            set: |config, text| { config.$key = <$type as Value>::parse(text)?; Ok(()) },
            get: |config| config.$key.show(),
        }),*];

        impl Default for Config {
            fn default() -> Self {
                Config { $($key: of_table(stringify!($key), $default),)* }
            }
        }
    };
}

settings! {
    /// Address and port to listen on.
    listen: SocketAddr = "127.0.0.1:8080";
    /// Where accounts, keys and credits are kept: sqlite:FILE or postgres://USER:PASSWORD@HOST/NAME.
    database: DatabaseUrl = "sqlite:transvase.db";
    /// How SQLite waits for the disk: normal survives a killed process, full a power loss too.
    synchronous: Synchronous = "normal";
    /// Address and port of the Prometheus metrics; empty for none.
    metrics_listen: Option<SocketAddr> = "";
    /// File with the TLS certificate chain in PEM; empty for plain HTTP.
    tls_certificate: Option<PathBuf> = "";
    /// File with the TLS private key in PEM.
    tls_key: Option<PathBuf> = "";
    /// Base URL clients use, for links and code samples; empty to take it from the request.
    public_url: Option<String> = "";
    /// Addresses of proxies whose X-Forwarded-For and X-Forwarded-Proto are believed, separated by commas.
    trusted_proxies: Vec<IpAddr> = "";
    /// Origins of web pages that may use the API, as in https://HOST, separated by commas; * for any, empty for none.
    cors_origins: Vec<Origin> = "";
    /// Let anyone create an account.
    allow_signup: bool = "false";
    /// Worker processes; 0 for one per core.
    workers: usize = "0";
    /// Convert in the server's own process, without isolation.
    in_process: bool = "false";
    /// Refuse to start where a layer of the sandbox is missing.
    require_sandbox: bool = "false";
    /// Folder of fonts, those below it included, that are looked at where text has no glyphs; empty for none.
    fonts_dir: Option<PathBuf> = "";
    /// Do not look at the fonts of the system where text has no glyphs.
    no_system_fonts: bool = "false";
    /// Conversions after which a worker is replaced.
    recycle_jobs: u64 = "200";
    /// Growth of a worker's memory in bytes after which it is replaced.
    recycle_growth_bytes: u64 = "536870912";
    /// Address space of a worker in bytes: a conversion that needs more fails.
    worker_memory_bytes: u64 = "3221225472";
    /// Worker processes beside those, for conversions that take long and those of accounts that used much of late; 0 for
    /// twice as many as workers.
    slow_workers: usize = "0";
    /// Conversions that may wait for a worker; 0 for four per worker.
    queue: usize = "0";
    /// Longest wait for a worker, in seconds.
    queue_wait_s: Seconds = "2";
    /// Uploads that are read at the same time.
    uploads: usize = "256";
    /// Open connections.
    connections: usize = "1024";
    /// Open connections of one address.
    connections_per_ip: usize = "512";
    /// Time to the first byte of a request on a new connection, in seconds.
    first_byte_timeout_s: Seconds = "5";
    /// Time for the headers of a request, in seconds.
    header_timeout_s: Seconds = "10";
    /// Time after which a connection without a request is ended, in seconds.
    idle_timeout_s: Seconds = "60";
    /// Time for a whole upload, in seconds.
    upload_timeout_s: Seconds = "120";
    /// Least rate of an upload, and of taking a result, in bytes a second, after ten seconds.
    upload_rate_bytes: u64 = "8192";
    /// Memory for results that are being sent, in bytes: what does not fit goes over the disk.
    result_memory_bytes: u64 = "67108864";
    /// Time for running conversions to end after SIGTERM, in seconds.
    drain_s: Seconds = "30";
    /// Requests a minute of one key; 0 for no limit.
    rate_per_key: u32 = "60";
    /// Requests a minute of one account; 0 for no limit.
    rate_per_account: u32 = "240";
    /// Requests a minute of the operator's own account, which the command line makes, and of each of its keys; 0 for no limit.
    rate_operator: u32 = "0";
    /// Largest upload on the free plan, in bytes.
    free_upload_bytes: u64 = "26214400";
    /// Longest conversion on the free plan, in seconds.
    free_time_s: Seconds = "30";
    /// Conversions of one account at the same time on the free plan.
    free_concurrency: u32 = "2";
    /// Credits an account starts with.
    free_credits: i64 = "200";
    /// Days after sign-up on which free credits expire.
    free_days: u32 = "30";
    /// Largest upload on the paid plan, in bytes.
    paid_upload_bytes: u64 = "209715200";
    /// Longest conversion on the paid plan, in seconds.
    paid_time_s: Seconds = "120";
    /// Conversions of one account at the same time on the paid plan.
    paid_concurrency: u32 = "8";
    /// Folder for the files of jobs, which servers over one database share; empty for one beside the file of SQLite, or
    /// transvase-jobs in the working folder.
    jobs_dir: Option<PathBuf> = "";
    /// Room for the files of all jobs together, in bytes.
    jobs_bytes: u64 = "10737418240";
    /// Time that the result of a job is kept, in seconds.
    job_result_s: Seconds = "3600";
    /// Jobs of one account that have not ended, on the free plan.
    free_jobs: u32 = "10";
    /// Longest conversion of a job on the free plan, in seconds.
    free_job_time_s: Seconds = "120";
    /// Jobs of one account that have not ended, on the paid plan.
    paid_jobs: u32 = "100";
    /// Longest conversion of a job on the paid plan, in seconds.
    paid_job_time_s: Seconds = "900";
    /// Send webhooks to private addresses and over plain HTTP too.
    webhook_private: bool = "false";
    /// Days the dashboard's record of requests is kept.
    history_days: u32 = "90";
    /// Form of the log: text or json.
    log: LogForm = "text";
}

/// A duration that is written as a number of seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seconds(pub Duration);

/// Where the store is: its URL holds a password, which is never shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DatabaseUrl(pub String);

impl DatabaseUrl {
    /// The file of a SQLite database; `None` for another.
    pub fn file(&self) -> Option<&Path> {
        let file = self.0.strip_prefix("sqlite:")?;
        // As in sqlite:FILE, and as in sqlite://FILE, which other programs write.
        Some(Path::new(file.strip_prefix("//").unwrap_or(file)))
    }
}

impl std::fmt::Display for DatabaseUrl {
    /// As people may see it: a file with its whole path, a URL without its password.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.file().and_then(|file| std::path::absolute(file).ok()) {
            Some(file) => write!(f, "sqlite:{}", file.display()),
            None => f.write_str(&masked(&self.0)),
        }
    }
}

/// Where a web page comes from: scheme, host and port, as a browser writes them; `*` stands for any.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Origin(pub String);

impl Origin {
    /// Whether it stands for any.
    pub fn is_any(&self) -> bool {
        self.0 == "*"
    }
}

/// How many requests a minute are taken; 0 for no limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Rates {
    /// Of one key.
    pub per_key: u32,
    /// Of one account.
    pub per_account: u32,
}

/// How SQLite waits for the disk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Synchronous {
    /// The write-ahead log is synchronised at checkpoints.
    Normal,
    /// The write-ahead log is synchronised at every commit.
    Full,
}

/// Form of the log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LogForm {
    /// For people.
    Text,
    /// One JSON object a line.
    Json,
}

/// A setting that cannot be taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BadSetting {
    /// The setting's key.
    pub key: String,
    /// What is wrong, in one sentence.
    pub message: String,
}

impl std::fmt::Display for BadSetting {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "setting {}: {}", self.key, self.message)
    }
}

impl std::error::Error for BadSetting {}

impl Setting {
    /// The variable of the environment.
    pub fn variable(&self) -> String {
        format!("TRANSVASE_{}", self.key.to_uppercase())
    }

    /// The long flag, without its dashes.
    pub fn flag(&self) -> String {
        self.key.replace('_', "-")
    }
}

impl Config {
    /// Sets one setting by its key.
    pub fn set(&mut self, key: &str, text: &str) -> Result<(), BadSetting> {
        let bad = |message: String| BadSetting { key: key.into(), message };
        let setting = SETTINGS.iter().find(|setting| setting.key == key);
        let setting = setting.ok_or_else(|| bad("it is not a known setting".into()))?;
        (setting.set)(self, text.trim()).map_err(bad)
    }

    /// Sets what a TOML document says: one table of scalars.
    pub fn set_from_toml(&mut self, text: &str) -> Result<(), BadSetting> {
        let table: toml::Table = toml::from_str(text)
            .map_err(|error| BadSetting { key: "config".into(), message: error.message().into() })?;
        for (key, value) in &table {
            self.set(key, &scalar(key, value)?)?;
        }
        Ok(())
    }

    /// Everything, as a TOML document that could be read back; passwords are masked.
    pub fn show(&self) -> String {
        let lines = SETTINGS.iter().map(|setting| {
            let value = (setting.get)(self);
            let bare = !value.is_empty() && (value.parse::<f64>().is_ok() || value == "true" || value == "false");
            // A JSON string is a basic string of TOML too.
            let value = if bare { value } else { serde_json::Value::String(value).to_string() };
            format!("# {}\n{} = {value}\n", setting.doc.trim(), setting.key)
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    /// The rates of the operator's own account, or of everyone else.
    pub fn rates(&self, is_operator: bool) -> Rates {
        match is_operator {
            true => Rates { per_key: self.rate_operator, per_account: self.rate_operator },
            false => Rates { per_key: self.rate_per_key, per_account: self.rate_per_account },
        }
    }

    /// The longest that a request can take from its admission to its answer, with as much again for machines that are
    /// late.
    pub fn longest_request(&self) -> Duration {
        let conversion = self.free_time_s.0.max(self.paid_time_s.0);
        2 * (self.upload_timeout_s.0 + self.queue_wait_s.0 + conversion)
    }

    /// Folder for the files of jobs.
    pub fn jobs_folder(&self) -> PathBuf {
        let beside = |file: &Path| {
            let mut name = file.as_os_str().to_owned();
            name.push("-jobs");
            PathBuf::from(name)
        };
        let by_default = || self.database.file().map_or_else(|| "transvase-jobs".into(), beside);
        self.jobs_dir.clone().unwrap_or_else(by_default)
    }

    /// Worker processes, or conversions at the same time in one process.
    pub fn worker_count(&self) -> usize {
        if self.workers > 0 { self.workers } else { std::thread::available_parallelism().map_or(1, usize::from) }
    }

    /// Worker processes for what takes long, or as many conversions in one process.
    pub fn slow_count(&self) -> usize {
        if self.slow_workers > 0 { self.slow_workers } else { 2 * self.worker_count() }
    }

    /// Conversions that may wait for a worker.
    pub fn queue_places(&self) -> usize {
        if self.queue > 0 { self.queue } else { 4 * self.worker_count() }
    }
}

/// The text of a TOML value that is neither a table nor an array.
fn scalar(key: &str, value: &toml::Value) -> Result<String, BadSetting> {
    match value {
        toml::Value::String(text) => Ok(text.clone()),
        toml::Value::Integer(number) => Ok(number.to_string()),
        toml::Value::Float(number) => Ok(number.to_string()),
        toml::Value::Boolean(flag) => Ok(flag.to_string()),
        _ => Err(BadSetting { key: key.into(), message: "a setting is text, a number, true or false".into() }),
    }
}

/// A type of setting.
trait Value: Sized {
    const IS_SWITCH: bool = false;
    fn parse(text: &str) -> Result<Self, String>;
    fn show(&self) -> String;
}

/// A default of the table; one that does not parse is a defect, which the table's test finds.
fn of_table<T: Value>(key: &str, default: &str) -> T {
    T::parse(default).unwrap_or_else(|why| unreachable!("the default of {key}: {why}"))
}

macro_rules! plain_values {
    ($($type:ty: $what:literal),*) => {$(
        impl Value for $type {
            fn parse(text: &str) -> Result<Self, String> {
                text.parse().map_err(|_| format!("{text:?} is not {}", $what))
            }
            fn show(&self) -> String {
                self.to_string()
            }
        }
    )*};
}

plain_values! {
    SocketAddr: "an address and port, as in 127.0.0.1:8080",
    IpAddr: "an address",
    usize: "a whole number",
    u32: "a whole number",
    u64: "a whole number",
    i64: "a whole number",
    String: "text"
}

impl Value for bool {
    const IS_SWITCH: bool = true;

    fn parse(text: &str) -> Result<Self, String> {
        match text {
            "true" | "1" | "yes" => Ok(true),
            "false" | "0" | "no" | "" => Ok(false),
            _ => Err(format!("{text:?} is neither true nor false")),
        }
    }

    fn show(&self) -> String {
        self.to_string()
    }
}

impl Value for PathBuf {
    fn parse(text: &str) -> Result<Self, String> {
        Ok(text.into())
    }

    fn show(&self) -> String {
        self.display().to_string()
    }
}

impl<T: Value> Value for Option<T> {
    fn parse(text: &str) -> Result<Self, String> {
        if text.is_empty() { Ok(None) } else { T::parse(text).map(Some) }
    }

    fn show(&self) -> String {
        self.as_ref().map_or_else(String::new, Value::show)
    }
}

impl<T: Value> Value for Vec<T> {
    fn parse(text: &str) -> Result<Self, String> {
        text.split(',').map(str::trim).filter(|word| !word.is_empty()).map(T::parse).collect()
    }

    fn show(&self) -> String {
        self.iter().map(Value::show).collect::<Vec<_>>().join(",")
    }
}

impl Value for Seconds {
    fn parse(text: &str) -> Result<Self, String> {
        let seconds = text.parse().ok().and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
        seconds.map(Seconds).ok_or_else(|| format!("{text:?} is not a number of seconds"))
    }

    fn show(&self) -> String {
        self.0.as_secs_f64().to_string()
    }
}

impl Value for Origin {
    fn parse(text: &str) -> Result<Self, String> {
        let text = text.trim_end_matches('/').to_ascii_lowercase();
        let host = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://")).unwrap_or_default();
        let is_host = !host.is_empty() && !host.contains(['/', '?', '#', '@', '*']) && host.is_ascii();
        match is_host || text == "*" {
            true => Ok(Origin(text)),
            false => Err(format!("{text:?} is neither an origin such as https://app.example.org nor *")),
        }
    }

    fn show(&self) -> String {
        self.0.clone()
    }
}

impl Value for DatabaseUrl {
    fn parse(text: &str) -> Result<Self, String> {
        let known = ["sqlite:", "postgres://", "postgresql://"];
        match known.iter().any(|scheme| text.starts_with(scheme)) {
            true => Ok(DatabaseUrl(text.into())),
            false => Err("it must be sqlite:FILE or postgres://...".into()),
        }
    }

    fn show(&self) -> String {
        masked(&self.0)
    }
}

/// A URL without the password before its host, nor one among its parameters.
fn masked(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return url.into() };
    let (rest, query) = rest.split_once('?').map_or((rest, ""), |(rest, query)| (rest, query));
    let rest = match rest.rsplit_once('@') {
        Some((user, host)) => {
            format!("{}@{host}", user.split_once(':').map_or(user.into(), |(name, _)| format!("{name}:***")))
        }
        None => rest.into(),
    };
    let query = query.split('&').filter(|pair| !pair.is_empty()).map(|pair| match pair.split_once('=') {
        Some((key, _)) if key.contains("password") => format!("{key}=***"),
        _ => pair.into(),
    });
    let query = query.collect::<Vec<String>>().join("&");
    if query.is_empty() { format!("{scheme}://{rest}") } else { format!("{scheme}://{rest}?{query}") }
}

/// Types that are one of two words.
macro_rules! word_values {
    ($($type:ident: $first:ident $first_word:literal, $second:ident $second_word:literal;)*) => {$(
        impl Value for $type {
            fn parse(text: &str) -> Result<Self, String> {
                match text {
                    $first_word => Ok($type::$first),
                    $second_word => Ok($type::$second),
                    _ => Err(format!("{text:?} is neither {} nor {}", $first_word, $second_word)),
                }
            }

            fn show(&self) -> String {
                match self {
                    $type::$first => $first_word.into(),
                    $type::$second => $second_word.into(),
                }
            }
        }
    )*};
}

word_values! {
    Synchronous: Normal "normal", Full "full";
    LogForm: Text "text", Json "json";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_parses_and_shows_itself() {
        let config = Config::default();
        for setting in SETTINGS {
            assert_eq!((setting.get)(&config), setting.default, "{}", setting.key);
        }
    }

    #[test]
    fn what_is_shown_can_be_read_back() {
        let mut config = Config::default();
        config.set("listen", "127.0.0.1:9").unwrap();
        config.set("free_time_s", "2.5").unwrap();
        config.set("trusted_proxies", "10.0.0.1, ::1").unwrap();
        let mut read = Config::default();
        read.set_from_toml(&config.show()).unwrap();
        assert_eq!(read, config);
    }

    #[test]
    fn passwords_are_masked() {
        for url in [
            "postgres://ann:s3cret@host/db",
            "postgres://host/db?user=ann&password=s3cret",
            "postgres://a:s3cret@x@host/db",
        ] {
            let mut config = Config::default();
            config.set("database", url).unwrap();
            assert!(!config.show().contains("s3cret"), "{url}");
            assert!(config.show().contains("host/db"), "{url}");
        }
    }

    #[test]
    fn an_origin_is_a_scheme_and_a_host() {
        let mut config = Config::default();
        config.set("cors_origins", "https://App.example.org/, http://localhost:3000,*").unwrap();
        let told: Vec<_> = config.cors_origins.iter().map(|origin| origin.0.as_str()).collect();
        assert_eq!(told, ["https://app.example.org", "http://localhost:3000", "*"]);
        for odd in ["app.example.org", "https://", "https://a/b", "https://*.example.org", "null", "ftp://a"] {
            assert!(config.set("cors_origins", odd).is_err(), "{odd}");
        }
    }

    #[test]
    fn a_bad_value_names_its_setting() {
        let error = Config::default().set("workers", "many").unwrap_err();
        assert_eq!(error.to_string(), "setting workers: \"many\" is not a whole number");
        assert!(Config::default().set("worker", "2").is_err());
    }
}
