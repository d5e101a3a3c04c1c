//! What painting will take, so that a drawing that takes far more than any real one is painted smaller, and what is
//! still too much of it left out.
//!
//! A row that an edge crosses is the unit: the rasteriser takes about a quarter of a microsecond for it, four samples
//! and their blending.

use transvase_base::units::{Point, Rect};
use transvase_model::pages::{Item, Path};
use transvase_model::path::{self, Segment};

/// Rows of one picture: about a second. Maps and plans of 100,000 lines have about a tenth.
const MAX_ROWS: f32 = 4_000_000.0;
/// Rows of one path, which is painted without a look at the clock.
const MAX_PATH_ROWS: f32 = 600_000.0;
/// Pixels to the point below which nothing is made smaller: 36 to the inch.
const MIN_SCALE: f32 = 0.5;
/// What a picture of too much is made smaller by at a time.
const SHRINK: f32 = 0.8;
/// Pixels that are filled in the time of a row.
const PIXELS: f32 = 256.0;
/// What a line or curve takes at the least.
const SEGMENT: f32 = 4.0;
/// What the dashes of a pixel of a line take: one in five pixels at the most, each with four edges of two rows.
const DASH: f32 = 8.0 / 5.0;

/// The work of paths, as it grows with the scale.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Work {
    /// Whatever the scale.
    fixed: f32,
    /// For each pixel to the point.
    by_length: f32,
    /// For each pixel to the square point.
    by_area: f32,
}

impl Work {
    /// The work of a path in a region.
    fn of(path: &Path, region: &Rect) -> Work {
        let Some(seen) = path::bounds(&path.segments).and_then(|bounds| bounds.intersection(region)) else {
            return Work { fixed: path.segments.len() as f32, ..Work::default() };
        };
        let (down, length) = extent(&path.segments, region);
        let sides = f32::from(u8::from(path.fill.is_some())) + path.stroke.map_or(0.0, |_| 2.0);
        let dashed = path.stroke.is_some_and(|stroke| stroke.dashed);
        let area = if path.fill.is_some() { seen.area() } else { 0.0 };
        Work {
            fixed: SEGMENT * sides.max(1.0) * path.segments.len() as f32,
            by_length: down * sides + if dashed { DASH * length } else { 0.0 },
            by_area: area / PIXELS,
        }
    }

    fn and(self, other: Work) -> Work {
        Work {
            fixed: self.fixed + other.fixed,
            by_length: self.by_length + other.by_length,
            by_area: self.by_area + other.by_area,
        }
    }

    fn rows(&self, scale: f32) -> f32 {
        self.fixed + scale * (self.by_length + scale * self.by_area)
    }
}

/// How far an outline goes down and up in a region, and how far it goes at all.
fn extent(segments: &[Segment], region: &Rect) -> (f32, f32) {
    let within = |y: f32| if y.is_nan() { region.top } else { y.clamp(region.top, region.bottom) };
    let (mut start, mut last) = (Point::default(), Point::default());
    let (mut down, mut length) = (0.0, 0.0);
    let mut go_to = |point: Point, last: &mut Point| {
        down += (within(point.y) - within(last.y)).abs();
        length += ((point.x - last.x).abs() + (point.y - last.y).abs()).min(region.width() + region.height());
        *last = point;
    };
    for segment in segments {
        match *segment {
            Segment::Move(point) => (start, last) = (point, point),
            Segment::Close => go_to(start, &mut last),
            drawn => drawn.points().for_each(|point| go_to(point, &mut last)),
        }
    }
    (down, length)
}

/// The work of each item in a region; images and text are bounded by limits of their own.
pub(super) fn of_items(items: &[Item], region: &Rect) -> Vec<Work> {
    let work = |item: &Item| if let Item::Path(path) = item { Work::of(path, region) } else { Work::default() };
    items.iter().map(work).collect()
}

/// The scale at which so much work is done in bounded time.
pub(super) fn scale(works: &[Work], wanted: f32) -> f32 {
    let whole = works.iter().fold(Work::default(), |sum, work| sum.and(*work));
    let largest = works.iter().max_by(|a, b| a.rows(wanted).total_cmp(&b.rows(wanted))).copied().unwrap_or_default();
    let mut scale = wanted;
    while scale > MIN_SCALE && (whole.rows(scale) > MAX_ROWS || largest.rows(scale) > MAX_PATH_ROWS) {
        scale *= SHRINK;
    }
    scale
}

/// What may still be painted of a picture.
pub(super) struct Budget {
    scale: f32,
    left: f32,
}

impl Budget {
    /// That of a picture at a scale.
    pub(super) fn new(scale: f32) -> Budget {
        Budget { scale, left: MAX_ROWS }
    }

    /// The rows that a path takes; `None` where that is too much.
    pub(super) fn take(&mut self, work: &Work) -> Option<u64> {
        let rows = work.rows(self.scale);
        if rows > MAX_PATH_ROWS.min(self.left) {
            return None;
        }
        self.left -= rows;
        Some(rows as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_model::pages::{Color, Stroke};

    const REGION: Rect = Rect { left: 0.0, top: 0.0, right: 600.0, bottom: 700.0 };

    /// The rows a path takes of a new budget.
    fn taken(path: &Path, scale: f32) -> Option<u64> {
        Budget::new(scale).take(&Work::of(path, &REGION))
    }

    fn line(from: (f32, f32), to: (f32, f32), dashed: bool) -> Path {
        let at = |(x, y)| Point { x, y };
        let stroke = Stroke { color: Color::BLACK, opacity: 1.0, width: 0.5, dashed };
        Path { segments: vec![Segment::Move(at(from)), Segment::Line(at(to))], stroke: Some(stroke), ..Path::default() }
    }

    #[test]
    fn a_line_takes_the_rows_of_both_its_sides() {
        let rows = |path: &Path| taken(path, 2.0).unwrap();
        assert_eq!(rows(&line((5.0, 0.0), (5.0, 900.0), false)), 2 * 2 * 700 + 16);
        assert_eq!(rows(&line((5.0, 9.0), (500.0, 9.0), false)), 16);
        assert!(rows(&line((5.0, 9.0), (500.0, 9.0), true)) > 1_000);
    }

    #[test]
    fn real_drawings_are_painted_as_they_are_and_monsters_smaller() {
        let tall = |count: usize| of_items(&vec![Item::Path(line((5.0, 0.0), (5.0, 700.0), false)); count], &REGION);
        assert_eq!(scale(&tall(500), 2.5), 2.5);
        let small = scale(&tall(3_000), 2.5);
        assert!(small < 1.0 && small > MIN_SCALE, "{small}");
        assert!(scale(&tall(40_000), 2.5) > MIN_SCALE * SHRINK);
        let mut budget = Budget::new(MIN_SCALE);
        let painted = tall(40_000).iter().filter(|work| budget.take(work).is_some()).count();
        assert!((5_000..6_000).contains(&painted), "{painted}");
    }

    #[test]
    fn a_path_without_end_is_left_out() {
        let zigzag = (0..5_000).map(|at| Segment::Line(Point { x: at as f32 / 10.0, y: (at % 2) as f32 * 700.0 }));
        let path = Path { segments: zigzag.collect(), ..line((0.0, 0.0), (0.0, 0.0), false) };
        assert_eq!(taken(&path, MIN_SCALE), None);
    }
}
