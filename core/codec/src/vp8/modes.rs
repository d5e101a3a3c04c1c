//! Prediction modes in the bitstream (RFC 6386, sections 11.2 to 11.5).

use super::bool_coder::BoolEncoder;
use super::predict::{Mode, sub};
use super::tables::{CHROMA_MODE_PROBS, LUMA_MODE_PROBS, SUBBLOCK_MODE_PROBS};

/// How a macroblock's luma is predicted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Luma {
    /// As a whole.
    Whole(Mode),
    /// Each subblock by a mode of its own.
    Sub([u8; 16]),
}

impl Luma {
    /// The subblock modes that the blocks below and to the right take for their contexts.
    pub(crate) fn sub_modes(&self) -> [u8; 16] {
        match self {
            Luma::Sub(modes) => *modes,
            Luma::Whole(mode) => [implied(*mode); 16],
        }
    }
}

/// The subblock mode that stands for a mode of the whole (section 11.3).
fn implied(mode: Mode) -> u8 {
    match mode {
        Mode::Dc => sub::DC,
        Mode::Vertical => sub::VE,
        Mode::Horizontal => sub::HE,
        Mode::TrueMotion => sub::TM,
    }
}

/// Decisions that lead to a subblock mode: numbers of nodes and the way taken.
pub(crate) fn sub_tree(mode: u8) -> &'static [(usize, bool)] {
    match mode {
        sub::DC => &[(0, false)],
        sub::TM => &[(0, true), (1, false)],
        sub::VE => &[(0, true), (1, true), (2, false)],
        sub::HE => &[(0, true), (1, true), (2, true), (3, false), (4, false)],
        sub::RD => &[(0, true), (1, true), (2, true), (3, false), (4, true), (5, false)],
        sub::VR => &[(0, true), (1, true), (2, true), (3, false), (4, true), (5, true)],
        sub::LD => &[(0, true), (1, true), (2, true), (3, true), (6, false)],
        sub::VL => &[(0, true), (1, true), (2, true), (3, true), (6, true), (7, false)],
        sub::HD => &[(0, true), (1, true), (2, true), (3, true), (6, true), (7, true), (8, false)],
        _ => &[(0, true), (1, true), (2, true), (3, true), (6, true), (7, true), (8, true)],
    }
}

/// Decisions that lead to a mode of a macroblock's whole luma, with their probabilities; the first says that it has one.
pub(crate) fn luma_path(mode: Mode) -> [(bool, u8); 3] {
    let [whole, second, left, right] = LUMA_MODE_PROBS;
    match mode {
        Mode::Dc => [(true, whole), (false, second), (false, left)],
        Mode::Vertical => [(true, whole), (false, second), (true, left)],
        Mode::Horizontal => [(true, whole), (true, second), (false, right)],
        Mode::TrueMotion => [(true, whole), (true, second), (true, right)],
    }
}

/// The decision that subblocks have modes of their own.
pub(crate) const SUB_PATH: [(bool, u8); 1] = [(false, LUMA_MODE_PROBS[0])];

/// Decisions that lead to a mode of chroma, with their probabilities.
pub(crate) fn chroma_path(mode: Mode) -> impl Iterator<Item = (bool, u8)> {
    let way: &[bool] = match mode {
        Mode::Dc => &[false],
        Mode::Vertical => &[true, false],
        Mode::Horizontal => &[true, true, false],
        Mode::TrueMotion => &[true, true, true],
    };
    way.iter().copied().zip(CHROMA_MODE_PROBS)
}

/// What a frame says of a macroblock before its coefficients.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Header {
    /// Which of the four quantisers it has.
    pub(crate) segment: u8,
    /// Whether it has no coefficients.
    pub(crate) is_empty: bool,
    /// How luma is predicted.
    pub(crate) luma: Luma,
    /// How chroma is predicted.
    pub(crate) chroma: Mode,
}

/// Modes along the edges of what has been written.
#[derive(Debug)]
pub(crate) struct ModeContexts {
    above: Vec<[u8; 4]>,
    left: [u8; 4],
}

impl ModeContexts {
    /// Contexts at the top of a picture so many macroblocks wide.
    pub(crate) fn new(columns: usize) -> Self {
        ModeContexts { above: vec![[sub::DC; 4]; columns], left: [sub::DC; 4] }
    }

    /// Begins a row.
    pub(crate) fn begin_row(&mut self) {
        self.left = [sub::DC; 4];
    }

    /// The modes above and to the left of a macroblock.
    pub(crate) fn around(&self, column: usize) -> ([u8; 4], [u8; 4]) {
        (self.above[column], self.left)
    }

    /// Takes a macroblock's modes.
    pub(crate) fn take(&mut self, column: usize, luma: &Luma) {
        let modes = luma.sub_modes();
        self.above[column].copy_from_slice(&modes[12..]);
        self.left = [modes[3], modes[7], modes[11], modes[15]];
    }
}

/// Writes the modes of a macroblock.
pub(crate) fn write_modes(header: &Header, above: [u8; 4], left: [u8; 4], encoder: &mut BoolEncoder) {
    match &header.luma {
        Luma::Whole(mode) => put_path(encoder, luma_path(*mode).into_iter()),
        Luma::Sub(modes) => {
            put_path(encoder, SUB_PATH.into_iter());
            write_sub_modes(modes, above, left, encoder);
        }
    }
    put_path(encoder, chroma_path(header.chroma));
}

fn write_sub_modes(modes: &[u8; 16], mut above: [u8; 4], mut left: [u8; 4], encoder: &mut BoolEncoder) {
    for (at, &mode) in modes.iter().enumerate() {
        let (row, column) = (at / 4, at % 4);
        let probs = &SUBBLOCK_MODE_PROBS[usize::from(above[column])][usize::from(left[row])];
        put_path(encoder, sub_tree(mode).iter().map(|&(node, bit)| (bit, probs[node])));
        above[column] = mode;
        left[row] = mode;
    }
}

fn put_path(encoder: &mut BoolEncoder, path: impl Iterator<Item = (bool, u8)>) {
    path.for_each(|(bit, prob)| encoder.put(bit, prob));
}
