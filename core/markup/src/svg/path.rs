//! Path data (SVG 1.1, 8.3) to segments.

use transvase_base::units::Point;
use transvase_model::pages::Segment;

/// Segments of one path. Longer ones are cut off.
const MAX_SEGMENTS: usize = 1 << 20;

/// Lines an arc is cut into: drawings are at most 1,600 pixels, so bends stay smooth.
const ARC_LINES: u32 = 32;

/// The segments of a path, as far as its data are sound.
pub fn segments(data: &str) -> Vec<Segment> {
    let mut pen = Pen::default();
    let mut numbers = Numbers { rest: data.as_bytes() };
    let mut command = None;
    while let Some(next) = numbers.command(command) {
        if pen.step(next, &mut numbers).is_none() || pen.done.len() > MAX_SEGMENTS {
            break;
        }
        // What follows a move without a command are lines (8.3.2).
        command = Some(match next {
            b'M' => b'L',
            b'm' => b'l',
            other => other,
        });
    }
    pen.done
}

#[derive(Default)]
struct Pen {
    done: Vec<Segment>,
    /// Whether a path has been begun.
    begun: bool,
    at: Point,
    start: Point,
    /// The last control point, for smooth curves, and whether it was of a cubic one.
    control: Option<(Point, bool)>,
}

impl Pen {
    /// One command with one set of numbers; `None` where they do not suffice.
    fn step(&mut self, command: u8, numbers: &mut Numbers) -> Option<()> {
        let from = if command.is_ascii_lowercase() { self.at } else { Point::default() };
        let mut point = || Some(Point { x: from.x + numbers.next()?, y: from.y + numbers.next()? });
        let control = self.control.take();
        match command.to_ascii_uppercase() {
            b'M' => {
                let to = point()?;
                (self.at, self.start, self.begun) = (to, to, true);
                self.done.push(Segment::Move(to));
            }
            b'L' => self.line_to(point()?),
            b'T' => {
                let to = point()?;
                let via = self.mirrored(control, false);
                self.quadratic(via, to);
            }
            b'Q' => {
                let (via, to) = (point()?, point()?);
                self.quadratic(via, to);
            }
            b'S' => {
                let (second, to) = (point()?, point()?);
                let first = self.mirrored(control, true);
                self.cubic(first, second, to);
            }
            b'C' => {
                let (first, second, to) = (point()?, point()?, point()?);
                self.cubic(first, second, to);
            }
            b'H' => self.line_to(Point { x: from.x + numbers.next()?, y: self.at.y }),
            b'V' => self.line_to(Point { x: self.at.x, y: from.y + numbers.next()? }),
            b'A' => {
                let (rx, ry, turn) = (numbers.next()?, numbers.next()?, numbers.next()?);
                let (large, sweep) = (numbers.flag()?, numbers.flag()?);
                let to = Point { x: from.x + numbers.next()?, y: from.y + numbers.next()? };
                self.arc(rx, ry, turn, large, sweep, to);
            }
            b'Z' => self.close(),
            _ => return None,
        }
        Some(())
    }

    /// A path that goes on after it was closed begins again where it began (8.3.3).
    fn begin(&mut self) {
        if !self.begun {
            self.done.push(Segment::Move(self.at));
            self.begun = true;
        }
    }

    fn line_to(&mut self, to: Point) {
        self.begin();
        self.done.push(Segment::Line(to));
        self.at = to;
    }

    fn close(&mut self) {
        if self.begun {
            self.done.push(Segment::Close);
        }
        (self.at, self.begun) = (self.start, false);
    }

    /// The control point of a smooth curve (8.3.6).
    fn mirrored(&self, control: Option<(Point, bool)>, cubic: bool) -> Point {
        match control {
            Some((control, of_cubic)) if of_cubic == cubic => {
                Point { x: 2.0 * self.at.x - control.x, y: 2.0 * self.at.y - control.y }
            }
            _ => self.at,
        }
    }

    fn quadratic(&mut self, via: Point, to: Point) {
        let third = |a: Point, b: Point| Point { x: a.x + (b.x - a.x) * 2.0 / 3.0, y: a.y + (b.y - a.y) * 2.0 / 3.0 };
        self.cubic(third(self.at, via), third(to, via), to);
        self.control = Some((via, false));
    }

    fn cubic(&mut self, first: Point, second: Point, to: Point) {
        self.begin();
        self.done.push(Segment::Curve(first, second, to));
        (self.at, self.control) = (to, Some((second, true)));
    }

    /// An elliptical arc, by its centre (SVG 1.1, F.6.5).
    fn arc(&mut self, rx: f32, ry: f32, turn: f32, large: bool, sweep: bool, to: Point) {
        let (mut rx, mut ry) = (rx.abs(), ry.abs());
        let from = self.at;
        if rx == 0.0 || ry == 0.0 || from == to {
            self.line_to(to);
            return;
        }
        let (sin, cos) = (libm::sinf(turn.to_radians()), libm::cosf(turn.to_radians()));
        let (dx, dy) = ((from.x - to.x) / 2.0, (from.y - to.y) / 2.0);
        let (x, y) = (cos * dx + sin * dy, cos * dy - sin * dx);
        let stretch = (x / rx) * (x / rx) + (y / ry) * (y / ry);
        if stretch > 1.0 {
            rx *= stretch.sqrt();
            ry *= stretch.sqrt();
        }
        let (rx2, ry2) = (rx * rx, ry * ry);
        let below = rx2 * y * y + ry2 * x * x;
        let factor = ((rx2 * ry2 - below) / below).max(0.0).sqrt() * if large == sweep { -1.0 } else { 1.0 };
        let (cx, cy) = (factor * rx * y / ry, -factor * ry * x / rx);
        let start = libm::atan2f((y - cy) / ry, (x - cx) / rx);
        let end = libm::atan2f((-y - cy) / ry, (-x - cx) / rx);
        let full = std::f32::consts::TAU;
        let mut angle = end - start;
        if sweep && angle < 0.0 {
            angle += full;
        } else if !sweep && angle > 0.0 {
            angle -= full;
        }
        let middle = Point { x: f32::midpoint(from.x, to.x), y: f32::midpoint(from.y, to.y) };
        for step in 1..=ARC_LINES {
            let at = start + angle * step as f32 / ARC_LINES as f32;
            let (ex, ey) = (cx + rx * libm::cosf(at), cy + ry * libm::sinf(at));
            self.line_to(Point { x: cos * ex - sin * ey + middle.x, y: sin * ex + cos * ey + middle.y });
        }
        self.at = to;
    }
}

/// Reads commands and numbers, which may stand without space between.
pub(super) struct Numbers<'a> {
    pub rest: &'a [u8],
}

impl Numbers<'_> {
    fn skip_space(&mut self) {
        let space = self.rest.iter().take_while(|byte| byte.is_ascii_whitespace() || **byte == b',').count();
        self.rest = &self.rest[space..];
    }

    /// The next command, or the last one again where numbers follow.
    fn command(&mut self, last: Option<u8>) -> Option<u8> {
        self.skip_space();
        let first = *self.rest.first()?;
        if first.is_ascii_alphabetic() {
            self.rest = &self.rest[1..];
            return Some(first);
        }
        // Closing takes no numbers, so none can repeat it.
        last.filter(|last| !matches!(last, b'Z' | b'z'))
    }

    /// The next number.
    pub fn next(&mut self) -> Option<f32> {
        self.skip_space();
        let mut end = 0;
        let (mut dot, mut exponent) = (false, false);
        while let Some(byte) = self.rest.get(end) {
            let after_exponent = end > 0 && matches!(self.rest[end - 1], b'e' | b'E');
            match byte {
                b'0'..=b'9' => {}
                b'+' | b'-' if end == 0 || after_exponent => {}
                b'.' if !dot && !exponent => dot = true,
                b'e' | b'E' if !exponent && end > 0 => exponent = true,
                _ => break,
            }
            end += 1;
        }
        let number: f32 = std::str::from_utf8(&self.rest[..end]).ok()?.parse().ok()?;
        self.rest = &self.rest[end..];
        number.is_finite().then_some(number)
    }

    /// A flag, which is one digit.
    fn flag(&mut self) -> Option<bool> {
        self.skip_space();
        let (first, rest) = self.rest.split_first()?;
        self.rest = rest;
        match first {
            b'0' => Some(false),
            b'1' => Some(true),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ends(data: &str) -> Vec<(f32, f32)> {
        let end = |segment: &Segment| match segment {
            Segment::Move(to) | Segment::Line(to) | Segment::Curve(_, _, to) => Some((to.x.round(), to.y.round())),
            Segment::Close => None,
        };
        segments(data).iter().filter_map(end).collect()
    }

    #[test]
    fn commands_in_their_short_forms() {
        let lines = [(1.0, 1.0), (2.0, -4.0), (2.0, 7.0), (6.0, 6.0), (4.0, 6.0), (4.0, 7.0)];
        assert_eq!(ends("M1,1 2-3.5l0 10.5z m5 5h-2v1"), lines);
        assert_eq!(ends("M0 0c0 1 1 1 1 0s1-1 1 0"), [(0.0, 0.0), (1.0, 0.0), (2.0, 0.0)]);
        assert_eq!(ends("M0 0q1 1 2 0t2 0"), [(0.0, 0.0), (2.0, 0.0), (4.0, 0.0)]);
        assert_eq!(ends("M0 0a5 5 0 0110 0").last(), Some(&(10.0, 0.0)));
        assert_eq!(ends("M1 1h1zh2"), [(1.0, 1.0), (2.0, 1.0), (1.0, 1.0), (3.0, 1.0)]);
    }

    #[test]
    fn damage_ends_a_path() {
        assert_eq!(ends("M0 0 L5 5 L x 9 9"), [(0.0, 0.0), (5.0, 5.0)]);
        assert!(segments("L").is_empty() && segments("1 2 3").is_empty() && segments("Z 5").is_empty());
    }
}
