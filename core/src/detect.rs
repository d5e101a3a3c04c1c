//! Format detection: signature, then container, then text heuristics, then the caller's hint.

use crate::formats::{FORMATS, Format};
use transvase_base::error::{Error, ErrorCode, Result};
use transvase_container::foreign;
use transvase_format::Confidence;

/// The format of `bytes`; `hint` (a file's extension, say) decides only where the bytes do not: among formats that are
/// equally likely, and among those that the bytes do not rule out where none is more than likely as any other text.
pub fn detect(bytes: &[u8], hint: Option<Format>) -> Option<Format> {
    seen(bytes, hint).map(|(_, format)| format)
}

/// As [`detect`], with how sure that is.
fn seen(bytes: &[u8], hint: Option<Format>) -> Option<(Confidence, Format)> {
    // Some decode or unpack what they look at, so each looks once.
    let looks: Vec<_> = FORMATS.iter().map(|spec| ((spec.sniff)(bytes), Format::of(spec))).collect();
    // On a tie the first row of the registry wins, unless the hint is among the tied.
    let best = looks.iter().map(|(confidence, _)| *confidence).max().filter(|best| *best > Confidence::No)?;
    let open = if best <= Confidence::Maybe { Confidence::Unlikely } else { best };
    let hinted = looks.iter().find(|(confidence, format)| Some(*format) == hint && *confidence >= open);
    let first = looks.iter().find(|(confidence, _)| *confidence == best && best > Confidence::Unlikely);
    hinted.or(first).copied()
}

/// The source's format: what the caller says, held against the bytes, or what the bytes say.
///
/// # Errors
/// `FormatMismatch` where the bytes are certainly something else, `UnknownSource` where nothing is
/// recognised.
pub fn source_format(bytes: &[u8], from: Option<Format>) -> Result<Format> {
    let seen = seen(bytes, from);
    let Some(from) = from else {
        return seen.map(|(_, format)| format).ok_or_else(|| unknown_source(bytes, None));
    };
    match seen {
        Some((confidence, seen)) if seen != from && confidence >= Confidence::Likely => {
            let message = format!("the input is {}, not {}", seen.spec().name, from.spec().name);
            Err(Error::new(ErrorCode::FormatMismatch, message).hint(format!("set from={seen}, or leave it out")))
        }
        _ => Ok(from),
    }
}

/// Nothing of the registry is recognised in `bytes`, which are said to be `claimed`.
pub fn unknown_source(bytes: &[u8], claimed: Option<Format>) -> Error {
    // What is never read is a true name that explains nothing.
    let claimed = claimed.filter(|format| format.spec().is_read());
    let message = match (foreign::name(bytes), claimed.map(|format| format.spec().name)) {
        (Some(name), Some(claimed)) if name == claimed => {
            format!("the input is {name}, but not of a variant that this build can read")
        }
        (Some(name), Some(claimed)) => {
            format!("the input is really {name}, not {claimed}, and this build cannot read it")
        }
        (Some(name), None) => format!("the input is {name}, which this build cannot read"),
        (None, Some(claimed)) => {
            format!("the input is neither {claimed} nor any other format that this build can read")
        }
        (None, None) => "the format of the input is not one that this build can read".into(),
    };
    let readable = FORMATS.iter().filter(|spec| !spec.readers.is_empty()).map(|spec| spec.id);
    Error::new(ErrorCode::UnknownSource, message).hint(format!("it reads {}", readable.collect::<Vec<_>>().join(", ")))
}

/// An error of a conversion from `source`, which says first what the input really is where it is not
/// what the caller claimed and that may be why it cannot be converted.
pub fn unmask(error: Error, bytes: &[u8], source: Format, claimed: Option<Format>) -> Error {
    let of_format = [ErrorCode::UnsupportedRoute, ErrorCode::Malformed, ErrorCode::Truncated].contains(&error.code());
    let Some(claimed) = claimed.filter(|_| of_format) else { return error };
    let really = match source == claimed {
        false => Some(source.spec().name),
        // The caller insists on a format of which nothing is seen.
        true if (source.spec().sniff)(bytes) == Confidence::No => foreign::name(bytes),
        true => None,
    };
    match really {
        Some(name) => error.after(&format!("the input is really {name}, not {}", claimed.spec().name)),
        None => error,
    }
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
    #[cfg(feature = "pdf-read")]
    fn a_pdf_is_one_without_its_header() {
        for head in ["", "%PDF\n", "\n\n", "% \u{e2}\r\n"] {
            let pdf = format!("{head}1 0 obj\n<</Type /Catalog /Pages 2 0 R>>\nendobj\ntrailer\n<</Root 1 0 R>>\n");
            assert_eq!(detect(pdf.as_bytes(), None), Some(Format::PDF), "{head:?}");
        }
        assert_ne!(detect(b"1 0 objections were raised, and no endobj was written.", None), Some(Format::PDF));
        assert_ne!(detect(b"%PDF is what such a file begins with.", None), Some(Format::PDF));
    }

    #[test]
    fn an_error_names_the_real_thing() {
        let gif = b"GIF89a\x01\0\x01\0\0\0\0;";
        let said = |bytes: &[u8], claimed| unknown_source(bytes, claimed).to_string();
        assert_eq!(said(gif, Some(Format::JPEG)), "the input is really GIF, not JPEG, and this build cannot read it");
        assert_eq!(said(gif, None), "the input is GIF, which this build cannot read");
        assert_eq!(
            said(b"?", Some(Format::PDF)),
            "the input is neither PDF nor any other format that this build can read"
        );
        let unmasked = |source, claimed| unmask(Error::malformed("it ends"), gif, source, Some(claimed)).to_string();
        assert_eq!(unmasked(Format::PNG, Format::JPEG), "the input is really PNG, not JPEG: it ends");
        assert_eq!(unmasked(Format::JPEG, Format::JPEG), "the input is really GIF, not JPEG: it ends");
        let late = unmask(Error::new(ErrorCode::TimedOut, "late"), gif, Format::PNG, Some(Format::JPEG));
        assert_eq!(late.to_string(), "late", "time has nothing to do with it");
    }

    #[cfg(feature = "cbz")]
    #[test]
    fn archives_of_pictures_of_every_format_are_recognised() {
        let zip = |name: &str| {
            let mut archive = transvase_container::zip::Archive::new();
            archive.store(name, b"").unwrap();
            archive.finish().unwrap()
        };
        let pictures =
            FORMATS.iter().filter(|spec| spec.is_picture() && spec.is_read() && Format::of(spec) != Format::CBZ);
        for extension in pictures.flat_map(|spec| spec.extensions) {
            assert_eq!(detect(&zip(&format!("1.{extension}")), None), Some(Format::CBZ), "{extension}");
        }
        let other = zip("1.html");
        assert_eq!((detect(&other, None), detect(&other, Some(Format::CBZ))), (None, Some(Format::CBZ)));
        let said = unknown_source(&other, Some(Format::ZIP)).to_string();
        assert_eq!(said, "the input is a ZIP archive, which this build cannot read");
    }

    #[test]
    fn a_hint_decides_what_a_text_is() {
        let (plain, marked) = (b"Just some words.\n", b"# Title\n\n[link](http://x.y)\n");
        let json = b"{\"a\": [1, 2]}";
        for (bytes, hint, format) in [
            (&plain[..], None, Some(Format::TXT)),
            (plain, Some(Format::MARKDOWN), Some(Format::MARKDOWN)),
            (plain, Some(Format::PDF), Some(Format::TXT)),
            (marked, None, Some(Format::MARKDOWN)),
            (marked, Some(Format::TXT), Some(Format::TXT)),
            (json, Some(Format::TXT), Some(Format::TXT)),
            (json, None, None),
        ] {
            assert_eq!(detect(bytes, hint), format, "{hint:?}");
        }
        assert!(unknown_source(json, None).to_string().contains("JSON"));
    }

    #[test]
    fn noise_is_nothing() {
        assert_eq!(detect(&[0x13, 0x37, 0, 1, 2], None), None);
        assert_eq!(source_format(&[0x13, 0x37], None).unwrap_err().code(), ErrorCode::UnknownSource);
    }
}
