//! Segmentation into chunks: the lines between two empty ones.

use transvase_base::context::{Context, Limit};
use transvase_base::error::Result;

/// Columns between tab stops.
pub(super) const TAB_COLUMNS: usize = 8;

/// A line that is not empty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Line<'t> {
    /// The whole line, without white space at its end.
    pub whole: &'t str,
    /// Columns before its first character.
    pub indent: usize,
    /// Columns up to its end.
    pub width: usize,
    /// Columns of its first word.
    pub first_word: usize,
}

impl<'t> Line<'t> {
    fn new(whole: &'t str) -> Line<'t> {
        let text = whole.trim_start();
        let indent = columns(&whole[..whole.len() - text.len()]);
        let first_word = columns(text.split_whitespace().next().unwrap_or_default());
        Line { whole, indent, width: columns(whole), first_word }
    }

    /// Without white space before it.
    pub fn text(&self) -> &'t str {
        self.whole.trim_start()
    }

    /// The line from a place in its text on, as a line of its own.
    pub fn after(&self, marker: usize) -> Line<'t> {
        let text = self.text().get(marker..).unwrap_or_default();
        let inner = text.trim_start();
        let first_word = columns(inner.split_whitespace().next().unwrap_or_default());
        Line { whole: inner, indent: self.width - columns(inner).min(self.width), width: self.width, first_word }
    }
}

/// The columns that characters take: two of those of East Asia, and what is left to the next stop of a tab.
pub(super) fn columns(text: &str) -> usize {
    text.chars().fold(0, |column, c| match c {
        '\t' => column + TAB_COLUMNS - column % TAB_COLUMNS,
        c if is_wide(c) => column + 2,
        _ => column + 1,
    })
}

/// Whether a character is as wide as two Latin letters, by the blocks of Unicode that hold nearly all of those.
pub(super) fn is_wide(c: char) -> bool {
    matches!(c, '\u{1100}'..='\u{115F}' | '\u{2E80}'..='\u{A4CF}' | '\u{AC00}'..='\u{D7A3}' | '\u{F900}'..='\u{FAFF}'
        | '\u{FE30}'..='\u{FE4F}' | '\u{FF00}'..='\u{FF60}' | '\u{20000}'..='\u{3FFFD}')
}

/// Lines that follow one another.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Chunk<'t> {
    pub lines: Vec<Line<'t>>,
    /// Empty lines before it.
    pub empty_before: usize,
    /// Whether it begins a page.
    pub new_page: bool,
}

/// Cuts a text at its empty lines and at the ends of its pages.
///
/// # Errors
/// Limits, `TimedOut`, `Cancelled`.
pub(super) fn cut<'t>(text: &'t str, context: &Context) -> Result<Vec<Chunk<'t>>> {
    let mut chunks = Vec::new();
    let mut open = Chunk::default();
    for (index, page) in text.split('\u{C}').enumerate() {
        close(&mut chunks, &mut open);
        open.new_page |= index > 0 && !chunks.is_empty();
        for line in page.split('\n') {
            context.tick(1 + line.len() as u64 / 64)?;
            context.charge(Limit::elements, 1)?;
            let line = line.trim_end();
            if !line.is_empty() {
                open.lines.push(Line::new(line));
                continue;
            }
            close(&mut chunks, &mut open);
            open.empty_before += 1;
        }
    }
    close(&mut chunks, &mut open);
    Ok(chunks)
}

fn close<'t>(chunks: &mut Vec<Chunk<'t>>, open: &mut Chunk<'t>) {
    if !open.lines.is_empty() {
        open.lines.shrink_to_fit();
        chunks.push(std::mem::take(open));
    }
}
