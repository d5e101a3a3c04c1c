//! Pages with their files in one (MHTML, RFC 2557), as browsers and Word save them: the page with its pictures in it.

use encoding_rs::{Encoding, UTF_8};

use transvase_base::base64;

/// Parts that count.
const MAX_PARTS: usize = 1_000;

/// A part: the heads before it, in lower case, and what it holds.
struct Part {
    kind: String,
    charset: Option<&'static Encoding>,
    /// What the page calls it by.
    names: Vec<String>,
    bytes: Vec<u8>,
}

/// The page that bytes hold with its files, as HTML; `None` where they are no such page.
pub fn page(bytes: &[u8]) -> Option<String> {
    let (heads, body) = heads(bytes)?;
    let kind = head(&heads, "content-type")?;
    let parts = match parameter(kind, "boundary").filter(|_| kind.to_ascii_lowercase().starts_with("multipart/")) {
        Some(boundary) => parts(body, boundary.as_bytes()),
        None => vec![part(&heads, body)],
    };
    let page = parts.iter().find(|part| matches!(part.kind.as_str(), "text/html" | "application/xhtml+xml"))?;
    let mut html = page.charset.unwrap_or(UTF_8).decode(&page.bytes).0.into_owned();
    for part in parts.iter().filter(|part| part.kind.starts_with("image/")) {
        let uri = format!("data:{};base64,{}", part.kind, encoded(&part.bytes));
        for name in &part.names {
            // As the value of an attribute.
            html = html.replace(&format!("\"{name}\""), &format!("\"{uri}\""));
        }
    }
    // The mark says that the page is UTF-8 now, whatever it says itself.
    Some(format!("\u{FEFF}{html}"))
}

/// The parts between lines of a boundary.
fn parts(body: &[u8], boundary: &[u8]) -> Vec<Part> {
    let boundary = [b"--", boundary].concat();
    let mut begins: Vec<usize> = memchr::memmem::find_iter(body, &boundary).take(MAX_PARTS).collect();
    begins.push(body.len());
    let within = |ends: &[usize]| body.get(ends[0] + boundary.len()..ends[1]);
    let stretches = begins.windows(2).filter_map(within).filter(|stretch| !stretch.starts_with(b"--"));
    stretches.filter_map(|stretch| heads(stretch.trim_ascii_start())).map(|(heads, body)| part(&heads, body)).collect()
}

fn part(heads: &[(String, String)], body: &[u8]) -> Part {
    let kind = head(heads, "content-type").unwrap_or("text/plain");
    let encoding = head(heads, "content-transfer-encoding").unwrap_or_default().to_ascii_lowercase();
    let names = ["content-location", "content-id"].into_iter().filter_map(|name| {
        let value = head(heads, name)?.trim().trim_start_matches('<').trim_end_matches('>');
        Some(if name == "content-id" { format!("cid:{value}") } else { value.to_owned() })
    });
    Part {
        kind: kind.split(';').next().unwrap_or_default().trim().to_ascii_lowercase(),
        charset: parameter(kind, "charset").and_then(|label| Encoding::for_label(label.as_bytes())),
        names: names.filter(|name| !name.is_empty()).collect(),
        bytes: match encoding.trim() {
            "quoted-printable" => quoted_printable(body),
            "base64" => base64::decoded(body).unwrap_or_default(),
            _ => body.to_vec(),
        },
    }
}

/// The heads that bytes begin with, and what stands behind the empty line after them.
fn heads(bytes: &[u8]) -> Option<(Vec<(String, String)>, &[u8])> {
    let mut heads: Vec<(String, String)> = Vec::new();
    let mut rest = bytes;
    loop {
        let end = rest.iter().position(|byte| *byte == b'\n')?;
        let line = String::from_utf8_lossy(rest.get(..end)?).trim_end().to_owned();
        rest = rest.get(end + 1..)?;
        match line.split_once(':') {
            _ if line.is_empty() => break,
            // A line that begins with a space goes on with the one before.
            _ if line.starts_with([' ', '\t']) => heads.last_mut()?.1.push_str(&line),
            Some((name, value)) if !name.contains(['<', ' ']) => {
                heads.push((name.to_ascii_lowercase(), value.trim().to_owned()));
            }
            _ => return None,
        }
    }
    (!heads.is_empty()).then_some((heads, rest))
}

fn head<'h>(heads: &'h [(String, String)], name: &str) -> Option<&'h str> {
    heads.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
}

/// A parameter of a head, such as `charset`.
fn parameter<'h>(head: &'h str, name: &str) -> Option<&'h str> {
    let mut pairs = head.split(';').skip(1).filter_map(|pair| pair.split_once('='));
    let (_, value) = pairs.find(|(known, _)| known.trim().eq_ignore_ascii_case(name))?;
    Some(value.trim().trim_matches('"'))
}

/// Text whose bytes are written as `=` and two digits (RFC 2045, 6.7).
fn quoted_printable(text: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut rest = text;
    while let [first, after @ ..] = rest {
        rest = after;
        match (first, after) {
            (b'=', [b'\r', b'\n', after @ ..] | [b'\n', after @ ..]) => rest = after,
            (b'=', [high, low, after @ ..]) if high.is_ascii_hexdigit() && low.is_ascii_hexdigit() => {
                let digit = |byte: &u8| (*byte as char).to_digit(16).unwrap_or_default() as u8;
                bytes.push(digit(high) << 4 | digit(low));
                rest = after;
            }
            (byte, _) => bytes.push(*byte),
        }
    }
    bytes
}

fn encoded(bytes: &[u8]) -> String {
    use ::base64::Engine;
    ::base64::engine::general_purpose::STANDARD.encode(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_comes_with_its_pictures() {
        let mht = "MIME-Version: 1.0\r\nContent-Type: multipart/related;\r\n boundary=\"==B\"\r\n\r\n--==B\r\n\
                   Content-Type: text/html; charset=\"windows-1252\"\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n\
                   <p class=3D\"x\">caf=E9 and a long=\r\n line</p><img src=3D\"image1.gif\">\r\n--==B\r\n\
                   Content-Type: image/gif\r\nContent-Transfer-Encoding: base64\r\nContent-Location: image1.gif\r\n\r\n\
                   R0lG\r\n--==B--\r\n";
        let expected = "\u{FEFF}<p class=\"x\">café and a long line</p><img src=\"data:image/gif;base64,R0lG\">\r\n";
        assert_eq!(page(mht.as_bytes()).as_deref(), Some(expected));
        assert_eq!(page(b"<html>\n\n</html>"), None);
        assert_eq!(page(b"Dear Ann: hello\n\nyours"), None);
    }

    #[test]
    fn changed_pages_do_not_panic() {
        let mht =
            b"Content-Type: multipart/related; boundary=B\n\n--B\nContent-Type: text/html\n\n<p>=C3=A4</p>\n--B--\n";
        for seed in 0..500 {
            let _ = page(&transvase_base::changed::changed(mht, seed, 6));
        }
    }
}
