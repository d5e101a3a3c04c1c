//! Outlines, which pages and drawings share.

use super::flow::Color;
use crate::units::Point;

/// A piece of an outline.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Segment {
    /// Begins a new outline.
    Move(Point),
    /// A straight line.
    Line(Point),
    /// A cubic Bezier curve: two control points and the end.
    Curve(Point, Point, Point),
    /// Back to where the outline began.
    Close,
}

/// A stroke.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Stroke {
    /// Width in points.
    pub width: f32,
    /// Colour.
    pub color: Color,
    /// Opacity from 0 to 1.
    pub opacity: f32,
    /// Whether the line is dashed or dotted.
    pub dashed: bool,
}
