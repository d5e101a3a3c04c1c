//! Colour quantisation: palettes of at most 256 colours, those that a picture has or those that suit it best.
//!
//! Colours are counted, each or in cells, parted at the median of their longest side (Heckbert, Color Image Quantization
//! for Frame Buffer Display, 1982), and moved to the mean of what is nearest to them (Lloyd's algorithm), by distances in
//! Oklab (Ottosson, A perceptual color space for image processing, 2020). What the picture loses by them is spread over
//! its neighbours (Floyd and Steinberg, 1976).

mod cells;
mod eye;
mod matcher;

use std::collections::BTreeMap;

use cells::{Cell, best, packed};
use eye::Eye;
pub use matcher::Matcher;
use transvase_base::context::Context;
use transvase_base::error::Result;

/// Opacity from which on a pixel is seen, where there are no degrees.
const SEEN: u8 = 128;

/// Different colours that are told apart; more are gathered in cells.
const MOST_TOLD: usize = 1 << 15;

/// How pixels become numbers.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Wish {
    /// Colours at most, the transparent one among them.
    pub most: usize,
    /// Whether transparency has degrees.
    pub degrees: bool,
    /// Share of what a pixel loses that its neighbours get.
    pub spread: f32,
}

/// A picture by numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Indexed {
    /// A number for each pixel.
    pub indices: Vec<u8>,
    /// The colours by number: red, green, blue and alpha.
    pub colors: Vec<[u8; 4]>,
    /// The number of what is not seen, where there is something.
    pub clear: Option<u8>,
    /// Whether every pixel has kept its colour.
    pub is_exact: bool,
}

/// Whether a pixel of four bytes is seen where transparency has no degrees.
pub fn is_seen(pixel: &[u8]) -> bool {
    pixel.get(3).is_none_or(|alpha| *alpha >= SEEN)
}

impl Wish {
    /// The colour of a pixel; `None` where it is not seen.
    fn color(self, pixel: &[u8]) -> Option<[u8; 4]> {
        let color = [pixel[0], pixel[1], pixel[2], pixel[3]];
        match self.degrees {
            true => Some(color).filter(|color| color[3] > 0),
            false => is_seen(pixel).then_some([color[0], color[1], color[2], 255]),
        }
    }
}

/// Pixels of four bytes each by numbers.
///
/// # Errors
/// `TimedOut` or `Cancelled`.
#[cfg(test)]
pub(crate) fn indexed(rgba: &[u8], width: usize, wish: Wish, context: &Context) -> Result<Indexed> {
    let mut colors = Colors::new(wish.degrees);
    colors.add(rgba, context)?;
    colors.palette(wish.most, colors.clears, context)?.matcher().indexed(rgba, width, wish, context)
}

/// The colours of a picture or several, counted once for any number of palettes.
#[derive(Debug)]
pub struct Colors {
    /// Whether transparency has degrees.
    degrees: bool,
    /// Whether something is not seen.
    clears: bool,
    /// Every colour, as long as there are not too many.
    told: BTreeMap<[u8; 4], Cell>,
    /// Then those that lie in cells of six bits a sample, and in cells of five of those that let through.
    opaque: Vec<Cell>,
    others: BTreeMap<usize, Cell>,
}

impl Colors {
    /// No colours yet; `degrees` says whether transparency has degrees.
    pub fn new(degrees: bool) -> Colors {
        Colors { degrees, clears: false, told: BTreeMap::new(), opaque: Vec::new(), others: BTreeMap::new() }
    }

    /// Whether something is not seen.
    pub fn clears(&self) -> bool {
        self.clears
    }

    /// Adds the colours of pixels of four bytes each.
    ///
    /// # Errors
    /// `TimedOut` or `Cancelled`.
    pub fn add(&mut self, rgba: &[u8], context: &Context) -> Result<()> {
        let wish = Wish { most: 0, degrees: self.degrees, spread: 0.0 };
        let (mut last, mut count) = ([0; 4], 0.0);
        for pixel in rgba.chunks_exact(4) {
            context.tick(1)?;
            match wish.color(pixel) {
                None => self.clears = true,
                Some(color) if color == last => count += 1.0,
                Some(color) => {
                    self.count(last, count);
                    (last, count) = (color, 1.0);
                }
            }
        }
        self.count(last, count);
        Ok(())
    }

    fn count(&mut self, color: [u8; 4], count: f32) {
        if count == 0.0 {
            return;
        }
        if !self.opaque.is_empty() {
            self.cell(color).count(color, count);
            return;
        }
        self.told.entry(color).or_default().count(color, count);
        if self.told.len() > MOST_TOLD {
            self.opaque = vec![Cell::default(); 1 << 18];
            for (color, cell) in std::mem::take(&mut self.told) {
                self.cell(color).add(&cell);
            }
        }
    }

    fn cell(&mut self, color: [u8; 4]) -> &mut Cell {
        match color[3] {
            255 => &mut self.opaque[packed(&color[..3], 6)],
            _ => self.others.entry(packed(&color, 5)).or_default(),
        }
    }

    /// At most so many colours, with room for what is not seen where that is wanted: all there are, or those that suit
    /// best.
    ///
    /// # Errors
    /// `TimedOut` or `Cancelled`.
    pub fn palette(&self, most: usize, clears: bool, context: &Context) -> Result<Palette> {
        let room = most.saturating_sub(usize::from(clears)).max(1);
        if self.opaque.is_empty() && self.told.len() <= room {
            return Ok(Palette { colors: self.told.keys().copied().collect(), clears, is_exact: true });
        }
        let eye = Eye::new();
        let cells = self.told.values().chain(&self.opaque).chain(self.others.values());
        let cells = cells.filter(|cell| cell.weight > 0.0).map(|cell| cell.weighed(&eye)).collect();
        Ok(Palette { colors: best(cells, room, context)?, clears, is_exact: false })
    }
}

/// Colours to tell pixels by.
#[derive(Debug)]
pub struct Palette {
    /// In their order.
    colors: Vec<[u8; 4]>,
    /// Whether there is a number for what is not seen, behind them.
    clears: bool,
    /// Whether these are all the colours there are.
    is_exact: bool,
}

impl Palette {
    /// Whether these are all the colours there are.
    pub fn is_exact(&self) -> bool {
        self.is_exact
    }

    /// The colours by number.
    pub fn colors(&self) -> Vec<[u8; 4]> {
        let mut colors = self.colors.clone();
        if self.clears || colors.is_empty() {
            colors.push([0; 4]);
        }
        colors
    }

    /// The number of what is not seen.
    pub(crate) fn clear(&self) -> Option<u8> {
        self.clears.then_some(self.colors.len() as u8)
    }

    /// What tells pixels by it.
    pub fn matcher(&self) -> Matcher<'_> {
        Matcher::of(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WISH: Wish = Wish { most: 256, degrees: false, spread: 0.8 };

    #[test]
    fn few_colours_stay_as_they_are() {
        let rgba = [[9, 8, 7, 255], [1, 2, 3, 200], [9, 8, 7, 255], [5, 5, 5, 0]].concat();
        let few = indexed(&rgba, 2, WISH, &Context::default()).unwrap();
        assert_eq!(few.colors, [[1, 2, 3, 255], [9, 8, 7, 255], [0; 4]]);
        assert_eq!((few.indices, few.clear, few.is_exact), (vec![1, 0, 1, 2], Some(2), true));
        let degrees = indexed(&rgba, 2, Wish { degrees: true, ..WISH }, &Context::default()).unwrap();
        assert_eq!(degrees.colors, [[1, 2, 3, 200], [9, 8, 7, 255], [0; 4]]);
    }

    #[test]
    fn many_colours_come_near() {
        let rgba: Vec<u8> =
            (0..64 * 64_u32).flat_map(|at| [(at % 64 * 4) as u8, (at / 64 * 4) as u8, 128, 255]).collect();
        let many = indexed(&rgba, 64, WISH, &Context::default()).unwrap();
        assert_eq!((many.indices.len(), many.clear, many.is_exact), (64 * 64, None, false));
        assert!((200..=256).contains(&many.colors.len()));
        let pairs = many.indices.iter().zip(rgba.chunks_exact(4));
        let off = pairs.map(|(index, pixel)| {
            let color = many.colors[usize::from(*index)];
            (0..3).map(|channel| u32::from(color[channel].abs_diff(pixel[channel]))).sum::<u32>()
        });
        let off: u32 = off.sum();
        assert!(off < 64 * 64 * 24, "{off}");
        let few = indexed(&rgba, 64, Wish { most: 2, ..WISH }, &Context::default()).unwrap();
        assert_eq!(few.colors.len(), 2);
    }
}
