//! The converter: the settings of a conversion, and the one call that keeps every promise of the library around it.

use std::fmt::Display;
use std::sync::Arc;
use std::time::Duration;

use crate::convert::{EVERYWHERE, Made, Output, empty, is_small_enough, nonempty, run, run_joined, target};
use crate::detect;
use crate::formats::{self, Format};
use crate::guard::{Attendant, AttendantFn, guarded};
use crate::input::Input;
use crate::route::{self, Joint, Route};
use transvase_base::context::{CancelToken, Context, Limit, Limits, ProgressFn};
use transvase_base::error::{Error, Result, Stage};
use transvase_base::options::{self, OptionSpec, Options, PageSelection};
use transvase_base::resources::{FontFile, FontFinder, FontRequest, Resources};
use transvase_base::warning::{Warning, WarningCode};

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
    resources: Arc<Resources>,
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
            resources: Arc::default(),
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

    /// Let a picture have fewer pixels where its ceiling is not met otherwise, or only by spoiling it.
    #[must_use]
    pub fn resize(self, yes: bool) -> Self {
        self.option("resize", if yes { "auto" } else { "never" })
    }

    /// Dots an inch of pages that become pictures, and of pictures in a smaller PDF or package.
    #[must_use]
    pub fn dpi(self, dpi: f64) -> Self {
        self.option("dpi", dpi)
    }

    /// Turn pages and pictures clockwise by 90, 180 or 270 degrees.
    #[must_use]
    pub fn rotate(self, degrees: u16) -> Self {
        self.option("rotate", degrees)
    }

    /// Paper of pages that are laid out: `a4`, `a5`, `letter` and others, as the option table lists them.
    #[must_use]
    pub fn page_size(self, name: &str) -> Self {
        self.option("page_size", name)
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

    /// One option by key; its value is text, a number, or true or false. [`option_specs`](crate::option_specs) lists them.
    ///
    /// ```
    /// # use transvase::{Converter, Format};
    /// let pages = Converter::new(Format::PNG).option("dpi", 200).option("transparent", true);
    /// ```
    #[must_use]
    pub fn option(mut self, key: &str, value: impl Display) -> Self {
        match formats::option_spec(key) {
            Ok(spec) => self.set(spec, &value.to_string()),
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

    /// Hands in a file that lies beside the input, such as a picture or a style sheet, under the name by which the
    /// document calls it: a relative path with slashes. One that nothing names is told of in a warning.
    #[must_use]
    pub fn resource(mut self, name: &str, bytes: impl Into<Arc<[u8]>>) -> Self {
        if let Err(error) = Arc::make_mut(&mut self.resources).add(name, bytes.into()) {
            self.refuse(error);
        }
        self
    }

    /// Asks `find` for a file that the document names and that was not handed in. It gets the name as
    /// [`Converter::resource`] takes it, never one that leads out of the folder of the input, and is called on a
    /// thread of the library.
    #[must_use]
    pub fn resource_finder(mut self, find: impl Fn(&str) -> Option<Vec<u8>> + Send + Sync + 'static) -> Self {
        Arc::make_mut(&mut self.resources).ask(Arc::new(find));
        self
    }

    /// The target.
    pub fn target(&self) -> Format {
        self.to
    }

    /// Says of the settings what every conversion with them would, before there is anything to convert.
    ///
    /// # Errors
    /// `InvalidOption`: the first value that could not be set.
    pub fn check(&self) -> Result<()> {
        self.refused.as_deref().map_or(Ok(()), |error| Err(error.again().at(Stage::Options)))
    }

    /// Converts `bytes`.
    ///
    /// # Errors
    /// Any code of [`transvase_base::error::ERRORS`].
    pub fn convert(&self, bytes: &[u8]) -> Result<Output> {
        self.convert_to(self.to, bytes)
    }

    /// Converts `bytes` to another target than the one these settings were made for.
    ///
    /// # Errors
    /// Any code of [`transvase_base::error::ERRORS`].
    pub fn convert_to(&self, to: Format, bytes: &[u8]) -> Result<Output> {
        self.converted(to, &[Input::new(bytes)])
    }

    /// Converts files to one, the next behind the one before. Limits hold for all of them together, page ranges for
    /// each as it is read. A warning about one names it.
    ///
    /// ```no_run
    /// use transvase::{Converter, Format, Input};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let (first, second) = (std::fs::read("one.mobi")?, std::fs::read("two.pdf")?);
    /// let inputs = [Input::new(&first).name("one.mobi"), Input::new(&second).name("two.pdf")];
    /// let both = Converter::new(Format::DOCX).join(&inputs)?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// Any code of [`transvase_base::error::ERRORS`]; `UnsupportedRoute` where files of these formats cannot be joined on their way
    /// to the target. What is wrong with one names it.
    pub fn join(&self, inputs: &[Input]) -> Result<Output> {
        self.join_to(self.to, inputs)
    }

    /// Joins files to another target than the one these settings were made for.
    ///
    /// # Errors
    /// As [`Converter::join`].
    pub fn join_to(&self, to: Format, inputs: &[Input]) -> Result<Output> {
        self.converted(to, inputs)
    }

    fn converted(&self, to: Format, inputs: &[Input]) -> Result<Output> {
        self.check()?;
        match inputs {
            [] => Err(empty().at(Stage::Detect)),
            [input] => self.one(to, input),
            inputs => self.several(to, inputs),
        }
    }

    fn one(&self, to: Format, input: &Input) -> Result<Output> {
        let bytes = input.bytes;
        let (source, claimed) = self.source_of(input)?;
        let result = self.alone(source, to, bytes);
        result.map_err(|error| detect::unmask(error, bytes, source, claimed))
    }

    fn alone(&self, source: Format, to: Format, bytes: &[u8]) -> Result<Output> {
        let route = route::find_for(source, to, &self.options)
            .map_err(|error| error.at(Stage::Detect).in_format(source.id()))?;
        let context = self.context(bytes.len())?;
        if is_small_enough(bytes, &route, &context) {
            context.checkpoint()?;
            return self.output(Made { bytes: bytes.to_vec(), format: to }, &[route], &context);
        }
        let result = self.fenced(&context, || run(bytes, &route, &context));
        self.output(result.map_err(|error| error.in_format(source.id()))?, &[route], &context)
    }

    fn several(&self, to: Format, inputs: &[Input]) -> Result<Output> {
        let mut sources = Vec::new();
        for (at, input) in inputs.iter().enumerate() {
            sources.push(self.source_of(input).map_err(|error| error.after(&input.called(at)))?.0);
        }
        let joint = Joint::between(&sources, to).map_err(|error| error.at(Stage::Detect))?;
        let context = self.context(inputs.iter().map(|input| input.bytes.len()).sum())?;
        let result = self.fenced(&context, || run_joined(inputs, &joint, to, &context))?;
        self.output(result, joint.routes(), &context)
    }

    /// Runs `work` where nothing it does harms the caller.
    fn fenced(&self, context: &Context, work: impl FnOnce() -> Result<Made> + Send) -> Result<Made> {
        context.checkpoint()?;
        let attendant = self.attendant.as_deref().map(|keep_going| Attendant { keep_going, context });
        guarded(context, attendant, work)
    }

    /// The result of the ways that were taken, of which the first is told.
    fn output(&self, made: Made, routes: &[Route], context: &Context) -> Result<Output> {
        let Made { bytes, format } = made;
        let route = routes.first().cloned().ok_or_else(empty)?;
        context.check(Limit::output_bytes, bytes.len() as u64)?;
        self.warn_of_ignored(routes, context);
        for name in context.resources().unused() {
            let message = format!("nothing in the input names {name}");
            context.warn(Warning::new(WarningCode::ResourceIgnored, message));
        }
        Ok(Output { bytes, format, warnings: context.take_warnings(), route })
    }

    /// Warns of every option that the caller changed and nothing on the way reads.
    fn warn_of_ignored(&self, routes: &[Route], context: &Context) {
        let ceiling = self.options.is_set(&options::MAX_BYTES);
        let rows = || EVERYWHERE.iter().copied().chain(routes.iter().flat_map(|route| route.options(ceiling)));
        let is_read = |key: &str| rows().any(|spec| spec.key == key);
        for key in self.options.keys().filter(|key| !is_read(key)) {
            if formats::option_spec(key).is_ok_and(|spec| self.options.is_changed(spec)) {
                let message = format!("the option {key} has no effect {}", route::in_words(routes));
                context.warn(Warning::new(WarningCode::OptionIgnored, message));
            }
        }
    }

    /// The format of an input, and what the caller took it for.
    fn source_of(&self, input: &Input) -> Result<(Format, Option<Format>)> {
        let hint = input.hint.or(self.hint);
        let source = nonempty(input.bytes).and_then(|bytes| match self.from {
            Some(from) => detect::source_format(bytes, Some(from)),
            None => detect::detect(bytes, hint).ok_or_else(|| detect::unknown_source(bytes, hint)),
        });
        Ok((source.map_err(|error| error.at(Stage::Detect))?, self.from.or(hint)))
    }

    fn context(&self, input_len: usize) -> Result<Context> {
        let handed_in = input_len.saturating_add(self.resources.byte_len());
        let context = Context::new(Arc::clone(&self.options), self.limits.clone()).with_input(handed_in)?;
        let context = context.with_deadline(self.deadline).with_cancel(self.cancel.clone());
        #[cfg(feature = "docx")]
        let context = context.with_documents(route::as_docx);
        Ok(context
            .with_progress(self.progress.clone())
            .with_fonts(self.fonts.as_slice().into(), self.font_finder.clone())
            .with_resources(Arc::clone(&self.resources)))
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

#[cfg(all(test, feature = "fail-points"))]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use super::*;
    use transvase_base::error::ErrorCode;

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
