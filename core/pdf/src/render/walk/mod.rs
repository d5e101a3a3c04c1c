//! Cost counting before rendering, by a walk through all that a page is drawn from: what hayro would run, unpack and
//! decode is counted against the limits, expanded as often as hayro would run it.
//!
//! The walk follows hayro where the standard leaves room: forms nest 50 deep whatever they are, the cell of a pattern is
//! run for every fill, the program of a glyph for every letter.

mod effort;
mod font;
mod image;
mod mesh;
mod object;
mod paint;
mod pattern;
mod shading;
mod state;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::rc::Rc;

use hayro::hayro_syntax::content::TypedIter;
use hayro::hayro_syntax::object::{Array, Dict, Name, Object, Stream};
use hayro::hayro_syntax::page::{Page, Resources};

use super::super::read::interpret::endless;
use super::super::read::{arrays, open, source_page, stream};
use super::draw::BAND_PIXELS;
use super::edit::Edits;
use super::size::PageSize;
use effort::Effort;
use state::{Path, Run, State};
use transvase_base::context::{Context, Limit, Limits};
use transvase_base::error::Error;
use transvase_base::units::{Affine, Rect};

/// Nesting of forms, patterns and glyphs at which hayro goes no deeper.
const MAX_DEPTH: u32 = 50;

/// Operators that the start of a form counts as: it is unpacked, placed and clipped.
const FORM_COST: u64 = 64;

/// Pixels that are painted, scaled or decoded in the time of an operator, about.
const PIXELS_PER_OPERATOR: u64 = 1_000;

/// Pixels that are painted in the time of an operator of a cell or a glyph, which are simple.
const OPERATOR_PIXELS: u64 = 100;

/// States saved one above another: more than any page has use for, and few enough to keep.
const MAX_SAVED: usize = 10_000;

/// Soft masks of a page; each costs a picture of the page.
const MAX_MASKS: u64 = 2_000;

/// Bytes of unpacked forms that are kept for the next time they are drawn.
const KEPT_BYTES: usize = 16 << 20;

/// Annotations of a page that are looked at.
const MAX_ANNOTATIONS: usize = 100_000;

/// What a page needs to be drawn.
#[derive(Debug, Default)]
pub(super) struct Survey {
    /// Soft masks, each of the size of what is drawn.
    pub masks: u64,
    /// Pixels that are painted beyond those that the file pays for with its own size.
    pub painted: u64,
    /// Bytes of outlines and of pictures of shadings that are kept until all is drawn.
    pub kept: u64,
    /// Where the dictionaries of images lie that must not be decoded.
    pub blind: Vec<Range<usize>>,
    /// Images that were decoded on the way.
    pub edits: Edits,
}

/// Why a page is not drawn.
pub(super) enum Refusal {
    /// It is out of all proportion itself.
    Page(Error),
    /// The conversion is to end.
    Job(Error),
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Refusal {
        Refusal::Job(error)
    }
}

/// The outcome of a step of the walk.
type Walked<T> = Result<T, Refusal>;

/// A page that passes a limit of its own.
fn refused(limit: Limit, allowed: u64, seen: u64) -> Refusal {
    Refusal::Page(Error::limit(limit.key(), allowed, seen))
}

/// Refuses a page that has more of something than one page may have. Where the caller raises the limit of operators above
/// the usual one, that grows with it.
fn hold(seen: u64, most: u64, context: &Context) -> Walked<()> {
    let usual = Limits::default().pdf_operators;
    let limit = context.limits().pdf_operators.max(usual);
    let needed = (u128::from(seen) * u128::from(usual)).div_ceil(u128::from(most.max(1)));
    if needed <= u128::from(limit) {
        return Ok(());
    }
    let needed = u64::try_from(needed).unwrap_or(u64::MAX);
    Err(refused(Limit::pdf_operators, limit, needed))
}

/// What is known from earlier pages, by where the objects lie.
#[derive(Default)]
pub(super) struct Known {
    /// Images, with the pixels that are decoded for them and what of them must not be decoded.
    images: BTreeMap<usize, image::Look>,
    /// Fonts that are in proportion, and colour spaces, functions and shadings.
    sound: BTreeSet<usize>,
    /// What functions and colour spaces cost.
    efforts: BTreeMap<usize, Effort>,
}

impl Known {
    /// Forgets all: the objects have moved.
    pub fn forget(&mut self) {
        *self = Known::default();
    }
}

/// Walks through a page.
///
/// # Errors
/// Why it is not drawn.
pub(super) fn survey(
    page: &Page<'_>,
    file: &[u8],
    size: &PageSize,
    known: &mut Known,
    context: &Context,
) -> Walked<Survey> {
    size.check(context).map_err(Refusal::Page)?;
    let content = source_page::content(page, context)?;
    if endless::without(&content).len() < content.len() {
        return Err(Refusal::Page(Error::malformed("the page has inline images without an end")));
    }
    let [a, b, c, d, e, f] = page.initial_transform(true).as_coeffs().map(|value| (value * size.scale) as f32);
    let base = Affine { a, b, c, d, e, f };
    let sheet = Rect { left: 0.0, top: 0.0, right: size.width_px as f32, bottom: size.height_px as f32 };
    let mut walk = Walk {
        is_open: !open::is_encrypted(file),
        context,
        known,
        size: *size,
        file,
        state: State::new(base, sheet),
        saved: Vec::new(),
        path: Path::default(),
        base,
        bands: size.pixels().div_ceil(BAND_PIXELS).max(1),
        depth: 0,
        count: 0,
        meshed: 0,
        tiles: 0,
        clipping: 0,
        clip_outline: 0,
        forms: BTreeMap::new(),
        kept: 0,
        cells: BTreeMap::new(),
        glyphs: BTreeMap::new(),
        running: Vec::new(),
        images: BTreeSet::new(),
        masks: BTreeSet::new(),
        survey: Survey::default(),
    };
    walk.run(&content, page.resources())?;
    walk.annotations(page)?;
    Ok(walk.survey)
}

/// The walk through one page.
struct Walk<'w> {
    context: &'w Context,
    known: &'w mut Known,
    size: PageSize,
    /// Whether the file is not encrypted, and so can be added to.
    is_open: bool,
    /// The file.
    file: &'w [u8],
    state: State,
    saved: Vec<State>,
    path: Path,
    /// Maps what patterns are placed by to the picture.
    base: Affine,
    /// Bands that the page is drawn in, for each of which it is gone through.
    bands: u64,
    depth: u32,
    /// Operators so far, as they are counted.
    count: u64,
    /// Pixels that are painted in the time that meshes take, for one band of the page.
    meshed: u64,
    /// Pixels of pictures that are kept in full.
    tiles: u64,
    /// Letters that clip what comes after them.
    clipping: u64,
    /// Pixels of their outlines, which clip from the end of the text on.
    clip_outline: u64,
    /// Unpacked forms.
    forms: BTreeMap<usize, Rc<[u8]>>,
    /// Bytes of them.
    kept: usize,
    /// What the cells of patterns cost.
    cells: BTreeMap<usize, Run>,
    /// What the most costly glyph of each font of drawings costs.
    glyphs: BTreeMap<usize, Run>,
    /// Fonts of drawings whose glyphs are being run.
    running: Vec<usize>,
    /// Images drawn so far.
    images: BTreeSet<usize>,
    /// Soft masks, by their dictionaries and how they are placed.
    masks: BTreeSet<(usize, [u32; 6])>,
    survey: Survey,
}

/// Where an object lies, which tells it from others.
fn address(bytes: &[u8]) -> usize {
    bytes.as_ptr() as usize
}

impl Walk<'_> {
    /// Counts operators.
    fn charge(&mut self, operators: u64) -> Walked<()> {
        self.count = self.count.saturating_add(operators);
        self.context.charge(Limit::pdf_operators, operators)?;
        self.context.tick(1)?;
        Ok(())
    }

    /// So much has been run through until now.
    fn so_far(&self) -> Run {
        Run { operators: self.count, painted: self.survey.painted }
    }

    /// What was run through since then: at least the start of a form.
    fn since(&self, before: Run) -> Run {
        let Run { operators, painted } = self.so_far();
        Run { operators: (operators - before.operators).max(FORM_COST), painted: painted - before.painted }
    }

    /// Counts content that is run through again.
    fn again(&mut self, Run { operators, painted }: Run) -> Walked<()> {
        self.charge(operators)?;
        self.paint(painted.saturating_add(operators.saturating_mul(OPERATOR_PIXELS)))
    }

    /// Walks through content.
    fn run(&mut self, content: &[u8], resources: &Resources<'_>) -> Walked<()> {
        let outside = std::mem::take(&mut self.saved);
        let mut operations = TypedIter::new(content);
        while let Some(operation) = operations.next() {
            self.charge(1)?;
            let _done = self.step_state(&operation, resources)?
                || self.path.step(&operation)
                || self.step_paint(&operation)?
                || self.step_text(&operation, resources)?
                || self.step_object(&operation, resources)?;
        }
        if let Some(first) = self.saved.drain(..).next() {
            self.state = first;
        }
        self.saved = outside;
        Ok(())
    }

    /// Walks through a form (ISO 32000-1, 8.10) placed by `fit`.
    fn form<'a>(&mut self, form: &Stream<'a>, parent: &Resources<'a>, fit: &Affine) -> Walked<()> {
        if self.depth >= MAX_DEPTH {
            return Ok(());
        }
        self.charge(FORM_COST)?;
        let content = self.unpacked(form)?;
        let dict = form.dict();
        let resources = dict.get::<Dict<'a>>(b"Resources").map(Resources::new);
        let (state, base) = (self.state.clone(), self.base);
        let path = std::mem::take(&mut self.path);
        self.state.ctm = state::matrix(dict).then(fit).then(&self.state.ctm);
        self.base = self.state.ctm;
        if dict.contains_key(b"Group") {
            let bounds = state::bounds(dict).map_or_else(|| self.page(), |bounds| self.state.ctm.apply_rect(&bounds));
            self.group(&bounds)?;
            (self.state.blend, self.state.mask) = (0, 0);
        }
        self.depth += 1;
        let done = self.run(&content, resources.as_ref().unwrap_or(parent));
        self.depth -= 1;
        (self.state, self.base, self.path) = (state, base, path);
        done
    }

    /// The content of a form, pattern or glyph.
    fn unpacked(&mut self, form: &Stream<'_>) -> Walked<Rc<[u8]>> {
        let key = address(form.dict().data());
        if let Some(content) = self.forms.get(&key) {
            return Ok(Rc::clone(content));
        }
        let content = stream::decode(form, self.context)?;
        if endless::without(&content).len() < content.len() {
            return Err(Refusal::Page(Error::malformed("the page has inline images without an end")));
        }
        let content: Rc<[u8]> = Rc::from(content.as_ref());
        if self.kept + content.len() <= KEPT_BYTES {
            self.kept += content.len();
            self.forms.insert(key, Rc::clone(&content));
        }
        Ok(content)
    }

    /// Walks through the looks of annotations (ISO 32000-1, 12.5.5).
    fn annotations<'a>(&mut self, page: &Page<'a>) -> Walked<()> {
        let Some(annotations) = page.raw().get::<Array<'a>>(b"Annots") else { return Ok(()) };
        let all = arrays::entries(&annotations, page.xref()).filter_map(Object::into_dict);
        for annotation in all.take(MAX_ANNOTATIONS) {
            self.charge(1)?;
            let looks = annotation.get::<Dict<'a>>(b"AP").and_then(|looks| looks.get::<Object<'a>>(b"N"));
            let look = match looks {
                Some(Object::Stream(look)) => Some(look),
                Some(Object::Dict(states)) => {
                    let state = annotation.get::<Name<'_>>(b"AS");
                    let state = state.and_then(|state| states.get::<Stream<'a>>(state.as_ref()));
                    state.or_else(|| states.get::<Stream<'a>>(b"Off"))
                }
                _ => None,
            };
            self.state = State::new(self.base, self.page());
            if let Some(look) = look {
                self.form(&look, page.resources(), &Affine::IDENTITY)?;
            }
        }
        Ok(())
    }
}
