//! What a JPEG carries besides its picture, and in which order it is given up.

use super::decode::Decoded;
use super::encode::write_segment;
use super::markers::{APP0, APP1, APP2, APP13, APP14, Segment};
use crate::context::Context;
use crate::model::raster::Raster;
use crate::parts::{exif, icc};
use crate::warning::{Warning, WarningCode};

/// Metadata by rising worth: the first of these goes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    /// Small pictures of the picture, and the pictures that follow it.
    Thumbnail,
    /// XMP.
    Xmp,
    /// Data only the camera's maker can read.
    MakerNotes,
    /// IPTC and Photoshop's resources.
    Iptc,
    /// Comments and application data nobody here knows.
    Other,
    /// Exif, but for the orientation.
    Exif,
    /// A colour profile that says what viewers assume anyway.
    DefaultProfile,
    /// Orientation, colour profile, and what the picture cannot be read without.
    Needed,
}

impl Rank {
    /// From the least worth to the most.
    pub(super) const ALL: [Rank; 8] = [
        Rank::Thumbnail,
        Rank::Xmp,
        Rank::MakerNotes,
        Rank::Iptc,
        Rank::Other,
        Rank::Exif,
        Rank::DefaultProfile,
        Rank::Needed,
    ];

    fn name(self) -> &'static str {
        match self {
            Rank::Thumbnail => "embedded thumbnails and further pictures",
            Rank::Xmp => "XMP",
            Rank::MakerNotes => "camera maker's notes",
            Rank::Iptc => "IPTC and Photoshop data",
            Rank::Other => "comments and application data",
            Rank::Exif => "Exif data other than the orientation",
            Rank::DefaultProfile => "an sRGB profile, which viewers assume without one",
            Rank::Needed => "the orientation or the colour profile",
        }
    }
}

const JFIF: &[u8] = b"JFIF\0";
const EXIF: &[u8] = b"Exif\0";
const ICC: &[u8] = b"ICC_PROFILE\0";

/// The rank of a segment; Exif is looked into where it is written.
fn rank(segment: &Segment, default_profile: bool) -> Rank {
    let starts = |signature: &[u8]| segment.payload.starts_with(signature);
    match segment.marker {
        APP0 if starts(JFIF) => Rank::Needed,
        APP0 if starts(b"JFXX\0") => Rank::Thumbnail,
        APP1 if starts(EXIF) => Rank::Needed,
        APP1 if starts(b"http://ns.adobe.com/") => Rank::Xmp,
        APP2 if starts(ICC) && default_profile => Rank::DefaultProfile,
        APP2 if starts(ICC) => Rank::Needed,
        APP2 if starts(b"MPF\0") => Rank::Thumbnail,
        APP13 => Rank::Iptc,
        APP14 if starts(b"Adobe") => Rank::Needed,
        _ => Rank::Other,
    }
}

/// The profile that the ICC segments make up, in the order of their numbers (ICC.1, annex B.4).
pub(super) fn profile(segments: &[Segment]) -> Option<Vec<u8>> {
    let mut parts: Vec<&[u8]> =
        segments.iter().filter(|s| s.marker == APP2).filter_map(|s| s.payload.strip_prefix(ICC)).collect();
    parts.sort_by_key(|part| part.first().copied());
    (!parts.is_empty()).then(|| parts.iter().filter_map(|part| part.get(2..)).collect::<Vec<_>>().concat())
}

/// The segments of a file, ready to be written with less and less of them.
#[derive(Debug)]
pub(super) struct Heads {
    /// For each rank: the segments where everything below it is dropped.
    heads: Vec<Vec<u8>>,
    /// Whether pictures follow the first.
    further_pictures: bool,
}

impl Heads {
    /// Takes stock of `decoded`.
    pub(super) fn new(decoded: &Decoded) -> Self {
        let default_profile = profile(&decoded.segments).is_some_and(|profile| icc::is_srgb(&profile));
        let heads = Rank::ALL.map(|least| head(&decoded.segments, least, default_profile));
        // A few bytes after the end are padding.
        Heads { heads: heads.into(), further_pictures: decoded.trailing_bytes > 256 }
    }

    /// The segments of at least this rank.
    pub(super) fn least(&self, rank: Rank) -> &[u8] {
        &self.heads[rank as usize]
    }

    /// The lowest rank from which on the segments take at most `bytes`, or what is needed anyway.
    pub(super) fn within(&self, bytes: u64) -> Rank {
        let fits = |rank: &Rank| self.least(*rank).len() as u64 <= bytes;
        Rank::ALL.into_iter().find(fits).unwrap_or(Rank::Needed)
    }

    /// Warns of what is lost where the segments below `rank` are dropped.
    pub(super) fn warn(&self, rank: Rank, context: &Context) {
        let lost: Vec<&str> = Rank::ALL
            .windows(2)
            .filter(|pair| pair[0] < rank && self.loses(pair[0], pair[1]))
            .map(|pair| pair[0].name())
            .collect();
        if !lost.is_empty() {
            context.warn(Warning::new(WarningCode::MetadataDropped, format!("left out: {}", lost.join("; "))));
        }
    }

    fn loses(&self, rank: Rank, next: Rank) -> bool {
        let further = rank == Rank::Thumbnail && self.further_pictures;
        further || self.least(rank).len() > self.least(next).len()
    }
}

/// The segments of at least the rank `least`.
fn head(segments: &[Segment], least: Rank, default_profile: bool) -> Vec<u8> {
    let mut out = Vec::new();
    for segment in segments {
        // The index of a multi-picture file would point past the end: those pictures never stay.
        let dangling = segment.payload.starts_with(b"MPF\0");
        if dangling || rank(segment, default_profile) < least {
            continue;
        }
        let payload = segment.payload;
        match segment.marker {
            APP0 if payload.starts_with(JFIF) => write_segment(APP0, &without_pixels(payload, least), &mut out),
            APP1 if payload.starts_with(EXIF) => {
                if let Some(block) = shortened(payload.get(6..).unwrap_or_default(), least) {
                    write_segment(APP1, &[b"Exif\0\0", &block[..]].concat(), &mut out);
                }
            }
            marker => write_segment(marker, payload, &mut out),
        }
    }
    out
}

/// A JFIF segment, without its thumbnail where those are dropped (JFIF 1.02: 14 bytes without it).
fn without_pixels(jfif: &[u8], least: Rank) -> Vec<u8> {
    let mut short = jfif.to_vec();
    if least > Rank::Thumbnail && jfif.len() > 14 {
        short.truncate(14);
        short[12..].fill(0);
    }
    short
}

/// As much of an Exif block as the rank leaves; `None` where nothing is left to say.
fn shortened(block: &[u8], least: Rank) -> Option<Vec<u8>> {
    let orientation = exif::orientation(block);
    let bare = || (orientation != 1).then(|| exif::only_orientation(orientation));
    match least {
        Rank::Thumbnail => Some(block.to_vec()),
        Rank::Xmp | Rank::MakerNotes => Some(exif::without_thumbnail(block).unwrap_or_else(|| block.to_vec())),
        Rank::Iptc | Rank::Other | Rank::Exif => {
            let short = exif::essentials(block).or_else(bare)?;
            // Written anew it can be longer where entries shared their values.
            Some(if short.len() < block.len() { short } else { block.to_vec() })
        }
        Rank::DefaultProfile | Rank::Needed => bare(),
    }
}

/// The segments of a picture made from pixels: density, Exif, colour profile.
pub(super) fn fresh_head(raster: &Raster, context: &Context) -> Vec<u8> {
    let mut out = Vec::new();
    let (unit, across, down) = match raster.dpi {
        Some((across, down)) => (1, density(across), density(down)),
        None => (0, 1, 1),
    };
    let mut jfif = [JFIF, &[1, 2, unit]].concat();
    jfif.extend([across.to_be_bytes(), down.to_be_bytes(), [0, 0]].concat());
    write_segment(APP0, &jfif, &mut out);
    match &raster.exif {
        Some(block) if block.len() <= MOST_PAYLOAD - 6 => {
            write_segment(APP1, &[b"Exif\0\0", &block[..]].concat(), &mut out);
        }
        Some(_) => context.warn(Warning::new(WarningCode::MetadataDropped, "the Exif data are too long for a JPEG")),
        None => {}
    }
    if let Some(profile) = &raster.icc {
        write_profile(profile, context, &mut out);
    }
    out
}

/// Dots per inch as JFIF holds them.
fn density(dpi: f32) -> u16 {
    dpi.round().clamp(1.0, 65_535.0) as u16
}

/// What a segment holds.
const MOST_PAYLOAD: usize = 65_533;

/// A profile in numbered pieces (ICC.1, annex B.4): at most 255.
fn write_profile(profile: &[u8], context: &Context, out: &mut Vec<u8>) {
    let pieces = profile.chunks(MOST_PAYLOAD - ICC.len() - 2);
    let Ok(count) = u8::try_from(pieces.len()) else {
        context.warn(Warning::new(WarningCode::ColorReduced, "the colour profile is too long for a JPEG"));
        return;
    };
    for (number, piece) in (1..=count).zip(pieces) {
        write_segment(APP2, &[ICC, &[number, count], piece].concat(), out);
    }
}
