//! Conversion warnings for clients: one document, cut down to what a header holds, and whole behind the file where a
//! client asks for it.

use std::fmt::Write;

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use serde_json::{Value, json};
use transvase::{Warning, WarningCode};

use crate::http::client::random_word;
use crate::problem;

/// The header with the document.
pub const HEADER: HeaderName = HeaderName::from_static("convert-warnings");

/// Most bytes of the header. nginx takes 4 KiB for all headers of an answer unless it is told otherwise,
/// and the two forms of the result's name may have a third of them.
pub const HEADER_BYTES: usize = 1024;

/// Media type of an answer with the file and the document.
pub const MIXED: &str = "multipart/mixed";

/// The kinds of what was lost, each once, in the order of the core's table.
pub fn kinds(warnings: &[Warning]) -> Vec<WarningCode> {
    let mut codes: Vec<_> = warnings.iter().map(|warning| warning.code).collect();
    codes.sort_unstable();
    codes.dedup();
    codes
}

/// The document: how many losses there are, and each with its code, its place and a sentence.
fn document(warnings: &[Warning]) -> Value {
    listing(warnings.len(), &warnings.iter().map(|warning| entries(warning)[0].clone()).collect::<Vec<_>>(), false)
}

fn listing(count: usize, listed: &[Value], is_truncated: bool) -> Value {
    json!({ "count": count, "truncated": is_truncated, "warnings": listed })
}

/// One loss: whole, without its sentence, and as its code alone.
fn entries(warning: &Warning) -> [Value; 3] {
    let (code, place) = (warning.code.name(), warning.place.to_string());
    [
        json!({ "code": code, "place": place, "message": warning.message }),
        json!({ "code": code, "place": place }),
        json!({ "code": code }),
    ]
}

/// The document for the header: the first loss of each kind, then the others, as far as
/// [`HEADER_BYTES`] go. `None` where nothing was lost.
pub fn header(warnings: &[Warning]) -> Option<HeaderValue> {
    let mut listed = Vec::new();
    let mut is_whole = !warnings.is_empty();
    for warning in kinds_first(warnings) {
        let before = listed.len();
        for (form, entry) in entries(warning).into_iter().enumerate() {
            listed.push(entry);
            if ascii(&listing(warnings.len(), &listed, true)).len() <= HEADER_BYTES {
                is_whole &= form == 0;
                break;
            }
            listed.pop();
        }
        if listed.len() == before {
            is_whole = false;
            break;
        }
    }
    let text = ascii(&listing(warnings.len(), &listed, !is_whole));
    HeaderValue::from_str(&text).ok().filter(|_| !warnings.is_empty())
}

/// The first of each kind in the order of the core's table, then the others in their own order.
fn kinds_first(warnings: &[Warning]) -> impl Iterator<Item = &Warning> {
    let first_of = |code| warnings.iter().position(|warning| warning.code == code);
    let first: Vec<usize> = kinds(warnings).into_iter().filter_map(first_of).collect();
    let rest = (0..warnings.len()).filter({
        let first = first.clone();
        move |place| !first.contains(place)
    });
    first.into_iter().chain(rest).map(|place| &warnings[place])
}

/// A document in visible ASCII, which is what a header can hold.
fn ascii(document: &Value) -> String {
    let mut text = String::new();
    for letter in document.to_string().chars() {
        if letter.is_ascii_graphic() || letter == ' ' {
            text.push(letter);
            continue;
        }
        // Only inside strings: everything around them is visible already.
        for unit in letter.encode_utf16(&mut [0; 2]) {
            let _ = write!(text, "\\u{unit:04x}");
        }
    }
    text
}

/// Whether a request prefers the file with its warnings to the file alone. What it says of problem
/// documents is no matter here.
pub fn prefers_mixed(headers: &HeaderMap) -> bool {
    let lines = headers.get_all(header::ACCEPT).iter().filter_map(|line| line.to_str().ok());
    let (mut mixed, mut alone) = (0.0, 0.0);
    for (kind, weight) in lines.flat_map(|line| line.split(',')).map(weighed) {
        match kind.as_str() {
            MIXED => mixed = weight,
            problem::MEDIA_TYPE | "application/json" => {}
            _ => alone = f32::max(alone, weight),
        }
    }
    mixed > alone
}

/// A range of `Accept` and its weight (RFC 9110, 12.5.1).
fn weighed(range: &str) -> (String, f32) {
    let mut parts = range.split(';').map(|part| part.trim().to_ascii_lowercase());
    let kind = parts.next().unwrap_or_default();
    let weight = parts.find_map(|part| part.strip_prefix("q=").and_then(|weight| weight.parse().ok()));
    (kind, weight.unwrap_or(1.0))
}

/// The file and, behind it, the document, as one body (RFC 2046, 5.1.3), with its media type. `headers`
/// are those of the file's part.
pub fn mixed(mut file: Vec<u8>, headers: &HeaderMap, warnings: &[Warning]) -> (HeaderValue, Vec<u8>) {
    let boundary = random_word();
    let mut head = format!("--{boundary}\r\n");
    for (name, value) in headers {
        let _ = write!(head, "{name}: {}\r\n", value.to_str().unwrap_or_default());
    }
    head += "\r\n";
    let tail = format!(
        "\r\n--{boundary}\r\ncontent-type: application/json\r\n\
         content-disposition: attachment; filename=\"warnings.json\"\r\n\r\n{}\r\n--{boundary}--\r\n",
        document(warnings)
    );
    file.splice(0..0, head.bytes());
    file.extend(tail.bytes());
    let kind = HeaderValue::from_str(&format!("{MIXED}; boundary={boundary}"));
    (kind.unwrap_or(HeaderValue::from_static(MIXED)), file)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(warnings: &[Warning]) -> (Value, usize) {
        let value = header(warnings).unwrap();
        (serde_json::from_slice(value.as_bytes()).unwrap(), value.len())
    }

    #[test]
    fn the_header_has_code_place_and_sentence() {
        let warnings = [
            Warning::on_page(3, WarningCode::GlyphsMissing, "no glyph for \u{4e2d} and \u{1f600}"),
            Warning::new(WarningCode::MetadataDropped, "the title was left out"),
        ];
        let expected = json!({ "count": 2, "truncated": false, "warnings": [
            { "code": "GlyphsMissing", "place": "page 3", "message": "no glyph for \u{4e2d} and \u{1f600}" },
            { "code": "MetadataDropped", "place": "document", "message": "the title was left out" },
        ] });
        assert_eq!(read(&warnings).0, expected);
        assert!(header(&warnings).unwrap().to_str().unwrap().contains("\\u4e2d and \\ud83d\\ude00"));
        assert_eq!(header(&[]), None);
        assert_eq!(document(&warnings), expected);
    }

    #[test]
    fn the_header_stays_small_and_says_so() {
        let scanned = |page| Warning::on_page(page, WarningCode::ScannedPage, "the picture was kept");
        let mut warnings: Vec<_> = (1..=5000).map(scanned).collect();
        warnings.push(Warning::new(WarningCode::FontSubstituted, "x".repeat(2000)));
        let (told, length) = read(&warnings);
        assert!(length <= HEADER_BYTES, "{length}");
        assert_eq!((&told["count"], &told["truncated"]), (&json!(5001), &json!(true)));
        let codes: Vec<_> = told["warnings"].as_array().unwrap().iter().map(|entry| entry["code"].clone()).collect();
        assert!(codes.contains(&json!("FontSubstituted")), "each kind is there: {codes:?}");
        assert!(codes.len() > 5, "and more, as far as they go: {codes:?}");
        let everything: Vec<_> =
            transvase::WARNINGS.iter().map(|(code, _)| Warning::in_part("p\u{7f}".repeat(900), *code, "m")).collect();
        let (told, length) = read(&everything);
        assert!(length <= HEADER_BYTES && told["warnings"].as_array().unwrap().len() == everything.len(), "{told}");
    }

    #[test]
    fn the_document_comes_with_the_file_where_that_is_preferred() {
        let prefers = |text: &'static str| {
            prefers_mixed(&HeaderMap::from_iter([(header::ACCEPT, HeaderValue::from_static(text))]))
        };
        assert!(prefers("multipart/mixed") && prefers("multipart/mixed, application/problem+json, */*;q=0.1"));
        for other in ["*/*", "application/octet-stream, multipart/mixed", "multipart/mixed;q=0", "image/png"] {
            assert!(!prefers(other), "{other}");
        }
        assert!(!prefers_mixed(&HeaderMap::new()));
    }
}
