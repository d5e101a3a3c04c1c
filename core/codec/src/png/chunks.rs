//! The chunks that a PNG is made of (PNG 3rd edition, 5.3).

use flate2::Crc;

use transvase_base::error::{Error, Result};

/// What every file begins with (5.2).
pub const SIGNATURE: &[u8] = b"\x89PNG\r\n\x1a\n";

/// Bytes of a colour of a palette, and the most colours (11.2.2).
const COLOR_BYTES: usize = 3;
const MOST_COLORS: usize = 256;

/// Kind and data of each chunk, up to one that is cut.
pub fn chunks(png: &[u8]) -> impl Iterator<Item = (&[u8], &[u8])> {
    let mut rest = png.get(8..).unwrap_or_default();
    std::iter::from_fn(move || {
        let (length, after) = rest.split_first_chunk::<4>()?;
        let (kind, after) = after.split_at_checked(4)?;
        let (data, after) = after.split_at_checked(u32::from_be_bytes(*length) as usize)?;
        rest = after.get(4..).unwrap_or_default();
        Some((kind, data))
    })
}

/// Appends a chunk.
pub fn put(kind: [u8; 4], data: &[u8], out: &mut Vec<u8>) {
    let mut crc = Crc::new();
    crc.update(&kind);
    crc.update(data);
    out.extend((data.len() as u32).to_be_bytes());
    out.extend(kind);
    out.extend_from_slice(data);
    out.extend(crc.sum().to_be_bytes());
}

/// Looks at what decoders take on trust: a palette is of whole colours.
///
/// # Errors
/// `Malformed`.
pub(crate) fn check(png: &[u8]) -> Result<()> {
    let is_palette = |len: usize| len.is_multiple_of(COLOR_BYTES) && (1..=MOST_COLORS).contains(&(len / COLOR_BYTES));
    match chunks(png).all(|(kind, data)| kind != b"PLTE" || is_palette(data.len())) {
        true => Ok(()),
        false => Err(Error::malformed("the palette of the PNG is damaged")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_palette_is_of_whole_colours() {
        let png = |len: usize| {
            let data = vec![0; len];
            [&[0; 8][..], &(len as u32).to_be_bytes(), b"PLTE", &data, &[0; 4]].concat()
        };
        assert!(check(&png(6)).is_ok() && check(&png(768)).is_ok());
        assert!([0, 4, 771].iter().all(|len| check(&png(*len)).is_err()));
    }
}
