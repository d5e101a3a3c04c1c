//! What PNM says in letters: its headers, and the samples of the plain kinds (pbm(5), pgm(5), ppm(5)).

use transvase_base::error::{Error, Result};

/// Numbers and bits, with white space between them. From a `#` to the end of its line is a remark, even within a number.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Letters<'a> {
    pub(crate) rest: &'a [u8],
}

impl Letters<'_> {
    /// The next number; the one white byte behind it is taken as well.
    ///
    /// # Errors
    /// `Truncated`, `Malformed`.
    pub(crate) fn number(&mut self) -> Result<u32> {
        let mut number: Option<u32> = None;
        while let Some(byte) = self.byte() {
            match byte {
                b'0'..=b'9' => {
                    let before = number.unwrap_or(0).saturating_mul(10);
                    number = Some(before.saturating_add(u32::from(byte - b'0')));
                }
                byte if is_white(byte) => {
                    if let Some(number) = number {
                        return Ok(number);
                    }
                }
                _ => return Err(strange()),
            }
        }
        number.ok_or_else(ended)
    }

    /// The next bit, which nothing need divide from the one before.
    ///
    /// # Errors
    /// `Truncated`, `Malformed`.
    pub(crate) fn bit(&mut self) -> Result<bool> {
        loop {
            match self.byte().ok_or_else(ended)? {
                b'0' => return Ok(false),
                b'1' => return Ok(true),
                byte if is_white(byte) => {}
                _ => return Err(strange()),
            }
        }
    }

    /// The next byte that is no part of a remark.
    fn byte(&mut self) -> Option<u8> {
        loop {
            let (first, rest) = self.rest.split_first()?;
            self.rest = rest;
            if *first != b'#' {
                return Some(*first);
            }
            let end = rest.iter().position(|byte| matches!(byte, b'\r' | b'\n'));
            self.rest = end.map_or(&[], |end| &rest[end + 1..]);
        }
    }
}

fn is_white(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | 0x0B | 0x0C | b'\r')
}

fn strange() -> Error {
    Error::malformed("a number in the header or the pixels of the PNM is invalid")
}

pub(crate) fn ended() -> Error {
    Error::truncated("the picture")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// pbm(5): a remark ends with its line, the end of the line included.
    #[test]
    fn remarks_may_stand_anywhere() {
        let mut letters = Letters { rest: b" 1# one\n2 #two\r\n007\n10 1x" };
        assert_eq!((letters.number().unwrap(), letters.number().unwrap()), (12, 7));
        assert_eq!([(); 3].map(|()| letters.bit().unwrap()), [true, false, true]);
        assert!(letters.bit().is_err() && letters.bit().is_err());
    }
}
