//! Page size classes: pages of one size.

use transvase_base::units::Size;

/// Pages of one size, which share their margins: its width and height in whole points.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct SizeClass(i32, i32);

impl SizeClass {
    /// The one a size belongs to.
    pub fn of(size: Size) -> SizeClass {
        SizeClass(size.width.round() as i32, size.height.round() as i32)
    }

    /// The height of its pages in points.
    pub fn height(self) -> f32 {
        self.1 as f32
    }
}
