//! Bounded JSON parsing: watched while it goes on, and refused with a reason.

use std::io::{self, Read};

use serde::de::DeserializeOwned;
use serde_json::error::Category;

use super::super::schema::{Document, FORMAT, VERSION};
use super::super::without_mark;
use transvase_base::context::{Context, Limit};
use transvase_base::error::{Error, ErrorCode, Result};

/// Bytes between two looks at the clock and the memory.
const STRIDE: usize = 4096;

/// The document in some bytes.
///
/// # Errors
/// `Malformed` or `Truncated` with the line; `Malformed` for a later version; limits.
pub(super) fn parse<S: DeserializeOwned, M: DeserializeOwned>(
    bytes: &[u8],
    context: &Context,
) -> Result<Document<S, M>> {
    let mut watched = Watched { bytes: without_mark(bytes), until_look: STRIDE, objects: 0, context, stopped: None };
    let parsed: serde_json::Result<Document<S, M>> = serde_json::from_reader(&mut watched);
    if let Some(error) = watched.stopped {
        return Err(error);
    }
    match parsed {
        Ok(document) => check(&document.format, document.version).map(|()| document),
        Err(error) => Err(reason(bytes, error)),
    }
}

/// Refuses what is not a document of ours, or a later one.
fn check(format: &str, version: u32) -> Result<()> {
    if format != FORMAT {
        return Err(Error::new(ErrorCode::Malformed, format!("the format of the JSON is {format:?}, not {FORMAT:?}")));
    }
    if version > VERSION {
        let message =
            format!("the document has version {version} of the JSON format; this build reads version {VERSION}");
        return Err(Error::new(ErrorCode::Malformed, message).hint("use a newer release of this library"));
    }
    Ok(())
}

/// Why it could not be parsed: of a later version, that.
fn reason(bytes: &[u8], error: serde_json::Error) -> Error {
    #[derive(serde::Deserialize)]
    struct Head {
        format: String,
        version: u32,
    }
    let head = serde_json::from_slice::<Head>(without_mark(bytes)).ok();
    if let Some(refused) = head.and_then(|head| check(&head.format, head.version).err()) {
        return refused;
    }
    let code = match error.classify() {
        Category::Eof => ErrorCode::Truncated,
        _ => ErrorCode::Malformed,
    };
    Error::new(code, format!("the JSON is not a document of this library: {error}"))
}

/// Bytes that are read with an eye on clock, memory and the number of objects, which a value takes many times the
/// memory of its text for.
struct Watched<'b> {
    bytes: &'b [u8],
    until_look: usize,
    objects: u64,
    context: &'b Context,
    stopped: Option<Error>,
}

impl Watched<'_> {
    fn look(&mut self) -> io::Result<()> {
        self.until_look = STRIDE;
        let objects = std::mem::take(&mut self.objects);
        let looked = self.context.charge(Limit::elements, objects).and_then(|()| self.context.checkpoint());
        looked.map_err(|error| {
            self.stopped = Some(error);
            io::Error::other("stopped")
        })
    }
}

impl Read for Watched<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.bytes.read(into)?;
        self.objects += into[..count].iter().filter(|byte| matches!(byte, b'{' | b'[')).count() as u64;
        self.until_look = self.until_look.saturating_sub(count);
        if self.until_look == 0 {
            self.look()?;
        }
        Ok(count)
    }
}
