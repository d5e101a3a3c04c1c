//! The input handle: files, and what lies beside them.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use transvase::{Converter, Format};
use transvase_surface::files::{self, Unread};
use transvase_surface::formats;

use crate::error::{Error, Failure};
use crate::guard;
use crate::pointer::{Bytes, Slot, Text, null};
use crate::status::Status;

/// What a conversion starts from: a file, or several that become one, and the files beside them that they
/// name. Threads may share one that none of them changes.
#[derive(Default)]
pub struct Input {
    files: Vec<File>,
    resources: Vec<(String, Arc<[u8]>)>,
}

/// A file to convert.
struct File {
    content: Content,
    /// What warnings and errors call it. Its extension is a guess at the format.
    name: Option<String>,
}

enum Content {
    Bytes(Vec<u8>),
    /// Read by each conversion: only its settings say how much may be read.
    Path(PathBuf),
}

impl Input {
    /// Converts the files, each of at most `input_bytes`, to one of the format `to`.
    pub fn convert(&self, converter: Converter, to: Format, input_bytes: u64) -> Result<transvase::Output, Failure> {
        let contents: Vec<Cow<'_, [u8]>> =
            self.files.iter().map(|file| file.read(input_bytes)).collect::<Result<_, Failure>>()?;
        let files = self.files.iter().zip(&contents);
        let inputs: Vec<transvase::Input<'_>> = files.map(|(file, bytes)| file.as_input(bytes)).collect();
        let resources = self.resources.iter();
        let converter =
            resources.fold(converter, |converter, (name, bytes)| converter.resource(name, Arc::clone(bytes)));
        Ok(converter.join_to(to, &inputs)?)
    }
}

impl File {
    fn read(&self, input_bytes: u64) -> Result<Cow<'_, [u8]>, Failure> {
        match &self.content {
            Content::Bytes(bytes) => Ok(Cow::Borrowed(bytes.as_slice())),
            Content::Path(path) => read(path, input_bytes).map(Cow::Owned),
        }
    }

    fn as_input<'a>(&'a self, bytes: &'a [u8]) -> transvase::Input<'a> {
        let input = transvase::Input::new(bytes);
        match &self.name {
            Some(name) => input.name(name).hint(formats::of_path(Path::new(name))),
            None => input,
        }
    }
}

/// The bytes of the file at `path`, if there are no more than `input_bytes`.
pub fn read(path: &Path, input_bytes: u64) -> Result<Vec<u8>, Failure> {
    files::read(path, input_bytes).map_err(|unread| match unread {
        Unread::System(error) => Failure::reading(path, &error),
        Unread::TooLarge(error) => error.into(),
    })
}

/// A new input without files. Free it with `tvase_input_free`.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_input_new() -> Option<Box<Input>> {
    guard::answer(None, || Some(Box::default()))
}

/// Frees an input and the bytes it holds. NULL is accepted.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_input_free(input: Option<Box<Input>>) {
    guard::answer((), || drop(input));
}

/// Adds a file behind those that are there: the `len` bytes at `bytes`, which are copied. `name`, which may
/// be NULL, is what warnings and errors call it; its extension is a guess at the format, for bytes that
/// do not say it.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_input_add(
    input: Option<&mut Input>,
    bytes: Bytes,
    len: usize,
    name: Text,
    error: Slot<Error>,
) -> Status {
    guard::status(&error, || {
        let input = input.ok_or_else(|| null("input"))?;
        let content = Content::Bytes(bytes.slice("bytes", len)?.to_vec());
        let name = name.optional("name")?.map(str::to_owned);
        input.files.push(File { content, name });
        Ok(())
    })
}

/// Adds the file at `path` behind those that are there. It is read by each conversion, no further than the
/// limit `input_bytes` allows; one that cannot be read then ends it with `TVASE_NO_INPUT`.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_input_add_file(input: Option<&mut Input>, path: Text, error: Slot<Error>) -> Status {
    guard::status(&error, || {
        let input = input.ok_or_else(|| null("input"))?;
        let path = path.path("path")?;
        let name = Some(path.display().to_string());
        input.files.push(File { content: Content::Path(path), name });
        Ok(())
    })
}

/// Adds a file that lies beside the others, such as a picture: the `len` bytes at `bytes`, which are copied.
///
/// `name` is how documents call it, a relative path with slashes as in "pictures/one.png"; one that leads
/// out of their folder is `TVASE_INVALID_OPTION`. Of two of one name the second counts. The result
/// of a conversion has a warning for each that nothing names.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_input_add_resource(
    input: Option<&mut Input>,
    name: Text,
    bytes: Bytes,
    len: usize,
    error: Slot<Error>,
) -> Status {
    guard::status(&error, || {
        let input = input.ok_or_else(|| null("input"))?;
        let (name, bytes) = (name.required("name")?, bytes.slice("bytes", len)?);
        Converter::new(Format::PDF).resource(name, b"".as_slice()).check()?;
        input.resources.push((name.to_owned(), bytes.into()));
        Ok(())
    })
}
