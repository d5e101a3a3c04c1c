//! What a JPEG carries besides its picture, and in which order it is given up.

use super::carry::{EXIF, ICC, JFIF, profile};
use super::further::{self, Further};
use super::xmp;
use transvase_base::context::Context;
use transvase_base::warning::{Warning, WarningCode};
use transvase_codec::jpeg::decode::Decoded;
use transvase_codec::jpeg::encode::write_segment;
use transvase_codec::jpeg::markers::{APP0, APP1, APP2, APP13, APP14, Segment};
use transvase_codec::{exif, icc};

/// Metadata by rising worth: the first of these goes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Rank {
    /// Small pictures of the picture.
    Thumbnail,
    /// The pictures that follow it, and what is said of them.
    Further,
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
    pub(super) const ALL: [Rank; 9] = [
        Rank::Thumbnail,
        Rank::Further,
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
            Rank::Thumbnail => "embedded thumbnails",
            Rank::Further => "further pictures or data after the picture",
            Rank::Xmp => "XMP",
            Rank::MakerNotes => "camera maker's notes",
            Rank::Iptc => "IPTC and Photoshop data",
            Rank::Other => "comments and application data",
            Rank::Exif => "Exif data other than the orientation",
            Rank::DefaultProfile => "the sRGB profile, which viewers assume anyway",
            Rank::Needed => "the orientation or the colour profile",
        }
    }
}

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
        APP2 if further::is_about(segment) => Rank::Further,
        APP13 => Rank::Iptc,
        APP14 if starts(b"Adobe") => Rank::Needed,
        _ => Rank::Other,
    }
}

/// The segments of a file and what follows its picture, ready to be written with less and less of it.
#[derive(Debug)]
pub(super) struct Heads {
    /// For each rank: the segments where everything below it is dropped.
    heads: Vec<Vec<u8>>,
    further: Option<Further>,
    profile_bytes: u64,
    has_maker_note: bool,
}

impl Heads {
    /// Takes stock of `decoded`, of a file of `bytes`.
    pub(super) fn new(decoded: &Decoded, bytes: usize) -> Self {
        let profile = profile(&decoded.segments).unwrap_or_default();
        let default_profile = icc::is_srgb(&profile);
        let profile_bytes = if default_profile { 0 } else { profile.len() as u64 };
        let further = Further::find(decoded.trailer, bytes - decoded.trailer.len(), &decoded.segments);
        // Without the pictures it lists an index would point past the end.
        let segments = decoded.segments.iter().filter(|segment| further.is_some() || !further::is_about(segment));
        let segments: Vec<&Segment> = segments.collect();
        let heads = Rank::ALL.map(|least| head(&segments, least, default_profile));
        let is_exif = |segment: &&Segment| segment.marker == APP1 && segment.payload.starts_with(EXIF);
        let mut blocks =
            decoded.segments.iter().filter(is_exif).map(|segment| segment.payload.get(6..).unwrap_or_default());
        Heads { heads: heads.into(), further, profile_bytes, has_maker_note: blocks.any(exif::has_maker_note) }
    }

    /// Bytes of a profile that is needed.
    pub(super) fn profile_bytes(&self) -> u64 {
        self.profile_bytes
    }

    /// Whether pictures follow the first.
    pub(super) fn has_further(&self) -> bool {
        self.further.is_some()
    }

    /// Bytes of all that is at least of this rank, give or take a few digits.
    pub(super) fn bytes(&self, rank: Rank) -> u64 {
        let further = self.further.as_ref().filter(|_| rank <= Rank::Further);
        (self.heads[rank as usize].len() + further.map_or(0, |further| further.bytes.len())) as u64
    }

    /// The lowest rank from which on everything takes at most `bytes`, or what is needed anyway.
    pub(super) fn within(&self, bytes: u64) -> Rank {
        Rank::ALL.into_iter().find(|rank| self.bytes(*rank) <= bytes).unwrap_or(Rank::Needed)
    }

    /// `bare`, a file without application data, with all that is at least of this rank.
    pub(super) fn around(&self, bare: &[u8], rank: Rank) -> Vec<u8> {
        let (start, rest) = bare.split_at(bare.len().min(2));
        let further = self.further.as_ref().filter(|_| rank <= Rank::Further);
        let head = &self.heads[rank as usize];
        let Some(further) = further else { return [start, head, rest].concat() };
        let head = with_first_length(head, bare.len());
        let mut file = [start, &head, rest].concat();
        let origin = places(&head).find(|place| head[*place + 4..].starts_with(further::INDEX));
        further.attach(&mut file, origin.map(|place| start.len() + place + 4 + further::INDEX.len()));
        file
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
        // A block that is written anew is shorter where it had gaps, whatever was in them.
        let is_there = rank != Rank::MakerNotes || self.has_maker_note;
        is_there && self.bytes(rank) > self.bytes(next)
    }
}

/// Where the segments of a head start.
fn places(head: &[u8]) -> impl Iterator<Item = usize> {
    std::iter::successors(Some(0), |place| Some(place + 2 + segment_bytes(head, *place)?))
        .take_while(|place| segment_bytes(head, *place).is_some())
}

/// The length that the segment at `place` of a head states.
fn segment_bytes(head: &[u8], place: usize) -> Option<usize> {
    head.get(place + 2..place + 4).map(|length| usize::from(u16::from_be_bytes([length[0], length[1]])))
}

/// A head whose XMP states the length of the first picture as it will be: with these segments and a
/// rest of `bare` bytes.
fn with_first_length(head: &[u8], bare: usize) -> Vec<u8> {
    let mut head = head.to_vec();
    // The number of digits is part of the length.
    for _ in 0..3 {
        let before = head.len();
        let found = places(&head).find_map(|place| {
            let segment = place..place + 2 + segment_bytes(&head, place)?;
            let packet = std::str::from_utf8(head[segment.clone()].get(4..)?.strip_prefix(xmp::PACKET)?).ok()?;
            Some((segment, xmp::with_first_length(packet, bare + before)?))
        });
        let Some((segment, packet)) = found else { break };
        let mut fresh = Vec::new();
        write_segment(APP1, &[xmp::PACKET, packet.as_bytes()].concat(), &mut fresh);
        head.splice(segment, fresh);
        if head.len() == before {
            break;
        }
    }
    head
}

/// The segments of at least the rank `least`.
fn head(segments: &[&Segment], least: Rank, default_profile: bool) -> Vec<u8> {
    let mut out = Vec::new();
    for segment in segments {
        if rank(segment, default_profile) < least {
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
pub(super) fn without_pixels(jfif: &[u8], least: Rank) -> Vec<u8> {
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
        Rank::Further | Rank::Xmp | Rank::MakerNotes => {
            Some(exif::without_thumbnail(block).unwrap_or_else(|| block.to_vec()))
        }
        Rank::Iptc | Rank::Other | Rank::Exif => {
            let short = exif::essentials(block).or_else(bare)?;
            // Written anew it can be longer where entries shared their values.
            Some(if short.len() < block.len() { short } else { block.to_vec() })
        }
        Rank::DefaultProfile | Rank::Needed => bare(),
    }
}
