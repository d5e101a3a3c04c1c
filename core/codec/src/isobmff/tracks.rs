//! Image sequences: tracks of pictures, which are animations (ISO/IEC 14496-12, 8.3 to 8.7).

use super::boxes::{boxes, find};
use super::fields::Fields;
use super::properties::{self, Property};
use transvase_base::context::{Context, Limit};
use transvase_base::error::{Error, Result};

/// A track.
#[derive(Debug, Default)]
pub(crate) struct Track {
    /// Its number.
    pub(crate) id: u32,
    /// The track that it is an auxiliary picture of, such as opacity.
    pub(crate) auxiliary_of: Option<u32>,
    /// Ticks of its clock in a second.
    pub(crate) ticks: u32,
    /// How often it is played; 0 means without end.
    pub(crate) plays: u32,
    /// Kind of its samples, such as `av01`.
    pub(crate) coding: [u8; 4],
    /// Width and height in pixels.
    pub(crate) size: (u32, u32),
    /// What its colours mean.
    pub(crate) colors: Vec<Property>,
    /// Its pictures in the order of decoding, which is that of showing in AVIF.
    pub(crate) samples: Vec<Sample>,
}

/// Where a picture lies, and how many ticks it is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Sample {
    /// Offset in the file.
    pub(crate) from: u64,
    /// Bytes.
    pub(crate) length: u32,
    /// Ticks.
    pub(crate) ticks: u32,
}

impl Sample {
    /// Its bytes, if the file has them.
    pub(crate) fn bytes<'a>(&self, file: &'a [u8]) -> Option<&'a [u8]> {
        let from = usize::try_from(self.from).ok()?;
        file.get(from..from.checked_add(self.length as usize)?)
    }
}

/// The tracks of a file; none where it has no animation. Their samples are charged as frames.
///
/// # Errors
/// `Truncated`, `Malformed`, a limit.
pub(crate) fn tracks(bytes: &[u8], context: &Context) -> Result<Vec<Track>> {
    let mut tracks = Vec::new();
    for boxed in boxes(find(bytes, b"moov").unwrap_or_default()).filter(|boxed| &boxed.kind == b"trak") {
        tracks.push(track(boxed.body, context)?);
    }
    Ok(tracks)
}

fn within<'a>(data: &'a [u8], kind: &[u8; 4]) -> Result<&'a [u8]> {
    find(data, kind).ok_or_else(|| {
        let name = String::from_utf8_lossy(kind).into_owned();
        Error::malformed(format!("a track has no box {name}"))
    })
}

fn track(body: &[u8], context: &Context) -> Result<Track> {
    let media = within(body, b"mdia")?;
    let table = within(within(media, b"minf")?, b"stbl")?;
    let mut track = Track { ticks: clock(Fields(within(media, b"mdhd")?))?, ..Track::default() };
    let duration = head(Fields(within(body, b"tkhd")?), &mut track)?;
    if let Some(references) = find(body, b"tref").and_then(|references| find(references, b"auxl")) {
        track.auxiliary_of = Some(Fields(references).u32()?);
    }
    track.plays = find(body, b"edts")
        .and_then(|edits| find(edits, b"elst"))
        .map_or(Ok(0), |edits| plays(Fields(edits), duration))?;
    entry(Fields(within(table, b"stsd")?), &mut track)?;
    track.samples = samples(table, context)?;
    Ok(track)
}

/// Ticks in a second (8.4.2).
fn clock(mut fields: Fields<'_>) -> Result<u32> {
    let (version, _) = fields.version()?;
    fields.bytes(if version == 0 { 8 } else { 16 })?;
    fields.u32()
}

/// Number and size (8.3.2); its duration is given back, if it has an end.
fn head(mut fields: Fields<'_>, track: &mut Track) -> Result<Option<u64>> {
    let (version, _) = fields.version()?;
    fields.bytes(if version == 0 { 8 } else { 16 })?;
    track.id = fields.u32()?;
    fields.u32()?;
    let duration = if version == 0 { fields.u32()?.into() } else { fields.u64()? };
    let endless = if version == 0 { u32::MAX.into() } else { u64::MAX };
    fields.bytes(52)?;
    track.size = (fields.u32()? >> 16, fields.u32()? >> 16);
    Ok((duration != endless).then_some(duration))
}

/// How often a list of edits is gone through (8.6.6): as often as fits into the duration of the track.
fn plays(mut fields: Fields<'_>, duration: Option<u64>) -> Result<u32> {
    let (version, flags) = fields.version()?;
    fields.u32()?;
    let once = if version == 0 { fields.u32()?.into() } else { fields.u64()? };
    Ok(match duration {
        _ if flags & 1 == 0 => 1,
        Some(duration) if once > 0 => u32::try_from(duration.div_ceil(once)).unwrap_or(0),
        _ => 0,
    })
}

/// Coding, and what colours mean (8.5.2, 12.1.3).
fn entry(mut fields: Fields<'_>, track: &mut Track) -> Result<()> {
    fields.version()?;
    fields.u32()?;
    let Some(first) = boxes(fields.0).next() else { return Ok(()) };
    track.coding = first.kind;
    let inner = first.body.get(78..).unwrap_or_default();
    for boxed in boxes(inner).filter(|boxed| &boxed.kind == b"colr") {
        track.colors.push(properties::color(Fields(boxed.body))?);
    }
    Ok(())
}

/// Where samples lie and how long they are shown (8.6.1.2, 8.7).
fn samples(table: &[u8], context: &Context) -> Result<Vec<Sample>> {
    let lengths = lengths(Fields(within(table, b"stsz")?), context)?;
    let chunks = chunks(table, context)?;
    let mut times = times(Fields(within(table, b"stts")?), context)?.into_iter();
    let mut runs = Fields(within(table, b"stsc")?);
    runs.version()?;
    let mut left = runs.u32()?;
    // The run that begins at a chunk, counted from 1, and how many samples its chunks have.
    let mut run = |left: &mut u32| -> Result<Option<(u32, u32)>> {
        if *left == 0 {
            return Ok(None);
        }
        *left -= 1;
        let run = (runs.u32()?, runs.u32()?);
        runs.u32()?;
        Ok(Some(run))
    };
    let (mut per_chunk, mut next) = (0, run(&mut left)?);
    let mut lengths = lengths.into_iter();
    let mut samples = Vec::new();
    for (number, mut from) in (1_u32..).zip(chunks) {
        while let Some((first, count)) = next.filter(|(first, _)| *first <= number) {
            let _ = first;
            per_chunk = count;
            next = run(&mut left)?;
        }
        for _ in 0..per_chunk {
            context.tick(1)?;
            let Some(length) = lengths.next() else { return Ok(samples) };
            samples.push(Sample { from, length, ticks: times.next().unwrap_or(0) });
            from = from.saturating_add(length.into());
        }
    }
    Ok(samples)
}

fn lengths(mut fields: Fields<'_>, context: &Context) -> Result<Vec<u32>> {
    fields.version()?;
    let (same, count) = (fields.u32()?, fields.u32()?);
    context.check(Limit::animation_frames, count.into())?;
    (0..count).map(|_| if same > 0 { Ok(same) } else { fields.u32() }).collect()
}

/// Offsets of chunks.
fn chunks(table: &[u8], context: &Context) -> Result<Vec<u64>> {
    let (body, wide) = match find(table, b"co64") {
        Some(body) => (body, true),
        None => (within(table, b"stco")?, false),
    };
    let mut fields = Fields(body);
    fields.version()?;
    let count = fields.u32()?;
    context.check(Limit::animation_frames, count.into())?;
    (0..count).map(|_| if wide { fields.u64() } else { fields.u32().map(u64::from) }).collect()
}

/// Ticks of each sample.
fn times(mut fields: Fields<'_>, context: &Context) -> Result<Vec<u32>> {
    fields.version()?;
    let mut times = Vec::new();
    for _ in 0..fields.u32()? {
        let (count, ticks) = (fields.u32()?, fields.u32()?);
        context.check(Limit::animation_frames, u64::from(count) + times.len() as u64)?;
        times.extend((0..count).map(|_| ticks));
    }
    Ok(times)
}
