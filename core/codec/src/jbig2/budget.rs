//! The budget of a decoding: every pixel and every allocation is counted before it is made.

use super::{Fault, Result};
use transvase_base::context::{Context, Limit};

/// What a pixel decoded by arithmetic coding costs, where one of many combined at once costs 1.
pub(super) const DECODED: u64 = 4;

/// What a row costs beyond its pixels, so that many narrow ones are not free.
pub(super) const ROW: u64 = 32;

/// What any other step costs: a value decoded, or a row or bitmap combined.
pub(super) const STEP: u64 = 16;

/// What a byte of memory costs.
const BYTE: u64 = 4;

/// What an image may cost, for each pixel it may have: to be decoded once, and drawn.
/// Two small files without such a bound took 41 and 60 seconds and 1.2 GB.
const PER_PIXEL: u64 = DECODED + 1;

/// Work between two looks at the clock's ticks: a tenth of a millisecond.
const LOT: u64 = 1 << 15;

/// Work that is as much as one tick of the conversion.
const TICK: u64 = 64;

/// What is left of an image's work.
pub(super) struct Budget<'a> {
    context: &'a Context,
    pending: u64,
    left: Option<u64>,
}

impl<'a> Budget<'a> {
    /// The budget of an image as large as the limits allow.
    pub(super) fn new(context: &'a Context) -> Self {
        let left = context.limits().image_pixels.saturating_mul(PER_PIXEL);
        Budget { context, pending: 0, left: Some(left) }
    }

    /// Whether more was asked for than there was.
    pub(super) fn is_spent(&self) -> bool {
        self.left.is_none()
    }

    /// Counts work about to be done.
    pub(super) fn work(&mut self, amount: u64) -> Result<()> {
        self.pending = self.pending.saturating_add(amount);
        if self.pending < LOT { Ok(()) } else { self.settle() }
    }

    /// Takes what is pending off what is left.
    fn settle(&mut self) -> Result<()> {
        let work = std::mem::take(&mut self.pending);
        self.left = self.left.and_then(|left| left.checked_sub(work));
        self.left.ok_or(Fault::Malformed)?;
        self.context.tick(work / TICK).map_err(Fault::Stopped)
    }

    /// Holds the size of an image against the limits.
    pub(super) fn check(&self, width: u32, height: u32) -> Result<()> {
        let side = self.context.check(Limit::image_side, width.max(height).into());
        let pixels = || self.context.check(Limit::image_pixels, u64::from(width) * u64::from(height));
        side.and_then(|()| pixels()).map_err(Fault::Stopped)
    }

    /// Makes room for `count` more items.
    pub(super) fn reserve<T>(&mut self, items: &mut Vec<T>, count: usize) -> Result<()> {
        let bytes = count.checked_mul(size_of::<T>()).ok_or(Fault::Malformed)?;
        self.pending = self.pending.saturating_add((bytes as u64).saturating_mul(BYTE));
        self.settle()?;
        items.try_reserve(count).map_err(|_| Fault::Malformed)
    }

    /// Appends one item, counting it as work: the list grows no faster than the work that fills it.
    pub(super) fn push<T>(&mut self, items: &mut Vec<T>, item: T) -> Result<()> {
        self.work(BYTE * size_of::<T>() as u64 + 1)?;
        items.try_reserve(1).map_err(|_| Fault::Malformed)?;
        items.push(item);
        Ok(())
    }

    /// A list of `count` bytes, all `value`.
    pub(super) fn filled(&mut self, count: usize, value: u8) -> Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.reserve(&mut bytes, count)?;
        bytes.resize(count, value);
        Ok(bytes)
    }
}
