//! Units of length, and the geometry every model shares.
//!
//! Lengths are points (1/72 inch) in `f32` unless a name says otherwise (`_px`, `_twips`, `_emu`).
//! Page space has its origin at the top left, y downwards.

use std::cmp::Ordering;
use std::ops::{Add, Mul, Neg, Sub};

/// Points in an inch.
pub const PT_PER_INCH: f32 = 72.0;

/// Twips in a point.
pub const TWIPS_PER_PT: f32 = 20.0;

/// Twentieths of a point, the unit of most lengths in WordprocessingML (ECMA-376 part 1, 17.18).
pub fn twips(pt: f32) -> i32 {
    clamp_to_i32(pt * TWIPS_PER_PT)
}

/// English metric units, the unit of DrawingML: 12,700 to the point (ECMA-376 part 1, 20.1.2.1).
pub fn emu(pt: f32) -> i64 {
    (f64::from(pt) * 12_700.0).round() as i64
}

/// Points of a length in millimetres.
pub fn pt_from_mm(mm: f32) -> f32 {
    mm * PT_PER_INCH / 25.4
}

/// Points of a length in CSS pixels, 96 to the inch (CSS Values 4, 6.2).
pub fn pt_from_css_px(px: f32) -> f32 {
    px * 0.75
}

fn clamp_to_i32(value: f32) -> i32 {
    // `as` saturates and turns NaN into 0, which is what a damaged length deserves.
    value.round() as i32
}

/// Capacity for a count that comes from a file: enough for honest input, never more than 4,096
/// elements before the first one has been read.
pub fn room(count: usize) -> usize {
    count.min(4_096)
}

/// A vector with [`room`] for `count` elements: the only way to reserve for a count from a file.
#[allow(clippy::disallowed_methods, reason = "this is the bounded way the lint asks for")]
pub fn vec_with_room<T>(count: usize) -> Vec<T> {
    Vec::with_capacity(room(count))
}

/// A length relative to a font size, in em: what a tolerance of text is told in. Multiplied by a size it is a length in
/// points.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct Em(pub f32);

impl Mul<f32> for Em {
    type Output = f32;

    fn mul(self, size: f32) -> f32 {
        self.0 * size
    }
}

impl Neg for Em {
    type Output = Em;

    fn neg(self) -> Em {
        Em(-self.0)
    }
}

/// A length in points that no font size governs: what a tolerance of paper and of drawings is told in. Lengths, which are
/// plain numbers of points, are held against it and moved by it.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct Pt(pub f32);

impl PartialEq<Pt> for f32 {
    fn eq(&self, other: &Pt) -> bool {
        *self == other.0
    }
}

impl PartialOrd<Pt> for f32 {
    fn partial_cmp(&self, other: &Pt) -> Option<Ordering> {
        self.partial_cmp(&other.0)
    }
}

impl Add<Pt> for f32 {
    type Output = f32;

    fn add(self, by: Pt) -> f32 {
        self + by.0
    }
}

impl Sub<Pt> for f32 {
    type Output = f32;

    fn sub(self, by: Pt) -> f32 {
        self - by.0
    }
}

impl Mul<f32> for Pt {
    type Output = f32;

    fn mul(self, times: f32) -> f32 {
        self.0 * times
    }
}

impl Neg for Pt {
    type Output = Pt;

    fn neg(self) -> Pt {
        Pt(-self.0)
    }
}

/// Width and height in points.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Size {
    /// Width in points.
    pub width: f32,
    /// Height in points.
    pub height: f32,
}

impl Size {
    /// ISO 216 A4.
    pub const A4: Size = Size { width: 595.28, height: 841.89 };
    /// US Letter.
    pub const LETTER: Size = Size { width: 612.0, height: 792.0 };
}

/// A point in page space.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Point {
    /// Distance from the left edge in points.
    pub x: f32,
    /// Distance from the top edge in points.
    pub y: f32,
}

/// A rectangle with its edges in page space; `left <= right`, `top <= bottom`.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Rect {
    /// Left edge.
    pub left: f32,
    /// Top edge.
    pub top: f32,
    /// Right edge.
    pub right: f32,
    /// Bottom edge.
    pub bottom: f32,
}

impl Rect {
    /// The smallest rectangle around two corners, in any order.
    pub fn from_corners(a: Point, b: Point) -> Rect {
        Rect { left: a.x.min(b.x), top: a.y.min(b.y), right: a.x.max(b.x), bottom: a.y.max(b.y) }
    }

    /// The smallest rectangle around `points`; `None` where there are none.
    pub fn around(points: impl IntoIterator<Item = Point>) -> Option<Rect> {
        points.into_iter().map(|p| Rect::from_corners(p, p)).reduce(|a, b| a.union(&b))
    }

    /// Width in points.
    pub fn width(&self) -> f32 {
        self.right - self.left
    }

    /// Height in points.
    pub fn height(&self) -> f32 {
        self.bottom - self.top
    }

    /// Area in square points.
    pub fn area(&self) -> f32 {
        self.width() * self.height()
    }

    /// The middle.
    pub fn center(&self) -> Point {
        Point { x: f32::midpoint(self.left, self.right), y: f32::midpoint(self.top, self.bottom) }
    }

    /// The smallest rectangle around both.
    #[must_use]
    pub fn union(&self, other: &Rect) -> Rect {
        Rect {
            left: self.left.min(other.left),
            top: self.top.min(other.top),
            right: self.right.max(other.right),
            bottom: self.bottom.max(other.bottom),
        }
    }

    /// What both cover; `None` where they do not touch.
    pub fn intersection(&self, other: &Rect) -> Option<Rect> {
        let rect = Rect {
            left: self.left.max(other.left),
            top: self.top.max(other.top),
            right: self.right.min(other.right),
            bottom: self.bottom.min(other.bottom),
        };
        (rect.left <= rect.right && rect.top <= rect.bottom).then_some(rect)
    }

    /// Whether all of `other` lies inside or on an edge.
    pub fn holds(&self, other: &Rect) -> bool {
        self.intersection(other) == Some(*other)
    }

    /// Whether `point` lies inside or on an edge.
    pub fn contains(&self, point: Point) -> bool {
        (self.left..=self.right).contains(&point.x) && (self.top..=self.bottom).contains(&point.y)
    }

    /// The rectangle at another place, `by` points away.
    #[must_use]
    pub fn moved(&self, by: Point) -> Rect {
        Rect { left: self.left + by.x, top: self.top + by.y, right: self.right + by.x, bottom: self.bottom + by.y }
    }

    /// The rectangle with every edge moved outwards by `by` points.
    #[must_use]
    pub fn expand(&self, by: f32) -> Rect {
        Rect { left: self.left - by, top: self.top - by, right: self.right + by, bottom: self.bottom + by }
    }
}

/// An affine map: `x' = a x + c y + e`, `y' = b x + d y + f` (the order of PDF's `cm` operands,
/// ISO 32000-1, 8.3.3).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Affine {
    /// First row, first column.
    pub a: f32,
    /// Second row, first column.
    pub b: f32,
    /// First row, second column.
    pub c: f32,
    /// Second row, second column.
    pub d: f32,
    /// Horizontal shift.
    pub e: f32,
    /// Vertical shift.
    pub f: f32,
}

impl Affine {
    /// The map that changes nothing.
    pub const IDENTITY: Affine = Affine { a: 1.0, b: 0.0, c: 0.0, d: 1.0, e: 0.0, f: 0.0 };

    /// A shift.
    pub fn translate(x: f32, y: f32) -> Affine {
        Affine { e: x, f: y, ..Affine::IDENTITY }
    }

    /// A scale along both axes.
    pub fn scale(x: f32, y: f32) -> Affine {
        Affine { a: x, d: y, ..Affine::IDENTITY }
    }

    /// The map that applies `self` first and `outer` after it.
    #[must_use]
    pub fn then(&self, outer: &Affine) -> Affine {
        Affine {
            a: self.a * outer.a + self.b * outer.c,
            b: self.a * outer.b + self.b * outer.d,
            c: self.c * outer.a + self.d * outer.c,
            d: self.c * outer.b + self.d * outer.d,
            e: self.e * outer.a + self.f * outer.c + outer.e,
            f: self.e * outer.b + self.f * outer.d + outer.f,
        }
    }

    /// The image of a point.
    pub fn apply(&self, p: Point) -> Point {
        Point { x: self.a * p.x + self.c * p.y + self.e, y: self.b * p.x + self.d * p.y + self.f }
    }

    /// The smallest upright rectangle around the image of `rect`.
    pub fn apply_rect(&self, rect: &Rect) -> Rect {
        let corners =
            [(rect.left, rect.top), (rect.right, rect.top), (rect.left, rect.bottom), (rect.right, rect.bottom)];
        let images = corners.map(|(x, y)| self.apply(Point { x, y }));
        Rect::around(images).unwrap_or_default()
    }

    /// The map back; `None` where this one flattens.
    pub fn inverse(&self) -> Option<Affine> {
        let determinant = self.determinant();
        if !determinant.is_normal() {
            return None;
        }
        let (a, b) = (self.d / determinant, -self.b / determinant);
        let (c, d) = (-self.c / determinant, self.a / determinant);
        Some(Affine { a, b, c, d, e: -(self.e * a + self.f * c), f: -(self.e * b + self.f * d) })
    }

    /// Factor by which areas grow; negative where the map mirrors.
    pub fn determinant(&self) -> f32 {
        self.a * self.d - self.b * self.c
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn maps_compose_in_reading_order() {
        let map = Affine::scale(2.0, 3.0).then(&Affine::translate(10.0, 20.0));
        assert_eq!(map.apply(Point { x: 1.0, y: 1.0 }), Point { x: 12.0, y: 23.0 });
    }

    #[test]
    fn lengths_follow_the_standards() {
        assert_eq!(twips(12.0), 240);
        assert_eq!(emu(72.0), 914_400);
        assert_eq!(twips(f32::NAN), 0);
        assert!((pt_from_mm(25.4) - 72.0).abs() < 1e-4);
    }
}
