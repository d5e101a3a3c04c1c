//! Pixels changed to others that look nearly the same, so that the codes of LZW (GIF89a, appendix F) stand for longer runs.

use transvase_base::context::Context;
use transvase_base::error::Result;

/// Codes that a table holds; it then starts over.
const MOST_CODES: usize = 4_096;

/// No code.
const NONE: u16 = u16::MAX;

/// A run of pixels that has a code: the one before it is its parent.
#[derive(Clone, Copy)]
struct Node {
    pixel: u8,
    first_child: u16,
    next_sibling: u16,
}

/// The table of runs that an encoder builds.
struct Table {
    nodes: Vec<Node>,
    colors: usize,
}

impl Table {
    fn new(colors: usize) -> Table {
        let root = |pixel: usize| Node { pixel: pixel as u8, first_child: NONE, next_sibling: NONE };
        Table { nodes: (0..colors).map(root).collect(), colors }
    }

    /// The run that goes on with `pixel`, or with the one nearest to it, if it is as near as `most`.
    fn next(&self, run: u16, pixel: u8, distances: &[f32], most: f32) -> Option<u16> {
        let row = distances.get(usize::from(pixel) * self.colors..)?;
        let mut best = None;
        let mut child = self.nodes.get(usize::from(run))?.first_child;
        while let Some(node) = self.nodes.get(usize::from(child)) {
            if node.pixel == pixel {
                return Some(child);
            }
            let distance = row.get(usize::from(node.pixel)).copied().unwrap_or(f32::MAX);
            if distance <= most && best.is_none_or(|(_, known)| distance < known) {
                best = Some((child, distance));
            }
            child = node.next_sibling;
        }
        best.map(|(child, _)| child)
    }

    /// Adds the run that goes on with `pixel`, starting over where there is no room.
    fn add(&mut self, run: u16, pixel: u8, taken: usize) {
        if self.nodes.len() + taken >= MOST_CODES {
            *self = Table::new(self.colors);
            return;
        }
        let code = self.nodes.len() as u16;
        if let Some(parent) = self.nodes.get_mut(usize::from(run)) {
            let next_sibling = std::mem::replace(&mut parent.first_child, code);
            self.nodes.push(Node { pixel, first_child: NONE, next_sibling });
        }
    }
}

/// Changes pixels to ones that are at most `most` apart from them. `distances` tells how far each colour is from each
/// other one, row by row.
///
/// # Errors
/// `TimedOut` or `Cancelled`.
pub(super) fn tolerate(pixels: &mut [u8], distances: &[f32], most: f32, context: &Context) -> Result<()> {
    let colors = (0..=256_usize).find(|count| count * count >= distances.len()).unwrap_or(0);
    // Numbers without colours, and the codes that clear and end, take room in an encoder's table.
    let taken = colors.next_power_of_two().max(4) - colors + 2;
    let mut table = Table::new(colors);
    let mut run: Option<u16> = None;
    for pixel in pixels {
        context.tick(1)?;
        run = Some(match run {
            None => u16::from(*pixel),
            Some(before) => match table.next(before, *pixel, distances, most) {
                Some(longer) => {
                    *pixel = table.nodes[usize::from(longer)].pixel;
                    longer
                }
                None => {
                    table.add(before, *pixel, taken);
                    u16::from(*pixel)
                }
            },
        });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_colours_continue_runs_and_far_ones_do_not() {
        // Three colours: the first two are near to one another.
        let distances = [0.0, 0.1, 9.0, 0.1, 0.0, 9.0, 9.0, 9.0, 0.0];
        let mut pixels = [0, 0, 2, 0, 1, 2, 1, 0, 2, 0, 2];
        let context = Context::default();
        tolerate(&mut pixels, &distances, 0.0, &context).unwrap();
        assert_eq!(pixels, [0, 0, 2, 0, 1, 2, 1, 0, 2, 0, 2]);
        tolerate(&mut pixels, &distances, 0.2, &context).unwrap();
        assert_eq!(
            pixels.map(|pixel| pixel == 2),
            [false, false, true, false, false, true, false, false, true, false, true]
        );
        assert_eq!(pixels[3..5], [0, 0], "the run 0 0 is known by then");
    }

    #[test]
    fn a_cancel_is_noticed_between_pixels() {
        let context = Context::default();
        context.stop();
        let error = tolerate(&mut vec![0; 1 << 20], &[0.0], 0.0, &context).unwrap_err();
        assert_eq!(error.code(), transvase_base::error::ErrorCode::Cancelled);
    }
}
