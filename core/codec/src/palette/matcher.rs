//! Dithering: each pixel gets the nearest colour of a palette, and the error is spread over its neighbours (Floyd and
//! Steinberg, An Adaptive Algorithm for Spatial Greyscale, 1976).

use std::cell::OnceCell;

use super::cells::packed;
use super::eye::{Eye, Spot, distance, nearest};
use super::{Indexed, Palette, Wish};
use transvase_base::context::Context;
use transvase_base::error::Result;

/// A number that is none yet, among those that are known.
const UNKNOWN: u16 = u16::MAX;

/// The nearest colours, remembered for all that are the same in their first bits: seven of each sample, five where
/// something shines through.
struct Known {
    eye: Eye,
    spots: Vec<Spot>,
    opaque: Vec<u16>,
    others: Vec<u16>,
}

impl Known {
    fn of(means: &[[f32; 4]]) -> Known {
        let eye = Eye::new();
        let spots = means.iter().map(|mean| eye.spot(*mean)).collect();
        Known { eye, spots, opaque: Vec::new(), others: Vec::new() }
    }

    fn number(&mut self, color: [f32; 4]) -> u8 {
        let whole = color.map(|sample| (sample + 0.5) as u8);
        let (known, bits, samples) = match whole[3] {
            255 => (&mut self.opaque, 7, &whole[..3]),
            _ => (&mut self.others, 5, &whole[..]),
        };
        if known.is_empty() {
            known.resize(1 << (bits * samples.len()), UNKNOWN);
        }
        let known = &mut known[packed(samples, bits)];
        if *known == UNKNOWN {
            *known = nearest(&self.spots, &self.eye.spot(color)) as u16;
        }
        *known as u8
    }
}

/// A palette in use: what was found nearest is remembered from one picture to the next.
pub struct Matcher<'p> {
    palette: &'p Palette,
    means: Vec<[f32; 4]>,
    known: Known,
    distances: OnceCell<Vec<f32>>,
}

impl Matcher<'_> {
    pub(super) fn of(palette: &Palette) -> Matcher<'_> {
        let means: Vec<[f32; 4]> = palette.colors.iter().map(|color| color.map(f32::from)).collect();
        let known = Known::of(&means);
        Matcher { palette, means, known, distances: OnceCell::new() }
    }

    /// How far each colour is from each other one, row by row; the number of what is not seen is far from all.
    pub fn distances(&self) -> &[f32] {
        self.distances.get_or_init(|| {
            let mut spots: Vec<Option<Spot>> = self.known.spots.iter().copied().map(Some).collect();
            spots.resize(self.palette.colors().len(), None);
            let apart = |a: &Option<Spot>, b: &Option<Spot>| match (a, b) {
                (Some(a), Some(b)) => libm::sqrtf(distance(a, b)),
                _ => f32::MAX,
            };
            spots.iter().flat_map(|a| spots.iter().map(move |b| apart(a, b))).collect()
        })
    }

    /// Whether two pixels of four bytes, both seen, are the same in the palette, which has no degrees of transparency.
    pub fn is_same(&mut self, one: &[u8], other: &[u8]) -> bool {
        let mut number = |pixel: &[u8]| self.known.number([pixel[0], pixel[1], pixel[2], 255].map(f32::from));
        one == other || !self.palette.is_exact && number(one) == number(other)
    }

    /// Pixels by numbers.
    ///
    /// # Errors
    /// `TimedOut` or `Cancelled`.
    pub fn indexed(&mut self, rgba: &[u8], width: usize, wish: Wish, context: &Context) -> Result<Indexed> {
        let indices = match self.palette.is_exact {
            true => self.numbered(rgba, wish, context)?,
            false => self.dithered(rgba, width, wish, context)?,
        };
        let Palette { is_exact, .. } = *self.palette;
        Ok(Indexed { indices, colors: self.palette.colors(), clear: self.palette.clear(), is_exact })
    }

    fn numbered(&self, rgba: &[u8], wish: Wish, context: &Context) -> Result<Vec<u8>> {
        let clear = self.palette.clear().unwrap_or(0);
        let mut indices = Vec::new();
        let mut last: Option<([u8; 4], u8)> = None;
        for pixel in rgba.chunks_exact(4) {
            let index = match (wish.color(pixel), last) {
                (None, _) => clear,
                (Some(color), Some((known, index))) if known == color => index,
                (Some(color), _) => {
                    context.tick(1)?;
                    let index = self.palette.colors.binary_search(&color).unwrap_or(0) as u8;
                    last = Some((color, index));
                    index
                }
            };
            indices.push(index);
        }
        Ok(indices)
    }

    /// The nearest colours, what is lost spread over the pixels to come.
    fn dithered(&mut self, rgba: &[u8], width: usize, wish: Wish, context: &Context) -> Result<Vec<u8>> {
        let clear = self.palette.clear().unwrap_or(0);
        let mut indices = Vec::new();
        let mut errors = [vec![[0.0_f32; 4]; width + 2], vec![[0.0_f32; 4]; width + 2]];
        for row in rgba.chunks(width * 4) {
            context.checkpoint()?;
            let [here, below] = &mut errors;
            below.fill([0.0; 4]);
            for (at, pixel) in row.chunks_exact(4).enumerate() {
                let Some(color) = wish.color(pixel) else {
                    indices.push(clear);
                    continue;
                };
                let wanted: [f32; 4] = std::array::from_fn(|channel| {
                    (f32::from(color[channel]) + here[at + 1][channel]).clamp(0.0, 255.0)
                });
                let index = self.known.number(wanted);
                indices.push(index);
                for channel in 0..4 {
                    let lost = wish.spread * (wanted[channel] - self.means[usize::from(index)][channel]) / 16.0;
                    here[at + 2][channel] += lost * 7.0;
                    below[at][channel] += lost * 3.0;
                    below[at + 1][channel] += lost * 5.0;
                    below[at + 2][channel] += lost;
                }
            }
            errors.swap(0, 1);
        }
        Ok(indices)
    }
}
