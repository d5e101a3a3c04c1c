//! `Content-Disposition`: names of files, as they come with an upload and as they go out with a result (RFC 6266, RFC
//! 8187).

use axum::http::{HeaderValue, header};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

/// What stands for itself in `filename*`: `attr-char` of RFC 8187.
const ATTR_CHAR: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'!')
    .remove(b'#')
    .remove(b'$')
    .remove(b'&')
    .remove(b'+')
    .remove(b'-')
    .remove(b'.')
    .remove(b'^')
    .remove(b'_')
    .remove(b'`')
    .remove(b'|')
    .remove(b'~');

/// Longest name of a file that is said again, in characters: file systems take no longer ones.
const NAME_CHARS: usize = 255;

/// Longest stem of a result's name, in characters.
const STEM_CHARS: usize = 100;

/// Stem of a result whose upload had no name.
const NAMELESS: &str = "converted";

/// The name a part came with: `filename*` where there is one, else `filename` with the three
/// escapes that browsers use.
pub fn sent_name(part: &multer::Field<'_>) -> Option<String> {
    let line = part.headers().get(header::CONTENT_DISPOSITION).map(HeaderValue::as_bytes);
    let line = String::from_utf8_lossy(line.unwrap_or_default()).into_owned();
    extended(&line).or_else(|| {
        let name = part.file_name()?;
        Some(name.replace("%22", "\"").replace("%0D", "\r").replace("%0A", "\n"))
    })
}

fn extended(line: &str) -> Option<String> {
    let (_, rest) = line.split_once("filename*=")?;
    let value = rest.split(';').next()?.trim();
    let (charset, text) =
        value.split_once('\'').and_then(|(charset, rest)| Some((charset, rest.split_once('\'')?.1)))?;
    let is_utf8 = charset.eq_ignore_ascii_case("utf-8");
    is_utf8.then(|| percent_decode_str(text).decode_utf8().ok().map(std::borrow::Cow::into_owned)).flatten()
}

/// An upload's name as it can be said again: no folder, nothing that moves a cursor or turns text around.
pub fn plain(name: &str) -> String {
    let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
    let is_plain = |c: &char| !c.is_control() && !is_format_control(*c) && !"\"<>|:*?".contains(*c);
    name.chars().filter(is_plain).take(NAME_CHARS).collect()
}

/// The stem of an upload's name: plain, and without its extension.
pub fn stem(name: Option<&str>) -> String {
    let name = plain(name.unwrap_or_default());
    let stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem);
    let stem: String = stem.chars().take(STEM_CHARS).collect();
    let stem = stem.trim_matches([' ', '.']);
    if stem.is_empty() { NAMELESS.into() } else { stem.into() }
}

/// Direction marks and joiners: they make a name look like another.
fn is_format_control(c: char) -> bool {
    matches!(c, '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}' | '\u{FEFF}')
}

/// The header `Content-Disposition` of a result.
pub fn attachment(stem: &str, extension: &str) -> HeaderValue {
    let plain: String =
        stem.chars().map(|c| if c.is_ascii_graphic() && !"\\%".contains(c) { c } else { '_' }).collect();
    // A space is plain too, once the name stands in quotes.
    let plain: String = plain.chars().zip(stem.chars()).map(|(c, was)| if was == ' ' { ' ' } else { c }).collect();
    let encoded = utf8_percent_encode(stem, ATTR_CHAR);
    let text = format!("attachment; filename=\"{plain}.{extension}\"; filename*=UTF-8''{encoded}.{extension}");
    HeaderValue::from_str(&text).unwrap_or(HeaderValue::from_static("attachment"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stem_has_no_folder_no_extension_and_no_tricks() {
        let cases = [
            (Some("report.pdf"), "report"),
            (Some("../../etc/passwd"), "passwd"),
            (Some(r"C:\Users\me\a.b.docx"), "a.b"),
            (Some(".hidden"), "converted"),
            (Some("a\r\nSet-Cookie: x.jpg"), "aSet-Cookie x"),
            (Some("gpj.\u{202E}exe.jpg"), "gpj.exe"),
            (Some("  .. "), "converted"),
            (Some("r\u{e9}sum\u{e9}.pdf"), "r\u{e9}sum\u{e9}"),
            (None, "converted"),
        ];
        for (name, expected) in cases {
            assert_eq!(stem(name), expected, "{name:?}");
        }
        assert_eq!(stem(Some(&"x".repeat(300))).len(), STEM_CHARS);
        assert_eq!(plain("a/b\\c\r\n\u{202E} d.pdf"), "c d.pdf");
    }

    #[test]
    fn the_header_says_the_name_twice() {
        let told = attachment("r\u{e9}sum\u{e9} 50%", "docx");
        assert_eq!(
            told.to_str().unwrap(),
            "attachment; filename=\"r_sum_ 50_.docx\"; filename*=UTF-8''r%C3%A9sum%C3%A9%2050%25.docx"
        );
    }

    #[test]
    fn an_extended_name_wins_where_it_can_be_read() {
        let line = "form-data; name=\"file\"; filename=\"x.pdf\"; filename*=UTF-8''%E2%82%AC%20rates.pdf";
        assert_eq!(extended(line).as_deref(), Some("\u{20ac} rates.pdf"));
        assert_eq!(extended("form-data; filename*=latin1''%E9.pdf"), None);
        assert_eq!(extended("form-data; filename=\"x.pdf\""), None);
    }
}
