//! Which format bytes are: signature, then container, then text heuristics, then the caller's hint.

use crate::error::{Error, ErrorCode, Result};
use crate::format::{Confidence, Format};
use crate::formats::FORMATS;

/// The format of `bytes`; `hint` (a file's extension, say) decides only where the bytes do not.
pub fn detect(bytes: &[u8], hint: Option<Format>) -> Option<Format> {
    let looks = FORMATS.iter().map(|spec| ((spec.sniff)(bytes), spec.format()));
    // On a tie the first row of the registry wins, unless the hint is among the tied.
    let best = looks.clone().map(|(confidence, _)| confidence).max().filter(|best| *best > Confidence::No)?;
    let mut tied = looks.filter(|(confidence, _)| *confidence == best).map(|(_, format)| format);
    let hinted = hint.filter(|hint| tied.clone().any(|format| format == *hint));
    hinted.or_else(|| tied.next())
}

/// The source's format: what the caller says, held against the bytes, or what the bytes say.
///
/// # Errors
/// `FormatMismatch` where the bytes are certainly something else, `UnknownSource` where nothing is
/// recognised.
pub fn source_format(bytes: &[u8], from: Option<Format>) -> Result<Format> {
    let seen = detect(bytes, from);
    let Some(from) = from else {
        return seen.ok_or_else(unknown_source);
    };
    match seen {
        Some(seen) if seen != from && (seen.spec().sniff)(bytes) >= Confidence::Likely => {
            let message = format!("the input is {}, not {}", seen.spec().name, from.spec().name);
            Err(Error::new(ErrorCode::FormatMismatch, message).hint(format!("say from {seen}, or leave it out")))
        }
        _ => Ok(from),
    }
}

fn unknown_source() -> Error {
    let readable = FORMATS.iter().filter(|spec| !spec.readers.is_empty()).map(|spec| spec.id);
    let message = "the input is not of a format this build reads";
    Error::new(ErrorCode::UnknownSource, message).hint(format!("it reads {}", readable.collect::<Vec<_>>().join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signatures_win_over_hints() {
        let png = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
        assert_eq!(detect(png, Some(Format::JPEG)), Some(Format::PNG));
        let error = source_format(png, Some(Format::JPEG)).unwrap_err();
        assert_eq!(error.code(), ErrorCode::FormatMismatch);
    }

    #[test]
    fn noise_is_nothing() {
        assert_eq!(detect(&[0x13, 0x37, 0, 1, 2], None), None);
        assert_eq!(source_format(&[0x13, 0x37], None).unwrap_err().code(), ErrorCode::UnknownSource);
    }
}
