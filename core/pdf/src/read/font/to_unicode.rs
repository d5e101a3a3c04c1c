//! Damaged `ToUnicode` mappings: what can be read of one that breaks the grammar of CMaps, entry by entry (ISO 32000-1,
//! 9.10.3).

use std::collections::BTreeMap;

use hayro_font::hayro_cmap::{self, BfString, CMap};

use transvase_base::context::Context;
use transvase_base::error::Result;

/// Codes of a range: both of its ends are within the same 256, and fonts of two bytes have no more at all.
const MAX_RANGE: u32 = 0xFFFF;
/// Codes of a mapping that are read: ranges may say the same ones again and again, five thousand of them in 2 kB.
const MAX_CODES: u32 = 1 << 18;
/// Strings of a row at most: a list of all codes of a byte with the ends of its range.
const LONGEST_ROW: usize = 300;
/// Digits of the longest code.
const MAX_CODE: usize = 8;
/// Digits of the longest text of a code: readers need no more than 512 bytes.
const MAX_TEXT: usize = 1024;

/// The text of each code.
pub(super) type Mapping = BTreeMap<u32, BfString>;

/// What can be read of a mapping that the font library reads nothing of, or whose strings lack a digit.
///
/// # Errors
/// `TimedOut`, `Cancelled`.
pub(super) fn repaired(bytes: &[u8], context: &Context) -> Result<Option<Mapping>> {
    if bytes.is_empty() || bytes.starts_with(b"bcmap") {
        return Ok(None);
    }
    let is_whole = CMap::parse(bytes, hayro_cmap::load_embedded).is_some();
    let mut entries = Entries::default();
    for token in (Tokens { bytes }) {
        context.tick(1)?;
        entries.take(token);
    }
    entries.end();
    Ok((!is_whole || entries.odd).then_some(entries.found).filter(|found| !found.is_empty()))
}

/// A token of a CMap.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Token<'a> {
    /// What stands between angle brackets, which may lack one of them.
    Hex(&'a [u8]),
    Open,
    Close,
    Word(&'a [u8]),
    /// A name, which is the text of no code.
    Name,
    Line,
}

/// A file that is being taken apart.
struct Tokens<'a> {
    bytes: &'a [u8],
}

impl<'a> Tokens<'a> {
    fn take(&mut self, fits: impl Fn(u8) -> bool) -> &'a [u8] {
        let length = self.bytes.iter().take_while(|byte| fits(**byte)).count();
        let (taken, rest) = self.bytes.split_at(length);
        self.bytes = rest;
        taken
    }
}

fn is_regular(byte: u8) -> bool {
    !byte.is_ascii_whitespace() && byte != 0 && !b"()<>[]{}/%".contains(&byte)
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            let (first, rest) = self.bytes.split_first()?;
            if is_regular(*first) {
                return Some(Token::Word(self.take(is_regular)));
            }
            self.bytes = rest;
            match first {
                b'<' => {
                    return Some(Token::Hex(
                        self.take(|byte| byte.is_ascii_hexdigit() || matches!(byte, b' ' | b'\t')),
                    ));
                }
                b'[' => return Some(Token::Open),
                b']' => return Some(Token::Close),
                b'/' => {
                    self.take(is_regular);
                    return Some(Token::Name);
                }
                b'\n' | b'\r' => return Some(Token::Line),
                b'%' => {
                    self.take(|byte| !matches!(byte, b'\n' | b'\r'));
                }
                _ => {}
            }
        }
    }
}

/// Which entries are being read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
enum Mode {
    #[default]
    None,
    Chars,
    Ranges,
}

/// The entries read so far.
#[derive(Debug, Default)]
struct Entries {
    found: Mapping,
    mode: Mode,
    /// Strings of the entry at hand.
    row: Vec<String>,
    /// Where the texts of its list begin.
    list: Option<usize>,
    /// Strings of the line at hand, and whether any line had a whole entry.
    on_line: usize,
    by_lines: bool,
    /// Whether a string lacks a digit.
    odd: bool,
    /// Codes so far.
    codes: u32,
}

impl Entries {
    fn take(&mut self, token: Token<'_>) {
        let is_digits = |word: &[u8]| self.mode != Mode::None && word.iter().all(u8::is_ascii_hexdigit);
        match token {
            Token::Hex(digits) => self.string(digits),
            Token::Word(word) if is_digits(word) => self.string(word),
            Token::Word(word) => self.word(word),
            Token::Open => self.list = Some(self.row.len()),
            Token::Close => self.close(),
            Token::Name if self.mode != Mode::None => self.string(b""),
            Token::Name => {}
            Token::Line => self.line(),
        }
    }

    /// Words that begin or end nothing are no part of any entry.
    fn word(&mut self, word: &[u8]) {
        let has = |part: &[u8]| word.windows(part.len()).any(|at| at == part);
        if !(word.starts_with(b"begin") || word.starts_with(b"end")) {
            return;
        }
        self.end();
        self.mode = match (word.starts_with(b"begin"), has(b"bfc"), has(b"bfr")) {
            (true, true, _) => Mode::Chars,
            (true, _, true) => Mode::Ranges,
            _ => Mode::None,
        };
    }

    fn string(&mut self, digits: &[u8]) {
        if self.mode == Mode::None {
            return;
        }
        let digits = digits.iter().filter(|digit| digit.is_ascii_hexdigit()).take(MAX_TEXT);
        let string: String = digits.map(|digit| char::from(*digit)).collect();
        self.odd |= string.len() % 2 == 1;
        self.row.push(string);
        self.on_line += 1;
        let is_full = match (self.mode, self.list) {
            (Mode::Chars, _) => self.row.len() == 2,
            (_, Some(at)) => self.row.len() >= at + self.codes_before(at),
            // What follows may be a list that lacks its beginning.
            _ => self.row.len() >= LONGEST_ROW,
        };
        if is_full {
            self.end();
        }
    }

    /// Codes of the range whose ends stand before a place in the row.
    fn codes_before(&self, at: usize) -> usize {
        match at.checked_sub(2).and_then(|from| self.row.get(from..at)) {
            Some([first, last]) => length(first, last) as usize,
            _ => 0,
        }
    }

    /// Entries end, or are cut off.
    fn end(&mut self) {
        let (row, list) = (std::mem::take(&mut self.row), self.list.take());
        match (self.mode, list, row.as_slice()) {
            (Mode::Chars, _, [code, text]) => self.put(value(code), text, 0),
            (Mode::Ranges, None, row) => self.put_ranges(row),
            (Mode::Ranges, Some(at), row) if (2..=row.len()).contains(&at) => {
                self.put_ranges(&row[..at - 2]);
                self.put_all(value(&row[at - 2]), &row[at..]);
            }
            _ => {}
        }
    }

    /// A list ends, which may have had no beginning.
    fn close(&mut self) {
        let is_list = self.row.len() > 3 && self.row.len() == 2 + self.codes_before(2);
        if self.list.is_none() && self.mode == Mode::Ranges && is_list {
            self.list = Some(2);
        }
        self.end();
    }

    /// Where lines hold entries, one that the end of a line cuts off lacks a string.
    fn line(&mut self) {
        let size = if self.mode == Mode::Chars { 2 } else { 3 };
        self.by_lines |= self.on_line >= size;
        self.on_line = 0;
        if self.list.is_none() && (self.by_lines || self.row.len().is_multiple_of(size)) {
            self.end();
        }
    }

    /// Ranges without a list, whose characters go on as their codes do.
    fn put_ranges(&mut self, row: &[String]) {
        for range in row.chunks_exact(3) {
            let [first, last, text] = range else { continue };
            let code = value(first);
            let count = length(first, last).min(MAX_CODES - self.codes);
            (0..count).for_each(|step| self.put(code.map(|code| code + step), text, step));
        }
    }

    fn put_all(&mut self, first: Option<u32>, texts: &[String]) {
        for (text, step) in texts.iter().zip(0..MAX_RANGE) {
            self.put(first.and_then(|first| first.checked_add(step)), text, 0);
        }
    }

    /// Gives a code its text, whose last character is moved on by `step`.
    fn put(&mut self, code: Option<u32>, text: &str, step: u32) {
        self.codes = (self.codes + 1).min(MAX_CODES);
        if self.codes == MAX_CODES {
            return;
        }
        if let (Some(code), Some(text)) = (code, characters(text, step)) {
            self.found.insert(code, text);
        }
    }
}

/// A code by its digits.
fn value(digits: &str) -> Option<u32> {
    u32::from_str_radix(digits.get(..MAX_CODE.min(digits.len()))?, 16).ok().filter(|code| *code <= u32::MAX - MAX_RANGE)
}

/// Codes of a range from one to another; none where it runs backwards.
fn length(first: &str, last: &str) -> u32 {
    let both = value(first).zip(value(last));
    both.and_then(|(first, last)| last.checked_sub(first)).map_or(0, |more| more.saturating_add(1).min(MAX_RANGE))
}

/// The characters that digits stand for in UTF-16; one of the first four may be missing, where there are no more.
fn characters(digits: &str, step: u32) -> Option<BfString> {
    if digits.is_empty() || digits.len() > 4 && digits.len() % 2 == 1 {
        return None;
    }
    let first = if digits.len().is_multiple_of(4) { 4 } else { digits.len() % 4 };
    let (head, tail) = digits.split_at(first.min(digits.len()));
    let parts =
        std::iter::once(head).chain(tail.as_bytes().chunks(4).filter_map(|part| std::str::from_utf8(part).ok()));
    let mut units: Vec<u16> = parts.filter_map(|part| u16::from_str_radix(part, 16).ok()).collect();
    let last = units.last_mut()?;
    *last = last.wrapping_add(step as u16);
    let text = String::from_utf16(&units).ok()?;
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (Some(one), None) => Some(BfString::Char(one)),
        _ => Some(BfString::String(text)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_codes_are_read_than_fonts_have() {
        // Each range has 256 codes of its own. A text that lacks a digit has the mapping read here at all.
        let ranges: String = (1..2_000).map(|at| format!("<{at:04x}0000> <{at:04x}00ff> <0041>\n")).collect();
        let many = format!("1 beginbfrange\n<01> <02> <004>\n{ranges}endbfrange");
        let found = repaired(many.as_bytes(), &Context::default()).unwrap().unwrap();
        assert_eq!(found.len(), MAX_CODES as usize - 1);
    }

    /// The texts of codes 1 to 6, a dot where there is none.
    fn read(entries: &str) -> Option<String> {
        let head = "/CIDInit /ProcSet findresource begin begincmap 1 begincodespacerange <00> <FF> endcodespacerange\n";
        let bytes = format!("{head}{entries}\nendcmap end");
        let found = repaired(bytes.as_bytes(), &Context::default()).unwrap()?;
        let text = |code: u32| match found.get(&code) {
            Some(BfString::Char(c)) => c.to_string(),
            Some(BfString::String(text)) => text.clone(),
            None => ".".to_owned(),
        };
        Some((1..=6).map(text).collect())
    }

    #[test]
    fn whole_mappings_are_left_to_the_library() {
        assert_eq!(read("2 beginbfchar <01> <0041> <02> <0042> endbfchar"), None);
        assert_eq!(read("2 beginbfchar % a comment\n<01><0041>\n<02><0042>\nendbfchar"), None);
        assert_eq!(read("no mapping at all <"), None);
    }

    #[test]
    fn characters_are_read_behind_the_damage() {
        for damaged in [
            "beginbfchar\n<01> <0041>>\n<02> <0042>\n<03> <0043>\nendbfchar",
            "beginbfchar\n<01 <0041>\n<02> <0042\n<03> <0043>\nendbfchar",
            "beginbfchar\n<01> <0041>\n<02> <0042>\n03> <0043>\nendbfchar",
            "beginbfchar\n<01> <041>\n<2> <42>\n<03> <0043>\nendbfchar",
            "beginbfchar\n<01> <0041>\n<02> <0042>\nbeginbfrange\n<03> <03> <0043>\nendbfrange",
            "beginbfchar<01><0041>><02><0042><03><0043>endbfchar",
            "beginbfchar %> <\n<01> <0041> > % a\n<02> <0042>\n<03>\n<0043>\n",
        ] {
            let read = read(damaged).unwrap_or_default();
            assert!(read == "ABC..." || damaged.contains("<03>\n") && read == "AB....", "{damaged}: {read}");
        }
    }

    #[test]
    fn what_is_lost_takes_no_other_with_it() {
        assert_eq!(read("beginbfchar\n<01> <0041>\n<02>\n<03> <0043>\nendbfchar").as_deref(), Some("A.C..."));
        assert_eq!(
            read("beginbfchar\n<01> <0041>\n<02> <>\n<03> /C\n<04> <0044>\nendbfchar").as_deref(),
            Some("A..D..")
        );
        assert_eq!(read("beginbfchar\n<01>\n<0041>\n<02>\n<0042>>\n endbfchar").as_deref(), Some("AB...."));
    }

    #[test]
    fn ranges_are_read_behind_the_damage() {
        for damaged in [
            "beginbfrange\n<01> <03> <0041>>\n<04> <06> [<0044> <0045> <0046>]\nendbfrange",
            "beginbfrange\n<01> <03> [<0041> <0042> <0043>\n<04> <06> <0044>\nendbfrange",
            "beginbfrange\n<01> <03> <0041> <0042> <0043>]\n<04> <06> <0044>\nendbfrange",
            "beginbfrange <01><03><0041>><04><06><0044>",
            "beginbfrange\n<01> <03> [<0041>\n<0042>\n<0043>]\n<04> <06 <0044>\nendbfrange",
        ] {
            assert_eq!(read(damaged).as_deref(), Some("ABCDEF"), "{damaged}");
        }
        assert_eq!(
            read("beginbfrange\n<01> <02> <0041> \u{7}x\n<03> <04> <0043>>\nendbfrange").as_deref(),
            Some("ABCD..")
        );
        assert!(read("beginbfrange <06> <01> <0041>> <00> <FFFFFFFF> <0041> endbfrange").is_none());
    }
}
