//! Requests to a pool, and its answers.

use std::io::{Read, Seek};
use std::path::PathBuf;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use transvase::{Converter, Error, ErrorCode, Format, Limits, Output, Result, Stage, Warning};
use transvase_surface::fonts::Fonts;
use transvase_surface::formats;

/// A conversion to be made elsewhere.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Job {
    /// The target, by any name the registry knows.
    pub to: String,
    /// The source, where the caller says it.
    pub from: Option<String>,
    /// A guess at the source's format, such as an extension; a word that is no format is no guess.
    pub hint: Option<String>,
    /// Options by key and text, as the option table takes them.
    pub options: Vec<(String, String)>,
    /// Ceilings.
    #[serde(with = "by_key")]
    pub limits: Limits,
    /// Time it may take, once a worker has it; `None` for no end.
    pub deadline: Option<Duration>,
    /// Its files, in the order in which their bytes follow one another; empty where all bytes are one input.
    pub parts: Vec<Part>,
}

/// A file of a [`Job`], without its bytes.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// What warnings and errors call an input; the path by which documents name a resource.
    pub name: Option<String>,
    /// A guess at an input's format, before that of the job.
    pub hint: Option<String>,
    /// Its length.
    pub bytes: u64,
    /// Whether it is a resource: a file for documents to name, rather than an input.
    pub resource: bool,
}

/// The files of a [`Job`] with their bytes.
#[derive(Default)]
pub struct Files<'a> {
    inputs: Vec<transvase::Input<'a>>,
    resources: Vec<(&'a str, &'a [u8])>,
}

impl<'a> Files<'a> {
    fn add(&mut self, part: &'a Part, bytes: &'a [u8]) {
        let name = part.name.as_deref();
        if part.resource {
            self.resources.push((name.unwrap_or_default(), bytes));
        } else {
            let input = transvase::Input::new(bytes).hint(part.hint.as_deref().and_then(Format::find));
            self.inputs.push(name.map_or(input, |name| input.name(name)));
        }
    }

    /// Converts them: the inputs become one file.
    ///
    /// # Errors
    /// Any code of [`transvase::ERRORS`].
    pub fn convert(&self, converter: Converter) -> Result<Output> {
        let hand_in = |converter: Converter, (name, bytes): &(&str, &[u8])| converter.resource(name, *bytes);
        self.resources.iter().fold(converter, hand_in).join(&self.inputs)
    }
}

impl Job {
    /// The same conversion for this process.
    ///
    /// # Errors
    /// `UnknownTarget`, `UnknownSource`. Options that cannot be taken are reported by the conversion.
    pub fn converter(&self) -> Result<Converter> {
        let pairs = self.options.iter().map(|(key, value)| (key.as_str(), value.as_str()));
        let hint = self.hint.as_deref().and_then(Format::find);
        let converter = Converter::to_named(&self.to)?.hint(hint).options(pairs);
        let converter = converter.limits(self.limits.clone()).deadline(self.deadline);
        Ok(match &self.from {
            Some(word) => converter.source(formats::source(word)?),
            None => converter,
        })
    }

    /// Its files in the bytes that came with it.
    ///
    /// # Errors
    /// `Internal` where the bytes are more or fewer than those of its parts.
    pub fn files<'a>(&'a self, bytes: &'a [u8]) -> Result<Files<'a>> {
        if self.parts.is_empty() {
            return Ok(Files { inputs: vec![transvase::Input::new(bytes)], resources: Vec::new() });
        }
        self.parted(bytes).ok_or_else(|| {
            Error::new(ErrorCode::Internal, "the files of a conversion are longer or shorter than its bytes")
        })
    }

    fn parted<'a>(&'a self, bytes: &'a [u8]) -> Option<Files<'a>> {
        let (mut files, mut rest) = (Files::default(), bytes);
        for part in &self.parts {
            let (own, behind) = rest.split_at_checked(part.bytes as usize)?;
            files.add(part, own);
            rest = behind;
        }
        rest.is_empty().then_some(files)
    }
}

/// The result of a [`Job`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Done {
    /// The file.
    pub bytes: Vec<u8>,
    /// Its format.
    pub format: Format,
    /// The source's format, as it was recognised.
    pub source: Format,
    /// What could not be carried.
    pub warnings: Vec<Warning>,
}

impl From<Output> for Done {
    fn from(output: Output) -> Self {
        Done { format: output.format, source: output.route.source(), warnings: output.warnings, bytes: output.bytes }
    }
}

/// The bytes of a file, from a buffer or from the disk. They are read again from their beginning where
/// a worker was killed by somebody else before it answered.
pub trait Input: Read + Seek {}

impl<T: Read + Seek> Input for T {}

/// Is called on the caller's own thread at least every 50 ms, with the stage, what is done of it and
/// its total where there is news. False ends the conversion with `Cancelled`.
pub type Watch<'a> = dyn FnMut(Option<(Stage, u64, u64)>) -> bool + 'a;

/// How the pool is built.
#[derive(Debug, Clone)]
pub struct Settings {
    /// The program that becomes a worker: it must call [`crate::run`].
    pub program: PathBuf,
    /// Words after the program.
    pub words: Vec<String>,
    /// Processes kept ready.
    pub workers: usize,
    /// Address space a worker may use, in bytes; a conversion that needs more ends in `LimitExceeded`.
    pub memory_bytes: u64,
    /// How far workers step back behind other processes, 0 to 19, as nice(1) counts: a service that is
    /// busy converting can still say no at once.
    pub niceness: u8,
    /// Conversions after which a worker is replaced.
    pub recycle_jobs: u64,
    /// Growth of a worker's resident memory in bytes after which it is replaced.
    pub recycle_growth_bytes: u64,
    /// Refuse to start where a layer of the sandbox is missing.
    pub require_sandbox: bool,
    /// Fonts that conversions may set text in. The library is searched on behalf of the workers, which have
    /// no files.
    pub fonts: Fonts,
}

impl Settings {
    /// Workers that are this program started with the one word `worker`, whatever lies under its name
    /// on the disk by now. Its `main` must call [`crate::run`] for that word.
    pub fn of_this_program(workers: usize) -> Self {
        let program = if cfg!(target_os = "linux") {
            "/proc/self/exe".into()
        } else {
            // An empty path cannot be started, and the pool says so.
            std::env::current_exe().unwrap_or_default()
        };
        Settings::new(program, workers)
    }

    /// Workers that are `program` started with the one word `worker`, with the usual bounds.
    pub fn new(program: impl Into<PathBuf>, workers: usize) -> Self {
        Settings {
            program: program.into(),
            words: vec!["worker".into()],
            workers: workers.max(1),
            memory_bytes: 3 << 30,
            niceness: 0,
            recycle_jobs: 200,
            recycle_growth_bytes: 512 << 20,
            require_sandbox: false,
            fonts: Fonts::default(),
        }
    }
}

/// What a worker has locked down; reported at start and by the service's health.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sandbox {
    /// Layers in force, such as `landlock`.
    pub layers: Vec<String>,
    /// Layers that are missing, each with the reason.
    pub missing: Vec<String>,
    /// Layers on top that this system does not allow, each with the reason. Containers often forbid
    /// namespaces; the layers above hold without them, so nothing is refused for their sake.
    pub not_allowed: Vec<String>,
}

/// Limits on the wire: values by the keys of the library's table.
mod by_key {
    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use transvase::{Limit, Limits};

    pub fn serialize<S: Serializer>(limits: &Limits, serializer: S) -> Result<S::Ok, S::Error> {
        let pairs: Vec<(&str, u64)> = Limit::ALL.iter().map(|(limit, ..)| (limit.key(), limits.get(*limit))).collect();
        pairs.serialize(serializer)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Limits, D::Error> {
        let mut limits = Limits::default();
        for (key, value) in Vec::<(String, u64)>::deserialize(deserializer)? {
            limits.set(&key, value).map_err(D::Error::custom)?;
        }
        Ok(limits)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn part(name: &str, bytes: u64, resource: bool) -> Part {
        Part { name: Some(name.into()), hint: Some("pdf".into()), bytes, resource }
    }

    #[test]
    fn the_bytes_are_those_of_the_parts_in_their_order() {
        let parts = vec![part("one", 2, false), part("a/b.png", 3, true), part("two", 1, false)];
        let job = Job { parts, ..Job::default() };
        let files = job.files(b"abcdef").unwrap();
        assert_eq!(files.resources, [("a/b.png", b"cde".as_slice())]);
        let told = format!("{:?}", files.inputs);
        assert!(told.contains("\"one\"), bytes: 2") && told.contains("\"two\"), bytes: 1"), "{told}");
        for wrong in [b"abcde".as_slice(), b"abcdefg", b""] {
            assert_eq!(job.files(wrong).err().unwrap().code(), ErrorCode::Internal, "{wrong:?}");
        }
        let endless = Job { parts: vec![part("one", u64::MAX, false)], ..Job::default() };
        assert!(endless.files(b"abc").is_err());
    }

    #[test]
    fn without_parts_there_is_one_input() {
        let job = Job::default();
        let files = job.files(b"abc").unwrap();
        assert_eq!((files.inputs.len(), files.resources.len()), (1, 0));
        assert_eq!(job.files(b"").unwrap().inputs.len(), 1);
    }
}
