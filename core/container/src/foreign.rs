//! Formats that are only named: what bytes are that no format of the registry recognises, so that an error can name the
//! real thing.

use crate::{about, mail};

/// Bytes at a place of the file.
type Signature = (usize, &'static [u8]);

/// What the entry of a zip archive says it is.
const PACKAGES: [(&[u8], &str); 7] = [
    (b"xl/workbook.xml", "an Excel workbook (XLSX)"),
    (b"xl/workbook.bin", "an Excel workbook (XLSB)"),
    (b"ppt/presentation.xml", "a PowerPoint presentation (PPTX)"),
    (b"content.xml", "an OpenDocument file (ODT, ODS or ODP)"),
    (b"Index/Document.iwa", "an iWork document (Pages, Numbers or Keynote)"),
    (b"AndroidManifest.xml", "an Android app"),
    (b"META-INF/MANIFEST.MF", "a Java archive"),
];

/// Where well-made packages of OpenDocument say what they are, and what they say (OASIS ODF 1.3 part 2, 3.3).
const OPEN_DOCUMENTS: [(Signature, &str); 4] = [
    ((38, b"application/vnd.oasis.opendocument.spreadsheet"), "an OpenDocument spreadsheet (ODS)"),
    ((38, b"application/vnd.oasis.opendocument.presentation"), "an OpenDocument presentation (ODP)"),
    ((38, b"application/vnd.oasis.opendocument.graphics"), "an OpenDocument drawing (ODG)"),
    ((38, b"application/vnd.oasis.opendocument.text"), "an OpenDocument text (ODT)"),
];

/// Signatures from the formats' own specifications; of two that fit, the first counts.
const SIGNATURES: [(Signature, &str); 34] = [
    ((0, b"GIF87a"), "GIF"),
    ((0, b"GIF89a"), "GIF"),
    ((8, b"WEBP"), "WebP"),
    ((0, b"II*\0"), "TIFF"),
    ((0, b"MM\0*"), "TIFF"),
    ((4, b"ftypavif"), "AVIF"),
    ((4, b"ftypheic"), "HEIC"),
    ((4, b"ftypheix"), "HEIC"),
    ((4, b"ftypmif1"), "HEIF"),
    ((4, b"ftyp"), "a film or sound (MP4)"),
    ((0, b"\x00\x00\x00\x0CJXL \r\n\x87\n"), "JPEG XL"),
    ((0, b"\xFF\x0A"), "JPEG XL"),
    ((0, b"\x00\x00\x00\x0CjP  \r\n\x87\n"), "JPEG 2000"),
    ((0, b"8BPS"), "a Photoshop picture (PSD)"),
    ((0, b"AT&TFORM"), "DjVu"),
    ((0, b"\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1"), "an older Office file (DOC, XLS, PPT) or one with a password"),
    ((0, b"\x9B\xA5!\0"), "a document of Word 1"),
    ((0, b"\xDB\xA5-\0"), "a document of Word 2"),
    ((0, b"1\xBE\0\0"), "a document of Windows Write"),
    ((0, b"\xFFWPC"), "a WordPerfect document"),
    ((0, b"ITSF"), "a Windows help file (CHM)"),
    ((0, b"!BDN"), "an Outlook mailbox (PST)"),
    ((0, b"\x78\x9F\x3E\x22"), "a mail attachment of Outlook (TNEF, winmail.dat)"),
    ((0, b"TPZ"), "a Kindle Topaz book"),
    ((0, b"\xEADRMION\xEE"), "a protected Kindle book (KFX)"),
    ((0, b"PK\x03\x04"), "a ZIP archive"),
    ((0, b"PK\x05\x06"), "a ZIP archive"),
    ((0, b"\x1F\x8B"), "a gzip archive"),
    ((0, b"7z\xBC\xAF\x27\x1C"), "a 7-Zip archive"),
    ((0, b"Rar!\x1A\x07"), "a RAR archive"),
    ((0, b"BZh"), "a bzip2 archive"),
    ((0, b"\xFD7zXZ\0"), "an xz archive"),
    ((257, b"ustar"), "a tar archive"),
    ((0, b"\x7FELF"), "a program"),
];

/// What the stream of a compound file says it is ([MS-XLS], 2.1.2, [MS-PPT], 2.1.2,
/// [MS-OFFCRYPTO], 2.3.4.4, and [MS-OXMSG], 2.4).
#[cfg(feature = "cfb")]
const STREAMS: [(&str, &str); 5] = [
    ("__properties_version1.0", "an Outlook message (MSG)"),
    ("Workbook", "an Excel workbook (XLS)"),
    ("Book", "an Excel workbook (XLS)"),
    ("PowerPoint Document", "a PowerPoint presentation (PPT)"),
    ("EncryptedPackage", "an Office file with a password"),
];

/// How files begin that are text all through: PostScript (PLRM, G.2), vCard (RFC 6350) and iCalendar (RFC 5545).
const TEXTS: [(Signature, &str); 3] = [
    ((0, b"%!PS"), "PostScript"),
    ((0, b"BEGIN:VCARD"), "a card of an address book (vCard)"),
    ((0, b"BEGIN:VCALENDAR"), "a calendar (iCalendar)"),
];

/// What the beginning of XML holds, where that tells which it is.
const XML: [(&[u8], &str); 4] = [
    (b"Word.Document", "a Word document in XML of 2003"),
    (b"http://schemas.microsoft.com/office/word/2003/wordml", "a Word document in XML of 2003"),
    (b"urn:schemas-microsoft-com:office:spreadsheet", "an Excel workbook in XML of 2003"),
    (b"http://schemas.microsoft.com/office/2006/xmlPackage", "an Office document in one XML file"),
];

/// How markup begins, in lower case.
const MARKUP: [(&[u8], &str); 2] = [(b"<svg", "SVG"), (b"<?xml", "XML")];

/// Bytes of XML in which its kind stands: the instruction for the program, and the names of the first element.
const XML_BYTES: usize = 4 << 10;

/// Bytes of a text that are looked at to see whether it is a table.
const TABLE_BYTES: usize = 16 << 10;

/// The name of what `bytes` look like; `None` where they look like nothing in particular.
pub fn name(bytes: &[u8]) -> Option<&'static str> {
    let found = by_signature(&OPEN_DOCUMENTS, bytes).or_else(|| package(bytes)).or_else(|| compound(bytes));
    // A text may speak of a format whose name is its signature.
    let signature = || by_signature(&SIGNATURES, bytes).filter(|_| !about::is_prose(bytes));
    let text = || mail::name(bytes).or_else(|| markup(bytes)).or_else(|| data(bytes));
    let card = || by_signature(&TEXTS, begun(bytes));
    found.or_else(card).or_else(signature).or_else(text)
}

/// Bytes from the first word on.
fn begun(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).trim_ascii_start()
}

/// Whether a zip archive says that it is a document or a program.
pub fn is_package(bytes: &[u8]) -> bool {
    by_signature(&OPEN_DOCUMENTS, bytes).or_else(|| package(bytes)).is_some()
}

/// Text for programs: values (RFC 8259) and tables (RFC 4180).
fn data(bytes: &[u8]) -> Option<&'static str> {
    let text = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).trim_ascii();
    if is_json(text) {
        return Some("JSON");
    }
    is_table(text).then_some("a table (CSV)")
}

/// An object or an array from end to end.
fn is_json(text: &[u8]) -> bool {
    let inner = |open: &[u8], close: &[u8]| Some(text.strip_prefix(open)?.strip_suffix(close)?.trim_ascii());
    let object = inner(b"{", b"}").is_some_and(|inner| inner.is_empty() || inner.starts_with(b"\""));
    let begins_value = |c: &u8| c.is_ascii_digit() || b"{[\"-".contains(c);
    let array = inner(b"[", b"]").is_some_and(|inner| inner.first().is_some_and(begins_value) && inner.contains(&b','));
    object || array
}

/// At least three lines with the same number of the same separators, and no prose between them.
fn is_table(text: &[u8]) -> bool {
    let head = text.get(..TABLE_BYTES.min(text.len())).unwrap_or_default();
    let lines: Vec<&[u8]> = head.split(|byte| *byte == b'\n').filter(|line| !line.trim_ascii().is_empty()).collect();
    // The last one may be cut.
    let lines = if head.len() < text.len() { &lines[..lines.len().saturating_sub(1)] } else { &lines[..] };
    let is_prose = |line: &&[u8]| line.trim_ascii_end().ends_with(b".") || line.windows(2).any(|two| two == b", ");
    lines.len() >= 3
        && !lines.iter().any(is_prose)
        && b",;\t".iter().any(|sign| {
            let mut counts = lines.iter().map(|line| line.split(|byte| byte == sign).count() - 1);
            let first = counts.next().unwrap_or_default();
            first > 0 && counts.all(|count| count == first)
        })
}

#[cfg(feature = "zip")]
fn package(bytes: &[u8]) -> Option<&'static str> {
    crate::zip::entry_names(bytes).find_map(|entry| named(&PACKAGES, |known| *known == entry))
}

/// Without a reader of archives one is a zip archive, by its signature.
#[cfg(not(feature = "zip"))]
fn package(_: &[u8]) -> Option<&'static str> {
    None
}

#[cfg(feature = "cfb")]
fn compound(bytes: &[u8]) -> Option<&'static str> {
    named(&STREAMS, |stream| crate::cfb::holds(bytes, stream))
}

/// Without a reader of compound files they are all alike.
#[cfg(not(feature = "cfb"))]
fn compound(_: &[u8]) -> Option<&'static str> {
    None
}

fn by_signature(rows: &[(Signature, &'static str)], bytes: &[u8]) -> Option<&'static str> {
    named(rows, |(at, signature)| bytes.get(*at..).is_some_and(|rest| rest.starts_with(signature)))
}

fn markup(bytes: &[u8]) -> Option<&'static str> {
    let text = begun(bytes);
    let head = text.get(..XML_BYTES.min(text.len())).filter(|head| head.starts_with(b"<?xml")).unwrap_or_default();
    let kind = named(&XML, |sign| head.windows(sign.len()).any(|part| part == *sign));
    let begins =
        || named(&MARKUP, |begin| text.get(..begin.len()).is_some_and(|head| head.eq_ignore_ascii_case(begin)));
    kind.or_else(begins).or_else(|| is_element(text).then_some("XML"))
}

/// Whether a text is one element from end to end.
fn is_element(text: &[u8]) -> bool {
    let Some(inside) = text.trim_ascii_end().strip_prefix(b"<").and_then(|text| text.strip_suffix(b">")) else {
        return false;
    };
    let is_end = |byte: &u8| byte.is_ascii_whitespace() || matches!(byte, b'>' | b'/');
    let name = inside.split(is_end).next().unwrap_or_default();
    let is_name = name.first().is_some_and(u8::is_ascii_alphabetic);
    is_name && inside.strip_suffix(name).is_some_and(|rest| rest.ends_with(b"</"))
}

fn named<T>(rows: &[(T, &'static str)], fits: impl Fn(&T) -> bool) -> Option<&'static str> {
    rows.iter().find(|(sign, _)| fits(sign)).map(|(_, name)| *name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::zip::Archive;

    fn archive(entries: &[&str]) -> Vec<u8> {
        let mut archive = Archive::new();
        entries.iter().for_each(|entry| archive.store(entry, b"x").unwrap());
        archive.finish().unwrap()
    }

    #[test]
    fn things_have_their_names() {
        let cases: [(&[u8], Option<&str>); 15] = [
            (b"GIF89a\x01\0\x01\0", Some("GIF")),
            (b"RIFF\x10\0\0\0WEBPVP8 ", Some("WebP")),
            (b"\0\0\0\x18ftypheic\0\0\0\0", Some("HEIC")),
            (b"\0\0\0\x18ftypisom\0\0\0\0", Some("a film or sound (MP4)")),
            (b"\xEF\xBB\xBF\r\n<SVG>", Some("SVG")),
            (b" {\"a\": 1}\n", Some("JSON")),
            (b"[1, 2]", Some("JSON")),
            (b"a,b\n1,2\n3,4\n", Some("a table (CSV)")),
            (b"One, two,\nthree, four,\nand five, six.\n", None),
            (b"GIF89a is a format.", None),
            (b"BEGIN:VCARD\r\nVERSION:4.0\r\n", Some("a card of an address book (vCard)")),
            (
                b"<?xml version='1.0'?><?mso-application progid=\"Word.Document\"?>",
                Some("a Word document in XML of 2003"),
            ),
            (b"[a note]", None),
            (b"just words", None),
            (b"", None),
        ];
        for (bytes, said) in cases {
            assert_eq!(name(bytes), said, "{bytes:?}");
        }
    }

    #[test]
    fn packages_are_told_by_their_entries() {
        assert_eq!(name(&archive(&["[Content_Types].xml", "xl/workbook.xml"])), Some("an Excel workbook (XLSX)"));
        assert_eq!(name(&archive(&["mimetype", "content.xml"])), Some("an OpenDocument file (ODT, ODS or ODP)"));
        let mut sheet = Archive::new();
        sheet.store("mimetype", b"application/vnd.oasis.opendocument.spreadsheet").unwrap();
        sheet.store("content.xml", b"<a/>").unwrap();
        assert_eq!(name(&sheet.finish().unwrap()), Some("an OpenDocument spreadsheet (ODS)"));
        assert_eq!(name(&archive(&["notes.txt"])), Some("a ZIP archive"));
        assert_eq!(name(b"PK\x03\x04 cut short"), Some("a ZIP archive"));
    }
}
