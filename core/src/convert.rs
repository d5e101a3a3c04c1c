//! The facade: one call from bytes to bytes, with every promise of the library kept around it.

use std::borrow::Cow;
use std::str::FromStr;

use crate::converter::Converter;
use crate::detect;
use crate::fit;
use crate::formats::{self, Format};
use crate::guard::guarded;
use crate::input::Input;
use crate::route::{self, Joint, Route};
use transvase_base::context::{Context, Limits};
use transvase_base::error::{Error, ErrorCode, Result, Stage};
use transvase_base::files::NamedFile;
use transvase_base::options::{self, OptionSpec, Options};
use transvase_base::warning::{Warning, WarningCode};
use transvase_codec::strip::Strip;
#[cfg(feature = "zip")]
use transvase_container::zip;
use transvase_format::{Editor, Facts, Source, Written};
use transvase_model::{Hub, Model};

/// The options that this room reads, whatever the route. Threads never change a result: they are not
/// said to have no effect.
pub(crate) static EVERYWHERE: &[&OptionSpec] = &[
    &options::MAX_BYTES,
    &options::RESIZE,
    &options::BEST_EFFORT,
    &options::THREADS,
    #[cfg(feature = "fail-points")]
    &transvase_base::fail_point::FAIL_POINT,
    #[cfg(feature = "fail-points")]
    &options::FAIL_AT,
];

/// A format by its id, an extension or a media type, as users write targets: see [`target`].
impl FromStr for Format {
    type Err = Error;

    fn from_str(word: &str) -> Result<Self> {
        target(word)
    }
}

/// The result of a conversion.
#[derive(Debug)]
#[non_exhaustive]
pub struct Output {
    /// The file.
    pub bytes: Vec<u8>,
    /// Its format: the target, or ZIP where the result is several files of it.
    pub format: Format,
    /// What could not be carried over, in page order.
    pub warnings: Vec<Warning>,
    /// The steps that were taken.
    pub route: Route,
}

impl Output {
    /// A result that was made elsewhere, such as in another process.
    pub fn new(bytes: Vec<u8>, format: Format, warnings: Vec<Warning>, route: Route) -> Self {
        Output { bytes, format, warnings, route }
    }
}

/// What a file is, without converting it.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Inspection {
    /// Its format.
    pub format: Format,
    /// Its size in bytes.
    pub bytes: u64,
    /// What the format's reader can say about it.
    pub facts: Facts,
}

/// The target that `word` names: an id, an extension or a media type.
///
/// # Errors
/// `UnknownTarget`, with the ids there are.
pub fn target(word: &str) -> Result<Format> {
    Format::find(word).ok_or_else(|| unknown_target(word))
}

/// Converts `bytes` to `to` with the default options.
///
/// # Errors
/// Any code of [`transvase_base::error::ERRORS`]; each carries a sentence that names the cause.
pub fn convert(bytes: &[u8], to: Format) -> Result<Output> {
    Converter::new(to).convert(bytes)
}

/// The format of `bytes`, or why there is none.
pub(crate) fn identify(bytes: &[u8]) -> Result<Format> {
    detect::source_format(nonempty(bytes)?, None).map_err(|error| error.at(Stage::Detect))
}

/// Makes `bytes` smaller in their own format, at the format's balanced level. The result is never
/// larger than the input.
///
/// # Errors
/// As [`convert`]; `UnsupportedRoute` where the format has no way to be made smaller.
pub fn compress(bytes: &[u8]) -> Result<Output> {
    let format = identify(bytes)?;
    Converter::new(format).source(format).convert(bytes)
}

/// Says what `bytes` are: format, pages, dimensions, metadata, encryption.
///
/// # Errors
/// `EmptyInput`, `UnknownSource`, or what the format's reader says of damaged input.
pub fn inspect(bytes: &[u8]) -> Result<Inspection> {
    inspect_with(bytes, None, Limits::default())
}

/// Says what `bytes` are, as [`inspect`] does, within these limits and with the password that opens them. Of an
/// encrypted file that gets none it says little more than that it is encrypted.
///
/// # Errors
/// As [`inspect`]; `PasswordIncorrect` where the password does not open the file, `LimitExceeded`.
pub fn inspect_with(bytes: &[u8], password: Option<&str>, limits: Limits) -> Result<Inspection> {
    let format = identify(bytes)?;
    let mut options = Options::default();
    if let Some(password) = password {
        options.set(&options::PASSWORD, password)?;
    }
    let context = Context::new(options, limits).with_input(bytes.len())?;
    let facts = match format.spec().inspect {
        Some(look) => guarded(&context, None, || look(bytes, &context))
            .map_err(|error| error.at(Stage::Read).in_format(format.id()))?,
        None => Facts::default(),
    };
    Ok(Inspection { format, bytes: bytes.len() as u64, facts })
}

/// The model of a kind that `bytes` become on the cheapest way, without any option.
pub(crate) fn model<M: for<'a> TryFrom<Model<'a>, Error = Error> + Send>(
    bytes: &[u8],
    source: Option<Format>,
    hub: Hub,
) -> Result<M> {
    let format = source.map_or_else(|| identify(bytes), Ok)?;
    let context = Context::default().with_input(bytes.len())?;
    #[cfg(feature = "docx")]
    let context = context.with_documents(route::as_docx);
    guarded(&context, None, || route::model(format, hub, bytes, &context)?.try_into())
}

pub(crate) fn nonempty(bytes: &[u8]) -> Result<&[u8]> {
    if bytes.is_empty() { Err(empty()) } else { Ok(bytes) }
}

pub(crate) fn empty() -> Error {
    Error::new(ErrorCode::EmptyInput, "the input is empty")
}

fn unknown_target(word: &str) -> Error {
    let writable = |spec: &&&transvase_format::FormatSpec| !spec.writers.is_empty() || spec.shrinker.is_some();
    let ids: Vec<_> = formats::FORMATS.iter().filter(writable).map(|spec| spec.id).collect();
    let error = Error::no_format(ErrorCode::UnknownTarget, word);
    let meant = MEANT.iter().find(|(program, _)| word.eq_ignore_ascii_case(program)).map_or(word, |(_, id)| id);
    error.spelled("format", meant, &ids).supported_targets(ids)
}

/// Words for formats that are none, but those of programs and of everyday speech.
const MEANT: [(&str, &str); 8] = [
    ("word", "docx"),
    ("msword", "docx"),
    ("excel", "xlsx"),
    ("powerpoint", "pptx"),
    ("kindle", "epub"),
    ("libreoffice", "odt"),
    ("image", "png"),
    ("picture", "png"),
];

/// Whether there is nothing to do: a file to be compressed that is under its ceiling already comes
/// back as it is, and needs no thread for that.
pub(crate) fn is_small_enough(bytes: &[u8], route: &Route, context: &Context) -> bool {
    let max_bytes = context.options().integer(&options::MAX_BYTES);
    let is_changed = editor(route, context).is_some() || Strip::asked(context.options()) != Strip::None;
    route.is_compression() && !is_changed && max_bytes.is_some_and(|max| bytes.len() as u64 <= max)
}

/// What changes a file that stays in its format, where the options ask for it.
fn editor(route: &Route, context: &Context) -> Option<&'static Editor> {
    let editor = route.target().spec().editor();
    editor.filter(|editor| route.is_compression() && editor.is_asked(context))
}

/// A finished file.
pub(crate) struct Made {
    /// Its bytes.
    pub(crate) bytes: Vec<u8>,
    /// What they are.
    pub(crate) format: Format,
}

/// The conversion or compression itself, with the ceiling kept.
pub(crate) fn run(bytes: &[u8], route: &Route, context: &Context) -> Result<Made> {
    #[cfg(feature = "fail-points")]
    transvase_base::fail_point::reach(context)?;
    let format = route.target();
    if !route.is_compression() {
        return fitted(route.run(bytes, context)?, format, context);
    }
    if let Some(editor) = editor(route, context) {
        let source = Source { name: String::new(), bytes: Cow::Borrowed(bytes) };
        return fitted((editor.edit)(&[source], context)?, format, context);
    }
    let Some(bytes) = stripped(bytes, format, context)? else {
        return fitted(route::redrawn(format)?.run(bytes, context)?, format, context);
    };
    let bytes = match context.options().integer(&options::MAX_BYTES) {
        Some(max) if bytes.len() as u64 > max => under_ceiling(&bytes, format, max, context)?,
        Some(_) => bytes.into_owned(),
        None => compress_balanced(&bytes, format, context)?,
    };
    Ok(Made { bytes, format })
}

/// The file without what it is not to say of its picture; `None` where that takes other pixels.
fn stripped<'a>(bytes: &'a [u8], format: Format, context: &Context) -> Result<Option<Cow<'a, [u8]>>> {
    let asked = Strip::asked(context.options());
    let strip = format.spec().shrinker.as_ref().and_then(|shrinker| shrinker.strip);
    match strip.filter(|_| asked != Strip::None) {
        Some(strip) => Ok(strip(bytes, asked, context)?.map(Cow::Owned)),
        None => Ok(Some(Cow::Borrowed(bytes))),
    }
}

/// The conversion of several files to one, with the ceiling kept.
pub(crate) fn run_joined(inputs: &[Input], joint: &Joint, target: Format, context: &Context) -> Result<Made> {
    fitted(joint.run(inputs, context)?, target, context)
}

/// A result, made smaller where it is above the ceiling.
fn fitted(written: Written, target: Format, context: &Context) -> Result<Made> {
    let (bytes, format) = match written {
        Written::File(bytes) => (bytes, target),
        #[cfg(feature = "zip")]
        Written::Files(files) => (zipped(&files, context)?, Format::ZIP),
        #[cfg(not(feature = "zip"))]
        Written::Files(files) => (first_of(files, context), target),
    };
    let bytes = match context.options().integer(&options::MAX_BYTES) {
        Some(max) if bytes.len() as u64 > max => under_ceiling(&bytes, format, max, context)?,
        _ => bytes,
    };
    Ok(Made { bytes, format })
}

/// Several files as one.
#[cfg(feature = "zip")]
fn zipped(files: &[NamedFile], context: &Context) -> Result<Vec<u8>> {
    let mut archive = zip::Archive::new();
    for file in files {
        context.checkpoint()?;
        if file.packed { archive.store(&file.name, &file.bytes) } else { archive.deflate(&file.name, &file.bytes) }?;
    }
    archive.finish()
}

/// Without archives there is room for the first file alone.
#[cfg(not(feature = "zip"))]
fn first_of(files: Vec<NamedFile>, context: &Context) -> Vec<u8> {
    let message = "only the first page was kept: this build cannot write zip archives";
    context.warn(Warning::new(WarningCode::FramesDropped, message));
    files.into_iter().next().map(|file| file.bytes).unwrap_or_default()
}

/// What a compression without a limit saves at least, in percent: less is not worth another file.
const LEAST_GAIN_PERCENT: u64 = 1;

fn compress_balanced(bytes: &[u8], format: Format, context: &Context) -> Result<Vec<u8>> {
    let shrinker = format.spec().shrinker.as_ref();
    let Some(shrinker) = shrinker else {
        return Err(Error::new(ErrorCode::Internal, "a compression without a shrinker"));
    };
    let smaller = (shrinker.compress)(bytes, context)?;
    if smaller.len() as u64 * 100 <= bytes.len() as u64 * (100 - LEAST_GAIN_PERCENT) {
        return Ok(smaller);
    }
    if smaller.len() < bytes.len() {
        let message = "the file was returned as it is: less than one percent could be saved";
        context.warn(Warning::new(WarningCode::NotCompressed, message));
    }
    Ok(bytes.to_vec())
}

/// Brings a file of `format` under `max` bytes, or says how small it can get.
fn under_ceiling(bytes: &[u8], format: Format, max: u64, context: &Context) -> Result<Vec<u8>> {
    let best_effort = context.options().flag(&options::BEST_EFFORT);
    let fitted = match &format.spec().shrinker {
        Some(shrinker) => fit::fit(bytes, format, shrinker, max, context)?,
        None => fit::Fitted::Smallest(bytes.to_vec()),
    };
    match fitted {
        fit::Fitted::Whole(result) | fit::Fitted::Within(result) => Ok(result),
        fit::Fitted::Smallest(result) if best_effort => {
            let message =
                format!("the smallest possible result has {} bytes, more than the limit of {max}", result.len());
            context.warn(Warning::new(WarningCode::SizeLimitMissed, message));
            Ok(result)
        }
        fit::Fitted::Smallest(result) => Err(unreachable(bytes, &result, format, max, context)?.at(Stage::Fit)),
    }
}

/// Pictures that get as small as one likes, within reason, without fewer pixels.
const LOSSY_PICTURES: [&str; 5] = ["avif", "gif", "jpeg", "png", "webp"];

/// Of the smallest result, parts that take at least one in so many of its bytes are named.
const SHARE_OF_HEAVY: u64 = 8;

/// The kinds of parts that are heavy in a file, the heaviest first, where its format can tell.
fn heavy(file: &[u8], format: Format, context: &Context) -> Option<String> {
    let weigh = format.spec().shrinker.as_ref()?.weigh?;
    let (weights, _) = context.aside(|| weigh(file, context)).ok()?;
    let least = file.len() as u64 / SHARE_OF_HEAVY;
    let mut heavy: Vec<_> = weights.into_iter().filter(|(_, bytes)| *bytes >= least).collect();
    heavy.sort_by_key(|(_, bytes)| std::cmp::Reverse(*bytes));
    let words: Vec<String> = heavy.into_iter().map(|(kind, bytes)| format!("{kind} {bytes}")).collect();
    (!words.is_empty()).then(|| words.join(", "))
}

/// What to say where nothing fits: how small it gets, with fewer pixels too, and which format would be better.
fn unreachable(bytes: &[u8], smallest: &[u8], format: Format, max: u64, context: &Context) -> Result<Error> {
    let mut error = Error::unreachable_target(max, smallest.len() as u64);
    if format.spec().is_picture() && !LOSSY_PICTURES.contains(&format.id()) {
        error = error.hint("raise max_bytes, set resize to auto, or choose JPEG, WebP or PNG, which get smaller");
    }
    if let Some(heavy) = heavy(smallest, format, context) {
        error = error.weighed(&heavy);
    }
    let may_resize = context.options().choice(&options::RESIZE) == Some("auto");
    let Some(shrinker) = format.spec().shrinker.as_ref().filter(|_| !may_resize) else { return Ok(error) };
    match fit::smallest_with_resize(bytes, format, shrinker, max, context) {
        // All pixels can be smaller still, as where they need no palette.
        Ok(Some(bytes)) => Ok(error.smallest_with_resize(max, bytes.min(smallest.len() as u64))),
        Err(other) if matches!(other.code(), ErrorCode::TimedOut | ErrorCode::Cancelled) => Err(other),
        // That it is too small is what there is to say.
        Ok(None) | Err(_) => Ok(error),
    }
}
