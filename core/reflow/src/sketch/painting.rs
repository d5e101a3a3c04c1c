//! Rasterised drawings, where outlines are too many: each that is drawn the same way once, however many pages show it,
//! and side by side where threads are allowed.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::Sketch;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::side_by_side;
use transvase_base::units::{PT_PER_INCH, Rect};
use transvase_markup::canvas::{self, Scene};
use transvase_model::media::{Media, MediaStore};
use transvase_model::pages::{Color, Font, Item, Page, Path, Stroke};

/// Pixels to the point of a drawing that becomes a picture: 200 to the inch, which print does not show.
const SCALE: f32 = 200.0 / PT_PER_INCH;
/// Pixels of such a picture at most: those of a page of A4.
const MAX_PIXELS: f32 = 4_000_000.0;

/// A drawing that is to become a picture.
#[derive(Debug)]
pub(crate) struct Drawing {
    /// What it is made of, in the order it is painted, as the page there is nothing else on.
    pub page: Page,
    /// The region of the page it fills.
    pub region: Rect,
}

impl Drawing {
    /// A drawing of these items in a region.
    pub fn of(items: Vec<Item>, region: Rect) -> Drawing {
        Drawing { page: Page { items, ..Page::default() }, region }
    }

    fn paint(&self, fonts: &[Font], media: &MediaStore, context: &Context) -> Result<Option<Media>> {
        let scene = Scene { page: &self.page, fonts, media };
        let area = (self.region.width() * self.region.height()).max(1.0);
        canvas::render(scene, self.region, SCALE.min((MAX_PIXELS / area).sqrt()), context)
    }

    /// The same for drawings that look the same at the same place.
    fn key(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        bits(&self.region).hash(&mut hasher);
        for item in &self.page.items {
            match item {
                Item::Path(path) => hash(path, &mut hasher),
                // Of these a drawing has few.
                other => format!("{other:?}").hash(&mut hasher),
            }
        }
        hasher.finish()
    }
}

fn hash(path: &Path, hasher: &mut DefaultHasher) {
    for segment in &path.segments {
        std::mem::discriminant(segment).hash(hasher);
        segment.points().for_each(|point| (point.x.to_bits(), point.y.to_bits()).hash(hasher));
    }
    let ink = |color: Color, opacity: f32| (color, opacity.to_bits());
    path.fill.map(|(color, opacity)| ink(color, opacity)).hash(hasher);
    path.gradient.as_ref().map(|gradient| format!("{gradient:?}")).hash(hasher);
    let pen = |stroke: Stroke| (ink(stroke.color, stroke.opacity), stroke.width.to_bits(), stroke.dashed);
    (path.stroke.map(pen), path.clip.map(|clip| bits(&clip)), path.even_odd).hash(hasher);
}

fn bits(rect: &Rect) -> [u32; 4] {
    [rect.left, rect.top, rect.right, rect.bottom].map(f32::to_bits)
}

/// Paints the drawings of sketches, with the fonts and images their items name.
///
/// # Errors
/// `TimedOut`, `Cancelled`, or `LimitExceeded` for the pixels.
pub(crate) fn paint<'s>(
    sketches: impl Iterator<Item = &'s mut Sketch>,
    fonts: &[Font],
    media: &MediaStore,
    context: &Context,
) -> Result<()> {
    let (mut drawings, mut homes) = (Vec::new(), BTreeMap::<u64, (usize, Vec<&mut Sketch>)>::new());
    for sketch in sketches {
        let Some(drawing) = sketch.drawing.take() else { continue };
        context.tick(drawing.page.items.len() as u64)?;
        let entry = homes.entry(drawing.key()).or_insert_with(|| (drawings.len(), Vec::new()));
        if entry.1.is_empty() {
            drawings.push(drawing);
        }
        entry.1.push(sketch);
    }
    let painted = side_by_side::each(drawings, None, context, |drawing| drawing.paint(fonts, media, context))?;
    for (at, sketches) in homes.into_values() {
        let media = painted.get(at).cloned().flatten();
        sketches.into_iter().for_each(|sketch| sketch.painted.clone_from(&media));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use transvase_base::context::{Limit, Limits};
    use transvase_base::options::Options;
    use transvase_base::units::Point;
    use transvase_model::pages::Segment;

    fn sketch(width: f32) -> Sketch {
        let corner = |x: f32, y: f32| Point { x, y };
        let segments = vec![
            Segment::Move(corner(0.0, 0.0)),
            Segment::Line(corner(width, 0.0)),
            Segment::Line(corner(width, 20.0)),
            Segment::Close,
        ];
        let fill = Some((Color { r: 200, g: 0, b: 0 }, 1.0));
        let path = Path { segments, fill, ..Path::default() };
        let region = Rect { left: 0.0, top: 0.0, right: 72.0, bottom: 36.0 };
        Sketch { drawing: Some(Arc::new(Drawing::of(vec![Item::Path(path)], region))), ..Sketch::default() }
    }

    #[test]
    fn a_drawing_that_comes_again_is_painted_once() {
        let mut sketches = [sketch(30.0), sketch(40.0), sketch(30.0)];
        // 200 x 100 pixels each: room for two of them, not for three.
        let context = Context::new(Options::default(), Limits { job_pixels: 50_000, ..Limits::default() });
        paint(sketches.iter_mut(), &[], &MediaStore::default(), &context).unwrap();
        let [first, other, again] = sketches.map(|sketch| sketch.painted.unwrap());
        assert_eq!((first.width_px, first.height_px), (200, 100));
        assert!(first == again && first != other);
        let small = Context::new(Options::default(), Limits { job_pixels: 30_000, ..Limits::default() });
        let error = paint([sketch(30.0), sketch(40.0)].iter_mut(), &[], &MediaStore::default(), &small).unwrap_err();
        assert_eq!(error.details().which.as_deref(), Some(Limit::job_pixels.key()));
    }
}
