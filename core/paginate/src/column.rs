//! Nested columns: one inside another, such as that of a cell, a frame or a note, and where it ends.

use super::edges::Joined;
use super::floats::Floats;
use super::layout::Layout;
use super::place::Cursor;
use super::strip::{Force, Stream, Strip};
use transvase_base::error::Result;
use transvase_model::flow::Frame;

/// What is around the text of a column.
#[derive(Debug)]
struct Around {
    floats: Floats,
    cursor: Option<Cursor>,
    joined: Joined,
    beside: Vec<Frame>,
}

impl Layout<'_> {
    /// Leaves the column for one of its own, such as a cell: nothing of the outer one stands beside its text.
    fn leave_column(&mut self) -> Around {
        Around {
            floats: std::mem::take(&mut self.floats),
            cursor: self.cursor.take(),
            joined: std::mem::take(&mut self.joined),
            beside: std::mem::take(&mut self.beside),
        }
    }

    /// Goes back to the column that was left.
    fn enter_column(&mut self, around: Around) {
        let Around { floats, cursor, joined, beside } = around;
        (self.floats, self.cursor, self.joined, self.beside) = (floats, cursor, joined, beside);
    }
}

/// The strips of a column of its own: nothing of the column around it stands beside them.
pub(super) fn alone(
    layout: &mut Layout,
    set: impl FnOnce(&mut Layout, &mut Stream) -> Result<()>,
) -> Result<Vec<Strip>> {
    let keeps_space = layout.setup.as_source;
    alone_with_space(layout, keeps_space, set)
}

/// The same; where it `keeps_space`, that below the last paragraph is part of it.
pub(super) fn alone_with_space(
    layout: &mut Layout,
    keeps_space: bool,
    set: impl FnOnce(&mut Layout, &mut Stream) -> Result<()>,
) -> Result<Vec<Strip>> {
    let outer = layout.leave_column();
    let mut stream = Stream::default();
    let done = set(layout, &mut stream);
    if let Some(end) = layout.floats.end_below(stream.bottom()) {
        let height = end - stream.bottom();
        stream.push(Strip { height, ..Strip::default() });
    }
    if stream.has_anchored() {
        stream.push(Strip::default());
    }
    layout.enter_column(outer);
    done?;
    let mut strips = stream.take();
    let marks = stream.take_marks();
    if strips.is_empty() && !marks.is_empty() {
        strips.push(Strip::default());
    }
    if let Some(last) = strips.last_mut() {
        last.marks.extend(marks);
        // As it is in office programs and, in cells, in browsers.
        last.height += if keeps_space { stream.gap() } else { 0.0 };
    }
    Ok(strips)
}

/// Goes on in another column or on another page, where nothing stands yet.
pub(super) fn force(layout: &mut Layout, force: Force, stream: &mut Stream) {
    if stream.has_anchored() {
        stream.push(Strip::default());
    }
    layout.floats.clear();
    stream.force(force);
}
