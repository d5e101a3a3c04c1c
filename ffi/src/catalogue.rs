//! Capability tables: formats, routes, options and limits of this build, as tables of C strings. They are made from the
//! library's own tables when somebody first asks, and never change: every pointer into them is good as long as the
//! process lives.

use std::ffi::{CStr, CString, c_char};
use std::sync::OnceLock;

use transvase::{Format, FormatSpec, Limit, OptionKind, OptionSpec, Route};

use crate::error::c_string;
use crate::guard::{self, nth, part};
use crate::pointer::Text;

/// A format this build knows.
pub struct FormatRow {
    format: Format,
    id: CString,
    name: CString,
    extensions: Vec<CString>,
    media_types: Vec<CString>,
    reads: bool,
    writes: bool,
    compresses: bool,
}

/// A conversion this build can make.
pub struct RouteRow {
    source: CString,
    target: CString,
    steps: CString,
    cost: u32,
}

/// An option, and what it takes.
pub struct OptionRow {
    key: CString,
    kind: Choice,
    min: f64,
    max: f64,
    unit: CString,
    default: Option<CString>,
    doc: CString,
    words: Vec<CString>,
}

/// A ceiling on what one conversion may use.
pub struct LimitRow {
    key: CString,
    unit: CString,
    default: u64,
    doc: CString,
}

/// What values an option takes.
#[repr(i32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// A whole number from min to max, both included.
    Integer = 1,
    /// A decimal number from min to max, both included.
    Number = 2,
    /// "true" or "false".
    Flag = 3,
    /// One of the words `tvase_option_word` lists.
    Word = 4,
    /// Pages and ranges counted from 1, as in "1-3,7,9-".
    Pages = 5,
    /// Any text.
    Text = 6,
}

struct Catalogue {
    formats: Vec<FormatRow>,
    routes: Vec<RouteRow>,
    options: Vec<OptionRow>,
    limits: Vec<LimitRow>,
}

fn catalogue() -> &'static Catalogue {
    static CATALOGUE: OnceLock<Catalogue> = OnceLock::new();
    CATALOGUE.get_or_init(|| Catalogue {
        formats: transvase::formats().map(FormatRow::new).collect(),
        routes: transvase::routes().iter().map(RouteRow::new).collect(),
        options: transvase::option_specs().into_iter().map(OptionRow::new).collect(),
        limits: Limit::ALL.iter().map(LimitRow::new).collect(),
    })
}

/// The id of a format as a C string.
pub fn id(format: Format) -> Option<&'static CStr> {
    catalogue().formats.iter().find(|row| row.format == format).map(|row| row.id.as_c_str())
}

impl FormatRow {
    fn new(spec: &FormatSpec) -> Self {
        let from_here = |route: &&Route| route.source() == Format::of(spec) && !route.is_compression();
        let to_here = |route: &&Route| route.target() == Format::of(spec) && !route.is_compression();
        let routes = transvase::routes();
        FormatRow {
            format: Format::of(spec),
            id: c_string(spec.id),
            name: c_string(spec.name),
            extensions: spec.extensions.iter().map(c_string).collect(),
            media_types: spec.media_types.iter().map(c_string).collect(),
            reads: routes.iter().any(|route| from_here(&route)),
            writes: routes.iter().any(|route| to_here(&route)),
            compresses: spec.is_compressed(),
        }
    }
}

impl RouteRow {
    fn new(route: &Route) -> Self {
        RouteRow {
            source: c_string(route.source().id()),
            target: c_string(route.target().id()),
            steps: c_string(route.explain()),
            cost: route.cost(),
        }
    }
}

impl OptionRow {
    fn new(spec: &OptionSpec) -> Self {
        let (kind, min, max) = bounds(spec.kind);
        let words = if let OptionKind::Choice(words) = spec.kind { words } else { &[] };
        OptionRow {
            key: c_string(spec.key),
            kind,
            min,
            max,
            unit: c_string(spec.unit),
            default: (!spec.default.is_empty()).then(|| c_string(spec.default)),
            doc: c_string(spec.doc),
            words: words.iter().map(c_string).collect(),
        }
    }
}

impl LimitRow {
    fn new((limit, unit, default, doc): &(Limit, &str, u64, &str)) -> Self {
        LimitRow { key: c_string(limit.key()), unit: c_string(unit), default: *default, doc: c_string(doc.trim()) }
    }
}

fn bounds(kind: OptionKind) -> (Choice, f64, f64) {
    match kind {
        OptionKind::Integer { min, max } => (Choice::Integer, min as f64, max as f64),
        OptionKind::Number { min, max } => (Choice::Number, min, max),
        OptionKind::Flag => (Choice::Flag, 0.0, 1.0),
        OptionKind::Choice(words) => (Choice::Word, 0.0, words.len() as f64 - 1.0),
        OptionKind::Pages => (Choice::Pages, 0.0, 0.0),
        OptionKind::Text => (Choice::Text, 0.0, 0.0),
    }
}

/// The format `index` of this build, counted from 0; NULL behind the last.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_format_at(index: usize) -> Option<&'static FormatRow> {
    guard::answer(None, || catalogue().formats.get(index))
}

/// The format that `word` names: an id, an extension or a media type, in any case, with or without a
/// leading dot. NULL where there is none.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_format_find(word: Text) -> Option<&'static FormatRow> {
    guard::answer(None, || {
        let format = word.required("word").ok().and_then(Format::find)?;
        catalogue().formats.iter().find(|row| row.format == format)
    })
}

/// Its id, which every function takes, as in "jpeg".
#[unsafe(no_mangle)]
pub extern "C" fn tvase_format_id(format: Option<&FormatRow>) -> *const c_char {
    part(format, |format| &format.id)
}

/// The name people use, as in "JPEG".
#[unsafe(no_mangle)]
pub extern "C" fn tvase_format_name(format: Option<&FormatRow>) -> *const c_char {
    part(format, |format| &format.name)
}

/// A file extension without the dot, counted from 0, the preferred one first; NULL behind the last.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_format_extension(format: Option<&FormatRow>, index: usize) -> *const c_char {
    nth(format, |format| &format.extensions, index)
}

/// A media type, counted from 0, the preferred one first; NULL behind the last.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_format_media_type(format: Option<&FormatRow>, index: usize) -> *const c_char {
    nth(format, |format| &format.media_types, index)
}

/// Whether this build converts from it to another format.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_format_reads(format: Option<&FormatRow>) -> bool {
    guard::answer(false, || format.is_some_and(|format| format.reads))
}

/// Whether this build converts to it from another format.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_format_writes(format: Option<&FormatRow>) -> bool {
    guard::answer(false, || format.is_some_and(|format| format.writes))
}

/// Whether this build makes files of it smaller.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_format_compresses(format: Option<&FormatRow>) -> bool {
    guard::answer(false, || format.is_some_and(|format| format.compresses))
}

/// The route `index` of this build, counted from 0; NULL behind the last. A route from a format to
/// itself makes a file smaller.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_route_at(index: usize) -> Option<&'static RouteRow> {
    guard::answer(None, || catalogue().routes.get(index))
}

/// Id of the format it starts from.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_route_source(route: Option<&RouteRow>) -> *const c_char {
    part(route, |route| &route.source)
}

/// Id of the format it leads to.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_route_target(route: Option<&RouteRow>) -> *const c_char {
    part(route, |route| &route.target)
}

/// Its steps, as in "pdf -> pages -> reflow -> flow -> docx".
#[unsafe(no_mangle)]
pub extern "C" fn tvase_route_steps(route: Option<&RouteRow>) -> *const c_char {
    part(route, |route| &route.steps)
}

/// What is lost on the way as a cost: 0 means nothing a user would miss.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_route_cost(route: Option<&RouteRow>) -> u32 {
    guard::answer(0, || route.map_or(0, |route| route.cost))
}

/// The option `index` of this build, counted from 0; NULL behind the last.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_options_at(index: usize) -> Option<&'static OptionRow> {
    guard::answer(None, || catalogue().options.get(index))
}

/// What the option named `key` takes; NULL where there is none.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_options_bounds(key: Text) -> Option<&'static OptionRow> {
    guard::answer(None, || {
        let key = key.required("key").ok()?;
        catalogue().options.iter().find(|row| row.key.to_bytes() == key.as_bytes())
    })
}

/// The option's key, as in "max_bytes".
#[unsafe(no_mangle)]
pub extern "C" fn tvase_option_key(option: Option<&OptionRow>) -> *const c_char {
    part(option, |option| &option.key)
}

/// What values the option takes; `TVASE_OPTION_TYPE_TEXT` of NULL.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_option_kind(option: Option<&OptionRow>) -> Choice {
    guard::answer(Choice::Text, || option.map_or(Choice::Text, |option| option.kind))
}

/// The smallest value of a number.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_option_min(option: Option<&OptionRow>) -> f64 {
    guard::answer(0.0, || option.map_or(0.0, |option| option.min))
}

/// The largest value of a number.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_option_max(option: Option<&OptionRow>) -> f64 {
    guard::answer(0.0, || option.map_or(0.0, |option| option.max))
}

/// The unit of the value, as in "bytes"; empty where it has none.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_option_unit(option: Option<&OptionRow>) -> *const c_char {
    part(option, |option| &option.unit)
}

/// The default, as text; NULL where the option is not set by itself.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_option_default(option: Option<&OptionRow>) -> *const c_char {
    guard::text(|| option.and_then(|option| option.default.as_deref()))
}

/// One sentence about the option.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_option_doc(option: Option<&OptionRow>) -> *const c_char {
    part(option, |option| &option.doc)
}

/// `TVASE_OPTION_TYPE_WORD`: a word the option takes, counted from 0; NULL behind the last.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_option_word(option: Option<&OptionRow>, index: usize) -> *const c_char {
    nth(option, |option| &option.words, index)
}

/// The limit `index` of this build, counted from 0; NULL behind the last. `tvase_options_set_limit`
/// changes it.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_limits_at(index: usize) -> Option<&'static LimitRow> {
    guard::answer(None, || catalogue().limits.get(index))
}

/// The limit's key, as in "pages".
#[unsafe(no_mangle)]
pub extern "C" fn tvase_limit_key(limit: Option<&LimitRow>) -> *const c_char {
    part(limit, |limit| &limit.key)
}

/// What it counts, as in "bytes".
#[unsafe(no_mangle)]
pub extern "C" fn tvase_limit_unit(limit: Option<&LimitRow>) -> *const c_char {
    part(limit, |limit| &limit.unit)
}

/// The ceiling unless it is changed; 0 of NULL.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_limit_default(limit: Option<&LimitRow>) -> u64 {
    guard::answer(0, || limit.map_or(0, |limit| limit.default))
}

/// One sentence about the limit.
#[unsafe(no_mangle)]
pub extern "C" fn tvase_limit_doc(limit: Option<&LimitRow>) -> *const c_char {
    part(limit, |limit| &limit.doc)
}
