//! The interpreter of content streams (ISO 32000-1, 7.8 and 8).

mod color;
pub(crate) mod endless;
mod glyph;
mod marked;
mod mask;
mod object;
mod shape;
mod show;
mod tile;

use hayro_syntax::content::TypedIter;
use hayro_syntax::content::ops::TypedInstruction as Op;
use hayro_syntax::object::{Array, Dict, Name, Number, ObjectIdentifier};
use hayro_syntax::page::Resources;

use super::assets::Assets;
use super::paint::PathBuilder;
use super::sink::Sink;
use super::state::State;
use super::text::TextObject;
pub(super) use endless::without as without_endless;
pub(super) use marked::Marking;
use tile::Look;
use transvase_base::context::{Context, Limit};
use transvase_base::error::Result;
use transvase_base::units::{Affine, Point};
use transvase_model::pages::NodeId;

/// Saved states that are kept; ISO 32000-1, annex C, asks for 28.
const MAX_SAVED_STATES: usize = 512;

/// Runs content and fills a [`Sink`].
pub(super) struct Interpreter<'p, 'a> {
    /// The state the page began with.
    start: State<'a>,
    state: State<'a>,
    saved: Vec<State<'a>>,
    /// Saves beyond [`MAX_SAVED_STATES`], which restore nothing.
    unsaved: usize,
    path: PathBuilder,
    text: TextObject,
    sink: Sink,
    /// The forms being run, outermost first.
    forms: Vec<ObjectIdentifier>,
    /// Soft masks met so far, with the opacity each has on average.
    masks: Vec<(ObjectIdentifier, f32)>,
    /// Tiling patterns met so far, what they were placed by, and how each looks on average.
    tiles: Vec<(ObjectIdentifier, Affine, Look)>,
    /// Whether what is run is looked at for its average only.
    averaging: bool,
    /// Whether what is run is the program of a glyph, whose bitmaps are wanted as outlines.
    tracing: bool,
    /// Whether text is left out.
    mute: bool,
    marking: Marking<'p>,
    assets: &'p mut Assets<'a>,
    context: &'p Context,
}

impl<'p, 'a> Interpreter<'p, 'a> {
    /// An interpreter at the start of a page.
    pub fn new(state: State<'a>, marking: Marking<'p>, assets: &'p mut Assets<'a>, context: &'p Context) -> Self {
        Interpreter {
            start: state.clone(),
            state,
            saved: Vec::new(),
            unsaved: 0,
            path: PathBuilder::default(),
            text: TextObject::default(),
            sink: Sink::default(),
            forms: Vec::new(),
            masks: Vec::new(),
            tiles: Vec::new(),
            averaging: false,
            tracing: false,
            mute: false,
            marking,
            assets,
            context,
        }
    }

    /// What was found.
    ///
    /// # Errors
    /// A limit.
    pub fn finish(mut self) -> Result<Sink> {
        self.text.flush(&mut self.sink, self.context)?;
        self.text.release(&mut self.sink, self.context)?;
        Ok(self.sink)
    }

    /// The structure element that what comes next belongs to.
    pub fn node(&self) -> Option<NodeId> {
        self.sink.tag.node
    }

    /// Sets the structure element that what comes next belongs to.
    pub fn set_node(&mut self, node: Option<NodeId>) {
        self.sink.tag.node = node;
    }

    /// Sets whether text is left out of what comes next.
    pub fn set_mute(&mut self, mute: bool) {
        self.mute = mute;
    }

    /// Pieces of text shown so far.
    pub fn texts(&self) -> u64 {
        self.text.shown()
    }

    /// Runs `content`.
    ///
    /// # Errors
    /// A limit, `TimedOut` or `Cancelled`.
    pub fn run(&mut self, content: &[u8], resources: &Resources<'a>) -> Result<()> {
        let marks = self.marking.depth();
        let mut operations = TypedIter::new(endless::without(content));
        while let Some(operation) = operations.next() {
            self.context.charge(Limit::pdf_operators, 1)?;
            self.context.tick(1)?;
            self.step(&operation, resources)?;
        }
        self.end_marks_above(marks);
        Ok(())
    }

    fn step(&mut self, operation: &Op<'_, '_>, resources: &Resources<'a>) -> Result<()> {
        let _done = self.step_text(operation, resources)?
            || self.step_path(operation)?
            || self.step_state(operation, resources)?
            || self.step_color(operation, resources)?
            || self.step_object(operation, resources)?
            || self.step_marked(operation, resources)?;
        Ok(())
    }

    /// Operators of the general graphics state; false where the operator is another.
    fn step_state(&mut self, operation: &Op<'_, '_>, resources: &Resources<'a>) -> Result<bool> {
        match operation {
            Op::SaveState(_) => self.save(),
            Op::RestoreState(_) => self.restore(),
            Op::Transform(op) => {
                self.state.ctm = affine([op.0, op.1, op.2, op.3, op.4, op.5]).then(&self.state.ctm);
            }
            Op::LineWidth(op) => self.state.line_width = op.0.as_f32().abs(),
            Op::DashPattern(op) => self.state.dashed = op.0.iter::<f32>().any(|length| length > 0.0),
            Op::SetGraphicsState(op) => {
                if let Some(dict) = resources.get_ext_g_state(op.0) {
                    self.set_graphics_state(&dict)?;
                }
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn save(&mut self) {
        if self.saved.len() < MAX_SAVED_STATES {
            self.saved.push(self.state.clone());
        } else {
            self.unsaved += 1;
        }
    }

    fn restore(&mut self) {
        if self.unsaved > 0 {
            self.unsaved -= 1;
        } else if let Some(state) = self.saved.pop() {
            self.state = state;
        }
    }

    /// `gs`: the entries of a graphics state parameter dictionary (ISO 32000-1, table 58) that show.
    fn set_graphics_state(&mut self, dict: &Dict<'a>) -> Result<()> {
        let group = self.state.group;
        let alpha = |key: &[u8]| dict.get::<f32>(key).map(|alpha| alpha.clamp(0.0, 1.0) * group);
        let state = &mut self.state;
        state.fill.alpha = alpha(b"ca").unwrap_or(state.fill.alpha);
        state.stroke.alpha = alpha(b"CA").unwrap_or(state.stroke.alpha);
        state.blended = is_blended(dict).unwrap_or(state.blended);
        state.line_width = dict.get::<f32>(b"LW").map_or(state.line_width, f32::abs);
        if let Some(font) = dict.get::<Array<'a>>(b"Font") {
            let mut entries = font.flex_iter();
            if let (Some(font), Some(size)) = (entries.next::<Dict<'a>>(), entries.next::<f32>()) {
                self.state.text.font = Some(self.assets.fonts.load(&font)?);
                self.state.text.size = size;
            }
        }
        self.set_mask(dict)
    }
}

/// Whether a graphics state parameter dictionary lets what is painted mix with what is under it; `None` where it says
/// nothing of that. Of several blend modes the first counts, since all readers know all of them (ISO 32000-1, 11.6.3).
fn is_blended(dict: &Dict<'_>) -> Option<bool> {
    let mode = dict.get::<Name<'_>>(b"BM").or_else(|| dict.get::<Array<'_>>(b"BM")?.iter::<Name<'_>>().next());
    let mixes = mode.map(|mode| !matches!(mode.as_ref(), b"Normal" | b"Compatible"));
    let overprints = dict.get::<bool>(b"op").or_else(|| dict.get::<bool>(b"OP"));
    match (mixes, overprints) {
        (None, None) => None,
        (mixes, overprints) => Some(mixes == Some(true) || overprints == Some(true)),
    }
}

fn point(x: Number, y: Number) -> Point {
    Point { x: x.as_f32(), y: y.as_f32() }
}

fn affine(numbers: [Number; 6]) -> Affine {
    affine_of(numbers.map(|number| number.as_f32()))
}

fn affine_of([a, b, c, d, e, f]: [f32; 6]) -> Affine {
    Affine { a, b, c, d, e, f }
}
