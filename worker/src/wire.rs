//! The wire protocol between pool and worker: frames of a bounded JSON header and raw bytes.
//!
//! A frame is the length of its header (4 bytes), the length of its body (8 bytes), both little
//! endian, then the header and the body. An error travels as everything a surface can ask of it, so
//! that one from a worker reads exactly as one from this process.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use transvase::{
    ERRORS, Error, ErrorCode, ErrorDetails, FontFile, Format, Place, Result, Stage, WARNINGS, Warning, WarningCode,
};

use crate::job::{Job, Sandbox};

/// Bytes before the header of a frame.
pub const PREFIX_BYTES: usize = 12;

/// A header is never larger: 50,000 pages with ten warnings each stay below.
pub const HEADER_BYTES: usize = 64 << 20;

/// Headers of frames to a worker.
#[derive(Debug, Serialize, Deserialize)]
pub enum Request {
    /// The first frame: what the worker may use.
    Setup {
        /// Its address space.
        memory_bytes: u64,
        /// How far it steps back behind others.
        niceness: u8,
    },
    /// A conversion; the body is its files, one after the other.
    Convert(Box<Job>),
    /// Fonts for the conversion that comes next, or that has asked for them; the body is their files, one
    /// after the other.
    Fonts(Vec<FontText>),
}

/// Headers of frames from a worker.
#[derive(Debug, Serialize, Deserialize)]
pub enum Report {
    /// The first frame: the worker is locked down and ready.
    Ready(Sandbox),
    /// How far a conversion is.
    Progress(String, u64, u64),
    /// A conversion asks for fonts, and goes on once it has got [`Request::Fonts`].
    FontsWanted {
        /// The characters that no font at hand has.
        characters: String,
        /// Language of the document.
        language: Option<String>,
        /// Families that it names and that are not at hand.
        families: Vec<String>,
    },
    /// The end of a conversion; the body is the result.
    Done(DoneText),
    /// The end of a conversion without a result.
    Failed(Box<ErrorText>),
}

/// A font of a [`Request::Fonts`].
#[derive(Debug, Serialize, Deserialize)]
pub struct FontText {
    name: String,
    bytes: u64,
}

/// The frame that carries fonts.
pub fn fonts_frame(fonts: &[FontFile]) -> Vec<u8> {
    let texts: Vec<FontText> =
        fonts.iter().map(|font| FontText { name: font.name().into(), bytes: font.bytes().len() as u64 }).collect();
    let mut bytes = frame(&Request::Fonts(texts), fonts.iter().map(|font| font.bytes().len() as u64).sum());
    fonts.iter().for_each(|font| bytes.extend_from_slice(font.bytes()));
    bytes
}

/// The fonts in the body of a [`Request::Fonts`]; `None` where it is shorter than they are.
pub fn fonts(texts: &[FontText], mut body: &[u8]) -> Option<Vec<FontFile>> {
    let mut fonts = Vec::new();
    for text in texts {
        let (bytes, rest) = body.split_at_checked(text.bytes as usize)?;
        fonts.push(FontFile::new(text.name.as_str(), bytes));
        body = rest;
    }
    Some(fonts)
}

/// Lengths of the parts of a frame, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Prefix {
    /// Of the header, at most [`HEADER_BYTES`].
    pub header: usize,
    /// Of the body; whoever reads it has a bound of his own.
    pub body: u64,
}

impl Prefix {
    /// Reads the first bytes of a frame; `None` where the header is longer than allowed.
    pub fn read(bytes: [u8; PREFIX_BYTES]) -> Option<Prefix> {
        let [a, b, c, d, rest @ ..] = bytes;
        let header = u32::from_le_bytes([a, b, c, d]) as usize;
        (header <= HEADER_BYTES).then_some(Prefix { header, body: u64::from_le_bytes(rest) })
    }
}

/// A frame up to its body, which has `body` bytes.
pub fn frame(header: &impl Serialize, body: u64) -> Vec<u8> {
    // Nothing here can refuse to be written as JSON: no maps with odd keys, no floats. An empty header
    // would be answered by the other side as one it cannot read.
    let header = serde_json::to_vec(header).unwrap_or_default();
    let mut bytes = Vec::with_capacity(PREFIX_BYTES + header.len());
    bytes.extend_from_slice(&(header.len() as u32).to_le_bytes());
    bytes.extend_from_slice(&body.to_le_bytes());
    bytes.extend_from_slice(&header);
    bytes
}

/// A header; `None` where it is not one of this protocol.
pub fn header<T: DeserializeOwned>(bytes: &[u8]) -> Option<T> {
    serde_json::from_slice(bytes).ok()
}

/// A stage by its name.
pub fn stage(name: &str) -> Option<Stage> {
    Stage::ALL.iter().copied().find(|stage| stage.name() == name)
}

/// A result without its bytes.
#[derive(Debug, Serialize, Deserialize)]
pub struct DoneText {
    format: String,
    source: String,
    warnings: Vec<WarningText>,
}

impl DoneText {
    /// What is said of a result.
    pub fn new(format: Format, source: Format, warnings: Vec<Warning>) -> Self {
        let warnings = warnings.into_iter().map(WarningText::from).collect();
        DoneText { format: format.id().into(), source: source.id().into(), warnings }
    }

    /// Format, source and warnings; `None` where a name is in no table.
    pub fn read(self) -> Option<(Format, Format, Vec<Warning>)> {
        let warnings = self.warnings.into_iter().map(WarningText::read).collect::<Option<Vec<_>>>()?;
        Some((Format::find(&self.format)?, Format::find(&self.source)?, warnings))
    }
}

#[derive(Debug, Serialize, Deserialize)]
struct WarningText {
    /// Of what happened on a page.
    page: Option<u32>,
    /// Of what happened in a named part; neither is the whole document.
    part: Option<String>,
    code: String,
    message: String,
}

impl From<Warning> for WarningText {
    fn from(warning: Warning) -> Self {
        let (page, part) = match warning.place {
            Place::Page(page) => (Some(page), None),
            Place::Document => (None, None),
            Place::Part(name) => (None, Some(name)),
            other => (None, Some(other.to_string())),
        };
        WarningText { page, part, code: warning.code.name().into(), message: warning.message }
    }
}

impl WarningText {
    fn read(self) -> Option<Warning> {
        let code = warning_code(&self.code)?;
        let mut warning = Warning::new(code, self.message);
        let page = self.page.map(Place::Page);
        warning.place = page.or(self.part.map(Place::Part)).unwrap_or(Place::Document);
        Some(warning)
    }
}

fn warning_code(name: &str) -> Option<WarningCode> {
    WARNINGS.iter().map(|(code, _)| *code).find(|code| code.name() == name)
}

/// An error, with everything a surface can ask of it.
#[derive(Debug, Serialize, Deserialize)]
pub struct ErrorText {
    number: u8,
    message: String,
    hint: Option<String>,
    stage: Option<String>,
    format: Option<String>,
    which: Option<String>,
    limit: Option<u64>,
    seen: Option<u64>,
    smallest_bytes: Option<u64>,
    smallest_with_resize: Option<u64>,
    supported_targets: Vec<String>,
    cause: Option<String>,
}

impl From<&Error> for ErrorText {
    fn from(error: &Error) -> Self {
        let details = error.details();
        ErrorText {
            number: error.code().number(),
            message: error.to_string(),
            hint: error.hint_text().map(str::to_owned),
            stage: error.stage().map(|stage| stage.name().to_owned()),
            format: error.format().map(str::to_owned),
            which: details.which.clone(),
            limit: details.limit,
            seen: details.seen,
            smallest_bytes: details.smallest_bytes,
            smallest_with_resize: details.smallest_with_resize,
            supported_targets: details.supported_targets.iter().map(|id| (*id).to_owned()).collect(),
            cause: error.cause().map(ToString::to_string),
        }
    }
}

impl ErrorText {
    /// The error as it was; what is in no table is left out.
    pub fn read(self) -> Error {
        let code = ERRORS.iter().map(|row| row.code).find(|code| code.number() == self.number);
        let mut details = ErrorDetails::default();
        (details.which, details.limit, details.seen) = (self.which, self.limit, self.seen);
        details.smallest_bytes = self.smallest_bytes;
        details.smallest_with_resize = self.smallest_with_resize;
        details.supported_targets = self.supported_targets.iter().filter_map(|id| format_id(id)).collect();
        let mut error = Error::new(code.unwrap_or(ErrorCode::Internal), self.message).with_details(details);
        if let Some(hint) = self.hint {
            error = error.hint(hint);
        }
        if let Some(stage) = self.stage.as_deref().and_then(stage) {
            error = error.at(stage);
        }
        if let Some(id) = self.format.as_deref().and_then(format_id) {
            error = error.in_format(id);
        }
        match self.cause {
            Some(cause) => error.caused_by(cause),
            None => error,
        }
    }
}

fn format_id(id: &str) -> Option<&'static str> {
    Format::find(id).map(Format::id)
}

/// The library's words for what only its defects can cause.
pub fn defect(cause: impl Into<String>) -> Error {
    Error::new(ErrorCode::Internal, "the library failed on this input: this is a bug")
        .hint("please report it with the input")
        .caused_by(cause.into())
}

/// The report that ends a conversion, and the body that goes with it.
pub fn last_report(result: Result<transvase::Output>) -> (Report, Vec<u8>) {
    match result {
        Ok(output) => {
            let source = output.route.source();
            (Report::Done(DoneText::new(output.format, source, output.warnings)), output.bytes)
        }
        Err(error) => (Report::Failed(Box::new(ErrorText::from(&error))), Vec::new()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::Part;

    #[test]
    fn an_error_reads_the_same_on_the_other_side() {
        let error = Error::limit("pages", 10, 12)
            .at(Stage::Transform)
            .in_format("pdf")
            .supported_targets(vec!["docx", "png"])
            .caused_by("a cause");
        let sent = serde_json::to_vec(&ErrorText::from(&error)).unwrap();
        let read = header::<ErrorText>(&sent).unwrap().read();
        assert_eq!(format!("{read:?}"), format!("{error:?}"));
    }

    #[test]
    fn every_code_stage_and_warning_has_its_name_on_the_wire() {
        for row in ERRORS {
            let error = Error::new(row.code, "a sentence");
            assert_eq!(ErrorText::from(&error).read().code(), row.code);
        }
        for known in Stage::ALL {
            assert_eq!(stage(known.name()), Some(*known));
        }
        for (code, _) in WARNINGS {
            assert_eq!(warning_code(code.name()), Some(*code));
        }
    }

    #[test]
    fn a_result_reads_the_same_on_the_other_side() {
        let warnings = vec![
            Warning::on_page(3, WarningCode::ScannedPage, "a picture"),
            Warning::in_part("chapter", WarningCode::ImageDropped, "no picture"),
            Warning::new(WarningCode::MetadataDropped, "no metadata"),
        ];
        let text = DoneText::new(Format::DOCX, Format::PDF, warnings.clone());
        let read: DoneText = header(&serde_json::to_vec(&text).unwrap()).unwrap();
        assert_eq!(read.read(), Some((Format::DOCX, Format::PDF, warnings)));
    }

    #[test]
    fn limits_deadline_and_parts_travel() {
        let mut job = Job { to: "png".into(), ..Job::default() };
        job.limits.pages = 7;
        job.deadline = Some(std::time::Duration::from_millis(1500));
        job.parts = vec![Part { name: Some("a/b.css".into()), hint: None, bytes: 9, resource: true }];
        let frame = frame(&Request::Convert(Box::new(job.clone())), 9);
        let prefix = Prefix::read(frame[..PREFIX_BYTES].try_into().unwrap()).unwrap();
        assert_eq!((PREFIX_BYTES + prefix.header, prefix.body), (frame.len(), 9));
        let Some(Request::Convert(read)) = header(&frame[PREFIX_BYTES..]) else { panic!("must be read") };
        assert_eq!((read.limits, read.deadline, read.parts), (job.limits, job.deadline, job.parts));
    }

    #[test]
    fn nonsense_is_refused() {
        let mut long = [0; PREFIX_BYTES];
        long[3] = 8;
        assert_eq!(Prefix::read(long), None, "a header of 128 MiB");
        assert!(header::<Report>(b"{}").is_none());
        assert!(header::<Report>(b"").is_none());
        let odd = DoneText { format: "no such format".into(), source: "pdf".into(), warnings: Vec::new() };
        assert!(odd.read().is_none());
    }
}
