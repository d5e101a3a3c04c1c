//! The one error type and the one table of error codes.
//!
//! Every surface derives from [`ERRORS`]: the C status and the exit status of the command line are
//! [`ErrorCode::number`], the HTTP status and problem code, the Python class and the documentation
//! come from the same row. Numbers are pinned and never reused.

use std::error::Error as StdError;
use std::fmt;

use crate::spelling;

/// What went wrong, in the terms every surface shares. The discriminant is the pinned number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
#[non_exhaustive]
pub enum ErrorCode {
    /// An option is unknown, has the wrong type or lies outside its range.
    InvalidOption = 2,
    /// The target is not a format that this build can write.
    UnknownTarget = 3,
    /// The input's format could not be recognised, or is not one that this build can read.
    UnknownSource = 4,
    /// Both formats are known, but there is no conversion from one to the other.
    UnsupportedRoute = 5,
    /// The input is not of the format the caller said it is.
    FormatMismatch = 6,
    /// The input has no bytes.
    EmptyInput = 7,
    /// The input is damaged beyond repair.
    Malformed = 8,
    /// The input is cut off.
    Truncated = 9,
    /// The input is encrypted and no password was given.
    PasswordRequired = 10,
    /// The input is encrypted and the password given does not open it.
    PasswordIncorrect = 11,
    /// The input is protected by DRM (digital rights management).
    DrmProtected = 12,
    /// No result fits into `max_bytes` with the given options.
    TargetUnreachable = 13,
    /// The input asks for more than a limit allows.
    LimitExceeded = 14,
    /// A file or font that the input needs is missing.
    MissingResource = 15,
    /// The conversion took longer than its time limit.
    TimedOut = 16,
    /// The caller cancelled the conversion.
    Cancelled = 17,
    /// Memory ran out.
    OutOfMemory = 18,
    /// The library has a bug.
    Internal = 70,
}

/// One row of the error table.
#[derive(Debug)]
#[non_exhaustive]
pub struct ErrorSpec {
    /// The code the row describes.
    pub code: ErrorCode,
    /// Name of the code as it is written in every language.
    pub name: &'static str,
    /// `code` of the RFC 9457 problem document; `None` where no client is left to read one.
    pub problem: Option<&'static str>,
    /// HTTP status of the problem document.
    pub http: Option<u16>,
    /// Python class the exception also derives from.
    pub python: Option<&'static str>,
    /// Whether the same call may succeed later.
    pub retryable: bool,
    /// One sentence for the documentation.
    pub doc: &'static str,
}

macro_rules! row {
    ($code:ident, $problem:expr, $http:expr, $python:expr, $retryable:expr, $doc:expr) => {
        ErrorSpec {
            code: ErrorCode::$code,
            name: stringify!($code),
            problem: $problem,
            http: $http,
            python: $python,
            retryable: $retryable,
            doc: $doc,
        }
    };
}

/// The table, in the order of the numbers.
#[rustfmt::skip]
pub static ERRORS: &[ErrorSpec] = &[
    row!(InvalidOption, Some("invalid_option"), Some(400), Some("ValueError"), false, "An option is unknown, has the wrong type or lies outside its range."),
    row!(UnknownTarget, Some("unknown_format"), Some(400), Some("ValueError"), false, "The target is not a format that this build can write."),
    row!(UnknownSource, Some("unsupported_source"), Some(415), Some("ValueError"), false, "The input's format could not be recognised, or is not one that this build can read."),
    row!(UnsupportedRoute, Some("unsupported_conversion"), Some(422), Some("ValueError"), false, "Both formats are known, but there is no conversion from one to the other."),
    row!(FormatMismatch, Some("format_mismatch"), Some(422), Some("ValueError"), false, "The input is not of the format the caller said it is."),
    row!(EmptyInput, Some("empty_file"), Some(400), Some("ValueError"), false, "The input has no bytes."),
    row!(Malformed, Some("corrupt_file"), Some(422), Some("ValueError"), false, "The input is damaged beyond repair."),
    row!(Truncated, Some("corrupt_file"), Some(422), Some("EOFError"), false, "The input is cut off."),
    row!(PasswordRequired, Some("password_required"), Some(422), Some("PermissionError"), false, "The input is encrypted and no password was given."),
    row!(PasswordIncorrect, Some("password_incorrect"), Some(422), Some("PermissionError"), false, "The input is encrypted and the password given does not open it."),
    row!(DrmProtected, Some("drm_protected"), Some(422), Some("PermissionError"), false, "The input is protected by DRM (digital rights management)."),
    row!(TargetUnreachable, Some("size_limit_unreachable"), Some(422), None, false, "No result fits into max_bytes with the given options; smallest_bytes is the smallest possible size, smallest_with_resize the smallest with fewer pixels."),
    row!(LimitExceeded, Some("resource_limit"), Some(422), None, false, "The input asks for more than a limit allows; which, limit and seen say how much."),
    row!(MissingResource, Some("conversion_failed"), Some(422), Some("LookupError"), false, "A file or font that the input needs is missing."),
    row!(TimedOut, Some("conversion_timeout"), Some(504), Some("TimeoutError"), false, "The conversion took longer than its time limit."),
    row!(Cancelled, None, None, None, false, "The caller cancelled the conversion."),
    row!(OutOfMemory, Some("overloaded"), Some(503), Some("MemoryError"), true, "Memory ran out."),
    row!(Internal, Some("internal_error"), Some(500), Some("RuntimeError"), false, "The library has a bug."),
];

impl ErrorCode {
    /// The row of [`ERRORS`] that describes this code.
    pub fn spec(self) -> &'static ErrorSpec {
        // Every variant has a row: the test `every_code_has_one_row` holds the table to it.
        ERRORS.iter().find(|row| row.code == self).unwrap_or(&ERRORS[ERRORS.len() - 1])
    }

    /// The pinned number: C status and exit status.
    pub fn number(self) -> u8 {
        self as u8
    }

    /// Name of the code, as in `Malformed`.
    pub fn name(self) -> &'static str {
        self.spec().name
    }
}

impl fmt::Display for ErrorCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The step of a conversion an error or a progress report belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Stage {
    /// Checking the options.
    Options,
    /// Recognising the source's format.
    Detect,
    /// Reading the source into a model.
    Read,
    /// Turning one model into another.
    Transform,
    /// Writing a model as the target.
    Write,
    /// Searching for a result under the byte limit.
    Fit,
}

impl Stage {
    /// Every stage, in the order of a conversion.
    pub const ALL: &'static [Stage] =
        &[Stage::Options, Stage::Detect, Stage::Read, Stage::Transform, Stage::Write, Stage::Fit];

    /// The stage as a lower-case word.
    pub fn name(self) -> &'static str {
        match self {
            Stage::Options => "options",
            Stage::Detect => "detect",
            Stage::Read => "read",
            Stage::Transform => "transform",
            Stage::Write => "write",
            Stage::Fit => "fit",
        }
    }
}

/// Figures that come with some codes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ErrorDetails {
    /// [`ErrorCode::LimitExceeded`]: the limit's key; [`ErrorCode::InvalidOption`]: the option's key, as in
    /// [`ErrorCode::TargetUnreachable`] where the ceiling is that of another option than `max_bytes`.
    pub which: Option<String>,
    /// [`ErrorCode::LimitExceeded`]: the limit, in the unit of its key.
    pub limit: Option<u64>,
    /// [`ErrorCode::LimitExceeded`]: what the input asked for, as far as it was counted.
    pub seen: Option<u64>,
    /// [`ErrorCode::TargetUnreachable`]: the smallest size reached, in bytes.
    pub smallest_bytes: Option<u64>,
    /// [`ErrorCode::TargetUnreachable`]: the smallest size with fewer pixels, in bytes, of pictures that `resize` leaves
    /// as large as they are.
    pub smallest_with_resize: Option<u64>,
    /// [`ErrorCode::UnsupportedRoute`] and [`ErrorCode::UnknownTarget`]: ids that would work.
    pub supported_targets: Vec<&'static str>,
}

/// A failed conversion: a code somebody chose, where it happened, and what would work instead.
///
/// It reads as its message; [`Error::hint`] and the other parts come beside it. Where another error is the cause,
/// [`source`](StdError::source) gives that.
#[derive(Debug)]
pub struct Error(Box<Inner>);

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.message)
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        self.0.source.as_deref().map(|source| source as &(dyn StdError + 'static))
    }
}

#[derive(Debug)]
struct Inner {
    code: ErrorCode,
    message: String,
    hint: Option<String>,
    stage: Option<Stage>,
    format: Option<&'static str>,
    details: ErrorDetails,
    source: Option<Box<dyn StdError + Send + Sync>>,
}

/// Result of everything in the library that can fail.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// An error with a plain sentence that says what failed and where.
    pub fn new(code: ErrorCode, message: impl Into<String>) -> Self {
        Error(Box::new(Inner {
            code,
            message: message.into(),
            hint: None,
            stage: None,
            format: None,
            details: ErrorDetails::default(),
            source: None,
        }))
    }

    /// Whether it ends the conversion, rather than costing it one picture or part: a limit, or the end of time or of the
    /// caller's patience.
    #[doc(hidden)]
    pub fn ends_conversion(&self) -> bool {
        use ErrorCode::{Cancelled, LimitExceeded, OutOfMemory, TimedOut};
        matches!(self.code(), LimitExceeded | TimedOut | Cancelled | OutOfMemory)
    }

    /// The input breaks its format's rules: `message` names the place.
    pub fn malformed(message: impl Into<String>) -> Self {
        Self::new(ErrorCode::Malformed, message)
    }

    /// The input ends inside `what`.
    pub fn truncated(what: impl fmt::Display) -> Self {
        Self::new(ErrorCode::Truncated, format!("the file ends inside {what}"))
    }

    /// `seen` went beyond the limit `which`.
    pub fn limit(which: &'static str, limit: u64, seen: u64) -> Self {
        let message = format!("the input needs {seen} {}, the limit is {limit}", which.replace('_', " "));
        let mut error = Self::new(ErrorCode::LimitExceeded, message);
        error.0.details =
            ErrorDetails { which: Some(which.into()), limit: Some(limit), seen: Some(seen), ..Default::default() };
        error.hint(format!("raise the limit {which} if you trust the input"))
    }

    /// The option `key` cannot be used as given.
    pub fn option(key: &str, message: impl fmt::Display) -> Self {
        let mut error = Self::new(ErrorCode::InvalidOption, format!("option {key}: {message}"));
        error.0.details.which = Some(key.into());
        error
    }

    /// A word names no source or target, as `code` says.
    #[doc(hidden)]
    pub fn no_format(code: ErrorCode, word: &str) -> Self {
        let does = if code == ErrorCode::UnknownSource { "read" } else { "write" };
        Self::new(code, format!("{:?} is not a format that this build can {does}", spelling::shortened(word)))
    }

    /// Says which of the known words of a kind was meant, or all of them where none is near.
    #[doc(hidden)]
    #[must_use]
    pub fn spelled(self, kind: &str, word: &str, known: &[&str]) -> Self {
        self.hint(spelling::hint(kind, word, known))
    }

    /// There is no option or limit, as `kind` says, of this key; `known` are those there are.
    pub fn no_such(kind: &str, key: &str, known: &[&str]) -> Self {
        let key = &*spelling::shortened(key);
        let mut error = Self::new(ErrorCode::InvalidOption, format!("there is no such {kind}: {key}"));
        error.0.details.which = Some(key.into());
        error.hint(spelling::hint(kind, key, known))
    }

    /// Nothing under `max_bytes` exists; `smallest_bytes` is the smallest size reached.
    pub fn unreachable_target(max_bytes: u64, smallest_bytes: u64) -> Self {
        let message = format!("no result of at most {max_bytes} bytes exists; the smallest has {smallest_bytes}");
        let mut error = Self::new(ErrorCode::TargetUnreachable, message);
        error.0.details.smallest_bytes = Some(smallest_bytes);
        error.hint("raise max_bytes, or accept the smallest result with best_effort")
    }

    /// Adds what of the smallest result is heavy.
    #[doc(hidden)]
    #[must_use]
    pub fn weighed(mut self, heavy: &str) -> Self {
        self.0.message = format!("{} ({heavy})", self.0.message);
        self
    }

    /// Adds the smallest size that fewer pixels would give.
    #[doc(hidden)]
    #[must_use]
    pub fn smallest_with_resize(mut self, max_bytes: u64, bytes: u64) -> Self {
        self.0.details.smallest_with_resize = Some(bytes);
        if bytes > max_bytes {
            return self;
        }
        self.hint("set resize to auto, raise max_bytes, or accept the smallest result with best_effort")
    }

    /// The same error for another caller, without what caused it.
    #[doc(hidden)]
    #[must_use]
    pub fn again(&self) -> Self {
        let Inner { code, message, hint, stage, format, details, .. } = &*self.0;
        Error(Box::new(Inner {
            code: *code,
            message: message.clone(),
            hint: hint.clone(),
            stage: *stage,
            format: *format,
            details: details.clone(),
            source: None,
        }))
    }

    /// Puts what is to be known first before the message.
    #[doc(hidden)]
    #[must_use]
    pub fn after(mut self, words: &str) -> Self {
        self.0.message = format!("{words}: {}", self.0.message);
        self
    }

    /// Adds what would work instead, as one plain sentence.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Self {
        self.0.hint = Some(hint.into());
        self
    }

    /// Names the stage, unless an inner call has named one already.
    #[must_use]
    pub fn at(mut self, stage: Stage) -> Self {
        self.0.stage.get_or_insert(stage);
        self
    }

    /// Names the format concerned, unless an inner call has named one already.
    #[must_use]
    pub fn in_format(mut self, id: &'static str) -> Self {
        self.0.format.get_or_insert(id);
        self
    }

    /// Keeps the error that caused this one.
    #[must_use]
    pub fn caused_by(mut self, source: impl Into<Box<dyn StdError + Send + Sync>>) -> Self {
        self.0.source = Some(source.into());
        self
    }

    /// Sets the figures that come with the code.
    #[must_use]
    pub fn with_details(mut self, details: ErrorDetails) -> Self {
        self.0.details = details;
        self
    }

    /// Names targets that would work.
    #[must_use]
    pub fn supported_targets(mut self, targets: Vec<&'static str>) -> Self {
        self.0.details.supported_targets = targets;
        self
    }

    /// The code.
    pub fn code(&self) -> ErrorCode {
        self.0.code
    }

    /// The stage the error came from, where known.
    pub fn stage(&self) -> Option<Stage> {
        self.0.stage
    }

    /// Id of the format concerned, where there is one.
    pub fn format(&self) -> Option<&'static str> {
        self.0.format
    }

    /// What would work instead, where the library knows.
    pub fn hint_text(&self) -> Option<&str> {
        self.0.hint.as_deref()
    }

    /// The figures that come with the code.
    pub fn details(&self) -> &ErrorDetails {
        &self.0.details
    }

    /// What caused the error, below the library's own message.
    pub fn cause(&self) -> Option<&(dyn StdError + Send + Sync)> {
        self.0.source.as_deref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_are_none_are_repeated_in_part() {
        let word = "\u{e9}".repeat(60_000);
        for error in [
            Error::no_format(ErrorCode::UnknownTarget, &word),
            Error::no_format(ErrorCode::UnknownSource, &word),
            Error::no_such("option", &word, &["dpi"]),
        ] {
            let said = error.to_string();
            assert!(said.contains(&format!("{}\u{2026}", "\u{e9}".repeat(60))) && said.len() < 300, "{said}");
            assert!(error.details().which.as_deref().is_none_or(|which| which.len() < 300));
        }
        let short = Error::no_format(ErrorCode::UnknownTarget, "docs").to_string();
        assert!(short.starts_with("\"docs\" is not a format"), "{short}");
    }

    #[test]
    fn every_code_has_one_row() {
        let numbers: Vec<u8> = ERRORS.iter().map(|row| row.code.number()).collect();
        assert_eq!(numbers, [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 70]);
        for row in ERRORS {
            assert_eq!(format!("{:?}", row.code), row.name);
            assert_eq!(row.code.spec().name, row.name);
        }
    }

    #[test]
    fn a_limit_carries_its_figures() {
        let error = Error::limit("pages", 10, 12).at(Stage::Read).at(Stage::Write);
        assert_eq!(error.code(), ErrorCode::LimitExceeded);
        assert_eq!((error.details().limit, error.details().seen), (Some(10), Some(12)));
        assert_eq!(error.stage(), Some(Stage::Read), "the innermost stage stays");
    }
}
