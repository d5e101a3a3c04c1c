//! Painting costs: dashes, and patterns that are run for every fill.

use hayro::hayro_syntax::content::ops::TypedInstruction as Op;

use super::shading::Shade;
use super::state::{Paint, Path};
use super::{PIXELS_PER_OPERATOR, Walk, Walked, hold};
use transvase_base::units::Rect;

/// Dashes of one path, or of the lines of one letter.
const MAX_DASHES: u64 = 100_000;

/// Rows that both ends of a dash cross in the time of an operator: 9 ns each.
const ROWS_PER_OPERATOR: u64 = 4;

/// Dashes that are drawn in the time of an operator, about.
const DASHES_PER_OPERATOR: u64 = 8;

/// Pixels that are painted as fast as the outline of a path passes one.
const OUTLINE_PIXELS: f64 = 16.0;

/// Bytes that are kept of an outline for each pixel it passes, until the page is drawn.
const OUTLINE_BYTES: f64 = 8.0;

/// Bytes of a pixel of a picture that is kept so long.
const PIXEL_BYTES: u64 = 4;

/// Pixels of the pictures on a page that are kept in full: each path that is filled with a pattern has one of a cell, and
/// an image is decoded each time.
const MAX_TILES: u64 = 64 << 20;

/// Pixels that are painted while one is with a pattern.
const TILED_PIXELS: u64 = 4;

/// Pixels filled with a colour in the time of one that costs something.
const PLAIN_PIXELS: u64 = 8;

/// Pixels that are painted while one of a group of its own is laid over the page.
const GROUP_PIXELS: u64 = 1;

/// Operators that a painted path counts as, beside the one that paints it.
const PATH_COST: u64 = 8;

/// Segments of a clipping path that costs nothing: rectangles are cut along their sides.
const SIMPLE_SEGMENTS: u64 = 5;

/// Pixels that are painted while one of the outline of a clipping path is passed.
const CUT_PIXELS: u64 = 3;

/// Bytes that are kept for it.
const CLIP_BYTES: u64 = 2;

/// Pixels of the outline of a clipping path that each path and letter clipped to it pays one for.
const CLIP_PIXELS: u64 = 64;

/// How often a page may be painted over with what costs the most.
const MAX_LAYERS: u64 = 1_024;

/// Pixels that are painted for a page, at most: about two seconds.
const MAX_PAINTED: u64 = 1_600_000_000;

/// Pixels that are painted in the time that the meshes of a page may take, and what else is not less for a part of the
/// page: about a second.
const MAX_MESHED: u64 = 1_000_000_000;

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
            self.paint(self.state.fill_tint)?;
            self.spread(self.state.fill, &bounds)?;
        }
        if strokes {
            self.outline(&path)?;
            // A line has two sides.
            self.keep((OUTLINE_BYTES * self.length(&path)) as u64);
            self.paint(self.state.stroke_tint)?;
            self.stroke(&path, &bounds)?;
            // Closing a path adds a line at most as long as the rest.
            self.dashes(2.0 * path.length)?;
        }
        if path.clips {
            self.outline(&path)?;
            if path.segments > SIMPLE_SEGMENTS {
                let outline = (path.length * self.state.scale()).min(self.size.pixels() as f64);
                self.state.clip_outline = self.state.clip_outline.saturating_add(outline as u64);
            }
            self.state.clip = self.state.clip.intersection(&bounds).unwrap_or_default();
        }
        Ok(true)
    }

    /// Counts the outline of a path.
    fn outline(&mut self, path: &Path) -> Walked<()> {
        self.charge(PATH_COST)?;
        self.draw_outline(self.length(path))
    }

    /// Pixels of the outline of a path, as far as it may lie on the page.
    fn length(&self, path: &Path) -> f64 {
        (path.length * self.state.scale()).min(path.segments as f64 * self.around())
    }

    /// Length of the longest line on the page, at most.
    pub(super) fn around(&self) -> f64 {
        f64::from(self.size.width_px) + f64::from(self.size.height_px)
    }

    /// Counts bytes that are kept until all is drawn, fewer for a part of the page.
    fn keep(&mut self, bytes: u64) {
        self.survey.kept = self.survey.kept.saturating_add(bytes);
    }

    /// Counts an outline of so many pixels.
    pub(super) fn draw_outline(&mut self, length: f64) -> Walked<()> {
        self.keep((OUTLINE_BYTES * length) as u64);
        self.paint((OUTLINE_PIXELS * length) as u64)
    }

    /// Counts a line within these bounds: all of them with a pattern, with a colour what the line covers.
    fn stroke(&mut self, path: &Path, bounds: &Rect) -> Walked<()> {
        let reach = (self.state.line_width * self.state.scale()) as f32;
        let &Rect { left, top, right, bottom } = bounds;
        let bounds = Rect { left: left - reach, top: top - reach, right: right + reach, bottom: bottom + reach };
        if self.state.stroke != Paint::Plain {
            return self.spread(self.state.stroke, &bounds);
        }
        self.clip(1, self.seen(&bounds))?;
        let covered = path.length * self.state.scale() * f64::from(reach);
        let pixels = self.seen(&bounds).min(covered as u64);
        self.paint(pixels / PLAIN_PIXELS)?;
        self.blend(pixels)
    }

    /// Pixels of an area that are not clipped away.
    pub(super) fn seen(&self, area: &Rect) -> u64 {
        area.intersection(&self.state.clip).map_or(0, |area| pixels(&area))
    }

    /// Counts what clipping costs for so many paths or letters that are seen on so many pixels together: each is cut along
    /// the outlines that lie there.
    pub(super) fn clip(&mut self, times: u64, seen: u64) -> Walked<()> {
        let outline = self.state.clip_outline;
        if outline == 0 {
            return Ok(());
        }
        let share = seen as f64 / pixels(&self.state.clip).max(1) as f64;
        let passed = (outline as f64 * share) as u64;
        self.keep(passed.saturating_mul(CLIP_BYTES));
        self.paint((outline / CLIP_PIXELS).saturating_mul(times).saturating_add(passed.saturating_mul(CUT_PIXELS)))
    }

    /// Counts so many pixels that are blended and masked as the state says.
    pub(super) fn blend(&mut self, pixels: u64) -> Walked<()> {
        self.paint(pixels.saturating_mul(self.state.blend + self.state.mask))
    }

    /// Counts a group that is painted by itself before it is laid over the area on the picture.
    pub(super) fn group(&mut self, area: &Rect) -> Walked<()> {
        let pixels = self.seen(area);
        self.paint(pixels.saturating_mul(GROUP_PIXELS))?;
        self.blend(pixels)
    }

    /// Counts what an area on the picture is painted with.
    pub(super) fn spread(&mut self, paint: Paint, area: &Rect) -> Walked<()> {
        let seen = self.seen(area);
        self.clip(1, seen)?;
        self.blend(seen)?;
        match paint {
            Paint::Plain => self.paint(seen / PLAIN_PIXELS),
            Paint::Shading(Shade { once, each }) => {
                let area = area.intersection(&self.page()).map_or(0, |area| pixels(&area));
                self.keep(area.saturating_mul(PIXEL_BYTES));
                self.mesh(once)?;
                self.paint(each.saturating_mul(area))
            }
            Paint::Tiling { cells, pixels: picture, is_low } => {
                self.again(cells)?;
                // No more is made of the picture than is seen of it, with what stands out where it is turned.
                let area = area.intersection(&self.page()).map_or(0, |area| pixels(&area));
                let picture = picture.min(area.saturating_mul(2));
                self.tile(picture, is_low)?;
                self.paint(picture.saturating_add(TILED_PIXELS.saturating_mul(seen)))
            }
        }
    }

    /// Counts the picture of a pattern or an image that is decoded again. It is kept until all is drawn, and may be whole
    /// for each part of the page.
    pub(super) fn tile(&mut self, picture: u64, is_whole: bool) -> Walked<()> {
        if is_whole {
            self.tiles = self.tiles.saturating_add(picture);
            return hold(self.tiles, MAX_TILES, self.context);
        }
        self.keep(picture.saturating_mul(PIXEL_BYTES));
        Ok(())
    }

    /// Counts what a mesh takes for each band, which cannot be stopped and grows with the number of bands.
    pub(super) fn mesh(&mut self, pixels: u64) -> Walked<()> {
        self.meshed = self.meshed.saturating_add(pixels.saturating_mul(self.bands));
        hold(self.meshed, MAX_MESHED, self.context)?;
        self.charge(pixels / PIXELS_PER_OPERATOR)
    }

    /// Counts pixels that are painted beyond those that files pay for with their own size.
    pub(super) fn paint(&mut self, pixels: u64) -> Walked<()> {
        self.survey.painted = self.survey.painted.saturating_add(pixels);
        let most = MAX_LAYERS.saturating_mul(self.size.pixels().max(FEW_PIXELS)).min(MAX_PAINTED);
        hold(self.survey.painted, most, self.context)?;
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
        // A wide line has dashes that are higher than long, whose ends cross many rows.
        let rows = dashes as f64 * self.state.line_width * self.state.scale();
        self.charge(dashes / DASHES_PER_OPERATOR + rows as u64 / ROWS_PER_OPERATOR)
    }
}

/// Pixels of an area.
pub(super) fn pixels(area: &Rect) -> u64 {
    (f64::from(area.width()) * f64::from(area.height())) as u64
}
