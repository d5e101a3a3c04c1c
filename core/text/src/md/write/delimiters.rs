//! Delimiter runs: marks of emphasis that are read as they are meant.
//!
//! Whether stars, underscores and tildes around text are marks depends on what stands beside them, and which of them belong
//! together on all that came before (CommonMark 0.31.2, 6.2 and the appendix on parsing; GitHub's dialect, 6.5). So each line
//! is read as a reader would: signs of the text that would be taken for marks are escaped, marks that would not be taken for
//! what they are are written in another way, until the line is read right.

use super::tokens::{Line, MarkKind, Token, Way};

/// Stretches of signs in a line, and looks at it, beyond which all signs are escaped and all marks are tags.
const MAX_RUNS: usize = 400;
const MAX_LOOKS: usize = 12;

/// Makes the marks of a line such that they are read as they are meant.
pub(super) fn settle(line: &mut Line) {
    if line.marks.iter().any(|mark| mark.kind == MarkKind::Strike) {
        // Readers differ in what a tilde of the text does to those around it.
        escape(line, |sign| sign == '~');
    }
    let signs = line.tokens.iter().filter(|token| matches!(token, Token::Signs(..) | Token::Open(_) | Token::Close(_)));
    match signs.count() {
        0 => return,
        1..=MAX_RUNS => {
            for _ in 0..MAX_LOOKS {
                if is_right(line) {
                    return;
                }
            }
        }
        _ => {}
    }
    line.marks.iter_mut().for_each(|mark| mark.way = Way::Tags);
    escape(line, |_| true);
}

/// Escapes signs of the text.
fn escape(line: &mut Line, is_meant: fn(char) -> bool) {
    for token in &mut line.tokens {
        if let Token::Signs(sign, _, escaped) = token {
            *escaped |= is_meant(*sign);
        }
    }
}

/// Ways in which readers differ.
#[derive(Debug, Clone, Copy)]
struct Reader {
    /// Whether symbols beyond ASCII count as punctuation: CommonMark did not always say so.
    strange_is_punctuation: bool,
    /// Whether tildes are looked through for what stands beside other signs, as GitHub does.
    skips_tildes: bool,
}

impl Reader {
    const ALL: [Reader; 4] = [
        Reader { strange_is_punctuation: true, skips_tildes: true },
        Reader { strange_is_punctuation: false, skips_tildes: true },
        Reader { strange_is_punctuation: true, skips_tildes: false },
        Reader { strange_is_punctuation: false, skips_tildes: false },
    ];

    /// Whether it looks at a character for what stands beside a sign.
    fn sees(self, seen: &&Seen) -> bool {
        !(self.skips_tildes && matches!(seen, Seen::Sign('~', _)))
    }
}

/// Reads a line as every reader would, and changes what is not read right; whether nothing was changed.
fn is_right(line: &mut Line) -> bool {
    let seen = seen(line);
    let readings = Reader::ALL.map(|reader| read(&seen, reader));
    let mut is_right = true;
    for token in readings.iter().flatten().flatten().flatten() {
        if let Some(Token::Signs(_, _, escaped @ false)) = line.tokens.get_mut(*token) {
            (*escaped, is_right) = (true, false);
        }
    }
    if !is_right {
        return false;
    }
    for mark in 0..line.marks.len() {
        if !readings.iter().all(|reading| is_meant(line, mark, reading)) {
            line.marks[mark].step();
            is_right = false;
        }
    }
    is_right
}

/// Whether a reader takes a mark for what it is. Tags always are.
fn is_meant(line: &Line, mark: usize, reading: &[Match]) -> bool {
    let Some((_, count)) = line.marks[mark].signs() else { return true };
    let all = |owners: &[usize], token: Token| {
        owners.len() == count && owners.iter().all(|at| line.tokens.get(*at) == Some(&token))
    };
    reading.iter().any(|found| all(&found[0], Token::Open(mark)) && all(&found[1], Token::Close(mark)))
}

/// Signs that a reader takes for the two ends of a mark: the tokens that each of them comes from.
type Match = [Vec<usize>; 2];

/// Signs of one kind side by side.
struct Run {
    sign: char,
    /// The tokens that its signs come from.
    owners: Vec<usize>,
    /// Which of these are not used up.
    from: usize,
    to: usize,
    opens: bool,
    closes: bool,
}

impl Run {
    fn left(&self) -> usize {
        self.to - self.from
    }
}

/// A character of the line as a reader sees it.
#[derive(Clone, Copy)]
enum Seen {
    /// Any character.
    Plain(char),
    /// A sign of a mark, with the token it comes from.
    Sign(char, usize),
    LinkOpen,
    LinkClose,
}

/// What a reader takes for marks.
fn read(seen: &[Seen], reader: Reader) -> Vec<Match> {
    let mut matches = Vec::new();
    let mut runs: Vec<Run> = Vec::new();
    let mut links: Vec<usize> = Vec::new();
    let mut at = 0;
    while let Some(next) = seen.get(at) {
        let mut length = 1;
        match *next {
            Seen::Plain(_) => {}
            Seen::LinkOpen => links.push(runs.len()),
            Seen::LinkClose => {
                let from = links.pop().unwrap_or(0);
                pair(&mut runs[from..], &mut matches);
                runs.truncate(from);
            }
            Seen::Sign(sign, _) => {
                let same = |seen: &&Seen| matches!(seen, Seen::Sign(other, _) if *other == sign);
                length = seen[at..].iter().take_while(same).count();
                let (before, mut after) = (seen[..at].iter(), seen[at + length..].iter());
                let around = [before.rev().find(|seen| reader.sees(seen)), after.find(|seen| reader.sees(seen))];
                runs.push(run(sign, &seen[at..at + length], around, reader.strange_is_punctuation));
            }
        }
        at += length;
    }
    pair(&mut runs, &mut matches);
    matches
}

fn seen(line: &Line) -> Vec<Seen> {
    let mut seen = Vec::new();
    for (at, token) in line.tokens.iter().enumerate() {
        match token {
            Token::Text(text) => seen.extend(text.chars().map(Seen::Plain)),
            Token::Signs(sign, count, true) => seen.extend(std::iter::repeat_n(Seen::Plain(*sign), *count)),
            Token::Signs(sign, count, false) => seen.extend(std::iter::repeat_n(Seen::Sign(*sign, at), *count)),
            Token::Open(mark) | Token::Close(mark) => match line.marks.get(*mark).and_then(|mark| mark.signs()) {
                Some((sign, count)) => seen.extend(std::iter::repeat_n(Seen::Sign(sign, at), count)),
                None => seen.push(Seen::Plain('<')),
            },
            // Any markup begins and ends with punctuation.
            Token::Raw(_) => seen.push(Seen::Plain('<')),
            Token::LinkOpen => seen.push(Seen::LinkOpen),
            Token::LinkClose(_) => seen.push(Seen::LinkClose),
            Token::Break => seen.push(Seen::Plain('\n')),
        }
    }
    seen
}

/// A stretch of signs between two characters (6.2, left- and right-flanking).
fn run(sign: char, signs: &[Seen], [before, after]: [Option<&Seen>; 2], strange_is_punctuation: bool) -> Run {
    let owner = |seen: &Seen| if let Seen::Sign(_, owner) = seen { *owner } else { 0 };
    let owners: Vec<usize> = signs.iter().map(owner).collect();
    let class = |seen: Option<&Seen>| match seen {
        None => (true, false),
        Some(Seen::Plain(c)) => (c.is_whitespace(), is_punctuation(*c, strange_is_punctuation)),
        Some(_) => (false, true),
    };
    let ((space_before, point_before), (space_after, point_after)) = (class(before), class(after));
    let left = !space_after && (!point_after || space_before || point_before);
    let right = !space_before && (!point_before || space_after || point_after);
    let (opens, closes) = match sign {
        '_' => (left && (!right || point_before), right && (!left || point_after)),
        '~' => (left && signs.len() <= 2, right && signs.len() <= 2),
        _ => (left, right),
    };
    Run { sign, from: 0, to: owners.len(), owners, opens, closes }
}

fn is_punctuation(c: char, strange: bool) -> bool {
    if c.is_ascii() {
        return c.is_ascii_punctuation();
    }
    is_common_punctuation(c) || (strange && !c.is_alphanumeric() && !c.is_whitespace())
}

/// Punctuation beyond ASCII that every reader knows: of the general categories P* (Unicode, chapter 4.5), which all
/// versions of CommonMark mean, what texts have. Symbols are newer.
fn is_common_punctuation(c: char) -> bool {
    matches!(
        c,
        '¡' | '§' | '«' | '¶' | '·' | '»' | '¿'
            | '\u{2010}'..='\u{2027}' | '\u{2030}'..='\u{2043}' | '\u{2045}'..='\u{2051}'
            | '\u{2053}'..='\u{205E}' | '\u{3001}'..='\u{3003}' | '\u{3008}'..='\u{3011}'
            | '\u{3014}'..='\u{301F}' | '\u{FF01}'..='\u{FF03}' | '\u{FF05}'..='\u{FF0A}'
            | '\u{FF0C}'..='\u{FF0F}' | '\u{FF1A}' | '\u{FF1B}' | '\u{FF1F}'
    )
}

/// Pairs openers with closers (appendix, "process emphasis").
fn pair(runs: &mut [Run], matches: &mut Vec<Match>) {
    let mut at = 0;
    while at < runs.len() {
        if !runs[at].closes || runs[at].left() == 0 {
            at += 1;
            continue;
        }
        let Some(open) = (0..at).rev().find(|open| belong(&runs[*open], &runs[at])) else {
            if !runs[at].opens {
                runs[at].from = runs[at].to;
            }
            at += 1;
            continue;
        };
        let both = runs[open].left().min(runs[at].left());
        let count = if runs[at].sign == '~' { both } else { both.min(2) };
        for between in &mut runs[open + 1..at] {
            between.from = between.to;
        }
        runs[open].to -= count;
        let begin = runs[open].owners[runs[open].to..runs[open].to + count].to_vec();
        let end = runs[at].owners[runs[at].from..runs[at].from + count].to_vec();
        runs[at].from += count;
        matches.push([begin, end]);
    }
}

/// Whether one stretch of signs can be ended by another (6.2, rules 9 and 10).
fn belong(open: &Run, close: &Run) -> bool {
    let (a, b) = (open.owners.len(), close.owners.len());
    let is_odd =
        (open.closes || close.opens) && (a + b).is_multiple_of(3) && !(a.is_multiple_of(3) && b.is_multiple_of(3));
    let is_even = if close.sign == '~' { a == b } else { !is_odd };
    open.sign == close.sign && open.opens && open.left() > 0 && is_even
}
