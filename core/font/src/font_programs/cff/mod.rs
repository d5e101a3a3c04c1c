//! CFF, the Compact Font Format (Adobe Technical Note 5176): bare programs taken apart, subset and put together.

mod consistency;
mod dict;
mod index;
mod read;
mod subset;
mod write;

pub(super) use consistency::is_consistent;
pub(super) use dict::{Dict, integer, real};
pub(super) use read::count;
pub use subset::{Keep, are_places, is_numbered, reached, smaller};
pub(super) use write::{Bare, Family};

/// Operators of a Top DICT, a Font DICT and a Private DICT that are looked at (tables 9, 10 and 23); two bytes are told
/// as one number.
mod op {
    pub(super) const FONT_BBOX: u16 = 5;
    pub(super) const CHARSET: u16 = 15;
    pub(super) const ENCODING: u16 = 16;
    pub(super) const CHARSTRINGS: u16 = 17;
    pub(super) const PRIVATE: u16 = 18;
    pub(super) const SUBRS: u16 = 19;
    pub(super) const PAINT_TYPE: u16 = 0x0C05;
    pub(super) const CHARSTRING_TYPE: u16 = 0x0C06;
    pub(super) const FONT_MATRIX: u16 = 0x0C07;
    pub(super) const STROKE_WIDTH: u16 = 0x0C08;
    pub(super) const ROS: u16 = 0x0C1E;
    pub(super) const CID_COUNT: u16 = 0x0C22;
    pub(super) const FD_ARRAY: u16 = 0x0C24;
    pub(super) const FD_SELECT: u16 = 0x0C25;
}
