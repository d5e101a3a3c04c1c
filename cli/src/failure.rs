//! Errors that end a command: a failed conversion, or trouble with a file of the command itself.

use std::io;
use std::path::{Path, PathBuf};

use serde_json::{Map, Value, json};
use transvase::{Error, ErrorCode, Limit};
use transvase_surface::files::{IO, NO_INPUT, Unread};

/// Wrong words on the command line (`EX_USAGE` of BSD's sysexits).
pub const USAGE: u8 = 64;

/// An account or a key that is named is not there, or is there already (`EX_NOUSER`).
pub const UNKNOWN: u8 = 67;

/// The service cannot start, or its database does not answer (`EX_UNAVAILABLE`).
pub const UNAVAILABLE: u8 = 69;

/// The statuses that are not in the library's table.
pub const OWN_STATUSES: &[(u8, &str)] = &[
    (0, "success"),
    (USAGE, "Usage: the words of the command line are wrong."),
    (UNKNOWN, "Unknown: an account or a key that is named is not there, or is there already."),
    (UNAVAILABLE, "Unavailable: the service cannot start, or its database does not answer."),
    (NO_INPUT, "NoInput: the input file cannot be read."),
    (IO, "Output: the output cannot be created or written."),
];

/// The exit status of a command whose failure has been reported.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Status(pub u8);

/// Result of a command: what went wrong has been reported already.
pub type Outcome = Result<(), Status>;

/// One failure, ready to be shown.
#[derive(Debug)]
pub enum Failure {
    /// The library refused or failed.
    Conversion(Error),
    /// The input cannot be read: the sentence names it.
    Input(String),
    /// The input is a directory, and nobody said that its files are meant.
    Directory(PathBuf),
    /// The input is an address of the web, which is not fetched.
    Address(PathBuf),
    /// The output cannot be written: the sentence names it.
    Output(String),
    /// The output is there already, and nobody said that it is to be replaced.
    Exists(PathBuf),
    /// The service cannot start, or its database does not answer: the sentence says why.
    Service(String),
    /// The service's database is not there: the sentence says where.
    NoDatabase(String),
    /// An account or a key that is named is not there, or is there already: the sentence says which.
    Unknown(String),
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        Failure::Conversion(error)
    }
}

impl Failure {
    /// The file at `path` could not be read.
    pub fn reading(path: &Path, error: &io::Error) -> Self {
        if error.kind() == io::ErrorKind::IsADirectory {
            return Failure::Directory(path.to_owned());
        }
        let is_address = ["http://", "https://"].iter().any(|scheme| path.to_string_lossy().starts_with(scheme));
        if is_address {
            return Failure::Address(path.to_owned());
        }
        Failure::Input(format!("{} cannot be read: {}", path.display(), plain(error)))
    }

    /// The file at `path` was not read.
    pub fn unread(path: &Path, unread: Unread) -> Self {
        match unread {
            Unread::System(error) => Failure::reading(path, &error),
            Unread::TooLarge(error) => error.into(),
        }
    }

    /// The file at `path` could not be written.
    pub fn writing(path: &Path, error: &io::Error) -> Self {
        Failure::Output(format!("{} cannot be written: {}", path.display(), plain(error)))
    }

    /// The exit status.
    pub fn status(&self) -> Status {
        Status(match self {
            Failure::Conversion(error) => error.code().number(),
            Failure::Input(_) | Failure::Directory(_) | Failure::Address(_) => NO_INPUT,
            Failure::Output(_) => IO,
            Failure::Exists(_) => ErrorCode::InvalidOption.number(),
            Failure::Service(_) | Failure::NoDatabase(_) => UNAVAILABLE,
            Failure::Unknown(_) => UNKNOWN,
        })
    }

    /// One plain sentence.
    pub fn message(&self) -> String {
        match self {
            Failure::Conversion(error) => error.to_string(),
            Failure::Directory(path) => format!("{} is a directory, not a file", path.display()),
            Failure::Address(path) => {
                format!("{} is an address, and nothing is fetched from the network", path.display())
            }
            Failure::Exists(path) => format!("the output {} already exists", path.display()),
            Failure::Input(message)
            | Failure::Output(message)
            | Failure::Service(message)
            | Failure::NoDatabase(message)
            | Failure::Unknown(message) => message.clone(),
        }
    }

    /// What would work instead: in the words of the command line where they differ from the
    /// library's.
    pub fn hint(&self) -> Option<String> {
        match self {
            Failure::Conversion(error) => Self::hint_of(error),
            Failure::Directory(_) => Some("convert the files in it with --recursive --out-dir DIRECTORY".into()),
            Failure::Address(_) => Some("download the file first".into()),
            Failure::Exists(_) => Some(
                "replace it with --force, or skip it with --skip-existing; if it is another input, add --out-dir DIRECTORY \
                 for the results"
                    .into(),
            ),
            Failure::NoDatabase(_) => Some(
                "name another with --database, start the service once, or create it with \
                 `transvase keys create --new-database`"
                    .into(),
            ),
            _ => None,
        }
    }

    fn hint_of(error: &Error) -> Option<String> {
        let known = error.hint_text().map(str::to_owned);
        let which = error.details().which.as_deref();
        match (error.code(), which) {
            (ErrorCode::LimitExceeded, Some(key)) if Limit::ALL.iter().any(|(limit, ..)| limit.key() == key) => {
                Some(format!("if you trust the input, raise the limit with --limit {key}=N"))
            }
            (ErrorCode::TargetUnreachable, Some("split")) => {
                Some("allow more bytes with --option split=bytes:N, or accept larger files with --best-effort".into())
            }
            (ErrorCode::TargetUnreachable, _) => known.map(|hint| in_words(&hint)),
            // Only where a password can help: the library says so.
            (ErrorCode::PasswordRequired, _) => known.map(|hint| match hint.contains("option password") {
                true => "give it with --password or --password-file".into(),
                false => hint,
            }),
            (ErrorCode::TimedOut, _) => Some("give it more time with --timeout".into()),
            (ErrorCode::Internal, _) => Some(with_cause(error, known)),
            _ => known,
        }
    }

    /// The failure as the `error` member of a report.
    pub fn json(&self) -> Value {
        let code = match self {
            Failure::Conversion(error) => error.code().name(),
            Failure::Input(_) | Failure::Directory(_) | Failure::Address(_) => "NoInput",
            Failure::Output(_) => "Output",
            Failure::Exists(_) => ErrorCode::InvalidOption.name(),
            Failure::Service(_) | Failure::NoDatabase(_) => "Unavailable",
            Failure::Unknown(_) => "Unknown",
        };
        let mut object = json!({
            "code": code,
            "number": self.status().0,
            "message": self.message(),
            "hint": self.hint(),
        });
        if let (Failure::Conversion(error), Some(members)) = (self, object.as_object_mut()) {
            members.insert("stage".into(), json!(error.stage().map(transvase::Stage::name)));
            members.insert("format".into(), json!(error.format()));
            members.insert("details".into(), details(error));
        }
        object
    }
}

/// A hint of the library in the words of the command line.
fn in_words(hint: &str) -> String {
    const WORDS: [(&str, &str); 3] = [
        ("set resize to auto", "add --option resize=auto"),
        ("max_bytes", "--max-bytes"),
        ("best_effort", "--best-effort"),
    ];
    WORDS.iter().fold(hint.to_owned(), |hint, (key, word)| hint.replace(key, word))
}

fn with_cause(error: &Error, known: Option<String>) -> String {
    let cause = error.cause().map(|cause| format!(" (inside: {cause})")).unwrap_or_default();
    format!("{}{cause}", known.unwrap_or_default()).trim().to_owned()
}

/// The figures of an error, those that are set.
fn details(error: &Error) -> Value {
    let details = error.details();
    let targets = (!details.supported_targets.is_empty()).then_some(&details.supported_targets);
    let members = [
        ("which", json!(details.which)),
        ("limit", json!(details.limit)),
        ("seen", json!(details.seen)),
        ("smallest_bytes", json!(details.smallest_bytes)),
        ("smallest_with_resize", json!(details.smallest_with_resize)),
        ("supported_targets", json!(targets)),
    ];
    let set = members.into_iter().filter(|(_, value)| !value.is_null());
    Value::Object(set.map(|(key, value)| (key.to_owned(), value)).collect::<Map<_, _>>())
}

/// The system's words without the number it adds.
pub fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    let words = text.split(" (os error").next().unwrap_or(&text);
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}
