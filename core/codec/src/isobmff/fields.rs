//! Big-endian fields of boxes, read one after another.

use transvase_base::error::{Error, ErrorCode, Result};

/// What is left of a box.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fields<'a>(pub(crate) &'a [u8]);

impl<'a> Fields<'a> {
    fn array<const N: usize>(&mut self) -> Result<[u8; N]> {
        let (field, rest) = self.0.split_first_chunk::<N>().ok_or_else(cut)?;
        self.0 = rest;
        Ok(*field)
    }

    /// The next byte.
    pub(crate) fn u8(&mut self) -> Result<u8> {
        self.array::<1>().map(|[byte]| byte)
    }

    /// The next two bytes.
    pub(crate) fn u16(&mut self) -> Result<u16> {
        self.array().map(u16::from_be_bytes)
    }

    /// The next four bytes.
    pub(crate) fn u32(&mut self) -> Result<u32> {
        self.array().map(u32::from_be_bytes)
    }

    /// The next eight bytes.
    pub(crate) fn u64(&mut self) -> Result<u64> {
        self.array().map(u64::from_be_bytes)
    }

    /// A name of four letters.
    pub(crate) fn name(&mut self) -> Result<[u8; 4]> {
        self.array()
    }

    /// A number of as many bytes as another field said, 0 where it has none.
    pub(crate) fn number(&mut self, bytes: u8) -> Result<u64> {
        match bytes {
            0 => Ok(0),
            2 => self.u16().map(u64::from),
            4 => self.u32().map(u64::from),
            8 => self.u64(),
            _ => Err(Error::malformed("a field of the container has an invalid size")),
        }
    }

    /// So many bytes.
    pub(crate) fn bytes(&mut self, count: usize) -> Result<&'a [u8]> {
        let (field, rest) = self.0.split_at_checked(count).ok_or_else(cut)?;
        self.0 = rest;
        Ok(field)
    }

    /// Text up to a zero, or to the end.
    pub(crate) fn text(&mut self) -> String {
        let end = self.0.iter().position(|byte| *byte == 0).unwrap_or(self.0.len());
        let text = String::from_utf8_lossy(self.0.get(..end).unwrap_or_default()).into_owned();
        self.0 = self.0.get(end + 1..).unwrap_or_default();
        text
    }

    /// Version and flags of a full box (ISO/IEC 14496-12, 4.2).
    pub(crate) fn version(&mut self) -> Result<(u8, u32)> {
        let field = self.u32()?;
        Ok(((field >> 24) as u8, field & 0xFF_FFFF))
    }
}

fn cut() -> Error {
    Error::new(ErrorCode::Truncated, "a box of the container ends before its fields do")
}
