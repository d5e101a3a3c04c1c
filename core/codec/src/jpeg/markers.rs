//! The marker segments of a JPEG (T.81, annex B): tables, frame and scan headers, application data.

use super::huffman::Decoder;
use super::picture::{Color, blocks_along};
use super::tables::{TYPICAL_AC, TYPICAL_DC};
use transvase_base::error::{Error, ErrorCode, Result};

/// Start of image.
pub const SOI: u8 = 0xD8;
/// End of image.
pub const EOI: u8 = 0xD9;
/// Start of scan.
pub const SOS: u8 = 0xDA;
pub(crate) const DQT: u8 = 0xDB;
pub(crate) const DNL: u8 = 0xDC;
pub(crate) const DRI: u8 = 0xDD;
pub(crate) const DHT: u8 = 0xC4;
pub(crate) const DAC: u8 = 0xCC;
/// Comment.
pub const COM: u8 = 0xFE;
/// Application segment 0: JFIF.
pub const APP0: u8 = 0xE0;
/// Application segment 1: Exif and XMP.
pub const APP1: u8 = 0xE1;
/// Application segment 2: colour profiles.
pub const APP2: u8 = 0xE2;
pub(crate) const APP12: u8 = 0xEC;
/// Application segment 13: the resources of Photoshop.
pub const APP13: u8 = 0xED;
/// Application segment 14: how Adobe says its colours are coded.
pub const APP14: u8 = 0xEE;
/// The last application segment.
pub const APP15: u8 = 0xEF;
/// Baseline, extended sequential and progressive frames, all Huffman-coded.
pub(crate) const SOF_BASELINE: u8 = 0xC0;
pub(crate) const SOF_EXTENDED: u8 = 0xC1;
pub(crate) const SOF_PROGRESSIVE: u8 = 0xC2;
/// Sequential and progressive frames, coded arithmetically.
const SOF_ARITHMETIC: u8 = 0xC9;
const SOF_PROGRESSIVE_ARITHMETIC: u8 = 0xCA;
/// Restart markers, which count from 0 to 7 and start over.
pub const RST0: u8 = 0xD0;
/// The last restart marker.
pub const RST7: u8 = 0xD7;

/// An application segment or a comment.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Segment<'a> {
    /// `APP0` to `APP15`, or `COM`.
    pub marker: u8,
    /// What follows the length.
    pub payload: &'a [u8],
    /// Where that is in the file.
    pub at: usize,
}

/// The next marker at or after `at` and where it ends; whatever lies before it is skipped, as are
/// fill bytes. `None` where there is none.
pub fn next_marker(data: &[u8], at: usize) -> Option<(u8, usize)> {
    let rest = data.get(at..)?;
    let found = rest.windows(2).position(|pair| pair[0] == 0xFF && !matches!(pair[1], 0 | 0xFF))?;
    Some((rest[found + 1], at + found + 2))
}

/// The payload of the segment whose length is at `at`, and where it ends.
pub fn payload(data: &[u8], at: usize, marker: u8) -> Result<(&[u8], usize)> {
    let cut = || Error::truncated(format!("the segment FF{marker:02X} at byte {at}"));
    let length = data.get(at..at + 2).ok_or_else(cut)?;
    let length = usize::from(u16::from_be_bytes([length[0], length[1]])).max(2);
    let payload = data.get(at + 2..at + length).ok_or_else(cut)?;
    Ok((payload, at + length))
}

/// Whether a marker stands alone, without a length.
pub fn is_alone(marker: u8) -> bool {
    matches!(marker, 0x01 | RST0..=SOI)
}

/// Whether the marker starts a frame (of any process).
pub(crate) fn is_frame(marker: u8) -> bool {
    matches!(marker, 0xC0..=0xCF) && !matches!(marker, DHT | 0xC8 | DAC)
}

/// Why a frame of this kind has no coefficients to work on; `None` where it has.
pub(crate) fn unsupported(marker: u8, precision: u8) -> Option<Error> {
    let what = match (marker, precision) {
        (SOF_BASELINE..=SOF_PROGRESSIVE | SOF_ARITHMETIC..=SOF_PROGRESSIVE_ARITHMETIC, 8) => return None,
        (SOF_EXTENDED..=SOF_PROGRESSIVE | SOF_ARITHMETIC..=SOF_PROGRESSIVE_ARITHMETIC, 12) => return None,
        (SOF_BASELINE..=SOF_PROGRESSIVE | SOF_ARITHMETIC..=SOF_PROGRESSIVE_ARITHMETIC, _) => {
            return Some(Error::malformed(format!(
                "the JPEG has {precision} bits per sample; only 8 and 12 are allowed"
            )));
        }
        (0xC3 | 0xCB, _) => "lossless JPEGs",
        _ => "hierarchical JPEGs",
    };
    Some(Error::new(ErrorCode::UnsupportedRoute, format!("{what} are not supported")))
}

/// One component of a frame header.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FrameComponent {
    pub(crate) id: u8,
    pub(crate) across: u8,
    pub(crate) down: u8,
    pub(crate) quantizer: u8,
}

/// A frame header (T.81, B.2.2).
#[derive(Debug, Clone)]
pub(crate) struct Frame {
    pub(crate) progressive: bool,
    /// Whether coefficients are coded arithmetically rather than by Huffman codes.
    pub(crate) arithmetic: bool,
    /// Whether samples have 12 bits rather than 8.
    pub(crate) is_deep: bool,
    pub(crate) width_px: u16,
    pub(crate) height_px: u16,
    pub(crate) components: Vec<FrameComponent>,
}

impl Frame {
    /// Reads the header; a height of 0 is left for the caller to find.
    pub(crate) fn parse(marker: u8, payload: &[u8]) -> Result<Self> {
        let [precision, h1, h0, w1, w0, count, specs @ ..] = payload else {
            return Err(Error::truncated("the frame header"));
        };
        if let Some(error) = unsupported(marker, *precision) {
            return Err(error);
        }
        let count = usize::from(*count);
        if !(1..=4).contains(&count) {
            return Err(Error::malformed(format!("the frame has {count} components, JPEG files have 1 to 4")));
        }
        let specs = specs.get(..count * 3).ok_or_else(|| Error::truncated("the frame header"))?;
        let components = specs.chunks_exact(3).map(component).collect::<Result<Vec<_>>>()?;
        let (width_px, height_px) = (u16::from_be_bytes([*w1, *w0]), u16::from_be_bytes([*h1, *h0]));
        if width_px == 0 {
            return Err(Error::malformed("the frame is 0 pixels wide"));
        }
        let progressive = matches!(marker, SOF_PROGRESSIVE | SOF_PROGRESSIVE_ARITHMETIC);
        let arithmetic = marker >= SOF_ARITHMETIC;
        let is_deep = *precision == 12;
        Ok(Frame { progressive, arithmetic, is_deep, width_px, height_px, components })
    }
}

impl Frame {
    /// The largest sampling factors, across and down.
    pub(crate) fn most(&self) -> (u8, u8) {
        let across = self.components.iter().map(|component| component.across).max().unwrap_or(1);
        let down = self.components.iter().map(|component| component.down).max().unwrap_or(1);
        (across, down)
    }

    /// Blocks of a component, across and down.
    pub(crate) fn blocks(&self, component: usize) -> (usize, usize) {
        let (most, component) = (self.most(), &self.components[component]);
        let across = blocks_along(self.width_px, component.across, most.0);
        (across, blocks_along(self.height_px, component.down, most.1))
    }

    /// Minimum coded units where components share a scan, across and down (T.81, A.2).
    pub(crate) fn units(&self) -> (usize, usize) {
        let units = |pixels: u16, factor: u8| usize::from(pixels).div_ceil(8 * usize::from(factor));
        (units(self.width_px, self.most().0), units(self.height_px, self.most().1))
    }
}

fn component(spec: &[u8]) -> Result<FrameComponent> {
    let (across, down) = (spec[1] >> 4, spec[1] & 15);
    if !(1..=4).contains(&across) || !(1..=4).contains(&down) || spec[2] > 3 {
        return Err(Error::malformed("the frame header has sampling factors or table numbers out of range"));
    }
    Ok(FrameComponent { id: spec[0], across, down, quantizer: spec[2] })
}

/// Where the picture whose entropy-coded data go on at `at` ends: behind its last marker, where no other scan or segment
/// comes before that.
pub(crate) fn end_of_picture(data: &[u8], mut at: usize) -> Option<usize> {
    loop {
        let (marker, after) = next_marker(data, at)?;
        match marker {
            RST0..=RST7 | ..0xC0 => at = after,
            EOI => return Some(after),
            _ => return None,
        }
    }
}

/// Height from the DNL segment that follows the first scan of a frame of height 0 (T.81, B.2.5).
pub(crate) fn number_of_lines(data: &[u8]) -> Option<u16> {
    let found = data.windows(6).find(|window| window[..4] == [0xFF, DNL, 0, 4])?;
    Some(u16::from_be_bytes([found[4], found[5]])).filter(|lines| *lines > 0)
}

/// One component of a scan header: its index in the frame and its tables.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ScanComponent {
    pub(crate) plane: usize,
    pub(crate) dc: u8,
    pub(crate) ac: u8,
}

/// A scan header (T.81, B.2.3).
#[derive(Debug, Clone)]
pub(crate) struct Scan {
    pub(crate) components: Vec<ScanComponent>,
    /// First and last coefficient.
    pub(crate) first: u8,
    pub(crate) last: u8,
    /// Bit position of the previous scan of these coefficients; 0 where this is the first.
    pub(crate) high: u8,
    /// Bit position of this scan.
    pub(crate) low: u8,
}

impl Scan {
    /// Reads the header and holds it against the frame.
    pub(crate) fn parse(payload: &[u8], frame: &Frame) -> Result<Self> {
        let cut = || Error::truncated("a scan header");
        let count = usize::from(*payload.first().ok_or_else(cut)?);
        let specs = payload.get(1..1 + count * 2).ok_or_else(cut)?;
        let tail = payload.get(1 + count * 2..4 + count * 2).ok_or_else(cut)?;
        let mut components: Vec<ScanComponent> = Vec::new();
        for spec in specs.chunks_exact(2) {
            let plane = frame.components.iter().position(|component| component.id == spec[0]);
            let plane = plane.filter(|plane| components.iter().all(|known| known.plane != *plane));
            // Some writers number the components of scans from 0 or leave them all equal.
            let plane = plane.or(Some(components.len())).filter(|plane| *plane < frame.components.len());
            let plane = plane.ok_or_else(|| Error::malformed("a scan names a component the frame does not have"))?;
            components.push(ScanComponent { plane, dc: spec[1] >> 4 & 3, ac: spec[1] & 3 });
        }
        let (first, last, high, low) =
            if frame.progressive { (tail[0], tail[1], tail[2] >> 4, tail[2] & 15) } else { (0, 63, 0, 0) };
        let scan = Scan { components, first, last, high, low };
        if scan.is_sound() { Ok(scan) } else { Err(Error::malformed("a scan header is out of range")) }
    }

    fn is_sound(&self) -> bool {
        let count = self.components.len();
        let alone_or_dc = self.first == 0 || count == 1;
        (1..=4).contains(&count) && self.first <= self.last && self.last <= 63 && self.low <= 13 && alone_or_dc
    }
}

/// Conditioning of the statistics of arithmetic coding, by number of table (T.81, B.2.4.3 and F.1.4.4).
#[derive(Debug, Clone)]
pub(crate) struct Conditioning {
    /// Bounds of what a small DC difference is, as powers of two.
    small: [(u8, u8); 4],
    /// The last coefficient of low frequency.
    pub(crate) last_low: [u8; 4],
}

impl Default for Conditioning {
    fn default() -> Self {
        Conditioning { small: [(0, 1); 4], last_low: [5; 4] }
    }
}

impl Conditioning {
    /// Takes over a DAC segment.
    fn define(&mut self, payload: &[u8]) -> Result<()> {
        for pair in payload.chunks_exact(2) {
            let (class, table, value) = (pair[0] >> 4, usize::from(pair[0] & 15), pair[1]);
            let out_of_range = || Error::malformed("the conditioning of arithmetic coding is out of range");
            match class {
                0 => *self.small.get_mut(table).ok_or_else(out_of_range)? = (value & 15, value >> 4),
                _ => *self.last_low.get_mut(table).ok_or_else(out_of_range)? = value,
            }
        }
        Ok(())
    }

    /// The first decision of a DC difference after one whose magnitude less one has this highest bit
    /// (T.81, F.1.4.4.1.2).
    pub(crate) fn context(&self, table: usize, highest: u32, negative: bool) -> usize {
        let (lower, upper) = self.small[table];
        let sign = 4 * usize::from(negative);
        if highest < 1 << lower >> 1 {
            0
        } else if highest > 1 << upper >> 1 {
            12 + sign
        } else {
            4 + sign
        }
    }
}

/// The tables in force; each scan uses what was defined last.
#[derive(Debug)]
pub(crate) struct Tables {
    pub(crate) quantizers: [Option<[u16; 64]>; 4],
    dc: [Option<Decoder>; 4],
    ac: [Option<Decoder>; 4],
    /// How arithmetic decoding adapts.
    pub(crate) conditioning: Conditioning,
    /// Minimum coded units between restart markers; 0 means none.
    pub(crate) restart_interval: usize,
}

impl Default for Tables {
    fn default() -> Self {
        let typical = |specs: &[super::tables::HuffmanSpec; 2]| {
            [Some(Decoder::typical(&specs[0])), Some(Decoder::typical(&specs[1])), None, None]
        };
        // Motion JPEG frames come without Huffman tables and mean the typical ones.
        Tables {
            quantizers: [None; 4],
            dc: typical(&TYPICAL_DC),
            ac: typical(&TYPICAL_AC),
            conditioning: Conditioning::default(),
            restart_interval: 0,
        }
    }
}

impl Tables {
    /// Takes over the tables of a DQT, DHT, DAC or DRI segment.
    pub(crate) fn define(&mut self, marker: u8, payload: &[u8]) -> Result<()> {
        match marker {
            DQT => self.define_quantizers(payload),
            DHT => self.define_huffman(payload),
            DAC => self.conditioning.define(payload),
            _ => {
                let bytes = payload.first_chunk::<2>().ok_or_else(|| Error::truncated("the restart interval"))?;
                self.restart_interval = usize::from(u16::from_be_bytes(*bytes));
                Ok(())
            }
        }
    }

    fn define_quantizers(&mut self, mut payload: &[u8]) -> Result<()> {
        while let [head, rest @ ..] = payload {
            let width = if head >> 4 == 0 { 1 } else { 2 };
            // A short last table is what some old cameras write: what is missing counts as 1.
            let (values, after) = rest.split_at(rest.len().min(64 * width));
            let mut table = [1; 64];
            for (entry, bytes) in table.iter_mut().zip(values.chunks_exact(width)) {
                *entry = bytes.iter().fold(0, |value, byte| value << 8 | u16::from(*byte)).max(1);
            }
            let place = self.quantizers.get_mut(usize::from(head & 15));
            *place.ok_or_else(|| Error::malformed("a quantisation table has a number above 3"))? = Some(table);
            payload = after;
        }
        Ok(())
    }

    fn define_huffman(&mut self, mut payload: &[u8]) -> Result<()> {
        while let [head, rest @ ..] = payload {
            let (counts, rest) = rest.split_first_chunk::<16>().ok_or_else(|| Error::truncated("a Huffman table"))?;
            let total: usize = counts.iter().map(|count| usize::from(*count)).sum();
            let symbols = rest.get(..total).ok_or_else(|| Error::truncated("a Huffman table"))?;
            // A table that is none is an error only for a scan that uses it.
            let decoder = Decoder::new(counts, symbols).ok();
            let class = if head >> 4 == 0 { &mut self.dc } else { &mut self.ac };
            let place = class.get_mut(usize::from(head & 15));
            *place.ok_or_else(|| Error::malformed("a Huffman table has a number above 3"))? = decoder;
            payload = &rest[total..];
        }
        Ok(())
    }

    /// The DC table of this number.
    pub(crate) fn dc(&self, number: u8) -> Result<&Decoder> {
        self.dc[usize::from(number & 3)].as_ref().ok_or_else(|| Error::malformed("a scan uses a missing DC table"))
    }

    /// The AC table of this number.
    pub(crate) fn ac(&self, number: u8) -> Result<&Decoder> {
        self.ac[usize::from(number & 3)].as_ref().ok_or_else(|| Error::malformed("a scan uses a missing AC table"))
    }
}

/// What the components mean, by the JFIF and Adobe segments or the identifiers, as decoders agree.
pub(crate) fn color(frame: &Frame, segments: &[Segment]) -> Color {
    let jfif = segments.iter().any(|s| s.marker == APP0 && s.payload.starts_with(b"JFIF\0"));
    let transform = adobe_transform(segments);
    let ids: Vec<u8> = frame.components.iter().map(|component| component.id).collect();
    match (ids.len(), transform) {
        (1, _) => Color::Gray,
        (3, Some(0)) if !jfif => Color::Direct,
        (3, None) if !jfif && ids == *b"RGB" => Color::Direct,
        (3, _) => Color::YCbCr,
        (4, Some(2)) => Color::Ycck,
        _ => Color::Direct,
    }
}

/// The colour transform an Adobe segment states; `None` where there is no such segment.
pub(crate) fn adobe_transform(segments: &[Segment]) -> Option<u8> {
    let adobe = |segment: &&Segment| segment.marker == APP14 && segment.payload.starts_with(b"Adobe");
    segments.iter().filter(adobe).find_map(|segment| segment.payload.get(11).copied())
}
