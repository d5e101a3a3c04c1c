//! Features of paragraphs: what each looks like and what it stands beside.

use super::super::block::{Block, Para};
use super::super::marker;
use super::super::page_blocks::PageBlocks;
use super::number::{self, Numeral};
use super::tolerances::{BOLD, LARGER, MAX_CHARS, MAX_LINES, MIN_LETTERS};
use transvase_model::flow::{Color, Marker, Role};

/// Words of a sentence: a large paragraph of more words that ends with a full stop is a lead or a
/// pulled quotation.
const SENTENCE: usize = 14;

/// How a paragraph looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Look {
    /// Half points.
    pub size: u32,
    pub bold: bool,
    pub italic: bool,
    /// Capitals alone.
    pub caps: bool,
    pub color: Option<Color>,
}

impl Look {
    fn of(para: &Para, text: &str) -> Look {
        let mut words = para.lines.iter().flat_map(|line| &line.words);
        let color = words.clone().next().and_then(|word| word.style.color);
        let letters = text.chars().filter(|c| c.is_alphabetic()).count();
        let caps =
            letters >= MIN_LETTERS && !text.chars().any(char::is_lowercase) && text.chars().any(char::is_uppercase);
        Look {
            size: (para.size() * 2.0).round() as u32,
            bold: para.bold_share() > BOLD,
            italic: words.clone().all(|word| word.style.italic),
            caps,
            color: color.filter(|_| words.all(|word| word.style.color == color)),
        }
    }

    /// Size in points.
    pub fn points(&self) -> f32 {
        self.size as f32 / 2.0
    }
}

/// What stands below a paragraph in its column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Below {
    /// Nothing.
    Nothing,
    /// A paragraph.
    Text,
    /// A table, picture or rule.
    Other,
}

/// A paragraph as headings are told by. Lengths are points.
#[derive(Debug)]
pub(super) struct Seen {
    /// Index of its page.
    pub page: usize,
    /// Its text without its number.
    pub text: String,
    /// The number it begins with.
    pub number: Option<Numeral>,
    /// How it looks.
    pub look: Look,
    /// Characters.
    pub chars: usize,
    /// Lines.
    pub lines: usize,
    /// Whether it can be a heading at all.
    pub candidate: bool,
    /// Whether nothing is known of its role yet.
    pub free: bool,
    /// Room between it and what stands above it in its column; infinite at its top.
    pub above: f32,
    /// What stands below it.
    pub below: Below,
    /// Where it begins, as a share of the height of the page.
    pub height: f32,
    /// Level the structure of the document gives it.
    pub tagged: Option<u8>,
    /// Level the bookmarks give it.
    pub outlined: Option<u8>,
}

/// The paragraphs of all pages outside tables, in reading order.
pub(super) fn all(pages: &[PageBlocks], body_size: f32) -> Vec<Seen> {
    let mut all = Vec::new();
    for page in pages {
        for column in page.parts.iter().flat_map(|part| &part.columns) {
            for (at, block) in column.iter().enumerate() {
                let Block::Text(para) = block else { continue };
                let mut seen = look_at(para, body_size);
                let before = at.checked_sub(1).and_then(|at| column.get(at));
                seen.above = before.map_or(f32::INFINITY, |before| para.top() - before.extent().1);
                seen.below = match column.get(at + 1) {
                    None => Below::Nothing,
                    Some(Block::Text(_)) => Below::Text,
                    Some(_) => Below::Other,
                };
                seen.page = page.index;
                seen.height = para.top() / page.size.height.max(1.0);
                all.push(seen);
            }
        }
    }
    all
}

fn look_at(para: &Para, body_size: f32) -> Seen {
    let full = para.text();
    let numeral = para.lines.first().filter(|_| !para.rtl).and_then(number::read);
    let rest = |numeral: &Numeral| full.get(numeral.shown.len()..).map(str::trim_start).filter(|rest| is_named(rest));
    let (number, text) = match numeral.as_ref().and_then(rest) {
        Some(rest) => (numeral, rest.to_owned()),
        None => (None, full),
    };
    let free = para.is_body() && para.place.is_none() && !para.meaning.quote;
    let tagged = match para.meaning.role {
        Role::Heading(level) => Some(level),
        _ => None,
    };
    Seen {
        page: 0,
        look: Look::of(para, &text),
        chars: text.chars().count(),
        lines: para.lines.len(),
        candidate: free && is_candidate(para, &text, number.is_some(), body_size),
        free: free || tagged.is_some(),
        above: f32::INFINITY,
        below: Below::Nothing,
        height: 0.0,
        tagged,
        outlined: None,
        number,
        text,
    }
}

/// Whether the words after a number are a name: they begin with a letter.
fn is_named(rest: &str) -> bool {
    rest.chars()
        .find(|c| !matches!(c, '"' | '“' | '‘' | '«' | '(' | '„' | '\'' | '¿' | '¡'))
        .is_some_and(char::is_alphabetic)
}

/// Whether a paragraph can be a heading at all: short, of letters, and no sentence of the text.
fn is_candidate(para: &Para, text: &str, numbered: bool, body_size: f32) -> bool {
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let count = text.chars().count();
    let larger = para.size() >= body_size * LARGER;
    let end = text.trim_end().chars().next_back();
    let words = text.split_whitespace().count();
    let sentence = match end {
        Some('.' | ',' | ';') => !larger || words > SENTENCE,
        Some(':') => !larger && !numbered,
        Some('。' | '，' | '；' | '、') => true,
        _ => false,
    };
    let bullet =
        para.lines.first().and_then(marker::marker_of).is_some_and(|found| matches!(found.marker, Marker::Bullet(_)));
    let lines = if larger { MAX_LINES } else { 2 };
    para.lines.len() <= lines
        && (2..=MAX_CHARS).contains(&count)
        && letters * 3 >= count
        && !sentence
        && !bullet
        && !text.contains('\t')
        && !text.contains("....")
        && !is_address(text)
}

/// Whether a text is an address of the net.
fn is_address(text: &str) -> bool {
    text.contains("://") || text.contains("www.") || (text.contains('@') && !text.contains(' '))
}
