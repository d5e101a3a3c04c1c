//! The interpreter of content streams (ISO 32000-1, 7.8 and 8).

use hayro_syntax::content::TypedIter;
use hayro_syntax::content::ops::TypedInstruction as Op;
use hayro_syntax::object::{Array, Dict, Name, Number, Object, ObjectIdentifier, Stream};
use hayro_syntax::page::Resources;

use super::font::FontSet;
use super::page::Sink;
use super::paint::{self, Painting, PathBuilder};
use super::state::{State, text_paint};
use super::stream;
use super::text::TextObject;
use crate::context::{Context, Limit};
use crate::error::Result;
use crate::model::pages::Color;
use crate::units::{Affine, Point, Rect};

/// Saved states that are kept; ISO 32000-1, annex C, asks for 28.
const MAX_SAVED_STATES: usize = 512;

/// What running a form costs beside its operators, in operators.
const FORM_COST: u64 = 32;

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
    fonts: &'p mut FontSet<'a>,
    context: &'p Context,
}

impl<'p, 'a> Interpreter<'p, 'a> {
    /// An interpreter at the start of a page.
    pub fn new(state: State<'a>, fonts: &'p mut FontSet<'a>, context: &'p Context) -> Self {
        Interpreter {
            start: state.clone(),
            state,
            saved: Vec::new(),
            unsaved: 0,
            path: PathBuilder::default(),
            text: TextObject::default(),
            sink: Sink::default(),
            forms: Vec::new(),
            fonts,
            context,
        }
    }

    /// What was found.
    ///
    /// # Errors
    /// A limit.
    pub fn finish(mut self) -> Result<Sink> {
        self.text.flush(&mut self.sink, self.context)?;
        Ok(self.sink)
    }

    /// Runs `content`.
    ///
    /// # Errors
    /// A limit, `TimedOut` or `Cancelled`.
    pub fn run(&mut self, content: &[u8], resources: &Resources<'a>) -> Result<()> {
        let mut operations = TypedIter::new(content);
        while let Some(operation) = operations.next() {
            self.context.charge(Limit::pdf_operators, 1)?;
            self.context.tick(1)?;
            self.step(&operation, resources)?;
        }
        Ok(())
    }

    fn step(&mut self, operation: &Op<'_, '_>, resources: &Resources<'a>) -> Result<()> {
        if self.step_text(operation, resources)? || self.step_path(operation)? {
            return Ok(());
        }
        self.step_state(operation, resources);
        match operation {
            Op::XObject(op) => self.show_object(op.0, resources)?,
            _ => {}
        }
        Ok(())
    }

    fn step_state(&mut self, operation: &Op<'_, '_>, resources: &Resources<'a>) {
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
                    self.set_graphics_state(&dict);
                }
            }
            Op::NonStrokeColorDeviceGray(op) => self.state.fill.color = gray(op.0),
            Op::StrokeColorDeviceGray(op) => self.state.stroke.color = gray(op.0),
            Op::NonStrokeColorDeviceRgb(op) => self.state.fill.color = rgb([op.0, op.1, op.2]),
            Op::StrokeColorDeviceRgb(op) => self.state.stroke.color = rgb([op.0, op.1, op.2]),
            _ => {}
        }
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

    fn set_graphics_state(&mut self, dict: &Dict<'a>) {
        let alpha = |key: &[u8]| dict.get::<f32>(key).map(|alpha| alpha.clamp(0.0, 1.0));
        let state = &mut self.state;
        state.fill.alpha = alpha(b"ca").unwrap_or(state.fill.alpha);
        state.stroke.alpha = alpha(b"CA").unwrap_or(state.stroke.alpha);
        state.line_width = dict.get::<f32>(b"LW").map_or(state.line_width, f32::abs);
        if let Some(font) = dict.get::<Array<'a>>(b"Font") {
            let mut entries = font.flex_iter();
            if let (Some(font), Some(size)) = (entries.next::<Dict<'a>>(), entries.next::<f32>()) {
                self.state.text.font = Some(self.fonts.load(&font));
                self.state.text.size = size;
            }
        }
    }

    /// Text operators; false where the operator is another.
    fn step_text(&mut self, operation: &Op<'_, '_>, resources: &Resources<'a>) -> Result<bool> {
        let text = &mut self.state.text;
        match operation {
            Op::BeginText(_) => self.text.begin(),
            Op::EndText(_) => {}
            Op::CharacterSpacing(op) => text.char_spacing = op.0.as_f32(),
            Op::WordSpacing(op) => text.word_spacing = op.0.as_f32(),
            Op::HorizontalScaling(op) => text.scale = op.0.as_f32() / 100.0,
            Op::TextLeading(op) => text.leading = op.0.as_f32(),
            Op::TextRise(op) => text.rise = op.0.as_f32(),
            Op::TextRenderingMode(op) => text.paint = text_paint(op.0.as_i64()),
            Op::TextFont(op) => {
                text.size = op.1.as_f32();
                text.font = resources.get_font(op.0).map(|dict| self.fonts.load(&dict));
            }
            Op::NextLine(op) => self.text.next_line(op.0.as_f32(), op.1.as_f32()),
            Op::NextLineAndSetLeading(op) => {
                text.leading = -op.1.as_f32();
                self.text.next_line(op.0.as_f32(), op.1.as_f32());
            }
            Op::SetTextMatrix(op) => self.text.set_matrix(affine([op.0, op.1, op.2, op.3, op.4, op.5])),
            Op::NextLineUsingLeading(_) => self.next_line(),
            Op::ShowText(op) => self.show(op.0.as_bytes())?,
            Op::NextLineAndShowText(op) => {
                self.next_line();
                self.show(op.0.as_bytes())?;
            }
            Op::ShowTextWithParameters(op) => {
                (text.word_spacing, text.char_spacing) = (op.0.as_f32(), op.1.as_f32());
                self.next_line();
                self.show(op.2.as_bytes())?;
            }
            Op::ShowTexts(op) => self.show_adjusted(op.0)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn next_line(&mut self) {
        self.text.next_line(0.0, -self.state.text.leading);
    }

    fn show(&mut self, bytes: &[u8]) -> Result<()> {
        self.text.show(bytes, &self.state, &mut self.sink, self.context)
    }

    fn show_adjusted(&mut self, parts: &Array<'_>) -> Result<()> {
        for part in parts.iter::<Object<'_>>() {
            match part {
                Object::String(text) => self.show(text.as_bytes())?,
                Object::Number(amount) => self.text.adjust(amount.as_f32(), &self.state),
                _ => {}
            }
        }
        Ok(())
    }

    /// Path operators; false where the operator is another.
    fn step_path(&mut self, operation: &Op<'_, '_>) -> Result<bool> {
        let ctm = &self.state.ctm;
        match operation {
            Op::MoveTo(op) => self.path.move_to(point(op.0, op.1), ctm),
            Op::LineTo(op) => self.path.line_to(point(op.0, op.1), ctm),
            Op::CubicTo(op) => self.path.curve_to(point(op.0, op.1), point(op.2, op.3), point(op.4, op.5), ctm),
            Op::CubicStartTo(op) => self.path.curve_from_current(point(op.0, op.1), point(op.2, op.3), ctm),
            Op::CubicEndTo(op) => {
                let end = point(op.2, op.3);
                self.path.curve_to(point(op.0, op.1), end, end, ctm);
            }
            Op::ClosePath(_) => self.path.close(),
            Op::RectPath(op) => self.path.rectangle([op.0, op.1, op.2, op.3].map(|n| n.as_f32()), ctm),
            Op::ClipNonZero(_) | Op::ClipEvenOdd(_) => self.path.set_clip(),
            _ => match painting(operation) {
                Some(painting) => self.paint(painting)?,
                None => return Ok(false),
            },
        }
        Ok(true)
    }

    fn paint(&mut self, painting: Painting) -> Result<()> {
        if let Some(path) = self.path.paint(painting, &mut self.state) {
            self.text.flush(&mut self.sink, self.context)?;
            self.sink.push_path(path, self.context)?;
        }
        Ok(())
    }

    fn show_object(&mut self, name: &Name<'_>, resources: &Resources<'a>) -> Result<()> {
        let Some(object) = resources.get_x_object(name) else { return Ok(()) };
        let subtype = object.dict().get::<Name<'_>>(b"Subtype");
        match subtype.as_ref().map(|name| name.as_ref()) {
            Some(b"Image") => Ok(()),
            _ => self.run_form(&object, resources),
        }
    }

    /// Runs the appearance of an annotation, placed on the page by `fit`.
    ///
    /// # Errors
    /// A limit, `TimedOut` or `Cancelled`.
    pub fn run_appearance(&mut self, form: &Stream<'a>, fit: &Affine, parent: &Resources<'a>) -> Result<()> {
        let start = self.start.clone();
        self.state = State { ctm: fit.then(&start.ctm), ..start };
        (self.saved, self.unsaved) = (Vec::new(), 0);
        self.run_form(form, parent)
    }

    /// Runs a form XObject (ISO 32000-1, 8.10).
    fn run_form(&mut self, form: &Stream<'a>, parent: &Resources<'a>) -> Result<()> {
        let id = form.obj_id();
        if self.forms.contains(&id) {
            self.sink.cycles = true;
            return Ok(());
        }
        self.context.check(Limit::form_depth, self.forms.len() as u64 + 1)?;
        self.context.charge(Limit::pdf_operators, FORM_COST)?;
        let content = stream::decode(form, self.context)?;
        let dict = form.dict();
        let resources = dict.get::<Dict<'a>>(b"Resources").map(Resources::new);
        let before = self.state.clone();
        let (saved, unsaved) = (std::mem::take(&mut self.saved), std::mem::take(&mut self.unsaved));
        if let Some(matrix) = dict.get::<[f32; 6]>(b"Matrix") {
            self.state.ctm = affine_of(matrix).then(&self.state.ctm);
        }
        if let Some([x0, y0, x1, y1]) = dict.get::<[f32; 4]>(b"BBox") {
            let corners = Rect::from_corners(Point { x: x0, y: y0 }, Point { x: x1, y: y1 });
            let bounds = self.state.ctm.apply_rect(&corners);
            paint::narrow_clip(&mut self.state, Some(bounds));
        }
        self.forms.push(id);
        self.run(&content, resources.as_ref().unwrap_or(parent))?;
        self.forms.pop();
        (self.state, self.saved, self.unsaved) = (before, saved, unsaved);
        Ok(())
    }
}

fn painting(operation: &Op<'_, '_>) -> Option<Painting> {
    let (fill, stroke, close) = match operation {
        Op::EndPath(_) => (false, false, false),
        Op::StrokePath(_) => (false, true, false),
        Op::CloseAndStrokePath(_) => (false, true, true),
        Op::FillPathNonZero(_) | Op::FillPathNonZeroCompatibility(_) | Op::FillPathEvenOdd(_) => (true, false, false),
        Op::FillAndStrokeNonZero(_) | Op::FillAndStrokeEvenOdd(_) => (true, true, false),
        Op::CloseFillAndStrokeNonZero(_) | Op::CloseFillAndStrokeEvenOdd(_) => (true, true, true),
        _ => return None,
    };
    Some(Painting { fill, stroke, close })
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

fn channel(value: Number) -> u8 {
    (value.as_f32().clamp(0.0, 1.0) * 255.0).round() as u8
}

fn gray(value: Number) -> Color {
    let value = channel(value);
    Color { r: value, g: value, b: value }
}

fn rgb([r, g, b]: [Number; 3]) -> Color {
    Color { r: channel(r), g: channel(g), b: channel(b) }
}
