//! Vector pages: each page, as it is seen, a drawing in SVG, of lines, areas, words and pictures.

use std::fmt;

use transvase_base::context::Context;
use transvase_base::error::Result;

/// Makes the next drawing, or tells that there is none.
type Draw = Box<dyn FnMut(&Context) -> Result<Option<String>> + Send>;

/// Drawings in SVG, made one after another as they are asked for.
pub struct Drawings {
    left: usize,
    draw: Draw,
}

impl Drawings {
    /// `count` drawings. Those that turn out not to be there end the sequence.
    pub fn drawn(count: usize, draw: impl FnMut(&Context) -> Result<Option<String>> + Send + 'static) -> Self {
        Drawings { left: count, draw: Box::new(draw) }
    }

    /// The next one: a file of SVG.
    ///
    /// # Errors
    /// Whatever ends the making of a drawing.
    pub fn next(&mut self, context: &Context) -> Result<Option<String>> {
        if self.left == 0 {
            return Ok(None);
        }
        self.left -= 1;
        let drawing = (self.draw)(context)?;
        if drawing.is_none() {
            self.left = 0;
        }
        Ok(drawing)
    }
}

impl fmt::Debug for Drawings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Drawings").field("left", &self.left).finish_non_exhaustive()
    }
}
