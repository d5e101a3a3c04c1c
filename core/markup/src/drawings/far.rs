//! Shapes that reach too far to be painted. The painter works out where edges cross rows in 32-bit floating point: from some
//! thousand million pixels on what it finds contradicts itself, and it panics once more while that panic unwinds, which ends
//! the process. No panic was seen below (tiny-skia 0.12, 480 drawings of lines, polygons, curves and ellipses for each
//! power of ten).

use resvg::tiny_skia::Rect;
use resvg::usvg::{Group, Node, Path};

use transvase_base::context::Context;
use transvase_base::error::Result;

/// How far from the corner a shape may reach, in pixels: ten times less than what was ever seen to fail.
const FARTHEST: f32 = 1e8;

/// Whether something in a group reaches too far at so many pixels to the unit, also in what it is painted with.
///
/// # Errors
/// `TimedOut`, `Cancelled`.
pub(super) fn is_in_group(group: &Group, scale: f32, context: &Context) -> Result<bool> {
    for node in group.children() {
        if is_in(node, scale, context)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// As [`is_in_group`], of a node.
///
/// # Errors
/// As there.
pub(super) fn is_in(node: &Node, scale: f32, context: &Context) -> Result<bool> {
    context.tick(1)?;
    let mut found = match node {
        Node::Group(group) => is_in_group(group, scale, context),
        Node::Path(path) => Ok(is_far(path, scale)),
        Node::Text(_) | Node::Image(_) => Ok(false),
    };
    node.subroots(|group| {
        if matches!(found, Ok(false)) {
            found = is_in_group(group, scale, context);
        }
    });
    found
}

fn is_far(path: &Path, scale: f32) -> bool {
    let transform = path.abs_transform();
    let (across, down) = transform.get_scale();
    let width = path.stroke().map_or(0.0, |stroke| stroke.width().get() * across.max(down));
    let bounds = path.abs_bounding_box();
    let reach = (reach(&bounds) + width) * scale;
    reach.is_nan() || reach >= FARTHEST
}

fn reach(bounds: &Rect) -> f32 {
    [bounds.left(), bounds.top(), bounds.right(), bounds.bottom()].into_iter().map(f32::abs).fold(0.0, f32::max)
}
