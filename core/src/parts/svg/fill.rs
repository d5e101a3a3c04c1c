//! Filling: outlines to coverage, four scan lines to a pixel row, exact along the line.

use crate::context::Context;
use crate::error::Result;
use crate::model::flow::Color;
use crate::units::Point;

/// Scan lines in a row of pixels.
const LINES: usize = 4;

/// Crossings of outlines with scan lines in one drawing; what would need more is left out.
const MAX_CROSSINGS: u64 = 100_000_000;

/// Closed outlines, each a list of corners.
pub(super) type Outlines = Vec<Vec<Point>>;

/// What an outline is filled with.
#[derive(Debug, Clone, Copy)]
pub(super) struct Paint {
    pub color: Color,
    /// From 0 to 1.
    pub opacity: f32,
    /// Whether areas that are enclosed twice are outside.
    pub even_odd: bool,
}

/// The pixels being painted: red, green, blue and straight alpha.
#[derive(Debug)]
pub(super) struct Canvas {
    width: usize,
    height: usize,
    samples: Vec<u8>,
    crossings: u64,
}

/// A side of an outline, from its upper to its lower end.
#[derive(Debug, Clone, Copy)]
struct Side {
    top: f32,
    bottom: f32,
    /// Where it crosses height 0.
    x: f32,
    /// Step along x for one line down.
    slope: f32,
    /// 1 where the outline runs down, -1 where it runs up.
    winding: i32,
}

impl Canvas {
    /// A clear canvas.
    pub fn new(width: u32, height: u32) -> Canvas {
        let (width, height) = (width as usize, height as usize);
        Canvas { width, height, samples: vec![0; width * height * 4], crossings: 0 }
    }

    /// The samples, row by row.
    pub fn into_samples(self) -> Vec<u8> {
        self.samples
    }

    /// Paints the inside of outlines, given in pixels.
    ///
    /// # Errors
    /// `TimedOut`, `Cancelled`.
    pub fn fill(&mut self, outlines: &Outlines, paint: Paint, context: &Context) -> Result<()> {
        let sides: Vec<Side> = outlines.iter().flat_map(|outline| sides(outline)).collect();
        let lines = self.height * LINES;
        let mut starting: Vec<Vec<usize>> = vec![Vec::new(); lines];
        for (index, side) in sides.iter().enumerate() {
            let first = line_at(side.top);
            if first < lines as i64 && side.bottom > 0.0 {
                starting[first.max(0) as usize].push(index);
            }
        }
        let mut active: Vec<usize> = Vec::new();
        let mut coverage = vec![0.0_f32; self.width + 1];
        for row in 0..self.height {
            coverage.fill(0.0);
            for line in row * LINES..(row + 1) * LINES {
                let y = (line as f32 + 0.5) / LINES as f32;
                active.append(&mut starting[line]);
                active.retain(|side| sides[*side].bottom > y);
                self.crossings += active.len() as u64;
                if self.crossings > MAX_CROSSINGS {
                    return Ok(());
                }
                context.tick(1 + active.len() as u64)?;
                cover_line(&sides, &active, y, paint.even_odd, &mut coverage[..self.width]);
            }
            self.blend(row, &coverage, paint);
        }
        Ok(())
    }

    fn blend(&mut self, row: usize, coverage: &[f32], paint: Paint) {
        let start = row * self.width * 4;
        let Paint { color: Color { r, g, b }, opacity, .. } = paint;
        for (pixel, covered) in self.samples[start..start + self.width * 4].chunks_exact_mut(4).zip(coverage) {
            let alpha = (covered / LINES as f32).clamp(0.0, 1.0) * opacity;
            if alpha <= 0.0 {
                continue;
            }
            let below = f32::from(pixel[3]) / 255.0 * (1.0 - alpha);
            let sum = alpha + below;
            for (sample, color) in pixel.iter_mut().zip([r, g, b]) {
                *sample = ((f32::from(color) * alpha + f32::from(*sample) * below) / sum).round() as u8;
            }
            pixel[3] = (sum * 255.0).round() as u8;
        }
    }
}

/// The first scan line whose middle lies at or below `y`.
fn line_at(y: f32) -> i64 {
    (y * LINES as f32 - 0.5).ceil() as i64
}

fn sides(outline: &[Point]) -> impl Iterator<Item = Side> {
    let next = outline.iter().skip(1).chain(outline.first());
    outline.iter().zip(next).filter_map(|(a, b)| {
        let (upper, lower, winding) = if a.y < b.y { (a, b, 1) } else { (b, a, -1) };
        let slope = (lower.x - upper.x) / (lower.y - upper.y);
        let x = upper.x - slope * upper.y;
        (upper.y < lower.y && slope.is_finite() && x.is_finite()).then_some(Side {
            top: upper.y,
            bottom: lower.y,
            x,
            slope,
            winding,
        })
    })
}

/// Adds what one scan line covers of each pixel.
fn cover_line(sides: &[Side], active: &[usize], y: f32, even_odd: bool, coverage: &mut [f32]) {
    let mut crossings: Vec<(f32, i32)> = active
        .iter()
        .map(|index| &sides[*index])
        .filter(|side| side.top <= y)
        .map(|side| (side.x + side.slope * y, side.winding))
        .collect();
    crossings.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut winding = 0;
    for pair in crossings.windows(2) {
        winding += pair[0].1;
        let inside = if even_odd { winding % 2 != 0 } else { winding != 0 };
        if inside {
            cover_span(pair[0].0, pair[1].0, coverage);
        }
    }
}

/// Adds the share of each pixel that lies between two places of a line.
fn cover_span(from: f32, to: f32, coverage: &mut [f32]) {
    let (from, to) = (from.clamp(0.0, coverage.len() as f32), to.clamp(0.0, coverage.len() as f32));
    if from >= to {
        return;
    }
    let (first, last) = (from as usize, (to.ceil() as usize).min(coverage.len()));
    for (index, covered) in coverage.iter_mut().enumerate().take(last).skip(first) {
        *covered += to.min(index as f32 + 1.0) - from.max(index as f32);
    }
}
