//! Written files as text that shows what changed: packages part by part, markup one element a line, data by its size.

use std::fmt::Write as _;
use std::io::{Cursor, Read as _};

use quick_xml::events::Event;
use quick_xml::{Reader, Writer};

/// A file as text.
///
/// # Panics
/// Where a package cannot be opened, or its markup is not well-formed: that is how a test fails.
pub fn show(bytes: &[u8]) -> String {
    if bytes.starts_with(b"PK") {
        return package(bytes);
    }
    part(bytes)
}

/// The parts of a package, in their order there.
fn package(bytes: &[u8]) -> String {
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).expect("the package opens");
    let mut out = String::new();
    for at in 0..archive.len() {
        let mut entry = archive.by_index(at).expect("the part is there");
        let mut content = Vec::new();
        entry.read_to_end(&mut content).expect("the part can be read");
        let _ = writeln!(out, "=== {}\n{}", entry.name(), part(&content));
    }
    out
}

/// A part: markup indented, other text as it is, data by its size.
fn part(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) if text.trim_start().starts_with("<?xml") => indented(text),
        Ok(text) => broken(text),
        Err(_) => format!("({} bytes)\n", bytes.len()),
    }
}

/// Markup with an element a line.
fn indented(xml: &str) -> String {
    let mut reader = Reader::from_str(xml);
    let mut writer = Writer::new_with_indent(Vec::new(), b' ', 1);
    loop {
        match reader.read_event().expect("the part is well-formed") {
            Event::Eof => break,
            event => writer.write_event(event).expect("memory can be written to"),
        }
    }
    let text = String::from_utf8(writer.into_inner()).expect("what was UTF-8 is UTF-8");
    broken(&text)
}

/// Text with long data cut and, as RTF and pages written in one line have it, with a line for each paragraph or block.
fn broken(text: &str) -> String {
    let mut out = String::new();
    let broken = text.replace("\\par\n", "\\par ").replace("\\par ", "\\par\n").replace("\\pard", "\n\\pard");
    for line in broken.lines().filter(|line| !line.trim().is_empty()) {
        let _ = writeln!(out, "{}", without_data(line));
    }
    out
}

/// Letters that stand together in data: Base64 or hexadecimal numbers.
const DATA: usize = 200;

/// A line whose long words, which are data, are said by their length.
fn without_data(line: &str) -> String {
    let mut out = String::new();
    for word in line.split_inclusive(|c: char| !(c.is_ascii_alphanumeric() || "+/=".contains(c))) {
        if word.len() > DATA {
            let data = word.trim_end_matches(|c: char| !(c.is_ascii_alphanumeric() || "+/=".contains(c)));
            let _ = write!(out, "({} letters of data){}", data.len(), &word[data.len()..]);
        } else {
            out.push_str(word);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::show;

    #[test]
    fn markup_is_indented_and_data_is_counted() {
        let data = "QUJD".repeat(60);
        let shown = show(format!("<?xml version=\"1.0\"?><a><b>one</b><c>{data}</c></a>").as_bytes());
        assert_eq!(shown, "<?xml version=\"1.0\"?>\n<a>\n <b>one</b>\n <c>(240 letters of data)</c>\n</a>\n");
    }

    #[test]
    fn paragraphs_of_rtf_have_a_line_each() {
        assert_eq!(show(b"{\\rtf1\\pard one\\par \\pard two\\par}"), "{\\rtf1\n\\pard one\\par\n\\pard two\\par}\n");
    }
}
