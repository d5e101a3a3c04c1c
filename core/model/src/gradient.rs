//! Gradients: colour that changes over an area, which pages and drawings share.

use super::color::Color;
use transvase_base::units::Point;

/// Colour that changes along a line or from one circle to another.
#[derive(Debug, Clone, PartialEq)]
pub struct Gradient {
    /// Where it changes.
    pub axis: Axis,
    /// Colours and their places on the axis, from 0 to 1, in order; the first and the last go on beyond.
    pub stops: Vec<(f32, Color)>,
}

/// Where a gradient changes.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Axis {
    /// From one point to another, the same across.
    Line(Point, Point),
    /// From one circle to another, each with its middle and radius.
    Circles([(Point, f32); 2]),
}

impl Axis {
    /// The axis with each of its points mapped, and lengths as many times as long.
    #[must_use]
    pub fn map(self, map: impl Fn(Point) -> Point, scale: f32) -> Axis {
        match self {
            Axis::Line(from, to) => Axis::Line(map(from), map(to)),
            Axis::Circles(circles) => Axis::Circles(circles.map(|(middle, radius)| (map(middle), radius * scale))),
        }
    }
}

impl Gradient {
    /// The gradient with each of its points mapped, and lengths as many times as long.
    #[must_use]
    pub fn map(&self, map: impl Fn(Point) -> Point, scale: f32) -> Gradient {
        Gradient { axis: self.axis.map(map, scale), stops: self.stops.clone() }
    }

    /// The colour at a place on the axis.
    pub fn color(&self, at: f32) -> Color {
        let after = self.stops.iter().position(|(place, _)| *place > at);
        let (before, after) = match after {
            Some(0) => (self.stops.first(), None),
            Some(after) => (self.stops.get(after - 1), self.stops.get(after)),
            None => (self.stops.last(), None),
        };
        match (before, after) {
            (Some((from, a)), Some((to, b))) => mix(*a, *b, (at - from) / (to - from)),
            (Some((_, color)), _) => *color,
            _ => Color::BLACK,
        }
    }
}

/// A colour between two.
fn mix(a: Color, b: Color, share: f32) -> Color {
    let part = |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * share).round() as u8;
    Color { r: part(a.r, b.r), g: part(a.g, b.g), b: part(a.b, b.b) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colors_change_between_stops_and_go_on_beyond() {
        let gray = |v| Color { r: v, g: v, b: v };
        let axis = Axis::Line(Point { x: 0.0, y: 0.0 }, Point { x: 1.0, y: 0.0 });
        let gradient = Gradient { axis, stops: vec![(0.2, gray(0)), (0.4, gray(100)), (1.0, gray(40))] };
        let colors = [0.0, 0.3, 0.4, 0.7, 2.0].map(|at| gradient.color(at).r);
        assert_eq!(colors, [0, 50, 100, 70, 40]);
    }
}
