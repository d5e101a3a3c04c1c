//! Downsampling of bilevel images that have more pixels than an image may have, as plans and large scans: they are made
//! smaller row by row while they are unpacked, so that no more is ever held than an image may be.

use hayro_ccitt::{Decoder, DecoderContext};
use hayro_syntax::object::{Dict, Stream};

use super::super::color::ColorSpace;
use super::super::stream::{self, ImageFilter};
use super::pixels::Samples;
use super::{Header, fax, trace};
use transvase_base::context::{Context, Limit};
use transvase_base::error::Result;
use transvase_base::fence::fenced;

/// Pixels to a side that become one at most; what is still too large then is no page of a document.
const MAX_FACTOR: u32 = 32;
/// Share of a pixel, of 255, from which on a stencil paints it: its thin lines are not to be lost.
const PAINTED: u8 = 64;

/// The samples of a large image, with fewer of them; `None` where it is not of one bit a pixel, is packed in a way that
/// cannot be unpacked by rows, or is too large even so.
///
/// # Errors
/// A limit, `TimedOut` or `Cancelled`.
pub(super) fn samples(image: &Stream<'_>, header: &Header<'_>, context: &Context) -> Result<Option<Samples>> {
    let is_indexed = matches!(header.space, Some(ColorSpace::Indexed(_)));
    let components = header.space.as_ref().map_or(1, ColorSpace::components);
    let bits = if header.stencil { 1 } else { header.bits };
    let Some(factor) = factor(header, context).filter(|_| !is_indexed && (bits, components) == (1, 1)) else {
        return Ok(None);
    };
    context.charge(Limit::job_pixels, u64::from(header.width) * u64::from(header.height))?;
    let decoded = stream::decode_to_image(image, context)?;
    let mut sieve = Sieve::new(header, factor, context);
    match &decoded.image {
        None => unpacked(&decoded.bytes, header, &mut sieve),
        Some((ImageFilter::Ccitt, parameters)) => ccitt(&decoded.bytes, parameters, header, &mut sieve),
        Some(_) => return Ok(None),
    }
    sieve.finish(header)
}

/// Pixels to a side that become one; `None` where that would be too many.
fn factor(header: &Header<'_>, context: &Context) -> Option<u32> {
    let limits = context.limits();
    let fits = |by: &u32| {
        let (width, height) = (u64::from(header.width.div_ceil(*by)), u64::from(header.height.div_ceil(*by)));
        width * height <= limits.image_pixels && width.max(height) <= limits.image_side
    };
    (2..=MAX_FACTOR).find(fits)
}

/// Rows that lie one after the other, filled up to bytes.
fn unpacked(bytes: &[u8], header: &Header<'_>, sieve: &mut Sieve<'_>) {
    let stride = (header.width as usize).div_ceil(8);
    for row in bytes.chunks(stride).take(header.height as usize) {
        let is_one = |x: u32| row.get(x as usize / 8).is_some_and(|byte| byte >> (7 - x % 8) & 1 == 1);
        sieve.row(trace::stretches(header.width, is_one));
    }
}

/// Rows as fax machines pack them.
fn ccitt(bytes: &[u8], parameters: &Dict<'_>, header: &Header<'_>, sieve: &mut Sieve<'_>) {
    sieve.are_black = true;
    sieve.black_is_one = fax::black_is_one(parameters);
    // Rows are often filled up beyond the image; they are bounded as its own width is.
    let widest = sieve.context.limits().image_side * u64::from(MAX_FACTOR);
    let settings = fax::settings(parameters, header).filter(|settings| u64::from(settings.columns) <= widest);
    if let Some(settings) = settings {
        // What was read before any damage counts.
        let _ = fenced(|| hayro_ccitt::decode(bytes, sieve, &mut DecoderContext::new(settings)));
    }
}

/// Gathers rows, and gives one for each few of them.
struct Sieve<'c> {
    width: u32,
    factor: u32,
    /// Pixels of each column of the next row that are set, and how many rows they are from.
    sums: Vec<u32>,
    rows: u32,
    /// Whether the stretches of rows are black pixels rather than ones, and then whether black is one.
    are_black: bool,
    black_is_one: bool,
    out: Vec<u8>,
    context: &'c Context,
    /// What ended it early.
    stopped: Result<()>,
}

impl<'c> Sieve<'c> {
    fn new(header: &Header<'_>, factor: u32, context: &'c Context) -> Self {
        Sieve {
            width: header.width,
            factor,
            sums: vec![0; header.width.div_ceil(factor) as usize],
            rows: 0,
            are_black: false,
            black_is_one: false,
            out: Vec::new(),
            context,
            stopped: Ok(()),
        }
    }

    /// Takes a row by where what is set in it begins and ends.
    fn row(&mut self, stretches: impl IntoIterator<Item = (u32, u32)>) {
        if self.stopped.is_err() {
            return;
        }
        for (from, to) in stretches {
            let to = to.min(self.width);
            for column in from / self.factor..to.div_ceil(self.factor) {
                let (start, end) = (column * self.factor, (column + 1) * self.factor);
                let covered = end.min(to).saturating_sub(start.max(from));
                if let Some(sum) = self.sums.get_mut(column as usize) {
                    *sum += covered;
                }
            }
        }
        self.rows += 1;
        if self.rows == self.factor {
            self.emit();
        }
        self.stopped = self.context.tick(u64::from(self.width) / 64 + 1);
    }

    fn emit(&mut self) {
        for (column, sum) in (0..).zip(&mut self.sums) {
            let across = self.factor.min(self.width - column * self.factor);
            let share = *sum * 255 / (across * self.rows).max(1);
            let inverted = self.are_black && !self.black_is_one;
            self.out.push(if inverted { 255 - share as u8 } else { share as u8 });
            *sum = 0;
        }
        self.rows = 0;
    }

    fn finish(mut self, header: &Header<'_>) -> Result<Option<Samples>> {
        std::mem::replace(&mut self.stopped, Ok(()))?;
        if self.rows > 0 {
            self.emit();
        }
        self.context.charge_samples(self.out.len())?;
        if header.stencil {
            let ones_paint = header.decode.as_deref() == Some(&[1.0, 0.0]);
            let paints = |share: u8| if ones_paint { share >= PAINTED } else { 255 - share >= PAINTED };
            self.out.iter_mut().for_each(|share| *share = if paints(*share) == ones_paint { 255 } else { 0 });
        }
        let (width, height) = (header.width.div_ceil(self.factor), header.height.div_ceil(self.factor));
        // Rows that are missing are as paper is.
        let blank = if header.stencil && header.decode.as_deref() == Some(&[1.0, 0.0]) { 0 } else { 255 };
        self.out.resize(width as usize * height as usize, blank);
        Ok(Some(Samples::of_bytes(width, height, self.out)))
    }
}

impl Decoder for Sieve<'_> {
    fn push_row(&mut self, changes: &[u32]) {
        self.row(changes.chunks(2).map(|span| (span[0], span.get(1).copied().unwrap_or(u32::MAX))));
    }
}
