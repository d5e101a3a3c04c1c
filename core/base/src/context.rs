//! What one conversion may use, and how it is watched: limits, budget, cancel, deadline, progress,
//! warnings.
//!
//! Readers, transforms and writers get one `&Context`. They call [`Context::tick`] in every loop
//! whose count comes from a file, [`Context::charge`] for what they really unpack or build, and
//! [`Context::checkpoint`] between calls into other libraries. The clock is read here and nowhere
//! else, and can only end a conversion.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use crate::error::{Error, ErrorCode, Result, Stage};
use crate::host;
#[cfg(feature = "fail-points")]
use crate::memory;
use crate::memory::{Account, Counted};
use crate::options::{self, Options, PageRanges};
use crate::resources::{FontFile, FontFinder, FontRequest, HandedIn, Resources};
use crate::warning::{Warning, WarningCode};

macro_rules! limits {
    ($($key:ident = $default:expr, $unit:literal, $doc:literal;)+) => {
        /// Ceilings of one conversion, safe for untrusted input by default. An overrun ends in
        /// `LimitExceeded`, never in a crash.
        #[derive(Debug, Clone, PartialEq, Eq)]
        pub struct Limits {
            $(#[doc = concat!($doc, " Unit: ", $unit, ".")] pub $key: u64,)+
        }

        impl Default for Limits {
            fn default() -> Self {
                Limits { $($key: $default,)+ }
            }
        }

        /// A limit by name.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        #[allow(non_camel_case_types, reason = "the variants are the keys the errors and docs show")]
        pub enum Limit {
            $(#[doc = $doc] $key,)+
        }

        impl Limit {
            /// Every limit with its unit, default and meaning.
            pub const ALL: &'static [(Limit, &'static str, u64, &'static str)] =
                &[$((Limit::$key, $unit, $default, $doc),)+];

            /// The limit's key.
            pub fn key(self) -> &'static str {
                match self { $(Limit::$key => stringify!($key),)+ }
            }
        }

        impl Limits {
            /// The value of a limit.
            pub fn get(&self, limit: Limit) -> u64 {
                match limit { $(Limit::$key => self.$key,)+ }
            }

            /// Every key, in the order of the table.
            const KEYS: &[&str] = &[$(stringify!($key)),+];

            /// Sets the limit named `key`, as the documentation and the errors show it.
            ///
            /// # Errors
            /// `InvalidOption` where there is no such limit.
            pub fn set(&mut self, key: &str, value: u64) -> Result<()> {
                match key {
                    $(stringify!($key) => self.$key = value,)+
                    _ => return Err(Error::no_such("limit", key, Limits::KEYS)),
                }
                Ok(())
            }
        }

        #[derive(Debug, Default)]
        struct Counters { $($key: AtomicU64,)+ }

        impl Counters {
            fn of(&self, limit: Limit) -> &AtomicU64 {
                match limit { $(Limit::$key => &self.$key,)+ }
            }
        }
    };
}

limits! {
    input_bytes = 256 << 20, "bytes", "Size of the input.";
    output_bytes = 512 << 20, "bytes", "Size of the result.";
    memory_bytes = 1 << 30, "bytes", "Memory that the conversion holds at a time, beside its input, where the program's allocator counts it.";
    unpacked_bytes = 1 << 30, "bytes", "Everything decompressed in one conversion, together.";
    stream_bytes = 256 << 20, "bytes", "One stream or archive entry, decompressed.";
    expansion_ratio = 1_000, "times", "Ratio of decompressed bytes to input bytes; checked above 16 MiB.";
    archive_entries = 10_000, "entries", "Entries of an archive.";
    pages = 50_000, "pages", "Pages read or laid out.";
    image_pixels = 100_000_000, "pixels", "Pixels of one image.";
    job_pixels = 1_000_000_000, "pixels", "Pixels decoded in one conversion, together.";
    drawing_pixels = 1_500_000_000, "pixels", "Pixels that painting one drawing goes over, in all its layers, patterns and filters.";
    image_side = 65_535, "pixels", "Width or height of an image.";
    progressive_scans = 100, "scans", "Scans of a progressive JPEG.";
    animation_frames = 1_000, "frames", "Frames of an animation.";
    html_depth = 512, "levels", "Nesting of HTML elements; deeper ones are flattened.";
    xml_depth = 1_000, "levels", "Nesting of XML elements, in office files.";
    form_depth = 28, "levels", "Nesting of PDF form XObjects, patterns and Type 3 glyphs.";
    elements = 5_000_000, "elements", "Elements and text nodes of marked-up input.";
    element_density = 256, "elements", "Elements for each KiB of the input, unpacked, beyond the first 200,000.";
    pixel_density = 10_000, "pixels", "Pixels decoded for each byte of the input, beyond the first 100 million.";
    attributes = 1_000, "attributes", "Attributes of one element.";
    pdf_operators = 50_000_000, "operators", "Content-stream operators interpreted.";
}

/// Bytes that may be unpacked before the ratio to the input is looked at: small inputs are often
/// text that packs very well.
const RATIO_FREE_BYTES: u64 = 16 << 20;

/// Elements that an input of any size may come to.
const FREE_ELEMENTS: u64 = 200_000;

/// Pixels that an input of any size may come to: one picture as large as may be.
const FREE_PIXELS: u64 = 100_000_000;

/// Ticks between two looks at the clock and the cancel flag. At the slowest tick of ours (about
/// 10 us) that is 40 ms.
const TICKS_PER_LOOK: u64 = 4_096;

/// Cancels a conversion from any thread.
#[derive(Debug, Clone, Default)]
pub struct CancelToken(Arc<AtomicBool>);

impl CancelToken {
    /// A token nobody has used yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Ends every conversion that holds this token with `Cancelled`.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether [`CancelToken::cancel`] was called.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// The document in a file of a name and of any format that is read, as a DOCX; `None` where it is none.
pub(crate) type AsDocx = fn(&str, &[u8], &Context) -> Result<Option<Vec<u8>>>;

/// Receives `(stage, done, total)`; `total` is 0 where it is not known yet. False ends the conversion.
pub type ProgressFn = dyn Fn(Stage, u64, u64) -> bool + Send + Sync;

/// Everything a reader, transform or writer may ask of the conversion it runs in.
pub struct Context {
    options: Arc<Options>,
    limits: Limits,
    counters: Counters,
    input_len: u64,
    memory: Account,
    ticks: AtomicU64,
    /// Of the unpacked bytes those that are samples of pictures.
    samples: AtomicU64,
    /// Looks until a test wants a panic.
    #[cfg(feature = "fail-points")]
    looks_left: Option<AtomicU64>,
    cancel: CancelToken,
    stopped: AtomicBool,
    /// Whether the pages that are asked for have been chosen already.
    has_pages: AtomicBool,
    /// Whether what is read now is laid out on pages later.
    is_for_pages: AtomicBool,
    deadline: Option<Instant>,
    progress: Option<Arc<ProgressFn>>,
    fonts: Arc<[FontFile]>,
    font_finder: Option<Arc<FontFinder>>,
    resources: HandedIn,
    as_docx: Option<AsDocx>,
    reporting: Mutex<()>,
    warnings: Mutex<Vec<Warning>>,
}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context").field("limits", &self.limits).finish_non_exhaustive()
    }
}

impl Default for Context {
    fn default() -> Self {
        Context::new(Options::default(), Limits::default())
    }
}

impl Context {
    /// A context without deadline, cancel token or progress.
    pub fn new(options: impl Into<Arc<Options>>, limits: Limits) -> Self {
        let options: Arc<Options> = options.into();
        Context {
            #[cfg(feature = "fail-points")]
            looks_left: options.integer(&options::FAIL_AT).map(AtomicU64::new),
            options,
            limits,
            counters: Counters::default(),
            input_len: 0,
            memory: Account::default(),
            ticks: AtomicU64::new(0),
            samples: AtomicU64::new(0),
            cancel: CancelToken::new(),
            stopped: AtomicBool::new(false),
            has_pages: AtomicBool::new(false),
            is_for_pages: AtomicBool::new(false),
            deadline: None,
            progress: None,
            fonts: Arc::default(),
            font_finder: None,
            resources: HandedIn::default(),
            as_docx: None,
            reporting: Mutex::new(()),
            warnings: Mutex::new(Vec::new()),
        }
    }

    /// Notes the input's size, which the expansion ratio is measured against.
    ///
    /// # Errors
    /// `LimitExceeded` where the input is larger than `input_bytes`.
    pub fn with_input(mut self, len: usize) -> Result<Self> {
        self.input_len = len as u64;
        self.check(Limit::input_bytes, self.input_len)?;
        Ok(self)
    }

    /// Ends the conversion with `TimedOut` once `time` has passed from now on. A time too long for the
    /// system's clock is no deadline; a host without a clock has none.
    #[must_use]
    pub fn with_deadline(mut self, time: Option<Duration>) -> Self {
        self.deadline = time.zip(host::now()).and_then(|(time, now)| now.checked_add(time));
        self
    }

    /// Ends the conversion with `Cancelled` once the token is used.
    #[must_use]
    pub fn with_cancel(mut self, cancel: CancelToken) -> Self {
        self.cancel = cancel;
        self
    }

    /// Reports progress to `progress`.
    #[must_use]
    pub fn with_progress(mut self, progress: Option<Arc<ProgressFn>>) -> Self {
        self.progress = progress;
        self
    }

    /// Fonts to set text in beside the bundled ones, and whoever finds more where they are not enough.
    #[must_use]
    pub fn with_fonts(mut self, fonts: Arc<[FontFile]>, finder: Option<Arc<FontFinder>>) -> Self {
        (self.fonts, self.font_finder) = (fonts, finder);
        self
    }

    /// Files that the document may name.
    #[must_use]
    pub fn with_resources(mut self, resources: Arc<Resources>) -> Self {
        self.resources = HandedIn::new(resources);
        self
    }

    /// Whoever knows the formats of documents.
    #[must_use]
    pub fn with_documents(mut self, as_docx: AsDocx) -> Self {
        self.as_docx = Some(as_docx);
        self
    }

    /// The options of the conversion.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The limits of the conversion.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Threads the conversion may use, at least 1.
    pub fn threads(&self) -> usize {
        self.options.integer(&options::THREADS).map_or(1, |threads| threads as usize)
    }

    /// The pages asked for; `None` means all, as where an earlier step has chosen them.
    pub fn pages(&self) -> Option<PageRanges> {
        self.options.pages(&options::PAGES).filter(|_| !self.has_pages.load(Ordering::Relaxed))
    }

    /// As [`Context::pages`], of a document that has `count` of them. Those that are not there are a warning.
    ///
    /// # Errors
    /// `InvalidOption` where none of them is there.
    pub fn pages_of(&self, count: usize) -> Result<Option<PageRanges>> {
        let Some(ranges) = self.pages() else { return Ok(None) };
        let count = u32::try_from(count).unwrap_or(u32::MAX);
        let has = match count {
            1 => "1 page".to_owned(),
            _ => format!("{count} pages"),
        };
        if ranges.in_order(count).next().is_none() {
            return Err(Error::option(
                options::PAGES.key,
                format!("none of these pages exists; the document has {has}"),
            ));
        }
        if let Some(beyond) = ranges.beyond(count) {
            let lacks = if beyond.contains([',', '-']) { "there are no pages" } else { "there is no page" };
            let message = format!("the document has {has}: {lacks} {beyond}");
            self.warn(Warning::new(WarningCode::PageDropped, message));
        }
        Ok(Some(ranges))
    }

    /// Does what follows a step that has chosen the pages: all that are left are those.
    pub fn with_pages_chosen<T>(&self, run: impl FnOnce() -> T) -> T {
        let before = self.has_pages.swap(true, Ordering::Relaxed);
        let done = run();
        self.has_pages.store(before, Ordering::Relaxed);
        done
    }

    /// Reads what is laid out on pages later, or what is not.
    pub fn for_pages<T>(&self, is_for_pages: bool, read: impl FnOnce() -> T) -> T {
        let before = self.is_for_pages.swap(is_for_pages, Ordering::Relaxed);
        let done = read();
        self.is_for_pages.store(before, Ordering::Relaxed);
        done
    }

    /// Whether what is read now is laid out on pages later: a source that looks different on paper then looks so.
    pub fn is_for_pages(&self) -> bool {
        self.is_for_pages.load(Ordering::Relaxed)
    }

    /// The fonts the caller handed in.
    pub fn fonts(&self) -> &[FontFile] {
        &self.fonts
    }

    /// Fonts that the caller's finder has for a request; none where there is no finder.
    pub fn find_fonts(&self, request: &FontRequest) -> Vec<FontFile> {
        self.font_finder.as_deref().map(|find| find(request)).unwrap_or_default()
    }

    /// The file that a reference in the document names, of those handed in or found; `None` where there is none, as
    /// for references that lead elsewhere.
    ///
    /// # Errors
    /// `LimitExceeded` where the files that were found are larger than `input_bytes` together with the input.
    pub fn resource(&self, reference: &str) -> Result<Option<Arc<[u8]>>> {
        let Some(file) = self.resources.get(reference) else { return Ok(None) };
        self.check(Limit::input_bytes, self.input_bytes())?;
        Ok(Some(file))
    }

    /// Bytes of the input, and of what it names and was handed in or found so far.
    fn input_bytes(&self) -> u64 {
        self.input_len.saturating_add(self.resources.found_bytes())
    }

    /// The document in a file of this name and of any format that is read, as a DOCX; `None` where it is none.
    ///
    /// # Errors
    /// What the reader of its format says.
    pub fn as_docx(&self, name: &str, bytes: &[u8]) -> Result<Option<Vec<u8>>> {
        self.as_docx.map_or(Ok(None), |as_docx| as_docx(name, bytes, self))
    }

    /// The files that were handed in.
    pub fn resources(&self) -> &HandedIn {
        &self.resources
    }

    /// Compares a figure the input states with a limit, without adding it up.
    ///
    /// # Errors
    /// `LimitExceeded` where `seen` is larger.
    pub fn check(&self, limit: Limit, seen: u64) -> Result<()> {
        let allowed = self.limits.get(limit);
        if seen > allowed { Err(Error::limit(limit.key(), allowed, seen)) } else { Ok(()) }
    }

    /// Adds `amount` to what the conversion has used of `limit`.
    ///
    /// # Errors
    /// `LimitExceeded` where the sum is larger than the limit.
    pub fn charge(&self, limit: Limit, amount: u64) -> Result<()> {
        let before = self.counters.of(limit).fetch_add(amount, Ordering::Relaxed);
        let used = before.saturating_add(amount);
        match limit {
            Limit::elements => self.check_element_density(used.saturating_sub(FREE_ELEMENTS))?,
            Limit::job_pixels => self.check_pixel_density(used.saturating_sub(FREE_PIXELS))?,
            _ => {}
        }
        self.check(limit, used)
    }

    /// Holds elements against the bytes of the input, in its packages too: a megabyte of letters with empty lines
    /// between them is half a million paragraphs, which take 9 s and 700 MB as PDF. Of
    /// 2,602 real documents two come to more than 100,000 elements, with over 30 bytes for each.
    fn check_element_density(&self, used: u64) -> Result<()> {
        let input = self.input_bytes();
        if used == 0 || input == 0 {
            return Ok(());
        }
        let bytes = input.saturating_add(self.unpacked_beside_samples());
        self.check(Limit::element_density, used / bytes.div_ceil(1 << 10))
    }

    /// Holds pixels against the bytes of the input: an archive of 8 kB may unpack to a thousand million of them.
    fn check_pixel_density(&self, used: u64) -> Result<()> {
        self.check(Limit::pixel_density, used.checked_div(self.input_bytes()).unwrap_or(0))
    }

    /// Bytes unpacked so far, but for the samples of pictures.
    fn unpacked_beside_samples(&self) -> u64 {
        let unpacked = self.counters.of(Limit::unpacked_bytes).load(Ordering::Relaxed);
        unpacked.saturating_sub(self.samples.load(Ordering::Relaxed))
    }

    /// Charges bytes that a decompressor really gave, and holds them against the expansion ratio.
    ///
    /// # Errors
    /// `LimitExceeded` for `unpacked_bytes`, `expansion_ratio` or `memory_bytes`.
    pub fn charge_unpacked(&self, bytes: usize) -> Result<()> {
        self.charge(Limit::unpacked_bytes, bytes as u64)?;
        let other = self.unpacked_beside_samples();
        if self.input_len > 0 && other > RATIO_FREE_BYTES {
            self.check(Limit::expansion_ratio, other / self.input_len)?;
        }
        self.room(0)
    }

    /// Charges samples that the decoder of a picture gives. No ratio holds for them: the blank page of a scan is next to
    /// nothing when packed. Their number has limits of its own.
    ///
    /// # Errors
    /// `LimitExceeded` for `unpacked_bytes` or `memory_bytes`.
    pub fn charge_samples(&self, bytes: usize) -> Result<()> {
        self.samples.fetch_add(bytes as u64, Ordering::Relaxed);
        self.charge(Limit::unpacked_bytes, bytes as u64)?;
        self.room(0)
    }

    /// Counts what the calling thread allocates towards `memory_bytes`, until the guard is dropped.
    pub fn count_memory(&self) -> Counted<'_> {
        self.memory.count()
    }

    /// Asks for so many more bytes of memory before they are allocated.
    ///
    /// # Errors
    /// `LimitExceeded` for `memory_bytes`.
    pub fn room(&self, bytes: usize) -> Result<()> {
        self.check(Limit::memory_bytes, self.memory.settle().saturating_add(bytes as u64))
    }

    /// Counts `n` steps of a loop and looks at clock, memory and cancel flag every few thousand.
    ///
    /// # Errors
    /// `TimedOut`, `Cancelled`, or `LimitExceeded` for `memory_bytes`.
    pub fn tick(&self, n: u64) -> Result<()> {
        #[cfg(feature = "fail-points")]
        self.fail_in_turn();
        let before = self.ticks.fetch_add(n, Ordering::Relaxed);
        let look = before / TICKS_PER_LOOK != (before + n) / TICKS_PER_LOOK;
        if look { self.checkpoint() } else { Ok(()) }
    }

    /// Looks at clock, memory and cancel flag now: before and after a call that may take long.
    ///
    /// # Errors
    /// `TimedOut`, `Cancelled`, or `LimitExceeded` for `memory_bytes`.
    pub fn checkpoint(&self) -> Result<()> {
        #[cfg(feature = "fail-points")]
        self.fail_in_turn();
        if self.cancel.is_cancelled() || self.stopped.load(Ordering::Relaxed) {
            return Err(Error::new(ErrorCode::Cancelled, "the conversion was cancelled"));
        }
        if self.deadline.is_some_and(|deadline| host::now().is_some_and(|now| now >= deadline)) {
            return Err(Error::new(ErrorCode::TimedOut, "the conversion took longer than its time limit"));
        }
        self.room(0)
    }

    /// Panics where a test wants it: whatever is being read, laid out or written is dropped in the middle of it.
    #[cfg(feature = "fail-points")]
    fn fail_in_turn(&self) {
        // The caller's own thread has no fence around it.
        let Some(left) = self.looks_left.as_ref().filter(|_| memory::is_counted()) else { return };
        let before = left.fetch_sub(1, Ordering::Relaxed);
        assert!(before != 1, "a panic on request, in the middle of the conversion");
    }

    /// Ends this conversion alone with `Cancelled`, whoever else holds its token.
    pub fn stop(&self) {
        self.stopped.store(true, Ordering::Relaxed);
    }

    /// Reports that `done` of `total` steps of a stage are done.
    pub fn report(&self, stage: Stage, done: u64, total: u64) {
        let Some(progress) = &self.progress else { return };
        // One report at a time, whatever the number of threads: a listener need not be ready for two.
        let _turn = self.reporting.lock().unwrap_or_else(PoisonError::into_inner);
        if !progress(stage, done, total) {
            self.stop();
        }
    }

    /// Runs `read` on one of several inputs: what it warns of is said of that input.
    ///
    /// # Errors
    /// What `read` says, of that input.
    pub fn about<T>(&self, input: &str, read: impl FnOnce() -> Result<T>) -> Result<T> {
        let before = self.take_warnings();
        let result = read().map_err(|error| error.after(input));
        let own = self.take_warnings().into_iter().map(|warning| warning.after(input));
        before.into_iter().chain(own).for_each(|warning| self.warn(warning));
        result
    }

    /// Runs `look`, which reads a file again that was counted before, or one that was made here: nothing of it counts
    /// towards the limits on what is unpacked, and what it warns of is handed back instead of being told.
    ///
    /// # Errors
    /// What `look` says.
    pub fn aside<T>(&self, look: impl FnOnce() -> Result<T>) -> Result<(T, Vec<Warning>)> {
        let counters = || Limit::ALL.iter().map(|(limit, ..)| self.counters.of(*limit)).chain([&self.samples]);
        let before: Vec<u64> = counters().map(|counter| counter.load(Ordering::Relaxed)).collect();
        let warnings = self.take_warnings();
        let result = look();
        let own = self.take_warnings();
        warnings.into_iter().for_each(|warning| self.warn(warning));
        counters().zip(before).for_each(|(counter, before)| counter.store(before, Ordering::Relaxed));
        Ok((result?, own))
    }

    /// Notes a loss.
    pub fn warn(&self, warning: Warning) {
        self.warnings.lock().unwrap_or_else(PoisonError::into_inner).push(warning);
    }

    /// Whether a loss of this kind was noted.
    pub fn has_warned(&self, code: WarningCode) -> bool {
        self.warnings.lock().unwrap_or_else(PoisonError::into_inner).iter().any(|warning| warning.code == code)
    }

    /// The losses so far, each once, in an order that does not depend on threads: by page, then by
    /// code and message.
    pub fn take_warnings(&self) -> Vec<Warning> {
        let mut warnings = std::mem::take(&mut *self.warnings.lock().unwrap_or_else(PoisonError::into_inner));
        warnings.sort();
        warnings.dedup();
        warnings
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn charges_add_up_to_the_limit_and_no_further() {
        let context = Context::new(Options::default(), Limits { pages: 3, ..Limits::default() });
        assert!(context.charge(Limit::pages, 3).is_ok());
        let error = context.charge(Limit::pages, 1).unwrap_err();
        assert_eq!(error.code(), ErrorCode::LimitExceeded);
        assert_eq!(error.details().which.as_deref(), Some("pages"));
        assert_eq!((error.details().limit, error.details().seen), (Some(3), Some(4)));
    }

    #[test]
    fn the_ratio_counts_only_above_its_threshold() {
        let context = Context::default().with_input(1_000).unwrap();
        assert!(context.charge_unpacked(RATIO_FREE_BYTES as usize).is_ok());
        let error = context.charge_unpacked(1).unwrap_err();
        assert_eq!(error.details().which.as_deref(), Some("expansion_ratio"));
    }

    #[test]
    fn what_was_found_beside_the_input_counts_for_its_density() {
        let mut resources = Resources::default();
        resources.ask(Arc::new(|_: &str| Some(vec![0; 10_000])));
        let context = Context::default().with_resources(Arc::new(resources)).with_input(100).unwrap();
        let error = context.charge(Limit::job_pixels, FREE_PIXELS + 2_000_000).unwrap_err();
        assert_eq!(error.details().which.as_deref(), Some("pixel_density"));
        assert!(context.resource("a.png").unwrap().is_some());
        assert!(context.charge(Limit::job_pixels, 1).is_ok());
    }

    #[test]
    fn no_ratio_holds_for_samples() {
        let context = Context::default().with_input(1_000).unwrap();
        assert!(context.charge_samples(4 * RATIO_FREE_BYTES as usize).is_ok(), "a blank page");
        assert!(context.charge_unpacked(1_000).is_ok());
        let error = context.charge_samples(usize::MAX / 2).unwrap_err();
        assert_eq!(error.details().which.as_deref(), Some("unpacked_bytes"));
    }

    #[test]
    fn ticks_notice_cancel_and_deadline() {
        let token = CancelToken::new();
        let context = Context::default().with_cancel(token.clone());
        assert!(context.tick(TICKS_PER_LOOK).is_ok());
        token.cancel();
        assert_eq!(context.tick(TICKS_PER_LOOK).unwrap_err().code(), ErrorCode::Cancelled);
        let late = Context::default().with_deadline(Some(Duration::ZERO));
        assert_eq!(late.checkpoint().unwrap_err().code(), ErrorCode::TimedOut);
        let never = Context::default().with_deadline(Some(Duration::MAX));
        assert!(never.checkpoint().is_ok(), "a deadline beyond the clock is none");
    }

    #[test]
    fn warnings_come_in_page_order_and_once() {
        let context = Context::default();
        for page in [3, 1, 3] {
            context.warn(Warning::on_page(page, WarningCode::ScannedPage, "a picture"));
        }
        let places: Vec<_> = context.take_warnings().into_iter().map(|w| w.place.to_string()).collect();
        assert_eq!(places, ["page 1", "page 3"]);
    }
}
