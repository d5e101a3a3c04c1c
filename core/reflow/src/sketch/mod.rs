//! Vector drawings of a region of a page, as outlines where they are few and as a picture where they are many.

mod clip;
pub(super) mod painting;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use super::caps;
use super::text::line::Line;
use super::vector::tolerances::UNSEEN;
use painting::Drawing;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::{Point, Pt, Rect};
use transvase_model::flow::{DrawnImage, Shape};
use transvase_model::media::{Media, MediaId, MediaStore};
use transvase_model::pages::{Color, Item, Page, Path, Segment};

/// Outlines up to which a drawing is kept as outlines: what a person may still want to change by hand.
const MAX_SHAPES: usize = 250;
/// Segments of these outlines: with so many a document still opens at once.
const MAX_SEGMENTS: usize = 4_000;
/// How far what belongs to a region may reach out of it: half the width of a usual stroke, and what programs round.
pub(super) const BLEED: Pt = Pt(1.5);
/// Shapes whose colours, and lines whose words, tell one sketch from another of its size.
const TELLING: usize = 16;

/// What is drawn in a region.
#[derive(Debug, Clone, Default)]
pub(super) struct Sketch {
    /// Images in it, with their places on the page.
    pub images: Vec<DrawnImage>,
    /// Its outlines, where they are too many, until they are painted.
    pub drawing: Option<Arc<Drawing>>,
    /// All that it holds as one drawing, where that may become a picture.
    pub flat: Option<Arc<Drawing>>,
    /// The picture of them; becomes one of `images`.
    pub painted: Option<Media>,
    /// Its outlines, counted from the upper left corner of the region.
    pub shapes: Vec<Shape>,
    /// Index of the item of the page that each outline is; none of those that were made up.
    pub order: Vec<usize>,
    /// Words in it: lines at an angle in degrees, and their place on the page.
    pub texts: Vec<(Vec<Line>, i16, Rect)>,
}

impl Sketch {
    /// Takes upright lines in.
    pub fn hold(&mut self, lines: Vec<Line>) {
        self.texts.extend(lines.into_iter().map(|line| {
            let place = line.rect;
            (vec![Line::join(vec![line])], 0, place)
        }));
    }

    /// Takes an image in that is item `at` of its page.
    pub fn mount(&mut self, media: MediaId, rect: Rect, at: usize) {
        self.images.push(DrawnImage { media, rect, over: self.order.partition_point(|path| *path < at) });
    }

    /// A sketch of paths, each with its index among the items of its page; `None` where nothing of them is seen.
    pub fn of(paths: &[PathAt<'_>], region: &Rect, context: &Context) -> Result<Option<Sketch>> {
        context.tick(paths.iter().map(|(_, path)| 1 + path.segments.len() as u64).sum())?;
        if !paths.iter().any(|(_, path)| is_seen(path)) {
            return Ok(None);
        }
        let segments: usize = paths.iter().map(|(_, path)| path.segments.len()).sum();
        if paths.len() <= MAX_SHAPES && segments <= MAX_SEGMENTS {
            let shapes = paths.iter().flat_map(|(at, path)| clip::shapes(path).into_iter().map(|shape| (*at, shape)));
            let corner = Point { x: region.left, y: region.top };
            let (order, shapes) = shapes.map(|(at, shape)| (at, from(corner, &shape))).unzip();
            return Ok(Some(Sketch { shapes, order, ..Sketch::default() }));
        }
        let items = paths.iter().map(|(_, path)| Item::Path(path.clone().into_owned())).collect();
        let drawing = (region.area() > 0.0).then(|| Arc::new(Drawing::of(items, *region)));
        Ok(drawing.is_some().then(|| Sketch { drawing, ..Sketch::default() }))
    }

    /// The fills and strokes of its first shapes.
    pub fn colors(&self) -> Vec<(Option<Color>, Option<Color>)> {
        let color = |shape: &Shape| (shape.fill.map(|fill| fill.0), shape.stroke.map(|stroke| stroke.color));
        self.shapes.iter().take(TELLING).map(color).collect()
    }

    /// The words in it.
    pub fn words(&self) -> String {
        let lines = self.texts.iter().flat_map(|(lines, ..)| lines).take(TELLING);
        lines.map(Line::text).collect::<Vec<_>>().join(" ")
    }

    /// Takes its first outline away.
    pub fn take_first(&mut self) {
        if !self.shapes.is_empty() {
            self.shapes.remove(0);
            self.images.iter_mut().for_each(|image| image.over = image.over.saturating_sub(1));
        }
        if !self.order.is_empty() {
            self.order.remove(0);
        }
    }

    /// Makes its region as large as what is in it: what is smaller would be stretched to its region.
    pub fn tighten(&mut self, region: &mut Rect) {
        if self.drawing.is_some() || self.painted.is_some() {
            return;
        }
        let corner = Point { x: region.left, y: region.top };
        let shapes = self.shapes.iter().filter_map(around).map(|rect| rect.moved(corner));
        let rest = self.images.iter().map(|image| image.rect).chain(self.texts.iter().map(|(.., place)| *place));
        let Some(tight) = shapes.chain(rest).reduce(|a, b| a.union(&b)) else { return };
        let origin = Point { x: tight.left - region.left, y: tight.top - region.top };
        self.shapes.iter_mut().for_each(|shape| *shape = from(origin, shape));
        *region = tight;
    }

    /// Becomes one drawing of all that it holds, where one was prepared.
    pub fn flatten(&mut self) {
        if let Some(flat) = self.flat.take() {
            *self = Sketch { drawing: Some(flat), ..Sketch::default() };
        }
    }

    /// Puts the picture it has among the document's.
    pub fn store(&mut self, region: &Rect, media: &mut MediaStore) {
        if let Some(painted) = self.painted.take() {
            self.images.push(DrawnImage { media: media.add(painted), rect: *region, over: 0 });
        }
    }
}

/// A path, or a part of one, with the index among the items of its page.
pub(super) type PathAt<'a> = (usize, Cow<'a, Path>);

/// Paths of a page by the region they lie in, parts of those that lie in several; those in `taken` belong to something
/// else.
pub(super) fn paths_in<'a>(
    page: &'a Page,
    regions: &[Rect],
    taken: &[Rect],
    context: &Context,
) -> Result<Vec<Vec<PathAt<'a>>>> {
    let mut found = vec![Vec::new(); regions.len()];
    let regions = &regions[..regions.len().min(caps::SOME)];
    for (at, item) in page.items.iter().enumerate() {
        let Item::Path(path) = item else { continue };
        context.tick(1 + (path.segments.len() + regions.len()) as u64)?;
        let Some(seen) = visible(path, page) else { continue };
        if home(&seen, &taken[..taken.len().min(caps::SOME)]).is_some() {
            continue;
        }
        if let Some(home) = home(&seen, regions) {
            found[home].push((at, Cow::Borrowed(path)));
        } else {
            let parts = parts(path, page, regions, context)?;
            parts.into_iter().for_each(|(home, part)| found[home].push((at, Cow::Owned(part))));
        }
    }
    Ok(found)
}

/// The region that what is seen lies in.
fn home(seen: &Rect, regions: &[Rect]) -> Option<usize> {
    regions.iter().position(|region| region.expand(BLEED.0).holds(seen))
}

/// The parts of a path that lie in regions, each with the index of its region.
/// A newspaper's name is one path of letters far apart, which lies in no region whole.
fn parts(path: &Path, page: &Page, regions: &[Rect], context: &Context) -> Result<BTreeMap<usize, Path>> {
    let mut parts: BTreeMap<usize, Path> = BTreeMap::new();
    let outlines = || path.segments.chunk_by(|_, next| !matches!(next, Segment::Move(_)));
    let seen = visible(path, page);
    let reaches = |region: &Rect| seen.is_some_and(|seen| region.expand(BLEED.0).intersection(&seen).is_some());
    if outlines().nth(1).is_none() || !regions.iter().any(reaches) {
        return Ok(parts);
    }
    let blank = Path { segments: Vec::new(), gradient: path.gradient.clone(), ..*path };
    for outline in outlines() {
        context.tick(regions.len() as u64)?;
        let part = Path { segments: outline.to_vec(), ..blank.clone() };
        let Some(seen) = visible(&part, page) else { continue };
        if let Some(home) = home(&seen, regions) {
            parts.entry(home).and_modify(|whole| whole.segments.extend_from_slice(outline)).or_insert(part);
        }
    }
    Ok(parts)
}

/// The part of the page on which a path may be seen.
pub(super) fn visible(path: &Path, page: &Page) -> Option<Rect> {
    let window = page.rect();
    path.reach()?.intersection(&window)
}

fn is_seen(path: &Path) -> bool {
    let changes = path.gradient.is_some();
    let filled = path.fill.is_some_and(|(color, opacity)| (changes || color != Color::WHITE) && opacity > UNSEEN);
    let drawn = path.stroke.is_some_and(|stroke| stroke.color != Color::WHITE && stroke.opacity > UNSEEN);
    filled || drawn
}

/// What the points of an outline lie in.
pub(super) fn around(shape: &Shape) -> Option<Rect> {
    let points = shape.outline.iter().filter_map(|segment| match *segment {
        Segment::Move(p) | Segment::Line(p) | Segment::Curve(_, _, p) => Some(p),
        Segment::Close => None,
    });
    Rect::around(points)
}

/// A shape counted from another origin.
fn from(origin: Point, shape: &Shape) -> Shape {
    let moved = |p: Point| Point { x: p.x - origin.x, y: p.y - origin.y };
    let outline = shape.outline.iter().map(|segment| segment.map(moved)).collect();
    let gradient = shape.gradient.as_ref().map(|gradient| gradient.map(moved, 1.0));
    Shape { outline, gradient, ..*shape }
}
