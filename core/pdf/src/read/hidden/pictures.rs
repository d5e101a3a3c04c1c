//! Image areas of a page: pictures may be of text that is not painted, as scans, letters as outlines and strokes of a
//! pen are.

use std::cell::OnceCell;

use super::super::paint::is_upright_rectangle;
use super::super::sink::Sink;
use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::Rect;
use transvase_model::pages::Item;
use transvase_model::path;

/// Squares along a side of the page.
const SIDE: usize = 128;
/// Share of the page above which a path is a ground or a frame, and no letter.
const LARGE: f32 = 0.6;
/// Side in points of a rectangle that may be a dot of a letter.
const DOT: f32 = 3.0;

/// The pictures of a page. They are looked up where there is anything to ask, which most pages have nothing of.
pub(super) struct Pictures<'s> {
    sink: &'s Sink,
    page: Rect,
    sums: OnceCell<Vec<u32>>,
}

impl<'s> Pictures<'s> {
    /// Those of a page.
    pub fn of(sink: &'s Sink, page: Rect) -> Pictures<'s> {
        Pictures { sink, page, sums: OnceCell::new() }
    }

    /// Whether there is any at a place.
    ///
    /// # Errors
    /// `TimedOut` or `Cancelled`.
    pub fn are_at(&self, place: &Rect, context: &Context) -> Result<bool> {
        let Some(([left, top], [right, bottom])) = corners(&self.page, place) else { return Ok(false) };
        let sums = self.sums(context)?;
        let sum = |column: usize, row: usize| sums.get(row * (SIDE + 1) + column).copied().unwrap_or_default();
        Ok(sum(right + 1, bottom + 1) + sum(left, top) > sum(right + 1, top) + sum(left, bottom + 1))
    }

    /// The squares of the page that show a picture, row by row, each as the number of those in the rectangle from the
    /// page's corner to it (Crow, "Summed-area tables for texture mapping", 1984).
    fn sums(&self, context: &Context) -> Result<&[u32]> {
        if let Some(sums) = self.sums.get() {
            return Ok(sums);
        }
        let (sink, mut squares) = (self.sink, Squares::new(self.page));
        sink.lost.iter().for_each(|(_, place)| squares.add(place));
        sink.unread.iter().filter_map(|drawing| path::bounds(&drawing.path.segments)).for_each(|at| squares.add(&at));
        for item in &sink.items {
            context.tick(1)?;
            if let Some(place) = picture(item, self.page) {
                squares.add(&place);
            }
        }
        Ok(self.sums.get_or_init(|| squares.sums()))
    }
}

/// Where an item shows a picture.
fn picture(item: &Item, page: Rect) -> Option<Rect> {
    match item {
        Item::Image(image) => {
            let place = image.transform.apply_rect(&Rect { left: 0.0, top: 0.0, right: 1.0, bottom: 1.0 });
            Some(image.clip.unwrap_or(place))
        }
        Item::Path(path) => {
            let place = path.reach()?;
            let is_dot = place.width() < DOT && place.height() < DOT;
            let drawn = path.segments.len() > 2 && !is_upright_rectangle(&path.segments);
            ((drawn || is_dot) && place.area() < LARGE * page.area()).then_some(place)
        }
        Item::Glyphs(_) => None,
    }
}

/// The first and the last square of a place, by column and row.
fn corners(page: &Rect, place: &Rect) -> Option<([usize; 2], [usize; 2])> {
    let seen = place.intersection(page)?;
    let square = |at: f32, length: f32| ((at / length * SIDE as f32) as usize).min(SIDE - 1);
    let corner = |x: f32, y: f32| [square(x - page.left, page.width()), square(y - page.top, page.height())];
    Some((corner(seen.left, seen.top), corner(seen.right, seen.bottom)))
}

/// The pictures over each square, as differences to the squares before it: each picture changes four.
struct Squares {
    page: Rect,
    steps: Vec<i64>,
}

impl Squares {
    fn new(page: Rect) -> Squares {
        Squares { page, steps: vec![0; (SIDE + 1) * (SIDE + 1)] }
    }

    fn add(&mut self, place: &Rect) {
        let Some(([left, top], [right, bottom])) = corners(&self.page, place) else { return };
        let changes = [(left, top, 1), (right + 1, top, -1), (left, bottom + 1, -1), (right + 1, bottom + 1, 1)];
        for (column, row, change) in changes {
            if let Some(step) = self.steps.get_mut(row * (SIDE + 1) + column) {
                *step += change;
            }
        }
    }

    /// The number of squares with a picture above and left of each corner.
    fn sums(self) -> Vec<u32> {
        let width = SIDE + 1;
        let mut over = self.steps;
        let mut sums = vec![0_u32; width * width];
        for at in 0..width * width {
            let (column, row) = (at % width, at / width);
            let before = |list: &[i64], dx: usize, dy: usize| {
                if column < dx || row < dy { 0 } else { list.get(at - dx - dy * width).copied().unwrap_or_default() }
            };
            let here = before(&over, 0, 0) + before(&over, 1, 0) + before(&over, 0, 1) - before(&over, 1, 1);
            if let Some(place) = over.get_mut(at) {
                *place = here;
            }
        }
        for at in 0..SIDE * SIDE {
            let corner = (at / SIDE) * width + at % SIDE;
            let sum = |at: usize| sums.get(at).copied().unwrap_or_default();
            let shown = over.get(corner).is_some_and(|over| *over > 0);
            let here = u32::from(shown) + sum(corner + 1) + sum(corner + width) - sum(corner);
            if let Some(place) = sums.get_mut(corner + width + 1) {
                *place = here;
            }
        }
        sums
    }
}
