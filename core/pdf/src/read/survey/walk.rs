//! Content stream walk that keeps in mind the font, and the scale images are placed at.

use std::collections::{BTreeMap, BTreeSet};

use hayro_syntax::content::TypedIter;
use hayro_syntax::content::ops::TypedInstruction as Op;
use hayro_syntax::object::{Array, Dict, Name, Object, ObjectIdentifier, Stream};
use hayro_syntax::page::Resources;

use super::super::interpret::without_endless;
use super::super::stream;
use super::programs::Fonts;
use super::{Survey, id_of};
use transvase_base::context::{Context, Limit};
use transvase_base::error::Result;
use transvase_base::units::Affine;

/// Saved states that are kept.
const MAX_SAVED: usize = 512;

/// How large a text is taken to be whose size is not certain.
const USUAL_PT: f32 = 12.0;

/// What running a form costs beside its operators, in operators.
const FORM_COST: u64 = 32;

/// What an operator needs to know of those before it.
#[derive(Debug, Clone, Copy)]
struct State {
    /// Maps to points on the page; `None` where the size is not certain.
    place: Option<Affine>,
    /// The font, by its place among the fonts.
    font: Option<usize>,
    /// The size of the font, before all that maps it.
    size: f32,
}

impl State {
    /// Nothing set yet, at a place.
    fn at(place: Option<Affine>) -> State {
        State { place, font: None, size: 0.0 }
    }
}

/// A walk.
pub(super) struct Walk<'a, 'c> {
    fonts: Fonts<'a>,
    images: BTreeMap<ObjectIdentifier, (f32, f32)>,
    /// Images whose size is not certain.
    unsure: BTreeSet<ObjectIdentifier>,
    state: State,
    /// The text matrix (ISO 32000-1, 9.4.2), as far as it says how large a text is.
    text: Affine,
    /// Where patterns begin.
    base: Option<Affine>,
    /// Forms being walked through.
    forms: Vec<ObjectIdentifier>,
    /// Forms walked through, by the font that was set; and the largest scales they were placed at.
    done: BTreeMap<(ObjectIdentifier, Option<usize>), Vec<(f32, f32)>>,
    context: &'c Context,
}

impl<'a, 'c> Walk<'a, 'c> {
    /// A walk that has not begun.
    pub(super) fn new(context: &'c Context) -> Self {
        Walk {
            fonts: Fonts::default(),
            images: BTreeMap::new(),
            unsure: BTreeSet::new(),
            state: State::at(None),
            text: Affine::scale(1.0, 1.0),
            base: None,
            forms: Vec::new(),
            done: BTreeMap::new(),
            context,
        }
    }

    /// Walks through the content of a page.
    pub(super) fn page(&mut self, content: &[u8], resources: &Resources<'a>, place: Affine) -> Result<()> {
        self.state = State::at(Some(place));
        self.base = Some(place);
        self.run(content, resources)
    }

    /// Walks through the appearance of an annotation.
    pub(super) fn appearance(&mut self, form: &Stream<'a>, place: &Affine, parent: &Resources<'a>) -> Result<()> {
        self.state = State::at(Some(*place));
        self.base = Some(*place);
        self.form(form, parent)
    }

    /// Keeps all glyphs of a font.
    pub(super) fn keep_whole(&mut self, font: &Dict<'a>) {
        self.fonts.keep_whole(font);
    }

    /// What was found.
    pub(super) fn finish(mut self) -> Result<Survey> {
        for image in &self.unsure {
            self.images.remove(image);
        }
        let images = self.images.into_iter().filter_map(|(id, size)| Some((id_of(id)?, size))).collect();
        let programs = self.fonts.programs();
        let programs = programs.into_iter().filter_map(|(id, program)| Some((id_of(id)?, program))).collect();
        Ok(Survey { programs, images })
    }

    fn run(&mut self, content: &[u8], resources: &Resources<'a>) -> Result<()> {
        let mut saved = Vec::new();
        let mut operations = TypedIter::new(without_endless(content));
        while let Some(operation) = operations.next() {
            self.context.charge(Limit::pdf_operators, 1)?;
            self.context.tick(1)?;
            match &operation {
                Op::SaveState(_) if saved.len() < MAX_SAVED => saved.push(self.state),
                Op::RestoreState(_) => self.state = saved.pop().unwrap_or(self.state),
                Op::Transform(op) => {
                    let matrix = affine([op.0, op.1, op.2, op.3, op.4, op.5].map(|number| number.as_f32()));
                    self.state.place = self.state.place.map(|place| matrix.then(&place));
                }
                Op::BeginText(_) => self.text = Affine::scale(1.0, 1.0),
                Op::SetTextMatrix(op) => {
                    self.text = affine([op.0, op.1, op.2, op.3, op.4, op.5].map(|number| number.as_f32()));
                }
                Op::TextFont(op) => self.set_font(resources.get_font(op.0), op.1.as_f32())?,
                Op::ShowText(op) => self.show(op.0.as_bytes(), resources)?,
                Op::NextLineAndShowText(op) => self.show(op.0.as_bytes(), resources)?,
                Op::ShowTextWithParameters(op) => self.show(op.2.as_bytes(), resources)?,
                Op::ShowTexts(op) => {
                    for part in op.0.iter::<Object<'_>>() {
                        if let Object::String(text) = part {
                            self.show(text.as_bytes(), resources)?;
                        }
                    }
                }
                Op::XObject(op) => self.object(op.0, resources)?,
                Op::SetGraphicsState(op) => self.graphics_state(op.0, resources)?,
                Op::NonStrokeColorNamed(op) => self.pattern(op.1, resources)?,
                Op::StrokeColorNamed(op) => self.pattern(op.1, resources)?,
                _ => {}
            }
        }
        Ok(())
    }

    fn set_font(&mut self, dict: Option<Dict<'a>>, size: f32) -> Result<()> {
        self.state.size = size;
        self.state.font = match dict {
            Some(dict) => Some(self.fonts.load(&dict, self.context)?),
            None => None,
        };
        Ok(())
    }

    fn show(&mut self, text: &[u8], resources: &Resources<'a>) -> Result<()> {
        let Some(font) = self.state.font else { return Ok(()) };
        self.context.tick(text.len() as u64 / 16)?;
        let height = |place: Affine| scales(self.text.then(&place)).1 * self.state.size.abs();
        let size_pt = self.state.place.map_or(USUAL_PT, height);
        let Some(glyphs) = self.fonts.show(font, text, size_pt) else { return Ok(()) };
        // The programs of glyphs, all of them the first time that the font is shown.
        let own = glyphs.get::<Dict<'a>>(b"Resources").map(Resources::new);
        let programs = glyphs.get::<Dict<'a>>(b"CharProcs").unwrap_or_default();
        let outside = std::mem::replace(&mut self.state, State::at(None));
        let names: Vec<Name<'_>> = programs.keys().collect();
        for name in names {
            if let Some(program) = programs.get::<Stream<'a>>(name.as_ref()) {
                self.content(&program, own.as_ref().unwrap_or(resources))?;
            }
        }
        self.state = outside;
        Ok(())
    }

    fn object(&mut self, name: &Name<'_>, resources: &Resources<'a>) -> Result<()> {
        let Some(object) = resources.get_x_object(name) else { return Ok(()) };
        let subtype = object.dict().get::<Name<'_>>(b"Subtype");
        match subtype.as_ref().map(AsRef::as_ref) {
            Some(b"Image") => self.image(&object),
            _ => self.form(&object, resources)?,
        }
        Ok(())
    }

    /// Keeps the size of an image, and of what masks it.
    fn image(&mut self, image: &Stream<'a>) {
        let masks = [&b"SMask"[..], b"Mask"].map(|key| image.dict().get::<Stream<'a>>(key));
        let all = [Some(image.obj_id()), masks[0].as_ref().map(Stream::obj_id), masks[1].as_ref().map(Stream::obj_id)];
        for id in all.into_iter().flatten() {
            match self.state.place.map(scales) {
                Some((width, height)) => {
                    let known = self.images.entry(id).or_default();
                    *known = (known.0.max(width), known.1.max(height));
                }
                None => {
                    self.unsure.insert(id);
                }
            }
        }
    }

    /// Walks through a form, or the group of a soft mask.
    fn form(&mut self, form: &Stream<'a>, parent: &Resources<'a>) -> Result<()> {
        let outside = self.state;
        let matrix = form.dict().get::<[f32; 6]>(b"Matrix").map(affine);
        if let Some(matrix) = matrix {
            self.state.place = self.state.place.map(|place| matrix.then(&place));
        }
        let base = std::mem::replace(&mut self.base, self.state.place);
        let done = self.content(form, parent);
        (self.state, self.base) = (outside, base);
        done
    }

    /// Walks through the content of a stream, unless that was done at this size or a larger one with the same font.
    fn content(&mut self, stream: &Stream<'a>, parent: &Resources<'a>) -> Result<()> {
        let id = stream.obj_id();
        // What lies within content that is decoded anew each time has no number to know it by.
        let scale = self.state.place.map_or((f32::MAX, f32::MAX), scales);
        let known = self.done.entry((id, self.state.font)).or_default();
        if self.forms.contains(&id) || known.iter().any(|known| known.0 >= scale.0 && known.1 >= scale.1) {
            return Ok(());
        }
        known.push(scale);
        self.context.check(Limit::form_depth, self.forms.len() as u64 + 1)?;
        self.context.charge(Limit::pdf_operators, FORM_COST)?;
        let content = stream::decode(stream, self.context)?;
        let resources = stream.dict().get::<Dict<'a>>(b"Resources").map(Resources::new);
        self.forms.push(id);
        let done = self.run(&content, resources.as_ref().unwrap_or(parent));
        self.forms.pop();
        done
    }

    /// `gs`: a font, and the group of a soft mask.
    fn graphics_state(&mut self, name: &Name<'_>, resources: &Resources<'a>) -> Result<()> {
        let Some(dict) = resources.get_ext_g_state(name) else { return Ok(()) };
        if let Some(font) = dict.get::<Array<'a>>(b"Font") {
            let mut entries = font.flex_iter();
            let dict = entries.next::<Dict<'a>>();
            self.set_font(dict, entries.next::<f32>().unwrap_or_default())?;
        }
        match dict.get::<Dict<'a>>(b"SMask").and_then(|mask| mask.get::<Stream<'a>>(b"G")) {
            Some(group) => self.form(&group, resources),
            None => Ok(()),
        }
    }

    /// Walks through the cell of a tiling pattern.
    fn pattern(&mut self, name: Option<&Name<'_>>, resources: &Resources<'a>) -> Result<()> {
        let pattern = name.and_then(|name| resources.get_pattern(name));
        let Some(Object::Stream(cell)) = pattern else { return Ok(()) };
        let outside = std::mem::replace(&mut self.state, State::at(self.base));
        let done = self.form(&cell, resources);
        self.state = outside;
        done
    }
}

/// How wide and how high the unit square becomes.
fn scales(place: Affine) -> (f32, f32) {
    (libm::hypotf(place.a, place.b), libm::hypotf(place.c, place.d))
}

fn affine([a, b, c, d, e, f]: [f32; 6]) -> Affine {
    Affine { a, b, c, d, e, f }
}
