//! Patterns (ISO 32000-1, 8.7): a tiling pattern is drawn anew for every fill, into a picture of its own.

use hayro::hayro_syntax::object::{Dict, Object, Stream};
use hayro::hayro_syntax::page::Resources;

use super::state::{Paint, Run};
use super::{FORM_COST, PageSize, Walk, Walked, address, refused, state};
use transvase_base::context::Limit;
use transvase_base::units::{Affine, Rect};

/// Pixels of the picture of a pattern, in shares of those of the page.
const MAX_SHARE: f64 = 4.0;

/// Pixels that the picture of a pattern may always have.
const FEW_PIXELS: f64 = 1e6;

/// Height of cells that are lower than most bands, in pixels.
const LOW_PX: f64 = 256.0;

impl Walk<'_> {
    /// What painting with a pattern costs.
    pub(super) fn pattern<'a>(&mut self, pattern: &Object<'a>) -> Walked<Paint> {
        match pattern {
            Object::Stream(tiling) => self.tiling(tiling),
            Object::Dict(shading) => {
                let map = state::matrix(shading).then(&self.base);
                Ok(Paint::Shading(self.shading(shading.get::<Object<'a>>(b"Shading"), &map)?))
            }
            _ => Ok(Paint::Plain),
        }
    }

    fn tiling(&mut self, tiling: &Stream<'_>) -> Walked<Paint> {
        let dict = tiling.dict();
        let Some(grid) = Grid::of(dict) else { return Ok(Paint::Plain) };
        let matrix = state::matrix(dict).then(&self.base);
        let (pixels, copies) = grid.cost(&matrix, &self.size);
        let most = (MAX_SHARE * self.size.pixels() as f64).max(FEW_PIXELS);
        if pixels > most || !pixels.is_finite() || !copies.is_finite() {
            return Err(refused(Limit::image_pixels, most as u64, pixels as u64));
        }
        let cell = self.cell(tiling, &matrix)?;
        Ok(Paint::Tiling { cells: cell.times(copies), pixels: pixels as u64, is_low: grid.is_low(&matrix) })
    }

    /// What the cell of a pattern costs.
    fn cell<'a>(&mut self, tiling: &Stream<'a>, matrix: &Affine) -> Walked<Run> {
        let key = address(tiling.dict().data());
        if let Some(known) = self.cells.get(&key) {
            return Ok(*known);
        }
        // A pattern within itself is as deep as any other, and counts as nothing more.
        self.cells.insert(key, Run { operators: FORM_COST, painted: 0 });
        let before = self.so_far();
        let resources = tiling.dict().get::<Dict<'a>>(b"Resources").map(Resources::new);
        let resources = resources.unwrap_or_else(|| Resources::new(Dict::default()));
        let outside = self.state.clone();
        self.state = state::State::new(Affine::IDENTITY, self.page());
        // The matrix is undone here, since forms apply their own.
        let own = state::matrix(tiling.dict()).inverse().unwrap_or(Affine::IDENTITY);
        self.form(tiling, &resources, &own.then(matrix))?;
        self.state = outside;
        let cost = self.since(before);
        self.cells.insert(key, cost);
        Ok(cost)
    }
}

/// The cells of a tiling pattern.
struct Grid {
    /// Bounds of a cell.
    bounds: [f64; 4],
    /// From a cell to the next, to the right and upwards.
    step: [f64; 2],
}

impl Grid {
    fn of(dict: &Dict<'_>) -> Option<Grid> {
        let bounds = dict.get::<[f32; 4]>(b"BBox")?.map(f64::from);
        let step = [dict.get::<f32>(b"XStep")?, dict.get::<f32>(b"YStep")?].map(|step| f64::from(step.abs()));
        (step[0] > 0.0 && step[1] > 0.0).then_some(Grid { bounds, step })
    }

    /// Whether a cell is lower than a band of the page.
    fn is_low(&self, matrix: &Affine) -> bool {
        self.step[1] * f64::from(libm::hypotf(matrix.c, matrix.d)) < LOW_PX
    }

    /// Pixels of the picture that hayro makes, and how often it runs the cell for it. The picture is one cell where
    /// cells come again within the page, else what there is of the page.
    fn cost(&self, matrix: &Affine, size: &PageSize) -> (f64, f64) {
        let page = Rect { left: 0.0, top: 0.0, right: size.width_px as f32, bottom: size.height_px as f32 };
        let area = matrix.inverse().map(|inverse| inverse.apply_rect(&page)).unwrap_or_default();
        let scale = [libm::hypotf(matrix.a, matrix.b), libm::hypotf(matrix.c, matrix.d)].map(f64::from);
        let visible = [area.width(), area.height()].map(f64::from);
        let (mut pixels, mut copies) = (1.0, 1.0);
        for axis in 0..2 {
            let (step, cell) = (self.step[axis], (self.bounds[axis + 2] - self.bounds[axis]).abs());
            let shown = visible[axis].min(step);
            pixels *= (shown * scale[axis]).max(1.0) + 1.0;
            copies *= ((cell + shown) / step).floor() + 1.0;
        }
        (pixels, copies)
    }
}
