//! Painting costs: dashes, and patterns that are run for every fill.

use hayro::hayro_syntax::content::ops::TypedInstruction as Op;

use super::state::{Paint, Path};
use super::{PIXELS_PER_OPERATOR, Walk, Walked, hold};
use transvase_base::units::Rect;

/// Dashes of one path, or of the lines of one letter.
const MAX_DASHES: u64 = 100_000;

/// Dashes that are drawn in the time of an operator, about.
const DASHES_PER_OPERATOR: u64 = 8;

/// Pixels that are painted as fast as the outline of a path passes one.
const OUTLINE_PIXELS: f64 = 16.0;

/// Pixels filled with a colour in the time of one that costs something.
const PLAIN_PIXELS: u64 = 8;

/// Pixels that are painted while one of a shading is computed.
const SHADED_PIXELS: u64 = 4;

/// Pixels that are painted while a triangle of a mesh is made.
const TRIANGLE_PIXELS: u64 = 1_000;

/// Operators that a painted path counts as, beside the one that paints it.
const PATH_COST: u64 = 8;

/// Segments of a clipping path that costs nothing: rectangles are cut along their sides.
const SIMPLE_SEGMENTS: u64 = 5;

/// Pixels of the outline of a clipping path that each path and letter clipped to it pays one for.
const CLIP_PIXELS: u64 = 64;

/// How often a page may be painted over with what costs the most.
const MAX_LAYERS: u64 = 1_024;

/// Pixels of a page that counts as larger than it is.
const FEW_PIXELS: u64 = 1 << 20;

impl Walk<'_> {
    /// Operators that paint a path; false where the operator is another.
    pub(super) fn step_paint(&mut self, operation: &Op<'_, '_>) -> Walked<bool> {
        let (fills, strokes) = match operation {
            Op::FillPathNonZero(_) | Op::FillPathNonZeroCompatibility(_) | Op::FillPathEvenOdd(_) => (true, false),
            Op::StrokePath(_) | Op::CloseAndStrokePath(_) => (false, true),
            Op::FillAndStrokeNonZero(_)
            | Op::FillAndStrokeEvenOdd(_)
            | Op::CloseFillAndStrokeNonZero(_)
            | Op::CloseFillAndStrokeEvenOdd(_) => (true, true),
            Op::EndPath(_) => (false, false),
            _ => return Ok(false),
        };
        let path = std::mem::take(&mut self.path);
        let bounds = path.bounds.map(|bounds| self.state.ctm.apply_rect(&bounds)).unwrap_or_default();
        if fills {
            self.outline(&path)?;
            self.spread(self.state.fill, &bounds)?;
        }
        if strokes {
            self.outline(&path)?;
            if self.state.stroke != Paint::Plain {
                self.spread(self.state.stroke, &bounds)?;
            }
            // Closing a path adds a line at most as long as the rest.
            self.dashes(2.0 * path.length)?;
        }
        if path.clips {
            self.outline(&path)?;
            if path.segments > SIMPLE_SEGMENTS {
                let outline = (path.length * self.state.scale()).min(self.size.pixels() as f64);
                self.state.clip_cost += outline as u64 / CLIP_PIXELS;
            }
            self.state.clip = self.state.clip.intersection(&bounds).unwrap_or_default();
        }
        Ok(true)
    }

    /// Counts the outline of a path, as far as it may lie on the page.
    fn outline(&mut self, path: &Path) -> Walked<()> {
        let page = f64::from(self.size.width_px) + f64::from(self.size.height_px);
        let length = (path.length * self.state.scale()).min(path.segments as f64 * page);
        self.charge(PATH_COST)?;
        self.paint((OUTLINE_PIXELS * length) as u64 + self.state.clip_cost)
    }

    /// Counts what an area on the picture is painted with.
    pub(super) fn spread(&mut self, paint: Paint, area: &Rect) -> Walked<()> {
        match paint {
            Paint::Plain => {
                let area = area.intersection(&self.state.clip).unwrap_or_default();
                self.paint((area.width() * area.height()) as u64 / PLAIN_PIXELS)
            }
            Paint::Shading(triangles) => {
                let area = area.intersection(&self.page()).unwrap_or_default();
                let pixels = SHADED_PIXELS * (area.width() * area.height()) as u64;
                self.paint(pixels.saturating_add(TRIANGLE_PIXELS.saturating_mul(triangles)))
            }
            Paint::Tiling { operators, pixels } => {
                self.charge(operators)?;
                self.paint(pixels)
            }
        }
    }

    /// Counts pixels that are painted beyond those that files pay for with their own size.
    pub(super) fn paint(&mut self, pixels: u64) -> Walked<()> {
        self.painted = self.painted.saturating_add(pixels);
        hold(self.painted, MAX_LAYERS * self.size.pixels().max(FEW_PIXELS), self.context)?;
        self.charge(pixels / PIXELS_PER_OPERATOR)
    }

    /// The picture's own bounds.
    pub(super) fn page(&self) -> Rect {
        Rect { left: 0.0, top: 0.0, right: self.size.width_px as f32, bottom: self.size.height_px as f32 }
    }

    /// Counts the dashes of lines that are so long together.
    pub(super) fn dashes(&mut self, length: f64) -> Walked<()> {
        if self.state.dashes == 0 {
            return Ok(());
        }
        // A length of no number is none that a dash fits into.
        let groups = length / self.state.period;
        let dashes = (groups * self.state.dashes as f64) as u64;
        hold(dashes, MAX_DASHES, self.context)?;
        self.charge(dashes / DASHES_PER_OPERATOR)
    }
}
