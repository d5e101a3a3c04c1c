//! The conversions themselves.

use std::path::Path;

use transvase::{Converter, Format};
use transvase_surface::files::{self, Unread};
use transvase_surface::{formats, panics};

use crate::catalogue;
use crate::error::{Error, Failure};
use crate::guard;
use crate::options::Options;
use crate::output::Output;
use crate::pointer::{Bytes, Slot, Text, TextSlot, null};
use crate::status::Status;

/// Converts the `len` bytes at `input` to the format `to` names by id, extension or media type.
///
/// Where `to` is the input's own format the file is made smaller. `options` may be NULL. On success
/// `*output` is a result to be freed with `tvase_output_free`; on failure it is NULL and `*error`, unless
/// `error` is NULL, is to be freed with `tvase_error_free`.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_convert(
    input: Bytes,
    len: usize,
    to: Text,
    options: Option<&Options>,
    output: Slot<Output>,
    error: Slot<Error>,
) -> Status {
    guard::status(&error, || {
        output.put(None);
        if output.is_null() {
            return Err(null("output").into());
        }
        let target = transvase::target(to.required("to")?)?;
        let bytes = input.slice(len)?;
        let result = match options {
            Some(options) => convert(options.converter(), target, bytes)?,
            None => convert(&Converter::new(target), target, bytes)?,
        };
        output.put(Some(result.into()));
        Ok(())
    })
}

/// Converts the file at `input_path` into a file at `output_path`, which is there whole or not at all;
/// one that is there already is replaced. Where `to` is NULL the output's extension names the target.
///
/// `output` may be NULL; otherwise `*output` is the result without its bytes, for its warnings. Beside
/// the codes of a conversion, `TVASE_NO_INPUT` says that the input cannot be read and `TVASE_IO` that the
/// output cannot be written.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_convert_file(
    input_path: Text,
    output_path: Text,
    to: Text,
    options: Option<&Options>,
    output: Slot<Output>,
    error: Slot<Error>,
) -> Status {
    guard::status(&error, || {
        output.put(None);
        let (source, place) = (input_path.path("input_path")?, output_path.path("output_path")?);
        let target = formats::target(to.optional("to")?, &place)?;
        let bytes = read(&source, Options::limits(options).input_bytes)?;
        let converter = options.map_or_else(|| Converter::new(target), |options| options.converter().clone());
        let hinted = converter.hint(formats::of_path(&source));
        let result = Output::from(convert(&hinted, target, &bytes)?);
        files::write_whole(&place, result.bytes()).map_err(|error| Failure::writing(&place, &error))?;
        output.put(Some(result.without_bytes()));
        Ok(())
    })
}

/// Recognises the format of the `len` bytes at `input`: `*id` becomes its id, which is never freed.
/// `TVASE_UNKNOWN_SOURCE`, with `*id` NULL, where nothing is recognised.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_detect(input: Bytes, len: usize, id: TextSlot, error: Slot<Error>) -> Status {
    guard::status(&error, || {
        id.put(None);
        let found = transvase::identify(input.slice(len)?)?;
        id.put(catalogue::id(found));
        Ok(())
    })
}

fn convert(converter: &Converter, target: Format, bytes: &[u8]) -> transvase::Result<transvase::Output> {
    panics::silence();
    converter.convert_to(target, bytes)
}

fn read(path: &Path, input_bytes: u64) -> Result<Vec<u8>, Failure> {
    files::read(path, input_bytes).map_err(|unread| match unread {
        Unread::System(error) => Failure::reading(path, &error),
        Unread::TooLarge(error) => error.into(),
    })
}
