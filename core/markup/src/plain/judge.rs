//! Classification: what a text and its chunks are, by the looks of their lines.

use transvase_base::context::Context;
use transvase_base::error::Result;

use super::chunk::{Chunk, Line};
use super::heading::{self, Rank};
use super::items;

/// Widths that people and programs break lines at.
const MARGINS: std::ops::RangeInclusive<usize> = 50..=130;

/// Columns by which a line that was broken at the margin may be shorter than it had to be.
const RAGGED: usize = 6;

/// Lines longer than this are whole paragraphs where nothing was broken at a margin.
const LONG_LINE: usize = 90;

/// What a chunk is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// A heading of its own, or whose first line is one and whose second underlines it.
    Heading(Rank),
    /// A line of signs.
    Rule,
    /// Items of a list.
    Items,
    /// Sentences whose lines were broken at the margin.
    Broken,
    /// Each line is a paragraph.
    Paragraphs,
    /// Lines of one paragraph, such as verses.
    Lines,
    /// Lines whose spaces count.
    Literal,
}

/// What is true of the text as a whole.
#[derive(Debug)]
pub(super) struct Document {
    /// The column that lines were broken at, if they were.
    pub margin: Option<usize>,
    /// Whether it is no prose at all, but a program, a log or a table.
    pub literal: bool,
    /// What each chunk is.
    pub kinds: Vec<Kind>,
}

impl Document {
    /// Looks at a text.
    ///
    /// # Errors
    /// `TimedOut`, `Cancelled`.
    pub fn of(chunks: &[Chunk], context: &Context) -> Result<Document> {
        let margin = margin(chunks);
        let mut kinds = Vec::new();
        for chunk in chunks {
            context.tick(1 + chunk.lines.len() as u64)?;
            kinds.push(kind(chunk, margin));
        }
        let lines = |wanted: fn(&Chunk, Kind) -> bool| -> usize {
            let chosen = chunks.iter().zip(&kinds).filter(|(chunk, kind)| wanted(chunk, **kind));
            chosen.map(|(chunk, _)| chunk.lines.len()).sum()
        };
        let all = lines(|_, _| true);
        let of_program = chunks.iter().flat_map(|chunk| &chunk.lines).filter(|line| is_of_program(line)).count();
        let literal = lines(|_, kind| kind == Kind::Literal) * 5 > all * 3 || of_program * 3 > all;
        if !literal {
            heading::settle(chunks, &mut kinds);
            items::settle(chunks, &mut kinds);
        }
        Ok(Document { margin, literal: literal && all > 1, kinds })
    }

    /// Whether a line of sentences was broken at the margin, because the first word of the next one had no room.
    pub fn is_full(&self, line: &Line, next: &Line, ragged: usize) -> bool {
        self.margin.is_some_and(|margin| is_full(line, next, margin, ragged))
    }
}

/// Whether the next word had no room in a line, or nearly none.
fn is_full(line: &Line, next: &Line, margin: usize, ragged: usize) -> bool {
    line.width + 1 + next.first_word + ragged > margin
}

/// The column that lines were broken at: most lines that others follow reach it.
fn margin(chunks: &[Chunk]) -> Option<usize> {
    let pairs = || chunks.iter().flat_map(|chunk| chunk.lines.iter().zip(chunk.lines.iter().skip(1)));
    let mut widths: Vec<usize> =
        pairs().map(|(line, _)| line.width).filter(|width| *width >= *MARGINS.start()).collect();
    widths.sort_unstable();
    let margin = *widths.get(widths.len().saturating_sub(1) * 19 / 20)?;
    let full = pairs().filter(|(line, next)| is_full(line, next, margin, RAGGED)).count();
    (MARGINS.contains(&margin) && widths.len() >= 2 && full >= 2).then_some(margin)
}

fn kind(chunk: &Chunk, margin: Option<usize>) -> Kind {
    let lines = &chunk.lines;
    if lines.len() == 1 && is_rule(lines[0].text()) {
        return Kind::Rule;
    }
    if let Some(rank) = heading::underlined(lines) {
        return Kind::Heading(rank);
    }
    if items::is_list(lines) {
        return Kind::Items;
    }
    if is_table(lines) || has_columns(lines) || signs(lines) > 0.12 || is_log(lines) {
        return Kind::Literal;
    }
    if margin.is_some_and(|margin| is_broken(lines, margin)) {
        return Kind::Broken;
    }
    if lines.iter().any(|line| line.width > LONG_LINE) {
        return Kind::Paragraphs;
    }
    if is_shaped(lines) { Kind::Literal } else { Kind::Lines }
}

/// A line of nothing but signs that draw a line.
fn is_rule(text: &str) -> bool {
    let signs = text.chars().filter(|c| !c.is_whitespace());
    signs.clone().count() >= 3 && signs.clone().all(|c| "*-_=~#•·—─━═".contains(c))
}

/// Whether most lines that others follow were broken at the margin. Verses may be as long, but begin with capitals.
fn is_broken(lines: &[Line], margin: usize) -> bool {
    if lines.len() < 2 {
        return false;
    }
    let pairs = lines.iter().zip(lines.iter().skip(1));
    let full = pairs.filter(|(line, next)| is_full(line, next, margin, RAGGED)).count();
    let is_verse = lines.len() > 4
        && lines.iter().all(|line| line.text().contains(char::is_lowercase))
        && lines.iter().all(|line| line.text().chars().find(|c| c.is_alphanumeric()).is_some_and(char::is_uppercase));
    full * 4 >= (lines.len() - 1) * 3 && !is_verse
}

/// Two lines or more with room inside that is wider than between words, or a single one with much of it.
fn has_columns(lines: &[Line]) -> bool {
    let gap = if lines.len() == 1 { "    " } else { "   " };
    let has_gap = |line: &&Line| line.text().contains(gap) || line.text().contains('\t');
    let count = lines.iter().filter(has_gap).count();
    let drawn = |line: &&Line| line.text().contains(|c| matches!(c, '\u{2500}'..='\u{259F}'));
    (count * 3 >= lines.len() && count > 0) || lines.iter().filter(drawn).count() >= 2
}

/// The same number of separators in each of three lines or more.
fn is_table(lines: &[Line]) -> bool {
    let same = |sign: char| {
        let mut counts = lines.iter().map(|line| line.text().matches(sign).count());
        let first = counts.next().unwrap_or_default();
        first > 0 && counts.all(|count| count == first)
    };
    let spaced = lines.iter().any(|line| line.text().contains(", ") || line.text().ends_with(['.', ',']));
    lines.len() >= 3 && ((same(',') && !spaced) || same(';') || same('\t') || same('|'))
}

/// The share of signs among characters that programs have and sentences do not.
fn signs(lines: &[Line]) -> f32 {
    let (mut signs, mut all) = (0_usize, 0_usize);
    for line in lines {
        let text = line.text();
        all += text.chars().filter(|c| !c.is_whitespace()).count();
        signs += text.chars().filter(|c| "{}[]<>=;|\\/_$#@&*+^~`%".contains(*c)).count();
        signs -= 2 * note_marks(text);
    }
    if all < 8 { 0.0 } else { signs as f32 / all as f32 }
}

/// How many marks of notes, such as `[12]`, stand behind words or at the beginning of a text.
fn note_marks(text: &str) -> usize {
    let pieces: Vec<&str> = text.split('[').collect();
    let is_number = |inside: &str| {
        let number = inside.split_once(']').map(|(number, _)| number);
        number.is_some_and(|number| (1..=3).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit()))
    };
    // What is indexed is a name of a program, which no sentence ends with: `a[1] = b[2]`.
    if text.contains(['=', ';', '{']) { 0 } else { pieces.iter().skip(1).filter(|inside| is_number(inside)).count() }
}

/// Most of three lines or more begin with a number or a bracket and have many digits, as those with times do.
fn is_log(lines: &[Line]) -> bool {
    let has_time = |line: &&Line| {
        let head = line.text().get(..line.text().floor_char_boundary(32)).unwrap_or_default();
        head.starts_with(|c: char| c.is_ascii_digit() || c == '[')
            && head.bytes().filter(u8::is_ascii_digit).count() >= 6
            && head.contains(':')
    };
    lines.len() >= 2 && lines.iter().filter(has_time).count() * 3 >= lines.len() * 2
}

/// Lines set in by several depths whose words are not sentences.
fn is_shaped(lines: &[Line]) -> bool {
    let mut depths: Vec<usize> = lines.iter().map(|line| line.indent).collect();
    depths.sort_unstable();
    depths.dedup();
    depths.len() > 2 && signs(lines) > 0.04
}

/// A line that only programs have.
fn is_of_program(line: &Line) -> bool {
    let text = line.text();
    let ends = [";", "{", "}", "});", "):", "*/", "\\"].iter().any(|end| text.ends_with(end));
    let begins = ["//", "/*", "#include", "import ", "def ", "return ", "* @", "--"];
    // A sentence may begin with the name of a tag.
    ends || text.starts_with('<') && text.ends_with('>') || begins.iter().any(|start| text.starts_with(start))
}
