//! Exported functions that convert.

use transvase::{Converter, Format};
use transvase_surface::{files, formats, panics};

use crate::catalogue;
use crate::error::{Error, Failure};
use crate::guard;
use crate::input::{self, Input};
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
        output.awaits("output")?;
        let target = transvase::target(to.required("to")?)?;
        let bytes = input.slice("input", len)?;
        let result = match options {
            Some(options) => convert(options.converter(), target, bytes)?,
            None => convert(&Converter::new(target), target, bytes)?,
        };
        output.put(Some(result.into()));
        Ok(())
    })
}

/// Converts `input` to one file of the format `to` names. One file is converted as by `tvase_convert`; several
/// are joined in their order, and a warning or error about one of them begins with its name.
///
/// Limits hold for files and resources together, page ranges for each file. Beside the codes of a conversion,
/// `TVASE_NO_INPUT` says that a file that was added by its path cannot be read; files whose formats cannot be
/// joined on the way are `TVASE_UNSUPPORTED_ROUTE`. The input is not changed: convert it again, or free it.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_convert_input(
    input: Option<&Input>,
    to: Text,
    options: Option<&Options>,
    output: Slot<Output>,
    error: Slot<Error>,
) -> Status {
    guard::status(&error, || {
        output.awaits("output")?;
        let target = transvase::target(to.required("to")?)?;
        let input = input.ok_or_else(|| null("input"))?;
        panics::silence();
        let result = input.convert(converter(options, target), target, Options::limits(options).input_bytes)?;
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
        let bytes = input::read(&source, Options::limits(options).input_bytes)?;
        let hinted = converter(options, target).hint(formats::of_path(&source));
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
        let found = transvase::identify(input.slice("input", len)?)?;
        id.put(catalogue::id(found));
        Ok(())
    })
}

fn convert(converter: &Converter, target: Format, bytes: &[u8]) -> transvase::Result<transvase::Output> {
    panics::silence();
    converter.convert_to(target, bytes)
}

/// A converter of its own with these settings, if there are any.
fn converter(options: Option<&Options>, target: Format) -> Converter {
    options.map_or_else(|| Converter::new(target), |options| options.converter().clone())
}
