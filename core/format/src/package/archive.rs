//! The zip writer for packages: nothing but what an archive needs (PKWARE APPNOTE 6.3, 4.3), each part packed as well
//! as it can be.

use flate2::Crc;

use super::parts::{Part, Parts};
use transvase_base::context::Context;
use transvase_base::deflate::{self, Frame};
use transvase_base::error::{Error, ErrorCode, Result};

/// Signatures of a part's header, of its row in the directory, and of the end (4.3.7, 4.3.12, 4.3.16).
const LOCAL: &[u8] = b"PK\x03\x04";
const ROW: &[u8] = b"PK\x01\x02";
const END: &[u8] = b"PK\x05\x06";

/// Versions needed: for parts as they are, and for packed ones (4.4.3).
const STORED: [u8; 2] = [10, 0];
const PACKED: [u8; 2] = [20, 0];

/// Names are in UTF-8 (4.4.4, bit 11), which only those beyond ASCII need to say.
const UTF8: u16 = 1 << 11;

/// The earliest time an archive can hold: the first day of 1980.
const TIME: [u8; 4] = [0, 0, 0x21, 0];

/// The archive of these parts.
///
/// # Errors
/// `TimedOut`, `Cancelled`, or `Internal` where it would be too large for an archive of this kind.
pub(super) fn write(parts: &Parts, passes: u64, context: &Context) -> Result<Vec<u8>> {
    let (mut file, mut directory) = (Vec::new(), Vec::new());
    for part in &parts.list {
        let place = small(file.len())?;
        let (header, data) = entry(part, passes, context)?;
        file.extend([LOCAL, &header, part.name.as_bytes(), &data].concat());
        // No comment, the first disk, no attributes (4.4.10 to 4.4.16).
        let row = [ROW, &PACKED, &header, &[0; 10], &place.to_le_bytes(), part.name.as_bytes()];
        directory.extend(row.concat());
    }
    let count = u16::try_from(parts.list.len()).map_err(|_| too_large())?.to_le_bytes();
    let (size, place) = (small(directory.len())?.to_le_bytes(), small(file.len())?.to_le_bytes());
    file.extend(directory);
    file.extend([END, &[0; 4], &count, &count, &size, &place, &[0; 2]].concat());
    Ok(file)
}

/// What header and row say alike, and the data. What names the format is as it is, for those who look for it there.
fn entry(part: &Part, passes: u64, context: &Context) -> Result<(Vec<u8>, Vec<u8>)> {
    let packed = deflate::packed(&part.bytes, Frame::Bare, passes, context)?;
    let is_packed = packed.len() < part.bytes.len() && part.name != "mimetype";
    let (version, method) = if is_packed { (PACKED, 8_u16) } else { (STORED, 0) };
    let data = if is_packed { packed } else { part.bytes.to_vec() };
    let flags = if part.name.is_ascii() { 0 } else { UTF8 };
    let mut crc = Crc::new();
    crc.update(&part.bytes);
    let mut header = [version, flags.to_le_bytes(), method.to_le_bytes()].concat();
    header.extend(TIME);
    [crc.sum(), small(data.len())?, small(part.bytes.len())?]
        .iter()
        .for_each(|field| header.extend(field.to_le_bytes()));
    header.extend(u16::try_from(part.name.len()).map_err(|_| too_large())?.to_le_bytes());
    header.extend([0, 0]);
    Ok((header, data))
}

fn small(size: usize) -> Result<u32> {
    u32::try_from(size).map_err(|_| too_large())
}

fn too_large() -> Error {
    Error::new(ErrorCode::Internal, "the package is too large for a zip archive without Zip64")
}
