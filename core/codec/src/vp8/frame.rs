//! A key frame: its macroblocks one after another, then its bytes (RFC 6386, section 9).

use super::bool_coder::{BoolEncoder, likely};
use super::cost::Costs;
use super::decide::{Care, Coded, Decision};
use super::modes::{Header, Luma, ModeContexts, write_modes};
use super::quantize::{CHROMA_AC_DELTA, CHROMA_DC_DELTA, Quantizers};
use super::segments::{COUNT, Segments};
use super::site::{Borders, Filled, Source};
use super::token_probs::{DEFAULTS, TokenProbs};
use super::tokens::{Tokens, kind, write_probs};
use super::yuv::Picture;

/// The greatest size of the part of a frame that holds its modes, in bits (section 9.1), less some room.
const MODES_MAX: f64 = (((1 << 19) - 1) * 8 - 20_000) as f64;

/// Bytes of a frame before its probabilities, about.
const FIXED_BYTES: usize = 24;

/// About how many bits a macroblock without subblock modes takes of it.
const WHOLE_BITS: f64 = 8.0;

/// What a frame is coded with.
#[derive(Debug, Clone)]
pub(crate) struct Plan {
    /// Quantiser index of each segment.
    pub(crate) indices: [u8; COUNT],
    /// Strength of the loop filter of each segment.
    pub(crate) strengths: [u8; COUNT],
    /// How much more than usual error weighs against bits.
    pub(crate) fidelity: f32,
    /// How hard to think.
    pub(crate) care: Care,
}

/// A frame that has been decided on.
#[derive(Debug)]
pub(crate) struct Frame {
    headers: Vec<Header>,
    tokens: Tokens,
    /// Bits of modes, about.
    mode_bits: f64,
}

/// About how many bytes a frame has.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Size {
    /// Of its macroblocks.
    pub(crate) of_macroblocks: f64,
    /// Of what there is once in a frame.
    pub(crate) of_header: f64,
}

/// The state of a pass over a picture.
struct Pass<'a> {
    picture: &'a Picture,
    segments: &'a Segments,
    plan: &'a Plan,
    quantizers: [Quantizers; COUNT],
    costs: Costs,
    borders: Borders,
    modes: ModeContexts,
    above: Vec<Filled>,
    left: Filled,
    frame: Frame,
}

/// Decides on all macroblocks of a picture, beginning with costs by `probs`.
///
/// # Errors
/// What `on_row`, which is called before each row, fails with.
pub(crate) fn code<E>(
    picture: &Picture,
    segments: &Segments,
    plan: &Plan,
    on_row: &mut dyn FnMut() -> Result<(), E>,
) -> Result<Frame, E> {
    let mut probs = DEFAULTS;
    for _ in 1..plan.care.passes {
        probs = Pass::new(picture, segments, plan, &probs).run(false, on_row)?.tokens.best_probs();
    }
    Pass::new(picture, segments, plan, &probs).run(plan.care.passes < 2, on_row)
}

impl<'a> Pass<'a> {
    fn new(picture: &'a Picture, segments: &'a Segments, plan: &'a Plan, probs: &TokenProbs) -> Self {
        Pass {
            picture,
            segments,
            plan,
            quantizers: plan.indices.map(|index| Quantizers::new(index, plan.fidelity)),
            costs: Costs::new(probs),
            borders: Borders::new(picture.columns),
            modes: ModeContexts::new(picture.columns),
            above: vec![Filled::default(); picture.columns],
            left: Filled::default(),
            frame: Frame { headers: Vec::new(), tokens: Tokens::default(), mode_bits: 0.0 },
        }
    }

    /// Goes over the picture; where it `learns`, costs follow what has been coded.
    fn run<E>(mut self, learns: bool, on_row: &mut dyn FnMut() -> Result<(), E>) -> Result<Frame, E> {
        let total = self.picture.rows * self.picture.columns;
        let mut refresh = (total / 64).clamp(16, 1024);
        for row in 0..self.picture.rows {
            on_row()?;
            self.borders.begin_row(row);
            self.modes.begin_row();
            self.left = Filled::default();
            for column in 0..self.picture.columns {
                self.macroblock(row, column);
                if learns && self.frame.headers.len() == refresh {
                    self.costs.refresh(&self.frame.tokens.best_probs());
                    refresh += refresh.min(total / 8).max(16);
                }
            }
        }
        Ok(self.frame)
    }

    fn macroblock(&mut self, row: usize, column: usize) {
        let source = Source::of(self.picture, row, column);
        let segment = self.segments.of[row * self.picture.columns + column];
        let modes = self.modes.around(column);
        let decision = Decision {
            source: &source,
            around: self.borders.around_luma(row, column),
            around_chroma: self.borders.around_chroma(row, column),
            filled: (self.above[column], self.left),
            modes,
            costs: &self.costs,
            quantizers: &self.quantizers[usize::from(segment) % COUNT],
            care: self.plan.care,
            may_split: self.may_split(),
        };
        let coded = decision.decide(self.borders.canvas(row, column));
        self.take(column, segment, &coded);
    }

    /// Whether there is room for subblock modes: the part of the frame that holds them is limited.
    fn may_split(&self) -> bool {
        let (done, total) = (self.frame.headers.len() as f64, (self.picture.rows * self.picture.columns) as f64);
        let room = MODES_MAX - total * WHOLE_BITS;
        self.frame.mode_bits - done * WHOLE_BITS + 128.0 < room * ((done + 1.0) / total).max(0.05)
    }

    fn take(&mut self, column: usize, segment: u8, coded: &Coded) {
        let header = Header { segment, is_empty: coded.is_empty(), luma: coded.luma, chroma: coded.chroma };
        self.frame.mode_bits += match &coded.luma {
            Luma::Whole(_) => WHOLE_BITS,
            Luma::Sub(modes) => WHOLE_BITS + self.sub_mode_bits(column, modes),
        };
        let above = &mut self.above[column];
        if header.is_empty {
            let keeps = matches!(coded.luma, Luma::Sub(_));
            *above = Filled { second: above.second && keeps, ..Filled::default() };
            self.left = Filled { second: self.left.second && keeps, ..Filled::default() };
        } else {
            push_tokens(&mut self.frame.tokens, coded, above, &mut self.left);
        }
        self.modes.take(column, &coded.luma);
        self.borders.take(column, &coded.y_samples, &coded.uv_samples);
        self.frame.headers.push(header);
    }

    fn sub_mode_bits(&self, column: usize, modes: &[u8; 16]) -> f64 {
        let (mut above, mut left) = self.modes.around(column);
        let mut bits = 0.0;
        for (at, &mode) in modes.iter().enumerate() {
            bits += f64::from(self.costs.sub_modes(above[at % 4], left[at / 4])[usize::from(mode)]) / 256.0;
            (above[at % 4], left[at / 4]) = (mode, mode);
        }
        bits
    }
}

/// Adds a macroblock's coefficients (section 13).
fn push_tokens(tokens: &mut Tokens, coded: &Coded, above: &mut Filled, left: &mut Filled) {
    let luma = if matches!(coded.luma, Luma::Whole(_)) {
        let context = usize::from(above.second) + usize::from(left.second);
        let is_filled = tokens.push_block(kind::SECOND, context, &coded.second);
        (above.second, left.second) = (is_filled, is_filled);
        kind::LUMA_REST
    } else {
        kind::LUMA
    };
    for (at, levels) in coded.y.iter().enumerate() {
        let (above, left) = (&mut above.y[at % 4], &mut left.y[at / 4]);
        let is_filled = tokens.push_block(luma, usize::from(*above) + usize::from(*left), levels);
        (*above, *left) = (is_filled, is_filled);
    }
    for (at, levels) in coded.uv.iter().enumerate() {
        let (plane, at) = (at / 4, at % 4);
        let (above, left) = (&mut above.chroma[plane][at % 2], &mut left.chroma[plane][at / 2]);
        let is_filled = tokens.push_block(kind::CHROMA, usize::from(*above) + usize::from(*left), levels);
        (*above, *left) = (is_filled, is_filled);
    }
}

impl Frame {
    /// The frame's bytes.
    pub(crate) fn write(&self, picture: &Picture, segments: &Segments, plan: &Plan) -> Vec<u8> {
        let probs = self.tokens.best_probs();
        let modes = self.write_modes(picture, segments, plan, &probs);
        let mut encoder = BoolEncoder::default();
        self.tokens.write(&probs, &mut encoder);
        let tokens = encoder.finish();
        let mut bytes = frame_tag(picture, modes.len());
        bytes.extend_from_slice(&modes);
        bytes.extend_from_slice(&tokens);
        bytes
    }

    /// About how many bytes `write` gives.
    pub(crate) fn size(&self) -> Size {
        let probs = self.tokens.best_probs();
        let mut header = BoolEncoder::default();
        write_probs(&probs, &mut header);
        let of_macroblocks = (self.tokens.bits(&probs) + self.mode_bits) / 8.0;
        Size { of_macroblocks, of_header: (header.finish().len() + FIXED_BYTES) as f64 }
    }

    /// The frame's header and the macroblocks' modes (sections 9.2 to 9.11, 19.2 and 19.3).
    fn write_modes(&self, picture: &Picture, segments: &Segments, plan: &Plan, probs: &TokenProbs) -> Vec<u8> {
        let mut encoder = BoolEncoder::default();
        encoder.literal(0, 2);
        let tree = segments.probs();
        let is_divided = plan.indices.iter().any(|&index| index != plan.indices[0]);
        encoder.flag(is_divided);
        if is_divided {
            write_segments(plan, tree, &mut encoder);
        }
        encoder.flag(false);
        encoder.literal(u32::from(plan.strengths[0]), 6);
        encoder.literal(0, 3);
        encoder.flag(false);
        encoder.literal(0, 2);
        encoder.literal(u32::from(plan.indices[0]), 7);
        for delta in [0, 0, 0, CHROMA_DC_DELTA, CHROMA_AC_DELTA] {
            encoder.optional_signed(delta, 4);
        }
        encoder.flag(false);
        write_probs(probs, &mut encoder);
        let empty = self.headers.iter().filter(|header| header.is_empty).count();
        let skip_prob = likely((self.headers.len() - empty) as u64, empty as u64);
        encoder.flag(true);
        encoder.literal(u32::from(skip_prob), 8);
        let mut contexts = ModeContexts::new(picture.columns);
        for (at, header) in self.headers.iter().enumerate() {
            let column = at % picture.columns;
            if column == 0 {
                contexts.begin_row();
            }
            if is_divided {
                write_segment(header.segment, tree, &mut encoder);
            }
            encoder.put(header.is_empty, skip_prob);
            let (above, left) = contexts.around(column);
            write_modes(header, above, left, &mut encoder);
            contexts.take(column, &header.luma);
        }
        encoder.finish()
    }
}

/// Writes the segments' quantisers, filters and the probabilities of their tree (section 9.3).
fn write_segments(plan: &Plan, tree: [u8; 3], encoder: &mut BoolEncoder) {
    encoder.literal(0b111, 3);
    for index in plan.indices {
        encoder.optional_signed(i32::from(index), 7);
    }
    for strength in plan.strengths {
        encoder.optional_signed(i32::from(strength), 6);
    }
    for prob in tree {
        encoder.flag(prob != 255);
        if prob != 255 {
            encoder.literal(u32::from(prob), 8);
        }
    }
}

fn write_segment(segment: u8, tree: [u8; 3], encoder: &mut BoolEncoder) {
    encoder.put(segment > 1, tree[0]);
    encoder.put(segment % 2 == 1, tree[1 + usize::from(segment > 1)]);
}

/// The bytes before the first partition (section 9.1).
fn frame_tag(picture: &Picture, modes_bytes: usize) -> Vec<u8> {
    let tag = (1u32 << 4) | (modes_bytes as u32) << 5;
    let mut bytes = tag.to_le_bytes()[..3].to_vec();
    bytes.extend_from_slice(&[0x9d, 0x01, 0x2a]);
    bytes.extend_from_slice(&picture.width.to_le_bytes());
    bytes.extend_from_slice(&picture.height.to_le_bytes());
    bytes
}
