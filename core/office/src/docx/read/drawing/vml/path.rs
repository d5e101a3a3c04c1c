//! VML paths (ECMA-376 part 4, 14.2.1.6).

use crate::ooxml::geometry::Outline;
use transvase_base::units::{Point, Size};
use transvase_model::path::Segment;

/// Segments of one path; more are left out.
const MAX_SEGMENTS: usize = 20_000;

/// The outline of a path whose coordinates are counted in a space, in points of a shape of a size; `None` where it has
/// formulas.
pub(super) fn outline(path: &str, origin: [f32; 2], space: [f32; 2], size: Size) -> Option<Outline> {
    if path.contains('@') || path.trim().is_empty() {
        return None;
    }
    let scale = |length: f32, space: f32| if space > 0.0 { length / space } else { 1.0 };
    let scale = [scale(size.width, space[0]), scale(size.height, space[1])];
    let mut pen =
        Pen { segments: Vec::new(), at: [0.0; 2], start: [0.0; 2], origin, scale, filled: true, stroked: true };
    let mut rest = path;
    while let Some(from) = rest.find(|c: char| c.is_ascii_alphabetic()) {
        let tail = rest.get(from..).unwrap_or_default();
        let command = tail.get(..command_length(tail)).unwrap_or_default();
        let tail = tail.get(command.len()..).unwrap_or_default();
        let end = tail.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(tail.len());
        let (numbers, after) = tail.split_at(end);
        pen.command(command, &values(numbers));
        if pen.segments.len() >= MAX_SEGMENTS {
            break;
        }
        rest = after;
    }
    Some(Outline { segments: pen.segments, filled: pen.filled, stroked: pen.stroked })
}

fn command_length(text: &str) -> usize {
    const TWO: [&str; 15] = ["nf", "ns", "ae", "al", "at", "ar", "wa", "wr", "qx", "qy", "qb", "ha", "hb", "hc", "hd"];
    if TWO.iter().any(|two| text.starts_with(two)) { 2 } else { 1 }
}

/// Numbers parted by commas or blanks; where one is left out it is 0.
fn values(text: &str) -> Vec<f32> {
    let mut values = Vec::new();
    let text = text.trim();
    if text.is_empty() {
        return values;
    }
    for piece in text.split(',') {
        let before = values.len();
        for word in piece.split_ascii_whitespace() {
            // A sign begins a number, too.
            let cut = word.get(1..).and_then(|tail| tail.find('-')).map_or(word.len(), |at| at + 1);
            for part in [word.get(..cut), word.get(cut..)].into_iter().flatten().filter(|part| !part.is_empty()) {
                values.push(part.parse().ok().filter(|value: &f32| value.abs() < 1e9).unwrap_or(0.0));
            }
        }
        if values.len() == before {
            values.push(0.0);
        }
    }
    values
}

struct Pen {
    segments: Vec<Segment>,
    at: [f32; 2],
    start: [f32; 2],
    origin: [f32; 2],
    scale: [f32; 2],
    filled: bool,
    stroked: bool,
}

impl Pen {
    fn point(&self, [x, y]: [f32; 2]) -> Point {
        Point { x: (x - self.origin[0]) * self.scale[0], y: (y - self.origin[1]) * self.scale[1] }
    }

    fn command(&mut self, command: &str, values: &[f32]) {
        let relative = matches!(command, "t" | "r" | "v");
        let pairs: Vec<[f32; 2]> = values.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect();
        match command {
            "m" | "t" => pairs.first().into_iter().for_each(|pair| self.move_to(self.absolute(*pair, relative))),
            "l" | "r" => pairs.iter().for_each(|pair| self.line_to(self.absolute(*pair, relative))),
            "c" | "v" => pairs.chunks_exact(3).for_each(|three| {
                let [a, b, c] = [three[0], three[1], three[2]].map(|pair| self.absolute(pair, relative));
                self.curve_to(a, b, c);
            }),
            "qx" | "qy" => {
                let mut first_across = command == "qx";
                for pair in pairs {
                    self.quarter(pair, first_across);
                    first_across = !first_across;
                }
            }
            "x" => {
                self.segments.push(Segment::Close);
                self.at = self.start;
            }
            "nf" => self.filled = false,
            "ns" => self.stroked = false,
            // Arcs of ellipses end at a point of their own.
            "at" | "ar" | "wa" | "wr" => {
                if let Some(end) = pairs.get(3) {
                    self.line_to(*end);
                }
            }
            _ => {}
        }
    }

    fn absolute(&self, [x, y]: [f32; 2], relative: bool) -> [f32; 2] {
        if relative { [self.at[0] + x, self.at[1] + y] } else { [x, y] }
    }

    fn move_to(&mut self, to: [f32; 2]) {
        self.segments.push(Segment::Move(self.point(to)));
        (self.at, self.start) = (to, to);
    }

    fn line_to(&mut self, to: [f32; 2]) {
        self.segments.push(Segment::Line(self.point(to)));
        self.at = to;
    }

    fn curve_to(&mut self, a: [f32; 2], b: [f32; 2], to: [f32; 2]) {
        self.segments.push(Segment::Curve(self.point(a), self.point(b), self.point(to)));
        self.at = to;
    }

    /// A quarter of an ellipse that begins across or down.
    fn quarter(&mut self, to: [f32; 2], across: bool) {
        /// Where the control points of a quarter of a circle lie.
        const REACH: f32 = 0.552_285;
        let from = self.at;
        let corner = if across { [to[0], from[1]] } else { [from[0], to[1]] };
        let toward = |point: [f32; 2]| [0, 1].map(|axis| point[axis] + (corner[axis] - point[axis]) * REACH);
        self.curve_to(toward(from), toward(to), to);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use transvase_model::path::extent;

    const SIZE: Size = Size { width: 20.0, height: 10.0 };

    #[test]
    fn paths_are_scaled_to_their_shape() {
        let of = |path| outline(path, [0.0; 2], [200.0, 100.0], SIZE).unwrap().segments;
        let at = |x: f32, y: f32| Point { x, y };
        let square =
            [Segment::Move(at(0.0, 0.0)), Segment::Line(at(20.0, 0.0)), Segment::Line(at(20.0, 10.0)), Segment::Close];
        assert_eq!(of("m,l200,,200,100xe"), square);
        assert_eq!(of("m 0 0 r 200 0 0 100 x e"), square);
        let round = of("m100,qx,50qy100,100qx200,50qy100,xe");
        // Each quarter counts as the lines through its middle: together they are an octagon.
        assert!((extent(&round) - std::f32::consts::SQRT_2 * 100.0).abs() < 1.0, "{}", extent(&round));
        assert_eq!(outline("m@0,l@1,xe", [0.0; 2], [1.0; 2], SIZE), None);
    }

    #[test]
    fn nonsense_ends() {
        for path in ["m", "c1,2,3", "x", "ééé", "m1e99,--,l,,,,", "qx1"] {
            let _ = outline(path, [0.0; 2], [0.0; 2], SIZE);
        }
    }
}
