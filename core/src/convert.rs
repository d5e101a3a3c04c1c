//! The facade: one call from bytes to bytes, with every promise of the library kept around it.

use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use crate::context::{CancelToken, Context, Limit, Limits, ProgressFn};
use crate::detect;
use crate::error::{Error, ErrorCode, Result, Stage};
use crate::fit;
use crate::format::{Facts, Format};
use crate::formats;
use crate::guard::{Attendant, AttendantFn, guarded};
use crate::model::{Hub, Model};
use crate::options::{self, OptionSpec, Options, PageSelection};
use crate::resources::{FontFile, FontFinder, FontRequest};
use crate::route::{self, Route};
use crate::warning::{Warning, WarningCode};

/// The options that this room reads, whatever the route. Threads never change a result: they are not
/// said to have no effect.
static EVERYWHERE: &[&OptionSpec] = &[
    &options::MAX_BYTES,
    &options::BEST_EFFORT,
    &options::THREADS,
    #[cfg(feature = "fail-points")]
    &crate::fail_point::FAIL_POINT,
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
    /// Its format: the target.
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
/// Any code of [`crate::ERRORS`]; each carries a sentence that names the cause.
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
        Some(look) => {
            guarded(None, || look(bytes, &context)).map_err(|error| error.at(Stage::Read).in_format(format.id()))?
        }
        None => Facts::default(),
    };
    Ok(Inspection { format, bytes: bytes.len() as u64, facts })
}

/// The model of a kind that `bytes` become on the cheapest way, without any option.
pub(crate) fn model<M: TryFrom<Model, Error = Error> + Send>(bytes: &[u8], hub: Hub) -> Result<M> {
    let format = identify(bytes)?;
    let context = Context::default().with_input(bytes.len())?;
    guarded(None, || route::model(format, hub, bytes, &context)?.try_into())
}

/// A conversion with options. Methods can be chained; a value that is out of range is reported by
/// [`Converter::convert`].
///
/// ```
/// use transvase::{Converter, ErrorCode, Format};
///
/// # let png = transvase::doctest_png();
/// let error = Converter::new(Format::JPEG).quality(0).convert(&png).unwrap_err();
/// assert_eq!(error.code(), ErrorCode::InvalidOption);
/// ```
#[derive(Clone)]
pub struct Converter {
    to: Format,
    from: Option<Format>,
    hint: Option<Format>,
    options: Arc<Options>,
    limits: Limits,
    deadline: Option<Duration>,
    cancel: CancelToken,
    progress: Option<Arc<ProgressFn>>,
    attendant: Option<Arc<AttendantFn>>,
    fonts: Vec<FontFile>,
    font_finder: Option<Arc<FontFinder>>,
    /// The first option that could not be set.
    refused: Option<Arc<Error>>,
}

impl std::fmt::Debug for Converter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Converter").field("to", &self.to).field("from", &self.from).finish_non_exhaustive()
    }
}

impl Converter {
    /// A conversion to `to` with the default options.
    pub fn new(to: Format) -> Self {
        Converter {
            to,
            from: None,
            hint: None,
            options: Arc::default(),
            limits: Limits::default(),
            deadline: None,
            cancel: CancelToken::new(),
            progress: None,
            attendant: None,
            fonts: Vec::new(),
            font_finder: None,
            refused: None,
        }
    }

    /// A conversion to the format that `word` names: an id, an extension or a media type.
    ///
    /// # Errors
    /// `UnknownTarget`, with the ids there are.
    pub fn to_named(word: &str) -> Result<Self> {
        target(word).map(Self::new)
    }

    /// The source's format, instead of what its bytes look like.
    #[must_use]
    pub fn source(mut self, source: Format) -> Self {
        self.from = Some(source);
        self
    }

    /// A guess at the source's format, such as a file's extension: it decides where the bytes do
    /// not.
    #[must_use]
    pub fn hint(mut self, hint: Option<Format>) -> Self {
        self.hint = hint;
        self
    }

    /// Ceiling of the result's size in bytes.
    #[must_use]
    pub fn max_bytes(self, bytes: u64) -> Self {
        self.set(&options::MAX_BYTES, &bytes.to_string())
    }

    /// Return the smallest result where the ceiling cannot be met.
    #[must_use]
    pub fn best_effort(self, yes: bool) -> Self {
        self.set(&options::BEST_EFFORT, &yes.to_string())
    }

    /// Quality of lossy encodings, 1 to 100.
    #[must_use]
    pub fn quality(self, quality: u8) -> Self {
        self.set(&options::QUALITY, &quality.to_string())
    }

    /// Time to spend on a smaller result, 0 to 9.
    #[must_use]
    pub fn effort(self, effort: u8) -> Self {
        self.set(&options::EFFORT, &effort.to_string())
    }

    /// Compress without changing a pixel or a character.
    #[must_use]
    pub fn lossless(self, yes: bool) -> Self {
        self.set(&options::LOSSLESS, &yes.to_string())
    }

    /// Threads the conversion may use; the result does not depend on it.
    #[must_use]
    pub fn threads(self, threads: usize) -> Self {
        self.set(&options::THREADS, &threads.to_string())
    }

    /// Pages to convert, counted from 1: a list as text, as in `1-3,7,9-`, one page, or a range of them.
    ///
    /// ```
    /// # use transvase::{Converter, Format};
    /// let text = Converter::new(Format::DOCX).pages("1-3,7,9-");
    /// let first_three = Converter::new(Format::DOCX).pages(1..=3);
    /// let from_the_ninth = Converter::new(Format::DOCX).pages(9..);
    /// ```
    #[must_use]
    pub fn pages(self, pages: impl Into<PageSelection>) -> Self {
        self.set(&options::PAGES, pages.into().text())
    }

    /// Password of an encrypted input.
    #[must_use]
    pub fn password(self, password: &str) -> Self {
        self.set(&options::PASSWORD, password)
    }

    /// Options by key and text, in the form of the option table.
    #[must_use]
    pub fn options<'a>(self, pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> Self {
        pairs.into_iter().fold(self, |converter, (key, value)| converter.option(key, value))
    }

    /// One option by key and text.
    #[must_use]
    pub fn option(mut self, key: &str, value: &str) -> Self {
        match formats::option_spec(key) {
            Ok(spec) => self.set(spec, value),
            Err(error) => {
                self.refuse(error);
                self
            }
        }
    }

    /// Ceilings of the conversion.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Time the conversion may take; `None`, the default, means no end.
    #[must_use]
    pub fn deadline(mut self, time: impl Into<Option<Duration>>) -> Self {
        self.deadline = time.into();
        self
    }

    /// A token that cancels the conversion from another thread.
    #[must_use]
    pub fn cancel(mut self, token: CancelToken) -> Self {
        self.cancel = token;
        self
    }

    /// Reports `(stage, done, total)` as the conversion goes on.
    #[must_use]
    pub fn progress(self, report: impl Fn(Stage, u64, u64) + Send + Sync + 'static) -> Self {
        self.watched(move |stage, done, total| {
            report(stage, done, total);
            true
        })
    }

    /// As [`Converter::progress`], by a listener that ends the conversion with `Cancelled` once it
    /// answers false. It is called on a thread of the library, one report at a time.
    #[must_use]
    pub fn watched(mut self, report: impl Fn(Stage, u64, u64) -> bool + Send + Sync + 'static) -> Self {
        self.progress = Some(Arc::new(report));
        self
    }

    /// Calls `keep_going` on the caller's own thread every 50 ms while the conversion runs; once it
    /// answers false the conversion ends with `Cancelled`. For hosts that must be asked on a thread of
    /// theirs, such as an interpreter with signals to handle.
    #[must_use]
    pub fn attended(mut self, keep_going: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        self.attendant = Some(Arc::new(keep_going));
        self
    }

    /// Adds fonts to set text in. The bundled ones come first, then these in their order; a family that
    /// the document names is looked for in both.
    ///
    /// ```no_run
    /// use transvase::{Converter, FontFile, Format};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let font = FontFile::new("NotoSansTamil.ttf", std::fs::read("NotoSansTamil.ttf")?);
    /// let pdf = Converter::new(Format::PDF).fonts([font]).convert(&std::fs::read("book.mobi")?)?;
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn fonts(mut self, fonts: impl IntoIterator<Item = FontFile>) -> Self {
        self.fonts.extend(fonts);
        self
    }

    /// Asks `find` for fonts where neither the bundled ones nor the caller's have glyphs for some
    /// characters. What it gives is named in a warning, since the result then depends on it.
    #[must_use]
    pub fn font_finder(mut self, find: impl Fn(&FontRequest) -> Vec<FontFile> + Send + Sync + 'static) -> Self {
        self.font_finder = Some(Arc::new(find));
        self
    }

    /// The target.
    pub fn target(&self) -> Format {
        self.to
    }

    /// Converts `bytes`.
    ///
    /// # Errors
    /// Any code of [`crate::ERRORS`].
    pub fn convert(&self, bytes: &[u8]) -> Result<Output> {
        self.convert_to(self.to, bytes)
    }

    /// Converts `bytes` to another target than the one these settings were made for.
    ///
    /// # Errors
    /// Any code of [`crate::ERRORS`].
    pub fn convert_to(&self, to: Format, bytes: &[u8]) -> Result<Output> {
        if let Some(error) = self.refused.as_deref() {
            return Err(error.again().at(Stage::Options));
        }
        let source = self.source_of(nonempty(bytes)?).map_err(|error| error.at(Stage::Detect))?;
        let claimed = self.from.or(self.hint);
        self.convert_from(source, to, bytes).map_err(|error| detect::unmask(error, bytes, source, claimed))
    }

    fn convert_from(&self, source: Format, to: Format, bytes: &[u8]) -> Result<Output> {
        let route = route::find(source, to).map_err(|error| error.at(Stage::Detect).in_format(source.id()))?;
        let context = self.context(bytes.len())?;
        context.checkpoint()?;
        let result = self.run(bytes, &route, &context).map_err(|error| error.in_format(source.id()))?;
        context.check(Limit::output_bytes, result.len() as u64)?;
        self.warn_of_ignored(&route, &context);
        Ok(Output { bytes: result, format: to, warnings: context.take_warnings(), route })
    }

    /// Warns of every option that the caller changed and nothing on the way reads.
    fn warn_of_ignored(&self, route: &Route, context: &Context) {
        let ceiling = self.options.is_set(&options::MAX_BYTES);
        let is_read = |key: &str| EVERYWHERE.iter().copied().chain(route.options(ceiling)).any(|spec| spec.key == key);
        for key in self.options.keys().filter(|key| !is_read(key)) {
            if formats::option_spec(key).is_ok_and(|spec| self.options.is_changed(spec)) {
                let message = format!("the option {key} has no effect {}", route.in_words());
                context.warn(Warning::new(WarningCode::OptionIgnored, message));
            }
        }
    }

    fn run(&self, bytes: &[u8], route: &Route, context: &Context) -> Result<Vec<u8>> {
        if is_small_enough(bytes, route, context) {
            return Ok(bytes.to_vec());
        }
        let attendant = self.attendant.as_deref().map(|keep_going| Attendant { keep_going, context });
        guarded(attendant, || run(bytes, route, context))
    }

    fn source_of(&self, bytes: &[u8]) -> Result<Format> {
        match self.from {
            Some(from) => detect::source_format(bytes, Some(from)),
            None => detect::detect(bytes, self.hint).ok_or_else(|| detect::unknown_source(bytes, self.hint)),
        }
    }

    fn context(&self, input_len: usize) -> Result<Context> {
        let context = Context::new(Arc::clone(&self.options), self.limits.clone()).with_input(input_len)?;
        let context = context.with_deadline(self.deadline).with_cancel(self.cancel.clone());
        Ok(context
            .with_progress(self.progress.clone())
            .with_fonts(self.fonts.as_slice().into(), self.font_finder.clone()))
    }

    fn set(mut self, spec: &'static OptionSpec, text: &str) -> Self {
        if let Err(error) = Arc::make_mut(&mut self.options).set(spec, text) {
            self.refuse(error);
        }
        self
    }

    fn refuse(&mut self, error: Error) {
        self.refused.get_or_insert_with(|| Arc::new(error));
    }
}

fn nonempty(bytes: &[u8]) -> Result<&[u8]> {
    if bytes.is_empty() { Err(Error::new(ErrorCode::EmptyInput, "the input is empty")) } else { Ok(bytes) }
}

fn unknown_target(word: &str) -> Error {
    let writable = |spec: &&&crate::FormatSpec| !spec.writers.is_empty() || spec.shrinker.is_some();
    let ids: Vec<_> = formats::FORMATS.iter().filter(writable).map(|spec| spec.id).collect();
    let error = Error::new(ErrorCode::UnknownTarget, format!("{word:?} is not a format this build writes"));
    error.hint(format!("it writes {}", ids.join(", "))).supported_targets(ids)
}

/// Whether there is nothing to do: a file to be compressed that is under its ceiling already comes
/// back as it is, and needs no thread for that.
fn is_small_enough(bytes: &[u8], route: &Route, context: &Context) -> bool {
    let max_bytes = context.options().integer(&options::MAX_BYTES);
    route.is_compression() && max_bytes.is_some_and(|max| bytes.len() as u64 <= max)
}

/// The conversion or compression itself, with the ceiling kept.
fn run(bytes: &[u8], route: &Route, context: &Context) -> Result<Vec<u8>> {
    #[cfg(feature = "fail-points")]
    crate::fail_point::reach(context)?;
    let max_bytes = context.options().integer(&options::MAX_BYTES);
    if !route.is_compression() {
        let result = route.run(bytes, context)?;
        return match max_bytes {
            Some(max) if result.len() as u64 > max => under_ceiling(&result, route.target(), max, context),
            _ => Ok(result),
        };
    }
    match max_bytes {
        Some(max) => under_ceiling(bytes, route.target(), max, context),
        None => compress_balanced(bytes, route.target(), context),
    }
}

fn compress_balanced(bytes: &[u8], format: Format, context: &Context) -> Result<Vec<u8>> {
    let shrinker = format.spec().shrinker.as_ref();
    let Some(shrinker) = shrinker else {
        return Err(Error::new(ErrorCode::Internal, "a compression without a shrinker"));
    };
    let smaller = (shrinker.compress)(bytes, context)?;
    Ok(if smaller.len() < bytes.len() { smaller } else { bytes.to_vec() })
}

/// Brings a file of `format` under `max` bytes, or says how small it can get.
fn under_ceiling(bytes: &[u8], format: Format, max: u64, context: &Context) -> Result<Vec<u8>> {
    let best_effort = context.options().flag(&options::BEST_EFFORT);
    let fitted = match &format.spec().shrinker {
        Some(shrinker) => fit::fit(bytes, shrinker, max, context)?,
        None => fit::Fitted::Smallest(bytes.to_vec()),
    };
    match fitted {
        fit::Fitted::Within(result) => Ok(result),
        fit::Fitted::Smallest(result) if best_effort => {
            let message = format!("the smallest result has {} bytes, {max} were asked for", result.len());
            context.warn(Warning::new(WarningCode::SizeLimitMissed, message));
            Ok(result)
        }
        fit::Fitted::Smallest(result) => Err(Error::unreachable_target(max, result.len() as u64).at(Stage::Fit)),
    }
}

#[cfg(all(test, feature = "fail-points"))]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;

    fn endless() -> Converter {
        Converter::new(Format::PNG).option("fail_point", "endless")
    }

    #[test]
    fn an_attendant_ends_its_own_conversion_alone() {
        let photo = Converter::new(Format::JPEG).convert(&crate::doctest_png()).unwrap().bytes;
        let (calls, caller) = (Arc::new(AtomicU32::new(0)), std::thread::current().id());
        let counted = Arc::clone(&calls);
        let token = CancelToken::new();
        let converter = endless().cancel(token.clone()).attended(move || {
            assert_eq!(std::thread::current().id(), caller, "it is asked on the caller's own thread");
            counted.fetch_add(1, Ordering::Relaxed) < 1
        });
        assert_eq!(converter.convert(&photo).unwrap_err().code(), ErrorCode::Cancelled);
        assert_eq!(calls.load(Ordering::Relaxed), 2);
        assert!(!token.is_cancelled());
    }

    #[test]
    fn a_listener_ends_its_own_conversion() {
        let photo = Converter::new(Format::JPEG).convert(&crate::doctest_png()).unwrap().bytes;
        let error = endless().watched(|_, _, _| false).convert(&photo).unwrap_err();
        assert_eq!(error.code(), ErrorCode::Cancelled);
    }

    #[test]
    fn what_fails_inside_comes_back_as_its_code() {
        let photo = Converter::new(Format::JPEG).convert(&crate::doctest_png()).unwrap().bytes;
        let cases = [
            ("panic", ErrorCode::Internal),
            ("out-of-memory", ErrorCode::OutOfMemory),
            ("missing-resource", ErrorCode::MissingResource),
        ];
        for (word, code) in cases {
            let error = Converter::new(Format::PNG).option("fail_point", word).convert(&photo).unwrap_err();
            assert_eq!(error.code(), code);
        }
        let late = endless().deadline(Duration::from_millis(1)).convert(&photo).unwrap_err();
        assert_eq!(late.code(), ErrorCode::TimedOut);
    }
}
