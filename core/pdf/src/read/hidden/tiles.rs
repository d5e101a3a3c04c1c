//! A spatial index: a page in tiles, so that what lies at a place is found without a look at all that is painted.

use transvase_base::context::Context;
use transvase_base::error::Result;
use transvase_base::units::{Point, Rect};

/// Tiles along a side of the page.
const SIDE: usize = 16;

/// Lists of what was painted last, tile by tile.
pub(super) struct Tiles {
    page: Rect,
    lists: Vec<Vec<u32>>,
}

impl Tiles {
    /// Nothing painted yet.
    pub fn new(page: Rect) -> Tiles {
        Tiles { page, lists: vec![Vec::new(); SIDE * SIDE] }
    }

    /// Paints `number` over an area; where it fills a tile and `hides`, all before it is gone.
    ///
    /// # Errors
    /// `TimedOut` or `Cancelled`.
    pub fn paint(&mut self, number: usize, area: &Rect, hides: bool, context: &Context) -> Result<()> {
        for at in self.tiles(area) {
            context.tick(1)?;
            let whole = hides && area.holds(&self.rect(at));
            let Some(list) = self.lists.get_mut(at) else { continue };
            if whole {
                list.clear();
            }
            list.push(number as u32);
        }
        Ok(())
    }

    /// What was painted at the tile of a point, the first at first.
    pub fn at(&self, point: Point) -> &[u32] {
        let area = Rect { left: point.x, top: point.y, right: point.x, bottom: point.y };
        self.tiles(&area).first().and_then(|at| self.lists.get(*at)).map(Vec::as_slice).unwrap_or_default()
    }

    /// The parts of an area in each of its tiles, with what was painted there, the first at first.
    pub fn parts(&self, area: &Rect) -> impl Iterator<Item = (Rect, &[u32])> {
        let area = *area;
        self.tiles(&area).into_iter().filter_map(move |at| {
            let part = self.rect(at).intersection(&area)?;
            Some((part, self.lists.get(at)?.as_slice()))
        })
    }

    /// The tiles that an area touches.
    fn tiles(&self, area: &Rect) -> Vec<usize> {
        let Some(seen) = area.intersection(&self.page) else { return Vec::new() };
        let along = |from: f32, to: f32, length: f32| {
            let tile = |at: f32| ((at / length * SIDE as f32) as usize).min(SIDE - 1);
            tile(from)..=tile(to)
        };
        let columns = along(seen.left - self.page.left, seen.right - self.page.left, self.page.width());
        let rows = along(seen.top - self.page.top, seen.bottom - self.page.top, self.page.height());
        rows.flat_map(|row| columns.clone().map(move |column| row * SIDE + column)).collect()
    }

    fn rect(&self, at: usize) -> Rect {
        let (width, height) = (self.page.width() / SIDE as f32, self.page.height() / SIDE as f32);
        let (left, top) = ((at % SIDE) as f32 * width + self.page.left, (at / SIDE) as f32 * height + self.page.top);
        Rect { left, top, right: left + width, bottom: top + height }
    }
}
