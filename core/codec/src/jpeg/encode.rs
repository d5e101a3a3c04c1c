//! The JPEG encoder: quantised coefficients to a baseline or progressive file, with the best Huffman tables for each
//! scan.

use super::huffman::Encoder;
use super::levels::Quantized;
use super::markers::{self, DHT, DQT, EOI, SOI, SOS};
use super::tokens::{self, Counts, Scan};
use transvase_base::context::Context;
use transvase_base::error::Result;

/// The scans of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Layout {
    /// Whether coefficients come in several scans.
    pub(crate) progressive: bool,
    /// In their order.
    pub(crate) scans: Vec<Scan>,
}

impl Layout {
    /// All coefficients block by block: in one scan where the blocks may share one.
    pub(crate) fn sequential(picture: &Quantized) -> Self {
        let scans = shared(picture).map(|planes| Scan { planes, first: 0, last: 63, high: 0, low: 0 });
        Layout { progressive: false, scans: scans.collect() }
    }

    /// The DC values, the start of every progressive layout.
    fn dc(picture: &Quantized) -> Self {
        let scans = shared(picture).map(|planes| Scan { planes, first: 0, last: 0, high: 0, low: 0 });
        Layout { progressive: true, scans: scans.collect() }
    }

    /// The smallest layout for `sample`, found by trying: how many low bits come in scans of their
    /// own, and where the band is split. `scale` is what a bit of the sample stands for.
    pub(crate) fn best(sample: &Quantized, scale: f64, context: &Context) -> Result<Self> {
        let mut layout = Layout::dc(sample);
        for plane in 0..sample.planes.len() {
            layout.scans.extend(best_bands(sample, plane, scale, context)?);
        }
        let sequential = Layout::sequential(sample);
        let smaller = sequential.measure(sample, scale, context)? < layout.measure(sample, scale, context)?;
        Ok(if smaller { sequential } else { layout })
    }

    /// About how many bytes the scans take, tables included.
    pub(crate) fn measure(&self, picture: &Quantized, scale: f64, context: &Context) -> Result<u64> {
        let mut bytes = 0;
        for scan in &self.scans {
            bytes += measure(picture, scan, self.progressive, scale, context)?;
        }
        Ok(bytes)
    }
}

/// Components by scan, where all of their blocks or DC values are coded.
fn shared(picture: &Quantized) -> impl Iterator<Item = Vec<usize>> {
    let all: Vec<usize> = (0..picture.planes.len()).collect();
    let groups = if picture.interleaves() { vec![all] } else { all.into_iter().map(|plane| vec![plane]).collect() };
    groups.into_iter()
}

/// Bytes of a scan whose data count `scale` times.
fn measure(picture: &Quantized, scan: &Scan, progressive: bool, scale: f64, context: &Context) -> Result<u64> {
    let counts = Counts::of(picture, scan, progressive, context)?;
    let encoders = counts.encoders();
    let tables: usize = encoders.iter().flatten().map(Encoder::table_bytes).sum();
    let header = 4 + 4 + 2 * scan.planes.len() + 6;
    Ok((tables + header) as u64 + (counts.cost_bits(&encoders) as f64 / 8.0 * scale) as u64)
}

/// Where a band may be split: after this coefficient.
const SPLITS: [u8; 4] = [2, 5, 8, 14];

/// The smallest way to code the AC coefficients of a component.
fn best_bands(sample: &Quantized, plane: usize, scale: f64, context: &Context) -> Result<Vec<Scan>> {
    let scan = |first, last, high, low| Scan { planes: vec![plane], first, last, high, low };
    let cost = |scan: &Scan| measure(sample, scan, true, scale, context);
    let mut best = (cost(&scan(1, 63, 0, 0))?, 0);
    let mut refining = 0;
    for low in 1..=2 {
        refining += cost(&scan(1, 63, low, low - 1))?;
        let total = refining + cost(&scan(1, 63, 0, low))?;
        if total >= best.0 {
            break;
        }
        best = (total, low);
    }
    let low = best.1;
    let whole = cost(&scan(1, 63, 0, low))?;
    let mut bands = (whole, vec![scan(1, 63, 0, low)]);
    for split in SPLITS {
        let pair = vec![scan(1, split, 0, low), scan(split + 1, 63, 0, low)];
        let total = cost(&pair[0])? + cost(&pair[1])?;
        if total < bands.0 {
            bands = (total, pair);
        }
    }
    let refinements = (0..low).rev().map(|bit| scan(1, 63, bit + 1, bit));
    Ok(bands.1.into_iter().chain(refinements).collect())
}

/// Writes the file; `head` holds the segments between the start and the tables.
pub fn encode(picture: &Quantized, layout: &Layout, head: &[u8], context: &Context) -> Result<Vec<u8>> {
    let mut out = vec![0xFF, SOI];
    out.extend_from_slice(head);
    let numbers = write_quantizers(picture, &mut out);
    write_frame(picture, layout, &numbers, &mut out);
    for scan in &layout.scans {
        let encoders = Counts::of(picture, scan, layout.progressive, context)?.encoders();
        write_huffman(&encoders, &mut out);
        write_scan_header(picture, scan, &mut out);
        tokens::write(picture, scan, layout.progressive, &encoders, &mut out, context)?;
        context.checkpoint()?;
    }
    out.extend([0xFF, EOI]);
    Ok(out)
}

/// Appends a segment.
pub fn write_segment(marker: u8, payload: &[u8], out: &mut Vec<u8>) {
    debug_assert!(payload.len() <= 65_533);
    out.extend([0xFF, marker]);
    out.extend((payload.len() as u16 + 2).to_be_bytes());
    out.extend_from_slice(payload);
}

/// Writes each different table once; returns the number of each component's.
fn write_quantizers(picture: &Quantized, out: &mut Vec<u8>) -> Vec<u8> {
    let mut tables: Vec<&[u16; 64]> = Vec::new();
    let mut numbers = Vec::new();
    for plane in &picture.planes {
        let known = tables.iter().position(|table| **table == plane.table);
        numbers.push(known.unwrap_or(tables.len()) as u8);
        if known.is_none() {
            tables.push(&plane.table);
        }
    }
    let mut payload = Vec::new();
    for (number, table) in (0u8..).zip(tables) {
        if table.iter().all(|step| *step <= 255) {
            payload.push(number);
            payload.extend(table.iter().map(|step| *step as u8));
        } else {
            payload.push(0x10 | number);
            payload.extend(table.iter().flat_map(|step| step.to_be_bytes()));
        }
    }
    write_segment(DQT, &payload, out);
    numbers
}

fn write_frame(picture: &Quantized, layout: &Layout, quantizers: &[u8], out: &mut Vec<u8>) {
    let wide_table = picture.planes.iter().any(|plane| plane.table.iter().any(|step| *step > 255));
    let marker = match (layout.progressive, wide_table) {
        (true, _) => markers::SOF_PROGRESSIVE,
        (false, true) => markers::SOF_EXTENDED,
        (false, false) => markers::SOF_BASELINE,
    };
    let mut payload = vec![8];
    payload.extend(picture.height_px.to_be_bytes());
    payload.extend(picture.width_px.to_be_bytes());
    payload.push(picture.planes.len() as u8);
    for (plane, quantizer) in picture.planes.iter().zip(quantizers) {
        payload.extend([plane.id, plane.across << 4 | plane.down, *quantizer]);
    }
    write_segment(marker, &payload, out);
}

fn write_huffman(encoders: &[Option<Encoder>; 4], out: &mut Vec<u8>) {
    let mut payload = Vec::new();
    for (table, encoder) in (0u8..).zip(encoders) {
        let Some(encoder) = encoder else { continue };
        payload.push(((table / 2) << 4) | (table % 2));
        payload.extend(encoder.counts);
        payload.extend(&encoder.symbols);
    }
    write_segment(DHT, &payload, out);
}

fn write_scan_header(picture: &Quantized, scan: &Scan, out: &mut Vec<u8>) {
    let mut payload = vec![scan.planes.len() as u8];
    for plane in &scan.planes {
        let table = u8::from(picture.color.is_chroma(*plane));
        let (dc, ac) = (if scan.first == 0 { table } else { 0 }, if scan.last > 0 { table } else { 0 });
        payload.extend([picture.planes[*plane].id, dc << 4 | ac]);
    }
    payload.extend([scan.first, scan.last, scan.high << 4 | scan.low]);
    write_segment(SOS, &payload, out);
}
