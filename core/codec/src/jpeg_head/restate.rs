//! Metadata of a JPEG replaced: another head before the same scans.

use super::{PROFILE, segments, set_orientation};
use crate::exif;

/// Markers of segments (ITU-T T.81, table B.1).
const EOI: u8 = 0xD9;
const APP0: u8 = 0xE0;
const APP1: u8 = 0xE1;
const APP2: u8 = 0xE2;
const APP14: u8 = 0xEE;
const APP15: u8 = 0xEF;
const COM: u8 = 0xFE;

/// The file with another orientation, and all else as it is; `None` where its head is damaged.
pub fn with_orientation(jpeg: &[u8], orientation: u8) -> Option<Vec<u8>> {
    let mut stated = jpeg.to_vec();
    if set_orientation(&mut stated, orientation) || orientation == 1 {
        return Some(stated);
    }
    let (mut file, end) = rewritten(jpeg, orientation, |_, payload| Some(payload));
    file.extend(jpeg.get(end..)?);
    Some(file)
}

/// The file with its picture, what its colours need, and an orientation, and with nothing else beside or behind it; `None`
/// where it is damaged.
pub fn bare(jpeg: &[u8], orientation: u8) -> Option<Vec<u8>> {
    let (mut file, start) = rewritten(jpeg, orientation, |marker, payload| match marker {
        // Behind these bytes there is a small picture.
        APP0 => payload.get(..12).filter(|jfif| jfif.starts_with(b"JFIF\0")),
        APP2 => Some(payload).filter(|payload| payload.starts_with(PROFILE)),
        APP14 => Some(payload).filter(|payload| payload.starts_with(b"Adobe")),
        APP1..=APP15 | COM => None,
        _ => Some(payload),
    });
    file.extend(jpeg.get(start..end(jpeg, start)?)?);
    Some(file)
}

/// The head with an orientation and with what is kept of the other segments, and where what follows them begins.
fn rewritten<'j>(jpeg: &'j [u8], orientation: u8, kept: impl Fn(u8, &'j [u8]) -> Option<&'j [u8]>) -> (Vec<u8>, usize) {
    let mut head = vec![0xFF, 0xD8];
    let mut end = head.len();
    // JFIF comes before all else (JFIF 1.02), its small picture as wide and high as it is then.
    for (_, payload) in segments(jpeg).filter(|(marker, _)| *marker == APP0) {
        if let Some(kept) = kept(APP0, payload) {
            let size: &[u8] = if kept.len() < payload.len() { &[0, 0] } else { &[] };
            write(APP0, &[kept, size].concat(), &mut head);
        }
    }
    if orientation != 1 {
        write(APP1, &[b"Exif\0\0", exif::only_orientation(orientation).as_slice()].concat(), &mut head);
    }
    for (marker, payload) in segments(jpeg) {
        if let Some(payload) = kept(marker, payload).filter(|_| marker != APP0) {
            write(marker, payload, &mut head);
        }
        end = payload.as_ptr().addr() - jpeg.as_ptr().addr() + payload.len();
    }
    (head, end)
}

/// Adds a segment; one that has been read is no longer than its length can say.
fn write(marker: u8, payload: &[u8], file: &mut Vec<u8>) {
    file.extend([0xFF, marker]);
    file.extend((payload.len() as u16 + 2).to_be_bytes());
    file.extend_from_slice(payload);
}

/// Where the picture ends whose first scan begins at or behind `at`.
fn end(jpeg: &[u8], mut at: usize) -> Option<usize> {
    loop {
        let rest = jpeg.get(at..)?;
        // In scans no 0xFF stands for itself.
        let found =
            rest.windows(2).position(|pair| pair[0] == 0xFF && !matches!(pair[1], 0 | 0x01 | 0xD0..=0xD8 | 0xFF))?;
        let behind = at + found + 2;
        if rest.get(found + 1) == Some(&EOI) {
            return Some(behind);
        }
        let length = jpeg.get(behind..)?.first_chunk::<2>()?;
        at = behind + usize::from(u16::from_be_bytes(*length));
    }
}

#[cfg(test)]
mod tests {
    use super::super::exif as exif_of;
    use super::*;

    /// A file of these segments, a scan, and something behind its end.
    fn file(segments: &[(u8, &[u8])]) -> Vec<u8> {
        let mut file = vec![0xFF, 0xD8];
        segments.iter().for_each(|(marker, payload)| write(*marker, payload, &mut file));
        file.extend(b"\xFF\xDA\0\x02scan\xFF\0\xFF\xD0more\xFF\xD9behind");
        file
    }

    #[test]
    fn what_is_private_goes_and_the_scans_stay() {
        let jfif = b"JFIF\0\x01\x02\x01\0\x48\0\x48\x01\x01rgb".as_slice();
        let profile = b"ICC_PROFILE\0\x01\x01...".as_slice();
        let tables = (0xDB, b"tables".as_slice());
        let exif = [b"Exif\0\0", exif::only_orientation(6).as_slice(), b"secret"].concat();
        let jpeg = file(&[
            (APP0, jfif),
            (APP1, exif.as_slice()),
            (APP2, profile),
            tables,
            (COM, b"secret"),
            (0xED, b"secret"),
        ]);
        let plain = [&jfif[..12], &[0, 0]].concat();
        let expected = file(&[(APP0, plain.as_slice()), (APP2, profile), tables]);
        assert_eq!(bare(&jpeg, 1).as_deref(), expected.strip_suffix(b"behind"));
        let turned = bare(&jpeg, 8).unwrap();
        assert_eq!(exif_of(&turned).map(exif::orientation), Some(8));
        assert!(super::super::has_profile(&turned) && !turned.windows(6).any(|word| word == b"secret"));
        assert_eq!(bare(&jpeg[..jpeg.len() - 10], 1), None, "cut off");
    }

    #[test]
    fn an_orientation_is_stated_once() {
        let block = [b"Exif\0\0", exif::only_orientation(3).as_slice()].concat();
        for segments in [&[(APP1, block.as_slice())][..], &[(APP0, b"JFIF\0"), (COM, b"words")]] {
            let jpeg = file(segments);
            let turned = with_orientation(&jpeg, 8).unwrap();
            assert_eq!(exif_of(&turned).map(exif::orientation), Some(8));
            assert_eq!(turned.windows(4).filter(|word| word == b"Exif").count(), 1);
            assert!(turned.ends_with(b"behind"));
            assert_eq!(
                with_orientation(&turned, 1).map(|upright| exif_of(&upright).map(exif::orientation)),
                Some(Some(1))
            );
        }
    }
}
