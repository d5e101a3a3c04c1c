//! Image sequences written: tracks of pictures beside the items, of which the first pictures are one with the first
//! samples (ISO/IEC 14496-12, 8.3 to 8.7; AV1 Image File Format, 3).

use super::write::{NewItem, boxed, described, number, short};

/// A track of a new file. Its number is its place, from 1 on.
#[derive(Debug)]
pub struct NewTrack {
    /// The item that is its first sample, by its place among the items.
    pub item: usize,
    /// Width and height in pixels.
    pub size: (u32, u32),
    /// Whether it is the opacity of the first track.
    pub is_opacity: bool,
    /// Boxes of the description of its samples, such as `av1C`.
    pub boxes: Vec<Vec<u8>>,
    /// Its samples in their order, the first of which is that of the item.
    pub samples: Vec<NewSample>,
}

/// A picture of a track.
#[derive(Debug)]
pub struct NewSample {
    /// Its bit stream.
    pub data: Vec<u8>,
    /// How long it is shown, in milliseconds.
    pub delay_ms: u32,
    /// Whether it stands for itself.
    pub is_key: bool,
}

/// Ticks in a second of every clock.
const TICKS: u32 = 1_000;

/// The duration of what has no end.
const ENDLESS: u32 = u32::MAX;

/// Aux type of opacity (MIAF, ISO/IEC 23000-22, 7.3.5.2).
pub const ALPHA: &[u8] = b"urn:mpeg:mpegB:cicp:systems:auxiliary:alpha\0";

/// A file of these brands, the major one first, with items and tracks that are played `plays` times; 0 is without end.
pub fn film(brands: &[[u8; 4]], items: &[NewItem], tracks: &[NewTrack], plays: u32) -> Vec<u8> {
    let major = brands.first().copied().unwrap_or_default();
    let head = boxed(b"ftyp", &[&major, &[0; 4], &brands.concat()]);
    // Both descriptions are as long whatever the offsets in them are.
    let before = head.len() + described(items, 0).len() + movie(tracks, &vec![[0; 2]; tracks.len()], plays).len() + 8;
    let mut data: Vec<&[u8]> = items.iter().map(|item| &item.data[..]).collect();
    let mut places = Vec::new();
    for track in tracks {
        let start = |pieces: &[&[u8]]| before + pieces.iter().map(|piece| piece.len()).sum::<usize>();
        places.push([start(&data[..track.item]), start(&data)]);
        data.extend(track.samples.iter().skip(1).map(|sample| &sample.data[..]));
    }
    [head, described(items, before), movie(tracks, &places, plays), boxed(b"mdat", &data)].concat()
}

/// The description of all tracks, whose first samples and all others lie at these offsets.
fn movie(tracks: &[NewTrack], places: &[[usize; 2]], plays: u32) -> Vec<u8> {
    let once = |track: &NewTrack| track.samples.iter().fold(0_u32, |sum, sample| sum.saturating_add(sample.delay_ms));
    let longest = tracks.iter().map(once).max().unwrap_or_default();
    let whole = if plays == 0 { ENDLESS } else { longest.saturating_mul(plays) };
    let rates = [&0x0001_0000_u32.to_be_bytes()[..], &[1, 0], &[0; 10]].concat();
    let next = number(tracks.len() + 1);
    let clock = [[0; 4], [0; 4], [0; 4], TICKS.to_be_bytes(), whole.to_be_bytes()].concat();
    let mut all = boxed(b"mvhd", &[&clock, &rates, &MATRIX, &[0; 24], &next]);
    for (at, (track, places)) in tracks.iter().zip(places).enumerate() {
        all.extend(self::track(track, at + 1, *places, (once(track), whole), plays));
    }
    boxed(b"moov", &[&all])
}

/// The matrix that changes nothing (8.2.2.2).
const MATRIX: [u8; 36] = {
    let mut matrix = [0; 36];
    (matrix[1], matrix[17], matrix[32]) = (1, 1, 0x40);
    matrix
};

fn track(track: &NewTrack, id: usize, places: [usize; 2], (once, whole): (u32, u32), plays: u32) -> Vec<u8> {
    let size = [track.size.0 << 16, track.size.1 << 16].map(u32::to_be_bytes).concat();
    // Enabled, and part of the whole.
    let head = [&[0, 0, 0, 3][..], &[0; 8], &number(id), &[0; 4], &whole.to_be_bytes(), &[0; 16], &MATRIX, &size];
    let repeats = u8::from(plays != 1);
    let edit = [&[0, 0, 0, repeats][..], &number(1), &once.to_be_bytes(), &[0; 4], &[0, 1, 0, 0]].concat();
    let belongs = if track.is_opacity { boxed(b"tref", &[&boxed(b"auxl", &[&number(1)])]) } else { Vec::new() };
    let handler = if track.is_opacity { b"auxv" } else { b"pict" };
    // The language is undetermined.
    let clock = [&[0; 12][..], &TICKS.to_be_bytes(), &once.to_be_bytes(), &[0x55, 0xC4, 0, 0]].concat();
    let here = boxed(b"dref", &[&[0; 4], &number(1), &boxed(b"url ", &[&[0, 0, 0, 1]])]);
    let media = [
        boxed(b"mdhd", &[&clock]),
        boxed(b"hdlr", &[&[0; 8], handler, &[0; 13]]),
        boxed(
            b"minf",
            &[
                &boxed(b"vmhd", &[&[0, 0, 0, 1], &[0; 8]]),
                &boxed(b"dinf", &[&here]),
                &boxed(b"stbl", &[&table(track, places)]),
            ],
        ),
    ];
    let edits = boxed(b"edts", &[&boxed(b"elst", &[&edit])]);
    boxed(b"trak", &[&boxed(b"tkhd", &head), &edits, &belongs, &boxed(b"mdia", &[&media.concat()])])
}

/// What the samples are, how long each is shown, which stand for themselves, and where they lie: the first in a chunk of
/// its own.
fn table(track: &NewTrack, [first, rest]: [usize; 2]) -> Vec<u8> {
    let samples = &track.samples;
    let side = |pixels: u32| short(pixels as usize);
    let mut entry = [&[0; 6][..], &short(1), &[0; 16], &side(track.size.0), &side(track.size.1)].concat();
    // 72 dots an inch, one picture a sample, no name, colours of 24 bits (12.1.3).
    entry.extend([&[0, 0x48, 0, 0, 0, 0x48, 0, 0][..], &[0; 4], &short(1), &[0; 32], &[0, 0x18, 0xFF, 0xFF]].concat());
    // Pictures refer to any number of others (ISO/IEC 23008-12, 7.2.3).
    let constraints = boxed(b"ccst", &[&[0; 4], &[0x7C, 0, 0, 0]]);
    let entry = boxed(b"av01", &[&entry, &track.boxes.concat(), &constraints]);
    let times: Vec<u8> =
        samples.iter().flat_map(|sample| [1, sample.delay_ms].map(u32::to_be_bytes)).flatten().collect();
    let lengths: Vec<u8> = samples.iter().flat_map(|sample| number(sample.data.len())).collect();
    let keys: Vec<_> = (1..).zip(samples).filter(|(_, sample)| sample.is_key).map(|(at, _)| number(at)).collect();
    let mut chunks = vec![(1, 1, first)];
    chunks.extend((samples.len() > 1).then_some((2, samples.len() - 1, rest)));
    let runs: Vec<u8> = chunks.iter().flat_map(|(at, count, _)| [*at, *count, 1].map(number)).flatten().collect();
    let offsets: Vec<u8> = chunks.iter().flat_map(|(_, _, offset)| number(*offset)).collect();
    let counted = |kind, count: usize, rows: &[u8]| boxed(kind, &[&[0; 4], &number(count), rows]);
    [
        counted(b"stsd", 1, &entry),
        counted(b"stts", samples.len(), &times),
        counted(b"stss", keys.len(), &keys.concat()),
        counted(b"stsc", chunks.len(), &runs),
        boxed(b"stsz", &[&[0; 8], &number(samples.len()), &lengths]),
        counted(b"stco", chunks.len(), &offsets),
    ]
    .concat()
}
