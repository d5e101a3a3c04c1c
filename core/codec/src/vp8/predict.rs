//! Prediction of blocks from the samples around them (RFC 6386, section 12).

/// How a whole macroblock's luma, or its chroma, is predicted (section 12.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[repr(u8)]
pub(crate) enum Mode {
    /// The mean of the row above and the column to the left.
    #[default]
    Dc,
    /// The row above.
    Vertical,
    /// The column to the left.
    Horizontal,
    /// Above plus left less corner.
    TrueMotion,
}

impl Mode {
    /// All, in the order of the bitstream's tree.
    pub(crate) const ALL: [Mode; 4] = [Mode::Dc, Mode::Vertical, Mode::Horizontal, Mode::TrueMotion];
}

/// Names of the ten modes of 4x4 subblocks, which are numbers here as they index tables (section 12.3).
pub(crate) mod sub {
    /// The mean of what is above and to the left.
    pub(crate) const DC: u8 = 0;
    /// Above plus left less corner.
    pub(crate) const TM: u8 = 1;
    /// The smoothed row above.
    pub(crate) const VE: u8 = 2;
    /// The smoothed column to the left.
    pub(crate) const HE: u8 = 3;
    /// Downwards to the left, at 45 degrees.
    pub(crate) const LD: u8 = 4;
    /// Downwards to the right, at 45 degrees.
    pub(crate) const RD: u8 = 5;
    /// Steeply downwards to the right.
    pub(crate) const VR: u8 = 6;
    /// Steeply downwards to the left.
    pub(crate) const VL: u8 = 7;
    /// Flatly downwards to the right.
    pub(crate) const HD: u8 = 8;
    /// How many there are. The last, of number 9, goes flatly upwards to the right (HU).
    pub(crate) const COUNT: usize = 10;
}

/// Samples around a square of `N`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Around<const N: usize> {
    /// The row above.
    pub(crate) above: [u8; N],
    /// The column to the left.
    pub(crate) left: [u8; N],
    /// The sample above the one and left of the other.
    pub(crate) corner: u8,
    /// Whether there is a macroblock above.
    pub(crate) has_above: bool,
    /// Whether there is a macroblock to the left.
    pub(crate) has_left: bool,
}

impl<const N: usize> Around<N> {
    /// Predicts row by row into `out`, which has N x N samples.
    pub(crate) fn predict(&self, mode: Mode, out: &mut [u8]) {
        let rows = out.chunks_exact_mut(N);
        match mode {
            Mode::Dc => out.fill(self.mean()),
            Mode::Vertical => rows.for_each(|row| row.copy_from_slice(&self.above)),
            Mode::Horizontal => rows.zip(self.left).for_each(|(row, left)| row.fill(left)),
            Mode::TrueMotion => rows.zip(self.left).for_each(|(row, left)| self.gradient(left, row)),
        }
    }

    fn gradient(&self, left: u8, row: &mut [u8]) {
        let gap = i16::from(left) - i16::from(self.corner);
        for (sample, &above) in row.iter_mut().zip(&self.above) {
            *sample = (i16::from(above) + gap).clamp(0, 255) as u8;
        }
    }

    /// The mean of the sides that exist.
    fn mean(&self) -> u8 {
        let sum = |side: &[u8; N]| side.iter().map(|&sample| u32::from(sample)).sum::<u32>();
        let n = N as u32;
        match (self.has_above, self.has_left) {
            (true, true) => ((sum(&self.above) + sum(&self.left) + n) / (2 * n)) as u8,
            (true, false) => ((sum(&self.above) + n / 2) / n) as u8,
            (false, true) => ((sum(&self.left) + n / 2) / n) as u8,
            (false, false) => 128,
        }
    }
}

/// Samples around a subblock, anticlockwise from below: four to the left from the lowest up, the corner, and eight
/// above from left to right (the `E` of section 12.3).
pub(crate) type Edge = [u8; 13];

fn mean2(a: u8, b: u8) -> u8 {
    ((u16::from(a) + u16::from(b) + 1) >> 1) as u8
}

fn mean3(a: u8, b: u8, c: u8) -> u8 {
    ((u16::from(a) + 2 * u16::from(b) + u16::from(c) + 2) >> 2) as u8
}

/// Smoothed samples of an edge: `twos[i]` between i and i + 1, `threes[i]` around i.
#[derive(Debug)]
pub(crate) struct Smoothed {
    edge: Edge,
    twos: [u8; 12],
    threes: [u8; 13],
}

impl Smoothed {
    /// Smooths what all directions predict from.
    #[inline]
    pub(crate) fn new(edge: Edge) -> Self {
        let mut twos = [0; 12];
        for (at, two) in twos.iter_mut().enumerate() {
            *two = mean2(edge[at], edge[at + 1]);
        }
        let mut threes = [0; 13];
        for (at, three) in threes.iter_mut().enumerate() {
            *three = mean3(edge[at.max(1) - 1], edge[at], edge[(at + 1).min(12)]);
        }
        Smoothed { edge, twos, threes }
    }

    /// Predicts the subblock by `mode`.
    #[inline]
    pub(crate) fn predict(&self, mode: u8) -> [u8; 16] {
        let (e, w, t) = (&self.edge, &self.twos, &self.threes);
        match mode {
            sub::DC => [self.mean(); 16],
            sub::TM => core::array::from_fn(|at| {
                let sum = i16::from(e[3 - at / 4]) + i16::from(e[5 + at % 4]) - i16::from(e[4]);
                sum.clamp(0, 255) as u8
            }),
            sub::VE => core::array::from_fn(|at| t[5 + at % 4]),
            sub::HE => core::array::from_fn(|at| t[3 - at / 4]),
            sub::LD => core::array::from_fn(|at| t[6 + at / 4 + at % 4]),
            sub::RD => core::array::from_fn(|at| t[4 + at % 4 - at / 4]),
            sub::VR => [w[4], w[5], w[6], w[7], t[4], t[5], t[6], t[7], t[3], w[4], w[5], w[6], t[2], t[4], t[5], t[6]],
            sub::VL => {
                [w[5], w[6], w[7], w[8], t[6], t[7], t[8], t[9], w[6], w[7], w[8], t[10], t[7], t[8], t[9], t[11]]
            }
            sub::HD => [w[3], t[4], t[5], t[6], w[2], t[3], w[3], t[4], w[1], t[2], w[2], t[3], w[0], t[1], w[1], t[2]],
            _ => [w[2], t[2], w[1], t[1], w[1], t[1], w[0], t[0], w[0], t[0], e[0], e[0], e[0], e[0], e[0], e[0]],
        }
    }

    fn mean(&self) -> u8 {
        let sum: u16 = self.edge[..4].iter().chain(&self.edge[5..9]).map(|&sample| u16::from(sample)).sum();
        ((sum + 4) >> 3) as u8
    }
}
