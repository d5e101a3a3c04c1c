//! Routing: the cheapest way from one format to another. The matrix of conversions is computed here, never typed by
//! hand.

mod remains;

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt;

#[cfg(any(feature = "cbz", feature = "docx"))]
use crate::detect::detect;
use crate::formats::{FORMATS, Format};
use crate::input::Input;
use crate::transforms::TRANSFORMS;
use remains::{Shown, WORDS_ALONE};
use transvase_base::context::Context;
use transvase_base::error::{Error, ErrorCode, Result, Stage};
use transvase_base::options::{OptionSpec, Options, PAGES};
use transvase_codec::strip::{STRIP, Strip};
use transvase_codec::table;
use transvase_format::{Editor, Reader, Shrinker, Source, Transform, Writer, Written};
use transvase_image::adjust::{OPTIONS as ADJUST_OPTIONS, adjusted as as_asked, redraws};
use transvase_model::media::{Media, MediaKind};
use transvase_model::{Hub, Model, loss};

/// A way from a source to a target: a reader, transforms, a writer; or the source's shrinker. Where no such way leads to
/// the target it goes through a format in between, whose bytes another way goes on from.
#[derive(Debug, Clone)]
pub struct Route {
    source: Format,
    target: Format,
    cost: u32,
    path: Option<Path>,
    /// The way on from the format in between.
    rest: Option<Box<Route>>,
}

#[derive(Debug, Clone)]
struct Path {
    reader: &'static Reader,
    transforms: Vec<&'static Transform>,
    writer: &'static Writer,
}

impl Route {
    /// The route a conversion of `source` to `target` takes.
    ///
    /// # Errors
    /// `UnsupportedRoute`, with the targets that can be reached.
    pub fn between(source: Format, target: Format) -> Result<Route> {
        find(source, target)
    }

    /// Where it starts.
    pub fn source(&self) -> Format {
        self.source
    }

    /// Where it ends.
    pub fn target(&self) -> Format {
        self.target
    }

    /// What is lost on the way: 0 means nothing a user would miss.
    pub fn cost(&self) -> u32 {
        self.cost
    }

    /// Whether the route compresses within one format.
    pub fn is_compression(&self) -> bool {
        self.path.is_none()
    }

    /// The options that its steps read, each as often as steps name it; with `ceiling`, those too that
    /// the search for a result under a byte limit reads.
    pub(crate) fn options(&self, ceiling: bool) -> impl Iterator<Item = &'static OptionSpec> + '_ {
        let steps = self.paths().flat_map(|path| {
            let transforms = path.transforms.iter().flat_map(|step| step.options);
            path.reader.options.iter().chain(transforms).chain(path.writer.options)
        });
        let steps = steps.chain(ADJUST_OPTIONS.iter().filter(|_| self.hubs().any(|hub| hub == Hub::Raster)));
        let shrinker = self.target.spec().shrinker.iter().filter(move |_| ceiling || self.is_compression());
        let is_stripped = |shrinker: &&Shrinker| self.is_compression() && shrinker.strip.is_some();
        let strip = self.target.spec().shrinker.iter().filter(is_stripped).map(|_| &STRIP);
        let editor = self.target.spec().editor().into_iter();
        let edits = editor.flat_map(|editor| if self.is_compression() { editor.options } else { editor.finishing });
        steps.chain(shrinker.flat_map(|shrinker| shrinker.options)).chain(edits).copied().chain(strip)
    }

    /// Its own path, and those on from formats in between.
    fn paths(&self) -> impl Iterator<Item = &Path> {
        std::iter::successors(Some(self), |route| route.rest.as_deref()).filter_map(|route| route.path.as_ref())
    }

    /// The steps in words, as in `pdf -> pages -> reflow -> flow -> docx`.
    pub fn explain(&self) -> String {
        self.to_string()
    }

    /// Runs a conversion (not a compression).
    pub(crate) fn run(&self, bytes: &[u8], context: &Context) -> Result<Written> {
        finished(self.converted(bytes, context)?, self.target, context)
    }

    /// The target as its writer makes it.
    fn converted(&self, bytes: &[u8], context: &Context) -> Result<Written> {
        let path = self.path()?;
        let read = || read(self.source, path.reader, &path.transforms, bytes, context);
        self.write(context.for_pages(path.makes_pages(), read)?, context)
    }

    fn path(&self) -> Result<&Path> {
        self.path.as_ref().ok_or_else(|| Error::new(ErrorCode::Internal, "a compression has no conversion steps"))
    }

    /// The hubs it goes through up to the format in between, if there is one; none in a compression.
    fn hubs(&self) -> impl Iterator<Item = Hub> + '_ {
        self.path.iter().flat_map(Path::hubs)
    }

    /// Writes a model, and takes what a format in between holds on to the target.
    fn write(&self, model: Model<'_>, context: &Context) -> Result<Written> {
        context.checkpoint()?;
        let format = self.rest.as_ref().map_or(self.target, |rest| rest.source);
        let path = self.path()?;
        let shown = Shown::of(&model, self.source);
        let written = path.writer.run(model, context);
        let written = written.map_err(|error| error.at(Stage::Write).in_format(format.id()))?;
        if let Some(shown) = shown {
            shown.hold(&written, format, path.writer, context).map_err(|error| error.at(Stage::Write))?;
        }
        match (&self.rest, written) {
            (Some(rest), Written::File(bytes)) if path.chooses_pages() => {
                context.with_pages_chosen(|| rest.converted(&bytes, context))
            }
            (Some(rest), Written::File(bytes)) => rest.converted(&bytes, context),
            (_, written) => Ok(written),
        }
    }
}

impl Path {
    /// The hubs it goes through.
    fn hubs(&self) -> impl Iterator<Item = Hub> + '_ {
        std::iter::once(self.reader.hub()).chain(self.transforms.iter().map(|step| step.to))
    }

    /// Whether it lays out on pages what has none.
    fn makes_pages(&self) -> bool {
        makes_pages(&self.transforms)
    }

    /// Whether one of its steps takes the pages that are asked for.
    fn chooses_pages(&self) -> bool {
        let steps = self.transforms.iter().flat_map(|step| step.options);
        self.reader.options.iter().chain(steps).any(|row| row.key == PAGES.key)
    }

    /// The steps that end at a hub, and those that begin there.
    fn parted(&self, hub: Hub) -> (&[&'static Transform], &[&'static Transform]) {
        let before = self.hubs().position(|other| other == hub).unwrap_or(0);
        self.transforms.split_at_checked(before).unwrap_or_default()
    }
}

/// The way of several files to one: each takes its own, and they go on together from the first hub that all come
/// through and at which models can follow one another. Where one of them has the target's format already, and that can
/// be joined as it is, the others become files of it first.
pub(crate) struct Joint {
    routes: Vec<Route>,
    meeting: Meeting,
}

/// Where files come together.
enum Meeting {
    /// As models at this hub.
    Hub(Hub),
    /// As files of the target.
    File(&'static Editor),
}

impl Joint {
    /// The way of files of these formats to a target.
    ///
    /// # Errors
    /// `UnsupportedRoute` where one of them has no way to the target, or they do not meet.
    pub(crate) fn between(sources: &[Format], target: Format) -> Result<Joint> {
        if let Some(editor) = target.spec().editor().filter(|_| sources.contains(&target)) {
            let routes = sources.iter().map(|source| find(*source, target)).collect::<Result<_>>()?;
            return Ok(Joint { routes, meeting: Meeting::File(editor) });
        }
        // A file that has the target's format already takes no way to it.
        let ways = sources.iter().filter(|source| **source != target);
        let routes: Vec<Route> = ways.map(|source| find(*source, target)).collect::<Result<_>>()?;
        let all = routes.len() == sources.len();
        let meets = |hub: &Hub| hub.joins() && routes.iter().all(|route| route.hubs().any(|other| other == *hub));
        // Words flow on where all of them do: pages follow one another only where that is all there is.
        let met = routes.iter().take(1).filter(|_| all).flat_map(Route::hubs).filter(meets);
        let hub = met.min_by_key(|hub| *hub != Hub::Flow);
        hub.map(|hub| Joint { routes, meeting: Meeting::Hub(hub) }).ok_or_else(|| {
            let message = format!("{} files cannot be joined into one {}", names(sources), target.spec().name);
            Error::new(ErrorCode::UnsupportedRoute, message).hint("convert each file separately")
        })
    }

    /// The ways of the files, in their order.
    pub(crate) fn routes(&self) -> &[Route] {
        &self.routes
    }

    /// Reads each file, joins them and writes the result.
    pub(crate) fn run(&self, inputs: &[Input], context: &Context) -> Result<Written> {
        match self.meeting {
            Meeting::Hub(hub) => self.run_to(hub, inputs, context),
            Meeting::File(editor) => self.run_by(editor, inputs, context),
        }
    }

    /// Makes each a file of the target, and has them joined as they are.
    fn run_by(&self, editor: &Editor, inputs: &[Input], context: &Context) -> Result<Written> {
        let mut sources = Vec::new();
        for (at, (input, route)) in inputs.iter().zip(&self.routes).enumerate() {
            let name = input.called(at);
            let bytes = match route.is_compression() {
                true => Cow::Borrowed(input.bytes),
                false => context.about(&name, || whole(route.converted(input.bytes, context)?))?.into(),
            };
            sources.push(Source { name, bytes });
        }
        (editor.edit)(&sources, context)
    }

    /// Reads each into a model, and goes on with one.
    fn run_to(&self, hub: Hub, inputs: &[Input], context: &Context) -> Result<Written> {
        let mut joined: Option<Model> = None;
        for (at, (input, route)) in inputs.iter().zip(&self.routes).enumerate() {
            let name = input.called(at);
            let path = route.path()?;
            let (before, _) = path.parted(hub);
            let read = || read(route.source, path.reader, before, input.bytes, context);
            let model = context.about(&name, || context.for_pages(path.makes_pages(), read))?;
            match &mut joined {
                None => joined = Some(model),
                Some(joined) => joined.append(model, at + 1, &name)?,
            }
        }
        let whole = joined.zip(self.routes.first());
        let (model, first) = whole.ok_or_else(|| Error::new(ErrorCode::EmptyInput, "no input was given"))?;
        let (_, after) = first.path()?.parted(hub);
        finished(first.write(transformed(model, after, context)?, context)?, first.target, context)
    }
}

/// A file that others have become, with what the options ask of every result in its format.
fn finished(written: Written, target: Format, context: &Context) -> Result<Written> {
    match (target.spec().editor().filter(|editor| editor.is_to_finish(context)), written) {
        (Some(editor), Written::File(file)) => {
            (editor.finish)(&file, context).map_err(|error| error.at(Stage::Write).in_format(target.id()))
        }
        (_, written) => Ok(written),
    }
}

/// The one file that was written.
fn whole(written: Written) -> Result<Vec<u8>> {
    match written {
        Written::File(bytes) => Ok(bytes),
        Written::Files(_) => {
            Err(Error::new(ErrorCode::UnsupportedRoute, "several files cannot be joined into one in this format"))
        }
    }
}

impl fmt::Display for Route {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.source)?;
        if let Some(path) = &self.path {
            write!(f, " -> {}", path.reader.hub().name())?;
            for step in &path.transforms {
                write!(f, " -> {} -> {}", step.name, step.to.name())?;
            }
        }
        match &self.rest {
            Some(rest) => write!(f, " -> {rest}"),
            None => write!(f, " -> {}", self.target),
        }
    }
}

/// The names of formats, each once.
fn names(formats: &[Format]) -> String {
    let names: BTreeSet<&str> = formats.iter().map(|format| format.spec().name).collect();
    names.into_iter().collect::<Vec<_>>().join(" and ")
}

/// What is done on these ways to one target, at the end of a sentence.
pub(crate) fn in_words(routes: &[Route]) -> String {
    let sources: Vec<Format> = routes.iter().map(|route| route.source).collect();
    let from = names(&sources);
    match routes.first() {
        Some(route) if route.is_compression() => format!("where {from} is compressed"),
        Some(route) => format!("from {from} to {}", route.target.spec().name),
        None => String::new(),
    }
}

/// The cheapest route.
///
/// # Errors
/// `UnsupportedRoute`, with the targets that can be reached.
pub fn find(source: Format, target: Format) -> Result<Route> {
    way(source, target).ok_or_else(|| unsupported(source, target))
}

/// The compression of a format, or the cheapest way, through a format in between where no other leads to the target.
fn way(source: Format, target: Format) -> Option<Route> {
    if source == target {
        let route = Route { source, target, cost: 0, path: None, rest: None };
        return source.spec().shrinker.as_ref().map(|_| route);
    }
    cheapest(source, target).or_else(|| relayed(source, target))
}

/// The cheapest way through a format in between, which shows a document as it is seen: from its pages to pixels, or to
/// lines and areas.
fn relayed(source: Format, target: Format) -> Option<Route> {
    let between = FORMATS.iter().map(|spec| Format::of(spec)).filter(|between| ![source, target].contains(between));
    let routes = between.filter_map(|between| {
        let first = cheapest(source, between).filter(|first| first.hubs().all(|hub| hub != Hub::Raster))?;
        let rest = cheapest(between, target)
            .filter(|rest| rest.hubs().eq([Hub::Raster]) || rest.hubs().eq([Hub::Drawings]))?;
        Some(Route { target, cost: first.cost + rest.cost, rest: Some(Box::new(rest)), ..first })
    });
    routes.min_by_key(|route| route.cost)
}

/// Every route there is, compressions included, in the registry's order.
pub fn routes() -> Vec<Route> {
    let formats = || FORMATS.iter().map(|spec| Format::of(spec));
    formats().flat_map(|source| formats().filter_map(move |target| way(source, target))).collect()
}

fn cheapest(source: Format, target: Format) -> Option<Route> {
    if source.spec().is_picture() && WORDS_ALONE.contains(&target.id()) {
        return None;
    }
    let readers = source.spec().readers.iter();
    let pairs = readers.flat_map(|reader| target.spec().writers.iter().map(move |writer| (reader, writer)));
    let routes = pairs.filter_map(|(reader, writer)| {
        let (transforms, cost) = bridge(reader.hub(), writer.hub(), &mut Vec::new())?;
        let cost = reader.cost + cost + writer.cost;
        Some(Route { source, target, cost, path: Some(Path { reader, transforms, writer }), rest: None })
    });
    routes.min_by_key(|route| route.cost)
}

/// What `bytes` become at a hub, on the cheapest way.
///
/// # Errors
/// `UnsupportedRoute` where no way leads there, and what the steps say.
pub(crate) fn model<'a>(source: Format, hub: Hub, bytes: &'a [u8], context: &Context) -> Result<Model<'a>> {
    let ways = source.spec().readers.iter().filter_map(|reader| {
        let (transforms, cost) = bridge(reader.hub(), hub, &mut Vec::new())?;
        Some((reader.cost + cost, reader, transforms))
    });
    let message = || Error::new(ErrorCode::UnsupportedRoute, format!("{source} has no {}", hub.name()));
    let (_, reader, transforms) = ways.min_by_key(|(cost, ..)| *cost).ok_or_else(message)?;
    context.for_pages(makes_pages(&transforms), || read(source, reader, &transforms, bytes, context))
}

/// Whether one of these steps lays out on pages what has none.
fn makes_pages(steps: &[&Transform]) -> bool {
    steps.iter().any(|step| (step.from, step.to) == (Hub::Flow, Hub::Pages))
}

/// The format of a file within another, by its bytes and the extension of its name.
#[cfg(feature = "docx")]
fn format_of(name: &str, bytes: &[u8]) -> Option<Format> {
    let hint = name.rsplit_once('.').and_then(|(_, extension)| Format::find(extension));
    detect(bytes, hint)
}

/// A file of whatever format that is read as a document, as a DOCX; `None` where it is of none.
///
/// # Errors
/// What the reader of its format and the writer of DOCX say.
#[cfg(feature = "docx")]
pub(crate) fn as_docx(name: &str, bytes: &[u8], context: &Context) -> Result<Option<Vec<u8>>> {
    let readers = format_of(name, bytes).map(|format| format.spec().readers).unwrap_or_default();
    let Some(reader) = readers.iter().find(|reader| reader.hub() == Hub::Flow) else { return Ok(None) };
    let model = context.for_pages(false, || reader.run(bytes, context))?;
    let mut writers = Format::DOCX.spec().writers.iter().filter(|writer| writer.hub() == Hub::Flow);
    match writers.next().map(|writer| writer.run(model, context)).transpose()? {
        Some(Written::File(bytes)) => Ok(Some(bytes)),
        _ => Ok(None),
    }
}

/// Reads `bytes` and takes the model through transforms.
fn read<'a>(
    source: Format,
    reader: &Reader,
    steps: &[&Transform],
    bytes: &'a [u8],
    context: &Context,
) -> Result<Model<'a>> {
    let mut model = reader.run(bytes, context).map_err(|error| error.at(Stage::Read).in_format(source.id()))?;
    keep_original(&mut model, bytes, steps);
    if let Model::Raster(raster) = &mut model {
        raster.frames.read_from(source.id());
    }
    transformed(adjusted(model, context)?, steps, context)
}

fn transformed<'a>(mut model: Model<'a>, steps: &[&Transform], context: &Context) -> Result<Model<'a>> {
    for step in steps {
        context.checkpoint()?;
        model = (step.run)(model, context).map_err(|error| error.at(Stage::Transform))?;
        model = adjusted(model, context)?;
    }
    Ok(model)
}

/// Hands the file of a picture to the step that follows, which may be able to pass it on as it is.
fn keep_original(model: &mut Model<'_>, bytes: &[u8], steps: &[&Transform]) {
    if let (Model::Raster(raster), false) = (model, steps.is_empty())
        && raster.original.is_none()
        && let Some(kind) = table::kind(bytes)
        && (raster.frames.left() == 1 || kind == MediaKind::Gif)
    {
        raster.original = Some(Media { bytes: bytes.into(), kind, width_px: 0, height_px: 0 });
    }
}

/// A picture as the options ask for it; other models are as they are.
fn adjusted<'a>(model: Model<'a>, context: &Context) -> Result<Model<'a>> {
    if let Model::Raster(raster) = model {
        let raster = as_asked(*raster, context).map_err(|error| error.at(Stage::Transform))?;
        return Ok(raster.into());
    }
    let _ = context;
    Ok(model)
}

/// The route that a conversion with these options takes: a picture that is to be another one is written anew, even in
/// its own format. So is one whose format has no other way to say less of it.
///
/// # Errors
/// As [`find`]; `UnsupportedRoute` too where less cannot be said.
pub(crate) fn find_for(source: Format, target: Format, options: &Options) -> Result<Route> {
    if source == target
        && redraws(options)
        && let Ok(route) = redrawn(source)
    {
        return Ok(route);
    }
    let spec = source.spec();
    let has_strip = spec.shrinker.as_ref().is_none_or(|shrinker| shrinker.strip.is_some());
    if source == target && spec.is_picture() && !has_strip && Strip::asked(options) != Strip::None {
        return redrawn(source).ok().filter(|route| route.cost == loss::NOTHING).ok_or_else(|| {
            let message = format!("metadata cannot be removed from {} without re-encoding the picture", spec.name);
            Error::new(ErrorCode::UnsupportedRoute, message).hint("convert it to another format")
        });
    }
    find(source, target)
}

/// The way of a picture that is written anew in its own format.
///
/// # Errors
/// `UnsupportedRoute` where there is none.
pub(crate) fn redrawn(format: Format) -> Result<Route> {
    let route = cheapest(format, format).filter(|route| route.hubs().all(|hub| hub == Hub::Raster));
    route.ok_or_else(|| unsupported(format, format))
}

/// The cheapest chain of transforms between two hubs that visits no hub twice. There are a handful
/// of hubs, so trying every chain is the simple way.
fn bridge(from: Hub, to: Hub, visited: &mut Vec<Hub>) -> Option<(Vec<&'static Transform>, u32)> {
    if from == to {
        return Some((Vec::new(), 0));
    }
    visited.push(from);
    let mut best: Option<(Vec<&'static Transform>, u32)> = None;
    for step in TRANSFORMS.iter().filter(|step| step.from == from) {
        if visited.contains(&step.to) {
            continue;
        }
        if let Some((mut rest, cost)) = bridge(step.to, to, visited) {
            rest.insert(0, step);
            let cost = cost + step.cost;
            if best.as_ref().is_none_or(|(_, known)| cost < *known) {
                best = Some((rest, cost));
            }
        }
    }
    visited.pop();
    best
}

fn unsupported(source: Format, target: Format) -> Error {
    let reachable = |other: &Format| way(source, *other).is_some();
    let targets: Vec<_> = FORMATS.iter().map(|spec| Format::of(spec)).filter(reachable).map(Format::id).collect();
    let (from, to) = (source.spec().name, target.spec().name);
    let error = if source == target {
        Error::new(ErrorCode::UnsupportedRoute, format!("{from} files cannot be made smaller"))
    } else {
        Error::new(ErrorCode::UnsupportedRoute, format!("there is no conversion from {from} to {to}"))
    };
    let hint = match targets.as_slice() {
        [] => format!("{from} can be written, but not read"),
        [own] if *own == source.id() => format!("{from} is only made smaller, in its own format"),
        targets => format!("{from} converts to {}", targets.join(", ")),
    };
    error.hint(hint).supported_targets(targets)
}

#[cfg(all(feature = "pdf-render", feature = "pdf-write", feature = "docx", feature = "png", feature = "md"))]
#[cfg(test)]
mod tests {
    use super::*;

    fn steps(source: Format, target: Format) -> String {
        Route::between(source, target).expect("there is a way").explain()
    }

    #[test]
    fn words_become_pixels_only_where_pixels_are_wanted() {
        assert_eq!(steps(Format::PDF, Format::DOCX), "pdf -> pages -> reflow -> flow -> docx");
        assert_eq!(steps(Format::PDF, Format::PNG), "pdf -> raster -> png");
    }

    #[test]
    fn documents_become_pictures_by_way_of_pages() {
        let route = Route::between(Format::MARKDOWN, Format::PNG).unwrap();
        assert_eq!(route.explain(), "md -> flow -> paginate -> pages -> pdf -> raster -> png");
        let keys: Vec<&str> = route.options(false).map(|spec| spec.key).collect();
        assert!(["dpi", "transparent", "pdf_standard"].iter().all(|key| keys.contains(key)), "{keys:?}");
    }

    #[cfg(feature = "html")]
    #[test]
    fn sources_know_whether_they_come_onto_pages() {
        let paged = |target| Route::between(Format::HTML, target).unwrap().path().unwrap().makes_pages();
        assert!(paged(Format::PDF) && paged(Format::PNG));
        assert!(!paged(Format::DOCX) && !paged(Format::MARKDOWN));
    }

    #[test]
    fn a_document_that_becomes_pictures_is_drawn() {
        let context = Context::default();
        let route = Route::between(Format::MARKDOWN, Format::PNG).unwrap();
        let Written::File(png) = route.run(b"# One page", &context).unwrap() else { panic!("one page is one file") };
        assert!(png.starts_with(b"\x89PNG"));
    }
}
