//! External objects and inline images (ISO 32000-1, 8.8 to 8.10).

use std::sync::Arc;

use hayro_syntax::content::ops::TypedInstruction as Op;
use hayro_syntax::object::{Dict, Name, Stream};
use hayro_syntax::page::Resources;

use super::super::image::{self, Brush, Mirror};
use super::super::state::{Ink, State};
use super::super::{paint, stream};
use super::Interpreter;
use super::mask::clip_of;
use transvase_base::context::Limit;
use transvase_base::error::Result;
use transvase_base::units::{Affine, Point, Rect};
use transvase_model::media::MediaId;
use transvase_model::pages::{Color, Path, PlacedImage, Segment};
use transvase_model::path::{self, Area};

/// What running a form costs beside its operators, in operators.
pub(super) const FORM_COST: u64 = 32;
/// Share of its box that a clipping path leaves free and still cuts nothing worth a picture of its own.
const ALMOST_ALL: f32 = 0.97;

/// The unit square mirrored along its diagonal.
const SWAP: Affine = Affine { a: 0.0, b: 1.0, c: 1.0, d: 0.0, e: 0.0, f: 0.0 };
/// From our unit square, whose origin is the image's top left corner, to that of the standard; and upside down.
const FLIP: Affine = Affine { a: 1.0, b: 0.0, c: 0.0, d: -1.0, e: 0.0, f: 1.0 };

impl<'a> Interpreter<'_, 'a> {
    /// Operators that show objects; false where the operator is another.
    pub(super) fn step_object(&mut self, operation: &Op<'_, '_>, resources: &Resources<'a>) -> Result<bool> {
        match operation {
            Op::XObject(op) => self.show_object(op.0, resources)?,
            Op::InlineImage(op) => self.show_inline(op.0, resources)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn show_object(&mut self, name: &Name<'_>, resources: &Resources<'a>) -> Result<()> {
        let Some(object) = resources.get_x_object(name) else { return Ok(()) };
        if self.marking.hides() || self.marking.optional.hides(object.dict(), b"OC") {
            return Ok(());
        }
        let subtype = object.dict().get::<Name<'_>>(b"Subtype");
        match subtype.as_ref().map(AsRef::as_ref) {
            Some(b"Image") => self.show_image(&object, resources),
            _ => self.run_form(&object, resources),
        }
    }

    fn show_image(&mut self, image: &Stream<'a>, resources: &Resources<'a>) -> Result<()> {
        let Some((transform, clip)) = self.image_place() else { return Ok(()) };
        if self.traces(image, &transform, resources)? || self.fills(image, transform, clip, resources)? {
            return Ok(());
        }
        let (transform, brush) = self.upright(transform);
        let media = self.assets.images.load(image, brush, &resources.color_spaces, self.context)?;
        self.place_image(media, image.dict(), transform, clip)
    }

    fn show_inline(&mut self, image: &Stream<'_>, resources: &Resources<'a>) -> Result<()> {
        let Some((transform, clip)) = self.image_place() else { return Ok(()) };
        if self.traces(image, &transform, resources)? || self.fills(image, transform, clip, resources)? {
            return Ok(());
        }
        let (transform, brush) = self.upright(transform);
        let media = self.assets.images.load_inline(image, brush, &resources.color_spaces, self.context)?;
        self.place_image(media, image.dict(), transform, clip)
    }

    /// Paints the bitmap of a glyph as an outline; false for other images.
    fn traces(&mut self, image: &Stream<'_>, place: &Affine, resources: &Resources<'a>) -> Result<bool> {
        if !self.tracing || !image::is_stencil(image.dict()) {
            return Ok(false);
        }
        let outline = image::traced(image, &resources.color_spaces, self.context)?;
        let segments: Vec<Segment> = outline.iter().map(|segment| segment.map(|p| place.apply(p))).collect();
        let path = Path { segments, fill: Some((Color::BLACK, 1.0)), ..Path::default() };
        self.sink.push_path(path, self.context)?;
        Ok(true)
    }

    /// Paints an image of one pixel, and any where averages are wanted, as the area it fills; false for other images,
    /// and for one that words describe.
    fn fills(
        &mut self,
        image: &Stream<'_>,
        transform: Affine,
        clip: Option<Rect>,
        resources: &Resources<'a>,
    ) -> Result<bool> {
        if !self.averaging && self.marking.is_described(self.sink.tag) {
            return Ok(false);
        }
        let single = image::flat(image, self.brush(None), &resources.color_spaces, self.averaging, self.context)?;
        let Some((color, opacity)) = single else { return Ok(false) };
        self.text.flush(&mut self.sink, self.context)?;
        if opacity > 0.0 {
            let corners =
                [(0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)].map(|(x, y)| transform.apply(Point { x, y }));
            let (segments, fill) = (path::polygon(&corners), Some((color, opacity)));
            let path = Path { segments, fill, clip, ..Path::default() };
            self.sink.push_path(path, self.context)?;
            self.sink.note_manner(&self.state);
        }
        Ok(true)
    }

    /// The place of an image without what mirrors it, and how it is painted there.
    fn upright(&self, transform: Affine) -> (Affine, Brush) {
        if transform.determinant() >= 0.0 {
            return (transform, self.brush(None));
        }
        let sideways = transform.a.abs() + transform.d.abs() < transform.b.abs() + transform.c.abs();
        let (map, mirror) = if sideways { (SWAP, Mirror::Diagonal) } else { (FLIP, Mirror::Rows) };
        (map.then(&transform), self.brush(Some(mirror)))
    }

    fn brush(&self, mirror: Option<Mirror>) -> Brush {
        let Ink { color, alpha, cover, .. } = self.state.fill;
        // The colour is that of stencils; other images have nothing to do with the pattern that is set.
        Brush { color: color.on_white(cover), alpha: (alpha.clamp(0.0, 1.0) * 255.0).round() as u8, mirror }
    }

    /// Where an image goes, and the part of the page it is clipped to; `None` where nothing of it
    /// can be seen.
    fn image_place(&self) -> Option<(Affine, Option<Rect>)> {
        let transform = FLIP.then(&self.state.ctm);
        let bounds = transform.apply_rect(&Rect { left: 0.0, top: 0.0, right: 1.0, bottom: 1.0 });
        let seen = bounds.intersection(&self.state.area()).filter(|seen| seen.area() > 0.0 || bounds.area() == 0.0)?;
        // A hair's breadth is rounding.
        let is_cut = (bounds.area() - seen.area()) > 0.01 * bounds.area();
        (self.state.fill.alpha > 0.0 && !self.marking.hides()).then_some((transform, is_cut.then_some(seen)))
    }

    /// What is seen through the clipping path, where that is no upright rectangle.
    fn window(&self) -> Option<Arc<Area>> {
        let shape = self.state.clip_shape.as_ref().filter(|_| !self.state.clip_is_exact)?;
        let bounds = path::bounds(&shape.segments)?;
        (path::extent(&shape.segments) < ALMOST_ALL * bounds.area()).then(|| shape.clone())
    }

    fn place_image(
        &mut self,
        media: Option<MediaId>,
        dict: &Dict<'_>,
        transform: Affine,
        clip: Option<Rect>,
    ) -> Result<()> {
        let Some(media) = media else {
            match image::limit_passed(dict, self.context) {
                Some(limit) => *self.sink.images_over.entry(limit).or_default() += 1,
                None => self.sink.images_lost += 1,
            }
            let place = transform.apply_rect(&Rect { left: 0.0, top: 0.0, right: 1.0, bottom: 1.0 });
            return self.sink.lose(clip.unwrap_or(place), self.context);
        };
        self.text.flush(&mut self.sink, self.context)?;
        let alt = self.marking.alt(self.sink.tag);
        let window = self.window();
        self.sink.push_image(PlacedImage { media, transform, clip, window, alt, node: None }, self.context)?;
        self.sink.note_manner(&self.state);
        Ok(())
    }

    /// Runs the appearance of an annotation, placed on the page by `fit`.
    ///
    /// # Errors
    /// A limit, `TimedOut` or `Cancelled`.
    pub(in super::super) fn run_appearance(
        &mut self,
        form: &Stream<'a>,
        fit: &Affine,
        parent: &Resources<'a>,
    ) -> Result<()> {
        let start = self.start.clone();
        self.state = State { ctm: fit.then(&start.ctm), ..start };
        (self.saved, self.unsaved) = (Vec::new(), 0);
        self.run_form(form, parent)
    }

    /// Runs content in the page's default user space.
    ///
    /// # Errors
    /// A limit, `TimedOut` or `Cancelled`.
    pub(in super::super) fn run_content(&mut self, content: &[u8], resources: &Resources<'a>) -> Result<()> {
        self.state = self.start.clone();
        (self.saved, self.unsaved) = (Vec::new(), 0);
        self.run(content, resources)
    }

    /// Runs a form XObject (ISO 32000-1, 8.10).
    pub(super) fn run_form(&mut self, form: &Stream<'a>, parent: &Resources<'a>) -> Result<()> {
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
        self.state.ctm = self.ctm_of(dict);
        self.state.base = self.state.ctm;
        if let Some(bounds) = clip_of(dict, &self.state.ctm) {
            paint::narrow_clip(&mut self.state, Some(bounds));
        }
        if dict.get::<Dict<'a>>(b"Group").is_some() {
            paint::enter_group(&mut self.state);
        }
        self.forms.push(id);
        let outside = self.marking.enter_form(id);
        self.run(&content, resources.as_ref().unwrap_or(parent))?;
        self.marking.leave_form(outside);
        self.forms.pop();
        (self.state, self.saved, self.unsaved) = (before, saved, unsaved);
        Ok(())
    }
}
