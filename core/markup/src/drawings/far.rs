//! Shapes that reach too far to be painted. The painter works out where edges cross rows in 32-bit floating point: from some
//! thousand million pixels on what it finds contradicts itself, and it panics once more while that panic unwinds, which ends
//! the process. No panic was seen below (tiny-skia 0.12, 480 drawings of lines, polygons, curves and ellipses for each
//! power of ten).

use resvg::tiny_skia::Rect;
use resvg::usvg::roxmltree::{Document, Node as Element};
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
/// Largest number among those that say where a path with words along it leads, and how it is scaled: usvg 0.47 measures
/// such paths to half a pixel, which takes minutes beyond.
const LARGEST: f64 = 1e9;

/// Whether a drawing has words along a path, and numbers that lead too far.
pub(super) fn has_far_text_path(document: &Document<'_>) -> bool {
    const PLACES: [&str; 4] = ["d", "transform", "viewBox", "style"];
    let nodes = || document.descendants().filter(Element::is_element);
    let is_far = |text: &str| text.split(|c: char| !matches!(c, '0'..='9' | 'e' | 'E' | '+' | '.')).any(has_large);
    nodes().any(|node| node.tag_name().name() == "textPath")
        && nodes().flat_map(|node| PLACES.map(|name| node.attribute(name))).flatten().any(is_far)
}

/// Whether a number is a large one, or one of several is whose points stand between them.
fn has_large(word: &str) -> bool {
    let is_large = |number: &str| number.parse::<f64>().is_ok_and(|number| number > LARGEST);
    match word.parse::<f64>() {
        Ok(number) => number > LARGEST,
        Err(_) => {
            word.split('.').enumerate().any(|(at, piece)| (at == 0 || piece.contains(['e', 'E'])) && is_large(piece))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawings::tree;
    use transvase_base::warning::WarningCode;

    /// A drawing with words along a path with this number in it.
    fn drawing(number: &str) -> String {
        format!(
            "<svg xmlns='http://www.w3.org/2000/svg' xmlns:l='http://www.w3.org/1999/xlink' width='9' height='9'>\
             <path id='p' d='M 20 100 C 35 135 85 {number} 100 100'/>\
             <text><textPath l:href='#p'>Some long text</textPath></text></svg>"
        )
    }

    #[test]
    fn words_along_endless_paths_are_left_out() {
        for (number, is_far) in [("1e38", true), ("100000000000", true), ("1.5e+20", true), ("65", false)] {
            let context = Context::default();
            tree(drawing(number).as_bytes(), &context).unwrap();
            let said = context.take_warnings();
            assert_eq!(said.iter().any(|warning| warning.code == WarningCode::DrawingDropped), is_far, "{number}");
        }
    }

    #[test]
    fn numbers_are_told_from_their_fractions() {
        assert!(!has_large("0.00000000012345678901") && !has_large("1.2.34567890123456") && has_large("1.2.3e20"));
    }
}
