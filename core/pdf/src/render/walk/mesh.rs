//! Meshes (ISO 32000-1, 8.7.4.5.5 to 8): what hayro takes them apart into. It looks at every pixel of the box around each
//! triangle, wherever that lies.

use hayro::hayro_syntax::bit_reader::BitReader;
use hayro::hayro_syntax::object::{Array, Dict};

use transvase_base::units::{Affine, Point};

/// Triangles that hayro makes of a patch: 19 by 19 cells of two.
const PATCH_TRIANGLES: u64 = 2 * 19 * 19;

/// Cells to a side of a patch whose size is computed here.
const CELLS: usize = 6;

/// How much finer those of hayro are.
const FINER: f64 = 19.0 / CELLS as f64;

/// The last pixel that hayro looks at, to the right and below: it counts them in 16 bits.
const LAST: f32 = u16::MAX as f32;

/// What a mesh is taken apart into.
#[derive(Debug, Default, Clone, Copy, PartialEq)]
pub(super) struct Mesh {
    /// Triangles.
    pub triangles: u64,
    /// Pixels of the boxes around them.
    pub boxes: f64,
}

impl Mesh {
    /// The mesh of a shading with this data, placed by `map`; an empty one of other shadings.
    pub fn of(shading: &Dict<'_>, data: &[u8], map: &Affine) -> Mesh {
        let kind = shading.get::<i32>(b"ShadingType");
        let Some(mut source) = Source::of(shading, data, map) else { return Mesh::default() };
        let mut mesh = Mesh::default();
        match kind {
            Some(4) => mesh.free(&mut source),
            Some(5) => mesh.lattice(&mut source, shading.get::<u32>(b"VerticesPerRow").unwrap_or(0)),
            Some(6) => mesh.patches::<12>(&mut source),
            Some(7) => mesh.patches::<16>(&mut source),
            _ => None,
        };
        mesh
    }

    fn triangle(&mut self, corners: &[Point]) {
        self.triangles += 1;
        self.boxes += box_around(corners);
    }

    /// Triangles of which each may share a side with the one before.
    fn free(&mut self, source: &mut Source<'_>) -> Option<()> {
        let mut corners = [Point::default(); 3];
        loop {
            let (flag, point) = source.vertex(true)?;
            corners = match flag {
                0 => [point, source.vertex(true)?.1, source.vertex(true)?.1],
                1 => [corners[1], corners[2], point],
                2 => [corners[0], corners[2], point],
                _ => corners,
            };
            self.triangle(&corners);
        }
    }

    /// Rows of points, and two triangles among each four.
    fn lattice(&mut self, source: &mut Source<'_>, columns: u32) -> Option<()> {
        let mut above: Vec<Point> = Vec::new();
        loop {
            let mut row = Vec::new();
            for _ in 0..columns {
                row.push(source.vertex(false)?.1);
            }
            for (upper, lower) in above.windows(2).zip(row.windows(2)) {
                self.triangle(&[upper[0], lower[0], upper[1]]);
                self.triangle(&[lower[1], lower[0], upper[1]]);
            }
            if columns == 0 {
                return None;
            }
            above = row;
        }
    }

    /// Patches of so many points, of which each may share a side with the one before.
    fn patches<const POINTS: usize>(&mut self, source: &mut Source<'_>) -> Option<()> {
        let mut points = [Point::default(); 16];
        loop {
            let flag = source.bits.read(source.flag)?;
            let side = |from: usize| [0, 1, 2, 3].map(|at| points[(from + at) % 12]);
            let shared = match flag {
                0 => None,
                1 => Some(side(3)),
                2 => Some(side(6)),
                3 => Some(side(9)),
                _ => return None,
            };
            let known = shared.map_or(0, |side| {
                points[..4].copy_from_slice(&side);
                4
            });
            for point in &mut points[known..POINTS] {
                *point = source.point()?;
            }
            (0..4 - known / 2).try_for_each(|_| source.color())?;
            self.triangles += PATCH_TRIANGLES;
            self.boxes += boxes_in_patch(&points, POINTS);
        }
    }
}

/// Pixels of the box around points, as far as hayro looks at them.
fn box_around(points: &[Point]) -> f64 {
    let [width, height] = sides(points);
    width * height
}

/// Sides of the box around points.
fn sides(points: &[Point]) -> [f64; 2] {
    [|point: &Point| point.x, |point: &Point| point.y].map(|of| {
        let low = points.iter().map(of).fold(f32::INFINITY, f32::min).floor().clamp(0.0, LAST);
        let high = points.iter().map(of).fold(f32::NEG_INFINITY, f32::max).ceil().clamp(0.0, LAST);
        f64::from((high - low).max(0.0))
    })
}

/// Places of the points of a patch in rows (ISO 32000-1, figure 45).
const ROWS: [[usize; 4]; 4] = [[0, 1, 2, 3], [11, 12, 13, 4], [10, 15, 14, 5], [9, 8, 7, 6]];

/// Pixels of the boxes around the triangles of a patch, about: those of a few large cells of it, taken apart evenly.
fn boxes_in_patch(points: &[Point; 16], count: usize) -> f64 {
    let mut points = *points;
    if count < points.len() {
        inner(&mut points);
    }
    let surface = surface(&points);
    let mut boxes = 0.0;
    for (upper, lower) in surface.iter().zip(&surface[1..]) {
        for (above, below) in upper.windows(2).zip(lower.windows(2)) {
            let [width, height] = sides(&[above[0], above[1], below[0], below[1]]);
            if width > 0.0 && height > 0.0 {
                boxes += (width / FINER + 1.0) * (height / FINER + 1.0);
            }
        }
    }
    boxes * PATCH_TRIANGLES as f64 / (CELLS * CELLS) as f64
}

/// Points of the surface of a patch, from side to side.
fn surface(points: &[Point; 16]) -> [[Point; CELLS + 1]; CELLS + 1] {
    let curves = ROWS.map(|row| along(row.map(|place| points[place])));
    let mut surface = [[Point::default(); CELLS + 1]; CELLS + 1];
    for column in 0..=CELLS {
        let down = along([0, 1, 2, 3].map(|curve| curves[curve][column]));
        down.iter().zip(&mut surface).for_each(|(point, row)| row[column] = *point);
    }
    surface
}

/// Points of a Bézier curve from end to end.
fn along([a, b, c, d]: [Point; 4]) -> [Point; CELLS + 1] {
    std::array::from_fn(|at| {
        let t = at as f32 / CELLS as f32;
        let s = 1.0 - t;
        let mix = |of: fn(Point) -> f32| {
            s * s * s * of(a) + 3.0 * s * s * t * of(b) + 3.0 * s * t * t * of(c) + t * t * t * of(d)
        };
        Point { x: mix(|point| point.x), y: mix(|point| point.y) }
    })
}

/// Sets the inner points of a Coons patch, which make a tensor-product patch of it (ISO 32000-1, 8.7.4.5.8).
fn inner(points: &mut [Point; 16]) {
    let own = *points;
    let at = |row: usize, column: usize| own[ROWS[row][column]];
    for (row, column) in [(1, 1), (1, 2), (2, 1), (2, 2)] {
        // The corner beside it, and the one across.
        let near = |place: usize| if place == 1 { 0 } else { 3 };
        let (r, c) = (near(row), near(column));
        let mean = |of: fn(Point) -> f32| {
            let value = |row: usize, column: usize| of(at(row, column));
            (-4.0 * value(r, c) + 6.0 * (value(r, column) + value(row, c)) - 2.0 * (value(r, 3 - c) + value(3 - r, c))
                + 3.0 * (value(3 - r, column) + value(row, 3 - c))
                - value(3 - r, 3 - c))
                / 9.0
        };
        points[ROWS[row][column]] = Point { x: mean(|point| point.x), y: mean(|point| point.y) };
    }
}

/// The data of a mesh.
struct Source<'d> {
    bits: BitReader<'d>,
    map: &'d Affine,
    /// Bits of a flag.
    flag: u8,
    /// Bits of a coordinate.
    coordinate: u8,
    /// Bits of a component of a colour.
    component: u8,
    /// Components of a colour.
    components: usize,
    /// The least and the greatest of both coordinates.
    ranges: [f32; 4],
}

impl<'d> Source<'d> {
    fn of(shading: &Dict<'_>, data: &'d [u8], map: &'d Affine) -> Option<Self> {
        let bits = |key: &[u8]| shading.get::<u8>(key).unwrap_or(0);
        let decode = shading.get::<Array<'_>>(b"Decode")?;
        let components = decode.raw_iter().take(100).count().saturating_sub(4) / 2;
        let mut ranges = [0.0; 4];
        ranges.iter_mut().zip(decode.iter::<f32>()).for_each(|(range, value)| *range = value);
        Some(Source {
            bits: BitReader::new(data),
            map,
            flag: bits(b"BitsPerFlag"),
            coordinate: bits(b"BitsPerCoordinate"),
            component: bits(b"BitsPerComponent"),
            components: if shading.contains_key(b"Function") { 1 } else { components },
            ranges,
        })
    }

    fn point(&mut self) -> Option<Point> {
        let most = libm::exp2f(f32::from(self.coordinate)) - 1.0;
        let [left, right, low, high] = self.ranges;
        let x = left + self.bits.read(self.coordinate)? as f32 * (right - left) / most;
        let y = low + self.bits.read(self.coordinate)? as f32 * (high - low) / most;
        Some(self.map.apply(Point { x, y }))
    }

    fn color(&mut self) -> Option<()> {
        (0..self.components).try_for_each(|_| self.bits.read(self.component).map(|_| ()))
    }

    /// A point with its colour and, where it `has_flag`, that.
    fn vertex(&mut self, has_flag: bool) -> Option<(u32, Point)> {
        let flag = if has_flag { self.bits.read(self.flag)? } else { 0 };
        let point = self.point()?;
        self.color()?;
        self.bits.align();
        Some((flag, point))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_are_counted_from_the_corner_of_the_page() {
        let points = [(-5.0, 1.5), (10.0, 3.0), (4.0, 99_999.0)].map(|(x, y)| Point { x, y });
        assert_eq!(box_around(&points), 10.0 * f64::from(u16::MAX - 1));
    }

    #[test]
    fn the_inner_points_of_an_even_patch_lie_evenly() {
        let mut points = [Point::default(); 16];
        for (row, places) in ROWS.iter().enumerate() {
            for (column, place) in places.iter().enumerate() {
                points[*place] = Point { x: 30.0 * column as f32, y: 10.0 * row as f32 };
            }
        }
        let even = points;
        points[12..].fill(Point::default());
        inner(&mut points);
        for (point, even) in points.iter().zip(&even) {
            assert!((point.x - even.x).abs() < 1e-3 && (point.y - even.y).abs() < 1e-3, "{point:?}");
        }
        // Cells of 15 by 5 pixels.
        let all = boxes_in_patch(&even, 16);
        let one = (15.0 / FINER + 1.0) * (5.0 / FINER + 1.0);
        assert!((all / (PATCH_TRIANGLES as f64 * one) - 1.0).abs() < 0.1, "{all}");
    }
}
